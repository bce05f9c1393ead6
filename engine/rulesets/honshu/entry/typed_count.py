"""Scores of hands counted at the table, by numbers or by list (docs/rules, B5.12)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.match.entries import Numbers, Ticks, Win
from engine.rulesets.honshu import payments
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.items import YAKUMAN_IDS
from engine.rulesets.honshu.scoring.bonus import earned
from engine.rulesets.honshu.scoring.yaku import CLAUSE, yaku_of
from engine.rulesets.scoring_types import Item, LimitHand, Score


def score(house: HonshuHouseRules, win: Win, count: Numbers | Ticks) -> Score:
    """The score of a count as entered."""
    if isinstance(count, Numbers):
        if "yakuman" in count.values:
            return Score(win.winner, limit=LimitHand("yakuman", (), int(count.values["yakuman"])))
        return Score(win.winner, points=int(count.values["han"]))
    ticked = Counter(count.patterns)
    units = {item: times for item, times in ticked.items() if item in YAKUMAN_IDS}
    if units:
        items = tuple(Item(item, times, CLAUSE) for item, times in units.items())
        limit = LimitHand("yakuman", tuple(units), payments.units_paid(house, units.values()))
        return Score(win.winner, items=items, limit=limit)
    return _counted(house, win, ticked, count.bonus_items)


def _counted(house: HonshuHouseRules, win: Win, ticked: Counter[str], bonus: Mapping[str, int]) -> Score:
    values = {row.item: row.han for row in yaku_of(house).rows}
    items = tuple(Item(item, values[item] * times, CLAUSE, times) for item, times in ticked.items())
    beside = {"bazoro": house.bazoro, **bonus}
    bonus_items = tuple(earned(item, han) for item, han in beside.items() if han)
    extra = sum(beside.values())
    han = sum(item.points for item in items) + extra
    reason = "no_yaku" if not items else "below_table" if han < payments.FIRST_ROW else None
    if reason:
        return Score(win.winner, legal=False, reason=reason)
    return Score(win.winner, items=items, points=han, bonus_items=bonus_items)


def score_as_json(scored: Score, sticks: int) -> dict[str, Any]:
    """The count of a hand with every key of docs/formats.md; `sticks`: the points on the table."""
    return {
        "legal": scored.legal,
        "reason": scored.reason,
        "patterns": {item.id: item.points for item in scored.items},
        "bonus_items": {item.id: item.points for item in scored.bonus_items},
        "han": scored.points,
        "sticks": sticks if scored.legal else 0,
    }
