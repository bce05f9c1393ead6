"""The clock of a round: started, stopped for a while, given more time. Every time is the server's."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions.append import checked_key
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from tournaments.models import EndPolicy, Round, Table, Tournament
from tournaments.play.rounds import published
from tournaments.write_access import acting

MOST_MINUTES = 600


def start_clock(*, tournament: Tournament, round: int, by: User, record: Record = by_program) -> Round:
    """Let the time run; it runs on if it does. Raises `RuleViolation` (field `round`), `NotAllowed`, `Unavailable`."""
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open(now, round)
        if one.started_at is not None:
            return one
        return _told("clock_started", now, one, by, record, started_at=datetime.now(UTC), paused_seconds=0)


def reset_clock(*, tournament: Tournament, round: int, by: User, record: Record = by_program) -> Round:
    """The clock was started by mistake: all the time is there again, and it stands."""
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open(now, round)
        if one.started_at is None:
            return one
        return _told("clock_reset", now, one, by, record, started_at=None, paused_at=None, paused_seconds=0)


def pause_clock(*, tournament: Tournament, round: int, by: User, record: Record = by_program) -> Round:
    """Let the time stand, for every table."""
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open(now, round)
        if one.started_at is None:
            raise RuleViolation("round", _("The clock has not been started."))
        if one.paused_at is not None:
            return one
        return _told("clock_paused", now, one, by, record, paused_at=datetime.now(UTC))


def resume_clock(*, tournament: Tournament, round: int, by: User, record: Record = by_program) -> Round:
    """Let the time go on after a pause."""
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open(now, round)
        if one.paused_at is None:
            return one
        # A clock of the server that was set back during the pause takes no time from the round.
        pause = max(0, int((datetime.now(UTC) - one.paused_at).total_seconds()))
        stood = one.paused_seconds + pause
        return _told("clock_resumed", now, one, by, record, paused_at=None, paused_seconds=stood)


def set_clock(
    *,
    tournament: Tournament,
    round: int,
    minutes: int,
    by: User,
    end_policy: str | None = None,
    record: Record = by_program,
) -> Round:
    """How long the round lasts, and what becomes of the hand in play at its end (`EndPolicy`; None: as it is)."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise RuleViolation("minutes", _("A round has 1 to %(most)s minutes."), most=MOST_MINUTES)
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open(now, round)
        policy = EndPolicy(end_policy) if end_policy else EndPolicy(one.end_policy)
        if (one.minutes, one.end_policy) == (minutes, policy):
            return one
        return _told("clock_set", now, one, by, record, minutes=minutes, end_policy=policy.value)


def add_time(
    *,
    tournament: Tournament,
    round: int,
    minutes: int,
    key: str,
    by: User,
    table: int | None = None,
    record: Record = by_program,
) -> Round:
    """More minutes (or fewer, below 0) for the round, or for one of its tables alone. A key counts once.

    Raises `RuleViolation` (field `minutes`), `NotAllowed`, `Unavailable`.
    """
    checked_key(key)
    if not 1 <= abs(minutes) <= MOST_MINUTES:
        raise RuleViolation("minutes", _("A round has 1 to %(most)s minutes."), most=MOST_MINUTES)
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open(now, round)
        if one.clock_key == key:
            return one
        if table is not None:
            return _extra(now, one, table, minutes, key, by, record)
        if not 1 <= one.minutes + minutes <= MOST_MINUTES:
            raise RuleViolation("minutes", _("A round has 1 to %(most)s minutes."), most=MOST_MINUTES)
        return _told("clock_set", now, one, by, record, minutes=one.minutes + minutes, clock_key=key)


def _extra(now: Tournament, one: Round, number: int, minutes: int, key: str, by: User, record: Record) -> Round:
    table = Table.objects.filter(round=one, number=number).first()
    if table is None:
        raise NotAllowed
    seconds = table.extra_seconds + minutes * 60
    if abs(seconds) > MOST_MINUTES * 60:
        raise RuleViolation("minutes", _("A round has 1 to %(most)s minutes."), most=MOST_MINUTES)
    Table.objects.filter(pk=table.pk).update(extra_seconds=seconds)
    Round.objects.filter(pk=one.pk).update(clock_key=key)
    told = {"tournament": now.code, "round": one.number, "table": number, "minutes": minutes}
    record("time_added", club=now.club, user=by, after=told)
    one.clock_key = key
    return one


def _open(tournament: Tournament, number: int) -> Round:
    one = published(tournament, number)
    if one.closed_at is not None:
        raise RuleViolation("round", _("Round %(round)s is closed."), round=number)
    return one


def _told(what: str, now: Tournament, one: Round, by: User, record: Record, **values: object) -> Round:
    """Write it, to the database, the row at hand and the audit."""
    Round.objects.filter(pk=one.pk).update(**values)
    for name, value in values.items():
        setattr(one, name, value)
    after = {"tournament": now.code, "round": one.number, "minutes": one.minutes}
    record(what, club=now.club, user=by, after=after)
    return one
