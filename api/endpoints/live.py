"""Long polling and event streams. Both hold a thread while they wait, so their number is limited."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.http import HttpRequest

from people.web.clients import address_of, network_of
from people.web.stopping import STOPPING

# A process has eight threads, of which one network can use five. These limits keep some of them free for pages.
PLACES = 4  # waiting requests in a process
OF_A_NETWORK = 3  # of these, those from one network
WITHOUT_TOKEN = 3  # of these, those without a token
WITHOUT_TOKEN_OF_A_NETWORK = 2  # of these, those from one network, such as spectators behind one router
LONGEST_WAIT, LONGEST_STREAM = 25, 300  # seconds
INTERVAL = 0.5  # seconds between two checks for a change
HEARTBEAT = 10  # seconds between empty lines that show that the stream is alive
RETRY_WAIT, RETRY_STREAM = 5, 30  # seconds after which a request that found no free place should try again


class Follower(NamedTuple):
    """The sender of a waiting request. `token`: the id of its token, 0 without one."""

    token: int
    network: str


class WaitingPlace:
    """One of the limited places for waiting requests.

    `is_superseded`: whether a newer request with the same token has taken the place; `has_gone` returns whether the
    client has disconnected.
    """

    def __init__(self, follower: Follower, has_gone: Callable[[], bool]) -> None:
        self.follower, self.has_gone, self.is_superseded = follower, has_gone, False

    @property
    def is_over(self) -> bool:
        """Whether the response is no longer needed."""
        return self.is_superseded or self.has_gone()


_lock = threading.Lock()
_waiting: list[WaitingPlace] = []


def place_for(request: HttpRequest) -> WaitingPlace | None:
    """Take a place for a request that is going to wait; None if no place is free."""
    token = getattr(request, "token", None)
    follower = Follower(token.pk if token else 0, network_of(address_of(request)))
    return take_place(follower, request.META.get("waitress.client_disconnected", lambda: False))


def take_place(follower: Follower, has_gone: Callable[[], bool] = lambda: False) -> WaitingPlace | None:
    """Take a place for a waiting request, and return it for `give_place_back`; None if no place is free.

    Each token has one place: a newer request takes it over from the older one.
    """
    with _lock:
        old = next((each for each in _waiting if follower.token and each.follower.token == follower.token), None)
        if old:
            old.is_superseded = True
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
    """Free a place. Safe to call more than once."""
    with _lock:
        if place in _waiting:
            _waiting.remove(place)


def wait_until(happened: Callable[[], bool], place: WaitingPlace, seconds: float) -> None:
    """Wait until `happened` returns True, at most `seconds`, then free the place.

    Stops waiting when the server stops, or when the response is no longer needed.
    """
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until and not place.is_over and not happened():
            if STOPPING.wait(INTERVAL):
                return
    finally:
        give_place_back(place)


class NewEvents(NamedTuple):
    """The events after a seq, and whether the match is closed after them."""

    events: list[dict[str, Any]]
    closed: bool


class EventStream:
    """The events of a match as lines of JSON: those after a seq, then each later one when it is saved.

    `read` returns the events after a seq, or None if the client may no longer read the match. The stream then ends. It
    also ends when the match is closed, after `LONGEST_STREAM` seconds, when the client disconnects or a newer request
    takes over its place, and when the server stops. The server closes it in any case, which frees the place.
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
