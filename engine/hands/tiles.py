"""Tiles as small whole numbers, and their notation as text.

Notation: `1p`…`9p` circles, `1m`…`9m` characters, `1s`…`9s` bamboo, `E S W N` winds, `dW dG dR` dragons
(docs/formats.md). The short form joins the numbers of one suit: `123p 55m E dR`. The module does not depend on decks or
rules.
"""

import re
from collections.abc import Iterable
from itertools import chain, groupby
from typing import NewType

from engine.cache import Memo
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import Wind

Tile = NewType("Tile", int)

SUITS = "pms"
TEXTS = (*(f"{number}{suit}" for suit in SUITS for number in range(1, 10)), *("E", "S", "W", "N", "dW", "dG", "dR"))
KINDS = len(TEXTS)
TILES = {text: Tile(index) for index, text in enumerate(TEXTS)}
ALL = tuple(TILES.values())

CIRCLES, CHARACTERS, BAMBOO = (ALL[0:9], ALL[9:18], ALL[18:27])
WINDS, DRAGONS = ALL[27:31], ALL[31:34]
HONOURS = ALL[27:34]
NORTH = TILES["N"]
WHITE, GREEN, RED = DRAGONS
FIVE_BAMBOO = TILES["5s"]
TERMINALS = tuple(TILES[f"{number}{suit}"] for suit in SUITS for number in (1, 9))
TERMINALS_HONOURS = frozenset((*TERMINALS, *HONOURS))
OF_WIND = {wind: TILES[wind.value] for wind in Wind}

_TOKEN = re.compile(r"([1-9]+)([pms])|d[WGR]|[ESWN]")


def text(tile: Tile) -> str:
    return TEXTS[tile]


def suit_of(tile: Tile) -> int:
    """The suit of a tile: 0 circles, 1 characters, 2 bamboo, 3 honours."""
    return tile // 9


def read_tile(token: object, field: str) -> Tile:
    """Read one tile from text such as "1p". Raises `RuleViolation` for `field`."""
    tile = TILES.get(token) if isinstance(token, str) else None
    if tile is None:
        sentence = _("%(key)s must contain tiles such as 1p, 9m, 5s, E or dR. %(token)s isn’t a tile.")
        raise RuleViolation(field, sentence, token=str(token)[:20])
    return tile


def read_tiles(tokens: object, field: str) -> tuple[Tile, ...]:
    """Read a list of tiles such as `["1p", "E"]`. Raises `RuleViolation` for `field`."""
    if not isinstance(tokens, (list, tuple)):
        raise RuleViolation(field, _("%(key)s must be a list of tiles."))
    try:
        return tuple(map(TILES.__getitem__, tokens))
    except (KeyError, TypeError):  # one of them is not a tile: read them again one by one, to name it in the error
        return tuple(read_tile(token, field) for token in tokens)


def parse_tiles(short: str) -> tuple[Tile, ...]:
    """Read tiles written in the long or short form, e.g. `123p 55m E dR`. Raises `RuleViolation`."""
    return tuple(chain.from_iterable(map(_of_word, short.split())))


def parsed(word: str) -> tuple[Tile, ...]:
    """The tiles of one word, e.g. `123p`. Raises `RuleViolation`."""
    of_suit = _NUMBERED.get(word[-1], TILES)  # TILES: a letter is a tile
    try:
        return tuple(map(of_suit.__getitem__, word[:-1] if of_suit is not TILES else word)) or _spelled(word)
    except KeyError:  # a word of more than one suit, or not a tile
        return _spelled(word)


def _spelled(word: str) -> tuple[Tile, ...]:
    """The tiles of one word, which may contain several suits. Raises `RuleViolation`."""
    tiles: list[Tile] = []
    place = 0
    while place < len(word):
        match = _TOKEN.match(word, place)
        if match is None:
            raise RuleViolation("tiles", _("%(token)s isn’t a tile."), token=word[place:][:20])
        numbers, suit = match.groups()
        names = [f"{number}{suit}" for number in numbers] if suit else [match.group()]
        tiles += (TILES[name] for name in names)
        place = match.end()
    return tuple(tiles)


# The tiles of each suit by number, and a cache of words.
_NUMBERED = {suit: {str(number): TILES[f"{number}{suit}"] for number in range(1, 10)} for suit in SUITS}
_WORDS = Memo(parsed, 1 << 14)
_of_word = _WORDS.__getitem__


def format_tiles(tiles: Iterable[Tile]) -> str:
    """The tiles in the short form, in the order given; `parse_tiles` reads them back."""
    words = []
    for suit, run in groupby(tiles, suit_of):
        names = [TEXTS[tile] for tile in run]
        words += names if suit == 3 else ["".join(name[0] for name in names) + SUITS[suit]]
    return " ".join(words)


def count(tiles: Iterable[Tile]) -> list[int]:
    """The number of tiles of each kind, indexed by tile."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts
