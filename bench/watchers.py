"""Five hundred phones that watch one match, each with a separate connection and a request every two seconds.

One thread waits for all of them (selectors), so that the crowd uses less of the machine than the server does.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass

from bench.bars import percentile
from bench.meter import cpu_ms
from bench.server import Site
from bench.visitor import BROWSER

MANY = 500
EVERY = 2.0  # seconds
PATIENCE = 60.0
END_OF_HEADERS = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Watched:
    """The result of a crowd: CPU ms of the server per response, responses per second, and the time in ms within which
    99 % of the responses came."""

    cost: float
    rate: float
    slowest: float


class _Phone:
    """A persistent connection, with the part of the response received so far."""

    def __init__(self, site: Site, first: float) -> None:
        self.line = socket.create_connection(("127.0.0.1", site.port), PATIENCE)
        self.line.setblocking(False)
        self.due, self.sent, self.left = first, 0.0, 0
        self.got = b""

    def ask(self, request: bytes, now: float) -> None:
        self.line.send(request)
        self.sent, self.got = now, b""

    def answered(self, status: bytes) -> bool:
        """Read what has arrived and return whether the response is complete. Any status but `status` ends the bench."""
        part = self.line.recv(65536)
        if not part:
            raise SystemExit("a watcher was cut off")
        self.got += part
        head, end, body = self.got.partition(END_OF_HEADERS)
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 " + status):
            raise SystemExit(f"a watcher was answered with {head[:200]!r}")
        return len(body) >= _length(head)


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":")[1])
    return 0


def crowd(site: Site, cookies: Mapping[str, str], path: str, times: int, *, news: bool) -> Watched:
    """Let `MANY` phones request `path` `times` each, two seconds apart or, if later, after their last response: the
    whole page, or (`news`) whether anything is new, which is never the case."""
    request, status = _request(site, cookies, path, news=news), b"204" if news else b"200"
    began = time.monotonic()
    phones = [_Phone(site, began + EVERY * no / MANY) for no in range(MANY)]
    waits: list[float] = []
    before = cpu_ms(site.pid)
    with selectors.DefaultSelector() as ready:
        for phone in phones:
            phone.left = times
            ready.register(phone.line, selectors.EVENT_READ, phone)
        while any(phone.left for phone in phones):
            now = time.monotonic()
            for phone in phones:
                if phone.left and not phone.sent and phone.due <= now:
                    phone.ask(request, now)
            for key, _events in ready.select(0.004):
                phone = key.data
                if phone.answered(status):
                    now = time.monotonic()
                    waits.append((now - phone.sent) * 1000)
                    phone.due, phone.sent, phone.left = max(phone.due + EVERY, now), 0.0, phone.left - 1
    spent, took = cpu_ms(site.pid) - before, time.monotonic() - began
    for phone in phones:
        phone.line.close()
    return Watched(spent / len(waits), len(waits) / took, percentile(waits, 0.99))


def poll_size(site: Site, cookies: Mapping[str, str], path: str) -> int:
    """The bytes on the wire of the response if nothing is new, including headers."""
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
        line.sendall(_request(site, cookies, path, news=True))
        got = b""
        while END_OF_HEADERS not in got:
            got += line.recv(65536)
    if b" 204 " not in got:
        raise SystemExit(f"the poll was answered with {got[:200]!r}")
    return len(got)


def _request(site: Site, cookies: Mapping[str, str], path: str, *, news: bool) -> bytes:
    told = {
        "Host": f"127.0.0.1:{site.port}",
        **BROWSER,
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        **({"HX-Request": "true"} if news else {}),
    }
    return (
        f"GET {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in told.items()) + "\r\n"
    ).encode()
