"""The match file, match.json: written, read and checked without a database. See docs/formats.md, "The match file".

A file from outside can't be trusted. Its schema is checked first, then the hash chain, then whether the events lead to
the ledger and the standings in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine import hash_chain
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.ledger import KINDS, Log, LoggedEvent, MatchLog
from engine.match.payments import rank
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat, Seat
from matches.files.schema import (
    ANY_TEXT,
    RAW_LIST,
    RAW_OBJECT,
    TIME_TEXT,
    WHOLE_NUMBER,
    Columns,
    checked,
    dump_json,
    json_line,
    optional,
    parse_json,
    read_row,
    read_rows,
)
from people.text.cleaning import LONGEST_NOTE, clean_note

if TYPE_CHECKING:
    from matches.log.state import MatchState

MOST_BYTES = 256 * 1024
# A correction settles all later entries again, so this limits the work for a file.
MOST_EVENTS = 400

_HASH = checked(_("64 hexadecimal digits"), lambda value: _matches(r"[0-9a-f]{64}", value))
TOP: Columns = {
    "format": checked("scorekeeper-match", lambda value: value == hash_chain.FORMAT),
    "version": checked("1", lambda value: type(value) is int and value == hash_chain.VERSION),
    "system": ANY_TEXT,
    "rules_version": WHOLE_NUMBER,
    "options": RAW_OBJECT,
    "players": RAW_OBJECT,
    "events": RAW_LIST,
    "ledger": RAW_LIST,
    "standings": RAW_LIST,
    "notes": optional(RAW_OBJECT, {}),
}
PLAYERS: Columns = dict.fromkeys(Seat.__members__, ANY_TEXT)
EVENT: Columns = {
    "seq": WHOLE_NUMBER,
    "key": checked(_("22 characters: letters, digits, - or _"), hash_chain.is_key),
    "kind": checked(", ".join(KINDS), lambda value: isinstance(value, str) and value in KINDS),
    "payload": RAW_OBJECT,
    "at": TIME_TEXT,
    "by": checked(_("a device such as d1 or d2"), lambda value: _matches(r"d[1-9][0-9]{0,5}", value)),
    "previous_hash": _HASH,
    "hash": _HASH,
}
# `chips` only for tables that play chips.
LEDGER_ROW: Columns = {
    **dict.fromkeys(("hand", "seq", *Seat.__members__), WHOLE_NUMBER),
    "chips": optional(RAW_OBJECT, None),
}
CHIPS: Columns = dict.fromkeys(Seat.__members__, WHOLE_NUMBER)
STANDING: Columns = {
    "rank": WHOLE_NUMBER,
    "player": checked(_("one of P1, P2, P3"), lambda value: isinstance(value, str) and value in Seat.__members__),
    "points": WHOLE_NUMBER,
}


def _matches(pattern: str, value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


@dataclass(frozen=True, slots=True)
class MatchFile:
    """The content of a match file after the schema check; lists and objects as in JSON."""

    system: str
    rules_version: int
    options: Mapping[str, Any]
    players: PerSeat[str]
    events: list[dict[str, Any]]
    ledger: list[dict[str, Any]]
    standings: list[dict[str, Any]]
    notes: dict[int, str] = field(default_factory=dict)


def document(reading: MatchState) -> dict[str, Any]:
    """Return the content of a match's file, in the order of the file format."""
    match = reading.match
    content: dict[str, Any] = {
        "format": hash_chain.FORMAT,
        "version": hash_chain.VERSION,
        "system": match.system,
        "rules_version": match.rules_version,
        "options": hash_chain.plain(match.options, "options"),
        "players": reading.names.as_dict(),
        "events": [
            event.as_dict() | {"payload": hash_chain.plain(event.payload, "payload")} for event in reading.events
        ],
        "ledger": ledger(reading.book, reading.log),
        "standings": standings(reading.log),
    }
    if reading.notes:
        content["notes"] = {str(seq): text for seq, text in sorted(reading.notes.items())}
    return content


def ledger(book: RuleBook, log: MatchLog) -> list[dict[str, Any]]:
    """Return the balances after each entry, with the chips if the table plays with chips."""
    rows: list[dict[str, Any]] = [{"hand": row.hand_no, "seq": row.seq, **row.balances.as_dict()} for row in log.rows]
    for row, settled in zip(rows, log.rows if book.plays_chips else (), strict=False):
        row["chips"] = settled.after.chips.as_dict()
    return rows


