"""What changes around the log: who sits there, what a point is worth, where the match is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import PerSeat, Seat
from matches.actions.outcome import writing
from matches.actions.write import scored
from matches.models import Event, EventNote, LedgerRow, Match, MatchDevice, Sitting
from matches.names import clean_name, clean_names, clean_note, with_name
from matches.reading import Reading

LARGEST_VALUE = Decimal(10_000)


def rename_player(*, match: Match, device: str, chair: Seat, name: str) -> None:
    """Correct a name, back to the hand in which this player sat down."""
    with _open_table(match, device) as reading:
        new = _unique(reading, chair, name)
        last = [each for each in reading.sittings if each.chair == chair.value][-1]
        Sitting.objects.filter(pk=last.pk).update(name=new)


def replace_player(*, match: Match, device: str, chair: Seat, name: str, from_hand: int) -> None:
    """Somebody else takes a chair, and its points, from a hand on. Said twice, the last one counts."""
    with _open_table(match, device) as reading:
        new = _unique(reading, chair, name)
        starts = [each.from_hand for each in reading.sittings if each.chair == chair.value]
        most = min(reading.match.hand_no, reading.match.length)
        if not max(starts) <= from_hand <= most:
            raise RuleViolation(
                "from_hand",
                _("Please choose a hand from %(least)s to %(most)s."),
                least=max(starts),
                most=most,
            )
        Sitting.objects.update_or_create(
            match=reading.match, chair=chair.value, from_hand=from_hand, defaults={"name": new}
        )


def rename_match(*, match: Match, device: str, name: str) -> None:
    """Give the match another name; empty: it is called by its players."""
    new = clean_name(name, "name") if name.strip() else ""
    with _table(match, device) as reading:
        _update(reading, name=new)


def set_point_value(*, match: Match, device: str, value: Decimal | None, unit: str) -> None:
    """What a point is worth (None: nothing but a point), in a currency or what the table plays for."""
    if value is not None and not (value.is_finite() and 0 < value <= LARGEST_VALUE):
        raise RuleViolation("value", _("Please enter a value above 0, at most %(most)s."), most=LARGEST_VALUE)
    text = clean_note(unit, "unit")
    if len(text) > 20:
        raise RuleViolation("unit", _("A unit has at most 20 characters."))
    with _table(match, device) as reading:
        rounded = None if value is None else value.quantize(Decimal("0.0001"))
        if rounded == 0:
            raise RuleViolation("value", _("A value has at most four decimals."))
        _update(reading, point_value=rounded, point_unit=text)


def archive_match(*, match: Match, device: str) -> None:
    """Put the match away; nothing of it is lost."""
    with _table(match, device) as reading:
        if reading.match.archived_at is None:
            _update(reading, archived_at=datetime.now(UTC))


def restore_match(*, match: Match, device: str) -> None:
    """Take the match out of the archive."""
    with _table(match, device) as reading:
        _update(reading, archived_at=None)


def purge_match(*, match: Match, device: str) -> None:
    """Remove the match with all that belongs to it. The one way in which an event ever goes."""
    with _table(match, device) as reading:
        # The triggers let the events of a match go once this stands.
        _update(reading, purging_at=datetime.now(UTC))
        for model in (Event, EventNote, LedgerRow, Sitting, MatchDevice):
            model._default_manager.filter(match=reading.match).delete()
        Match.objects.filter(pk=reading.match.pk).delete()


@contextmanager
def _table(match: Match, device: str) -> Iterator[Reading]:
    """The match, locked, for a device that may score it. Raises `NotAllowed`, `Unavailable`."""
    with writing():
        yield scored(match, device)


@contextmanager
def _open_table(match: Match, device: str) -> Iterator[Reading]:
    """The same, for what a signed result must keep. Raises `RuleViolation` too."""
    with _table(match, device) as reading:
        if reading.match.closed:
            raise RuleViolation("name", _("The match is closed. Reopen it to change anything."))
        yield reading


def _update(reading: Reading, **values: object) -> None:
    Match.objects.filter(pk=reading.match.pk).update(**values)


def _unique(reading: Reading, chair: Seat, name: str) -> str:
    """The tidied name, if nobody else at the table has it."""
    names = with_name(reading.names, {chair.value: name})
    fields = PerSeat.of(lambda seat: "name")
    return clean_names(names, fields)[chair]
