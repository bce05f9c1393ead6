"""The clock of a round: how much time is left, and the actions that start, pause, reset and extend it.

Every time is the time of the server.
"""

from datetime import UTC, datetime, timedelta

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
_SECOND = timedelta(seconds=1)


def total_seconds(round: Round, table: Table | None = None) -> int:
    """The length of the round in seconds; with the extra time of `table`, if one is given."""
    return round.minutes * 60 + (table.extra_seconds if table else 0)


def ends_at(round: Round, table: Table | None = None) -> datetime | None:
    """The moment at which time is up. None: the clock is not running, because the round has not started, is paused
    or is closed."""
    if round.started_at is None or _stopped_at(round) is not None:
        return None
    return _end(round, round.started_at, table)


def seconds_left(round: Round, now: datetime, table: Table | None = None) -> int:
    """Whole seconds left, rounded up; 0 or less when time is up.

    Before the start this is the whole length. While the clock is paused, and in a closed round, it does not change.
    """
    if round.started_at is None:
        return total_seconds(round, table)
    until = _end(round, round.started_at, table)
    return -(((_stopped_at(round) or now) - until) // _SECOND)


def clock_text(seconds: int) -> str:
    """Minutes and seconds as a clock shows them: 41:20; 0:00 when time is up."""
    minutes, rest = divmod(max(seconds, 0), 60)
    return f"{minutes}:{rest:02}"


def _stopped_at(round: Round) -> datetime | None:
    """The moment since which the clock has been stopped: by a pause, or because the round was closed."""
    return round.paused_at or round.closed_at


def _end(round: Round, started_at: datetime, table: Table | None) -> datetime:
    return started_at + timedelta(seconds=total_seconds(round, table) + round.paused_seconds)


def start_clock(*, tournament: Tournament, round: int, by: User, record: Record = by_program) -> Round:
    """Start the clock, unless it is running. Raises `RuleViolation` (field `round`), `NotAllowed`, `Unavailable`."""
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open_round(now, round)
        if one.started_at is not None:
            return one
        return _change_clock("clock_started", now, one, by, record, started_at=datetime.now(UTC), paused_seconds=0)


def reset_clock(*, tournament: Tournament, round: int, by: User, record: Record = by_program) -> Round:
    """Undo the start of the clock: it stops, and shows the whole length of the round again."""
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open_round(now, round)
        if one.started_at is None:
            return one
        return _change_clock("clock_reset", now, one, by, record, started_at=None, paused_at=None, paused_seconds=0)


def pause_clock(*, tournament: Tournament, round: int, by: User, record: Record = by_program) -> Round:
    """Stop the clock of every table for a while."""
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open_round(now, round)
        if one.started_at is None:
            raise RuleViolation("round", _("The clock has not been started."))
        if one.paused_at is not None:
            return one
        return _change_clock("clock_paused", now, one, by, record, paused_at=datetime.now(UTC))


def resume_clock(*, tournament: Tournament, round: int, by: User, record: Record = by_program) -> Round:
    """Let the clock run again after a pause."""
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open_round(now, round)
        if one.paused_at is None:
            return one
        # If the time of the server was set back during the pause, the round must not lose time.
        pause = max(0, int((datetime.now(UTC) - one.paused_at).total_seconds()))
        paused_seconds = one.paused_seconds + pause
        return _change_clock("clock_resumed", now, one, by, record, paused_at=None, paused_seconds=paused_seconds)


def set_clock(
    *,
    tournament: Tournament,
    round: int,
    minutes: int,
    by: User,
    end_policy: str | None = None,
    record: Record = by_program,
) -> Round:
    """Set the length of the round and what happens to the hand in play when time is up (None: no change)."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise RuleViolation("minutes", _("A round has 1 to %(most)s minutes."), most=MOST_MINUTES)
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open_round(now, round)
        policy = EndPolicy(end_policy) if end_policy else EndPolicy(one.end_policy)
        if (one.minutes, one.end_policy) == (minutes, policy):
            return one
        return _change_clock("clock_set", now, one, by, record, minutes=minutes, end_policy=policy.value)


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
    """Add minutes (negative: remove them) to the round, or to one of its tables. Each `key` is applied once.

    Raises `RuleViolation` (field `minutes`), `NotAllowed`, `Unavailable`.
    """
    checked_key(key)
    if not 1 <= abs(minutes) <= MOST_MINUTES:
        raise RuleViolation("minutes", _("A round has 1 to %(most)s minutes."), most=MOST_MINUTES)
    with acting(tournament, by, Role.REFEREE) as now:
        one = _open_round(now, round)
        if one.clock_key == key:
            return one
        if table is not None:
            return _add_to_table(now, one, table, minutes, key, by, record)
        if not 1 <= one.minutes + minutes <= MOST_MINUTES:
            raise RuleViolation("minutes", _("A round has 1 to %(most)s minutes."), most=MOST_MINUTES)
        return _change_clock("clock_set", now, one, by, record, minutes=one.minutes + minutes, clock_key=key)


def _add_to_table(now: Tournament, one: Round, number: int, minutes: int, key: str, by: User, record: Record) -> Round:
    table = Table.objects.filter(round=one, number=number).first()
    if table is None:
        raise NotAllowed
    seconds = table.extra_seconds + minutes * 60
    if abs(seconds) > MOST_MINUTES * 60:
        raise RuleViolation("minutes", _("A round has 1 to %(most)s minutes."), most=MOST_MINUTES)
    Table.objects.filter(pk=table.pk).update(extra_seconds=seconds)
    Round.objects.filter(pk=one.pk).update(clock_key=key)
    after = {"tournament": now.code, "round": one.number, "table": number, "minutes": minutes}
    record("time_added", club=now.club, user=by, after=after)
    one.clock_key = key
    return one


def _open_round(tournament: Tournament, number: int) -> Round:
    one = published(tournament, number)
    if one.closed_at is not None:
        raise RuleViolation("round", _("Round %(round)s is closed."), round=number)
    return one


def _change_clock(what: str, now: Tournament, one: Round, by: User, record: Record, **values: object) -> Round:
    """Write the values to the database, to the loaded row and to the audit log."""
    Round.objects.filter(pk=one.pk).update(**values)
    for name, value in values.items():
        setattr(one, name, value)
    after = {"tournament": now.code, "round": one.number, "minutes": one.minutes}
    record(what, club=now.club, user=by, after=after)
    return one
