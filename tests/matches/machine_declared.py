"""Declarations of the state machine during a hand: riichi, cancelled, or too late."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition

from engine.match.ledger import LoggedEvent
from engine.seats import Seat
from matches.log.state import MatchState
from matches.models import Match, chairs
from tests.matches.machine import Machine
from tests.matches.machine_sheets import RAN, Step, does
from tests.matches.random_matches import ends_hand, put_down
from tests.matches.table import read
from tests.matches.test_log_properties import left

SHEETS = ("hand/", "draw/", "claims/")


class Declaring(Machine):
    """`declared`: independent count of the sticks put down in the current hand."""

    def __init__(self) -> None:
        self.declared: frozenset[Seat] = frozenset()
        super().__init__()

    def say(self, chair: Seat, on: bool, seq: int) -> str:
        """Declare or cancel for the hand at this position. Returns "done" or "refused"."""
        raise NotImplementedError

    @property
    def early(self) -> bool:
        """Whether this game has declarations."""
        return self.game.rules.sheet.early(self.game.rules.start()) is not None

    @precondition(lambda self: self.early)
    @does(chair=st.sampled_from(Seat), on=st.sampled_from((True, True, False)), twice=st.booleans())
    def declares(self, chair: Seat, on: bool, twice: bool) -> bool:
        return self.declared_by(chair, on, twice)

    @precondition(lambda self: self.early)
    @does(chairs=st.lists(st.sampled_from(Seat), min_size=1, unique=True), data=st.data())
    def declares_and_plays(self, chairs: list[Seat], data: st.DataObject) -> bool:
        """Declarations are saved with the hand."""
        return self.declared_and_played(chairs, data)

    def declared_and_played(self, chairs: list[Seat], data: st.DataObject) -> bool:
        """Whether somebody declared and the hand was accepted."""
        told = [self.declared_by(chair, True) for chair in chairs]
        return any(told) and self.enter(data.draw(self.entries))

    def declared_by(self, chair: Seat, on: bool, twice: bool = False) -> bool:
        """Whether it was accepted."""
        reading, before = read(self.match), left(self.match)
        answers = {self.say(chair, on, self.next) for _tap in range(1 + twice)}
        assert len(answers) == 1, "tapped twice is tapped"
        assert left(self.match) == before, "what is declared is not entered yet"
        if answers == {"refused"}:
            return False
        assert not (reading.log.closed or reading.log.state.finished)
        self.declared = self.declared | {chair} if on else self.declared - {chair}
        return True

    @initialize(chair=st.sampled_from(Seat), data=st.data())
    def begins_with_riichi(self, chair: Seat, data: st.DataObject) -> None:
        """So that every table with declarations has one in time and one too late."""
        if self.early:
            RAN["declares and plays"] += self.declared_and_played([chair], data)
            RAN["declares late"] += self.declared_too_late(chair, data)

    @precondition(lambda self: self.early)
    @does(chair=st.sampled_from(Seat), data=st.data())
    def declares_late(self, chair: Seat, data: st.DataObject) -> bool:
        """For a hand that another phone has saved meanwhile: nobody pays a stick in the next hand."""
        return self.declared_too_late(chair, data)

    def declared_too_late(self, chair: Seat, data: st.DataObject) -> bool:
        """Whether there was an earlier hand to declare for too late."""
        step, place = data.draw(self.entries), self.next
        if not (self.enter(step) and ends_hand(LoggedEvent(place, step.kind, step.payload))):
            return False
        assert self.say(chair, data.draw(st.booleans()), place) == "refused"
        return True

    def telling(self, step: Step) -> Step:
        """The step with the declarations, as on the sheet."""
        if not self.early or step.where == "":
            return self._told(step, step.fields)
        known = " ".join(sorted(seat.value for seat in self.declared))
        return self._told(step, step.fields | {"known": known})

    def _told(self, step: Step, fields: dict[str, Any]) -> Step:
        if not self.declared or not ends_hand(LoggedEvent(self.next, step.kind, step.payload)):
            return replace(step, fields=fields)
        named = sorted({*step.payload.get("riichi_by", ()), *(seat.value for seat in self.declared)})
        asked = {"riichi_by": named} if step.where in SHEETS else {}
        return replace(step, payload=step.payload | {"riichi_by": named}, fields=fields | asked)

    def saved(self, step: Step, before: MatchState) -> None:
        super().saved(step, before)
        undone = before.event(step.payload["target"]).fact if step.kind == "undo" else None
        entered = before.log.redoable if step.kind == "redo" else LoggedEvent(self.next - 1, step.kind, step.payload)
        if undone and ends_hand(undone):
            self.declared = put_down(undone.payload) if self.early else frozenset()
        elif not undone and ends_hand(entered):
            self.declared = frozenset()

    @invariant()
    def sticks_are_of_the_hand_in_play(self) -> None:
        reading, whole = read(self.match), self.game.rules.start()
        assert chairs(Match.objects.get(pk=self.match.pk).declared) == self.declared
        over = reading.log.state.finished or reading.log.closed
        assert reading.declared == (frozenset() if over else self.declared)
        assert sum(reading.table.balances) + reading.table.sticks == sum(whole.balances) + whole.sticks
