"""The limit hands as rows of marks that they need and marks that bar them (docs/rules, A11, A17.10)."""

from collections.abc import Iterator, Sequence

from engine.rulesets.definitions import Pattern
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import LIMITS
from engine.rulesets.korean_japanese.scoring import features as m
from engine.rulesets.scoring_types import PatternRow, earned

NUMBERED = m.CIRCLES | m.CHARACTERS | m.BAMBOO
NOT_CIRCLES, NOT_CHARACTERS = NUMBERED & ~m.CIRCLES, NUMBERED & ~m.CHARACTERS
ONE_HONOUR = m.HONOUR_PAIR | m.MORE_HONOUR_PONGS  # bars all honours except one pong

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


def _all_ways(house: KoreanJapaneseHouseRules) -> Iterator[PatternRow]:
    yield from _WAYS
    if house.wind_set == "NES":
        yield PatternRow("small_winds", m.TWO_WINDS | m.NORTH_PAIR)
    # If strict, the hand was 1112345678999 before the win, so the odd tile won.
    yield PatternRow("nine_gates", m.GATES | (m.ODD_WON if house.nine_gates_strict else 0))
    mixed = house.all_terminals_honours_scope == "mixed"
    yield PatternRow("all_terminals_honours", 0, m.INNER | m.ORPHANS | (0 if mixed else m.HONOUR))
    yield PatternRow("all_terminals_honours", m.HONOUR, m.INNER | m.ORPHANS | (0 if mixed else NUMBERED))


def ways_of(house: KoreanJapaneseHouseRules) -> tuple[PatternRow, ...]:
    """The rows of a table's limit hands."""
    always = m.CONCEALED if house.limit_requires_concealed else 0
    return tuple(way._replace(needs=way.needs | always) for way in _all_ways(house))


def highest(played: Sequence[Pattern], ways: Sequence[PatternRow], marks: int) -> tuple[Pattern, ...]:
    """The limit hands of the highest kind that a reading with these marks has, in the order of `played`."""
    reached = dict(earned(ways, marks))
    limits = tuple(limit for limit in played if limit.id in reached)
    return tuple(limit for limit in limits if limit.group == "full") or limits


assert {limit.id for limit in LIMITS} == {way.item for way in _WAYS} | {"nine_gates", "all_terminals_honours"}
