"""One player's season: matches, hands won and opponents. Read-only."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.db.models import Count, F, Q, Sum

from clubs.season.standings import Season
from people.text.names import alphabetical

MOST = 200  # latest matches that a page lists and shows in charts


class PlayedMatch(NamedTuple):
    """One match of a player.

    `after`: the player's total points after the match. `rank`: None if the player left early. `halves`: twice the
    place, with shared places averaged. `chips`: None if the table played without chips.
    """

    code: str
    day: date | None
    points: int
    after: int
    rank: int | None
    halves: int | None
    chips: int | None = None


class OpponentRecord(NamedTuple):
    """The record of one player against another, in matches that both finished.

    `games`: the number of matches; `above`, `below`: how often the first player finished above or below the other;
    `difference`: the sum of the point differences.
    """

    player: int
    other: int
    games: int
    above: int
    below: int
    difference: int

    @property
    def mean(self) -> float:
        return self.difference / self.games


def played(season: Season, player: int) -> tuple[list[PlayedMatch], Counter[int]]:
    """Return a player's latest matches, oldest first, and the number of hands won by value, over all matches."""
    sat = season.sittings(season.roster.entries(player)).order_by("played_on", "match", "from_hand")
    matches: dict[int, PlayedMatch] = {}
    values: Counter[int] = Counter()
    after = 0
    for match, code, day, points, rank, halves, won, chips in sat.values_list(
        "match", "match__code", "played_on", "points", "rank", "halves", "values", "chips"
    ):
        after += points
        values.update(won)
        before = matches.get(match)
        if before:
            points, rank, halves = points + before.points, rank or before.rank, halves or before.halves
            chips = None if chips is None else chips + (before.chips or 0)
        matches[match] = PlayedMatch(code, day, points, after, rank, halves, chips)
    return list(matches.values())[-MOST:], values


def met(season: Season, players: Iterable[int]) -> list[OpponentRecord]:
    """Return the records of these players against each opponent, the most frequent opponents first."""
    whose, wanted = season.roster.whose, set(players)
    entries = [entry for entry, player in whose.items() if player in wanted]
    sums: dict[tuple[int, int], list[int]] = {}
    for one, other, *numbers in _pairs(season, entries):
        if whose[one] != whose[other]:
            old = sums.setdefault((whose[one], whose[other]), [0, 0, 0, 0])
            sums[whose[one], whose[other]] = [a + b for a, b in zip(old, numbers, strict=True)]
    records = [OpponentRecord(one, other, *numbers) for (one, other), numbers in sums.items()]
    return sorted(records, key=lambda each: (-each.games, alphabetical(season.roster.names[each.other]), each.other))


def _pairs(season: Season, entries: list[int]) -> Iterable[tuple[int, ...]]:
    """Query (entry, other entry, matches, above, below, point difference) for each pair."""
    others = {
        "match__sittings__player__in": list(season.roster.whose),
        "match__sittings__rank__isnull": False,
        "match__sittings__played_on__isnull": False,
    }
    return (
        season.sittings(entries)
        .filter(~Q(pk=F("match__sittings")), rank__isnull=False, **others)
        .values_list("player", "match__sittings__player")
        .annotate(
            games=Count("pk"),
            above=Count("pk", filter=Q(halves__lt=F("match__sittings__halves"))),
            below=Count("pk", filter=Q(halves__gt=F("match__sittings__halves"))),
            more=Sum(F("points") - F("match__sittings__points")),
        )
    )
