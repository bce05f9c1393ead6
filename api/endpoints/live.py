"""Watching a match: a request that waits for the next event, and a stream of events. Both are limited in number."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from matches.log import queries
from matches.models import Event, Match

WAITING = threading.BoundedSemaphore(3)  # threads of a process that may wait for events; the server has eight
LONGEST_WAIT, LONGEST_STREAM = 25, 300  # seconds
INTERVAL = 0.5  # seconds between two looks at the match
HEARTBEAT = 10  # seconds: an empty line shows that the stream is alive


def take_place() -> bool:
    """Take one of the places for requests that wait, if one is free; give it back with `give_place_back`."""
    return WAITING.acquire(blocking=False)


def give_place_back() -> None:
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


class EventStream:
    """The events of a match as lines of JSON: those after a seq, and each later one when it is saved.

    Ends with the match, after `LONGEST_STREAM` seconds, or when `still_allowed` says so, since a right can be revoked.
    The server closes it in any case, which gives its place to wait back.
    """

    def __init__(self, match: Match, after: int, still_allowed: Callable[[], bool]) -> None:
        self._lines = _lines(match, after, still_allowed)

    def __iter__(self) -> Iterator[bytes]:
        return self._lines

    def close(self) -> None:
        """End the stream."""
        give_place_back()


def _lines(match: Match, after: int, still_allowed: Callable[[], bool]) -> Iterator[bytes]:
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
