"""Parts that forms share: errors from rule violations, choices, fresh keys."""

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
    """The refusal in the reader's language."""
    text = _(violation.sentence) % {name: _shown(value) for name, value in violation.values.items()}
    return text.encode("utf-8", "replace").decode()


def _shown(value: object) -> object:
    """The value; a negative number with a true minus, as everywhere else; several values as a list."""
    if isinstance(value, tuple):
        return listed(str(_shown(item)) for item in value)
    return str(value).replace("-", "\u2212") if isinstance(value, int) and value < 0 else value


def validated(check: Callable[[], T]) -> T:
    """The result of `check`; its refusal as Django's `ValidationError`, for `clean_<field>` methods."""
    try:
        return check()
    except RuleViolation as violation:
        raise ValidationError(sentence(violation)) from violation


class Choice(NamedTuple):
    """An option of a form: the value that it sends, its label, whether it is selected."""

    value: str
    label: str
    on: bool


class Refusing(forms.Form):
    """A form that shows the refusal of an action or a check at its field."""

    def sentence(self, violation: RuleViolation) -> str:
        """The refusal as this form shows it."""
        return sentence(violation)

    def refuse(self, violation: RuleViolation) -> None:
        self.add_error(violation.field if violation.field in self.fields else None, self.sentence(violation))

    def attempt(self, step: Callable[[], Any]) -> Any:
        """The result of `step`; None if it refuses, and the form then shows why."""
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
        """Each error with the id of its field ("" for none), for the summary at the top."""
        return [
            (f"id_{field}" if field in self.fields else "", str(error))
            for field, errors in self.errors.items()
            for error in errors
        ]
