"""iCalendar files (RFC 5545) of club nights.

Times are local ("floating", section 3.3.5): 18:00 is 18:00 where the club plays. Calendar services without a place of
their own read them in the time zone of the file (`X-WR-TIMEZONE`), which is that of the site.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import chain

from django.conf import settings
from django.utils.translation import gettext as _

from people.models import Club, ClubNight

MOST_OCTETS = 75
KIND = "text/calendar; charset=utf-8"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def calendar(club: Club, nights: Iterable[ClubNight], *, remind: bool = False) -> bytes:
    """Return the calendar file of these nights. `remind`: whether the file asks calendar apps to show a reminder."""
    return document("Club nights", club.name, (_event(club, night, remind) for night in nights))


def document(product: str, name: str, events: Iterable[Iterable[str]]) -> bytes:
    """Return a calendar file. `events`: the content lines of each event. Lines are folded and end in CRLF."""
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//Scorekeeper//{product}//EN", "CALSCALE:GREGORIAN")
    zone = () if settings.TIME_ZONE == "UTC" else (f"X-WR-TIMEZONE:{settings.TIME_ZONE}",)
    lines = (*head, f"X-WR-CALNAME:{text(name)}", *zone, *chain.from_iterable(events), "END:VCALENDAR")
    return "".join(map(fold, lines)).encode()


def moment(at: datetime) -> str:
    """Return a date and time as a value of type DATE-TIME in UTC (section 3.3.5)."""
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _event(club: Club, night: ClubNight, remind: bool) -> Iterator[str]:
    changed = moment(night.changed_at)
    yield "BEGIN:VEVENT"
    # Permanent, even if the site's address changes.
    yield f"UID:night-{night.pk}-{club.code}@scorekeeper"
    yield f"DTSTAMP:{changed}"
    yield f"LAST-MODIFIED:{changed}"
    day = f"{night.on:%Y%m%d}" if night.on.year > 999 else f"{night.on.year:04}{night.on:%m%d}"
    yield f"DTSTART:{day}T{night.begins:%H%M%S}" if night.begins else f"DTSTART;VALUE=DATE:{day}"
    summary = _("Mahjong, %(club)s") % {"club": club.name}
    yield f"SUMMARY:{text(summary)}"
    if night.place:
        yield f"LOCATION:{text(night.place)}"
    if night.note:
        yield f"DESCRIPTION:{text(night.note)}"
    yield "STATUS:CANCELLED" if night.cancelled else "STATUS:CONFIRMED"
    if remind and not night.cancelled:
        yield from _alarm(night, summary)
    yield "END:VEVENT"


def _alarm(night: ClubNight, summary: str) -> Iterator[str]:
    """Yield the alarm (section 3.6.6) at the time of people.clubs.reminders: a day before, or noon of the day before.

    Without a start, the trigger counts from midnight.
    """
    yield "BEGIN:VALARM"
    yield "ACTION:DISPLAY"
    yield f"DESCRIPTION:{text(summary)}"
    yield "TRIGGER:-P1D" if night.begins else "TRIGGER:-PT12H"
    yield "END:VALARM"


def text(value: str) -> str:
    """Return a value of type TEXT (section 3.3.11): special characters escaped, control characters removed."""
    plain = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    lines = re.sub(r"\r\n|\r|\n", "\\\\n", plain)
    return _CONTROL.sub("", lines)


def fold(line: str) -> str:
    """Return one content line (section 3.1), folded with CRLF and a space at 75 octets, never within a character."""
    parts, room, part = [], MOST_OCTETS, ""
    for letter in line:
        size = len(letter.encode())
        if size > room:
            parts.append(part)
            part, room = "", MOST_OCTETS - 1  # the space that begins the next line
        part += letter
        room -= size
    return "\r\n ".join([*parts, part]) + "\r\n"
