"""The public page of a tournament: details, current seats, standings. Does not know requests."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from matches import wording
from people.text.alphabetical_order import alphabetical
from tournaments.models import Round, TournamentState
from tournaments.pages.standings.standings import StandingRow, Standings
from tournaments.pages.tables.table_view import TableSeat, byes_of, chair_of, clock_shown, rounds_in_all, table_shown
from tournaments.play import live_tables
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of

LEADERS = 5


def front_page(day: Day, now: datetime, mine: frozenset[int]) -> dict[str, Any]:
    """All that it shows; `mine`: the entrants (ids) whose card this phone has read."""
    current = day.current
    book = book_of(day.tournament)
    tables = [table_shown(day, book, each) for each in live_tables.tables_of(day, current)] if current else []
    standings = Standings(day)
    return {
        "round": current,
        "rounds": rounds_in_all(day),
        "heading": heading(day),
        "book": _(book.title),
        "tables": tables,
        "clock": clock_shown(day, current, now) if current else None,
        "byes": byes_named(day, current) if current else [],
        "seats": seats_by_name(day, current) if current else [],
        "mine": [told for pk in mine if pk in day.by_pk and (told := seat_now(day, pk))],
        "leaders": _leaders(standings) if standings.rounds else [],
        "entrants": [] if day.shown else [(each.number, day.names[each.pk]) for each in day.entered],
        "entered": len(day.entered),
    }


def _leaders(standings: Standings) -> list[StandingRow]:
    """The first few. Who has no game yet stands below everybody in the list, which says why; there is no room for it
    here."""
    return [row for row in standings.rows if row.games][:LEADERS]


def heading(day: Day) -> str:
    """How far the day is, in a few words."""
    if day.current:
        return _("Round %(no)s of %(rounds)s") % {"no": day.current.number, "rounds": rounds_in_all(day)}
    closed = sum(bool(each.closed_at) for each in day.rounds)
    if day.tournament.state == TournamentState.OVER:
        return _("Final standings")
    if closed:
        return _("After round %(no)s of %(rounds)s") % {"no": closed, "rounds": rounds_in_all(day)}
    return _("Before the first round")


def byes_named(day: Day, round: Round) -> list[tuple[int, str]]:
    """Who sits out a round: (number, name)."""
    return [(each.number, day.names[each.pk]) for each in byes_of(day, round)]


def seats_by_name(day: Day, round: Round) -> list[tuple[str, int, int, str]]:
    """A wall list: (name, number, table, wind), by name; table 0 for a bye."""
    sat = [(day.names[seat.entrant_id], seat.entrant.number, table.number, chair_of(day, seat).wind_name)
           for table in day.tables[round.pk] for seat in day.seats[table.pk]]  # fmt: skip
    free = [(name, number, 0, "") for number, name in byes_named(day, round)]
    return sorted([*sat, *free], key=lambda row: (alphabetical(row[0]), row[1]))


def seat_now(day: Day, pk: int) -> dict[str, Any] | None:
    """Where an entrant sits next: in the round that is played, or else in the next one that is shown."""
    entrant = day.by_pk[pk]
    if day.current is None:
        return None
    told: dict[str, Any] = {"name": day.names[pk], "number": entrant.number, "round": day.current.number}
    for table in day.tables[day.current.pk]:
        seats = day.seats[table.pk]
        mine = next((seat for seat in seats if seat.entrant_id == pk), None)
        if mine:
            others = [chair_of(day, seat) for seat in seats if seat is not mine]
            return {**told, "table": table.number, "seat": chair_of(day, mine), "with": _with(others)}
    return {**told, "bye": True} if entrant in day.byes[day.current.pk] else None


def _with(others: list[TableSeat]) -> str:
    return _("with %(names)s") % {
        "names": wording.listed(wording.isolated(each.substitute or each.name) for each in others)
    }
