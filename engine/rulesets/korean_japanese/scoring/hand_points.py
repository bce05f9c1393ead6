"""The hand-points and the limit hands of a reading, as rows of marks (docs/rules, A6, A11, A17.10)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.rulesets.definitions import Pattern
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import LIMITS, NORTHS, PATTERN_BY_ID
from engine.rulesets.korean_japanese.scoring import features as m
from engine.rulesets.scoring_types import Item, PatternRow, earned

MOST_MARKS = 2048  # cached for each set of house rules
NUMBERED = m.CIRCLES | m.CHARACTERS | m.BAMBOO
NOT_CIRCLES, NOT_CHARACTERS = NUMBERED & ~m.CIRCLES, NUMBERED & ~m.CHARACTERS
ONE_HONOUR = m.HONOUR_PAIR | m.MORE_HONOUR_PONGS  # bars all honours except one pong


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


_WAYS = (
    PatternRow("small_dragons", m.TWO_DRAGONS | m.DRAGON_PAIR),
    PatternRow("small_winds", m.TWO_WINDS | m.WIND_PAIR),
    PatternRow("all_bamboo_honours", 0, m.CIRCLES | m.CHARACTERS | m.ORPHANS),
    PatternRow("outside_hand", m.SETS, m.PLAIN),
    # One suit (not bamboo) and honours.
    PatternRow("concealed_pure_with_honour_pong", m.CONCEALED | m.HONOUR_PONG | m.CIRCLES, NOT_CIRCLES),
    PatternRow("concealed_pure_with_honour_pong", m.CONCEALED | m.HONOUR_PONG | m.CHARACTERS, NOT_CHARACTERS),
    PatternRow("four_concealed_pongs", m.FOUR_HIDDEN),
    PatternRow("three_kongs_honour_pair", m.THREE_KONGS | m.HONOUR_PAIR, m.FOUR_KONGS),
    PatternRow("small_jade_dragon", m.GREEN_PONG | m.FIVE_PAIR),
    PatternRow("three_concealed_kongs", m.THREE_HIDDEN_KONGS),
    PatternRow("four_kongs", m.FOUR_KONGS),
    PatternRow("great_dragons", m.THREE_DRAGONS),
    PatternRow("great_winds", m.THREE_WINDS),
    PatternRow("bamboo_pongs_five_pair", m.BOTH_BAMBOO | m.FIVE_PAIR),
    PatternRow("four_concealed_kongs", m.FOUR_HIDDEN_KONGS),
    PatternRow("thirteen_orphans", m.ORPHANS),
    # One suit and a pong of its dragon.
    PatternRow("pearl_dragon", m.WHITE_PONG | m.CIRCLES, NOT_CIRCLES | ONE_HONOUR),
    PatternRow("ruby_dragon", m.RED_PONG | m.CHARACTERS, NOT_CHARACTERS | ONE_HONOUR),
    PatternRow("great_jade_dragon", m.BOTH_BAMBOO | m.GREEN_PONG),
)


def _limit_rows(house: KoreanJapaneseHouseRules) -> Iterator[PatternRow]:
    yield from _WAYS
    if house.wind_set == "NES":
        yield PatternRow("small_winds", m.TWO_WINDS | m.NORTH_PAIR)
    # If strict, the hand was 1112345678999 before the win, so the odd tile won.
    yield PatternRow("nine_gates", m.GATES | (m.ODD_WON if house.nine_gates_strict else 0))
    mixed = house.all_terminals_honours_scope == "mixed"
    yield PatternRow("all_terminals_honours", 0, m.INNER | m.ORPHANS | (0 if mixed else m.HONOUR))
    yield PatternRow("all_terminals_honours", m.HONOUR, m.INNER | m.ORPHANS | (0 if mixed else NUMBERED))


assert {limit.id for limit in LIMITS} == {way.item for way in _WAYS} | {"nine_gates", "all_terminals_honours"}


@dataclass(frozen=True, slots=True)
class Counted:
    """The count of a reading. `norths`: North items counted as bonus-points; `limits`: the highest limit hands."""

    items: tuple[Item, ...]
    points: int
    norths: tuple[Item, ...]
    limits: tuple[Pattern, ...]


class HandPointCounter:
    """A counter of the hand-points and limit hands of readings under these house rules. It caches results by marks."""

    def __init__(self, house: KoreanJapaneseHouseRules, played: Sequence[Pattern]) -> None:
        """Prepare the rows of these house rules. `played`: the limit hands, in the order of A11."""
        off = house.items_off
        self._sets = tuple(row for row in rows_of_sets(house) if row.item not in off)
        self._whole = tuple(row for row in rows_of_hand(house) if row.item not in off)
        always = m.CONCEALED if house.limit_requires_concealed else 0
        self._played = played
        self._limits = tuple(row._replace(needs=row.needs | always) for row in _limit_rows(house))
        self._for_bonus = house.north_points_class == "bonus"  # the points for North
        self.of: Callable[[int], Counted] = lru_cache(MOST_MARKS)(self._of)

    def of_sets(self, marks: int) -> tuple[Item, ...]:
        """The items that sets earn by themselves."""
        return _items(self._sets, marks)

    def _of(self, marks: int) -> Counted:
        items = _items(self._sets + self._whole, marks)
        norths = tuple([item for item in items if item.id in NORTHS]) if self._for_bonus else ()
        if norths:
            items = tuple([item for item in items if item not in norths])
        reached = dict(earned(self._limits, marks))
        limits = tuple([limit for limit in self._played if limit.id in reached])
        highest = tuple([limit for limit in limits if limit.group == "full"]) or limits
        return Counted(items, sum([item.points for item in items]), norths, highest)


def _items(rows: Sequence[PatternRow], marks: int) -> tuple[Item, ...]:
    return tuple([_item(item, times) for item, times in earned(rows, marks)])


@lru_cache(256)
def _item(item: str, times: int) -> Item:
    pattern = PATTERN_BY_ID[item]
    return Item(item, pattern.points * times, pattern.clause, times)
