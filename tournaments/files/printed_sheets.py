"""The contents of printed pages: seating lists, cards and score sheets."""

from typing import Any, NamedTuple

from matches import wording
from matches.pages import table as pages
from people.text.names import alphabetical
from tournaments.files.archive.write import TableMatches
from tournaments.models import Entrant, Round, Table
from tournaments.pages.tables.table_view import TableSeat, chair_of
from tournaments.snapshot import Day
from tournaments.standings import standings


class PrintedRound(NamedTuple):
    """An entrant's seat in a round; `table` is None for a bye. `others`: names at the same table, in wind order."""

    round: int
    table: int | None = None
    wind: str = ""
    wind_name: str = ""
    others: tuple[str, ...] = ()


class PrintedTable(NamedTuple):
    """A printed table. `lines`: the entries of its match; `blank`: labels of the lines to fill in."""

    round: int
    number: int
    chairs: tuple[TableSeat, ...]
    lines: tuple[pages.LedgerLine, ...] = ()
    blank: tuple[str, ...] = ()


def by_name(day: Day) -> list[tuple[Entrant, str, list[PrintedRound | None]]]:
    """Return all players by name, with their seat in each published round."""
    people = [entrant for entrant in day.entrants if entrant.pk in day.seated or entrant in day.entered]
    people.sort(key=lambda entrant: alphabetical(day.names[entrant.pk]))
    places = [_places(day, round) for round in day.shown]
    return [(entrant, day.names[entrant.pk], [place.get(entrant.pk) for place in places]) for entrant in people]


def _places(day: Day, round: Round) -> dict[int, PrintedRound]:
    places = {entrant.pk: PrintedRound(round.number) for entrant in day.byes[round.pk]}
    for table in day.tables[round.pk]:
        seats = day.seats[table.pk]
        for seat in seats:
            others = tuple(day.names[other.entrant_id] for other in seats if other is not seat)
            wind = (seat.wind, wording.wind_name(seat.wind))
            places[seat.entrant_id] = PrintedRound(round.number, table.number, *wind, others)
    return places


def by_table(day: Day) -> list[tuple[Round, list[PrintedTable], list[str]]]:
    """Return each published round with its tables and the names of those who have a bye."""
    tables = {round.pk: [_printed(day, table) for table in day.tables[round.pk]] for round in day.shown}
    byes = {round.pk: [day.names[entrant.pk] for entrant in day.byes[round.pk]] for round in day.shown}
    return [(round, tables[round.pk], byes[round.pk]) for round in day.shown]


def _printed(day: Day, table: Table, **more: Any) -> PrintedTable:
    """Return a table with its seats, and the points of its result, if any."""
    result, seats = day.results.get(table.pk), day.seats[table.pk]
    book, points = standings.book_of(day.tournament), [""] * len(seats)
    if result:
        totals = zip(result.points, result.chips, strict=True)
        points = [wording.with_chips(book, wording.number(value), chips) for value, chips in totals]
    chairs = tuple(chair_of(day, *seat) for seat in zip(seats, points, strict=False))
    return PrintedTable(table.round.number, table.number, chairs, **more)


def blank_sheets(day: Day, round: Round) -> list[PrintedTable]:
    """Return the blank score sheets of a round, with a line for each hand and room for repeated deals."""
    book = standings.book_of(day.tournament)
    lines = wording.blank_lines(book, book.start())
    return [_printed(day, table, blank=lines) for table in day.tables[round.pk]]


def filled_sheets(day: Day, round: Round) -> list[PrintedTable]:
    """Return the filled-in score sheets of a round; tables with typed results have no hands."""
    matches, sheets = TableMatches(day.tournament, inside=day.inside), []
    for table in day.tables[round.pk]:
        lines = pages.ledger_lines(matches.reading(table.match_id)) if table.match_id else ()
        sheets.append(_printed(day, table, lines=tuple(lines)))
    return sheets
