"""How long a round still has, from what the database keeps of its clock. Reads no clock itself and writes nothing."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.models import Round, Table

_SECOND = timedelta(seconds=1)


def given(round: Round, table: Table | None = None) -> int:
    """The seconds that the round has in all; at `table`, with what it was given beyond the others."""
    return round.minutes * 60 + (table.extra_seconds if table else 0)


def ends_at(round: Round, table: Table | None = None) -> datetime | None:
    """The moment at which time is up; None while the clock has not begun, or stands, as it does in a closed round."""
    if round.started_at is None or _stood(round) is not None:
        return None
    return _end(round, round.started_at, table)


def left(round: Round, now: datetime, table: Table | None = None) -> int:
    """Whole seconds left, a begun one counted; 0 or less when time is up. Before the start all; paused, or in a round
    that is closed, what stood."""
    if round.started_at is None:
        return given(round, table)
    until = _end(round, round.started_at, table)
    return -(((_stood(round) or now) - until) // _SECOND)


def text(seconds: int) -> str:
    """As a clock shows it: minutes and seconds, 41:20; 0:00 once time is up."""
    minutes, rest = divmod(max(seconds, 0), 60)
    return f"{minutes}:{rest:02}"


def _stood(round: Round) -> datetime | None:
    """Since when the clock stands: since it was paused, else since its round was closed."""
    return round.paused_at or round.closed_at


def _end(round: Round, started_at: datetime, table: Table | None) -> datetime:
    return started_at + timedelta(seconds=given(round, table) + round.paused_seconds)
