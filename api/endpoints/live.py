"""Watching a match: a request that waits for the next event, and a stream of events. Both are limited in number."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from matches.models import Event, Match
from people.web.stopping import STOPPING

# Of the eight threads of a process, and of the five that the server gives to one network, some stay free for pages.
PLACES = 4  # requests of a process that may wait for events
OF_A_NETWORK = 3  # of these, from one network
WITHOUT_TOKEN = 3  # of these, without a token
WITHOUT_TOKEN_OF_A_NETWORK = 2  # watchers behind one router
LONGEST_WAIT, LONGEST_STREAM = 25, 300  # seconds
INTERVAL = 0.5  # seconds between two looks at the match
HEARTBEAT = 10  # seconds: an empty line shows that the stream is alive


class Follower(NamedTuple):
    """The sender of a request that waits. `token`: the id of its token, 0 without one."""

    token: int
    network: str


_lock = threading.Lock()
_waiting: dict[object, Follower] = {}  # by place


def take_place(follower: Follower) -> object | None:
    """Take a place for a request that waits, and return it for `give_place_back`; None if none is free."""
    with _lock:
        if _is_full(follower):
            return None
        place = object()
        _waiting[place] = follower
        return place


def _is_full(follower: Follower) -> bool:
    here = [each for each in _waiting.values() if each.network == follower.network]
    if len(_waiting) >= PLACES or len(here) >= OF_A_NETWORK:
        return True
    if follower.token:
        return any(each.token == follower.token for each in _waiting.values())
    without = sum(not each.token for each in _waiting.values())
    return without >= WITHOUT_TOKEN or sum(not each.token for each in here) >= WITHOUT_TOKEN_OF_A_NETWORK


def give_place_back(place: object) -> None:
    """Give back a place, once or more often."""
    with _lock:
        _waiting.pop(place, None)


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

    `current` returns the match as it is now, or None if the follower may no longer read it. The stream ends then, with
    the match, after `LONGEST_STREAM` seconds, or when the server stops. The server closes it in any case, which gives
    its place to wait back.
    """

    def __init__(self, place: object, after: int, current: Callable[[], Match | None]) -> None:
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
