"""The front page of a tournament, and the big screen with its pages of seats and standings. Does not know requests."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from matches import wording
from people.text.alphabetical_order import alphabetical
from tournaments.models import Round, TournamentState
from tournaments.pages.standings.standings_page import StandingRow, Standings, last_closed
from tournaments.pages.tables.table_view import byes_of, chair_of, round_shown, rounds_in_all, table_shown
from tournaments.play import live_tables
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of

LEADERS = 5


def front_page(day: Day, now: datetime, mine: frozenset[int]) -> dict[str, Any]:
    """The context of the front page; `mine`: the entrants (ids) whose card this phone has read."""
    current = day.current
    book = book_of(day.tournament)
    tables = [table_shown(day, book, each) for each in live_tables.tables_of(day, current)] if current else []
    standings = Standings(day)
    return {
        **round_shown(day, now),
        "heading": heading(day),
        "book": _(book.title),
        "tables": tables,
        "byes": [name for _number, name in byes_named(day, current)] if current else [],
        "seats": seats_by_name(day, current) if current else [],
        "mine": [seat for pk in mine if pk in day.by_pk and (seat := seat_now(day, pk))],
        "leaders": [row for row in standings.rows if row.games][:LEADERS] if standings.rounds else [],
        "entrants": [] if day.shown else [(each.number, day.names[each.pk]) for each in day.entered],
    }


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
    place: dict[str, Any] = {"name": day.names[pk], "number": entrant.number, "round": day.current.number}
    for table in day.tables[day.current.pk]:
        seats = day.seats[table.pk]
        mine = next((seat for seat in seats if seat.entrant_id == pk), None)
        if mine:
            others = [chair_of(day, seat).plays for seat in seats if seat is not mine]
            names = _("with %(names)s") % {"names": wording.listed(map(wording.isolated, others), "and")}
            return {**place, "table": table.number, "seat": chair_of(day, mine), "with": names}
    return {**place, "bye": True} if entrant in day.byes[day.current.pk] else None


# ── the big screen ─────────────────────────────────────────────────────────────


TABLES, ROWS, WIDE_ROWS = 6, 8, 24  # of a page: tables; rows beside them; rows that stand alone, in two columns


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """One page of rows; `said`: which of how many, as 1–8 of 15. `on`: the page that is shown first."""

    rows: tuple[Any, ...]
    said: str
    on: bool


def big_page(day: Day, now: datetime, turn: int) -> dict[str, Any]:
    """The context of the screen; `turn`: which of its pages are first, for browsers that don't turn them."""
    current = day.current
    book = book_of(day.tournament)
    tables = [table_shown(day, book, each) for each in live_tables.tables_of(day, current)] if current else []
    rows, after = _rows(day)
    seats = parts(tables, TABLES, turn)
    # Beside the seats there is a page more: how to follow on a phone.
    lists = parts(rows, ROWS if current else WIDE_ROWS, turn, more=1)
    return {
        **round_shown(day, now),
        "heading": heading(day),
        "after": after,
        "byes": wording.listed(wording.isolated(name) for _number, name in byes_named(day, current)) if current else "",
        "seats": seats,
        "lists": lists,
        "follow_on": turn % (len(lists) + 1) == len(lists),
        "turns": len(seats) > 1 or bool(lists),
        "next_turn": (turn + 1) % 10_000,
    }


def parts(rows: Sequence[Any], most: int, turn: int, more: int = 0) -> list[ScreenPage]:
    """The rows in pages of nearly the same length, at most `most`; `more` pages of another kind turn with them."""
    pages = -(-len(rows) // most)
    if not pages:
        return []
    cuts = [len(rows) * at // pages for at in range(pages + 1)]
    many = len(rows)
    return [
        ScreenPage(
            tuple(rows[start:end]),
            _("%(first)s–%(last)s of %(many)s") % {"first": start + 1, "last": end, "many": many},
            turn % (pages + more) == at,
        )
        for at, (start, end) in enumerate(zip(cuts, cuts[1:], strict=False))
    ]


def _rows(day: Day) -> tuple[list[StandingRow], str]:
    """The rows of the standings and their heading: after the last closed round, or current."""
    closed: Round | None = last_closed(day)
    if day.current and closed:
        rows = Standings(day, closed.number).rows
        return rows, _("After round %(no)s") % {"no": closed.number}
    standings = Standings(day)
    return (standings.rows, _("Standings")) if standings.rounds else ([], "")
