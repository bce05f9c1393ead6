"""Corrections of matches by their containing event: other players, other seats.

Called inside the transaction of the event, which has checked the rights.
"""

import secrets
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from engine import hash_chain
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.ledger import Log, LoggedEvent, MatchLog, replay
from engine.seats import PerSeat, Seat
from matches import links, wording
from matches.actions.append import rewrite, update_season_totals
from matches.actions.lifecycle import ContainingEvent, set_table
from matches.log import queries
from matches.log.state import MatchState
from matches.models import Event, EventNote, Match, MatchDevice, MatchLink, Sitting, declared_by
from people.audit.log import Record
from people.models import Player
from people.text.cleaning import clean_names, with_name
from people.web.codes import new_code

SAME = {seat: seat for seat in Seat}
COPIED = ("name", "system", "rules_version", "options", "house_rules_id", "club_id", "started_by") + (
    "point_value", "point_unit", "is_demo"
)  # fmt: skip


def set_first_player(*, match: Match, chair: Seat, name: str, player: Player | None) -> None:
    """Change the first player on a chair. Later replacements stay. Raises `RuleViolation`."""
    names = clean_names(with_name(MatchState(match).names, {chair.value: name}))
    Sitting.objects.filter(match=match, chair=chair.value, from_hand=1).update(name=names[chair], player=player)


def move_to_table(*, match: Match, name: str, part: ContainingEvent, names: PerSeat[str]) -> None:
    """Move a match to the event `part`, with `names` as the players who started the match.

    The log and later replacements stay. Raises `RuleViolation`.
    """
    for seat, text in clean_names(names).items():
        values = {"name": text, "player": part.players.get(seat)}
        Sitting.objects.filter(match=match, chair=seat.value, from_hand=1).update(**values)
    clean_names(MatchState(match).names)
    Match.objects.filter(pk=match.pk).update(name=name, within=part.within)


def copy_with_other_seats(
    *, match: Match, part: ContainingEvent, names: PerSeat[str], chairs: Mapping[Seat, Seat], key: str, record: Record
) -> Match:
    """Copy a match into a new one with other seats, and archive the old match.

    `chairs`: the new chair for each old one. The phones keep their numbers in the new match. Raises `RuleViolation`
    (field `seats`) if a hand isn't possible with the new seats.
    """
    reading = MatchState(queries.current_match(match.pk))
    old, now = reading.match, datetime.now(UTC)
    new = Match(code=new_code(), start_key=key, created_at=old.created_at, within=part.within)
    for field in COPIED:
        setattr(new, field, getattr(old, field))
    new.public = part.public
    set_table(new, reading.book)
    new.save(force_insert=True)
    _people(new, old, part, clean_names(names), chairs)
    log = _events(new, reading, chairs)
    declared = declared_by(chairs[seat] for seat in reading.declared)
    rewrite(new, replay(reading.book, []), log, "" if log.state.finished else declared)
    update_season_totals(MatchState(new))
    Sitting.objects.filter(match=old).update(played_on=None)
    MatchDevice.objects.filter(match=old, revoked_at=None).update(revoked_at=now)
    Match.objects.filter(pk=old.pk).update(archived_at=now)
    record("match_archived", club=old.club, match=old.code)
    return new


def _people(new: Match, old: Match, part: ContainingEvent, names: PerSeat[str], chairs: Mapping[Seat, Seat]) -> None:
    Sitting.objects.bulk_create(
        Sitting(match=new, chair=seat.value, name=name, player=part.players.get(seat)) for seat, name in names.items()
    )
    # Replacements at a later hand move with the hands of their chair.
    Sitting.objects.bulk_create(
        Sitting(match=new, chair=chairs[Seat(at.chair)].value, name=at.name, player=at.player, from_hand=at.from_hand)
        for at in old.sittings.filter(from_hand__gt=1).select_related("player")
    )
    fields = ("number", "device", "joined_at", "label", "user_id", "revoked_at")
    MatchDevice.objects.bulk_create(
        MatchDevice(match=new, **values) for values in old.devices.order_by("number").values(*fields)
    )
    MatchLink.objects.bulk_create(links.new_link(new, role) for role in links.ROLES)


def _events(new: Match, reading: MatchState, chairs: Mapping[Seat, Seat]) -> MatchLog:
    log, last = Log(reading.book), hash_chain.first_hash(new.system, new.options)
    result = log.now
    for seq, (kind, payload, stamp, note, hand) in enumerate(_entries(reading, chairs), start=1):
        try:
            result = log.take(LoggedEvent(seq, kind, payload))
        except RuleViolation as violation:
            text = _(
                "Hand %(hand)s isn’t possible with these seats. Correct it in the match first, or start "
                "scoring this table again."
            )
            raise RuleViolation("seats", text, hand=hand) from violation
        event = Event(match=new, seq=seq, key=secrets.token_urlsafe(16), kind=kind, payload=payload, **stamp)
        event.previous_hash = last
        event.hash = last = hash_chain.event_hash(last, event.as_dict())
        event.save(force_insert=True)
        if note:
            EventNote.objects.create(match=new, seq=seq, text=note)
    return result


def _entries(reading: MatchState, chairs: Mapping[Seat, Seat]) -> Iterator[tuple[str, Any, dict[str, Any], str, str]]:
    """Yield (kind, payload, time and phone, note, label of the hand) for each entry that counts."""
    book, log, at = reading.book, reading.log, reading.match.created_at
    moves = {one.value: two.value for one, two in chairs.items()}
    if log.state.length != book.start().length:
        yield "extend", {"match_length": log.state.length}, {"at": at, "by": "d1"}, "", ""
    for row in log.rows:
        event = reading.event(row.source)
        assert event is not None
        at = max(at, event.at)
        payload = _moved(hash_chain.plain(row.payload, "payload"), moves)
        note = reading.notes.get(row.source, "") or reading.notes.get(row.seq, "")
        yield row.kind, payload, {"at": at, "by": event.by}, note, wording.hand_label(book, row.before)


def _moved(value: Any, chairs: Mapping[str, str]) -> Any:
    """Return a payload with its chairs replaced. Nothing else in a payload looks like a chair."""
    if isinstance(value, dict):
        return {chairs.get(key, key): _moved(item, chairs) for key, item in value.items()}
    if isinstance(value, list):
        return [_moved(item, chairs) for item in value]
    return chairs.get(value, value) if isinstance(value, str) else value
