"""Parts that forms share: errors from rule violations, choices, fresh keys."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from people.web.codes import new_key


def sentence(violation: RuleViolation) -> str:
    """A refusal in the reader's language."""
    said = _(violation.sentence) % {name: _shown(value) for name, value in violation.values.items()}
    return said.encode("utf-8", "replace").decode()


def _shown(value: object) -> object:
    """A number that is less than nothing has a true minus, as everywhere else."""
    return str(value).replace("-", "\u2212") if isinstance(value, int) and value < 0 else value


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: what it sends, what it says, whether it is on."""

    value: str
    label: str
    on: bool


class Refusing(forms.Form):
    """A form that shows what an action or a check refuses at the field that it is about."""

    def refuse(self, violation: RuleViolation) -> None:
        self.add_error(violation.field if violation.field in self.fields else None, sentence(violation))

    def attempt(self, step: Callable[[], Any]) -> Any:
        """What `step` gives; None where it refuses, and the form then shows why."""
        try:
            return step()
        except RuleViolation as violation:
            self.refuse(violation)
            return None

    @property
    def hidden_key(self) -> str:
        """The key that the page sent, or a new one."""
        return self.data.get("key") or new_key()

    @property
    def shown_errors(self) -> list[tuple[str, str]]:
        """Each error with the id of its field, "" for none: the summary at the top."""
        return [
            (f"id_{field}" if field in self.fields else "", str(error))
            for field, errors in self.errors.items()
            for error in errors
        ]
