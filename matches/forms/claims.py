"""Two players claim the same discard: what each hand counts, and who gets the tile."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.claims import Verdict, decide
from engine.entries import Win
from engine.errors import RuleViolation
from engine.rulesets.declared import NumberField
from engine.rulesets.sheet import Situation
from engine.seats import Seat
from matches import words
from matches.forms.asks import known_bonus
from matches.forms.choice import Choice
from matches.forms.entry import EntryForm


class ClaimsForm(EntryForm):
    """Both claims by numbers; `verdict` says who wins and why, `payload` is the winning hand."""

    kind = "hand"

    discarder = forms.CharField(required=False)
    discarder_waited = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        discarder = self.cleaned_data.get("discarder")
        if discarder not in Seat.__members__:
            self.add_error("discarder", _("Choose whose tile it was."))
            return self.cleaned_data
        claims = [self._claim(seat, Seat(discarder)) for seat in Seat(discarder).others]
        if not self.errors:
            self._decide([claim for claim in claims if claim])
        return self.cleaned_data

    def _claim(self, seat: Seat, discarder: Seat) -> dict[str, Any] | None:
        win = {"by": self.book.by_discard, "from": discarder.value}
        said = {"waiting": {discarder.value: True}} if self.cleaned_data.get("discarder_waited") else {}
        fixed = next((f for f in self.book.fixed if f.id == self.typed(f"limit_{seat}")), None)
        if fixed:
            return {"winner": seat.value, "win": win, **fixed.says, **said}
        count = {self.main.name: self._number(seat, self.main, self.typed(f"points_{seat}"))}
        if self.second:
            count[self.second.name] = self._number(seat, self.second, self.typed(f"bonus_{seat}") or self._least_bonus)
        return None if None in count.values() else {"winner": seat.value, "win": win, **count, **said}

    def _number(self, seat: Seat, field: NumberField, typed: str) -> int | None:
        """One number of a claim; None with an error that names the player."""
        label = f"{words.isolated(self.names[seat])}, {_(field.label)}"
        return self.whole(typed, "", label, field.least, field.most)

    @property
    def _least_bonus(self) -> str:
        return str(known_bonus(self.book, self.book.by_discard))

    def _decide(self, claims: list[dict[str, Any]]) -> None:
        try:
            wins: list[Win] = [self.book.read_hand(claim).wins[0] for claim in claims]
            self.verdict: Verdict = decide(self.book, self.state, wins)
        except RuleViolation as violation:
            self.refuse(violation)
            return
        chosen = next(c for c in claims if c["winner"] == self.verdict.win.winner.value)
        waiting = {seat.value: True for seat in sorted(self.verdict.win.waiting, key=str)}
        self.payload = {**chosen, **({"waiting": waiting} if waiting and self.book.knows_waiting else {})}

    @property
    def asks_waiting(self) -> bool:
        """Whether it matters that the discarder was waiting (the claimants are)."""
        return any(ask.key == "waiting" for ask in self.book.asked(Situation("numbers", self.state)))

    @property
    def discarders(self) -> list[Choice]:
        chosen = self.typed("discarder")
        return [Choice(seat.value, name, chosen == seat.value) for seat, name in self.names.items()]

    @property
    def claimants(self) -> list[dict[str, Any]]:
        """One block of fields for each player who did not discard; all three while unknown."""
        discarder = self.typed("discarder")
        seats = Seat(discarder).others if discarder in Seat.__members__ else tuple(Seat)
        return [
            {
                "seat": seat.value,
                "name": self.names[seat],
                "points": self.typed(f"points_{seat}"),
                "bonus": self.typed(f"bonus_{seat}") or self._least_bonus,
                "fixed": self._fixed(self.typed(f"limit_{seat}")),
            }
            for seat in seats
        ]

    def _fixed(self, chosen: str) -> list[Choice]:
        """What may stand in place of numbers."""
        return [Choice(fixed.id, words.called(fixed), fixed.id == chosen) for fixed in self.book.fixed]
