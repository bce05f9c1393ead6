"""The results of a rule book: items, scores, settlements, and the table before a hand."""

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
    """A pattern earned in a hand: `points` in total, for `times` occurrences."""

    id: str
    points: int
    clause: str
    times: int = 1


class PatternRow(NamedTuple):
    """A pattern that needs all marks of `needs` and none of `bars`; it counts once, or as often as its `digit` says."""

    item: str
    needs: int = 0
    bars: int = 0
    digit: int | None = None


Rows = Sequence[PatternRow]


def earned(rows: Rows, marks: int) -> Iterator[tuple[str, int]]:
    """Yield (item, times) for each row that a hand with these marks earns, in the order of the rows."""
    for item, needs, bars, digit in rows:
        if marks & needs == needs and not marks & bars:
            times = 1 if digit is None else marks >> digit & 15
            if times:
                yield item, times


class LimitHand(NamedTuple):
    """A hand of fixed value.

    `kind`: for example "half" or "yakuman"; `names`: the ids of its patterns; `value`: its price, or for yakuman the
    number of yakuman paid.
    """

    kind: str
    names: tuple[str, ...]
    value: int


def sets_so_far(hand: TileHand) -> Groups:
    """The sets of an unfinished hand: three or more of a kind, and the melds."""
    triples = (TileSet("pong", Tile(tile)) for tile, held in enumerate(count(hand.concealed)) if held >= 3)
    return (*triples, *(TileSet(meld.kind, meld.tile, meld.exposed) for meld in hand.melds))


class Score(NamedTuple):
    """The score of a winning hand, without payments.

    `points`: hand-points, han or fan (None if a limit is paid); `bonus_points`: the total before discounts; `owed`: the
    bonus-points that each opponent owes. A hand that may not be declared has `legal` False and a `reason` (an id from
    docs/formats.md). `reading`: the reading of its tiles; `counted`: the normal count of a limit hand's reading; `fu`,
    `fu_items`: a second count and its parts; `chips`: each player's change in chips. Most books lack fu and chips.
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
    fu: int | None = None
    fu_items: tuple[Item, ...] = ()
    chips: Points = NOTHING


def refused(winner: Seat, reason: str) -> Score:
    """The score of a hand that may not be declared; `reason` is an id from docs/formats.md."""
    return Score(winner, legal=False, reason=reason)


class Settlement(NamedTuple):
    """The scores of an entry, its payments, and each player's change in chips, which sums to 0."""

    scores: tuple[Score, ...]
    lines: tuple[PaymentLine, ...]
    chips: Points = NOTHING

    @property
    def payments(self) -> Points:
        """Each player's gain or loss, including sticks; together with `to_table`, they sum to 0."""
        return totals(self.lines)

    @property
    def exchanged(self) -> Points:
        """The payments between players, without sticks; they sum to 0."""
        return between_players(self.lines)

    @property
    def paid(self) -> frozenset[Seat]:
        """The winners who are paid; if two players win on the same tile, possibly only one of them."""
        winners = frozenset(score.winner for score in self.scores)
        return winners & {line.payee for line in self.lines} or winners

    @property
    def scores_paid(self) -> tuple[Score, ...]:
        """The scores of the winners who are paid."""
        return tuple(score for score in self.scores if score.winner in self.paid)

    @property
    def to_table(self) -> int:
        """The change in the pot: the points put on the table, negative if they were taken from it."""
        return in_pot(self.lines)


@dataclass(frozen=True, slots=True)
class TableState:
    """The table before a hand. Each rule book uses only the attributes that it needs.

    `hand_no`: from 1; `length`: the number of hands without repeats; `goulash`: drawn hands in a row; `sticks`: points
    on the table; `renchan`: the number of times the dealer has kept the deal; `chips`: a second count besides the
    balances; `ended`: why a finished match ended, if the rule book names it.
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
    chips: Points = NOTHING
    ended: str = ""


@lru_cache(1 << 10)
def deal(hand_no: int, length: int, winds: tuple[Wind, ...]) -> TableState:
    """The table before deal `hand_no` of a match. A round has three deals; repeated deals aren't counted.

    `winds`: the winds in order, both for the rounds and for the seats, starting with the dealer's.
    """
    dealer = Seat.P1.after(hand_no - 1)
    seat_winds = PerSeat.of(lambda seat: winds[dealer.steps_to(seat)])
    return TableState(hand_no, length, dealer, winds[(hand_no - 1) // 3 % 3], seat_winds)


def moved(state: TableState, payments: Points, **parts: Any) -> TableState:
    """`state` with the payments added and `parts` replaced."""
    return replace(state, balances=add(state.balances, payments), **parts)
