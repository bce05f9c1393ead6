"""Scores of hands counted at the table, by numbers or by list."""

from collections import Counter

from engine.match.entries import Numbers, Ticks, Win
from engine.rulesets.malaysian_fan.items import BY_ID, MAXIMA, fan_of
from engine.rulesets.malaysian_fan.payments import units
from engine.rulesets.malaysian_fan.scoring.table import MalaysianFanTable
from engine.rulesets.scoring_types import Item, LimitHand, Score


def score(table: MalaysianFanTable, win: Win, count: Numbers | Ticks) -> Score:
    """The score of a count as entered; a maximum hand needn't reach the minimum (C3.9)."""
    items, names = ((), ()) if isinstance(count, Numbers) else _ticked(table, count)
    fan = int(count.values.get("fan", 0)) if isinstance(count, Numbers) else sum(item.points for item in items)
    if names or (isinstance(count, Numbers) and "maximum" in count.values):
        counted = Score(win.winner, items=items, points=fan) if items else None
        value = units(table.house, table.house.max_fan)
        return Score(win.winner, limit=LimitHand("maximum", names, value), counted=counted)
    enough = fan >= table.house.min_fan
    reason = None if enough else "minimum_not_reached"
    return Score(win.winner, items=items, points=fan, legal=enough, reason=reason)


def _ticked(table: MalaysianFanTable, ticks: Ticks) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The items and the ids of the maximum hands, in the order of the rule card."""
    times = Counter(ticks.patterns)
    items = tuple(
        Item(item, fan_of(item, table.deals) * times[item], pattern.clause, times[item])
        for item, pattern in BY_ID.items()
        if pattern.kind == "pattern" and times[item]
    )
    return items, tuple(maximum.id for maximum in MAXIMA if times[maximum.id])
