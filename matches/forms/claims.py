"""Two players claim the same discard: what each hand counts, and who gets the tile."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.claims import Verdict, decide
from engine.entries import Win
from engine.errors import RuleViolation
from engine.seats import Seat
from matches import words
from matches.forms.choice import Choice
from matches.forms.entry import EntryForm
from matches.forms.hand import LIMITS


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
        win = {"by": "discard", "from": discarder.value}
        said = {"waiting": {discarder.value: True}} if self.cleaned_data.get("discarder_waited") else {}
        limit = self.typed(f"limit_{seat}")
        if limit in LIMITS:
            return {"winner": seat.value, "win": win, "limit": limit, **said}
        name = words.isolated(self.reading.names[seat])
        points = self.whole(self.typed(f"points_{seat}"), "", f"{name}, {_('Hand-points')}", 0, 999)
        bonus = self.whole(
            self.typed(f"bonus_{seat}") or str(self.least_bonus), "", f"{name}, {_('Bonus-points')}", 0, 999
        )
        if points is None or bonus is None:
            return None
        return {"winner": seat.value, "win": win, "hand_points": points, "bonus_points": bonus, **said}

    def _decide(self, claims: list[dict[str, Any]]) -> None:
        try:
            wins: list[Win] = [self.book.read_hand(claim).wins[0] for claim in claims]
            self.verdict: Verdict = decide(self.book, self.state, wins)
        except RuleViolation as violation:
            self.refuse(violation)
            return
        chosen = next(c for c in claims if c["winner"] == self.verdict.win.winner.value)
        waiting = {seat.value: True for seat in sorted(self.verdict.win.waiting, key=str)}
        self.payload = {**chosen, **({"waiting": waiting} if waiting else {})}

    @property
    def asks_waiting(self) -> bool:
        """Whether it matters that the discarder was waiting (the claimants are)."""
        return "waiting" in self.book.asks

    @property
    def discarders(self) -> list[Choice]:
        chosen = self.typed("discarder")
        return [Choice(seat.value, name, chosen == seat.value) for seat, name in self.reading.names.items()]

    @property
    def claimants(self) -> list[dict[str, Any]]:
        """One block of fields for each player who did not discard; all three while unknown."""
        discarder = self.typed("discarder")
        seats = Seat(discarder).others if discarder in Seat.__members__ else tuple(Seat)
        return [
            {
                "seat": seat.value,
                "name": self.reading.names[seat],
                "points": self.typed(f"points_{seat}"),
                "bonus": self.typed(f"bonus_{seat}") or self.least_bonus,
                "limit": self.typed(f"limit_{seat}"),
            }
            for seat in seats
        ]
