"""Totals of a finished match for each sitting (the hands that one player played in a seat). Seasons add them up.

A hand counts as played if an entry, even a penalty, ended it. Points are the ledger's changes, including deposits and
penalties. The value of a win is the winner's gain in that hand, including the pot and the carry-over. A player's place
is that of the seat at the end, so only the last player in a seat has one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from engine.match.entries import Draw, Hand
from engine.match.ledger import MatchLog, SettledEntry
from engine.match.payments import rank
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat, Seat

Sat = tuple[str, int]  # the seat, and the first hand played in it


@dataclass(frozen=True, slots=True)
class Tally:
    """The totals of one sitting in a match.

    `values`: the value of each hand won. `rank` and `halves` (the place, doubled, with shared places averaged: 2 to 6)
    are None for a player who left before the end. `chips`: the change in chips, None if the table plays without chips.
    `broken`: the number of hands won that collected points carried over from drawn hands.
    """

    hands: int
    points: int
    won: int
    dealt_in: int
    drawn: int
    received: int
    best: int
    values: list[int]
    rank: int | None = None
    halves: int | None = None
    chips: int | None = None
    broken: int = 0


def is_over(log: MatchLog) -> bool:
    """Whether the match counts: it is closed or was played to its end."""
    return log.closed or log.state.finished


def tallies(book: RuleBook, log: MatchLog, sat: Sequence[Sat]) -> dict[Sat, Tally]:
    """The totals of each sitting; sittings without an entry are left out."""
    places = _places(book, log)
    totals: dict[Sat, Tally] = {}
    for seat in Seat:
        starts = sorted(start for chair, start in sat if chair == seat.value)
        stretches = [
            (start, [row for row in log.rows if start <= row.nth < end])
            for start, end in zip(starts, [*starts[1:], inf], strict=True)
        ]
        last = max((start for start, rows in stretches if rows), default=None)
        for start, rows in stretches:
            if rows:
                place = places[seat] if start == last else (None, None)
                chips = sum(row.settlement.chips[seat] for row in rows) if book.plays_chips else None
                totals[seat.value, start] = _tally(seat, rows, place, chips)
    return totals


def _tally(seat: Seat, rows: Sequence[SettledEntry], place: tuple[int | None, int | None], chips: int | None) -> Tally:
    values = [row.changes[seat] for row in rows if won_by(row, seat)]
    return Tally(
        hands=sum(row.ends_hand for row in rows),
        points=sum(row.changes[seat] for row in rows),
        won=len(values),
        # Counted once, even if two players won on the tile.
        dealt_in=sum(isinstance(row.entry, Hand) and any(win.source is seat for win in row.entry.wins) for row in rows),
        drawn=sum(isinstance(row.entry, Draw) for row in rows),
        received=sum(values),
        best=max(values, default=0),
        values=values,
        rank=place[0],
        halves=place[1],
        chips=chips,
        broken=sum(row.before.goulash > 0 and won_by(row, seat) for row in rows),
    )


def won_by(row: SettledEntry, seat: Seat) -> bool:
    """Whether this seat won the hand and was paid for it, possibly as one of two winners."""
    return seat in row.settlement.paid


def _places(book: RuleBook, log: MatchLog) -> PerSeat[tuple[int, int]]:
    """The (rank, doubled place) of each seat: from the settlement if the match has one, otherwise by points."""
    final = book.settle_match(log.state.balances, chips=log.state.chips)
    if final:
        return PerSeat.of(lambda seat: (1 + final.places.index(seat), 2 + 2 * final.places.index(seat)))
    ranks = {standing.seat: standing.rank for standing in rank(log.state.balances)}
    shared = list(ranks.values())
    return PerSeat.of(lambda seat: (ranks[seat], 2 * ranks[seat] + shared.count(ranks[seat]) - 1))
