"""Who met whom, as a picture and a table. Does not know requests."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import wording
from tournaments.snapshot import Day

CELL, LABEL = 8, 24  # of the picture: a pair, the numbers at its edge
FEW = 9  # so many are all numbered


@dataclass(frozen=True, slots=True)
class Chart:
    """A square of players by players: shapes for `_met_chart.html`."""

    size: int
    inside: int
    once: str
    more: str
    same: str
    labels: tuple[tuple[int, int], ...]  # where, and the number there


def met_page(day: Day) -> dict[str, Any]:
    """All that the page shows, of the rounds that everybody may see."""
    pairs: Counter[tuple[int, int]] = Counter()
    rounds: dict[tuple[int, int], list[int]] = defaultdict(list)
    for one in day.shown:
        for table in day.tables[one.pk]:
            numbers = sorted(seat.entrant.number for seat in day.seats[table.pk])
            for pair in combinations(numbers, 2):
                pairs[pair] += 1
                rounds[pair].append(one.number)
    people = [each for each in day.entrants if each in day.entered or each.pk in day.seated]
    names = {each.number: day.names[each.pk] for each in people}
    others = met_by(pairs)
    return {
        "said": _said(pairs),
        "repeats": [
            (wording.isolated(names[one]), wording.isolated(names[other]), wording.listed(map(str, rounds[one, other])))
            for (one, other), times in sorted(pairs.items())
            if times > 1
        ],
        "chart": chart(sorted(names), pairs) if pairs else None,
        "rows": [(number, names[number], [names[each] for each in others[number]]) for number in sorted(names)],
    }


def _said(pairs: Counter[tuple[int, int]]) -> str:
    again = sum(times > 1 for times in pairs.values())
    if not pairs:
        return _("Nobody has met anybody yet.")
    if not again:
        return _("Nobody meets anybody twice.")
    return ngettext("%(many)s pair meets more than once.", "%(many)s pairs meet more than once.", again) % {
        "many": again
    }


def met_by(pairs: Counter[tuple[int, int]]) -> dict[int, list[int]]:
    """Whom each number has met, in order."""
    met: dict[int, list[int]] = defaultdict(list)
    for one, other in sorted(pairs):
        met[one].append(other)
        met[other].append(one)
    return met


def chart(numbers: list[int], pairs: Counter[tuple[int, int]]) -> Chart:
    """A square for each ordered pair that met."""
    at = {number: LABEL + CELL * place for place, number in enumerate(numbers)}
    both = [(at[x], at[y], times) for (one, other), times in pairs.items() for x, y in ((one, other), (other, one))]
    step = 1 if len(numbers) <= FEW else 5
    return Chart(
        size=LABEL + CELL * len(numbers) + 1,
        inside=CELL * len(numbers),
        once="".join(_square(x, y) for x, y, times in sorted(both) if times == 1),
        more="".join(_square(x, y) for x, y, times in sorted(both) if times > 1),
        same="".join(_square(each, each) for each in at.values()),
        labels=tuple((at[each], each) for each in (numbers if step == 1 else [numbers[0], *numbers[step - 1 :: step]])),
    )


def _square(x: int, y: int) -> str:
    return f"M{x} {y}h{CELL - 1}v{CELL - 1}h-{CELL - 1}z"
