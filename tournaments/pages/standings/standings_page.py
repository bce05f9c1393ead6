"""The standings as shown on pages, with explanations and provisional results. Independent of requests."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from matches import wording as game
from tournaments import wording
from tournaments.draw.round_view import final_name
from tournaments.models import Adjustment, Round, TournamentState
from tournaments.pages.cache import count_of
from tournaments.pages.tables.table_view import rounds_in_all, size_of
from tournaments.play.tables import TableNow, tables_of
from tournaments.snapshot import Day
from tournaments.standings.qualification import group_standings
from tournaments.standings.standings import (
    RoundResult,
    StandingsRow,
    StandingsSection,
    StandingsTable,
    book_of,
    counting_of,
    ranking_of,
    scheme_of,
    standings_table,
)

_CARRIED: dict[str, Callable[[], str]] = {
    "none": lambda: _("%(stage)s: nothing is carried over; everyone starts from zero."),
    "half": lambda: _("%(stage)s: half of each player’s total is carried over."),
    "full": lambda: _("%(stage)s: each player keeps their full total."),
    "head_start": lambda: _("%(stage)s: players start with points for their place so far (%(values)s)."),
}


class RoundCell(NamedTuple):
    """An entrant's result in a round. `kind`: "game", "bye" or "none"; results that don't count are in brackets."""

    kind: str
    value: str
    counted: bool = True


class StandingRow(NamedTuple):
    """An entrant in the standings.

    `place`: "" if unranked; `moved`: places gained since the previous round, None if unknown; `now`: points at a table
    whose result isn't confirmed; `chips`: "" if the rule book has no chips; `mark`: "up", "down" or "open" (promotion
    and relegation); `below`: the section's title, in the first row of every section but the first.
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
    chips: str
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


