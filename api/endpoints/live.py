"""Waiting for what is saved next: requests that wait, and streams of events. Both are limited in number."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.http import HttpRequest

from people.web.clients import address_of, network_of
from people.web.stopping import STOPPING

# Of the eight threads of a process, and of the five that the server gives to one network, some stay free for pages.
PLACES = 4  # requests of a process that may wait for events
OF_A_NETWORK = 3  # of these, from one network
WITHOUT_TOKEN = 3  # of these, without a token
WITHOUT_TOKEN_OF_A_NETWORK = 2  # watchers behind one router
LONGEST_WAIT, LONGEST_STREAM = 25, 300  # seconds
INTERVAL = 0.5  # seconds between two looks at the match
HEARTBEAT = 10  # seconds: an empty line shows that the stream is alive
RETRY_WAIT, RETRY_STREAM = 5, 30  # seconds until a request without a place should ask again


class Follower(NamedTuple):
    """The sender of a request that waits. `token`: the id of its token, 0 without one."""

    token: int
    network: str


class WaitingPlace:
    """The place of a request that waits.

    `passed_on`: whether a newer request of the same token has it now; `has_gone` returns whether the program has hung
    up.
    """

    def __init__(self, follower: Follower, has_gone: Callable[[], bool]) -> None:
        self.follower, self.has_gone, self.passed_on = follower, has_gone, False

    @property
    def is_over(self) -> bool:
        """Whether nobody needs the response any more."""
        return self.passed_on or self.has_gone()


_lock = threading.Lock()
_waiting: list[WaitingPlace] = []


def place_for(request: HttpRequest) -> WaitingPlace | None:
    """Take a place for a request that waits; None if none is free."""
    token = getattr(request, "token", None)
    follower = Follower(token.pk if token else 0, network_of(address_of(request)))
    return take_place(follower, request.META.get("waitress.client_disconnected", lambda: False))


def take_place(follower: Follower, has_gone: Callable[[], bool] = lambda: False) -> WaitingPlace | None:
    """Take a place for a request that waits, and return it for `give_place_back`; None if none is free.

    A token has one place: its newest request takes it from the one before.
    """
    with _lock:
        old = next((each for each in _waiting if follower.token and each.follower.token == follower.token), None)
        if old:
            old.passed_on = True
            _waiting.remove(old)
        elif _is_full(follower):
            return None
        place = WaitingPlace(follower, has_gone)
        _waiting.append(place)
        return place


def _is_full(follower: Follower) -> bool:
    here = [each for each in _waiting if each.follower.network == follower.network]
    if len(_waiting) >= PLACES or len(here) >= OF_A_NETWORK:
        return True
    if follower.token:
        return False
    without = sum(not each.follower.token for each in _waiting)
    return without >= WITHOUT_TOKEN or sum(not each.follower.token for each in here) >= WITHOUT_TOKEN_OF_A_NETWORK


def give_place_back(place: WaitingPlace) -> None:
    """Give back a place, once or more often."""
    with _lock:
        if place in _waiting:
            _waiting.remove(place)


def wait_until(happened: Callable[[], bool], place: WaitingPlace, seconds: float) -> None:
    """Wait until something has happened, at most `seconds`, and give the place back.

    It ends early when the server stops, or when nobody needs the response any more.
    """
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until and not place.is_over and not happened():
            if STOPPING.wait(INTERVAL):
                return
    finally:
        give_place_back(place)


class NewEvents(NamedTuple):
    """The events after a seq, and whether the match ends with them."""

    events: list[dict[str, Any]]
    closed: bool


class EventStream:
    """The events of a match as lines of JSON: those after a seq, and each later one when it is saved.

    `read` returns the events after a seq, or None if the follower may no longer read the match. The stream ends then,
    with the match, after `LONGEST_STREAM` seconds, when the program hangs up or takes its place for another request, or
    when the server stops. The server closes it in any case, which gives its place to wait back.
    """

    def __init__(self, place: WaitingPlace, after: int, read: Callable[[int], NewEvents | None]) -> None:
        self._place, self._lines = place, _lines(place, after, read)

    def __iter__(self) -> Iterator[bytes]:
        return self._lines

    def close(self) -> None:
        """End the stream."""
        give_place_back(self._place)


def _lines(place: WaitingPlace, after: int, read: Callable[[int], NewEvents | None]) -> Iterator[bytes]:
    until, spoke = time.monotonic() + LONGEST_STREAM, time.monotonic()
    while time.monotonic() < until and not place.is_over and (new := read(after)):
        for event in new.events:
            after, spoke = event["seq"], time.monotonic()
            yield json.dumps(event, ensure_ascii=False).encode() + b"\n"
        if new.closed:
            return
        if time.monotonic() - spoke > HEARTBEAT:
            spoke = time.monotonic()
            yield b"\n"
        if STOPPING.wait(INTERVAL):
            return
