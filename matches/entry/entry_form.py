"""The base of all entry forms: the key of the entry and its position in the log."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.match.ledger import MatchLog, replay
from engine.rulesets.definitions import NumberField
from engine.rulesets.entry_sheet import Ask, Situation
from engine.rulesets.rule_book import RuleBook, TableState
from engine.seats import PerSeat, Seat
from matches import wording
from matches.entry import question_fields
from matches.entry.question_fields import Asking, TableForm
from matches.forms.option_fields import Chip
from matches.log.state import MatchState
from matches.models import declared_by
from people.forms.shared import validated
from people.text import cleaning
from people.web.codes import new_key


def log_meant(reading: MatchState, data: Any) -> MatchLog:
    """Return the log that the sender of `data` saw.

    A late or repeated entry is read with the state of the table for which it was meant.
    """
    seq = cleaning.read_digits(str((data or {}).get("expected_seq", "")), 6)
    return replay(reading.book, reading.facts[: seq - 1]) if seq and seq <= reading.version else reading.log


class Text(forms.CharField):
    """A text field whose content is checked by the form. Forms share one instance, since no form changes it."""

    def __init__(self) -> None:
        super().__init__(required=False)

    def __deepcopy__(self, _copied: object) -> Text:
        return self

    def clean(self, value: Any) -> str:
        # Most fields of a sheet are empty, which is always valid.
        return "" if value in self.empty_values else str(super().clean(value))


class EntryForm(TableForm):
    """Base of the forms for an entry in the log of `reading`, with its key and position.

    `state`: the table before the entry; pass it only for a correction, otherwise it is the state at the end of the log.
    """

    # The kind of the entry in the log; "" for a step such as an undo.
    kind = ""
    key = Text()
    expected_seq = Text()
    # The declarations when the sheet was shown, in the format of `Match.declared`.
    known = Text()

    def __init__(
        self, data: Any = None, *, reading: MatchState, state: TableState | None = None, **options: Any
    ) -> None:
        super().__init__(data, **options)
        self.reading, self.book = reading, reading.book
        self.state = state or log_meant(reading, data).state
        self.appends = state is None  # a correction has an earlier position in the log

    @property
    def sheet(self) -> str:
        return self.kind

    @property
    def hidden(self) -> dict[str, object]:
        """The values of the hidden fields (key, position and known declarations), as submitted or new."""
        return {
            "key": self.data.get("key") or new_key(),
            "expected_seq": self.data.get("expected_seq") or self.reading.version + 1,
            **({"known": declared_by(self.declared)} if self.asked_early else {}),
        }

    @property
    def asked_early(self) -> Ask | None:
        """The question about early declarations; None unless the entry is for the hand in play."""
        return self.book.sheet.early(self.state) if self.appends and self.kind else None

    @property
    def tells_hand(self) -> bool:
        """Whether the entry itself contains the declarations, as a won or drawn hand does."""
        return self.asked_early is not None and self.kind != "penalty"

    def clean_key(self) -> str:
        return self.cleaned_data["key"] or new_key()

    def clean_expected_seq(self) -> int:
        seq = cleaning.read_digits(self.cleaned_data["expected_seq"], 6)
        if not seq:
            raise forms.ValidationError(_("This page is incomplete. Open the match again."))
        return seq

    @property
    def place(self) -> dict[str, Any]:
        """The key and position of the entry as arguments of an action, plus `known` if the page sent it."""
        names = ("key", "expected_seq", *(["known"] if self.tells_hand and "known" in self.data else []))
        return {name: self.cleaned_data[name] for name in names}

    @property
    def declared(self) -> frozenset[Seat]:
        return self.reading.declared if self.appends and self.state is self.reading.log.state else frozenset()

    def declared_since(self) -> tuple[set[str], set[str]]:
        if not self.tells_hand or "known" not in self.data or self.state is not self.reading.log.state:
            return set(), set()
        then, now = set(self.data["known"].split()), {seat.value for seat in self.declared}
        return now - then, then - now

    @cached_property
    def number_fields(self) -> tuple[NumberField, ...]:
        return self.book.sheet.number_fields(self.state)

    @property
    def main(self) -> NumberField:
        return self.number_fields[0]

    @property
    def second(self) -> NumberField | None:
        return next(iter(self.number_fields[1:]), None)

    def number(self, field: str, label: str, least: int, most: int) -> int | None:
        """Return the whole number typed in `field`; if it is invalid, add an error and return None."""
        return self.whole(self.cleaned_data.get(field) or "", field, label, least, most)


class ReasonForm(EntryForm):
    """An entry with an optional note, e.g. the reason for a correction."""

    note = Text()

    def clean_note(self) -> str:
        return validated(lambda: cleaning.clean_note(self.cleaned_data["note"], "note"))


class DrawnHandForm(ReasonForm, Asking):
    """The form for a drawn hand, with the rule book's questions. `payload`: the draw as the log stores it."""

    kind = "draw"

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.payload: dict[str, Any] = {"draw": True}
        if not self.is_bound:
            question_fields.enter(self.payload, self.answers())  # the saved answers, in a correction

    def clean(self) -> dict[str, Any]:
        self.attempt(self._read)
        return self.cleaned_data

    def _read(self) -> None:
        question_fields.enter(self.payload, self.answers())
        self.book.read_draw(self.payload)

    @cached_property
    def situation(self) -> Situation:
        given = self.data if self.is_bound else self.initial
        answered = frozenset(name for name in given if given.get(name))
        return Situation("draw", self.state, answered=answered, declared=self.declared)


