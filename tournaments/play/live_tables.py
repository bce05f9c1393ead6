"""The live state of the tables of a round. Read-only."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from clubs import open_tables
from engine.seats import Seat as MatchSeat
from matches.log.state import MatchState
from matches.models import Match, stand
from tournaments.models import Call, Result, Round, Seat, Table, Tournament
from tournaments.snapshot import Day


class Doing(StrEnum):
    """The progress of a table's game."""

    NOT_BEGUN = "not_begun"
    PLAYING = "playing"
    ENDED = "ended"  # the match is over, the result isn't entered yet
    ENTERED = "entered"  # the result isn't confirmed yet
    DISPUTED = "disputed"
    MOVED = "moved"  # the match has changed since the result was read from it
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class TableNow:
    """The live state of a table; `seats` and `points` in wind order.

    `played` of `hands` hands are over; `hands` is 0 if no phone scores the match. `call`: the open referee call.
    """

    table: Table
    seats: tuple[Seat, ...]
    doing: Doing
    points: tuple[int, ...] | None
    played: int
    hands: int
    result: Result | None
    call: Call | None

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def is_open(self) -> bool:
        """Whether the result is still missing from the standings."""
        return self.doing is not Doing.CONFIRMED


def tables_of(day: Day, round: Round) -> list[TableNow]:
    """The tables of a round, with a fixed number of queries."""
    tables = day.tables[round.pk]
    pks = [table.match_id for table in tables if table.match_id]
    readings = open_tables.readings(Match.objects.filter(pk__in=pks)) if pks else []
    by_match = {reading.match.pk: reading for reading in readings}
    calls = {call.table_id: call for call in reversed(day.calls)}
    return [_now(day, table, by_match.get(table.match_id or 0), calls.get(table.pk)) for table in tables]


def _now(day: Day, table: Table, reading: MatchState | None, call: Call | None) -> TableNow:
    seats, result = tuple(day.seats[table.pk]), day.results.get(table.pk)
    played = hands = 0
    points = result.points[: len(seats)] if result else None
    if reading:
        state = reading.log.state
        played = sum(row.ends_hand for row in reading.log.rows)
        hands = played + len(reading.book.ahead(state))
        # The first seat of a table's match is East's.
        points = points or tuple(state.balances[seat] for seat in MatchSeat)
    return TableNow(table, seats, _doing(day, table, reading), points, played, hands, result, call)


def _doing(day: Day, table: Table, reading: MatchState | None) -> Doing:
    if table.pk in day.results:
        if day.disputed(table):
            return Doing.DISPUTED
        if day.moved_on(table):
            return Doing.MOVED
        return Doing.CONFIRMED if day.confirmed(table) else Doing.ENTERED
    if reading is None:
        return Doing.NOT_BEGUN
    return Doing.ENDED if reading.log.state.finished or reading.log.closed else Doing.PLAYING


def stand_of(tournament: Tournament) -> str:
    """A short version string that changes whenever any page of the tournament would. One query."""
    open_matches = Match.objects.filter(table__round__tournament=tournament, table__round__closed_at=None)
    rows = open_matches.order_by("pk").values_list("pk", "version", "declared")
    stands = " ".join(f"{pk}:{stand(version, declared)}" for pk, version, declared in rows)
    return f"{tournament.version}.{sha256(stands.encode()).hexdigest()[:12]}" if stands else str(tournament.version)
