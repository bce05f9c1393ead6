"""The organiser's desk: open tasks, the oldest first, and the next step. Does not know requests."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import wording
from tournaments.draw.draw_tasks import next_number, stage_to_draw
from tournaments.draw.round_view import finals_in
from tournaments.models import Call, Entrant, Round, Seating, Stage, TournamentState
from tournaments.pages.tables.table_view import ago, round_shown, rounds_in_all, table_shown
from tournaments.play import live_tables
from tournaments.play.live_tables import Doing, TableNow
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of
from tournaments.wording import call_note

ASKED_FOR_MORE = (Seating.PRESCRIBED, Seating.GROUPS)  # stages whose draw takes more than a tap
PATIENCE = timedelta(minutes=3)  # so long a result may wait for the second player before the desk is told


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits for a referee or an organiser: `kind` is call, dispute, moved or confirm."""

    kind: str
    table: int
    since: datetime
    title: str
    said: str
    result: int = 0


@dataclass(frozen=True, slots=True)
class DayStep:
    """A step of the day in the strip: `state` is done, now or next; `kind` says which page it leads to."""

    kind: str
    label: str
    said: str
    state: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one step that is next: `kind` says which, `why` what stands in its way (empty: nothing does). `way` is then
    what is done about it: at `table`, or (0) on the page with the results of all tables."""

    kind: str
    label: str
    title: str
    said: str
    number: int = 0
    why: str = ""
    table: int = 0
    way: str = ""

    @property
    def organisers(self) -> bool:
        """Whether only an organiser can take this step."""
        return self.kind in ("entry", "publish", "next", "stage", "finish")


def desk_page(day: Day, now: datetime) -> dict[str, Any]:
    """The context of the desk."""
    current = day.current
    tables = live_tables.tables_of(day, current) if current else []
    book = book_of(day.tournament)
    needs = [need for table in tables for need in _needs(day, table, now)]
    return {
        **round_shown(day, now),
        "marks": _marks(day),
        "tables": [table_shown(day, book, each) for each in tables],
        "needs": sorted(needs, key=lambda need: need.since),
        "byes": [day.names[seat.pk] for seat in day.byes[current.pk]] if current else [],
        "confirmed": sum(not each.is_open for each in tables),
        "step": _step(day, tables),
        "drawn": bool(day.rounds),
        "waiting": any(each.state == Entrant.State.WAITING for each in day.entrants),
        "asking": sum(each.state == Entrant.State.ASKED for each in day.entrants),
        "here": sum(each.checked_in_at is not None for each in day.entered),
    }


def _needs(day: Day, now: TableNow, at: datetime) -> list[Need]:
    needs, no = [], {"no": now.number}
    if now.call:
        notes = [_quoted(now.call)] if now.call.note else []
        if now.hands and now.doing is Doing.PLAYING:
            notes.append(_("Hand %(no)s") % {"no": now.played + 1})
        said = wording.listed([*notes, ago(at, now.call.at)])
        needs.append(Need("call", now.number, now.call.at, _("Table %(no)s calls the referee") % no, said))
    if now.result is None:
        return needs
    number, since = now.result.number, now.result.at
    if dispute := day.disputed(now.table):
        notes = [_("“%(text)s”") % {"text": dispute.reason}] if dispute.reason else []
        said = wording.listed([*notes, ago(at, dispute.at)])
        title = _("The result at table %(no)s is disputed") % no
        needs.append(Need("dispute", now.number, dispute.at, title, said, number))
    elif now.doing is Doing.MOVED:
        said = _("A hand was changed after the result was read. Read and confirm the result again.")
        needs.append(
            Need("moved", now.number, since, _("Table %(no)s changed after its result was read") % no, said, number)
        )
    elif now.doing is Doing.ENTERED and at - since >= PATIENCE:
        said = wording.listed([_("Result entered %(ago)s") % {"ago": ago(at, since)}, _waits_for(day, now)])
        title = _("Table %(no)s is waiting for confirmation") % no
        needs.append(Need("confirm", now.number, since, title, said, number))
    return needs


def _quoted(call: Call) -> str:
    """The note of a call: what was typed stands in quotation marks."""
    return call_note(call) if call.late_entry else _("“%(text)s”") % {"text": call.note}


def _waits_for(day: Day, now: TableNow) -> str:
    """Who could confirm the result: everybody at the table except the player who entered it."""
    entered = now.result.entrant_id if now.result else None
    names = [wording.isolated(day.names[seat.entrant_id]) for seat in now.seats if seat.entrant_id != entered]
    return _("%(names)s can confirm") % {"names": wording.listed(names, "or")}


# ── the day ───────────────────────────────────────────────────────────────────


def _marks(day: Day) -> list[DayStep]:
    """Entries, draw, each round, final list: done, now or next."""
    drawn = bool(day.rounds)
    closed = [each for each in day.rounds if each.closed_at]
    over = day.tournament.state == TournamentState.OVER or len(closed) == rounds_in_all(day) > 0
    marks = [
        DayStep("entry", _("Players"), "", "done" if drawn else "now"),
        DayStep("draw", _("Seating draw"), "", "done" if drawn else "next"),
    ]
    known = {each.number: each for each in day.rounds}
    playing = day.current.number if day.current else len(closed) + 1
    for number in range(1, rounds_in_all(day) + 1):
        one = known.get(number)
        state = "done" if one and one.closed_at else "now" if drawn and number == playing else "next"
        title = _("Round %(no)s") % {"no": number}
        marks.append(DayStep("round", title if state == "now" else str(number), title, state, number if one else 0))
    return [*marks, DayStep("standings", _("Final ranking"), "", "now" if over else "next")]


def _step(day: Day, tables: list[TableNow]) -> NextStep:
    if day.current:
        return _step_of_round(day.current, tables)
    closed = sum(bool(each.closed_at) for each in day.rounds)
    waiting = next((each for each in day.rounds if not each.published_at), None)
    if waiting:
        number = {"no": waiting.number}
        title, said = (
            _("Round %(no)s is drawn but not published") % number,
            _("Nobody can see the seats until you publish them."),
        )
        return NextStep(
            "publish", _("Publish round %(number)s") % {"number": waiting.number}, title, said, waiting.number
        )
    if day.tournament.state == TournamentState.OVER:
        return NextStep("final", _("Final standings"), _("The tournament has finished"), _("The standings are final."))
    if closed and closed == rounds_in_all(day):
        said = _("Check the standings for penalties, ties and results, then end the tournament.")
        return NextStep("finish", _("End tournament"), _("All rounds are closed"), said)
    if not day.rounds and len(day.entered) < 3:
        said = _("Paste a list of names, or open registration so that players can register themselves.")
        return NextStep("entry", _("Add players"), _("There are no players to seat yet"), said)
    return _step_of_draw(day)


def _step_of_draw(day: Day) -> NextStep:
    many = len(day.entered)
    said = ngettext("%(many)s player is registered.", "%(many)s players are registered.", many) % {"many": many}
    if not day.rounds:
        return NextStep("draw", _("Draw seating"), _("The seating hasn’t been drawn yet"), said)
    if number := next_number(day):
        label = _("Draw and publish round %(no)s") % {"no": number}
        return NextStep("next", label, _("The next round hasn’t been drawn yet"), said, number)
    stage = stage_to_draw(day)
    if stage and stage.takes and not stage.by_group:
        many = stage.takes
        said = ngettext("The top %(many)s player qualifies.", "The top %(many)s players qualify.", many) % {
            "many": many
        }
    if stage is None or stage.seating in ASKED_FOR_MORE:
        return NextStep("draw", _("Draw next stage"), _("The next stage hasn’t been drawn yet"), said)
    return NextStep("stage", _draws(stage), _("The next stage hasn’t been drawn yet"), said, stage.number)


def _draws(stage: Stage) -> str:
    finals = finals_in(stage)
    if finals:
        return _("Draw the final") if finals == 1 else _("Draw the finals")
    return _("Draw stage %(number)s") % {"number": stage.number}


def _step_of_round(round: Round, tables: list[TableNow]) -> NextStep:
    number = {"no": round.number}
    if round.started_at is None and all(each.doing is Doing.NOT_BEGUN for each in tables):
        said = _("The seats are published. Start the clock when everyone is seated.")
        return NextStep("start", _("Start clock"), _("Round %(no)s is ready to start") % number, said, round.number)
    open_ones = [each for each in tables if each.is_open]
    label = _("Close round %(no)s") % number
    if not open_ones:
        said = _("Every table is confirmed. Closing the round makes its standings final.")
        return NextStep("close", label, _("Round %(no)s can be closed") % number, said, round.number)
    many = {"done": len(tables) - len(open_ones), "many": len(tables)}
    title = _("Round %(no)s can be closed when all tables are confirmed") % number
    why, said = _missing([each.number for each in open_ones]), _("%(done)s of %(many)s confirmed") % many
    return NextStep("close", label, title, said, round.number, why, *_way_on(open_ones))


def _way_on(open_ones: list[TableNow]) -> tuple[int, str]:
    """The table to begin with, and the step there: results that wait are confirmed before others are typed. If no table
    scores on a phone, all results are typed on one page (table 0)."""
    entered = next((each for each in open_ones if each.result), None)
    if entered:
        return entered.number, _("View table %(no)s") % {"no": entered.number}
    played = next((each for each in open_ones if each.doing is not Doing.NOT_BEGUN), None)
    if played:
        return played.number, _("Result at table %(no)s") % {"no": played.number}
    return 0, _("Enter results")


def _missing(numbers: list[int]) -> str:
    if len(numbers) > 6:
        return ngettext("%(many)s table is still open.", "%(many)s tables are still open.", len(numbers)) % {
            "many": len(numbers)
        }
    tables = wording.listed(map(str, numbers), "and")
    return ngettext("Table %(numbers)s is still open.", "Tables %(numbers)s are still open.", len(numbers)) % {
        "numbers": tables
    }