def initial_of(book: RuleBook, state: TableState, payload: Mapping[str, Any]) -> dict[str, Any]:
    return question_fields.initial_of(book.sheet.questions(Situation("draw", state)), payload)


class PenaltyForm(ReasonForm):
    """The form for a penalty, paid by the offender to one opponent or to each. `penalty`: the change in balances."""

    kind = "penalty"
    usual_entry: Mapping[str, Any] | None = None  # an entry that only names the offender

    offender = forms.CharField(required=False)
    what = forms.CharField(required=False)
    amount = forms.CharField(required=False)
    payee = forms.CharField(required=False)
    ends_hand = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("offender") not in Seat.__members__:
            self.add_error("offender", _("Choose who pays the penalty."))
        usual = next((i for i in self.book.sheet.irregularities if i.key == data.get("what")), None)
        if usual is None and data.get("what") != "other":
            self.add_error("what", _("Choose what happened."))
        if data.get("payee") not in ("", "both", *Seat.__members__):
            self.add_error("payee", _("Choose who receives the penalty: both opponents or one player."))
        elif data.get("payee") and data.get("payee") == data.get("offender"):
            self.add_error("payee", _("The penalty must be paid to an opponent."))
        self.over = usual.ends_hand if usual else bool(data.get("ends_hand"))
        if usual and usual.says and not data.get("amount") and data.get("payee") in ("", "both"):
            self.usual_entry = {usual.says: data.get("offender")}
            return data
        amount: int | None = usual.points if usual else None
        if not amount or data.get("amount"):  # half of a limit of 1 is 0
            amount = self.number("amount", _("Points to each recipient"), 1, self.book.most_penalty)
        if not self.errors and amount:
            self.penalty = self._changes(Seat(data["offender"]), amount, data["payee"])
        return data

    def _changes(self, offender: Seat, amount: int, payee: str) -> PerSeat[int]:
        receivers = offender.others if payee in ("", "both") else (Seat(payee),)
        return PerSeat.of(lambda seat: -amount * len(receivers) if seat is offender else amount * (seat in receivers))

    @property
    def payload(self) -> dict[str, Any]:
        """The penalty for the log. If it ends the hand, it includes the declarations, so that an undo restores them."""
        early = self.asked_early if self.over else None
        seats = sorted(set(self.cleaned_data["known"].split()) & set(Seat.__members__))
        made = {early.key: seats} if early and seats else {}
        if self.usual_entry:
            return {**self.usual_entry, **made}
        paid = {seat.value: points for seat, points in self.penalty.items() if points}
        return {"penalty": paid, "ends_hand": self.over, **made}

    @property
    def pays(self) -> str:
        """The effect of a valid penalty, e.g. "Ann loses 40, Bea gains 20, Cho gains 20."."""
        return _("%(changes)s.") % {"changes": wording.changes_words(self.penalty, self.names)}

    @property
    def offenders(self) -> list[Chip]:
        return self.players("offender")

    @property
    def payees(self) -> list[Chip]:
        both = self.typed("payee") in ("", "both")
        return [Chip("both", _("Both opponents"), both), *self.players("payee")]

    @property
    def usual(self) -> list[tuple[Chip, bool]]:
        chosen = self.typed("what")
        return [
            (
                Chip(i.key, _(i.label), chosen == i.key, "" if i.points is None else wording.number(i.points)),
                i.ends_hand,
            )
            for i in self.book.sheet.irregularities
        ]
