"""How many of each tile there are, in one whole number: six bits a kind. Knows no deck and no rules.

To add tiles is `+`, to take them away is `-`, and a suit is a slice of the number, by which what was found out
about that suit can be remembered. No kind may come to 64 or more.
"""

from collections.abc import Iterable, Iterator

from engine.cache import Memo
from engine.hands.tiles import ALL, KINDS, SUITS, Tile, parsed

BITS = 6
ONE = tuple(1 << BITS * tile for tile in range(KINDS))
FIRST = (0, 9, 18, 27)  # of circles, characters, bamboo, honours
SHIFT = tuple(BITS * first for first in FIRST)
SUIT = (1 << BITS * 9) - 1
EACH = sum(ONE)
TOP_BITS = 32 * EACH
# What seven pairs may not have in the six bits of a tile: anything but two, or two and four.
NO_PAIR = {False: ~(2 * EACH), True: ~(6 * EACH)}


def packed(tiles: Iterable[Tile]) -> int:
    """The number of these tiles."""
    return sum(map(ONE.__getitem__, tiles))


def packed_text(short: str) -> int:
    """The number of the tiles in a text of either form, e.g. `123p 55m E dR`. Raises `RuleViolation`."""
    return sum(map(_of_word, short.split()))


def number(held: int) -> int:
    """How many tiles, fewer than 63: 64 leaves 1, so that the places add up."""
    return held % 63


def copies(held: int, tile: Tile) -> int:
    """How many of `tile`."""
    return held >> BITS * tile & 63


def pairs(held: int) -> tuple[Tile, ...]:
    """The pairs among these tiles, four of a kind as two of them."""
    return tuple([tile for tile in kinds(held) for _pair in range(copies(held, tile) // 2)])


def within(deck: int, held: int) -> bool:
    """Whether `deck` has all that is `held`, fewer than 32 of a kind: what it has too few of borrows the top bit."""
    return (deck + TOP_BITS - held) & TOP_BITS == TOP_BITS


def kinds(held: int) -> Iterator[Tile]:
    """Every kind that is there, in the order of the tiles."""
    while held:
        place = ((held & -held).bit_length() - 1) // BITS
        yield ALL[place]
        held &= _ABOVE[place]


_ABOVE = tuple(-1 << BITS * (tile + 1) for tile in ALL)


def _word(word: str) -> int:
    """The number of the tiles of one word."""
    suit = _NUMBERED.get(word[-1])
    try:
        if suit is not None and len(word) > 1:
            return sum(map(_ONE_NUMBERED.__getitem__, word[:-1])) << SHIFT[suit]
    except KeyError:  # a word of more than one suit, or no tile
        pass
    return packed(parsed(word))


# The number of 1 … 9 in their suit, by their text; suits by theirs.
_ONE_NUMBERED = {str(place + 1): ONE[place] for place in range(9)}
_NUMBERED = {suit: place for place, suit in enumerate(SUITS)}
_WORDS = Memo(_word, 1 << 14)
_of_word = _WORDS.__getitem__
