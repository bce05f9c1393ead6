"""Series of a club: create and change them, add and remove tournaments."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed, writing
from people.models import Club, Role, User
from people.text.cleaning import clean_name
from people.web.codes import new_code
from tournaments.models import Series, SeriesEvent, Tournament
from tournaments.standings.series import SeriesRules, read_rules, tell_rules

MOST_SERIES, MOST_EVENTS = 200, 60


def found_series(
    *, club: Club, by: User, name: str, key: str, rules: SeriesRules | None = None, record: Record = by_program
) -> Series:
    """A new series of the club, without events. A repeated `key` (22 url-safe characters) finds the one that it made.

    Raises `RuleViolation` (field `name`, an option's name), `NotAllowed`, `Unavailable`.
    """
    told: dict[str, Any] = {"name": clean_name(name, "name"), "counting": _checked(rules or SeriesRules())}
    if not is_key(key):
        raise RuleViolation("key", _("key takes 22 letters, digits, - and _."))
    try:
        with writing():
            now, _role = rights.locked(club, by, Role.ORGANISER)
            return _made(now, key) or _founded(now, by, key, told, record)
    except IntegrityError:
        # Another process made it at the same moment: it is there now.
        made = _made(club, key)
        if made is None:
            raise
        return made


def change_series(*, series: Series, by: User, name: str, rules: SeriesRules, record: Record = by_program) -> None:
    """Another name, another way to count. Raises `RuleViolation`, `NotAllowed`, `Unavailable`."""
    told: dict[str, Any] = {"name": clean_name(name, "name"), "counting": _checked(rules)}
    with writing():
        now = _locked(series, by)
        changed = sorted(field for field, value in told.items() if getattr(now, field) != value)
        if changed:
            Series.objects.filter(pk=now.pk).update(**told)
            renamed = (now.name, told["name"]) if "name" in changed else None
            said = {"series": now.code, "fields": changed}
            record("series_changed", club=now.club, user=by, about=now.code, after=said, names=renamed)


def add_event(*, series: Series, by: User, tournament: str, record: Record = by_program) -> None:
    """Let the tournament with this code count in the series; one of the same club. In it already: nothing to do."""
    _refuse_odd(tournament)
    with writing():
        now = _locked(series, by)
        event = Tournament.objects.filter(club=now.club, code=tournament).first()
        if event is None:
            raise NotAllowed
        if not SeriesEvent.objects.filter(series=now, tournament=event).exists():
            _put(now, by, event, record)


def remove_event(*, series: Series, by: User, tournament: str, record: Record = by_program) -> None:
    """Take the tournament with this code out of the series; nothing of it is removed."""
    _refuse_odd(tournament)
    with writing():
        now = _locked(series, by)
        gone, _each = SeriesEvent.objects.filter(series=now, tournament__code=tournament).delete()
        if gone:
            said = {"series": now.code, "tournament": tournament}
            record("series_event_removed", club=now.club, user=by, about=now.code, after=said)


# ── inside: the club is locked ───────────────────────────────────────────────


def bring_into(club: Club, by: User, event: Tournament, told: Mapping[str, Any], record: Record) -> None:
    """Let a tournament that an archive brought count in the series that the archive tells of, checked by then: the
    club's own that was founded at that time, as it is now; else a new one. Raises `RuleViolation`."""
    found = Series.objects.filter(club=club, created_at=told["created_at"]).first()
    series = found or _founded(club, by, secrets.token_urlsafe(16), dict(told), record)
    _put(series, by, event, record)


def _put(series: Series, by: User, event: Tournament, record: Record) -> None:
    if SeriesEvent.objects.filter(series=series).count() >= MOST_EVENTS:
        raise RuleViolation("tournament", _("A series has at most %(most)s events."), most=MOST_EVENTS)
    SeriesEvent.objects.create(series=series, tournament=event)
    said = {"series": series.code, "tournament": event.code}
    record("series_event_added", club=series.club, user=by, about=series.code, after=said)


def _refuse_odd(code: str) -> None:
    """No tournament has a code that is none; a database may choke on it."""
    if not is_key(code):
        raise NotAllowed


def _checked(rules: SeriesRules) -> dict[str, object]:
    told = tell_rules(rules)
    read_rules(told)
    return told


def _locked(series: Series, by: User) -> Series:
    """The series as it is now, its club locked. Raises `NotAllowed`."""
    rights.locked(series.club, by, Role.ORGANISER)
    now = Series.objects.select_related("club").filter(pk=series.pk).first()
    if now is None:
        raise NotAllowed
    return now


def _made(club: Club, key: str) -> Series | None:
    found = Series.objects.filter(start_key=key).select_related("club").first()
    if found and found.club_id != club.pk:
        raise NotAllowed
    return found


def _founded(club: Club, by: User, key: str, told: dict[str, Any], record: Record) -> Series:
    if Series.objects.filter(club=club).count() >= MOST_SERIES:
        raise RuleViolation("name", _("A club has at most %(most)s series."), most=MOST_SERIES)
    code = new_code()
    new = Series.objects.create(club=club, code=code, start_key=key, **{"created_at": datetime.now(UTC), **told})
    record("series_founded", club=club, user=by, about=code, after={"series": code}, names=("", new.name))
    return new
