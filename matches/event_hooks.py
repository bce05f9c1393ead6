"""Extension point for events that contain matches.

An event registers its hooks here. They can stop a match and add content to its pages.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import RuleViolation
from matches.log.state import MatchState
from matches.models import Match
from people.audit.log import Record


class Stopped(RuleViolation):
    """The match is closed to entries, because its event already has the result. The message says who may correct it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageExtras:
    """What the containing event adds to the pages of a match.

    `template` gets these extras as `part`, with the event's own values in `details`; `head`: the template of its styles
    and scripts; `menu`: the template of its items in the score page's menu; `why`: if the match is stopped, the reason;
    `time_is_up`: whether the time for the match is over; `poll_state`: a text that changes whenever the page must be
    reloaded; `ends`: the notice on the entry sheet that this is the last hand; `corrected`: the notice that another
    result counts.
    """

    template: str
    head: str
    menu: str
    poll_state: str
    why: Stopped | None = None
    time_is_up: bool = False
    ends: str = ""
    corrected: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class LateEntry:
    """An entry that arrived too late. `said`: the entry in words. `device`: the phone that sent it."""

    match: Match
    key: str
    said: str
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainingEventHooks:
    """The hooks of one kind of containing event.

    `stopped` returns the reason if the match is stopped. It is called inside the writing transaction with the match
    locked. `plays` returns whether the match is still the one that counts. `shown` returns the extras of the match's
    pages. `poll_state` returns `PageExtras.poll_state` for the id of a match. `late` stores a late entry.
    """

    stopped: Callable[[Match], Stopped | None]
    plays: Callable[[Match], bool]
    poll_state: Callable[[int], str]
    shown: Callable[[MatchState], PageExtras | None]
    late: Callable[[LateEntry, Record], None]


_HOOKS: list[ContainingEventHooks] = []


def register(hooks: ContainingEventHooks) -> None:
    """Register a kind of containing event. Called once, when the server starts."""
    if hooks not in _HOOKS:
        _HOOKS.append(hooks)


def refuse_stopped(match: Match) -> None:
    """Raise `Stopped` if the containing event has closed the match to entries."""
    if match.within:
        for hooks in _HOOKS:
            if why := hooks.stopped(match):
                raise why


def plays(match: Match) -> bool:
    """Return whether a match is still the one that counts in its event."""
    return any(hooks.plays(match) for hooks in _HOOKS)


def shown(reading: MatchState) -> PageExtras | None:
    """Return the extras that the containing event adds to the pages of a match."""
    if not reading.match.within:
        return None
    return next((extras for hooks in _HOOKS if (extras := hooks.shown(reading))), None)


def poll_state(plain: str, pk: int) -> str:
    """Return the state of a match and its event, which polling pages compare with the one that they show.

    `plain`: the state of the match (`Match.poll_state`); `pk`: the id of the match, or 0 if it isn't in an event.
    """
    return join_poll_states(plain, next((text for hooks in _HOOKS if (text := hooks.poll_state(pk))), "") if pk else "")


def join_poll_states(plain: str, part: str) -> str:
    return f"{plain}-{part}" if part else plain


def late(sent: LateEntry, record: Record) -> None:
    """Report a late entry to the containing event."""
    for hooks in _HOOKS:
        hooks.late(sent, record)
