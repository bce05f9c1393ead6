"""Changes outside the log: players, point value, name, archive, deletion."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.ledger import replay
from engine.match_totals import is_over
from engine.seats import PerSeat, Seat
from matches import event_hooks, wording
from matches.actions.append import locked, managed, played, scored, update_season_totals
from matches.log.state import MatchState
from matches.models import Event, EventNote, LedgerRow, Match, MatchDevice, MatchLink, Sitting, declared_by
from matches.rights import Account, refuse_archive_or_publish
from people.audit.log import Record, by_program
from people.clubs import roster
from people.db.transactions import NotAllowed, writing
from people.models import AuditNames
from people.text.cleaning import alike, clean_name, clean_names, clean_note, with_name

LARGEST_VALUE = Decimal(10_000)


def rename_player(*, match: Match, device: str, chair: Seat, name: str, record: Record = by_program) -> None:
    """Correct a player's name for all hands since they sat down."""
    with _open_table(match, device) as reading:
        last = [sitting for sitting in reading.sittings if sitting.chair == chair.value][-1]
        values = _sitting_values(reading, chair, name)
        if values["player"] is None and alike(last.name) == alike(name):
            del values["player"]  # a different spelling of the same name
        Sitting.objects.filter(pk=last.pk).update(**values)
        if values["name"] != last.name:
            _record(reading, record, "chair_renamed", about=chair.value, names=(last.name, values["name"]))


def replace_player(
    *, match: Match, device: str, chair: Seat, name: str, from_hand: int, record: Record = by_program
) -> None:
    """Replace the player on a chair from hand `from_hand` on, counting all hands played, repeats included.

    The new player takes over the points. A second replacement at the same hand overwrites the first. Raises
    `RuleViolation` (field `name` or `from_hand`).
    """
    with _open_table(match, device) as reading:
        values = _sitting_values(reading, chair, name)
        starts = [sitting.from_hand for sitting in reading.sittings if sitting.chair == chair.value]
        hands = wording.hands_played(reading)
        if not max(starts) <= from_hand <= len(hands):
            least, text = hands[min(max(starts), len(hands)) - 1], _("Choose a hand from %(least)s to %(most)s.")
            raise RuleViolation("from_hand", text, least=least, most=hands[-1])
        Sitting.objects.update_or_create(match=reading.match, chair=chair.value, from_hand=from_hand, defaults=values)
        names, hand = (reading.names[chair], values["name"]), {"hand": hands[from_hand - 1]}
        _record(reading, record, "chair_replaced", about=chair.value, after=hand, names=names)
        update_season_totals(MatchState(reading.match), was_over=is_over(reading.log))


def declare(*, match: Match, device: str, chair: Seat, on: bool, expected_seq: int) -> MatchState:
    """Add or withdraw a declaration in the hand in play.

    `expected_seq`: the seq that the hand's entry would get, so that a late tap doesn't count for the next hand.
    """
    with writing():
        reading, by = locked(match, device)
        if by is None:
            raise NotAllowed
        event_hooks.refuse_stopped(reading.match)
        log = replay(reading.book, reading.facts[: expected_seq - 1])
        if played(log) != played(reading.log) or reading.log.state.finished or reading.log.closed:
            raise RuleViolation("chair", _("That hand has ended. Check the table before you declare anything."))
        seats = reading.declared | {chair} if on else reading.declared - {chair}
        reading.book.check_declared(reading.log.state, seats)
        reading.match.declared = declared_by(seats)
        _update(reading, declared=reading.match.declared)
        return reading


def rename_match(*, match: Match, device: str, name: str, user: Account = None, record: Record = by_program) -> None:
    """Rename the match. Without a name, its title lists the players."""
    new = clean_name(name, "name") if name.strip() else ""
    with managed(match, device, user) as reading:
        if reading.match.name != new:
            _record(reading, record, "match_renamed", names=(reading.match.name, new))
        _update(reading, name=new)


