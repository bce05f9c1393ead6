"""A browser's connection without a separate thread, so that hundreds of them cost little."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

TIMEOUT = 60.0  # seconds for a response
BROKEN = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError)


@dataclass(frozen=True, slots=True)
class Answer:
    """A response. Header names are in lower case; of repeated headers the last counts, except for cookies."""

    status: int
    headers: Mapping[str, str]
    cookies: Mapping[str, str]
    body: bytes


@dataclass
class Tally:
    """The results of all lines: requests, milliseconds by kind of request, and every unexpected response."""

    requests: int = 0
    waits: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)


class Line:
    """A persistent connection; errors are counted and returned as None."""

    def __init__(self, port: int, tally: Tally, cookies: Mapping[str, str]) -> None:
        self.port, self.tally, self.cookies = port, tally, dict(cookies)
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, what: str, path: str, expected: Collection[int], form: Mapping[str, str] | None = None, htmx: bool = True
    ) -> Answer | None:
        """Return the response if its status is expected; counted as a request for `what`."""
        return await self.send(what, request(self.port, path, self.cookies, form, htmx), expected)

    async def send(self, what: str, sent: bytes, expected: Collection[int]) -> Answer | None:
        """As `ask`, for a request that is complete already."""
        self.tally.requests += 1
        began = time.monotonic()
        try:
            answer = await asyncio.wait_for(self._asked(sent), TIMEOUT)
        except BROKEN as error:
            self.tally.errors[f"{what}: {type(error).__name__}"] += 1
            self.close()
            return None
        self.tally.waits.setdefault(what, []).append((time.monotonic() - began) * 1000)
        self.cookies |= answer.cookies
        if answer.status in expected:
            return answer
        self.tally.errors[f"{what}: {answer.status}"] += 1
        return None

    async def _asked(self, sent: bytes) -> Answer:
        if self._open and self._open[0].at_eof():
            self.close()  # closed by the server while idle, which browsers notice before they send
        if self._open is None:
            self._open = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._open
        writer.write(sent)
        answer = parsed(await reader.readuntil(b"\r\n\r\n"))
        body = await reader.readexactly(int(answer.headers.get("content-length", 0)))
        if answer.headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(answer.status, answer.headers, answer.cookies, body)

    def close(self) -> None:
        """Close the connection; the next request opens another one."""
        if self._open is not None:
            with suppress(OSError):
                self._open[1].close()
            self._open = None


def api_request(port: int, path: str, token: str, key: str = "", content: object = None) -> bytes:
    """A complete request of a program; with `content`, it sends this as JSON."""
    told = {"Host": f"127.0.0.1:{port}", "Authorization": f"Bearer {token}"}
    body = b"" if content is None else json.dumps(content).encode()
    if body:
        told |= {"Content-Type": "application/json", "Content-Length": str(len(body)), "Idempotency-Key": key}
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"{'POST' if body else 'GET'} /api/v1/{path} HTTP/1.1\r\n{lines}\r\n".encode() + body


def request(port: int, path: str, cookies: Mapping[str, str], form: Mapping[str, str] | None, htmx: bool) -> bytes:
    """A complete HTTP request; a form is sent as by the page, with the CSRF token from the cookie."""
    told = {"Host": f"127.0.0.1:{port}", "Accept-Language": "en"}
    told |= {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}
    told |= {"HX-Request": "true"} if htmx else {}
    body = b""
    if form is not None:
        token = next((value for name, value in cookies.items() if "csrf" in name), "")
        body = urlencode({**form, "csrfmiddlewaretoken": token}).encode()
        told |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        told["Origin"] = f"http://{told['Host']}"
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


def parsed(head: bytes) -> Answer:
    """The head of a response. Raises `ValueError` for anything else."""
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = [(name.lower(), value.strip()) for name, _colon, value in (line.partition(":") for line in lines if line)]
    set_ = (value.partition(";")[0].partition("=") for name, value in pairs if name == "set-cookie")
    return Answer(int(first.split(" ")[1]), dict(pairs), {name: value for name, _equals, value in set_}, b"")
