"""Scores of riichi hands given as text, without a match.

The result is the same as in a match, but without chips, and without the winner's own riichi stick, which is returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cache import Memo
from engine.errors import RuleViolation
from engine.hands.hand import Meld
from engine.hands.tile_counts import number, packed_text
from engine.hands.tiles import parse_tiles, read_tile
from engine.language import gettext_noop as _
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.scoring_types import Settlement, TableState, refused
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.rulesets.riichi.rules import RiichiRules

TILES = 14  # a kong counted as three


def score_text(
    book: RiichiRules,
    state: TableState,
    concealed: str,
    tile: str,
    winner: Seat,
    source: Seat | None = None,
    melds: Sequence[str] = (),
    riichi: bool = False,
    dora: str = "",
) -> Settlement:
    """The best score and the payments of a win by self-draw, or on a tile from `source`.

    `concealed`: the tiles outside melds, including the winning `tile`, as text (`123p 55m E dR`); `melds`: three tiles
    for a pong, four for a kong, in brackets if concealed (`[6666s]`); `dora`: the indicators. A hand that may not be
    declared pays nothing and has a `reason` (docs/formats.md). Raises `RuleViolation` for invalid text.
    """
    table = book.table(state, winner)
    held, on_table = packed_text(concealed), tuple(map(_MELDS.__getitem__, melds)) if melds else ()
    if number(held) + 3 * len(on_table) != TILES:
        return Settlement((refused(winner, "wrong_tile_count"),), ())
    way = table.standing | (m.RIICHI if riichi else 0) | (m.TSUMO if source is None else 0)
    by, special = "tsumo" if source is None else "ron", {"dora_indicators": parse_tiles(dora)} if dora else {}
    hand = (held, on_table, read_tile(tile, "tile"), by, way, riichi, special)
    score = book.score_held(table, winner, hand)
    if not score.legal:
        return Settlement((score,), ())
    return Settlement((score,), book.paid(state.dealer, winner, source, score, state.honba, state.sticks))


def _read_meld(word: str) -> Meld:
    hidden = word.startswith("[") and word.endswith("]")
    tiles = parse_tiles(word[1:-1] if hidden else word)
    if len(set(tiles)) != 1 or len(tiles) not in (3, 4) or hidden and len(tiles) == 3:
        raise RuleViolation("melds", _("melds must be a list of pongs and kongs."))
    return Meld("kong" if len(tiles) == 4 else "pong", tiles[0], not hidden)


_MELDS = Memo(_read_meld, 1 << 10)
