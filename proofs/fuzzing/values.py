"""Hostile values for any field of any form, and the plausible input of a scorer. Pure functions."""

from __future__ import annotations

import random
import secrets
from collections.abc import Collection

from proofs.fuzzing import costly

# By kind. Each chunk of requests omits some kinds, so that one kind does not hide the faults of another.
KINDS: dict[str, dict[str, str]] = {
    "nothing": {"empty": "", "spaces": "   ", "nothing to see": "\u200b\u200b", "lines": "\r\n\r\n"},
    "control": {
        "NUL": "a\0b",
        "vertical tab": "a\x0bb",
        "escape": "\x1b[31mred",
        "no character": "\ufffe\U000e0001",
        "half a character": "a\ud800b",
        "a byte that is no letter": "\udcff",
    },
    "letters": {
        "emoji x 40": "\U0001f600" * 40,
        "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "combining x 500": "e" + "\u0301" * 500,
        "override": "\u202eabc",
        "isolates": "\u2067abc\u2069",
        "unpaired isolate": "\u2067abc",
        "letters that become more": "\ufdfa" * 60,
        "long": "x" * 70_000,
    },
    "numbers": {
        "underscore": "1_000",
        "minus nought": "-0",
        "exponent": "1e3",
        "not a number": "NaN",
        "infinite": "-Infinity",
        "decimal mark": "1\u066b5",
        "superscript": "\u00b2",
        "Arabic digits": "\u0661\u0662",
        "full-width digits": "\uff11\uff12",
        "a fraction": "\u00bd",
        "divided by nought": "1/0",
        "point": ".",
    },
    "sizes": {
        "5000 digits": "9" * 5000,
        "2 to 31": str(2**31),
        "2 to 63": str(2**63),
        "below": str(-(2**63) - 1),
        "10 to 30": str(10**30),
        "exponent of five digits": "1e99999",
        "below nought": "-1",
        "nought": "0",
    },
    "code": {
        "script": "<script>alert(1)</script>",
        "template": "{{7*7}}{% debug %}",
        "sql": "' OR 1=1--",
        "path": "../../etc/passwd",
        "percent": "%00%ff",
        "format": "%(name)s {0} %s",
        "json": '{"a": [1, 2]}',
        "deep json": "[" * 3000,
        "xml": '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        "formula": "=1+1",
        "line in a header": "a\r\nSet-Cookie: a=b",
        "another site": "//evil.example/",
    },
    "days": {
        "day nought": "0000-00-00",
        "year 10000": "10000-01-01",
        "year 1": "0001-01-01",
        "last day": "9999-12-31",
        "31 February": "2031-02-31",
        "25 o'clock": "25:61",
        "moment": "2031-01-01T10:00:00+99:99",
    },
    "costly": costly.TEXTS,
    "keys": {"a key": "A" * 22, "a key too long": "A" * 23, "no key": "A" * 21 + "\u0660"},
}
# Words that the site knows, perhaps in another field.
_WORDS = """
P1 P2 P3 E S W N wall half full other list numbers tiles draw penalty hand check save look more preset start
both yes no on off true None 1 2 3 5 9 18 27 40 999 9999 10000 club experts first_game rename replace match
0.1 0,05 1/3 EUR dark cs en owner organiser referee scorer member fixed swiss takes gives left late entered
korean_japanese honshu riichi_sanma malaysian_fan malaysian_recap watching scoring nights standings json csv
"""
LIKELY = tuple(_WORDS.split())
# A scorer's plausible input for empty fields, by field name.
TYPED = {
    "source": "wall",
    "points": "5",
    "points_other": "5",
    "bonus": "3",
    "winner": "P3",
    "offender": "P1",
    "what": "other",
    "amount": "5",
    "note": "because",
    "reason": "A miscount",
    "tiles": "dR dR dR dG dG dG 234p 678m 99m",
    "tile": "9m",
    "discarder": "P2",
    "P1": "Dan",
    "P2": "Eve",
    "P3": "Fay",
    "E": "20",
    "S": "-5",
    "W": "-15",
    "han": "3",
    "fan": "6",
    "value": "0.1",
    "unit": "EUR",
    "sure": "yes",
    "on": "2031-04-04",
    "until": "2031-05-09",
    "begins": "19:00",
    "starts_on": "2031-04-04",
    "minutes": "50",
    "rounds": "3",
    "password": "five quiet tiles",
    "old_password": "five quiet tiles",
    "names": "Gil\nHua\nIvo",
    "public": "1",
    "text": "Gil Grant\nHua Hong",
}
CHUNK_LEAVES_OUT = 0.5


def kinds_of_a_chunk(chance: random.Random) -> tuple[str, ...]:
    """The kinds of values used in a chunk: each is left out with a probability of one half, but at least one stays."""
    kept = [kind for kind in KINDS if chance.random() >= CHUNK_LEAVES_OUT]
    return tuple(kept or [chance.choice(list(KINDS))])


def hostile(chance: random.Random, kinds: Collection[str]) -> str:
    """A value that is valid for no field, a word that is valid for another field, or random characters."""
    turn = chance.random()
    if turn < 0.25:
        return chance.choice(LIKELY)
    if turn < 0.85:
        return chance.choice(list(KINDS[chance.choice(sorted(kinds))].values()))
    ranges = [(0, 128), (0x80, 0x800), (0x800, 0xD800), (0xE000, 0x110000)]
    return "".join(chr(chance.randrange(*chance.choice(ranges))) for _letter in range(chance.randrange(1, 6)))


def fitting(chance: random.Random, name: str, kind: str, least: str, most: str) -> str:
    """A plausible value for an empty field with this name and `type`."""
    if kind == "number":
        low, high = (int(each) if each.lstrip("-").isdecimal() else at for each, at in ((least, 1), (most, 30)))
        return str(chance.randint(low, max(low, min(high, low + 40))))
    if kind == "date":
        return f"2031-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"
    if name in TYPED:
        return TYPED[name]
    if name.endswith(("key", "token")):
        return secrets.token_urlsafe(16)
    return f"{name.rsplit('.', 1)[-1][:20]} {chance.randrange(1000)}"
