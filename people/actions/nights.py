"""Schedule, change and cancel club nights."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import NamedTuple

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.clubs.rights import acting
from people.db.transactions import existing
from people.models import Club, ClubNight, Role, User
from people.text.cleaning import clean_note

MOST_NIGHTS, MOST_PLACE = 1000, 120


class NightDetails(NamedTuple):
    """The starting time (None if unknown), venue and note of a club night, and its tables (None for no limit)."""

    begins: time | None
    place: str
    note: str
    tables: int | None = None

    @property
    def cleaned(self) -> NightDetails:
        """The details, cleaned for the database. Raises `RuleViolation`."""
        place = clean_note(self.place, "place")
        if len(place) > MOST_PLACE:
            raise RuleViolation("place", _("A venue can have at most %(most)s characters."), most=MOST_PLACE)
        return self._replace(place=place, note=clean_note(self.note, "note"))


def add_nights(
    *, club: Club, by: User, days: Sequence[date], details: NightDetails, record: Record = by_program
) -> list[ClubNight]:
    """Schedule a night on each of these days, unless the club has one at the same time and venue."""
    new = details.cleaned
    with acting(club, by, Role.ORGANISER) as (now, _role):
        known = set(ClubNight.objects.filter(club=now).values_list("on", "begins", "place"))
        if len(known) + len(days) > MOST_NIGHTS:
            raise RuleViolation("until", _("A club can have at most %(most)s club nights."), most=MOST_NIGHTS)
        nights = [
            ClubNight.objects.create(club=now, on=day, **new._asdict(), changed_at=datetime.now(UTC))
            for day in days
            if (day, new.begins, new.place) not in known
        ]
        if nights:
            record("nights_added", club=now, user=by, after={"nights": [night.pk for night in nights]})
    return nights


def change_night(
    *, club: Club, by: User, night: int, on: date, details: NightDetails, record: Record = by_program
) -> None:
    """Change the day, time, venue, note or tables of a club night."""
    new = details.cleaned
    with acting(club, by, Role.ORGANISER) as (now, _role):
        old = _night(now, night)
        if (old.on, old.begins, old.place, old.note, old.tables) == (on, *new):
            return
        _update(old, on=on, **new._asdict())
        before, after = {"on": str(old.on)}, {"on": str(on)}
        record("night_changed", club=now, user=by, about=old.pk, before=before, after=after)


def cancel_night(*, club: Club, by: User, night: int, cancelled: bool, record: Record = by_program) -> None:
    """Cancel or restore a night. Subscribed calendars show the change."""
    with acting(club, by, Role.ORGANISER) as (now, _role):
        old = _night(now, night)
        if old.cancelled != cancelled:
            _update(old, cancelled=cancelled)
            record("night_cancelled" if cancelled else "night_restored", club=now, user=by, about=old.pk)


def _night(club: Club, night: int) -> ClubNight:
    return existing(ClubNight.objects.filter(club=club, pk=night).first())


def _update(night: ClubNight, **values: object) -> None:
    ClubNight.objects.filter(pk=night.pk).update(**values, changed_at=datetime.now(UTC))
