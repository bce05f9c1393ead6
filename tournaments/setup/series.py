"""Create and change a club's series, and add and remove their tournaments."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed, existing, writing
from people.models import Club, Role, User
from people.text.cleaning import clean_name
from people.web.codes import new_code
from tournaments.models import Series, SeriesEvent, Tournament
from tournaments.standings.series import SeriesRules, read_rules, rules_json
from tournaments.write_access import create_once

MOST_SERIES, MOST_EVENTS = 200, 60


def create_series(
    *, club: Club, by: User, name: str, key: str, rules: SeriesRules | None = None, record: Record = by_program
) -> Series:
    """Create a series without events. A repeated `key` (22 URL-safe characters) returns the existing series.

    Raises `RuleViolation` (`name` or the name of an option), `NotAllowed` or `Unavailable`.
    """
    values: dict[str, Any] = {"name": clean_name(name, "name"), "counting": _checked_json(rules or SeriesRules())}
    return create_once(Series, club, by, key, lambda club: _create(club, by, key, values, record))


def change_series(*, series: Series, by: User, name: str, rules: SeriesRules, record: Record = by_program) -> None:
    """Change the name and counting rules. Raises `RuleViolation`, `NotAllowed` or `Unavailable`."""
    values: dict[str, Any] = {"name": clean_name(name, "name"), "counting": _checked_json(rules)}
    with writing():
        series = _locked(series, by)
        changed = sorted(field for field, value in values.items() if getattr(series, field) != value)
        if changed:
            Series.objects.filter(pk=series.pk).update(**values)
            renamed = (series.name, values["name"]) if "name" in changed else None
            after = {"series": series.code, "fields": changed}
            record("series_changed", club=series.club, user=by, about=series.code, after=after, names=renamed)


def add_event(*, series: Series, by: User, tournament: str, record: Record = by_program) -> None:
    """Add the club's tournament with this code. Does nothing if it is already in the series."""
    _refuse_impossible_code(tournament)
    with writing():
        series = _locked(series, by)
        event = existing(Tournament.objects.filter(club=series.club, code=tournament).first())
        if not SeriesEvent.objects.filter(series=series, tournament=event).exists():
            _add(series, by, event, record)


def remove_event(*, series: Series, by: User, tournament: str, record: Record = by_program) -> None:
    """Remove the tournament with this code from the series."""
    _refuse_impossible_code(tournament)
    with writing():
        series = _locked(series, by)
        removed, _by_model = SeriesEvent.objects.filter(series=series, tournament__code=tournament).delete()
        if removed:
            after = {"series": series.code, "tournament": tournament}
            record("series_event_removed", club=series.club, user=by, about=series.code, after=after)


# ── helpers; the club is locked ──────────────────────────────────────────────


def add_imported(club: Club, by: User, event: Tournament, values: Mapping[str, Any], record: Record) -> None:
    """Add an imported tournament to the series of its archive.

    An existing series is recognised by its time of creation; otherwise a new one is created from the checked `values`.
    Raises `RuleViolation`.
    """
    series = Series.objects.filter(club=club, created_at=values["created_at"]).first()
    series = series or _create(club, by, secrets.token_urlsafe(16), dict(values), record)
    _add(series, by, event, record)


def _add(series: Series, by: User, event: Tournament, record: Record) -> None:
    if SeriesEvent.objects.filter(series=series).count() >= MOST_EVENTS:
        raise RuleViolation("tournament", _("A series can have at most %(most)s events."), most=MOST_EVENTS)
    SeriesEvent.objects.create(series=series, tournament=event)
    after = {"series": series.code, "tournament": event.code}
    record("series_event_added", club=series.club, user=by, about=series.code, after=after)


def _refuse_impossible_code(code: str) -> None:
    """Raise `NotAllowed` for a code that no tournament can have and that may be invalid in the database."""
    if not is_key(code):
        raise NotAllowed


def _checked_json(rules: SeriesRules) -> dict[str, object]:
    values = rules_json(rules)
    read_rules(values)
    return values


def _locked(series: Series, by: User) -> Series:
    """Lock the club and return the current series. Raises `NotAllowed`."""
    rights.locked(series.club, by, Role.ORGANISER)
    return existing(Series.objects.select_related("club").filter(pk=series.pk).first())


def _create(club: Club, by: User, key: str, values: dict[str, Any], record: Record) -> Series:
    if Series.objects.filter(club=club).count() >= MOST_SERIES:
        raise RuleViolation("name", _("A club can have at most %(most)s series."), most=MOST_SERIES)
    code = new_code()
    new = Series.objects.create(club=club, code=code, start_key=key, **{"created_at": datetime.now(UTC), **values})
    record("series_founded", club=club, user=by, about=code, after={"series": code}, names=("", new.name))
    return new
