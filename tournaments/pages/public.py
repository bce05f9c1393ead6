"""The front page of a tournament and its big screen. Independent of requests."""

from collections.abc import Sequence
from dataclasses import InitVar, dataclass
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from django.utils.translation import gettext as _

from matches import wording
from people.text.names import alphabetical
from tournaments.models import Round, TournamentState
from tournaments.pages.standings.standings_page import StandingRow, Standings, last_closed
from tournaments.pages.tables.table_view import TableSeat, byes_of, chair_of, round_clock, rounds_in_all, tables_shown
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of

T = TypeVar("T")
LEADERS = 5


class CurrentSeat(NamedTuple):
    """An entrant's seat in the current round. `table`: 0 for a bye; `companions`: a phrase with the others' names."""

    name: str
    number: int
    round: int
    table: int = 0
    seat: TableSeat | None = None
    companions: str = ""


@dataclass
class FrontPage:
    """The front page. `own`: ids of the entrants whose cards this phone has scanned."""

    day: Day
    now: InitVar[datetime]
    own: InitVar[frozenset[int]]

    def __post_init__(self, now: datetime, own: frozenset[int]) -> None:
        day, current, standings = self.day, self.day.current, Standings(self.day)
        self.clock, self.heading = round_clock(day, now), heading(day)
        self.book = _(book_of(day.tournament).title)
        self.tables = tables_shown(day)
        self.byes = [name for _number, name in byes_named(day, current)] if current else []
        self.seats = seats_by_name(day, current) if current else []
        self.own_seats = [seat for pk in own if pk in day.by_pk and (seat := current_seat(day, pk))]
        self.leaders = [row for row in standings.rows if row.games][:LEADERS] if standings.rounds else []
        self.entrants = [] if day.shown else [day.names[entrant.pk] for entrant in day.entered]


def heading(day: Day) -> str:
    """Return the progress of the tournament in a few words."""
    if day.current:
        return _("Round %(no)s of %(rounds)s") % {"no": day.current.number, "rounds": rounds_in_all(day)}
    closed = sum(bool(row.closed_at) for row in day.rounds)
    if day.tournament.state == TournamentState.OVER:
        return _("Final standings")
    if closed:
        return _("After round %(no)s of %(rounds)s") % {"no": closed, "rounds": rounds_in_all(day)}
    return _("Before the first round")


def byes_named(day: Day, round: Round) -> list[tuple[int, str]]:
    """Return the entrants with a bye as (number, name) pairs."""
    return [(entrant.number, day.names[entrant.pk]) for entrant in byes_of(day, round)]


def seats_by_name(day: Day, round: Round) -> list[tuple[str, int, int, str]]:
    """Return the seats of a round for a list on the wall: (name, number, table, wind), by name; table 0 for a bye."""
    seated = [
        (day.names[seat.entrant_id], seat.entrant.number, table.number, chair_of(day, seat).wind_name)
        for table in day.tables[round.pk]
        for seat in day.seats[table.pk]
    ]
    byes = [(name, number, 0, "") for number, name in byes_named(day, round)]
    return sorted([*seated, *byes], key=lambda row: (alphabetical(row[0]), row[1]))


def current_seat(day: Day, pk: int) -> CurrentSeat | None:
    """Return the seat or bye of an entrant (id) in the current round; None if there is neither."""
    entrant, current = day.by_pk[pk], day.current
    if current is None:
        return None
    place = CurrentSeat(day.names[pk], entrant.number, current.number)
    for table in day.tables[current.pk]:
        seats = day.seats[table.pk]
        if own := next((seat for seat in seats if seat.entrant_id == pk), None):
            others = [wording.isolated(chair_of(day, seat).plays) for seat in seats if seat is not own]
            companions = _("with %(names)s") % {"names": wording.listed(others, "and")}
            return place._replace(table=table.number, seat=chair_of(day, own), companions=companions)
    return place if entrant in day.byes[current.pk] else None


TABLES, ROWS, WIDE_ROWS = 6, 8, 24  # rows per screen page: of tables, of standings beside tables, of standings alone


@dataclass(frozen=True, slots=True)
class ScreenPart(Generic[T]):
    """One of several pages of rows. `range`: for example "1–8 of 15"; `on`: whether this part is shown first."""

    rows: tuple[T, ...]
    range: str
    on: bool


@dataclass
class BigScreen:
    """The big screen.

    `turn`: a number that selects the pages that come first, for browsers without scripts; `after`: the heading of the
    standings.
    """

    day: Day
    now: InitVar[datetime]
    turn: int

    def __post_init__(self, now: datetime) -> None:
        day, turn, (rows, self.after) = self.day, self.turn, _rows(self.day)
        byes = [wording.isolated(name) for _number, name in byes_named(day, day.current)] if day.current else []
        self.clock, self.heading, self.rounds = round_clock(day, now), heading(day), rounds_in_all(day)
        self.byes = wording.listed(byes, "names")
        self.seats = parts(tables_shown(day), TABLES, turn)
        # The page with the QR code takes turns with the lists.
        self.lists = parts(rows, ROWS if day.current else WIDE_ROWS, turn, more=1)
        self.follow_on = turn % (len(self.lists) + 1) == len(self.lists)
        self.next_turn = (turn + 1) % 10_000


def parts(rows: Sequence[T], most: int, turn: int, more: int = 0) -> list[ScreenPart[T]]:
    """Split rows into pages of similar length, at most `most` rows each. `more`: the number of other pages."""
    pages = -(-len(rows) // most)
    if not pages:
        return []
    cuts = [len(rows) * page // pages for page in range(pages + 1)]
    return [
        ScreenPart(
            tuple(rows[start:end]),
            _("%(first)s–%(last)s of %(many)s") % {"first": start + 1, "last": end, "many": len(rows)},
            turn % (pages + more) == page,
        )
        for page, (start, end) in enumerate(zip(cuts, cuts[1:], strict=False))
    ]


def _rows(day: Day) -> tuple[list[StandingRow], str]:
    """Return the rows of the standings and their heading: after the last closed round, or current."""
    closed = last_closed(day)
    if day.current and closed:
        return Standings(day, closed.number).rows, _("After round %(no)s") % {"no": closed.number}
    standings = Standings(day)
    return (standings.rows, _("Standings")) if standings.rounds else ([], "")
