"""Every address of the site, with existing or missing objects in its parts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

_PART = re.compile(r"<(?:(\w+):)?(\w+)>")
_NAMED = re.compile(r"\(\?P<(\w+)>[^)]*\)")
ABSENT = {
    "code": ["A" * 22, "A" * 21, "\u0391" * 22, "%00" * 7 + "A"],
    "seq": ["0", "999999", "1000000", "-1", "\u0661", "1_0"],
    "id": ["0", "999999999", "9999999999", "1e3"],
    "slug": ["x" * 200, "a b", "..", "\0"],
    "path": ["0", "1", "a/b", "9" * 30, "1_2", "\0", "1/change", "_5F"],
    "str": ["x" * 45, "\ud800", "../..", "%2e%2e"],
    "role": ["WATCHING", "public", ""],
}


def patterns(resolver: Any, before: str = "", at: str = "") -> Iterator[tuple[str, str]]:
    """Yield (name, path) of each address, with parts as `<kind:name>`. `at`: the path of Django's `resolver`."""
    for each in resolver.url_patterns:
        if hasattr(each, "url_patterns"):
            space = f"{each.namespace}:" if each.namespace else before
            yield from patterns(each, space, at + str(each.pattern))
        elif at and (path := str(each.pattern)).startswith(("^", "(")):  # a regular expression of Django's admin
            yield before + (each.name or ""), at + _NAMED.sub(r"<str:\1>", path.strip("^$"))
        else:
            yield before + (each.name or ""), at + str(each.pattern)


def filled(path: str, known: Mapping[str, Sequence[Any]], chance: random.Random, absent: float) -> str:
    """An address for this path: each part is one of `known` (by "prefix/name", then by name), or does not exist."""
    prefix = path.split("/", 1)[0]

    def part(found: re.Match[str]) -> str:
        kind, name = found[1] or "str", found[2]
        there = known.get(f"{prefix}/{name}") or known.get(name) or ()
        if not there or chance.random() < absent:
            return quote(chance.choice(ABSENT.get(kind, ABSENT["str"])), safe="", errors="surrogatepass")
        return quote(str(chance.choice(list(there))), safe="")

    if path.startswith("^"):  # the only address with a regular expression: setting a password
        return "/p/" + (
            str(chance.choice(list(known["password"]))) if chance.random() >= absent else "1-abc-" + "0" * 32
        )
    return "/" + _PART.sub(part, path)
