"""A tournament as a calendar (RFC 5545): its days, and the rounds whose clock has started. Does not know requests."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext as _

from people.clubs.ical import fold, text
from tournaments.models import Entrant, Round
from tournaments.snapshot import Day


def calendar(day: Day, entrant: Entrant | None = None) -> bytes:
    """The file: lines of at most 75 octets, ended by CR and LF. `entrant`: with where they sit in each round."""
    return "".join(fold(line) for line in _lines(day, entrant)).encode()


def _lines(day: Day, entrant: Entrant | None) -> Iterator[str]:
    yield "BEGIN:VCALENDAR"
    yield "VERSION:2.0"
    yield "PRODID:-//Scorekeeper//Tournament//EN"
    yield "CALSCALE:GREGORIAN"
    yield f"X-WR-CALNAME:{text(day.tournament.name)}"
    yield from _days(day)
    for each in day.shown:
        if each.started_at is not None:
            yield from _round(day, each, each.started_at, entrant)
    yield "END:VCALENDAR"


def _days(day: Day) -> list[str]:
    """The days as one entry of whole days; its end is the day after (3.6.1)."""
    event = day.tournament
    until = (event.ends_on or event.starts_on) + timedelta(days=1)
    dates = [f"DTSTART;VALUE=DATE:{event.starts_on:%Y%m%d}", f"DTEND;VALUE=DATE:{until:%Y%m%d}"]
    return _entry(day, "days", event.created_at, dates, event.name, event.note)


def _round(day: Day, each: Round, start: datetime, entrant: Entrant | None) -> list[str]:
    end = start + timedelta(minutes=each.minutes, seconds=each.paused_seconds)
    times = [f"DTSTART:{_moment(start)}", f"DTEND:{_moment(end)}"]
    summary = _("%(tournament)s, round %(number)s") % {"tournament": day.tournament.name, "number": each.number}
    place = _place(day, each, entrant) if entrant else ""
    return _entry(day, f"round-{each.number}", each.published_at or start, times, summary, place)


def _place(day: Day, each: Round, entrant: Entrant) -> str:
    for table in day.tables[each.pk]:
        if any(seat.entrant_id == entrant.pk for seat in day.seats[table.pk]):
            return _("Table %(number)s") % {"number": table.number}
    return _("No table in this round")


def _entry(day: Day, what: str, changed: datetime, times: list[str], summary: str, description: str) -> list[str]:
    """One entry. Its UID is the same for good, whatever the address of the site."""
    lines = ["BEGIN:VEVENT", f"UID:{what}-{day.tournament.code}@scorekeeper", f"DTSTAMP:{_moment(changed)}", *times]
    texts = {"SUMMARY": summary, "DESCRIPTION": description, "LOCATION": day.tournament.place}
    return [*lines, *(f"{name}:{text(value)}" for name, value in texts.items() if value), "END:VEVENT"]


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
