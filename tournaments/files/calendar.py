"""A tournament as a calendar (RFC 5545): its days, and the rounds whose clock has started. Does not know requests."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

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


def _days(day: Day) -> Iterator[str]:
    """The days as one entry of whole days; its end is the day after (3.6.1)."""
    event = day.tournament
    until = (event.ends_on or event.starts_on) + timedelta(days=1)
    yield from _head(day, "days", event.created_at)
    yield f"DTSTART;VALUE=DATE:{_date(event.starts_on)}"
    yield f"DTEND;VALUE=DATE:{_date(until)}"
    yield f"SUMMARY:{text(event.name)}"
    if event.note:
        yield f"DESCRIPTION:{text(event.note)}"
    yield from _tail(day)


def _round(day: Day, each: Round, start: datetime, entrant: Entrant | None) -> Iterator[str]:
    yield from _head(day, f"round-{each.number}", each.published_at or start)
    yield f"DTSTART:{_moment(start)}"
    yield f"DTEND:{_moment(start + timedelta(minutes=each.minutes, seconds=each.paused_seconds))}"
    summary = _("%(tournament)s, round %(number)s") % {"tournament": day.tournament.name, "number": each.number}
    yield f"SUMMARY:{text(summary)}"
    if entrant is not None:
        yield f"DESCRIPTION:{text(_place(day, each, entrant))}"
    yield from _tail(day)


def _place(day: Day, each: Round, entrant: Entrant) -> str:
    for table in day.tables[each.pk]:
        if any(seat.entrant_id == entrant.pk for seat in day.seats[table.pk]):
            return _("Table %(number)s") % {"number": table.number}
    return _("No table in this round")


def _head(day: Day, what: str, changed: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    # The same for good, whatever the address of the site.
    yield f"UID:{what}-{day.tournament.code}@scorekeeper"
    yield f"DTSTAMP:{_moment(changed)}"


def _tail(day: Day) -> Iterator[str]:
    if day.tournament.place:
        yield f"LOCATION:{text(day.tournament.place)}"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _date(day: date) -> str:
    return day.isoformat().replace("-", "")
