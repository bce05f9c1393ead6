"""A log of tenhou.net/6 as a file: recognised, read, and turned into events. See docs/formats.md, "Tenhou logs"."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

from engine import hash_chain
from engine.errors import RuleViolation
from engine.rulesets.riichi_sanma.tenhou import TenhouLog, is_log, read_log
from engine.seats import PerSeat
from matches.files.match_file import MatchFile
from matches.files.schema import parse_json
from people.web.codes import new_key

_MARK = "#json="
_AFTER = re.compile(r"&[a-z]+=\d*\Z")  # such as &ts=0, the hand that the viewer shows


def content_of(data: bytes) -> Mapping[str, Any] | None:
    """Return the content of a log, given as a file or as text, with or without the address up to `#json=`.

    Return None for any other data, including files that can't be read.
    """
    try:
        content = parse_json(_json_of(data), float)
    except RuleViolation:
        return None
    return content if is_log(content) else None


def _json_of(data: bytes) -> bytes:
    text = data.decode("utf-8-sig", "replace").strip()
    if text.startswith(("http", _MARK)):
        text = _AFTER.sub("", text.partition(_MARK)[2])
    return (unquote(text) if text.startswith("%7") else text).encode("utf-8", "replace")


def text_of(content: Mapping[str, Any]) -> str:
    """Return the log as ASCII text, so that it can be sent again even if it contains lone surrogates."""
    return json.dumps(content, separators=(",", ":"))


read = read_log


def as_match_file(log: TenhouLog, players: PerSeat[str]) -> MatchFile:
    """Return the match with new events, as if the first phone had entered them now."""
    options = hash_chain.plain(log.book.changed, "options")
    at, previous = hash_chain.stamp(datetime.now(UTC)), hash_chain.first_hash(log.book.key, options)
    events = []
    for entry in log.entries:
        event = {"seq": entry.seq, "key": new_key(), "kind": entry.kind, "at": at, "by": "d1"}
        event |= {"payload": hash_chain.plain(entry.payload, "payload"), "previous_hash": previous}
        event["hash"] = previous = hash_chain.event_hash(previous, event)
        events.append(event)
    return MatchFile(log.book.key, log.book.version, options, players, events, [], [])