def set_point_value(
    *, match: Match, device: str, value: Decimal | None, unit: str, record: Record = by_program
) -> None:
    """Set the value of a point, in a currency or another unit; None for no value."""
    if value is not None and not (value.is_finite() and 0 < value <= LARGEST_VALUE):
        raise RuleViolation("value", _("Enter a value above 0, up to %(most)s."), most=LARGEST_VALUE)
    text = clean_note(unit, "unit")
    if len(text) > 20:
        raise RuleViolation("unit", _("A unit can have at most 20 characters."))
    with writing():
        reading = scored(match, device)
        rounded = None if value is None else value.quantize(Decimal("0.0001"))
        if rounded == 0:
            raise RuleViolation("value", _("Enter a value of at least 0.0001."))
        old, new = _recorded_value(reading.match.point_value, reading.match.point_unit), _recorded_value(rounded, text)
        if old != new:
            _record(reading, record, "value_changed", before=old, after=new)
        _update(reading, point_value=rounded, point_unit=text)


def archive_match(*, match: Match, device: str, user: Account = None, record: Record = by_program) -> None:
    """Archive the match. Raises `RuleViolation` if it belongs to an event and the requester isn't an organiser."""
    with managed(match, device, user) as reading:
        refuse_archive_or_publish(reading.match, user, "sure")
        if reading.match.archived_at is None:
            _update(reading, archived_at=datetime.now(UTC))
            _record(reading, record, "match_archived")


def restore_match(*, match: Match, device: str, user: Account = None, record: Record = by_program) -> None:
    """Restore an archived match.

    Raises `RuleViolation` if another match has replaced it, or if it belongs to an event and the requester isn't an
    organiser.
    """
    with managed(match, device, user) as reading:
        refuse_archive_or_publish(reading.match, user, "sure")
        if reading.match.within and not event_hooks.plays(reading.match):
            raise RuleViolation("sure", _("This match has been replaced by another one, so it stays archived."))
        if reading.match.archived_at is not None:
            _update(reading, archived_at=None)
            _record(reading, record, "match_restored")


def purge_match(*, match: Match, device: str, user: Account = None, record: Record = by_program) -> None:
    """Delete the match with everything that belongs to it; no other function deletes events.

    The audit log keeps its rows, without the names. Raises `RuleViolation` if the match belongs to an event.
    """
    with managed(match, device, user) as reading:
        if reading.match.within:
            raise RuleViolation("sure", _("A tournament match can’t be deleted."))
        _record(reading, record, "match_deleted", before={"entries": reading.version})
        AuditNames.objects.filter(row__match=reading.match.code).delete()
        # Only now do the triggers allow the events of the match to be deleted.
        _update(reading, purging_at=datetime.now(UTC))
        for model in (Event, EventNote, LedgerRow, Sitting, MatchDevice, MatchLink):
            model._default_manager.filter(match=reading.match).delete()
        Match.objects.filter(pk=reading.match.pk).delete()


@contextmanager
def _open_table(match: Match, device: str) -> Iterator[MatchState]:
    with writing():
        reading = scored(match, device)
        event_hooks.refuse_stopped(reading.match)
        if reading.match.closed:
            raise RuleViolation("name", _("The match has ended. Reopen it to make changes."))
        yield reading


def _update(reading: MatchState, **values: object) -> None:
    Match.objects.filter(pk=reading.match.pk).update(**values)


def _record(reading: MatchState, record: Record, what: str, **details: Any) -> None:
    record(what, club=reading.match.club, match=reading.match.code, **details)


def _recorded_value(value: Decimal | None, unit: str) -> dict[str, str]:
    return {} if value is None else {"value": str(value.normalize()), "unit": unit}


def _sitting_values(reading: MatchState, chair: Seat, name: str) -> dict[str, Any]:
    """Return the new values of a sitting's columns `name` and `player`.

    A name on the club's roster is linked to that player; any other is a guest. Raises `RuleViolation` if another player
    at the table has the name.
    """
    clean = clean_names(with_name(reading.names, {chair.value: name}), PerSeat("name", "name", "name"))[chair]
    player = roster.by_name(reading.match.club).get(alike(clean)) if reading.match.club else None
    return {"name": player.name if player else clean, "player": player}
