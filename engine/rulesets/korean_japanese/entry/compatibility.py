"""The patterns that one hand can combine, derived from the rows that count them (docs/rules, A4, A6, A12.4).

Used to check ticks. Hands entered by tiles don't need it.
"""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from engine.rulesets.checklist import Compatibility, MarkFacts
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.scoring import features as m
from engine.rulesets.korean_japanese.scoring.hand_points import NUMBERED, rows_of_hand, rows_of_sets
from engine.rulesets.scoring_types import PatternRow

_WON_NORTH = 1 << 63  # the winning tile is a North; readings have no such mark
_ONE_SUIT = [NUMBERED & ~suit for suit in (m.CIRCLES, m.CHARACTERS, m.BAMBOO)]
FACTS = MarkFacts(
    follows={
        m.PAIRS: m.CONCEALED,
        m.ORPHANS: m.HONOUR,
        m.CHOW: m.SETS,
        m.PONG: m.SETS,
        m.TWIN: m.CHOW,
        m.STRAIGHT: m.CHOW,
        m.THREE_HIDDEN: m.PONG,
        m.THREE_KONGS: m.PONG,
        m.BOTH_BAMBOO: m.BAMBOO | m.PONG,
        m.HONOUR_PAIR: m.HONOUR,
        m.NORTH_PAIR: m.HONOUR_PAIR,
        _WON_NORTH: m.NORTH_PAIR,
        m.HONOUR_PONG: m.HONOUR | m.PONG,
        **dict.fromkeys((m.TWO_DRAGONS, m.OWN_PONG, m.SEAT_PONG, m.ROUND_PONG, m.NORTH_PONG), m.HONOUR_PONG),
    },
    rules_out={m.PAIRS: m.SETS, m.SETS: m.PAIRS | m.ORPHANS, m.NORTH_PONG: m.NORTH_PAIR | _WON_NORTH},
    one_of={m.HONOUR: m.HONOUR_PONG | m.HONOUR_PAIR},
    of_digit={
        m.DRAGON_PONGS: m.HONOUR_PONG,
        m.WIND_PONGS: m.HONOUR_PONG,
        m.BAMBOO_PONGS: m.BAMBOO | m.PONG,
        m.KONGS: m.PONG,
        m.TWINS: m.TWIN,
        m.NORTH_PAIRS: m.NORTH_PAIR,
    },
    at_least={
        m.TWO_DRAGONS: (m.DRAGON_PONGS, 2),
        m.OWN_PONG: (m.DRAGON_PONGS, 1),
        m.SEAT_PONG: (m.WIND_PONGS, 1),
        m.ROUND_PONG: (m.WIND_PONGS, 1),
        m.BOTH_BAMBOO: (m.BAMBOO_PONGS, 2),
        m.THREE_KONGS: (m.KONGS, 3),
    },
    # Pongs and chows aren't compared: the number of sets is checked instead.
    compared=NUMBERED | m.HONOUR | m.SETS | m.HONOUR_PAIR | m.NORTH_PAIR | _WON_NORTH,
    # Four pongs and a pair of only 1s and 9s need more than one suit.
    impossible=tuple(m.INNER | m.HONOUR | m.CHOW | others for others in _ONE_SUIT),
)
# Digits that count different pongs; the others can count the same ones.
_OWN_PONGS = (m.DRAGON_PONGS, m.WIND_PONGS, m.BAMBOO_PONGS)


class PatternCompatibility(Compatibility):
    """The exclusions and implications of a table's patterns, and the sets that they need."""

    def __init__(self, house: KoreanJapaneseHouseRules) -> None:
        # Includes items that this table doesn't play, which have their own refusal.
        house = replace(house, seat_dragons=True, north_tile=True)
        rows = (*rows_of_sets(house), *rows_of_hand(house), PatternRow("north_win", _WON_NORTH))
        # Kongs of North are ticked separately; callers add them to the other kongs.
        rows = tuple(row._replace(digit=m.KONGS) if row.digit == m.OTHER_KONGS else row for row in rows)
        # “All chows” may be ticked without “no honours”, which it implies.
        super().__init__(FACTS, rows, without_grounds=("all_chows",))

    def pongs_needed(self, counts: Counter[str]) -> int:
        """The least number of pongs and kongs that the ticks need."""
        own: Counter[int] = Counter()
        least = counts["kong"] + counts["north_kong"]
        for item, times in counts.items():
            for row in self.rows.get(item, ())[:1] if times else ():
                digit, many = self._pongs(row, times)
                own[digit] = max(many, own[digit])
                if row.bars & m.CHOW:
                    least = max(least, 4)
                elif row.needs & (m.THREE_HIDDEN | m.THREE_KONGS):
                    least = max(least, 3)
        return max(least, own.total())

    def _pongs(self, row: PatternRow, times: int) -> tuple[int, int]:
        """The digit that counts the row's own pongs, and their number; (0, 0) if the row needs no pongs of its own."""
        if row.needs & m.NORTH_PONG:
            return m.NORTH_PAIRS, times
        pongs = next((FACTS.at_least[mark] for mark in FACTS.at_least if row.needs & mark), (row.digit or 0, times))
        return pongs if pongs[0] in _OWN_PONGS else (0, 0)

    def chows_needed(self, counts: Counter[str]) -> int:
        """The least number of chows that the ticks need."""
        identical = counts["identical_chows"]
        least = 3 + identical if counts["straight"] else 2 * identical
        return max(least, 4) if counts["all_chows"] else least


compatibility = lru_cache(64)(PatternCompatibility)
