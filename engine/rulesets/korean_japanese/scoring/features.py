"""The marks of a reading, one bit each, and its digits: counts of four bits each (docs/rules, A6, A11).

Patterns need some marks and are ruled out by others. To combine parts, join marks with `|` and add counts.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.hands.readings import TileSet
from engine.hands.tiles import (
    ALL,
    DRAGONS,
    FIVE_BAMBOO,
    GREEN,
    HONOURS,
    NORTH,
    RED,
    TERMINALS_HONOURS,
    TILES,
    WHITE,
    WINDS,
    Tile,
)

_bits = iter([1 << place for place in range(64)])

# The tiles: their suits; whether any is from 2 to 8.
CIRCLES, CHARACTERS, BAMBOO, HONOUR = SUITS = tuple(next(_bits) for _mark in range(4))
INNER = next(_bits)
# The reading. A plain set or pair has no 1, 9 or honour.
SETS, PAIRS, ORPHANS = (next(_bits) for _mark in range(3))
CHOW, PONG, PLAIN, TWIN, STRAIGHT = (next(_bits) for _mark in range(5))  # twins are two identical chows
HONOUR_PAIR, DRAGON_PAIR, WIND_PAIR, NORTH_PAIR, FIVE_PAIR = (next(_bits) for _mark in range(5))
# Pongs and kongs; hidden ones were made without another player's tile (A4.7).
THREE_HIDDEN, FOUR_HIDDEN = next(_bits), next(_bits)
THREE_KONGS, FOUR_KONGS, THREE_HIDDEN_KONGS, FOUR_HIDDEN_KONGS = (next(_bits) for _mark in range(4))
HONOUR_PONG, MORE_HONOUR_PONGS = next(_bits), next(_bits)
WHITE_PONG, GREEN_PONG, RED_PONG, NORTH_PONG = (next(_bits) for _mark in range(4))
TWO_DRAGONS, THREE_DRAGONS, TWO_WINDS, THREE_WINDS, BOTH_BAMBOO = (next(_bits) for _mark in range(5))
SEAT_PONG, ROUND_PONG, OWN_PONG = (next(_bits) for _mark in range(3))
# The same in every reading; `ODD_WON`: the odd tile of nine gates is the winning one.
CONCEALED, WALL, GATES, ODD_WON = (next(_bits) for _mark in range(4))
# The lowest bit of each digit.
KONGS, OTHER_KONGS, TWINS, NORTH_PAIRS, DRAGON_PONGS, WIND_PONGS, BAMBOO_PONGS = range(64, 64 + 7 * 4, 4)

# The counts of a part, four bits each. Above them are the pongs of each tile in `_KINDS`.
ONE_HIDDEN, _KONG, _HIDDEN_KONG, _OTHER_KONG, _TWINS, _NORTH_PAIR = (1 << 4 * place for place in range(6))
_LOW = 24
_KINDS = (TILES["1s"], TILES["9s"], *HONOURS)
_PONG_OF = {tile: 1 << _LOW + 4 * place for place, tile in enumerate(_KINDS)}


def _of_tile(tile: Tile) -> int:
    return SUITS[tile // 9] | (0 if tile in TERMINALS_HONOURS else INNER | PLAIN)


def _of_pair(tile: Tile) -> int:
    marks = _of_tile(tile) | (HONOUR_PAIR if tile in HONOURS else 0) | (FIVE_PAIR if tile == FIVE_BAMBOO else 0)
    if tile in DRAGONS:
        return marks | DRAGON_PAIR
    if tile in WINDS:
        return marks | (NORTH_PAIR if tile == NORTH else WIND_PAIR)
    return marks


def _of_set(group: TileSet) -> tuple[int, int]:
    if group.kind == "chow":
        return SUITS[group.tile // 9] | CHOW | INNER | (0 if group.tile % 9 in (0, 6) else PLAIN), 0
    counts = _PONG_OF.get(group.tile, 0) + (0 if group.exposed else ONE_HIDDEN)
    if group.kind == "kong":
        counts += _KONG + (0 if group.exposed else _HIDDEN_KONG) + (0 if group.tile == NORTH else _OTHER_KONG)
    return _of_tile(group.tile) | PONG, counts


_GROUPS = [TileSet(kind, tile, up) for kind in ("chow", "pong", "kong") for tile in ALL for up in (False, True)]
# (marks, counts) of each pair and set.
OF_PAIR = tuple((_of_pair(tile), _NORTH_PAIR if tile == NORTH else 0) for tile in ALL)
OF_SET = {group: _of_set(group) for group in _GROUPS}


def of_part(groups: Sequence[TileSet], pairs: Sequence[Tile] = ()) -> tuple[int, int]:
    """The marks and counts of some sets and pairs. If there are chows, all sets must be of one suit."""
    marks = counts = 0
    for more, further in (*[OF_PAIR[pair] for pair in pairs], *[OF_SET[group] for group in groups]):
        marks |= more
        counts += further
    if not marks & CHOW or len(groups) < 2:
        return marks, counts
    begins = [group.tile for group in groups if group.kind == "chow"]
    different = set(begins)
    if len(different) < len(begins):
        counts += _TWINS * sum([begins.count(tile) // 2 for tile in different])
    if len(different) >= 3 and {0, 3, 6} <= {tile % 9 for tile in different}:
        marks |= STRAIGHT
    return marks, counts


class WinnerPlace:
    """The winner's seat, which decides the marks of wind and dragon pongs."""

    def __init__(self, winds: Sequence[Tile], seat: Tile, of_round: Tile, dragon: Tile) -> None:
        """Prepare the marks of one seat.

        `winds`: all winds whose pongs count; `seat`, `of_round`: the seat wind and the round wind; `dragon`: the
        winner's own dragon.
        """
        self.winds, self.seat, self.of_round, self.dragon = winds, seat, of_round, dragon
        self._of_pongs = lru_cache(1024)(self._marks_of_pongs)

    def marks(self, counts: int) -> int:
        """Convert the counts of a reading to marks and digits."""
        marks = _of_low(counts & (1 << _LOW) - 1)
        return marks | self._of_pongs(counts >> _LOW) if counts >> _LOW else marks

    def _marks_of_pongs(self, pongs: int) -> int:
        times = {tile: pongs >> 4 * place & 15 for place, tile in enumerate(_KINDS)}
        honours, dragons, winds = (sum(times[tile] for tile in tiles) for tiles in (HONOURS, DRAGONS, self.winds))
        bamboo = times[_KINDS[0]] + times[_KINDS[1]]
        holds = {
            HONOUR_PONG: honours > 0,
            MORE_HONOUR_PONGS: honours > 1,
            TWO_DRAGONS: dragons >= 2,
            THREE_DRAGONS: dragons == 3,
            TWO_WINDS: winds == 2,
            THREE_WINDS: winds == 3,
            BOTH_BAMBOO: bamboo == 2,
            WHITE_PONG: times[WHITE],
            GREEN_PONG: times[GREEN],
            RED_PONG: times[RED],
            NORTH_PONG: times[NORTH],
            SEAT_PONG: times[self.seat],
            ROUND_PONG: times[self.of_round],
            OWN_PONG: times[self.dragon],
        }
        digits = dragons << DRAGON_PONGS | winds << WIND_PONGS | bamboo << BAMBOO_PONGS
        return digits | sum(mark for mark, true in holds.items() if true)


@lru_cache(1024)
def _of_low(counts: int) -> int:
    """The marks and digits that are the same for every seat."""
    hidden, kongs, hidden_kongs, others, twins, norths = (counts >> 4 * place & 15 for place in range(6))
    holds = {
        THREE_HIDDEN: hidden >= 3,
        FOUR_HIDDEN: hidden == 4,
        THREE_KONGS: kongs >= 3,
        FOUR_KONGS: kongs == 4,
        THREE_HIDDEN_KONGS: hidden_kongs >= 3,
        FOUR_HIDDEN_KONGS: hidden_kongs == 4,
        TWIN: twins,
    }
    digits = kongs << KONGS | others << OTHER_KONGS | twins << TWINS | norths << NORTH_PAIRS
    return digits | sum(mark for mark, true in holds.items() if true)
