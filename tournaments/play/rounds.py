"""Closing a round when the results of all tables are confirmed, and reopening it."""

from datetime import UTC, datetime
from typing import Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.db.transactions import existing
from people.models import Role
from tournaments.models import Round, Tournament
from tournaments.snapshot import Day
from tournaments.write_access import Action, acting, note_change, refuse_over, required_reason, seating_of


def missing(day: Day, round: Round) -> list[int]:
    """The numbers of the tables that keep the round open: no confirmed result, or hands logged after it."""
    return [table.number for table in day.tables[round.pk] if day.confirmed(table) is None or day.moved_on(table)]


def close_round(*, round: int, **action: Unpack[Action]) -> Round:
    """Close a round, unless it is closed. Raises `RuleViolation` (field `round`) if tables lack a confirmed result."""
    with acting(Role.REFEREE, **action) as (now, log):
        row = published(now, round)
        if row.closed_at is None:
            if tables := missing(Day(now), row):
                text = _("These tables don’t have a confirmed result yet: %(tables)s.")
                raise RuleViolation("round", text, tables=tuple(tables))
            row.closed_at = datetime.now(UTC)
            row.save(update_fields=["closed_at"])
            log("round_closed", round=round)
    return row


def reopen_round(*, round: int, reason: str, **action: Unpack[Action]) -> Round:
    """Reopen a closed round, for a reason. Raises `RuleViolation` (fields `reason`, `tournament`)."""
    why = required_reason(reason)
    with acting(Role.REFEREE, **action) as (now, log):
        row = published(now, round)
        if row.closed_at is not None:
            refuse_over(now)
            # The clock stays paused until the referee resumes it.
            row.paused_at = row.paused_at or (row.closed_at if row.started_at else None)
            row.closed_at = None
            row.save(update_fields=["closed_at", "paused_at"])
            note_change(row, log.by, why, seating_of(row))
            log("round_reopened", round=round)
    return row


def published(tournament: Tournament, number: int) -> Round:
    """Return the published round with this number. Raises `NotAllowed` if there is none."""
    rows = Round.objects.filter(tournament=tournament, number=number)
    row = existing(rows.exclude(published_at=None).first())
    row.tournament = tournament
    return row
