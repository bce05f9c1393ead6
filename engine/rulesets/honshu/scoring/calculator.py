"""What a hand of Honshu sanma is worth, straight from text: for programs that count many hands and play no match.

The rules are those of an entry of a match; what is left out is the entry: its form, who else sits there, the winner's
own riichi stick, which comes back.
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
from engine.rulesets.honshu.scoring import best_score
from engine.rulesets.honshu.scoring import features as m
from engine.rulesets.scoring_types import Settlement, TableState
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.rulesets.honshu import Honshu


def score_text(
    book: Honshu,
    state: TableState,
    concealed: str,
    tile: str,
    winner: Seat,
    source: Seat | None = None,
    melds: Sequence[str] = (),
    riichi: bool = False,
    dora: str = "",
) -> Settlement:
    """The best score of a win by self-draw, or on a tile of `source`, and who pays whom.

    `concealed`: the tiles that are in no meld, with the winning one, `tile`, as text (`123p 55m E dR`); `melds`: three
    tiles for a pong, four for a kong, face down in brackets (`[6666s]`); `dora`: the indicators. A hand that may not be
    declared pays nothing and says why (`reason`, docs/formats.md). Raises `RuleViolation` for text that is neither
    tiles nor a meld.
    """
    table = book.table(state, winner)
    held, lying = packed_text(concealed), tuple(map(_LYING.__getitem__, melds)) if melds else ()
    if number(held) + 3 * len(lying) != best_score.TILES:
        return Settlement((best_score.refused(winner, "wrong_tile_count"),), ())
    way = table.standing | (m.RIICHI if riichi else 0) | (m.TSUMO if source is None else 0)
    by, special = "tsumo" if source is None else "ron", {"dora_indicators": parse_tiles(dora)} if dora else {}
    hand = (held, lying, read_tile(tile, "tile"), by, way, riichi, special)
    score = best_score.score_held(table, winner, hand)
    if not score.legal:
        return Settlement((score,), ())
    return Settlement((score,), book.paid(state.dealer, winner, source, score, state.honba, state.sticks))


def _lying(word: str) -> Meld:
    """A set on the table. Raises `RuleViolation`."""
    hidden = word.startswith("[") and word.endswith("]")
    tiles = parse_tiles(word[1:-1] if hidden else word)
    if len(set(tiles)) != 1 or len(tiles) not in (3, 4) or hidden and len(tiles) == 3:
        raise RuleViolation("melds", _("melds must be a list of pongs and kongs."))
    return Meld("kong" if len(tiles) == 4 else "pong", tiles[0], not hidden)


_LYING = Memo(_lying, 1 << 10)
