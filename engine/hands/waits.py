"""The tiles that complete a hand of thirteen, and their scores at this table (docs/rules, A9, A17.8).

The rule book supplies the house rules; the caller supplies the tiles visible elsewhere.
"""

from collections.abc import Collection
from dataclasses import dataclass

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.hands.tiles import ALL, TILES, Tile, count, text
from engine.language import gettext_noop as _
from engine.match.entries import Win
from engine.match.fields import Payload
from engine.match.payments import PaymentLine, totals
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.scoring_types import Score, TableState
from engine.seats import Seat

FULL = 13


@dataclass(frozen=True, slots=True)
class WinOnTile:
    """One way to win on a tile: its score and, if the win may be declared, the opponents' payments."""

    score: Score
    lines: tuple[PaymentLine, ...] = ()

    @property
    def collects(self) -> int:
        """The points that the winner would get, including any goulash payments."""
        return totals(self.lines)[self.score.winner]


@dataclass(frozen=True, slots=True)
class WaitingTile:
    """A tile that completes the hand: the number of copies still available, and both ways to win on it.

    `left` is 0 if every other copy is visible elsewhere; such a tile is not a wait (A9.1).
    """

    tile: Tile
    left: int
    wall: WinOnTile
    discard: WinOnTile

    @property
    def is_refused(self) -> bool:
        """Whether neither way to win may be declared, so that the tile is not a wait (A9.1)."""
        return not (self.wall.score.legal or self.discard.score.legal)

    @property
    def awaited(self) -> bool:
        """Whether the hand is waiting on this tile (A9.1, A17.8)."""
        return self.left > 0 and not self.is_refused


def missing(hand: TileHand) -> int:
    """The number of tiles that a waiting hand lacks, with each meld counted as three; negative if it has too many."""
    return FULL - len(hand.concealed) - 3 * len(hand.melds)


def read_waiting(book: RuleBook, payload: Payload) -> Win:
    """Read a hand that lacks its winning tile. Raises `RuleViolation`.

    `payload`: an entry without `win`. The book reads the hand as a self-draw with one more tile, which is then removed.
    """
    held = count(tile for tile in map(TILES.get, payload["concealed"]) if tile is not None)
    last = next(tile for tile in ALL if held[tile] < book.deck[tile])
    entry = {
        **payload,
        "concealed": [*payload["concealed"], text(last)],
        "win": {"by": book.by_wall, "tile": text(last)},
    }
    win = book.read_hand(entry).wins[0]
    assert isinstance(win.count, TileHand)
    concealed = list(win.count.concealed)
    concealed.remove(last)
    return win._replace(count=win.count._replace(concealed=tuple(concealed), tile=None))


def waits(
    book: RuleBook,
    state: TableState,
    seat: Seat,
    hand: TileHand,
    seen: Collection[Tile] = (),
    declared_ready: bool = False,
) -> tuple[WaitingTile, ...]:
    """Every tile that completes `hand`, in tile order, whether or not the hand is waiting on it.

    `hand`: a hand without its winning tile; `seen`: the tiles visible elsewhere. Tiles of which the hand holds every
    copy are left out. Raises `RuleViolation` if the hand is not one tile short.
    """
    if missing(hand):
        sentence = _("A waiting hand has 13 tiles (a kong counts as three). This hand has %(held)s.")
        raise RuleViolation("tiles", sentence, held=FULL - missing(hand))
    held, seen_of = book.copies(hand), count(seen)
    waiting = []
    for tile in ALL:
        if held[tile] < book.deck[tile]:
            full = hand._replace(concealed=(*hand.concealed, tile), tile=tile)
            wall = _way(book, state, Win(seat, book.by_wall, None, full, declared_ready=declared_ready))
            discard = _way(book, state, Win(seat, book.by_discard, seat.after(1), full, declared_ready=declared_ready))
            if any(win.score.legal or win.score.reason in book.short_of for win in (wall, discard)):
                waiting.append(WaitingTile(tile, max(book.deck[tile] - held[tile] - seen_of[tile], 0), wall, discard))
    return tuple(waiting)


def _way(book: RuleBook, state: TableState, win: Win) -> WinOnTile:
    score = book.score(state, win)
    return WinOnTile(score, book.pay_win(state, win, score) if score.legal else ())