class GroupRow(NamedTuple):
    """An entrant in the standings of a group."""

    place: str
    shared: bool
    number: int
    name: str
    total: str
    games: int


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A penalty or bonus in a list. `reasons`: whether to show the reasons for it, which only referees may see."""

    penalty: Adjustment
    name: str
    reasons: bool

    @property
    def points(self) -> str:
        return wording.signed(Fraction(self.penalty.points))

    @property
    def effect(self) -> str:
        return wording.effect(self.penalty.points)


@dataclass
class StandingsPage:
    """The standings after round `after` (None: current). `reasons`: whether to show the reasons for penalties.

    `choices`: the numbers of the closed rounds; `groups`: (name, rows) for each group.
    """

    day: Day
    after: int | None
    reasons: bool = False

    def __post_init__(self) -> None:
        day, after = self.day, self.after
        tables = tables_of(day, day.current) if day.current and after is None else []
        self.standings = Standings(day, after, tables)
        self.heading = _heading(day, self.standings.rounds, after)
        self.provisional = _provisional(day, tables)
        self.groups = _groups(day, self.standings, after)
        self.choices = [row.number for row in day.rounds if row.closed_at]
        penalties = [penalty for penalty in day.adjustments if after is None or (penalty.round or 0) <= after]
        self.penalties = penalty_lines(day, penalties, self.reasons)
        self.has_teams = bool(day.teams)
        self.has_now = any(row.now for row in self.standings.rows)


class Standings:
    """The standings after a round (None: current), with the points at `tables` that are still open.

    `sections`: (title, rows) for each section; `numbers`: the number of columns for rounds, carried points, penalties
    and chips.
    """

    def __init__(self, day: Day, after: int | None = None, tables: list[TableNow] | None = None) -> None:
        self.day = day
        self.number = wording.signed if wording.has_signs(scheme_of(day.tournament)) else wording.amount
        self.has_chips = book_of(day.tournament).plays_chips
        count = count_of(day)
        self.table = standings_table(day, after, count)
        self.rounds = list(self.table.rounds)
        # While tables are open, some players have played fewer matches, so places aren't compared.
        settled = len(self.rounds) > 1 and not any(table.is_open for table in tables or ())
        before = count.after(self.rounds[-1] - 1) if settled else ()
        self._before = {place.line.entrant: place.line.place for place in before}
        self._now = _open_seats(day, tables or [])
        titles = section_titles(day, self.table)
        self.sections = [
            (title, [self._row(row, title if index and not line else "") for line, row in enumerate(section.rows)])
            for index, (title, section) in enumerate(zip(titles, self.table.sections, strict=True))
        ]
        self.rows = [row for _title, rows in self.sections for row in rows]
        self.has_clubs = any(row.club for row in self.rows)
        self.has_carried = any(row.carried for row in self.rows)
        self.has_adjusted = any(row.adjusted for row in self.rows)
        self.numbers = len(self.rounds) + self.has_carried + self.has_adjusted + self.has_chips

    @property
    def explained(self) -> list[str]:
        """The sentences that explain how the totals are calculated."""
        return explained(self.day, self.table)

    @property
    def tie_breaks(self) -> list[str]:
        return [wording.tie_break(name) for name in ranking_of(self.day.tournament).tie_breaks]

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
            cells=tuple(self._cell(result) for result in source.rounds),
            carried=self.number(source.carried) if source.carried is not None else "",
            adjusted=wording.signed(line.adjusted) if line.adjusted else "",
            games=source.figures.games,
            firsts=source.figures.places[0],
            average=wording.hundredths(average) if average is not None else "",
            chips=game.signed(source.figures.chips) if self.has_chips else "",
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


def _groups(day: Day, standings: Standings, after: int | None) -> list[tuple[str, list[GroupRow]]]:
    groups = []
    for group in group_standings(day, after):
        places, rows = [place for place, _line in group.lines], []
        for place, line in group.lines:
            shared = place is not None and places.count(place) > 1
            number, name = day.by_pk[line.entrant].number, day.names[line.entrant]
            rows.append(GroupRow(str(place or ""), shared, number, name, standings.number(line.total), line.games))
        groups.append((group.name, rows))
    return groups


def _open_seats(day: Day, tables: list[TableNow]) -> dict[int, str]:
    """Return the points at tables without a confirmed result, by entrant id; "…" if unknown."""
    book = book_of(day.tournament)
    points = {}
    for table in tables:
        if table.is_open:
            for index, seat in enumerate(table.seats):
                total = game.balance(book, table.points[index]) if table.points else "…"
                points[seat.entrant_id] = game.with_chips(book, total, table.chips[index]) if table.points else total
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


def _provisional(day: Day, tables: list[TableNow]) -> str:
    missing = sum(table.is_open for table in tables)
    if not missing or day.current is None:
        return ""
    numbers = {"done": len(tables) - missing, "many": len(tables), "no": day.current.number}
    return _("Provisional. Confirmed results in round %(no)s: %(done)s of %(many)s.") % numbers


def penalty_lines(day: Day, penalties: Iterable[Adjustment], reasons: bool) -> list[PenaltyLine]:
    return [PenaltyLine(penalty, day.names[penalty.entrant_id], reasons) for penalty in penalties]


def last_closed(day: Day) -> Round | None:
    return next((row for row in reversed(day.rounds) if row.closed_at), None)


def explained(day: Day, table: StandingsTable) -> list[str]:
    """Return sentences that explain how the totals of this table are calculated."""
    scheme, ranking = scheme_of(day.tournament), ranking_of(day.tournament)
    sentences = [_total(table, scheme.basis == "placement")]
    for number, carry in table.carries.items():
        values = game.listed((wording.amount(value) for value in carry.values), "names")
        sentences.append(_CARRIED[carry.kind]() % {"stage": stage_name(day, number), "values": values})
    if len({section.stage for section in table.sections}) > 1:
        sentences.append(
            _("Players who didn’t qualify are listed below the line with the total they had when they were eliminated.")
        )
    sentences.append(wording.bye(ranking.bye, wording.has_signs(scheme)))
    sentences += wording.counting(counting_of(day.tournament).league)
    if table.leaves_out:
        sentences.append(_("Results in brackets don’t count."))
    return sentences


def section_titles(day: Day, table: StandingsTable) -> list[str]:
    """Return the title of each section; "" if there is only one."""
    if len(table.sections) == 1:
        return [""]
    last = table.sections[0].stage or 1
    return [_title(day, section, last) for section in table.sections]


def stage_name(day: Day, number: int) -> str:
    """Return the name of a stage, or its number."""
    name = next((stage.name for stage in day.stages if stage.number == number), "")
    return game.isolated(name) if name else _("Stage %(number)s") % {"number": number}


def _title(day: Day, section: StandingsSection, last: int) -> str:
    """Return the title of a section. `last`: the number of the last stage played, the stage of the first section."""
    if section.stage is None:
        return _("Not ranked")
    if section.final is not None:
        return final_name(section.final)
    name = stage_name(day, section.stage)
    return name if section.stage == last else _("Out after %(stage)s") % {"stage": name}


def _total(table: StandingsTable, by_placement: bool) -> str:
    is_reset = any(carry.kind != "full" for carry in table.carries.values())
    if by_placement and is_reset:
        return _(
            "The total is the sum of the points carried over, the placement points and byes that count, and penalties."
        )
    if is_reset:
        return _(
            "The total is the sum of the points carried over, the match results and byes that count, and penalties."
        )
    if by_placement:
        return _("The total is the sum of all placement points, byes and penalties.")
    return _("The total is the sum of all match results, byes and penalties.")
