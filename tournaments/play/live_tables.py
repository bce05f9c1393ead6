"""The state of each table of a round at this moment. Writes nothing; has no texts."""

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
    """How far a table is with its game."""

    NOT_BEGUN = "not_begun"
    PLAYING = "playing"
    ENDED = "ended"  # the match is over, nobody has entered its result
    ENTERED = "entered"  # waits for whoever confirms it
    DISPUTED = "disputed"
    MOVED = "moved"  # its match has been changed since the result was read from it
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table: who sits there in the order of the winds, what it is doing, and the points so far, if there are any.

    `played` of `hands` hands; `hands` is 0 where no phone keeps the game. `call`: it waits for the referee.
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
        """Its number in the hall."""
        return self.table.number

    @property
    def is_open(self) -> bool:
        """Whether the standings still wait for it."""
        return self.doing is not Doing.CONFIRMED


def tables_of(day: Day, round: Round) -> list[TableNow]:
    """The tables of a round by number: as many queries for thirty as for one."""
    tables = day.tables[round.pk]
    found = [table.match_id for table in tables if table.match_id]
    read = {each.match.pk: each for each in open_tables.readings(Match.objects.filter(pk__in=found))} if found else {}
    calls = {call.table_id: call for call in reversed(day.calls)}
    return [_now(day, table, read.get(table.match_id or 0), calls.get(table.pk)) for table in tables]


def _now(day: Day, table: Table, reading: MatchState | None, call: Call | None) -> TableNow:
    seats, result = tuple(day.seats[table.pk]), day.results.get(table.pk)
    played, hands = _hands(reading) if reading else (0, 0)
    points = result.points[: len(seats)] if result else _live(reading) if reading else None
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


def _hands(reading: MatchState) -> tuple[int, int]:
    """Hands that are played, and how many the match has in all as it stands."""
    played = sum(row.ends_hand for row in reading.log.rows)
    return played, played + len(reading.book.ahead(reading.log.state))


def _live(reading: MatchState) -> tuple[int, ...]:
    """East is the first chair of a table's match, South the second, West the third."""
    return tuple(reading.log.state.balances[seat] for seat in MatchSeat)


def stand_of(tournament: Tournament) -> str:
    """How far everything has come that a page of the tournament shows: one query more than its own row."""
    open_matches = Match.objects.filter(table__round__tournament=tournament, table__round__closed_at=None)
    rows = open_matches.order_by("pk").values_list("pk", "version", "declared")
    said = " ".join(f"{pk}:{stand(version, declared)}" for pk, version, declared in rows)
    return f"{tournament.version}.{sha256(said.encode()).hexdigest()[:12]}" if said else str(tournament.version)
