"""The form for a penalty: who pays whom how much, and whether the hand ends."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.seats import PerSeat, Seat
from matches import wording
from matches.entry.entry_form import ReasonForm
from matches.forms.choice import Chip


class PenaltyForm(ReasonForm):
    """The offender pays the same to each opponent, or to one of them; `penalty` is what changes."""

    kind = "penalty"

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
            self.add_error("payee", _("Choose who gets it: both, or one player."))
        elif data.get("payee") and data.get("payee") == data.get("offender"):
            self.add_error("payee", _("The penalty is paid to an opponent."))
        self.over = usual.ends_hand if usual else bool(data.get("ends_hand"))
        amount: int | None = usual.points if usual else None
        if not amount or data.get("amount"):  # half of a limit of 1 is no amount
            amount = self.number("amount", _("Points to each"), 1, self.book.most_penalty)
        if not self.errors and amount:
            self.penalty = self._changes(Seat(data["offender"]), amount, data["payee"])
        return data

    def _changes(self, offender: Seat, amount: int, payee: str) -> PerSeat[int]:
        receivers = offender.others if payee in ("", "both") else (Seat(payee),)
        return PerSeat.of(lambda seat: -amount * len(receivers) if seat is offender else amount * (seat in receivers))

    @property
    def payload(self) -> dict[str, Any]:
        """The penalty as the log takes it, with what was declared in the hand that it ends: an undo needs it."""
        paid = {seat.value: points for seat, points in self.penalty.items() if points}
        early = self.asked_early if self.over else None
        seats = sorted(set(self.cleaned_data["known"].split()) & set(Seat.__members__))
        return {"penalty": paid, "ends_hand": self.over, **({early.key: seats} if early and seats else {})}

    @property
    def offenders(self) -> list[Chip]:
        return self._players("offender")

    @property
    def payees(self) -> list[Chip]:
        both = self.typed("payee") in ("", "both")
        return [Chip("both", _("Both others"), both), *self._players("payee")]

    def _players(self, field: str) -> list[Chip]:
        return [Chip(seat.value, name, self.typed(field) == seat.value) for seat, name in self.reading.names.items()]

    @property
    def usual(self) -> list[tuple[Chip, bool]]:
        """The ready-made penalties: (chip with its points, whether the hand is over)."""
        chosen = self.typed("what")
        return [
            (Chip(i.key, _(i.label), chosen == i.key, wording.number(i.points)), i.ends_hand)
            for i in self.book.sheet.irregularities
        ]
