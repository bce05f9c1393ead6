"""Watching a match: a request that waits for the next event, and a stream of events. Both are limited in number."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from matches.models import Event, Match
from people.web.stopping import STOPPING

PLACES = 3  # threads of a process that may wait for events; the server has eight
FOR_NETWORKS = PLACES - 1  # of these, for requests without a token
LONGEST_WAIT, LONGEST_STREAM = 25, 300  # seconds
INTERVAL = 0.5  # seconds between two looks at the match
HEARTBEAT = 10  # seconds: an empty line shows that the stream is alive

Requester = tuple[str, str]  # "token" or "network", and which one
_lock = threading.Lock()
_waiting: set[Requester] = set()


def take_place(requester: Requester) -> bool:
    """Take a place for a request that waits, if one is free; give it back with `give_place_back`.

    Each requester has at most one. Requests without a token leave one for those with a token.
    """
    with _lock:
        networks = sum(kind == "network" for kind, _which in _waiting)
        full = len(_waiting) >= PLACES or (requester[0] == "network" and networks >= FOR_NETWORKS)
        if full or requester in _waiting:
            return False
        _waiting.add(requester)
        return True


def give_place_back(requester: Requester) -> None:
    with _lock:
        _waiting.discard(requester)


def events_after(match: Match, after: int) -> list[dict[str, Any]]:
    """Return the events after the seq `after`, as in a match file."""
    events = Event.objects.filter(match_id=match.pk, seq__gt=after).order_by("seq")
    return [event.as_dict() for event in events]


def wait_for_event(match: Match, after: int, seconds: float) -> list[dict[str, Any]]:
    """Return the events after `after`, waiting for the first one.

    None if there is none within `seconds`, or before the server stops.
    """
    until = time.monotonic() + seconds
    while not (events := events_after(match, after)) and time.monotonic() < until:
        if STOPPING.wait(INTERVAL):
            break
    return events


class EventStream:
    """The events of a match as lines of JSON: those after a seq, and each later one when it is saved.

    `current` returns the match as it is now, or None if the requester may no longer read it. The stream ends then, with
    the match, after `LONGEST_STREAM` seconds, or when the server stops. The server closes it in any case, which gives
    its place to wait back.
    """

    def __init__(self, place: Requester, after: int, current: Callable[[], Match | None]) -> None:
        self._place, self._lines = place, _lines(after, current)

    def __iter__(self) -> Iterator[bytes]:
        return self._lines

    def close(self) -> None:
        """End the stream."""
        give_place_back(self._place)


def _lines(after: int, current: Callable[[], Match | None]) -> Iterator[bytes]:
    until, spoke = time.monotonic() + LONGEST_STREAM, time.monotonic()
    while time.monotonic() < until and (match := current()):
        # The match is read before its events: those that close it are among them.
        for event in events_after(match, after):
            after, spoke = event["seq"], time.monotonic()
            yield json.dumps(event, ensure_ascii=False).encode() + b"\n"
        if match.closed:
            return
        if time.monotonic() - spoke > HEARTBEAT:
            spoke = time.monotonic()
            yield b"\n"
        if STOPPING.wait(INTERVAL):
            return
