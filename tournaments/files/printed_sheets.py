"""The contents of printed sheets: lists for the wall, cards, score sheets, certificates. Does not know requests."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.formats import date_format

from matches import wording
from matches.pages import table as pages
from people.text.alphabetical_order import alphabetical
from tournaments.files.archive.match_logs import TableMatches
from tournaments.models import Entrant, Round, Table, Tournament
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
class SheetSeat:
    """A chair at a table: its wind, who sits there by number and name, the points of a result."""

    wind: str
    number: int
    name: str
    points: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """A table of a round on paper."""

    round: int
    number: int
    chairs: tuple[SheetSeat, ...]
    lines: tuple[pages.LedgerLine, ...] = ()
    blank: tuple[str, ...] = ()


def days(tournament: Tournament) -> str:
    """21 November 2026, or from when to when."""
    first = date_format(tournament.starts_on)
    if tournament.ends_on is None or tournament.ends_on == tournament.starts_on:
        return first
    return f"{first} – {date_format(tournament.ends_on)}"


# ── lists for the wall ───────────────────────────────────────────────────────


def by_name(day: Day) -> list[tuple[Entrant, str, list[PrintedRound | None]]]:
    """Everybody by name, with their places in the published rounds."""
    people = [each for each in day.entrants if each.pk in day.seated or each in day.entered]
    people.sort(key=lambda each: alphabetical(day.names[each.pk]))
    places = [_places(day, each) for each in day.shown]
    return [(each, day.names[each.pk], [place.get(each.pk) for place in places]) for each in people]


def _places(day: Day, each: Round) -> dict[int, PrintedRound]:
    """The place of everybody in a round, by entrant (id)."""
    found = {entrant.pk: PrintedRound(each.number) for entrant in day.byes[each.pk]}
    for table in day.tables[each.pk]:
        seats = day.seats[table.pk]
        for seat in seats:
            others = tuple(day.names[other.entrant_id] for other in seats if other is not seat)
            found[seat.entrant_id] = PrintedRound(
                each.number, table.number, seat.wind, wording.wind_name(seat.wind), others
            )
    return found


def by_table(day: Day) -> list[tuple[Round, list[Laid], list[str]]]:
    """Each published round with its tables and who sits out."""
    subs = day.substitutes
    return [
        (
            each,
            [laid(day, each, table, subs) for table in day.tables[each.pk]],
            [day.names[entrant.pk] for entrant in day.byes[each.pk]],
        )
        for each in day.shown
    ]


def laid(day: Day, each: Round, table: Table, subs: Mapping[int, str]) -> Laid:
    """A table with its chairs, and the points of its result if there is one."""
    result = day.results.get(table.pk)
    seats = day.seats[table.pk]
    points = [wording.number(value) for value in result.points] if result else [""] * len(seats)
    who = [subs.get(seat.pk) or day.names[seat.entrant_id] for seat in seats]
    chairs = tuple(
        SheetSeat(wording.wind_name(seat.wind), seat.entrant.number, name, said)
        for seat, name, said in zip(seats, who, points, strict=False)
    )
    return Laid(each.number, table.number, chairs)


# ── score sheets ─────────────────────────────────────────────────────────────


def blank_sheets(day: Day, each: Round) -> list[Laid]:
    """One for each table of a round, with a line for every hand to come, and room for deals that repeat."""
    book, subs = standings.book_of(day.tournament), day.substitutes
    lines = wording.blank_lines(book, book.start())
    return [replace(laid(day, each, table, subs), blank=lines) for table in day.tables[each.pk]]


def filled_sheets(day: Day, each: Round) -> list[Laid]:
    """Each table with the hands of its match; typed results have none."""
    played, subs = TableMatches(day.tournament, inside=day.inside), day.substitutes
    found = []
    for table in day.tables[each.pk]:
        told = laid(day, each, table, subs)
        if table.match_id is not None:
            told = replace(told, lines=tuple(pages.ledger_lines(played.reading(table.match_id))))
        found.append(told)
    return found
