"""Which limit hands a reading reaches (docs/rules, A11, A17.10), as marks that they need and marks that bar them.

Knows no payments.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.rulesets.definitions import Pattern
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import LIMITS
from engine.rulesets.korean_japanese.scoring import features as m


class Needs(NamedTuple):
    """One way to reach a limit hand: all of `needs` are true and none of `bars`."""

    hand: str
    needs: int
    bars: int = 0


NUMBERED = m.CIRCLES | m.CHARACTERS | m.BAMBOO
NOT_CIRCLES, NOT_CHARACTERS = NUMBERED & ~m.CIRCLES, NUMBERED & ~m.CHARACTERS
ONE_HONOUR = m.HONOUR_PAIR | m.MORE_HONOUR_PONGS  # bars all honours but one pong

_WAYS = (
    Needs("small_dragons", m.TWO_DRAGONS | m.DRAGON_PAIR),
    Needs("small_winds", m.TWO_WINDS | m.WIND_PAIR),
    Needs("all_bamboo_honours", 0, m.CIRCLES | m.CHARACTERS | m.ORPHANS),
    Needs("outside_hand", m.SETS, m.PLAIN),
    # One suit (no bamboo) and honours.
    Needs("concealed_pure_with_honour_pong", m.CONCEALED | m.HONOUR_PONG | m.CIRCLES, NOT_CIRCLES),
    Needs("concealed_pure_with_honour_pong", m.CONCEALED | m.HONOUR_PONG | m.CHARACTERS, NOT_CHARACTERS),
    Needs("four_concealed_pongs", m.FOUR_HIDDEN),
    Needs("three_kongs_honour_pair", m.THREE_KONGS | m.HONOUR_PAIR, m.FOUR_KONGS),
    Needs("small_jade_dragon", m.GREEN_PONG | m.FIVE_PAIR),
    Needs("three_concealed_kongs", m.THREE_HIDDEN_KONGS),
    Needs("four_kongs", m.FOUR_KONGS),
    Needs("great_dragons", m.THREE_DRAGONS),
    Needs("great_winds", m.THREE_WINDS),
    Needs("bamboo_pongs_five_pair", m.BOTH_BAMBOO | m.FIVE_PAIR),
    Needs("four_concealed_kongs", m.FOUR_HIDDEN_KONGS),
    Needs("thirteen_orphans", m.ORPHANS),
    # One suit alone but for a pong of its dragon.
    Needs("pearl_dragon", m.WHITE_PONG | m.CIRCLES, NOT_CIRCLES | ONE_HONOUR),
    Needs("ruby_dragon", m.RED_PONG | m.CHARACTERS, NOT_CHARACTERS | ONE_HONOUR),
    Needs("great_jade_dragon", m.BOTH_BAMBOO | m.GREEN_PONG),
)


def _all_ways(house: KoreanJapaneseHouseRules) -> Iterator[Needs]:
    yield from _WAYS
    if house.wind_set == "NES":
        yield Needs("small_winds", m.TWO_WINDS | m.NORTH_PAIR)
    # Concealed; strictly: 1112345678999 before the win, so that the odd tile is the winning one.
    yield Needs("nine_gates", m.GATES | (m.ODD_WON if house.nine_gates_strict else 0))
    mixed = house.all_terminals_honours_scope == "mixed"
    yield Needs("all_terminals_honours", 0, m.INNER | m.ORPHANS | (0 if mixed else m.HONOUR))
    yield Needs("all_terminals_honours", m.HONOUR, m.INNER | m.ORPHANS | (0 if mixed else NUMBERED))


class LimitHands:
    """The limit hands of a table."""

    def __init__(self, house: KoreanJapaneseHouseRules, played: Sequence[Pattern]) -> None:
        """`played`: in A11's order."""
        always = m.CONCEALED if house.limit_requires_concealed else 0
        self.played = played
        self.ways = tuple((way.hand, way.needs | always, way.bars) for way in _all_ways(house))

    def reached(self, marks: int) -> tuple[Pattern, ...]:
        """Those of the highest kind that a reading with these marks reaches, in A11's order."""
        names = {hand for hand, needs, bars in self.ways if marks & needs == needs and not marks & bars}
        if not names:
            return ()
        found = tuple(limit for limit in self.played if limit.id in names)
        return tuple(limit for limit in found if limit.group == "full") or found


assert {limit.id for limit in LIMITS} == {way.hand for way in _WAYS} | {"nine_gates", "all_terminals_honours"}
