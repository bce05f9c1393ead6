"""A tournament as an iCalendar file (RFC 5545): its days, and the rounds that have started or are planned."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from people.clubs.ical import document, moment, text
from tournaments.models import Entrant, Round
from tournaments.snapshot import Day


def calendar(day: Day, entrant: Entrant | None = None) -> bytes:
    """Return the contents of the calendar file. `entrant`: include their table in each round."""
    starts = [(round, round.started_at or round.planned_start) for round in day.shown]
    rounds = [_round(day, round, start, entrant) for round, start in starts if start]
    return document("Tournament", day.tournament.name, [_days(day), *rounds])


def _days(day: Day) -> list[str]:
    """Return the all-day entry of the tournament. Its end is exclusive (RFC 5545, 3.6.1)."""
    event = day.tournament
    until = (event.ends_on or event.starts_on) + timedelta(days=1)
    dates = [f"DTSTART;VALUE=DATE:{event.starts_on:%Y%m%d}", f"DTEND;VALUE=DATE:{until:%Y%m%d}"]
    return _entry(day, "days", event.created_at, dates, event.name, event.note)


def _round(day: Day, round: Round, start: datetime, entrant: Entrant | None) -> list[str]:
    end = start + timedelta(minutes=round.minutes, seconds=round.paused_seconds)
    times = [f"DTSTART:{moment(start)}", f"DTEND:{moment(end)}"]
    summary = _("%(tournament)s, round %(number)s") % {"tournament": day.tournament.name, "number": round.number}
    place = _place(day, round, entrant) if entrant else ""
    return _entry(day, f"round-{round.number}", round.published_at or start, times, summary, place)


def _place(day: Day, round: Round, entrant: Entrant) -> str:
    for table in day.tables[round.pk]:
        if any(seat.entrant_id == entrant.pk for seat in day.seats[table.pk]):
            return _("Table %(number)s") % {"number": table.number}
    return _("No table in this round")


def _entry(day: Day, what: str, changed: datetime, times: list[str], summary: str, description: str) -> list[str]:
    """Return the lines of one entry. Its UID doesn't depend on the site's address, so it never changes."""
    lines = ["BEGIN:VEVENT", f"UID:{what}-{day.tournament.code}@scorekeeper", f"DTSTAMP:{moment(changed)}", *times]
    texts = {"SUMMARY": summary, "DESCRIPTION": description, "LOCATION": day.tournament.place}
    return [*lines, *(f"{name}:{text(value)}" for name, value in texts.items() if value), "END:VEVENT"]
