"""What the first load and a saved hand weigh on the wire, each part compressed by gzip."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass

from bench import hands
from bench.costs import save_hand
from bench.visitor import Visitor, wanted

LEVEL = 6  # what proxies use


@dataclass(frozen=True, slots=True)
class Weights:
    """Bytes: the page, its styles, its scripts, the fragment after a hand."""

    page: int
    styles: int
    scripts: int
    fragment: int


def weigh(phone: Visitor, page: str, played: int) -> Weights:
    """The score page `page` with `played` hands, and the fragment after one more."""
    body = wanted(phone.get(page), "score page").body
    text = body.decode()
    return Weights(
        page=packed(body),
        styles=sum(_file(phone, path) for path in re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)),
        scripts=sum(_file(phone, path) for path in re.findall(r'<script[^>]* src="([^"]+)"', text)),
        fragment=packed(save_hand(phone, page, hands.by_numbers(played + 1))),
    )


def packed(body: bytes) -> int:
    """Bytes of `body` after gzip."""
    return len(gzip.compress(body, LEVEL))


def _file(phone: Visitor, path: str) -> int:
    """A static file as it is sent: compressed ahead, or else as a proxy would compress it."""
    answer = wanted(phone.get(path), path)
    return len(answer.body) if answer.headers.get("Content-Encoding") == "gzip" else packed(answer.body)
