"""Tile counts, packed into one whole number with six bits for each kind of tile.

Add tiles with `+` and remove them with `-`. A suit is a slice of the number, which can be used as a cache key for that
suit. The count of a kind must stay below 64. The module does not depend on decks or rules.
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
# The bits that no tile of seven pairs may have set: all but the bit for 2 or, if four are allowed, those for 2 and 4.
NO_PAIR = {False: ~(2 * EACH), True: ~(6 * EACH)}


def packed(tiles: Iterable[Tile]) -> int:
    """The packed counts of these tiles."""
    return sum(map(ONE.__getitem__, tiles))


def packed_text(short: str) -> int:
    """The packed counts of tiles written in the long or short form, e.g. `123p 55m E dR`. Raises `RuleViolation`."""
    return sum(map(_of_word, short.split()))


def number(held: int) -> int:
    """The number of tiles, at most 62: each power of 64 is 1 modulo 63, so the remainder is the sum of the counts."""
    return held % 63


def copies(held: int, tile: Tile) -> int:
    """The number of copies of `tile`."""
    return held >> BITS * tile & 63


def pairs(held: int) -> tuple[Tile, ...]:
    """The pairs among these tiles, with four of a kind as two pairs."""
    return tuple([tile for tile in kinds(held) for _pair in range(copies(held, tile) // 2)])


def within(deck: int, held: int) -> bool:
    """Whether `deck` includes all of `held`.

    Both must have fewer than 32 copies of each tile. If `deck` has too few copies of a tile, the top bit of that tile
    is cleared.
    """
    return (deck + TOP_BITS - held) & TOP_BITS == TOP_BITS


def kinds(held: int) -> Iterator[Tile]:
    """Yield every kind that is present, in tile order."""
    while held:
        place = ((held & -held).bit_length() - 1) // BITS
        yield ALL[place]
        held &= _ABOVE[place]


_ABOVE = tuple(-1 << BITS * (tile + 1) for tile in ALL)


def _word(word: str) -> int:
    suit = _NUMBERED.get(word[-1])
    try:
        if suit is not None and len(word) > 1:
            return sum(map(_ONE_NUMBERED.__getitem__, word[:-1])) << SHIFT[suit]
    except KeyError:  # a word of more than one suit, or not a tile
        pass
    return packed(parsed(word))


# The packed counts of 1 … 9 within their suit, by text; the suits, by letter.
_ONE_NUMBERED = {str(place + 1): ONE[place] for place in range(9)}
_NUMBERED = {suit: place for place, suit in enumerate(SUITS)}
_WORDS = Memo(_word, 1 << 14)
_of_word = _WORDS.__getitem__
