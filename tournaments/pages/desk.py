"""The organiser's desk: open tasks, oldest first, and the next step. Independent of requests."""

from dataclasses import InitVar, dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import wording
from tournaments.draw.draw_tasks import next_number, stage_to_draw
from tournaments.draw.round_view import finals_in
from tournaments.models import Call, Entrant, Round, Seating, TournamentState
from tournaments.pages.tables.table_view import ago, round_clock, rounds_in_all, table_shown
from tournaments.play.tables import TableNow, TableProgress, tables_of
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of
from tournaments.wording import call_note

NEEDS_INPUT = (Seating.PRESCRIBED, Seating.GROUPS)  # stages that can't be drawn with one button
PATIENCE = timedelta(minutes=3)  # how long a result may wait for confirmation before the desk shows it


class Task(NamedTuple):
    """A task for a referee or organiser. `kind`: "call", "dispute", "moved" or "confirm"."""

    kind: str
    table: int
    since: datetime
    title: str
    details: str
    result: int = 0


class DayStep(NamedTuple):
    """A step in the timeline of the day. `kind`: the page that it links to; `state`: "done", "now" or "next"."""

    kind: str
    label: str
    long_label: str
    state: str
    number: int = 0


class NextStep(NamedTuple):
    """The next step of the day.

    `why`: what prevents it, or ""; `way`: the label of a helpful link, which leads to `table`, or to the results of all
    tables if `table` is 0.
    """

    kind: str
    label: str
    title: str
    details: str
    number: int = 0
    why: str = ""
    table: int = 0
    way: str = ""

    @property
    def organisers(self) -> bool:
        """Whether the step is for organisers only."""
        return self.kind in ("entry", "publish", "next", "stage", "finish")


@dataclass
class DeskPage:
    """The organiser's desk. `confirmed`, `requests`: the numbers of confirmed tables and of pending registrations."""

    day: Day
    now: InitVar[datetime]

    def __post_init__(self, now: datetime) -> None:
        day, book = self.day, book_of(self.day.tournament)
        tables = tables_of(day, day.current) if day.current else []
        tasks = [task for table in tables for task in _tasks(day, table, now)]
        self.clock, self.timeline, self.step = round_clock(day, now), _timeline(day), _step(day, tables)
        self.tables = [table_shown(day, book, table) for table in tables]
        self.tasks = sorted(tasks, key=lambda task: task.since)
        self.byes = [day.names[entrant.pk] for entrant in day.byes[day.current.pk]] if day.current else []
        self.confirmed = sum(not table.is_open for table in tables)
        self.requests = sum(entrant.state == Entrant.State.ASKED for entrant in day.entrants)
        self.checked_in = sum(entrant.checked_in_at is not None for entrant in day.entered)


def _tasks(day: Day, table: TableNow, now: datetime) -> list[Task]:
    tasks, no = [], {"no": table.number}
    if table.call:
        notes = [_quoted(table.call)] if table.call.note else []
        if table.hands and table.doing is TableProgress.PLAYING:
            notes.append(_("Hand %(no)s") % {"no": table.played + 1})
        details = wording.listed([*notes, ago(now, table.call.at)])
        tasks.append(Task("call", table.number, table.call.at, _("Table %(no)s has called the referee") % no, details))
    if table.result is None:
        return tasks
    number, since = table.result.number, table.result.at
    if dispute := day.disputed(table.table):
        notes = [_("“%(text)s”") % {"text": dispute.reason}] if dispute.reason else []
        details = wording.listed([*notes, ago(now, dispute.at)])
        title = _("The result at table %(no)s is disputed") % no
        tasks.append(Task("dispute", table.number, dispute.at, title, details, number))
    elif table.doing is TableProgress.MOVED:
        details = _(
            "The totals have changed since the result was read from the match. Read the result again, then confirm it."
        )
        title = _("The match at table %(no)s has changed since the result was read from it") % no
        tasks.append(Task("moved", table.number, since, title, details, number))
    elif table.doing is TableProgress.ENTERED and now - since >= PATIENCE:
        details = wording.listed([_("Result entered %(ago)s") % {"ago": ago(now, since)}, _waits_for(day, table)])
        title = _("The result at table %(no)s is waiting for confirmation") % no
        tasks.append(Task("confirm", table.number, since, title, details, number))
    return tasks


def _quoted(call: Call) -> str:
    return call_note(call) if call.late_entry else _("“%(text)s”") % {"text": call.note}


def _waits_for(day: Day, table: TableNow) -> str:
    """Return a phrase naming the players who can confirm the result: all at the table but the one who entered it."""
    entered = table.result.entrant_id if table.result else None
    names = [wording.isolated(day.names[seat.entrant_id]) for seat in table.seats if seat.entrant_id != entered]
    return _("can be confirmed by %(names)s") % {"names": wording.listed(names, "or")}


