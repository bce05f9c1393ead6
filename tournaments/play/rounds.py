"""A round in play: its planned start, its clock, and closing and reopening it.

All times are server times. The actions raise `RuleViolation` (field `round`, if no other is named), `NotAllowed` and
`Unavailable`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.db.transactions import existing
from people.models import Role
from people.text.cleaning import checked_key
from tournaments.models import EndPolicy, Round, Table, Tournament
from tournaments.snapshot import Day
from tournaments.write_access import (
    Action,
    ActionLog,
    acting,
    note_change,
    refuse_outside,
    refuse_over,
    required_reason,
    seating_of,
)

MOST_MINUTES = 600
_SECOND = timedelta(seconds=1)


def missing(day: Day, round: Round) -> list[int]:
    """Return the numbers of the tables that keep a round from being closed.

    They have no confirmed result, or their match has changed since the result was read from it.
    """
    return [table.number for table in day.tables[round.pk] if day.confirmed(table) is None or day.moved_on(table)]


def close_round(*, round: int, **action: Unpack[Action]) -> Round:
    """Close a round, unless it is closed already. Raises `RuleViolation` if a table has no confirmed result."""
    with acting(Role.REFEREE, **action) as (now, log):
        row = _published(now, round)
        if row.closed_at is None:
            if tables := missing(Day(now), row):
                text = _("The round can’t be closed yet. Tables without a confirmed result: %(tables)s.")
                raise RuleViolation("round", text, tables=tuple(tables))
            row.closed_at, row.starts_at = datetime.now(UTC), None
            row.save(update_fields=["closed_at", "starts_at"])
            log("round_closed", round=round)
    return row


def reopen_round(*, round: int, reason: str, **action: Unpack[Action]) -> Round:
    """Reopen a closed round, with a reason. Raises `RuleViolation` (fields `reason`, `tournament`)."""
    why = required_reason(reason)
    with acting(Role.REFEREE, **action) as (now, log):
        row = _published(now, round)
        if row.closed_at is not None:
            refuse_over(now)
            # The clock stays paused until the referee resumes it.
            row.paused_at = row.paused_at or (row.closed_at if row.started_at else None)
            row.closed_at = None
            row.save(update_fields=["closed_at", "paused_at"])
            note_change(row, log.by, why, seating_of(row))
            log("round_reopened", round=round)
    return row


def _published(tournament: Tournament, number: int) -> Round:
    row = existing(Round.objects.filter(tournament=tournament, number=number).exclude(published_at=None).first())
    row.tournament = tournament
    return row


# ── the clock ────────────────────────────────────────────────────────────────


def total_seconds(round: Round, table: Table | None = None) -> int:
    """Return the length of the round in seconds, including the extra time of `table`."""
    return round.minutes * 60 + (table.extra_seconds if table else 0)


def ends_at(round: Round, table: Table | None = None) -> datetime | None:
    """Return the moment when time is up, or None while the clock isn't running (not started, paused or closed)."""
    if round.started_at is None or round.paused_at or round.closed_at:
        return None
    return _end(round, round.started_at, table)


