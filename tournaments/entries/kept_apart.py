"""Pairs of entrants who should not meet: named one by one, by team or by club. Writes nothing."""

from collections import defaultdict
from collections.abc import Iterable

from engine import seating
from people.text.cleaning import alike
from tournaments.models import Apart, Entrant, Tournament


def apart_pairs(tournament: Tournament, entrants: Iterable[Entrant]) -> frozenset[tuple[int, int]]:
    """Pairs of those `entrants`, as (smaller id, larger id), who are not to meet at a table. One query.

    House players are kept apart only by name: of a club they are everybody's.
    """
    among = list(entrants)
    present = {entrant.pk for entrant in among}
    named = Apart.objects.filter(tournament=tournament).values_list("one_id", "other_id")
    pairs = {(one, other) for one, other in named if one in present and other in present}
    groups: dict[tuple[str, object], list[int]] = defaultdict(list)
    for entrant in among:
        if entrant.house:
            continue
        if tournament.apart_teams and entrant.team_id:
            groups["team", entrant.team_id].append(entrant.pk)
        if tournament.apart_clubs and entrant.club_name:
            groups["club", alike(entrant.club_name)].append(entrant.pk)
    return frozenset(pairs) | seating.separated(groups.values())
