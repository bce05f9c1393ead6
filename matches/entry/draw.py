"""The form for a drawn hand."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.errors import RuleViolation
from engine.rulesets.entry_sheet import Situation
from engine.rulesets.rule_book import RuleBook, TableState
from matches.entry import question_fields
from matches.entry.entry_form import ReasonForm
from matches.entry.question_fields import Asking
from matches.log.state import MatchState


class DrawnHandForm(ReasonForm, Asking):
    """What the book asks of a drawn hand, if anything; `payload` is the draw as the log takes it."""

    kind = "draw"

    def __init__(
        self, data: Any = None, *, reading: MatchState, state: TableState | None = None, **options: Any
    ) -> None:
        super().__init__(data, reading=reading, **options)
        self.state, self.appends = state or self.state, state is None
        self.payload: dict[str, Any] = {"draw": True}
        if not self.is_bound:
            question_fields.enter(self.payload, self.answers())  # what was saved, when it is corrected

    def clean(self) -> dict[str, Any]:
        try:
            question_fields.enter(self.payload, self.answers())
            self.book.read_draw(self.payload)
        except RuleViolation as violation:
            self.refuse(violation)
        return self.cleaned_data

    @cached_property
    def situation(self) -> Situation:
        return Situation("draw", self.state, declared=self.declared)


def initial_of(book: RuleBook, state: TableState, payload: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheet shows for a drawn hand of the log."""
    return question_fields.initial_of(book.sheet.asked(Situation("draw", state)), payload)
