"""Hooks for tournament matches: when a match may continue, and what its pages show."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext

from engine.language import gettext_noop as _
from matches import wording
from matches.event_hooks import ContainingEventHooks, PageExtras, Stopped
from matches.log.state import MatchState
from people.forms.shared import sentence
from tournaments.models import EndPolicy, Result, Table, TournamentState, Verdict
from tournaments.pages.tables.table_view import clock_shown
from tournaments.play.penalties import call_about_entry
from tournaments.play.rounds import ends_at, seconds_left

_extras = partial(
    PageExtras,
    template="tournaments/tables/_match_notice.html",
    head="tournaments/tables/_match_head.html",
    menu="tournaments/tables/_match_menu.html",
)
# How many hands may end after time is up.
_MORE_HANDS = {EndPolicy.CUT: 0, EndPolicy.FINISH: 1, EndPolicy.ONE_MORE: 2}
_RESULT = Result.objects.filter(table=OuterRef(OuterRef("pk"))).order_by("-number").values("pk")[:1]
_LAST = Result.objects.filter(table=OuterRef("pk")).order_by("-number").values("number")[:1]
_VERDICT = Verdict.objects.filter(result=Subquery(_RESULT)).order_by("-number").values("kind")[:1]


def _table_of(match: int) -> Table | None:
    """Return the table of the match with this id, with its round and tournament.

    Annotations: `last`, the number of the last result; `verdict`, the kind of the last verdict on that result.
    """
    tables = Table.objects.filter(match=match).annotate(last=Subquery(_LAST), verdict=Subquery(_VERDICT))
    return tables.select_related("round__tournament").first()


def _why_stopped(table: Table) -> Stopped | None:
    if table.round.tournament.state == TournamentState.OVER:
        return Stopped("match", _("The tournament has finished. Its results can no longer be changed."))
    if table.round.closed_at is not None:
        text = _("Round %(round)s is closed. Only the referee can correct its results.")
        return Stopped("match", text, round=table.round.number)
    if getattr(table, "verdict", None) == Verdict.Kind.CONFIRMED:
        return Stopped("match", _("The result is confirmed. Only the referee can correct it."))
    return None


def _shown(reading: MatchState) -> PageExtras | None:
    """Return the additions to the pages of a match: the reason why it is closed, or the clock of the round."""
    table = _table_of(reading.match.pk)
    if table is None:
        return None
    context: dict[str, Any] = {"table": table, "round": table.round, "clock": None}
    if why := _why_stopped(table):
        result = table.results.order_by("-number").first()
        context["why"] = sentence(why)
        return _extras(poll_state=_poll_state(table), why=why, corrected=_corrected(reading, result), details=context)
    now = datetime.now(UTC)
    if table.round.started_at is None:
        return _extras(poll_state=_poll_state(table), details=context)
    up, due = seconds_left(table.round, now, table) <= 0, _due(reading, table)
    context |= {"clock": replace(clock_shown(table.round, now, table), ends_here=due), "due": due}
    ends = gettext("Time is up, so the match ends here. Don’t enter another hand.") if up and due else ""
    return _extras(poll_state=_poll_state(table), time_is_up=up, ends=ends, details=context)


def _corrected(reading: MatchState, result: Result | None) -> str:
    """Return a note if the referee's result differs from the match; "" if it doesn't."""
    match, book = reading.match, reading.book
    if result is None or not result.reason or result.agrees_with(match):
        return ""
    # The first seat is East's.
    points = zip(reading.names, wording.totals_words(book, result.points, result.chips), strict=False)
    balances = wording.listed(f"{wording.isolated(name)} {total}" for name, total in points)
    values = {"points": balances, "reason": wording.isolated(result.reason)}
    return gettext("The referee corrected the result: %(points)s (%(reason)s).") % values


def _due(reading: MatchState, table: Table) -> bool:
    """Return whether the end policy rules out another hand."""
    until = ends_at(table.round, table)
    if until is None:
        return False
    ended = [reading.event(row.seq) for row in reading.log.rows if row.ends_hand]
    late = sum(event is not None and event.at >= until for event in ended)
    return late >= _MORE_HANDS[EndPolicy(table.round.end_policy)]


def _poll_state(table: Table) -> str:
    """Return a short string that changes with the table's result, its confirmation, the clock and its match."""
    if _why_stopped(table):
        return f"n{table.number}over{getattr(table, 'last', None) or 0}"
    row = table.round
    until = ends_at(row, table)
    clock = f"t{int(until.timestamp())}{row.end_policy}" if until else f"s{int(row.started_at is not None)}"
    return f"n{table.number}{clock}"


HOOKS = ContainingEventHooks(
    stopped=lambda match: _why_stopped(table) if (table := _table_of(match.pk)) else None,
    plays=lambda match: Table.objects.filter(match=match.pk).exists(),  # False if the table has another match now
    poll_state=lambda match: _poll_state(table) if (table := _table_of(match)) else "",
    shown=_shown,
    late=call_about_entry,
)
