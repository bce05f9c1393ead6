"""A bad network: a proxy between a phone and the server that drops, delays, truncates and duplicates messages."""

from __future__ import annotations

import random
import socket
import socketserver
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedIOBase
from urllib.parse import urlsplit

# The faults of POST requests and their rates; the rest are forwarded.
RATES = {"request lost": 0.08, "answer lost": 0.12, "answer cut": 0.04, "late": 0.06, "twice": 0.04}
LATE = 0.7  # seconds
END_OF_HEAD = b"\r\n\r\n"


def message(stream: BufferedIOBase) -> bytes:
    """Read one complete HTTP request; empty if the other side has closed."""
    head = b""
    while not head.endswith(END_OF_HEAD):
        line = stream.readline()
        if not line:
            return b""
        head += line
    length = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
    return head + stream.read(length)


def cut(answer: bytes) -> bytes:
    """The part of a broken response that arrives: a quarter of its body or, without a body, only its first line."""
    head, end, body = answer.partition(END_OF_HEAD)
    return head + end + body[: len(body) // 4] if body else head.partition(b"\r\n")[0] + b"\r\n"


class Proxy(socketserver.ThreadingTCPServer):
    """A proxy with its own port; `met` counts the faults."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, server: str, seed: int, rates: Mapping[str, float]) -> None:
        super().__init__(("127.0.0.1", 0), Connection)
        target = urlsplit(server)
        self.target = (target.hostname, target.port)
        self.chance, self.rates, self.turn = random.Random(seed), rates, threading.Lock()
        self.met: Counter[str] = Counter()

    @property
    def port(self) -> int:
        port: int = self.server_address[1]
        return port

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def fault(self, request: bytes) -> str:
        """The fault for a request; pages and files are always forwarded."""
        if not request.startswith(b"POST") or b"action=check" in request:
            return ""
        with self.turn:
            kinds = [*self.rates, ""]
            weights = [*self.rates.values(), 1 - sum(self.rates.values())]
            kind = self.chance.choices(kinds, weights)[0]
            self.met[kind or "through"] += 1
        return kind

    def ask(self, request: bytes) -> bytes:
        """The server's whole response, after which the server closes."""
        head, body = request.split(END_OF_HEAD, 1)
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
        with socket.create_connection(self.target, timeout=30) as server:
            server.sendall(b"\r\n".join([*lines, b"Connection: close", b"", body]))
            parts = iter(lambda: server.recv(65536), b"")
            return b"".join(parts)


class Connection(socketserver.StreamRequestHandler):
    """One connection of the phone: one request and its response, possibly damaged."""

    server: Proxy

    def handle(self) -> None:
        with suppress(OSError):
            self._pass(message(self.rfile))

    def _pass(self, request: bytes) -> None:
        if not request:
            return
        kind = self.server.fault(request)
        if kind == "request lost":
            return
        if kind == "late":
            time.sleep(LATE)
        answer = self.server.ask(request)
        if kind == "twice":
            answer = self.server.ask(request)
        if kind == "answer cut":
            answer = cut(answer)
        if kind != "answer lost":
            self.wfile.write(answer)


@contextmanager
def bad_network(server: str, seed: int, rates: Mapping[str, float] | None = None) -> Iterator[Proxy]:
    """Run the proxy and yield it."""
    with Proxy(server, seed, RATES if rates is None else rates) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
