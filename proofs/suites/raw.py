"""Invalid bytes and requests that never end, against the real server: refused, and other clients are served."""

from __future__ import annotations

import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from proofs.abuse import Case, cases
from proofs.phones import Table
from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

SUITE = "raw abuse"
TIMEOUT, IN_TIME, HANDS = 25.0, 10.0, 5  # seconds for a response; for one among slow clients; hands saved afterwards
SLOW, SETTLE = 40, 2.0  # simultaneous connections; seconds for the server to handle them
_STATUS = re.compile(rb"(?:^|\r\n|\n|[^\x00-\x1f])HTTP/1\.[01] (\d{3}) ")
_HOST = b"127.0.0.1"
SIEGES = {
    "silent": b"",
    "a head that never ends": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-",
    "a body that never ends": b"POST /start/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\na=",
    "a large body that never ends": b"POST /start/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900000\r\n\r\na=",
    "refused, and never hung up": b"BREW / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
    "chunks that never end": b"POST /start/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na=",
    "many pages, and none is read": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 40,
    "a second request that never ends": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HTTP/1.1\r\nHost",
}


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run against the real server, then against one that accepts fewer connections than there are slow clients."""
    if not place.whole:
        return
    yield _abused(place.site(), place.database, size.raw, seed)
    yield _abused(place.site(), place.database, 0, seed, connections=SLOW // 2)


def _abused(site: Site, database: str, many: int, seed: int, connections: int = 0) -> Found:
    told = site.prepare(1, 1)
    chance = random.Random(seed)
    if connections:
        site.workers = 1  # with several, one might be free by chance
    site.start(options=[f"--connections={connections}"] if connections else [])
    try:
        wrong, answers = _all(site.port, cases(many, chance, _HOST))
        sieges = {"a head that never ends": SIEGES["a head that never ends"]} if connections else SIEGES
        waits = {name: _besieged(site.port, piece) for name, piece in sieges.items()}
        table = Table(site.port, told, seed)
        deadline = time.monotonic() + TIMEOUT
        while table.acked < HANDS and table.playing and time.monotonic() < deadline:
            time.sleep(0.02)
        meant = table.stop()
    finally:
        site.kill()
    found = site.judge(meant)
    slowest = max(waits.values())
    facts: dict[str, Any] = {"cases": many, "answers": dict(sorted(answers.items())), "wrong": len(wrong)}
    facts |= {"sieges": len(waits), "slowest under siege": round(slowest, 2), "acked": found["acked"]}
    if connections:
        return Found(SUITE, database, slowest >= IN_TIME, facts, "room for more connections than slow ones")
    if wrong:
        facts["what"] = wrong[:20]
    if slowest >= IN_TIME:
        facts["waits"] = waits
    served = found["acked"] >= HANDS and found["lost"] == found["doubled"] == found["wrong"] == 0
    return Found(SUITE, database, served and not wrong and slowest < IN_TIME, facts)


def _all(port: int, abuse: Sequence[Case]) -> tuple[list[str], Counter[str]]:
    """The errors in the responses, and the number of responses of each status."""
    wrong, answers = [], Counter[str]()
    for case in abuse:
        began = time.monotonic()
        got = asked(port, case.sent)
        took = time.monotonic() - began
        statuses = [int(each) for each in _STATUS.findall(got)] if got is not None else []
        answers.update(map(str, statuses) if statuses else ["none" if got is None else "closed"])
        if got is None or took > TIMEOUT:
            wrong.append(f"{case.name} hangs: {case.sent[:300]!r}")
        elif len(statuses) > case.answers or set(statuses) - case.wanted:
            wrong.append(f"{case.name} got {statuses}: {case.sent[:300]!r}")
    return wrong, answers


def asked(port: int, sent: bytes, timeout: float = TIMEOUT) -> bytes | None:
    """Everything received until the connection is closed; None if it is not closed in time."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as line:
        sender = threading.Thread(target=_send, args=(line, sent), daemon=True)
        sender.start()
        got, deadline = bytearray(), time.monotonic() + timeout
        while time.monotonic() < deadline:
            try:
                piece = line.recv(65536)
            except TimeoutError:
                return None
            except OSError:
                return bytes(got)
            if not piece:
                return bytes(got)
            got += piece
        return None


def _send(line: socket.socket, sent: bytes) -> None:
    """Send everything and end the stream; a server that closes the connection has refused it."""
    try:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
    except OSError:
        return


def _besieged(port: int, piece: bytes) -> float:
    """The longest time of three requests while many connections that have sent `piece` continue byte by byte."""
    lines = [_far(port) for _number in range(SLOW)]
    try:
        for line in lines:
            line.sendall(piece)
        time.sleep(SETTLE)
        slowest = 0.0
        for _request in range(3):
            for line in lines:
                _dribble(line, piece)
            began = time.monotonic()
            got = asked(port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", IN_TIME)
            slowest = max(slowest, time.monotonic() - began, 0.0 if got and b" 200 " in got[:20] else IN_TIME)
            if slowest >= IN_TIME:
                break
        return slowest
    finally:
        for line in lines:
            line.close()


def _far(port: int) -> socket.socket:
    """A connection with small buffers, as over a network: between local sockets the system buffers megabytes."""
    line = socket.socket()
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1460)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(TIMEOUT)
    line.connect(("127.0.0.1", port))
    return line


def _dribble(line: socket.socket, piece: bytes) -> None:
    try:
        if piece:
            line.sendall(b"1")
    except OSError:
        return
