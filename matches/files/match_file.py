"""match.json: written, read and checked, without a database. docs/formats.md, "The match file".

A file from outside is somebody's claim: its shape is checked first, then its chain, then that the
events come to the ledger and the standings that it states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine import hash_chain
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.ledger import Log, LoggedEvent, MatchLog
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat
from engine.standings import rank
from matches.files import json_text, schema

if TYPE_CHECKING:
    from matches.log.state import MatchState

MOST_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class MatchFile:
    """What a match file says, its shape checked; lists and objects as JSON has them."""

    system: str
    rules_version: int
    options: Mapping[str, Any]
    players: PerSeat[str]
    events: list[dict[str, Any]]
    ledger: list[dict[str, int]]
    standings: list[dict[str, Any]]
    notes: dict[int, str] = field(default_factory=dict)


# ── out ──────────────────────────────────────────────────────────────────────


def document(reading: MatchState) -> dict[str, Any]:
    """The match file of a match, its keys in the order of the format."""
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
        "ledger": ledger(reading.log),
        "standings": standings(reading.log),
    }
    if reading.notes:
        content["notes"] = {str(seq): text for seq, text in sorted(reading.notes.items())}
    return content


def ledger(log: MatchLog) -> list[dict[str, int]]:
    """The balances after each entry that counts."""
    return [{"hand": row.hand_no, "seq": row.seq, **row.balances.as_dict()} for row in log.rows]


def standings(log: MatchLog) -> list[dict[str, Any]]:
    """Who stands where; equal points share a rank."""
    return [{"rank": each.rank, "player": each.seat.value, "points": each.points} for each in rank(log.state.balances)]


def dump(content: Mapping[str, Any]) -> bytes:
    """The file's bytes: UTF-8, a key a line, of a list an item a line, a newline at the end."""
    return json_text.dump(content)


# ── in ───────────────────────────────────────────────────────────────────────


def read(data: bytes) -> MatchFile:
    """The file in `data`. Raises `RuleViolation` that names what has not the shape of the format."""
    content = _parsed(data)
    schema.top(content)
    return MatchFile(
        system=content["system"],
        rules_version=content["rules_version"],
        options=hash_chain.plain(content["options"], "options"),
        players=PerSeat.read(content["players"], ""),
        events=[schema.event(each, place) for place, each in enumerate(content["events"])],
        ledger=[schema.ledger_row(each, at) for at, each in enumerate(content["ledger"])],
        standings=[schema.standing(each, at) for at, each in enumerate(content["standings"])],
        notes=schema.notes(content.get("notes", {}), len(content["events"])),
    )


def _parsed(data: bytes) -> Any:
    if len(data) > MOST_BYTES:
        raise RuleViolation("file", _("A match file has at most %(most)s kB."), most=MOST_BYTES // 1024)
    return json_text.parsed(data)


# ── checked ──────────────────────────────────────────────────────────────────


def checked(file: MatchFile) -> MatchLog:
    """What the file's events come to. Raises the first of its `problems`."""
    found: list[MatchLog] = []
    for problem in problems(file, found.append):
        raise problem
    return found[0]


def problems(file: MatchFile, found: Callable[[MatchLog], object] = lambda log: None) -> Iterator[RuleViolation]:
    """All that does not hold: rules, chain, entries, ledger, standings. `found` gets the log, if
    the events can be replayed.
    """
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
    yield from _differences("ledger", file.ledger, ledger(log))
    yield from _differences("standings", file.standings, standings(log))


def _repeated_keys(file: MatchFile) -> Iterator[RuleViolation]:
    seen: set[str] = set()
    for event in file.events:
        if event["key"] in seen:
            yield RuleViolation("events", _("Event %(seq)s has the key of an earlier one."), seq=event["seq"])
        seen.add(event["key"])


def _replayed(book: RuleBook, file: MatchFile) -> MatchLog:
    """The log, each event checked where it came in, as the table's own entries were."""
    log = Log(book)
    for event in file.events:
        try:
            log.take(LoggedEvent(event["seq"], event["kind"], event["payload"]))
        except RuleViolation as violation:
            raise RuleViolation(
                "events",
                _("Event %(seq)s does not fit: %(reason)s"),
                seq=event["seq"],
                reason=str(violation),
            ) from violation
    return log.now


def _differences(name: str, stated: list[dict[str, Any]], ours: list[dict[str, Any]]) -> Iterator[RuleViolation]:
    if len(stated) != len(ours):
        yield RuleViolation(
            name,
            _("%(key)s has %(stated)s rows; the events come to %(ours)s."),
            key=name,
            stated=len(stated),
            ours=len(ours),
        )
    for place, (theirs, our) in enumerate(zip(stated, ours, strict=False), start=1):
        if theirs != our:
            yield RuleViolation(
                name,
                _("Row %(row)s of %(key)s differs: the file says %(stated)s, the events %(ours)s."),
                key=name,
                row=place,
                stated=json_text.text(theirs),
                ours=json_text.text(our),
            )
