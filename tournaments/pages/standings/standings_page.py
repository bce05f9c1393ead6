"""The standings as the pages show them, how they are made, reasons and provisional results. Does not know requests."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from matches import wording as game
from tournaments import wording
from tournaments.draw.round_view import final_name
from tournaments.models import Adjustment, Round, TournamentState
from tournaments.pages.cache import count_of
from tournaments.pages.tables.table_view import rounds_in_all, size_of
from tournaments.play import live_tables
from tournaments.play.live_tables import TableNow
from tournaments.snapshot import Day
from tournaments.standings.qualification import group_standings
from tournaments.standings.standings import book_of, counting_of, ranking_of, scheme_of
from tournaments.standings.standings_table import (
    RoundResult,
    StandingsRow,
    StandingsSection,
    StandingsTable,
    standings_table,
)

_CARRIED: dict[str, Callable[[], str]] = {
    "none": lambda: _("%(stage)s: nothing is carried over; everyone starts from zero."),
    "half": lambda: _("%(stage)s: half of each player’s total is carried over."),
    "full": lambda: _("%(stage)s: each player keeps their whole total."),
    "head_start": lambda: _("%(stage)s: points for the place so far are carried over: %(values)s."),
}


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What a round brought somebody; `kind` is game, bye or none; what is not `counted` stands in brackets."""

    kind: str
    value: str
    counted: bool = True


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One entrant in the list. `place` is empty where they are not placed; `moved`: places gained since the round
    before, None where there is nothing to compare; `now`: the table that is still to come in, in words; `mark`: "up",
    "down" or "open", where a league says who goes up and down; `below`: on the first row below a line of the table,
    what the line says.
    """

    place: str
    shared: bool
    moved: int | None
    number: int
    name: str
    club: str
    total: str
    cells: tuple[RoundCell, ...]
    carried: str
    adjusted: str
    games: int
    firsts: int
    average: str
    reason: str
    now: str
    withdrawn: bool
    mark: str
    below: str

    @property
    def size(self) -> str:
        return size_of(self.name)

    @property
    def lost(self) -> int:
        return -(self.moved or 0)


def standings_page(day: Day, after: int | None, reasons: bool = False) -> dict[str, Any]:
    """The standings after round `after`, None: of now. `reasons`: with those of penalties, for referees."""
    current = day.current if after is None else None
    tables = live_tables.tables_of(day, current) if current else []
    standings = Standings(day, after, tables)
    return {
        "after": after,
        "heading": _heading(day, standings.rounds, after),
        "provisional": _provisional(day, tables, after),
        **standings.context(),
        "groups": _groups(day, standings, after),
        "final": day.tournament.state == TournamentState.OVER,
        "choices": [each.number for each in day.rounds if each.closed_at],
        "has_now": any(row.now for row in standings.rows),
        "penalties": [
            penalty_line(day, each, reasons) for each in day.adjustments if after is None or (each.round or 0) <= after
        ],
        "has_teams": bool(day.teams),
    }


class Standings:
    """The standings after a round (None: of now), with the tables that are still open."""

    def __init__(self, day: Day, after: int | None = None, tables: list[TableNow] | None = None) -> None:
        self.day = day
        self.number = wording.signed if wording.has_signs(scheme_of(day.tournament)) else wording.amount
        count = count_of(day)
        self.table = standings_table(day, after, count)
        self.rounds = list(self.table.rounds)
        # While tables are open some have a game more than others: nobody has gained or lost a place yet.
        settled = len(self.rounds) > 1 and not any(each.is_open for each in tables or ())
        before = count.after(self.rounds[-1] - 1) if settled else ()
        self._before = {each.line.entrant: each.line.place for each in before}
        self._now = _open_seats(day, tables or [])
        titles = section_titles(day, self.table)
        self.sections = [
            (title, [self._row(row, title if at and not place else "") for place, row in enumerate(section.rows)])
            for at, (title, section) in enumerate(zip(titles, self.table.sections, strict=True))
        ]
        self.rows = [row for _title, rows in self.sections for row in rows]

    def context(self) -> dict[str, Any]:
        """The table and how it is made, for a page or a sheet of paper. `numbers`: how many columns the rounds, what is
        carried over and penalties take."""
        has_carried, has_adjusted = any(row.carried for row in self.rows), any(row.adjusted for row in self.rows)
        return {
            "rows": self.rows,
            "sections": self.sections,
            "rounds": self.rounds,
            "has_carried": has_carried,
            "has_adjusted": has_adjusted,
            "numbers": len(self.rounds) + has_carried + has_adjusted,
            "explained": explained(self.day, self.table),
            "leaves_out": self.table.leaves_out,
            "tie_breaks": [wording.tie_break(each) for each in ranking_of(self.day.tournament).tie_breaks],
        }

    def _row(self, source: StandingsRow, below: str) -> StandingRow:
        line, entrant, names = source.line, self.day.by_pk[source.line.entrant], self.day.names
        before, average = self._before.get(line.entrant), source.figures.average_place
        return StandingRow(
            place="" if line.place is None else str(line.place),
            shared=source.shared,
            moved=before - line.place if before is not None and line.place is not None else None,
            number=entrant.number,
            name=names[line.entrant],
            club=entrant.club_name,
            total=self.number(line.total),
            cells=tuple(self._cell(each) for each in source.rounds),
            carried=self.number(source.carried) if source.carried is not None else "",
            adjusted=wording.signed(line.adjusted) if line.adjusted else "",
            games=source.figures.games,
            firsts=source.figures.places[0],
            average=wording.hundredths(average) if average is not None else "",
            reason=wording.reason(line.reason, names[line.reason.above]) if line.reason and self.rounds else "",
            now=self._now.get(line.entrant, ""),
            withdrawn=line.withdrawn,
            mark=source.mark,
            below=below,
        )

    def _cell(self, result: RoundResult | None) -> RoundCell:
        if result is None:
            return RoundCell("none", "")
        value = self.number(result.value)
        return RoundCell("bye" if result.bye else "game", value if result.counted else f"({value})", result.counted)


def _groups(day: Day, table: Standings, after: int | None) -> list[dict[str, Any]]:
    """Each group with its own places, where the event has or had groups."""
    return [
        {
            "name": group.name,
            "rows": [
                {
                    "place": "" if place is None else str(place),
                    "shared": place is not None and [each for each, _line in group.lines].count(place) > 1,
                    "number": day.by_pk[line.entrant].number,
                    "name": day.names[line.entrant],
                    "total": table.number(line.total),
                    "games": line.games,
                }
                for place, line in group.lines
            ],
        }
        for group in group_standings(day, after)
    ]


def _open_seats(day: Day, tables: list[TableNow]) -> dict[int, str]:
    """What everybody (id) has at a table that does not count yet."""
    book = book_of(day.tournament)
    points = {}
    for each in tables:
        if each.is_open:
            for at, seat in enumerate(each.seats):
                points[seat.entrant_id] = game.balance(book, each.points[at]) if each.points else "…"
    return points


def _heading(day: Day, rounds: list[int], after: int | None) -> str:
    numbers = {"no": after or (rounds[-1] if rounds else 0), "rounds": rounds_in_all(day)}
    if not rounds:
        return _("Before the first result")
    if after is None and day.current:
        return _("Round %(no)s of %(rounds)s is in progress") % {**numbers, "no": day.current.number}
    last = last_closed(day)
    if day.tournament.state == TournamentState.OVER and (after is None or (last and after == last.number)):
        return _("Final standings")
    return _("After round %(no)s of %(rounds)s") % numbers


def _provisional(day: Day, tables: list[TableNow], after: int | None) -> str:
    """What is still to come in, in a sentence; empty where the standings are settled."""
    missing = [each.number for each in tables if each.is_open]
    if not missing or day.current is None:
        return ""
    numbers = {"done": len(tables) - len(missing), "many": len(tables), "no": day.current.number}
    return _("Provisional: %(done)s of %(many)s tables in round %(no)s are confirmed.") % numbers


def penalty_line(day: Day, given: Adjustment, reasons: bool) -> dict[str, Any]:
    """A penalty or a grant as lists show it. `reasons`: also why it was given and cancelled, for referees only."""
    return {
        "id": given.pk,
        "name": day.names[given.entrant_id],
        "points": wording.signed(Fraction(given.points)),
        "effect": wording.effect(given.points),
        "kind": "win" if given.points > 0 else "pay",
        "round": given.round,
        "cancelled": given.cancelled_at is not None,
        "reason": given.reason if reasons else "",
        "cancel_reason": given.cancel_reason if reasons else "",
    }


def last_closed(day: Day) -> Round | None:
    """The last round that is closed."""
    return next((each for each in reversed(day.rounds) if each.closed_at), None)


def explained(day: Day, table: StandingsTable) -> list[str]:
    """How the totals of this table are made, a sentence each."""
    scheme, ranking = scheme_of(day.tournament), ranking_of(day.tournament)
    sentences = [_total(table, scheme.basis == "placement")]
    for number, carry in table.carries.items():
        values = game.listed(wording.amount(value) for value in carry.values)
        sentences.append(_CARRIED[carry.kind]() % {"stage": stage_name(day, number), "values": values})
    if len({section.stage for section in table.sections}) > 1:
        sentences.append(_("Players who didn’t qualify are below the line, with the total they had."))
    sentences.append(wording.bye(ranking.bye, wording.has_signs(scheme)))
    sentences += wording.counting(counting_of(day.tournament).league)
    if table.leaves_out:
        sentences.append(_("Results in brackets don’t count."))
    return sentences


def section_titles(day: Day, table: StandingsTable) -> list[str]:
    """What stands above each section of the table; nothing where there is only one."""
    if len(table.sections) == 1:
        return [""]
    last = table.sections[0].stage or 1
    return [_title(day, section, last) for section in table.sections]


def stage_name(day: Day, number: int) -> str:
    """The name of a stage, or its number."""
    name = next((stage.name for stage in day.stages if stage.number == number), "")
    return game.isolated(name) if name else _("Stage %(number)s") % {"number": number}


def _title(day: Day, section: StandingsSection, last: int) -> str:
    """What stands above one section; `last`: the stage of the first one."""
    if section.stage is None:
        return _("Not ranked")
    if section.final is not None:
        return final_name(section.final)
    name = stage_name(day, section.stage)
    return name if section.stage == last else _("Out after %(stage)s") % {"stage": name}


def _total(table: StandingsTable, by_placement: bool) -> str:
    begins_anew = any(carry.kind != "full" for carry in table.carries.values())
    if by_placement and begins_anew:
        return _(
            "The total is the sum of the points carried over, the placement points and byes that count, and penalties."
        )
    if begins_anew:
        return _("The total is the sum of the points carried over, the matches and byes that count, and penalties.")
    if by_placement:
        return _("The total is the sum of the placement points of all matches, byes and penalties.")
    return _("The total is the sum of the results of all matches, byes and penalties.")
