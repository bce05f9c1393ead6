"""What an ended match comes to for whoever sat in it: the sums that seasons add up. Plain arithmetic over a log.

Definitions: a hand is played when an entry ends it, a penalty too. Points are the ledger's changes, deposits and
penalties included. A win's value is what the winner's points rose by in that hand, pot and carry-over included. The
place is that of the chair at the end and belongs to the last who sat there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.match.entries import Draw, Hand
from engine.match.ledger import MatchLog, SettledEntry
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat, Seat
from engine.standings import rank

Sat = tuple[str, int]  # chair, and the hand from which


@dataclass(frozen=True, slots=True)
class Tally:
    """One sitting's part in a match. `values`: what each hand won was worth; `rank` and `halves` (the place in halves,
    shared places averaged: 2, 3, 4, 5 or 6) are None for who left before the end."""

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


def is_over(log: MatchLog) -> bool:
    """Whether the match counts: closed, or played to its end."""
    return log.closed or log.state.finished


def tallies(book: RuleBook, log: MatchLog, sat: Sequence[Sat]) -> dict[Sat, Tally]:
    """What each sitting comes to, without those in which nothing was entered."""
    places = _places(book, log)
    totals: dict[Sat, Tally] = {}
    for seat in Seat:
        stretches = [(start, list(rows)) for start, rows in _stretches(seat, log, sat)]
        last = max((start for start, rows in stretches if rows), default=None)
        for start, rows in stretches:
            if rows:
                totals[seat.value, start] = _tally(seat, rows, places[seat] if start == last else (None, None))
    return totals


def _stretches(seat: Seat, log: MatchLog, sat: Sequence[Sat]) -> Iterator[tuple[int, Iterator[SettledEntry]]]:
    """Each first hand on a chair with the entries up to the next one's."""
    starts = sorted(start for chair, start in sat if chair == seat.value)
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        yield start, (row for row in log.rows if start <= row.nth and (end is None or row.nth < end))


def _tally(seat: Seat, rows: Sequence[SettledEntry], place: tuple[int | None, int | None]) -> Tally:
    values = [row.changes[seat] for row in rows if won_by(row, seat)]
    return Tally(
        hands=sum(row.ends_hand for row in rows),
        points=sum(row.changes[seat] for row in rows),
        won=len(values),
        dealt_in=sum(dealt_in_by(row, seat) for row in rows),
        drawn=sum(isinstance(row.entry, Draw) for row in rows),
        received=sum(values),
        best=max(values, default=0),
        values=values,
        rank=place[0],
        halves=place[1],
    )


def won_by(row: SettledEntry, seat: Seat) -> bool:
    """Whether this chair won the hand and was paid for it, perhaps beside another."""
    return seat in row.settlement.paid


def dealt_in_by(row: SettledEntry, seat: Seat) -> bool:
    """Whether a hand was won by this chair's tile; once a hand, whoever won on it."""
    return isinstance(row.entry, Hand) and any(win.source is seat for win in row.entry.wins)


def _places(book: RuleBook, log: MatchLog) -> PerSeat[tuple[int, int]]:
    """(rank, place in halves) of each chair: by the settlement where the match has one, else by points."""
    final = book.settle_match(log.state.balances)
    if final:
        return PerSeat.of(lambda seat: (1 + final.places.index(seat), 2 + 2 * final.places.index(seat)))
    ranks = {standing.seat: standing.rank for standing in rank(log.state.balances)}
    shared = list(ranks.values())
    return PerSeat.of(lambda seat: (ranks[seat], 2 * ranks[seat] + shared.count(ranks[seat]) - 1))
