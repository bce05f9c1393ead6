"""Forms for a club, its nights and the people who sign up for them. They never save."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.language import gettext_noop
from people.actions.nights import NightDetails
from people.forms.shared import Choice, Refusing
from people.models import ClubNight
from people.text.cleaning import clean_name, clean_note, whole_number

MOST_DAYS = 110  # two years of weekly nights
MOST_TABLES = 99


class ClubForm(Refusing):
    name = forms.CharField(required=False)
    public = forms.BooleanField(required=False)
    key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        self.attempt(lambda: clean_name(self.cleaned_data.get("name") or "", "name"))
        return self.cleaned_data


class NightsForm(Refusing):
    """One club night or a series.

    `every`: the number of weeks between two nights, "" for one night. After validation, `days` holds the dates and
    `details` the time, venue, note and tables of all nights.
    """

    on = forms.CharField(required=False)
    begins = forms.CharField(required=False)
    every = forms.CharField(required=False)
    until = forms.CharField(required=False)
    place = forms.CharField(required=False)
    note = forms.CharField(required=False)
    tables = forms.CharField(required=False)

    @classmethod
    def of(cls, night: ClubNight) -> NightsForm:
        begins = f"{night.begins:%H:%M}" if night.begins else ""
        texts = {"place": night.place, "note": night.note, "tables": night.tables or ""}
        return cls(initial={"on": night.on.isoformat(), "begins": begins, **texts})

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        first = self._date("on")
        self.days = [first] if first else []
        if first and data.get("every") in ("1", "2"):
            self._repeat(first, int(data["every"]))
        details = NightDetails(self._time(), data.get("place") or "", data.get("note") or "", self._tables())
        self.attempt(lambda: clean_note(details.note, "note"))
        self.details = self.attempt(lambda: details.cleaned) or details
        return data

    def _date(self, field: str) -> date | None:
        try:
            day = date.fromisoformat((self.cleaned_data.get(field) or "").strip())
        except ValueError:
            day = None
        if day is None or not 2000 <= day.year <= 2100:
            self.refuse(RuleViolation(field, gettext_noop("Enter a date such as 2026-03-27.")))
            return None
        return day

    def _time(self) -> time | None:
        text = (self.cleaned_data.get("begins") or "").strip().replace(".", ":")
        try:
            return forms.TimeField(required=False, input_formats=["%H:%M", "%H:%M:%S", "%H"]).clean(text)
        except forms.ValidationError:
            self.refuse(RuleViolation("begins", gettext_noop("Enter a time such as 18:30.")))
            return None

    def _tables(self) -> int | None:
        text = (self.cleaned_data.get("tables") or "").strip()
        number = self.attempt(lambda: whole_number(text, "tables", 1, MOST_TABLES)) if text else None
        return number if isinstance(number, int) else None

    def _repeat(self, first: date, weeks: int) -> None:
        last = self._date("until")
        if last is None:
            return
        count = (last - first).days // (7 * weeks) + 1
        if not 1 <= count <= MOST_DAYS:
            text = gettext_noop("A series of club nights can’t end before it starts or have more than %(most)s nights.")
            self.refuse(RuleViolation("until", text, most=MOST_DAYS))
            return
        self.days = [first + timedelta(weeks=weeks * number) for number in range(count)]

    @property
    def repeats(self) -> list[Choice]:
        selected = str(self["every"].value() or "")
        options = (("", _("Once")), ("1", _("Every week")), ("2", _("Every other week")))
        return [Choice(value, label, value == selected) for value, label in options]


class NightPersonForm(Refusing):
    """A person to sign up for a club night. `guest`: whether to accept a name that is not on the roster."""

    name = forms.CharField(required=False)
    guest = forms.BooleanField(required=False)


class NightGuestForm(Refusing):
    """A guest who signs up for a club night."""

    name = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        self.attempt(lambda: clean_name(self.cleaned_data.get("name") or "", "name"))
        return self.cleaned_data
