"""The contents of printed sheets: lists for the wall, cards, score sheets, certificates. Does not know requests."""

from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format

from matches import wording
from matches.pages import table as pages
from people.text.alphabetical_order import alphabetical
from tournaments.files.archive.match_logs import TableMatches
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.pages.tables.table_view import TableSeat, chair_of
from tournaments.snapshot import Day
from tournaments.standings import standings


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """Where somebody sits in a round: table None for a bye. `others`: with whom, in the order of the winds."""

    round: int
    table: int | None = None
    wind: str = ""
    wind_name: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table of a round on paper: its chairs, the lines of its match or those to fill in."""

    round: int
    number: int
    chairs: tuple[TableSeat, ...]
    lines: tuple[pages.LedgerLine, ...] = ()
    blank: tuple[str, ...] = ()


def days(tournament: Tournament) -> str:
    """21 November 2026, or from when to when."""
    first = date_format(tournament.starts_on)
    if tournament.ends_on is None or tournament.ends_on == tournament.starts_on:
        return first
    return f"{first} – {date_format(tournament.ends_on)}"


def by_name(day: Day) -> list[tuple[Entrant, str, list[PrintedRound | None]]]:
    """Everybody by name, with their places in the published rounds."""
    people = [each for each in day.entrants if each.pk in day.seated or each in day.entered]
    people.sort(key=lambda each: alphabetical(day.names[each.pk]))
    places = [_places(day, each) for each in day.shown]
    return [(each, day.names[each.pk], [place.get(each.pk) for place in places]) for each in people]


def _places(day: Day, each: Round) -> dict[int, PrintedRound]:
    """The place of everybody in a round, by entrant (id)."""
    places = {entrant.pk: PrintedRound(each.number) for entrant in day.byes[each.pk]}
    for table in day.tables[each.pk]:
        seats = day.seats[table.pk]
        for seat in seats:
            others = tuple(day.names[other.entrant_id] for other in seats if other is not seat)
            places[seat.entrant_id] = PrintedRound(
                each.number, table.number, seat.wind, wording.wind_name(seat.wind), others
            )
    return places


def by_table(day: Day) -> list[tuple[Round, list[PrintedTable], list[str]]]:
    """Each published round with its tables and who sits out."""
    return [
        (
            each,
            [_printed(day, table) for table in day.tables[each.pk]],
            [day.names[entrant.pk] for entrant in day.byes[each.pk]],
        )
        for each in day.shown
    ]


def _printed(day: Day, table: Table, **more: Any) -> PrintedTable:
    """A table with its chairs, and the points of its result if there is one."""
    result, seats = day.results.get(table.pk), day.seats[table.pk]
    points = [wording.number(value) for value in result.points] if result else [""] * len(seats)
    chairs = tuple(chair_of(day, *each) for each in zip(seats, points, strict=False))
    return PrintedTable(table.round.number, table.number, chairs, **more)


def blank_sheets(day: Day, each: Round) -> list[PrintedTable]:
    """One for each table of a round, with a line for every hand to come, and room for deals that repeat."""
    book = standings.book_of(day.tournament)
    lines = wording.blank_lines(book, book.start())
    return [_printed(day, table, blank=lines) for table in day.tables[each.pk]]


def filled_sheets(day: Day, each: Round) -> list[PrintedTable]:
    """Each table with the hands of its match; typed results have none."""
    matches = TableMatches(day.tournament, inside=day.inside)
    return [
        _printed(day, table, lines=tuple(pages.ledger_lines(matches.reading(table.match_id))) if table.match_id else ())
        for table in day.tables[each.pk]
    ]
