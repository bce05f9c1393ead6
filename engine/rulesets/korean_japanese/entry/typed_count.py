"""Scores of hands counted at the table, by numbers or by list."""

from collections import Counter
from typing import Any

from engine.match.entries import Numbers, Ticks, Win
from engine.rulesets.korean_japanese import payments
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUS_BY_ID, PATTERN_BY_ID
from engine.rulesets.korean_japanese.played_items import own_bonuses
from engine.rulesets.scoring_types import Item, Score


def score(house: KoreanJapaneseHouseRules, win: Win, count: Numbers | Ticks, winning: int) -> Score:
    """The score of a count as entered; `winning`: the bonus-points for winning."""
    items, bonus_items = _items(house, count)
    if isinstance(count, Numbers):
        points, bonus = int(count.values["hand_points"]), int(count.values["bonus_points"])
    else:
        points = sum(item.points for item in items)
        bonus = winning + sum(item.points for item in bonus_items)
    return payments.counted(house, win, (items, points), (bonus_items, bonus), winning)


def _items(house: KoreanJapaneseHouseRules, count: Numbers | Ticks) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The ticked patterns and bonus items; none for a count by numbers."""
    if isinstance(count, Numbers):
        return (), ()
    items = tuple(
        Item(item, PATTERN_BY_ID[item].points * times, PATTERN_BY_ID[item].clause, times)
        for item, times in Counter(count.patterns).items()
    )
    own = own_bonuses(house)
    bonus = tuple(
        Item(item, points, own[item].clause, points // own[item].points)
        if item in own
        else Item(item, points, (BONUS_BY_ID.get(item) or PATTERN_BY_ID[item]).clause)
        for item, points in count.bonus_items.items()
    )
    return items, bonus


def score_as_json(score: Score) -> dict[str, Any]:
    """The count of a hand with every key of docs/formats.md."""
    limit = score.limit
    patterns = (
        {f"limit:{name}": limit.value for name in limit.names} if limit else {i.id: i.points for i in score.items}
    )
    return {
        "legal": score.legal,
        "reason": score.reason,
        "limit": {"kind": limit.kind, "names": list(limit.names), "value": limit.value} if limit else None,
        "patterns": patterns,
        "hand_points": None if limit else score.points,
        "bonus_items": {item.id: item.points for item in score.bonus_items},
        "bonus_points": score.bonus_points,
        "bonus_from": dict(score.owed),
    }
