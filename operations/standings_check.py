"""Check that the standings of tournaments agree with their results."""

from collections.abc import Iterator

from tournaments.files.points_audit import checks
from tournaments.models import Tournament
from tournaments.snapshot import Day


def verified() -> Iterator[list[str]]:
    """Of each tournament, oldest first, what does not hold."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        yield list(_wrong(tournament))


def _wrong(tournament: Tournament) -> Iterator[str]:
    found = checks(Day(tournament))
    name = f"Tournament {tournament.code[:4]}…"
    for game in found.games:
        if not game.holds:
            yield f"{name}: round {game.round}, table {game.table}: {game.difference} points too many."
    if found.wrong:
        yield f"{name}: {len(found.wrong)} totals are not the sum of what they are made of."
