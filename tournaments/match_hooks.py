"""What the match of a tournament table asks its tournament: whether it may go on, and texts for its pages."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext

from engine.language import gettext_noop as _
from matches import wording
from matches.event_hooks import PageExtras, Stopped
from matches.log.state import MatchState
from matches.models import Match
from people.forms.shared import sentence
from tournaments.models import EndPolicy, Result, Table, TournamentState, Verdict
from tournaments.pages.tables.table_page import clock_shown
from tournaments.play.clock import ends_at, seconds_left

_shown = partial(
    PageExtras,
    template="tournaments/tables/_on_score.html",
    head="tournaments/tables/_score_head.html",
    menu="tournaments/tables/_score_menu.html",
)
# How many hands a table still ends after its time is up.
_STILL = {EndPolicy.CUT: 0, EndPolicy.FINISH: 1, EndPolicy.ONE_MORE: 2}
_RESULT = Result.objects.filter(table=OuterRef(OuterRef("pk"))).order_by("-number").values("pk")[:1]
_LAST = Result.objects.filter(table=OuterRef("pk")).order_by("-number").values("number")[:1]
_WORD = Verdict.objects.filter(result=Subquery(_RESULT)).order_by("-number").values("kind")[:1]


def table_of(match: int) -> Table | None:
    """The table that plays the match with this id, with its round, its tournament, the number of its result (`last`)
    and the last word (`word`) on it."""
    found = Table.objects.filter(match=match).annotate(last=Subquery(_LAST), word=Subquery(_WORD))
    return found.select_related("round__tournament").first()


def stopped(match: Match) -> Stopped | None:
    """Why a match goes on no more; None while it may."""
    table = table_of(match.pk)
    return _why(table) if table else None


def stand(match: int) -> str:
    """How far the table of the match with this id has come, in short; "" where none plays it."""
    table = table_of(match)
    return _stand(table) if table else ""


def plays(match: Match) -> bool:
    """Whether a table plays it still; one that was played again in another match is put away."""
    return Table.objects.filter(match=match.pk).exists()


def _why(table: Table) -> Stopped | None:
    if table.round.tournament.state == TournamentState.OVER:
        return Stopped("match", _("The tournament is over: its results change no more."))
    if table.round.closed_at is not None:
        text = _("Round %(round)s is closed: only the referee can correct its results.")
        return Stopped("match", text, round=table.round.number)
    if getattr(table, "word", None) == Verdict.Kind.CONFIRMED:
        return Stopped("match", _("The result is confirmed: only the referee can correct it."))
    return None


def shown(reading: MatchState) -> PageExtras | None:
    """What stands on the pages of the match of a table: that it is done with, or how long its round goes on."""
    table = table_of(reading.match.pk)
    if table is None:
        return None
    if why := _why(table):
        told = {"table": table, "round": table.round, "why": sentence(why)}
        result = table.results.order_by("-number").first()
        return _shown(stand=_stand(table), why=why, corrected=_corrected(reading, result), told=told)
    now = datetime.now(UTC)
    up = table.round.started_at is not None and seconds_left(table.round, now, table) <= 0
    told = _time(reading, table, now)
    ends = gettext("Time is up: the match ends here. This would be a further hand.") if up and told["due"] else ""
    return _shown(stand=_stand(table), up=up, ends=ends, told=told)


def _corrected(reading: MatchState, result: Result | None) -> str:
    """What the referee made of the result, where that is not what the match came to; the first chair is East's."""
    match, book = reading.match, reading.book
    if result is None or not result.reason or (result.points, result.pot) == ((*match.balances, 0), match.pot):
        return ""
    points = zip(reading.names, result.points, strict=False)
    said = wording.listed(f"{wording.isolated(name)} {wording.balance(book, each)}" for name, each in points)
    told = {"points": said, "reason": wording.isolated(result.reason)}
    return gettext("The referee corrected the result: %(points)s (%(reason)s).") % told


def _time(reading: MatchState, table: Table, now: datetime) -> dict[str, Any]:
    """The clock, where it has begun; `due`: by the end policy nobody plays on."""
    told: dict[str, Any] = {"table": table, "round": table.round, "clock": None}
    if table.round.started_at is None:
        return told
    due = _due(reading, table)
    return {**told, "clock": clock_shown(table.round, now, table) | {"ends_here": due}, "due": due}


def _due(reading: MatchState, table: Table) -> bool:
    until = ends_at(table.round, table)
    if until is None:
        return False
    ended = [reading.event(row.seq) for row in reading.log.rows if row.ends_hand]
    late = sum(event is not None and event.at >= until for event in ended)
    return late >= _STILL[EndPolicy(table.round.end_policy)]


def _stand(table: Table) -> str:
    """Another one where the result counts, or counts anew, where the referee has touched the clock, and where the match
    is another table's."""
    if _why(table):
        return f"n{table.number}over{getattr(table, 'last', None) or 0}"
    round = table.round
    until = ends_at(round, table)
    began = f"t{int(until.timestamp())}{round.end_policy}" if until else f"s{int(round.started_at is not None)}"
    return f"n{table.number}{began}"
