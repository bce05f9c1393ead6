"""How a match comes to be: started, played again, copied, read from a file."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError

from engine.chain import moment, plain
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.ledger import MatchLog, replay
from engine.rulesets import AT_TABLE, rule_book
from engine.rulesets.base import RuleBook
from engine.seats import PerSeat
from matches import matchfile
from matches.actions.outcome import KeyReuse, NotAllowed, writing
from matches.actions.write import checked_key, rewrite, scored
from matches.matchfile import MatchFile
from matches.models import Event, EventNote, HouseRulesVersion, Match, MatchDevice, Sitting
from matches.names import clean_name, clean_names
from matches.reading import Reading, book_of, open_match


def start_match(
    *,
    device: str,
    name: str,
    names: PerSeat[str],
    system: str,
    options: Mapping[str, Any],
    key: str,
    house_rules: HouseRulesVersion | None = None,
    is_demo: bool = False,
) -> Match:
    """Start a match; this device scores it. `options`: the house rules that differ.

    `house_rules`: the version of a profile that says so; where the two differ the match has none. A repeated
    `key` finds the match that it started. Raises `RuleViolation` (fields `name`, `P1` …,
    an option's name), `KeyReuse`, `Unavailable`.
    """
    book = rule_book(system, options)
    players = clean_names(names)
    new = _new(device, key, _name(name))
    new.system, new.rules_version, new.is_demo = book.key, book.version, is_demo
    new.options = plain(book.changed, "options")
    _set_table(new, book)
    if house_rules and (house_rules.rules.system, house_rules.options) == (book.key, new.options):
        new.house_rules = house_rules
    return _created(new, players, number=1)


def rematch(*, match: Match, device: str, key: str) -> Match:
    """The same players by the same rules; who sat second deals first now."""
    with writing():
        reading = scored(match, device)
        names = PerSeat.of(lambda seat: reading.names[seat.after(1)])
    return start_match(
        device=device,
        name=match.name,
        names=names,
        system=match.system,
        options=match.options,
        key=key,
        house_rules=match.house_rules,
    )


def copy_match(*, match: Match, device: str, key: str) -> Match:
    """A match of one's own with all that the demonstration holds."""
    if not match.is_demo:
        raise NotAllowed
    document = matchfile.document(open_match(match.code))
    return import_match(device=device, data=matchfile.dump(document), key=key, name=match.name)


def import_match(*, device: str, data: bytes, key: str, name: str = "") -> Match:
    """A new match with the events of a match file, checked link by link and entry by entry.

    The device joins with the next number. Raises `RuleViolation` with what is wrong in the file.
    """
    file = matchfile.read(data)
    if file.system not in AT_TABLE:
        raise RuleViolation("system", _("system takes one of: %(allowed)s."), allowed=", ".join(AT_TABLE))
    log = matchfile.checked(file)
    players = clean_names(file.players)
    new = _new(device, key, _name(name))
    new.system, new.rules_version, new.options = file.system, file.rules_version, file.options
    _set_table(new, book_of(new))
    numbers = [int(event["by"][1:]) for event in file.events]
    return _created(new, players, max(numbers, default=0) + 1, file, log)


def _set_table(new: Match, book: RuleBook) -> None:
    """The points before the first hand, and what they sum to for good."""
    start = book.start()
    new.b1, new.b2, new.b3 = start.balances
    new.pot, new.length = start.sticks, start.length
    new.total = sum(start.balances) + start.sticks


def _new(device: str, key: str, name: str) -> Match:
    checked_key(key)
    checked_key(device)
    return Match(
        code=secrets.token_urlsafe(16),
        name=name,
        started_by=device,
        start_key=key,
        created_at=datetime.now(UTC),
    )


def _name(text: str) -> str:
    """A match may go without: it is then called by its players."""
    return clean_name(text, "name") if text.strip() else ""


def _created(
    new: Match,
    players: PerSeat[str],
    number: int,
    file: MatchFile | None = None,
    log: MatchLog | None = None,
) -> Match:
    """Save the match, or find the one that this key started."""
    try:
        with writing():
            return _same(new, players, file) or _saved(new, players, number, file, log)
    except IntegrityError:
        # Another process started it at the same moment: its match is there now.
        with writing():
            same = _same(new, players, file)
        if same is None:
            raise
        return same


def _same(new: Match, players: PerSeat[str], file: MatchFile | None) -> Match | None:
    """The match that this key started, if it is this one; `KeyReuse` if it is another."""
    old = Match.objects.filter(start_key=new.start_key).first()
    if old is None:
        return None
    reading = Reading(old)
    told = [(m.started_by, m.name, m.system, m.options) for m in (old, new)]
    last = file.events[-1] if file and file.events else None
    event = reading.event(last["seq"]) if last else None
    if told[0] != told[1] or reading.names != players or (last and not _is(event, last)):
        raise KeyReuse(old, reading)
    return old


def _is(event: Event | None, last: Mapping[str, Any]) -> bool:
    return event is not None and event.hash == last["hash"]


def _saved(new: Match, players: PerSeat[str], number: int, file: MatchFile | None, log: MatchLog | None) -> Match:
    new.save(force_insert=True)
    Sitting.objects.bulk_create(Sitting(match=new, chair=seat.value, name=name) for seat, name in players.items())
    MatchDevice.objects.create(match=new, number=number, device=new.started_by, joined_at=new.created_at)
    if file and log:
        Event.objects.bulk_create(_event(new, event) for event in file.events)
        EventNote.objects.bulk_create(EventNote(match=new, seq=seq, text=text) for seq, text in file.notes.items())
        rewrite(new, replay(book_of(new), []), log)
    return new


def _event(match: Match, event: Mapping[str, Any]) -> Event:
    return Event(match=match, **{**event, "at": moment(event["at"])})
