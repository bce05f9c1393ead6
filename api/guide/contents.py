"""The contents of the guide at `/api/`: examples, fields of payloads, limits and the reference."""

from functools import cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from api.access import keys
from api.endpoints import live, matches
from api.guide import examples, payloads, programs, reference
from api.request_bodies import LARGEST
from clubs import open_tables
from engine.rulesets import BOOKS, rule_book
from matches import wording
from matches.files.match_file import MOST_EVENTS
from people.accounts.rate_limits import UNKNOWN_LINKS
from people.accounts.tokens import LONGEST_DAYS, MOST_TOKENS
from people.text.cleaning import LONGEST_NOTE

HASH = '''\
import hashlib
import json


def sha256_of(value, before=""):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((before + text).encode()).hexdigest()


def first_hash(match):
    """The previous_hash of the first event."""
    named = {"system": match["system"], "options": match["options"]}
    return sha256_of({"format": "scorekeeper-match", "version": 1, **named})


def hash_of(event):
    facts = {name: event[name] for name in ("at", "by", "key", "kind", "payload", "seq")}
    return sha256_of(facts, event["previous_hash"])
'''


class GuideGame(NamedTuple):
    """A game in the guide.

    `examples`: (kind, title, JSON) of each payload; `fields`: (name, titles, meaning, values) of each field of a
    payload; `patterns`: (key, name, gloss) of each pattern, by the field that takes it.
    """

    key: str
    title: str
    examples: list[tuple[str, str, str]]
    fields: list[tuple[str, list[str], str, list[str]]]
    patterns: list[tuple[str, list[tuple[str, str, str]]]]


def context(site: str) -> dict[str, Any]:
    """Return the context of the guide's template. `site`: the origin at which the reader opened the guide."""
    return {
        "examples": {
            section: [(each.title, each.programs(site)) for each in requests]
            for section, requests in examples.SECTIONS.items()
        },
        "programs": programs.programs(site),
        "hash_program": HASH,
        "games": [_game(system) for system in BOOKS],
        "limits": LIMITS,
        "endpoints": reference.endpoints(),
        "types": [(name, description, fields) for name, (description, fields) in reference.types().items()],
    }


def _game(system: str) -> GuideGame:
    shown = [(each.kind, _(each.title), each.text()) for each in payloads.PAYLOADS if each.system == system]
    fields = [
        (field.name, [_(title) for title in field.titles], _(field.about), field.values) for field in _fields(system)
    ]
    return GuideGame(system, _(BOOKS[system].title), shown, fields, _patterns(system))


_fields = cache(payloads.fields)


def _patterns(system: str) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return the keys that `patterns` and `bonus_items` take, with their names and glosses."""
    book = rule_book(system, {})
    checklist = book.sheet.checklist(book.house, book.start()) if book.sheet.checklist else None
    known = {"patterns": checklist.patterns, "bonus_items": checklist.bonus_items} if checklist else {}
    return [
        (
            field,
            [(key, _(item.name), wording.item_gloss(item)) for key, item in items.items() if key != book.winning_item],
        )
        for field, items in known.items()
        if items
    ]


# The limits that the guide mentions, taken from the code that applies them.
LIMITS = {
    "wait": live.LONGEST_WAIT,
    "stream": live.LONGEST_STREAM // 60,
    "heartbeat": live.HEARTBEAT,
    "places": live.PLACES,
    "network": live.WITHOUT_TOKEN_OF_A_NETWORK,
    "router": live.OF_A_NETWORK,
    "page": matches.A_PAGE,
    "tables": open_tables.MOST,
    "body": LARGEST // 1024,
    "events": MOST_EVENTS,
    "note": LONGEST_NOTE,
    "key_least": keys.SHORTEST,
    "key_most": keys.LONGEST,
    "tokens": MOST_TOKENS,
    "days": LONGEST_DAYS,
    "wrong_tokens": UNKNOWN_LINKS.most,
    "wrong_minutes": int(UNKNOWN_LINKS.window.total_seconds()) // 60,
}
