"""Fields shared by the forms of tournaments: dates, whole numbers, choices."""

from datetime import date
from typing import Any

from django.http import QueryDict

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.forms.option_fields import Chip
from people.forms.shared import Refusing
from people.text.cleaning import whole_number


def small_number(text: Any) -> int | None:
    """Return the number of a round, table, entrant or result, as our pages send it; None for any other text."""
    digits = str(text or "")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else None


def numbers(query: QueryDict, name: str) -> tuple[int, ...]:
    """Return the distinct numbers sent under a name, in ascending order; anything else is ignored."""
    return tuple(sorted({number for text in query.getlist(name) if (number := small_number(text)) is not None}))


class TournamentFields(Refusing):
    """Base of forms that read dates and whole numbers, and show errors at their fields."""

    def day(self, field: str, *, needed: bool = True) -> date | None:
        """Return the date in a field; if it is invalid, or missing but `needed`, add an error and return None."""
        text = (self.cleaned_data.get(field) or "").strip()
        if not text and not needed:
            return None
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = None
        if day is None or not 2000 <= day.year <= 2100:
            self.refuse(RuleViolation(field, _("Enter a date such as 2026-03-27.")))
            return None
        return day

    def number(self, field: str, least: int, most: int, usual: int | None = None) -> int | None:
        """Return the whole number in a field, or `usual` if empty; if invalid, add an error and return None."""
        text = (self.cleaned_data.get(field) or "").strip()
        return self.attempt(lambda: whole_number(text, field, least, most)) if text else usual

    def chosen(self, field: str, labels: list[tuple[str, Any]], usual: str) -> list[Chip]:
        """Return the choices of a field, with the selected one marked."""
        now = str(self[field].value() or usual)
        return [Chip(value, str(label), value == now) for value, label in labels]