def _timeline(day: Day) -> list[DayStep]:
    drawn = bool(day.rounds)
    closed = [row for row in day.rounds if row.closed_at]
    over = day.tournament.state == TournamentState.OVER or len(closed) == rounds_in_all(day) > 0
    steps = [
        DayStep("entry", _("Players"), "", "done" if drawn else "now"),
        DayStep("draw", _("Seating draw"), "", "done" if drawn else "next"),
    ]
    playing = day.current.number if day.current else len(closed) + 1
    for number in range(1, rounds_in_all(day) + 1):
        row = day.round(number)
        state = "done" if row and row.closed_at else "now" if drawn and number == playing else "next"
        title = _("Round %(no)s") % {"no": number}
        label = title if state == "now" else str(number)
        steps.append(DayStep("round", label, title, state, number if row else 0))
    standings = _("Final standings") if over else _("Standings")
    return [*steps, DayStep("standings", standings, "", "now" if over else "next")]


def _step(day: Day, tables: list[TableNow]) -> NextStep:
    if day.current:
        return _step_of_round(day.current, tables)
    closed = sum(bool(row.closed_at) for row in day.rounds)
    if day.hidden:
        number = day.hidden[0].number
        label, title = _("Publish round %(number)s"), _("Round %(no)s is drawn but not published")
        details = _("Only organisers can see the seats until you publish them.")
        return NextStep("publish", label % {"number": number}, title % {"no": number}, details, number)
    if day.tournament.state == TournamentState.OVER:
        return NextStep("final", _("Final standings"), _("The tournament has finished"), _("The standings are final."))
    if closed and closed == rounds_in_all(day):
        details = _(
            "Check the results, penalties and ties in the standings. Ending the tournament makes the standings final; "
            "you can reopen it afterwards."
        )
        return NextStep("finish", _("End tournament"), _("All rounds are closed"), details)
    if not day.rounds and len(day.entered) < 3:
        details = _("Paste a list of names, or open registration so that players can register themselves.")
        return NextStep("entry", _("Add players"), _("Not enough players yet"), details)
    return _step_of_draw(day)


def _step_of_draw(day: Day) -> NextStep:
    count = len(day.entered)
    details = ngettext("%(many)s player is registered.", "%(many)s players are registered.", count) % {"many": count}
    if not day.rounds:
        return NextStep("draw", _("Draw seating"), _("The seating hasn’t been drawn yet"), details)
    if number := next_number(day):
        label = _("Draw and publish round %(no)s") % {"no": number}
        return NextStep("next", label, _("The next round hasn’t been drawn yet"), details, number)
    stage = stage_to_draw(day)
    if stage and stage.takes and not stage.by_group:
        text = ngettext("The top %(many)s player qualifies.", "The top %(many)s players qualify.", stage.takes)
        details = text % {"many": stage.takes}
    if stage is None or stage.seating in NEEDS_INPUT:
        return NextStep("draw", _("Draw next stage"), _("The next stage hasn’t been drawn yet"), details)
    label = _("Draw stage %(number)s") % {"number": stage.number}
    if finals := finals_in(stage):
        label = _("Draw the final") if finals == 1 else _("Draw the finals")
    return NextStep("stage", label, _("The next stage hasn’t been drawn yet"), details, stage.number)


def _step_of_round(round: Round, tables: list[TableNow]) -> NextStep:
    number = {"no": round.number}
    if round.started_at is None and all(table.doing is TableProgress.NOT_BEGUN for table in tables):
        details = _("The seats are published. Start the clock when everyone is seated.")
        return NextStep("start", _("Start clock"), _("Round %(no)s is ready to start") % number, details, round.number)
    open_tables = [table for table in tables if table.is_open]
    label = _("Close round %(no)s") % number
    if not open_tables:
        details = _("All results are confirmed. When you close the round, its standings become final.")
        return NextStep("close", label, _("Round %(no)s can be closed") % number, details, round.number)
    counts = {"done": len(tables) - len(open_tables), "many": len(tables)}
    title = _("Round %(no)s can be closed when all results are confirmed") % number
    why, details = _missing([table.number for table in open_tables]), _("%(done)s of %(many)s confirmed") % counts
    return NextStep("close", label, title, details, round.number, why, *_table_to_open(open_tables))


def _table_to_open(open_tables: list[TableNow]) -> tuple[int, str]:
    """Return the number of the table to open first (0: none has started), and the label of the link to it.

    Tables with an entered result come first.
    """
    if entered := next((table for table in open_tables if table.result), None):
        return entered.number, _("View table %(no)s") % {"no": entered.number}
    if played := next((table for table in open_tables if table.doing is not TableProgress.NOT_BEGUN), None):
        return played.number, _("Result at table %(no)s") % {"no": played.number}
    return 0, _("Enter results")


def _missing(numbers: list[int]) -> str:
    count, tables = len(numbers), wording.listed(map(str, numbers), "and")
    if count > 6:
        return ngettext("%(many)s table is still open.", "%(many)s tables are still open.", count) % {"many": count}
    text = ngettext("Table %(numbers)s is still open.", "Tables %(numbers)s are still open.", count)
    return text % {"numbers": tables}
