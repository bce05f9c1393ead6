"""The big screen: pages of seats and standings in letters that a hall can read. Does not know requests."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from matches import wording
from tournaments.models import Round
from tournaments.pages.front import byes_named, heading
from tournaments.pages.standings.standings import StandingRow, Standings, last_closed
from tournaments.pages.tables.table_view import clock_shown, rounds_in_all, table_shown
from tournaments.play import live_tables
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of

TABLES, ROWS, WIDE_ROWS = 6, 8, 24  # of a page: tables; rows beside them; rows that stand alone, in two columns


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """One page of rows; `said`: which of how many, as 1–8 of 15. `on`: the page that is shown first."""

    rows: tuple[Any, ...]
    said: str
    on: bool


def big_page(day: Day, now: datetime, turn: int) -> dict[str, Any]:
    """All pages of the screen; `turn` says which of each stand first, for a browser that does not turn them itself."""
    current = day.current
    book = book_of(day.tournament)
    tables = [table_shown(day, book, each) for each in live_tables.tables_of(day, current)] if current else []
    rows, after = _rows(day)
    seats = parts(tables, TABLES, turn)
    # Beside the seats there is a page more: how to follow on a phone.
    lists = parts(rows, ROWS if current else WIDE_ROWS, turn, more=1)
    return {
        "round": current,
        "rounds": rounds_in_all(day),
        "heading": heading(day),
        "after": after,
        "clock": clock_shown(day, current, now) if current else None,
        "byes": wording.listed(wording.isolated(name) for _number, name in byes_named(day, current)) if current else "",
        "seats": seats,
        "lists": lists,
        "follow_on": turn % (len(lists) + 1) == len(lists),
        "turns": len(seats) > 1 or bool(lists),
        "next_turn": (turn + 1) % 10_000,
        "entered": len(day.entered),
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
    """The standings that are shown, and of when: of the last round that is closed, or as they come in."""
    closed: Round | None = last_closed(day)
    if day.current and closed:
        rows = Standings(day, closed.number).rows
        return rows, _("After round %(no)s") % {"no": closed.number}
    found = Standings(day)
    return (found.rows, _("Standings")) if found.rounds else ([], "")
