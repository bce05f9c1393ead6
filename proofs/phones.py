"""Phones that enter hands through a site's pages, as a browser without scripts does, and always retry.

A phone counts a hand as saved when it has read the whole response that confirms it. Otherwise the result is unknown,
and it sends the same form again, with the same key.
"""

from __future__ import annotations

import http.client
import random
import re
import secrets
import threading
import time
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlencode

CHAIRS = ("P1", "P2", "P3")
PAUSE = 0.05
_SEQ = re.compile(rb'name="expected_seq" value="(\d+)"')


def hand_form(winner: str, points: int, key: str, seq: int) -> dict[str, str]:
    """The fields of the entry form for a self-drawn hand."""
    return {
        "winner": winner,
        "source": "wall",
        "way": "numbers",
        "points": str(points),
        "bonus": "5",
        "key": key,
        "expected_seq": str(seq),
        "save": "1",
    }


class Phone(threading.Thread):
    """A phone that plays its matches hand by hand until `enough` is set or they are over.

    For the controls: with `forgetful` it enters a hand without a response as a new hand; `taking` are the statuses
    accepted as a success. `pace`: the seconds between two hands.
    """

    def __init__(
        self,
        port: int,
        told: Mapping[str, Any],
        seed: int,
        forgetful: bool = False,
        taking: Collection[str] = ("303",),
        pace: float = 0.0,
    ) -> None:
        super().__init__(daemon=True)
        self.port, self.codes, self.forgetful, self.taking = port, told["codes"], forgetful, taking
        self.cookies = dict(told["cookies"])
        self.chance = random.Random(seed)
        self.sent: dict[str, list[dict[str, Any]]] = {code: [] for code in self.codes}
        self.answers: dict[str, int] = {}
        self.pace = pace
        self.retries = 0
        self.slowest = 0.0
        self.enough = threading.Event()
        self._line: http.client.HTTPConnection | None = None

    @property
    def acked(self) -> int:
        return sum(each["acked"] for hands in self.sent.values() for each in hands)

    def run(self) -> None:
        for code in self.codes:
            self._until(lambda code=code: self._get(f"/m/{code}/"))
            for seq in range(1, 28):
                if self.enough.is_set():
                    return
                self._enter(code, seq)
                if self.pace:
                    self.enough.wait(self.pace)

    def _enter(self, code: str, seq: int) -> None:
        hand: dict[str, Any] = {
            "key": secrets.token_urlsafe(16),
            "winner": self.chance.choice(CHAIRS),
            "points": 3 + (seq % 11),
            "acked": False,
        }
        self.sent[code].append(hand)
        fields = hand_form(hand["winner"], hand["points"], hand["key"], seq)
        began = time.monotonic()
        while not self.enough.is_set():
            if self._saved(code, fields):
                hand["acked"] = True
                self.slowest = max(self.slowest, time.monotonic() - began)
                return
            self.retries += 1
            time.sleep(PAUSE * (0.5 + self.chance.random()))
            if self.forgetful:
                self._anew(code, fields, hand)

    def _anew(self, code: str, fields: dict[str, str], hand: dict[str, Any]) -> None:
        """Fill in another form for the same hand: a new key, and the next free number."""
        page = self._until(lambda: self._get(f"/m/{code}/hand/?winner={hand['winner']}"))
        if found := _SEQ.search(page or b""):
            fields |= {"key": secrets.token_urlsafe(16), "expected_seq": found[1].decode()}
            hand |= {"key": fields["key"], "again": True}

    def _saved(self, code: str, fields: Mapping[str, str]) -> bool:
        # Without scripts, the response to an accepted form redirects to the table; any other shows the form again.
        return self.press(f"/m/{code}/hand/", fields) in self.taking

    def press(self, path: str, fields: Mapping[str, str]) -> str:
        """Send a form; return the status of the response, or "none" if it was incomplete."""
        return self.sent_form(path, fields)[0]

    def sent_form(self, path: str, fields: Mapping[str, str]) -> tuple[str, bytes]:
        """Send a form; return the status and page of the response, or ("none", b"") if it was incomplete."""
        token = next((value for name, value in self.cookies.items() if "csrf" in name), "")
        body = urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        origin = f"http://127.0.0.1:{self.port}"
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": origin}
        try:
            told, page = self._ask("POST", path, body, headers)
            status = str(told)
        except (OSError, http.client.HTTPException):
            status, page = "none", b""
        self.answers[status] = self.answers.get(status, 0) + 1
        return status, page

    def _get(self, path: str) -> bytes | None:
        try:
            status, answer = self._ask("GET", path, None, {})
        except (OSError, http.client.HTTPException):
            return None
        return answer if status == 200 else None

    def _until(self, ask: Any) -> bytes | None:
        while not self.enough.is_set():
            if (found := ask()) is not None:
                answer: bytes = found
                return answer
            time.sleep(PAUSE)
        return None

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Return the status and the whole body. A connection with an error is not used again."""
        line = self._line or http.client.HTTPConnection("127.0.0.1", self.port, timeout=40)
        self._line = None
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        line.request(method, path, body, {"Accept-Language": "en", "Cookie": cookie, **headers})
        answer = line.getresponse()
        whole = answer.read()
        if "Content-Length" not in answer.headers:
            raise http.client.IncompleteRead(whole)  # the head was cut off, which http.client does not report
        for each in answer.headers.get_all("Set-Cookie", []):
            name, _equals, rest = each.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        self._line = line
        return answer.status, whole


class Table:
    """Phones (of this `kind`) that play at the same time; their entries go to the judge."""

    def __init__(self, port: int, told: Mapping[str, Any], seed: int, kind: type[Phone] = Phone, **how: Any) -> None:
        self.phones = [kind(port, each, seed + number, **how) for number, each in enumerate(told["phones"])]
        for phone in self.phones:
            phone.start()

    @property
    def acked(self) -> int:
        return sum(phone.acked for phone in self.phones)

    @property
    def playing(self) -> bool:
        return any(phone.is_alive() for phone in self.phones)

    def stop(self) -> dict[str, Any]:
        """Stop all phones; return the entries sent to each match, in order."""
        for phone in self.phones:
            phone.enough.set()
        for phone in self.phones:
            phone.join(90)
        return {code: hands for phone in self.phones for code, hands in phone.sent.items()}

    @property
    def answers(self) -> dict[str, int]:
        """The number of responses by status; "none" for broken connections."""
        told: dict[str, int] = {}
        for phone in self.phones:
            for what, many in phone.answers.items():
                told[what] = told.get(what, 0) + many
        return told
