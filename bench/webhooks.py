"""W7: saving a hand in a club with ten webhooks and in one without, on one served site.

Measured in wall time until the response. The messages are sent to a receiver on this machine; each pair of hands waits
until the messages of the one before have arrived, as hands are minutes apart.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import TextIO

from bench import hands, stage
from bench.bars import Bar, Result, ratios
from bench.costs import save_hand
from bench.server import Site, served
from bench.visitor import Visitor

W7 = Bar("W7", "save a hand with ten webhooks", "without webhooks", "ratio", 1.1)
ENDPOINTS = 10
PATIENCE = 30.0
SETTLING = 0.3  # seconds after each hand; in them the server stores that the last messages have arrived


def measured(folder: Path, rounds: int, matches: int, told: TextIO) -> Result:
    """Play `matches` matches of nine hands per round in each club, alternating hand by hand."""
    site = Site("scorekeeper.settings", "scorekeeper.wsgi", folder / "webhooks")
    site.folder.mkdir()
    site.private_addresses = True
    site.manage("migrate", "--verbosity=0")
    site.manage("collectstatic", "--no-input", "--verbosity=0")
    with _receiver() as receiver:
        staged = site.prepare("bench.webhooks", str((rounds + 1) * matches), receiver.url)
        with served(site):
            clubs = [_Scorer(Visitor(site.port, staged["cookies"]), staged[name]) for name in ("with", "without")]
            for club in clubs:
                club.phone.get(f"/m/{club.fresh[0]}/")
            waits = []
            for no in range(rounds + 1):
                told.write(f"webhooks, round {no} of {rounds}\n")
                waits.append(_round(clubs, receiver, matches))
    ours, without = zip(*waits[1:], strict=True)  # the first round opened connections and compiled templates
    made_of = f"{median(ours):.1f} ms until the response (median), without {median(without):.1f} ms"
    return Result(W7, ratios(ours, without), f"{made_of}; {receiver.count} messages")


@dataclass
class _Scorer:
    """A phone, and the matches of a club that are still to be played."""

    phone: Visitor
    fresh: list[str]


class _Receiver:
    """A server that takes every message and counts them."""

    def __init__(self, url: str) -> None:
        self.url, self.count = url, 0

    def wait_for(self, count: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.count < count:
            if time.monotonic() > deadline:
                raise SystemExit(f"{self.count} messages arrived instead of {count}")
            time.sleep(0.01)


def _round(clubs: list[_Scorer], receiver: _Receiver, matches: int) -> tuple[float, ...]:
    waits: list[list[float]] = [[] for _club in clubs]
    for _match in range(matches):
        pages = [f"/m/{club.fresh.pop()}/" for club in clubs]
        for seq in range(1, hands.LENGTH + 1):
            for club, page, waited in zip(clubs, pages, waits, strict=True):
                before = receiver.count
                began = time.perf_counter()
                save_hand(club.phone, page, hands.by_numbers(seq))
                waited.append((time.perf_counter() - began) * 1000)
                if club is clubs[0]:
                    receiver.wait_for(before + ENDPOINTS)
                time.sleep(SETTLING)
    return tuple(median(waited) for waited in waits)


@contextmanager
def _receiver() -> Iterator[_Receiver]:
    """Serve a receiver on a free port."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(204)
            self.end_headers()
            with lock:
                receiver.count += 1

        def log_message(self, *_words: object) -> None:
            """Write no log."""

    lock, server = threading.Lock(), ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver = _Receiver(f"http://127.0.0.1:{server.server_port}/hook")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield receiver
    server.shutdown()


def main(matches: int, url: str) -> None:
    """Create a club with webhooks and one without, each with `matches` matches; print their codes as JSON."""
    from datetime import UTC, datetime

    from people.actions import clubs
    from people.models import Club, User
    from people.web.codes import new_key
    from webhooks.actions import new_secret
    from webhooks.models import EventType, WebhookEndpoint

    owner = User.objects.create(username="bench")

    def club(name: str) -> Club:
        return clubs.create_club(by=owner, name=name, key=new_key())

    told = {"url": url, "kind": "json", "events": [EventType.HAND_RECORDED], "language": "en", "site": "/"}
    hooked, plain = club("With webhooks"), club("Without")
    for _number in range(ENDPOINTS):
        WebhookEndpoint.objects.create(club=hooked, secret=new_secret(), created_at=datetime.now(UTC), **told)
    fresh = {
        name: [stage.match(club=where, user=owner) for _match in range(matches)]
        for name, where in (("with", hooked), ("without", plain))
    }
    sys.stdout.write(json.dumps({"cookies": stage.session(), **fresh}))


if __name__ == "__main__":
    import django

    django.setup()
    main(int(sys.argv[1]), sys.argv[2])
