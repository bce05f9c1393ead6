"""The entry sheet of the Malaysian fan game: its fields, questions and penalties (docs/rules, C2)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Irregularity, NumberField, chips
from engine.rulesets.entry_sheet import Ask, EntrySheet, Fixed, Situation, TileMark, ask_for
from engine.rulesets.malaysian_fan.entry.checklist import MalaysianFanChecklist
from engine.rulesets.malaysian_fan.entry.reader import DRAWN, OF_WIN, OUTSIDE
from engine.rulesets.malaysian_fan.rules import MalaysianFanRules
from engine.rulesets.malaysian_fan.scoring.table import JOKERS, MARK, OWN_NUMBER
from engine.rulesets.rotating_deal import WAYS
from engine.rulesets.scoring_types import TableState

# The flower and season that count for the winner, by the number of the seat (C2.1).
OWN = {1: _("number 1 is your own"), 2: _("number 2 is your own"), 3: _("number 3 is your own")}
OUTSIDE_KEYS = frozenset(detail.key for detail in OUTSIDE)


class MalaysianFanSheet(EntrySheet[MalaysianFanRules]):
    """The Malaysian fan entry sheet for one table."""

    ways = WAYS
    marks = (TileMark(MARK, _("Joker"), JOKERS, "jokers", "joker"),)
    checklist = MalaysianFanChecklist
    automatic = frozenset(("rob_kong",))  # implied by the way of winning, never ticked by hand

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """The field for fan. Its buttons start at the table's minimum; other numbers can be typed (C2.3)."""
        house, (fan,) = self.rules.house, self.rules.numbers
        return (replace(fan, chips=chips(house.min_fan, house.max_fan)),)

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """A single button for all maximum hands, which the checklist lists by name (C2.2)."""
        return (Fixed("maximum", _("Maximum hand"), self.rules.limit_value("maximum"), {"maximum": True}),)

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """A false mahjong, which costs a maximum hand; other amounts can be typed (A14)."""
        return (Irregularity("false_mahjong", _("False mahjong"), self.rules.limit_value("maximum"), True),)

    def questions(self, situation: Situation) -> tuple[Ask, ...]:
        outside = self._outside(situation) if situation.way in ("tiles", "waits") else ()
        how = self._how(situation) if situation.way == "tiles" else ()
        return (*outside, *how, *self.switches(situation))

    def _outside(self, situation: Situation) -> Iterator[Ask]:
        """Yield questions about the pieces outside the hand, with notes on which numbers are the winner's own."""
        seat = situation.winner
        own = OWN[OWN_NUMBER[situation.state.seat_winds[seat]]] if seat else ""
        for detail in OUTSIDE:
            yield ask_for(detail, note=own if detail.takes == "numbers" else "")

    def _how(self, situation: Situation) -> Iterator[Ask]:
        """Yield the questions about the win. Questions that make no sense now have `applies=False`."""
        hand, answered = situation.hand, situation.answered
        known, drawn = situation.from_player is not None, situation.from_player is False
        kongs = sum(meld.kind == "kong" for meld in hand.melds) if hand else 0
        can = {
            "first_tile": known and not (hand and hand.exposed) and "last_tile" not in answered,
            "last_tile": known and "first_tile" not in answered,
            "replacement": drawn and (kongs > 0 or not OUTSIDE_KEYS.isdisjoint(answered)),
            "double_kong": drawn and kongs > 1,
        }
        for detail in OF_WIN:
            entered = detail.key in answered and (drawn or detail.key not in DRAWN)
            yield ask_for(detail, inside="win", applies=can[detail.key] or entered)
