"""Extension point for apps that react to saved changes, such as webhooks: they register a listener here.

Actions announce each change inside their transaction. A listener that queues a task stores it in the same transaction,
so the task exists if and only if the change was saved.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A saved change in a club.

    `what`: "match_started", "entry_recorded", "match_ended" (closed, or played to its end), "season_changed", or a
    tournament's key of the audit log such as "result_confirmed"; `club`: the club's id; `values`: plain values that
    identify the rows (`match`, `seq` and `system`, or `tournament` and the values that the audit log stores, such as
    `round` and `table`).
    """

    what: str
    club: int
    values: Mapping[str, Any] = field(default_factory=dict)


Listener = Callable[[Announcement], None]
_LISTENERS: list[Listener] = []


def register(listener: Listener) -> None:
    """Register a function that is called inside the transaction of an action. Call this in `AppConfig.ready`."""
    if listener not in _LISTENERS:
        _LISTENERS.append(listener)


def announce(what: str, club: int | None, /, **values: Any) -> None:
    """Pass a saved change to all listeners. Does nothing for matches without a club (None)."""
    if club is not None:
        for listener in _LISTENERS:
            listener(Announcement(what=what, club=club, values=values))