def standings(log: MatchLog) -> list[dict[str, Any]]:
    return [{"rank": row.rank, "player": row.seat.value, "points": row.points} for row in rank(log.state.balances)]


dump = dump_json


def read(data: bytes) -> MatchFile:
    """Return the match file in `data`. Raises `RuleViolation`, naming the first key that doesn't fit the format."""
    if len(data) > MOST_BYTES:
        raise RuleViolation("file", _("A match file can be at most %(most)s kB."), most=MOST_BYTES // 1024)
    content = read_row(parse_json(data), TOP, "")
    events = read_rows(content, "events", EVENT, MOST_EVENTS)
    return MatchFile(
        system=content["system"],
        rules_version=content["rules_version"],
        options=hash_chain.plain(content["options"], "options"),
        players=PerSeat.read(read_row(content["players"], PLAYERS, "players"), ""),
        events=[
            {**event, "payload": hash_chain.plain(event["payload"], f"events[{place}].payload")}
            for place, event in enumerate(events)
        ],
        ledger=_ledger(content),
        standings=read_rows(content, "standings", STANDING, MOST_EVENTS),
        notes=_notes(content["notes"], len(events)),
    )


def _ledger(content: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = read_rows(content, "ledger", LEDGER_ROW, MOST_EVENTS)
    for place, row in enumerate(rows):
        chips = row.pop("chips")
        if chips is not None:
            row["chips"] = read_row(chips, CHIPS, f"ledger[{place}].chips")
    return rows


def _notes(notes: Mapping[str, Any], events: int) -> dict[int, str]:
    numbers = {str(seq): seq for seq in range(1, events + 1)}
    for seq, text in notes.items():
        if seq not in numbers or not isinstance(text, str) or not clean_note(text, "notes"):
            text = _("notes must map the seq numbers of events to texts of at most %(most)s characters.")
            raise RuleViolation("notes", text, most=LONGEST_NOTE)
    return {numbers[seq]: clean_note(text, "notes") for seq, text in notes.items()}


def check(file: MatchFile) -> MatchLog:
    """Return the replayed log of a file. Raises the first of its `problems`."""
    logs: list[MatchLog] = []
    for problem in problems(file, logs.append):
        raise problem
    return logs[0]


def problems(file: MatchFile, found: Callable[[MatchLog], object] = lambda log: None) -> Iterator[RuleViolation]:
    """Yield all problems in a file. Calls `found` with the replayed log, if the rules and entries are valid."""
    try:
        book = rule_book(file.system, file.options, file.rules_version)
    except RuleViolation as violation:
        yield violation
        return
    yield from hash_chain.breaks(hash_chain.first_hash(file.system, file.options), file.events)
    yield from _repeated_keys(file)
    try:
        log = _replayed(book, file)
    except RuleViolation as violation:
        yield violation
        return
    found(log)
    yield from _differences("ledger", file.ledger, ledger(book, log))
    yield from _differences("standings", file.standings, standings(log))


def _repeated_keys(file: MatchFile) -> Iterator[RuleViolation]:
    seen: set[str] = set()
    for event in file.events:
        if event["key"] in seen:
            yield RuleViolation("events", _("Event %(seq)s has the same key as an earlier event."), seq=event["seq"])
        seen.add(event["key"])


def _replayed(book: RuleBook, file: MatchFile) -> MatchLog:
    log = Log(book)
    for event in file.events:
        try:
            log.take(LoggedEvent(event["seq"], event["kind"], event["payload"]))
        except RuleViolation as violation:
            raise RuleViolation(
                "events", _("Event %(seq)s isn’t valid: %(reason)s"), seq=event["seq"], reason=str(violation)
            ) from violation
    return log.now


def _differences(name: str, stated: list[dict[str, Any]], ours: list[dict[str, Any]]) -> Iterator[RuleViolation]:
    if len(stated) != len(ours):
        text = _("Number of rows in %(key)s: %(stated)s in the file, %(ours)s according to the events.")
        yield RuleViolation(name, text, key=name, stated=len(stated), ours=len(ours))
    for place, (theirs, our) in enumerate(zip(stated, ours, strict=False), start=1):
        if theirs != our:
            text = _("Row %(row)s of %(key)s differs: the file says %(stated)s, but the events give %(ours)s.")
            yield RuleViolation(name, text, key=name, row=place, stated=json_line(theirs), ours=json_line(our))
