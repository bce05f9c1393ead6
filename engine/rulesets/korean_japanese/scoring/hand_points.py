"""The hand-points and the limit hands of a reading (docs/rules, A6, A11)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.rulesets.definitions import Pattern
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import NORTHS, PATTERN_BY_ID
from engine.rulesets.korean_japanese.scoring import features as m
from engine.rulesets.korean_japanese.scoring.limits import NOT_CHARACTERS, NOT_CIRCLES, highest, ways_of
from engine.rulesets.scoring_types import Item, PatternRow, earned

MOST_MARKS = 2048  # cached for each set of house rules


def rows_of_sets(house: KoreanJapaneseHouseRules) -> Iterator[PatternRow]:
    """The rows that depend only on sets, in the order of the rule card."""
    yield PatternRow("dragon_pong", digit=m.DRAGON_PONGS)
    yield PatternRow("two_dragons", m.TWO_DRAGONS)
    if house.seat_dragons:
        yield PatternRow("seat_dragon", m.OWN_PONG)
    yield PatternRow("wind_pong", digit=m.WIND_PONGS)
    yield PatternRow("seat_wind", m.SEAT_PONG)
    yield PatternRow("round_wind", m.ROUND_PONG)
    if house.north_tile:
        yield PatternRow("north_pair", digit=m.NORTH_PAIRS)
        yield PatternRow("north_kong", m.NORTH_PONG)
    yield PatternRow("kong", digit=m.OTHER_KONGS if house.north_tile else m.KONGS)
    yield PatternRow("three_kongs", m.THREE_KONGS)
    yield PatternRow("bamboo_terminal_pong", digit=m.BAMBOO_PONGS)
    yield PatternRow("both_bamboo", m.BOTH_BAMBOO)
    once = house.identical_chows == "once"
    yield PatternRow("identical_chows", m.TWIN, digit=None if once else m.TWINS)
    yield PatternRow("straight", m.STRAIGHT)
    yield PatternRow("three_concealed_pongs", m.THREE_HIDDEN)


def rows_of_hand(house: KoreanJapaneseHouseRules) -> Iterator[PatternRow]:
    yield PatternRow("all_pongs", m.SETS, m.CHOW)
    yield PatternRow("all_terminals_honours", m.SETS, m.CHOW | m.INNER)
    for item, bars in (("pure", 0), ("pure_no_honours", m.HONOUR)):
        yield PatternRow(item, m.CIRCLES, NOT_CIRCLES | bars)
        yield PatternRow(item, m.CHARACTERS, NOT_CHARACTERS | bars)
    yield PatternRow("seven_pairs", m.PAIRS)
    if house.pure_excludes_no_honours:
        yield PatternRow("no_honours", m.BAMBOO, m.HONOUR)
        yield PatternRow("no_honours", m.CIRCLES | m.CHARACTERS, m.HONOUR | m.BAMBOO)
    else:
        yield PatternRow("no_honours", 0, m.HONOUR | m.ORPHANS)
    yield PatternRow("all_chows", m.SETS, m.PONG | m.HONOUR_PAIR)
    yield PatternRow("concealed", m.CONCEALED)
    yield PatternRow("concealed_wall", m.CONCEALED | m.WALL)


@dataclass(frozen=True, slots=True)
class Counted:
    """The count of a reading: its patterns and their total points, Norths counted as bonus-points, limit hands."""

    items: tuple[Item, ...]
    points: int
    norths: tuple[Item, ...]
    limits: tuple[Pattern, ...]


class HandPointCounter:
    """Counts readings under these house rules. Results are cached by marks."""

    def __init__(self, house: KoreanJapaneseHouseRules, played: Sequence[Pattern]) -> None:
        """`played`: the limit hands, in the order of A11."""
        off = house.items_off
        self._sets = tuple(row for row in rows_of_sets(house) if row.item not in off)
        self._whole = tuple(row for row in rows_of_hand(house) if row.item not in off)
        self._limits, self._ways = played, ways_of(house)
        self._for_bonus = house.north_points_class == "bonus"  # the points for North
        self.of: Callable[[int], Counted] = lru_cache(MOST_MARKS)(self._of)

    def of_sets(self, marks: int) -> tuple[Item, ...]:
        """The items that sets earn by themselves."""
        return _items(self._sets, marks)

    def _of(self, marks: int) -> Counted:
        items = _items(self._sets + self._whole, marks)
        norths = [item for item in items if item.id in NORTHS] if self._for_bonus else []
        if norths:
            items = tuple([item for item in items if item not in norths])
        points = sum([item.points for item in items])
        return Counted(items, points, tuple(norths), highest(self._limits, self._ways, marks))


def _items(rows: Sequence[PatternRow], marks: int) -> tuple[Item, ...]:
    return tuple([_item(item, times) for item, times in earned(rows, marks)])


@lru_cache(256)
def _item(item: str, times: int) -> Item:
    pattern = PATTERN_BY_ID[item]
    return Item(item, pattern.points * times, pattern.clause, times)
