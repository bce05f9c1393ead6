"""Which tiles complete a hand of thirteen, and for how much at this table (docs/rules, A9, A17.8).

Knows the table's house rules through its rule book; what lies open elsewhere it is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from engine.entries import Win
from engine.errors import RuleViolation
from engine.hand import TileHand
from engine.language import gettext_noop as _
from engine.payments import totals
from engine.rulesets.base import RuleBook, Score, TableState
from engine.seats import Seat
from engine.tiles import ALL, Tile, count


@dataclass(frozen=True, slots=True)
class Way:
    """One way to win on a tile: what it scores and what the winner would collect."""

    score: Score
    collects: int


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand: how many can still come, by whose hand, for how much.

    `wall`, `discard`: None where that win may not be declared. `short`: the hand is complete with the
    tile, but below the table's minimum both ways, so that it is no wait (A9.1).
    """

    tile: Tile
    left: int
    wall: Way | None
    discard: Way | None
    short: Score | None


def waits(
    book: RuleBook, state: TableState, seat: Seat, hand: TileHand, seen: Collection[Tile] = ()
) -> tuple[Wait, ...]:
    """Every tile that completes `hand`, in the order of the tiles.

    `hand` lacks its winning tile; `seen` are tiles that lie open elsewhere. Tiles of which no copy
    can come are left out. Raises `RuleViolation` for a hand that is not one tile short in number.
    """
    if len(hand.concealed) != 13 - 3 * len(hand.melds):
        raise RuleViolation(
            "tiles",
            _("A waiting hand has 13 tiles, a set laid down counting as three: %(held)s more are needed."),
            held=13 - 3 * len(hand.melds) - len(hand.concealed),
        )
    held = count((*hand.tiles, *seen))
    found = (_wait(book, state, seat, hand, tile, book.deck[tile] - held[tile]) for tile in ALL)
    return tuple(wait for wait in found if wait)


def _wait(book: RuleBook, state: TableState, seat: Seat, hand: TileHand, tile: Tile, left: int) -> Wait | None:
    if left <= 0:
        return None
    full = replace(hand, concealed=(*hand.concealed, tile), tile=tile)
    ways = list(_ways(book, state, seat, full))
    wall, discard = (Way(s, paid) if s.legal else None for s, paid in ways)
    short = next((score for score, _paid in ways if score.reason == "minimum_not_reached"), None)
    if wall is None and discard is None and short is None:
        return None
    return Wait(tile, left, wall, discard, None if wall or discard else short)


def _ways(book: RuleBook, state: TableState, seat: Seat, full: TileHand) -> Iterator[tuple[Score, int]]:
    """The win from the wall and on a discard by the next player."""
    for by, source in ((book.win_by[0], None), (book.win_by[1], seat.after(1))):
        win = Win(seat, by, source, full)
        score = book.score(state, win)
        lines = book.pay_win(state, win, score) if score.legal else ()
        yield score, totals(lines)[seat]
