"""Several clients that save hands at the same time, each in a different match: response times and refusals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from bench import hands
from bench.bars import percentile
from bench.server import Site
from bench.visitor import Visitor


@dataclass(frozen=True, slots=True)
class Rush:
    """The response times in milliseconds, and the statuses of responses without a saved hand."""

    waits: tuple[float, ...]
    refused: tuple[int, ...]

    @property
    def middle(self) -> float:
        """The median response time."""
        return percentile(self.waits, 0.5)

    @property
    def slowest(self) -> float:
        """The 99th percentile of the response times."""
        return percentile(self.waits, 0.99)


def rush(app: Site, cookies: dict[str, str], codes: Sequence[str], clients: int) -> Rush:
    """Save all hands of the matches `codes`, divided among `clients` that send at the same time."""
    with ThreadPoolExecutor(clients) as pool:
        shares = [codes[first::clients] for first in range(clients)]
        told = list(pool.map(lambda share: _play(app, cookies, share), shares))
    answers = [answer for share in told for answer in share]
    return Rush(tuple(wait for wait, _status in answers), tuple(status for _wait, status in answers if status != 200))


def _play(app: Site, cookies: dict[str, str], codes: Sequence[str]) -> list[tuple[float, int]]:
    phone = Visitor(app.port, cookies)
    phone.get(f"/m/{codes[0]}/")
    answers = []
    for code in codes:
        for seq in range(1, hands.LENGTH + 1):
            began = time.perf_counter()
            answer = phone.post(f"/m/{code}/hand/", hands.by_numbers(seq), f"/m/{code}/")
            answers.append(((time.perf_counter() - began) * 1000, answer.status))
    return answers