def seconds_left(round: Round, now: datetime, table: Table | None = None) -> int:
    """Return the whole seconds left, rounded up; 0 or less when time is up.

    The number stays the same while the round is paused or closed.
    """
    if round.started_at is None:
        return total_seconds(round, table)
    at = round.paused_at or round.closed_at or now
    return -((at - _end(round, round.started_at, table)) // _SECOND)


def _end(round: Round, started_at: datetime, table: Table | None) -> datetime:
    return started_at + timedelta(seconds=total_seconds(round, table) + round.paused_seconds)


def clock_text(seconds: int) -> str:
    """Return seconds as text such as "41:20"; "0:00" when time is up."""
    minutes, rest = divmod(max(seconds, 0), 60)
    return f"{minutes}:{rest:02}"


def start_clock(*, round: int, **action: Unpack[Action]) -> Round:
    """Start the clock, unless it has been started. A planned start is over then."""
    with _open_round(round, action) as (row, log):
        if row.started_at is None:
            _change(row, log, "clock_started", started_at=datetime.now(UTC), starts_at=None, paused_seconds=0)
    return row


def plan_start(*, round: int, minutes: int, key: str, **action: Unpack[Action]) -> Round:
    """Plan the start of a round for `minutes` from now, once per `key`. The clock doesn't start by itself.

    A later plan replaces an earlier one. Raises `RuleViolation` (field `starts_in`, or `round` if the clock has been
    started).
    """
    checked_key(key)
    refuse_outside("starts_in", minutes, 1, MOST_MINUTES)
    with _open_round(round, action) as (row, log):
        if row.clock_key == key:
            return row
        if row.started_at is not None:
            raise RuleViolation("round", _("The clock has already been started."))
        at = datetime.now(UTC).replace(microsecond=0) + timedelta(minutes=minutes)
        row.starts_at, row.clock_key = at, key
        row.save(update_fields=["starts_at", "clock_key"])
        log("start_planned", round=round, minutes=minutes)
    return row


def cancel_start(*, round: int, **action: Unpack[Action]) -> Round:
    """Cancel the planned start of a round, if there is one."""
    with _open_round(round, action) as (row, log):
        if row.starts_at is not None:
            row.starts_at = None
            row.save(update_fields=["starts_at"])
            log("start_cancelled", round=round)
    return row


def reset_clock(*, round: int, **action: Unpack[Action]) -> Round:
    """Stop the clock and set it back to the full length of the round."""
    with _open_round(round, action) as (row, log):
        if row.started_at is not None:
            _change(row, log, "clock_reset", started_at=None, paused_at=None, paused_seconds=0)
    return row


def pause_clock(*, round: int, **action: Unpack[Action]) -> Round:
    """Pause the clock for all tables."""
    with _open_round(round, action) as (row, log):
        if row.started_at is None:
            raise RuleViolation("round", _("The clock hasn’t started."))
        if row.paused_at is None:
            _change(row, log, "clock_paused", paused_at=datetime.now(UTC))
    return row


def resume_clock(*, round: int, **action: Unpack[Action]) -> Round:
    """Resume the clock after a pause."""
    with _open_round(round, action) as (row, log):
        if row.paused_at is not None:
            # If the server's time was set back during the pause, the round must not lose time.
            pause = max(0, int((datetime.now(UTC) - row.paused_at).total_seconds()))
            _change(row, log, "clock_resumed", paused_at=None, paused_seconds=row.paused_seconds + pause)
    return row


def set_clock(*, round: int, minutes: int, end_policy: str | None = None, **action: Unpack[Action]) -> Round:
    """Set the length of the round, and the `EndPolicy` for the hand in play when time is up (None: no change)."""
    _check_length(1 <= minutes <= MOST_MINUTES)
    with _open_round(round, action) as (row, log):
        policy = EndPolicy(end_policy or row.end_policy)
        if (row.minutes, row.end_policy) != (minutes, policy):
            _change(row, log, "clock_set", minutes=minutes, end_policy=policy.value)
    return row


def add_time(*, round: int, minutes: int, key: str, table: int | None = None, **action: Unpack[Action]) -> Round:
    """Add minutes (negative: remove them) to a round or table, once per `key`. Raises `RuleViolation` (`minutes`)."""
    checked_key(key)
    _check_length(1 <= abs(minutes) <= MOST_MINUTES)
    with _open_round(round, action) as (row, log):
        if row.clock_key == key:
            return row
        if table is None:
            _check_length(1 <= row.minutes + minutes <= MOST_MINUTES)
            _change(row, log, "clock_set", minutes=row.minutes + minutes, clock_key=key)
            return row
        of_table = existing(Table.objects.filter(round=row, number=table).first())
        seconds = of_table.extra_seconds + minutes * 60
        _check_length(abs(seconds) <= MOST_MINUTES * 60)
        Table.objects.filter(pk=of_table.pk).update(extra_seconds=seconds)
        row.clock_key = key
        row.save(update_fields=["clock_key"])
        log("time_added", round=round, table=table, minutes=minutes)
    return row


def _check_length(fits: bool) -> None:
    if not fits:
        raise RuleViolation("minutes", _("A round can last 1 to %(most)s minutes."), most=MOST_MINUTES)


@contextmanager
def _open_round(number: int, action: Action) -> Iterator[tuple[Round, ActionLog]]:
    """Lock the tournament for a referee and yield the round. Raises `RuleViolation` (field `round`) if it is closed."""
    with acting(Role.REFEREE, **action) as (now, log):
        row = _published(now, number)
        if row.closed_at is not None:
            raise RuleViolation("round", _("Round %(round)s is closed."), round=number)
        yield row, log


def _change(row: Round, log: ActionLog, what: str, **values: object) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=[*values])
    log(what, round=row.number, minutes=row.minutes)
