"""Code shared by forms: errors from rule violations, choices, new keys."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from people.text.lists import listed
from people.web.codes import new_key

T = TypeVar("T")


def sentence(violation: RuleViolation) -> str:
    """Return the message of the violation in the reader's language."""
    text = _(violation.sentence) % {name: _shown(value) for name, value in violation.values.items()}
    return text.encode("utf-8", "replace").decode()


def _shown(value: object) -> object:
    """Return the value to show: negative numbers with a minus sign, several values joined in the reader's language."""
    if isinstance(value, tuple):
        return listed((str(_shown(item)) for item in value), "names")
    return str(value).replace("-", "\u2212") if isinstance(value, int) and value < 0 else value


def validated(check: Callable[[], T]) -> T:
    """Return the result of `check` for `clean_<field>`. Raises `ValidationError` instead of `RuleViolation`."""
    try:
        return check()
    except RuleViolation as violation:
        raise ValidationError(sentence(violation)) from violation


class Choice(NamedTuple):
    """An option of a form: its value, its label, and whether it is selected."""

    value: str
    label: str
    on: bool


class Refusing(forms.Form):
    """A form that shows the `RuleViolation` of an action or a check as an error of the field concerned."""

    def sentence(self, violation: RuleViolation) -> str:
        """Return the message of the violation. Subclasses may word it differently."""
        return sentence(violation)

    def refuse(self, violation: RuleViolation) -> None:
        self.add_error(violation.field if violation.field in self.fields else None, self.sentence(violation))

    def attempt(self, step: Callable[[], Any]) -> Any:
        """Return the result of `step`; None if it raises `RuleViolation`, which becomes an error of the form."""
        try:
            return step()
        except RuleViolation as violation:
            self.refuse(violation)
            return None

    @property
    def hidden_key(self) -> str:
        return self.data.get("key") or new_key()

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """The errors as (field id or "", error) pairs, for the summary at the top of the page."""
        return [
            (f"id_{field}" if field in self.fields else "", str(error))
            for field, errors in self.errors.items()
            for error in errors
        ]
