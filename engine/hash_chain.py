"""The hash chain over a match's events, and the canonical JSON that is hashed.

The chain shows that a log has not been altered, not that it follows the rules. See docs/formats.md, "The chain".
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _

FORMAT = "scorekeeper-match"
VERSION = 1
DEEPEST = 20
# The largest integer that every JSON reader keeps exactly, even one that stores numbers as doubles.
GREATEST = 2**53 - 1
_KEY = re.compile(r"[A-Za-z0-9_-]{22}\Z")
_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z\Z", re.ASCII)


def plain(value: Any, field: str, depth: int = 0) -> Any:
    """Return `value` as plain JSON: only objects, lists, text, true, false, null and whole numbers.

    Object keys are sorted, and tuples become lists. Raises `RuleViolation` for anything else.
    """
    if depth > DEEPEST:
        raise RuleViolation(field, _("%(key)s is nested too deeply."))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) <= GREATEST:
        return int(value)
    if isinstance(value, str):
        return _text(value, field)
    if isinstance(value, list | tuple):
        return [plain(item, field, depth + 1) for item in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {_text(k, field): plain(value[k], field, depth + 1) for k in sorted(value)}
    raise RuleViolation(field, _("%(key)s can only contain text, true, false, lists, objects and whole numbers."))


def _text(value: str, field: str) -> str:
    """Return `value` if UTF-8 and all databases can store it. Raises `RuleViolation` for NUL and lone surrogates."""
    if "\0" in value or (not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value)):
        raise RuleViolation(field, _("%(key)s contains an invalid character."))
    return str(value)


def canonical(value: Any, field: str = "payload") -> bytes:
    """The canonical JSON of `value`: UTF-8, sorted keys, no spaces, only whole numbers. Raises `RuleViolation`."""
    return json.dumps(plain(value, field), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def first_hash(system: str, options: Mapping[str, Any]) -> str:
    """The hash before the first event, computed from the rule book and house rules of the match."""
    head = {"format": FORMAT, "version": VERSION, "system": system, "options": options}
    return hashlib.sha256(canonical(head, "options")).hexdigest()


def event_hash(previous: str, event: Mapping[str, Any]) -> str:
    """The hash of `event` (its `at`, `by`, `key`, `kind`, `payload`, `seq`), chained to the hash `previous`."""
    facts = {name: event[name] for name in ("at", "by", "key", "kind", "payload", "seq")}
    return hashlib.sha256(previous.encode("ascii") + canonical(facts)).hexdigest()


def breaks(first: str, events: Sequence[Mapping[str, Any]]) -> Iterator[RuleViolation]:
    """Yield an error for each break in the chain after the hash `first`; `events` are objects as in a match file."""
    previous = first
    for place, event in enumerate(events, start=1):
        seq = event["seq"]
        if seq != place:
            sentence = _("Event number %(place)s has seq %(seq)s. The seq values must run from 1 without gaps.")
            yield RuleViolation("events", sentence, place=place, seq=seq)
        if event["previous_hash"] != previous:
            sentence = _("Event %(seq)s doesn’t follow the one before it: its previous_hash is wrong.")
            yield RuleViolation("events", sentence, seq=seq)
        if event_hash(event["previous_hash"], event) != event["hash"]:
            sentence = _("Event %(seq)s has been altered since it was recorded: its hash doesn’t match.")
            yield RuleViolation("events", sentence, seq=seq)
        previous = event["hash"]


def is_key(value: object) -> bool:
    """Whether `value` is 22 URL-safe characters, as keys, codes and device ids are."""
    return isinstance(value, str) and _KEY.match(value) is not None


def stamp(moment: datetime) -> str:
    """Return the time as a timestamp in UTC, with microseconds and a final Z."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def moment(text: object) -> datetime | None:
    """Return the time of a timestamp written by `stamp`; None for any other text."""
    if not isinstance(text, str) or not _STAMP.match(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:  # such as 31 February
        return None
