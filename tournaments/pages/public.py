"""The front page of a tournament and its big screen. Independent of requests."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from matches import wording
from people.text.alphabetical_order import alphabetical
from tournaments.models import Round, TournamentState
from tournaments.pages.standings.standings_page import StandingRow, Standings, last_closed
from tournaments.pages.tables.table_view import (
    ClockShown,
    TableSeat,
    TableShown,
    byes_of,
    chair_of,
    round_clock,
    rounds_in_all,
    tables_shown,
)
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of

T = TypeVar("T")
LEADERS = 5


@dataclass(frozen=True, slots=True)
class CurrentSeat:
    """An entrant's place in the current round: `table`, 0 for a bye; `companions`: a phrase with the other players."""

    name: str
    number: int
    round: int
    table: int = 0
    seat: TableSeat | None = None
    companions: str = ""


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The front page. `seats`: (name, number, table, wind) by name; `entrants`: names, before the first round."""

    clock: ClockShown | None
    heading: str
    book: str
    tables: list[TableShown]
    byes: list[str]
    seats: list[tuple[str, int, int, str]]
    own_seats: list[CurrentSeat]
    leaders: list[StandingRow]
    entrants: list[str]


def front_page(day: Day, now: datetime, own: frozenset[int]) -> FrontPage:
    """The front page. `own`: ids of entrants whose cards this phone has scanned."""
    current, standings = day.current, Standings(day)
    return FrontPage(
        clock=round_clock(day, now),
        heading=heading(day),
        book=_(book_of(day.tournament).title),
        tables=tables_shown(day),
        byes=[name for _number, name in byes_named(day, current)] if current else [],
        seats=seats_by_name(day, current) if current else [],
        own_seats=[seat for pk in own if pk in day.by_pk and (seat := current_seat(day, pk))],
        leaders=[row for row in standings.rows if row.games][:LEADERS] if standings.rounds else [],
        entrants=[] if day.shown else [day.names[entrant.pk] for entrant in day.entered],
    )


def heading(day: Day) -> str:
    """The progress of the tournament in a few words."""
    if day.current:
        return _("Round %(no)s of %(rounds)s") % {"no": day.current.number, "rounds": rounds_in_all(day)}
    closed = sum(bool(row.closed_at) for row in day.rounds)
    if day.tournament.state == TournamentState.OVER:
        return _("Final standings")
    if closed:
        return _("After round %(no)s of %(rounds)s") % {"no": closed, "rounds": rounds_in_all(day)}
    return _("Before the first round")


def byes_named(day: Day, round: Round) -> list[tuple[int, str]]:
    """Entrants with a bye: (number, name)."""
    return [(entrant.number, day.names[entrant.pk]) for entrant in byes_of(day, round)]


def seats_by_name(day: Day, round: Round) -> list[tuple[str, int, int, str]]:
    """A wall list: (name, number, table, wind), sorted by name; table 0 for a bye."""
    seated = [
        (day.names[seat.entrant_id], seat.entrant.number, table.number, chair_of(day, seat).wind_name)
        for table in day.tables[round.pk]
        for seat in day.seats[table.pk]
    ]
    byes = [(name, number, 0, "") for number, name in byes_named(day, round)]
    return sorted([*seated, *byes], key=lambda row: (alphabetical(row[0]), row[1]))


def current_seat(day: Day, pk: int) -> CurrentSeat | None:
    """The seat or bye of an entrant (id) in the current round; None if there is neither."""
    entrant, current = day.by_pk[pk], day.current
    if current is None:
        return None
    for table in day.tables[current.pk]:
        seats = day.seats[table.pk]
        own = next((seat for seat in seats if seat.entrant_id == pk), None)
        if own:
            others = [wording.isolated(chair_of(day, seat).plays) for seat in seats if seat is not own]
            companions = _("with %(names)s") % {"names": wording.listed(others, "and")}
            return CurrentSeat(
                day.names[pk], entrant.number, current.number, table.number, chair_of(day, own), companions
            )
    return CurrentSeat(day.names[pk], entrant.number, current.number) if entrant in day.byes[current.pk] else None


TABLES, ROWS, WIDE_ROWS = 6, 8, 24  # rows on a page of the screen: of tables; of standings beside them or alone


@dataclass(frozen=True, slots=True)
class ScreenPart(Generic[T]):
    """One of several pages of rows. `range`: such as 1–8 of 15; `on`: shown first."""

    rows: tuple[T, ...]
    range: str
    on: bool


@dataclass(frozen=True, slots=True)
class BigScreen:
    """The big screen. `follow_on`: the page with the QR code comes first; `next_turn`: for browsers without scripts."""

    clock: ClockShown | None
    rounds: int
    heading: str
    after: str
    byes: str
    seats: list[ScreenPart[TableShown]]
    lists: list[ScreenPart[StandingRow]]
    follow_on: bool
    next_turn: int


def big_screen(day: Day, now: datetime, turn: int) -> BigScreen:
    """The big screen. `turn`: which of its pages come first, for browsers without scripts."""
    rows, after = _rows(day)
    byes = [wording.isolated(name) for _number, name in byes_named(day, day.current)] if day.current else []
    # The page with the QR code takes turns with the lists.
    lists = parts(rows, ROWS if day.current else WIDE_ROWS, turn, more=1)
    return BigScreen(
        clock=round_clock(day, now),
        rounds=rounds_in_all(day),
        heading=heading(day),
        after=after,
        byes=wording.listed(byes),
        seats=parts(tables_shown(day), TABLES, turn),
        lists=lists,
        follow_on=turn % (len(lists) + 1) == len(lists),
        next_turn=(turn + 1) % 10_000,
    )


def parts(rows: Sequence[T], most: int, turn: int, more: int = 0) -> list[ScreenPart[T]]:
    """Split rows into pages of similar length, at most `most`. `more`: other pages that take turns with them."""
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
    """The rows of the standings and their heading: after the last closed round, or current."""
    closed: Round | None = last_closed(day)
    if day.current and closed:
        rows = Standings(day, closed.number).rows
        return rows, _("After round %(no)s") % {"no": closed.number}
    standings = Standings(day)
    return (standings.rows, _("Standings")) if standings.rounds else ([], "")
