"""The bytes on the wire of the first load and of a saved hand, each part compressed by gzip."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass

from bench import hands
from bench.costs import save_hand
from bench.visitor import Visitor, wanted

LEVEL = 6  # the level that proxies use


@dataclass(frozen=True, slots=True)
class Weights:
    """Sizes in bytes: the page, its styles, its scripts, and the fragment after a hand."""

    page: int
    styles: int
    scripts: int
    fragment: int


def weigh(phone: Visitor, page: str, played: int) -> Weights:
    """Weigh the score page `page` with `played` hands, and the fragment after one more."""
    body = wanted(phone.get(page), "score page").body
    text = body.decode()
    return Weights(
        page=packed(body),
        styles=sum(_file(phone, path) for path in re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)),
        scripts=sum(_file(phone, path) for path in re.findall(r'<script[^>]* src="([^"]+)"', text)),
        fragment=packed(save_hand(phone, page, hands.by_numbers(played + 1))),
    )


def packed(body: bytes) -> int:
    """The size of `body` in bytes after gzip."""
    return len(gzip.compress(body, LEVEL))


def _file(phone: Visitor, path: str) -> int:
    """The size of a static file as sent: compressed in advance, or as a proxy would compress it."""
    answer = wanted(phone.get(path), path)
    return len(answer.body) if answer.headers.get("Content-Encoding") == "gzip" else packed(answer.body)
