"""Watching a match: a request that waits for the next event, and a stream of events. Both are limited in number."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from matches.log import queries
from matches.models import Event, Match

WAITING = threading.BoundedSemaphore(3)  # threads of a process that may wait for events; the server has eight
LONGEST_WAIT, LONGEST_STREAM = 25, 300  # seconds
INTERVAL = 0.5  # seconds between two looks at the match
HEARTBEAT = 10  # seconds: an empty line shows that the stream is alive


class TooManyWait(Exception):
    """All the threads that may wait are waiting."""


@contextmanager
def place_to_wait() -> Iterator[None]:
    """Take one of the places for requests that wait. Raises `TooManyWait`."""
    if not WAITING.acquire(blocking=False):
        raise TooManyWait
    try:
        yield
    finally:
        WAITING.release()


def events_after(match: Match, after: int) -> list[dict[str, Any]]:
    """Return the events after the seq `after`, as in a match file."""
    events = Event.objects.filter(match_id=match.pk, seq__gt=after).order_by("seq")
    return [event.as_dict() for event in events]


def wait_for_event(match: Match, after: int, seconds: float) -> list[dict[str, Any]]:
    """Return the events after `after`, waiting for the first one; none if there is none within `seconds`."""
    until = time.monotonic() + seconds
    while not (events := events_after(match, after)) and time.monotonic() < until:
        time.sleep(INTERVAL)
    return events


def stream(match: Match, after: int, still_allowed: Callable[[], bool]) -> Iterator[bytes]:
    """Yield the events after `after` as lines of JSON, and each later one when it is saved. Ends with the match.

    Takes a place to wait until it ends. `still_allowed` is asked again and again, since a right can be revoked.
    """
    with place_to_wait():
        until, spoke = time.monotonic() + LONGEST_STREAM, time.monotonic()
        while time.monotonic() < until and still_allowed():
            for event in events_after(match, after):
                after, spoke = event["seq"], time.monotonic()
                yield json.dumps(event, ensure_ascii=False).encode() + b"\n"
            if queries.current_match(match.pk).closed:
                return
            if time.monotonic() - spoke > HEARTBEAT:
                spoke = time.monotonic()
                yield b"\n"
            time.sleep(INTERVAL)
