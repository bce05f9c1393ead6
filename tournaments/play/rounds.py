"""Closes a round when the results of all tables are confirmed, and reopens it for a reason."""

from datetime import UTC, datetime

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from tournaments.models import Round, Tournament
from tournaments.snapshot import Day
from tournaments.write_access import acting, note_change, refuse_over, required_reason, seating_of


def missing(day: Day, round: Round) -> list[int]:
    """The tables (numbers) that keep the round open: without a confirmed result, or with hands logged after it."""
    return [
        table.number for table in day.tables.get(round.pk, []) if day.confirmed(table) is None or day.moved_on(table)
    ]


def close_round(*, tournament: Tournament, round: int, by: User, record: Record = by_program) -> Round:
    """Close a round whose results are all confirmed. A closed round stays closed.

    Raises `RuleViolation` (field `round`) with the tables that are missing, `NotAllowed`, `Unavailable`.
    """
    with acting(tournament, by, Role.REFEREE) as now:
        one = published(now, round)
        if one.closed_at is not None:
            return one
        if tables := missing(Day(now), one):
            told = ", ".join(map(str, tables))
            text = _("These tables have no confirmed result yet: %(tables)s.")
            raise RuleViolation("round", text, tables=told)
        one.closed_at = datetime.now(UTC)
        Round.objects.filter(pk=one.pk).update(closed_at=one.closed_at)
        record("round_closed", club=now.club, user=by, after={"tournament": now.code, "round": round})
        return one


def reopen_round(*, tournament: Tournament, round: int, reason: str, by: User, record: Record = by_program) -> Round:
    """Reopen a closed round; its changes show the reason. Raises as `close_round` (field `reason`)."""
    why = required_reason(reason)
    with acting(tournament, by, Role.REFEREE) as now:
        one = published(now, round)
        if one.closed_at is None:
            return one
        refuse_over(now)
        # The clock has stood since then; it goes on once the referee says so.
        one.paused_at = one.paused_at or (one.closed_at if one.started_at else None)
        one.closed_at = None
        Round.objects.filter(pk=one.pk).update(closed_at=None, paused_at=one.paused_at)
        note_change(one, by, why, seating_of(one))
        record("round_reopened", club=now.club, user=by, after={"tournament": now.code, "round": round})
        return one


def published(tournament: Tournament, number: int) -> Round:
    """The published round with this number. Raises `NotAllowed`."""
    found = Round.objects.filter(tournament=tournament, number=number).exclude(published_at=None).first()
    if found is None:
        raise NotAllowed
    return found
