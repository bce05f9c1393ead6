"""What a rule book works out: items, scores, payments, the table before a hand. Values alone, no rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.hands.hand import TileHand
from engine.hands.readings import Groups, Reading, TileSet
from engine.hands.tiles import Tile, count
from engine.match.payments import PaymentLine, between_players, in_pot, totals
from engine.seats import NOTHING, PerSeat, Points, Seat, Wind, add

NOBODY: Mapping[Seat, int] = MappingProxyType({})


class Item(NamedTuple):
    """What one pattern earned in a hand: `points` in all, for `times` occurrences."""

    id: str
    points: int
    clause: str
    times: int = 1


class PatternRow(NamedTuple):
    """A pattern that a hand has where all of `needs` are true and none of `bars`: once, or as often as `digit` says."""

    item: str
    needs: int = 0
    bars: int = 0
    digit: int | None = None


Rows = Sequence[PatternRow]


def earned(rows: Rows, marks: int) -> Iterator[tuple[str, int]]:
    """(item, how often) for each row that a hand with these marks earns, in the order of the rows."""
    for item, needs, bars, digit in rows:
        if marks & needs == needs and not marks & bars:
            times = 1 if digit is None else marks >> digit & 15
            if times:
                yield item, times


class LimitHand(NamedTuple):
    """A hand of fixed value: its kind ("half", "full", "yakuman"), the names reached, what one unit pays (of
    yakuman: how many of them are paid)."""

    kind: str
    names: tuple[str, ...]
    value: int


def sets_so_far(hand: TileHand) -> Groups:
    """The sets that an unfinished hand has whatever the rest becomes: three of a kind, and what lies on the table."""
    triples = (TileSet("pong", Tile(tile)) for tile, held in enumerate(count(hand.concealed)) if held >= 3)
    return (*triples, *(TileSet(meld.kind, meld.tile, meld.exposed) for meld in hand.melds))


class Score(NamedTuple):
    """What one winning hand is worth before it is known who pays.

    `points` are hand-points, han or fan (None where a limit is paid); `bonus_points` what an
    opponent owes who gets no discount, `owed` what each opponent owes of them. A hand that may not
    be declared has `legal` False and a `reason` (an id of docs/formats.md). `reading` is how its tiles
    were read, `counted` what the reading of a limit hand would count.
    """

    winner: Seat
    items: tuple[Item, ...] = ()
    points: int | None = None
    bonus_items: tuple[Item, ...] = ()
    bonus_points: int | None = None
    owed: Mapping[Seat, int] = NOBODY
    limit: LimitHand | None = None
    legal: bool = True
    reason: str | None = None
    reading: Reading | None = None
    counted: Score | None = None


class Settlement(NamedTuple):
    """What an entry pays: the scores behind it and the lines of who pays whom and why."""

    scores: tuple[Score, ...]
    lines: tuple[PaymentLine, ...]

    @property
    def payments(self) -> Points:
        """What each player gains or loses, sticks included: sums to 0 with `to_table`."""
        return totals(self.lines)

    @property
    def exchanged(self) -> Points:
        """What the players pay each other, sticks left out: sums to 0."""
        return between_players(self.lines)

    @property
    def paid(self) -> frozenset[Seat]:
        """The winners who are paid: of several who win on the same tile perhaps one alone."""
        winners = frozenset(score.winner for score in self.scores)
        return winners & {line.payee for line in self.lines} or winners

    @property
    def scores_paid(self) -> tuple[Score, ...]:
        """Their scores."""
        return tuple(score for score in self.scores if score.winner in self.paid)

    @property
    def to_table(self) -> int:
        """The points in sticks that are put on the table, less those that are taken from it."""
        return in_pot(self.lines)


@dataclass(frozen=True, slots=True)
class TableState:
    """What the table knows before a hand. Each rule book moves only the parts that it plays with.

    `hand_no` counts from 1; `length` is how many hands the match has without repeats; `goulash`
    drawn hands in a row; `honba`, `sticks` (points on the table), `renchan` (how often the dealer kept
    the deal) belong to books with repeats and deposits.
    """

    hand_no: int
    length: int
    dealer: Seat
    round_wind: Wind
    seat_winds: PerSeat[Wind]
    balances: Points = NOTHING
    goulash: int = 0
    honba: int = 0
    sticks: int = 0
    renchan: int = 0
    finished: bool = False


@lru_cache(1 << 10)
def deal(hand_no: int, length: int, winds: tuple[Wind, ...]) -> TableState:
    """The table before the deal `hand_no` of a match, repeats not counted: three deals a round, `winds` of the rounds
    and of the seats, the dealer's first."""
    dealer = Seat.P1.after(hand_no - 1)
    seat_winds = PerSeat.of(lambda seat: winds[dealer.steps_to(seat)])
    return TableState(hand_no, length, dealer, winds[(hand_no - 1) // 3 % 3], seat_winds)


def moved(state: TableState, payments: Points, **parts: Any) -> TableState:
    """`state` with the payments added and `parts` replaced."""
    return replace(state, balances=add(state.balances, payments), **parts)
