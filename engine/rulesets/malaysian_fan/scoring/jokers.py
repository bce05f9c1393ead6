"""Playing tiles as they lie on the table: a joker is `J` before the tile that it stands for, `J3p` (docs/rules, C2.5).

The short form joins the numbers of one suit, those of jokers for themselves: `234p J57p dR`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from engine.errors import RuleViolation
from engine.hands.tiles import TILES, Tile, format_tiles, parse_tiles, text
from engine.language import gettext_noop as _

MARK = "J"


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: the tile that it is or, as a `joker`, the tile that it stands for."""

    tile: Tile
    joker: bool = False

    def __str__(self) -> str:
        return MARK * self.joker + text(self.tile)


def read_piece(token: object, field: str) -> Piece:
    """One piece from its text. Raises `RuleViolation` for `field`."""
    said = token if isinstance(token, str) else ""
    tile = TILES.get(said.removeprefix(MARK))
    if tile is None:
        raise RuleViolation(
            field,
            _("%(key)s takes tiles such as 1p, E, dR, and J3p for a joker; %(token)s is none."),
            key=field,
            token=str(token)[:20],
        )
    return Piece(tile, said.startswith(MARK))


def read_pieces(tokens: object, field: str) -> tuple[Piece, ...]:
    """A list of pieces. Raises `RuleViolation` for `field`."""
    if not isinstance(tokens, list | tuple):
        raise RuleViolation(field, _("%(key)s takes a list of tiles."), key=field)
    return tuple(read_piece(token, field) for token in tokens)


def parse_pieces(short: str) -> tuple[Piece, ...]:
    """Pieces from the short form. Raises `RuleViolation`."""
    return tuple(piece for word in short.split() for piece in _word(word))


def _word(word: str) -> Iterator[Piece]:
    """One word: all its tiles are jokers, or none."""
    tiles = parse_tiles(word.removeprefix(MARK))
    if not tiles:
        raise RuleViolation("tiles", _("%(token)s is no tile."), token=word[:20])
    for tile in tiles:
        yield Piece(tile, word.startswith(MARK))


def format_pieces(pieces: Iterable[Piece]) -> str:
    """The short form, in the order given: `parse_pieces` reads the same pieces back."""
    words = []
    for joker, run in groupby(pieces, lambda piece: piece.joker):
        words += [MARK * joker + word for word in format_tiles(piece.tile for piece in run).split()]
    return " ".join(words)
