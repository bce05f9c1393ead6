"""The entry sheet of Honshu sanma: its fields, questions and penalties (docs/rules, B2, B4, B5)."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property

from engine.hands.hand import TileHand
from engine.hands.tiles import BAMBOO, CHARACTERS, CIRCLES
from engine.language import gettext_noop as _
from engine.match.entries import Win
from engine.rulesets.definitions import Irregularity, NumberField, chips
from engine.rulesets.entry_sheet import Ask, Fixed, Situation, WinWay
from engine.rulesets.honshu import payments
from engine.rulesets.honshu.entry.checklist import HonshuChecklist
from engine.rulesets.honshu.entry.reader import BY_KEY
from engine.rulesets.honshu.items import ADDED
from engine.rulesets.honshu.rules import HonshuRules
from engine.rulesets.riichi.entry.sheet import RiichiSheet
from engine.rulesets.riichi.scoring.deck import ORPHAN_KINDS
from engine.rulesets.riichi.wording import MORE_YAKUMAN, YAKUMAN_TIMES
from engine.rulesets.scoring_types import TableState

MOST_KONGS = 4
GATES_FULL = 13  # with this many tiles of one suit, a hand can be nine gates
FULL_SUITS = tuple(map(set, (CIRCLES, CHARACTERS, BAMBOO)))


class HonshuSheet(RiichiSheet[HonshuRules]):
    """The Honshu sanma entry sheet for one table."""

    more_ways = (
        WinWay(
            "fourth_kong", False, _("Won with the fourth kong"), _("%(winner)s wins with the fourth kong"), tile=False
        ),
    )
    checklist = HonshuChecklist
    automatic = frozenset((ADDED,))
    details = BY_KEY
    irregularities = (
        Irregularity("false_win", _("False win (chombo)"), 4000, True),
        Irregularity("wrong_call", _("Wrong call"), 1000, False),
    )

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """The field for han, including bazoro. Its buttons start at the first row of the payment table (B5.12)."""
        (han,) = self.rules.numbers
        label = _("Han, including bazoro") if self.rules.house.bazoro else _("Han")
        return (replace(han, label=label, chips=chips(payments.FIRST_ROW)),)

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """One button for each number of yakuman that this table can pay for a hand (B5.2)."""
        names = YAKUMAN_TIMES
        return tuple(
            Fixed(f"yakuman:{n}", names.get(n, MORE_YAKUMAN), None, {"yakuman": n}, values={"times": n})
            for n in range(1, self.rules.house.yakuman_cap + 1)
        )

    def known_bonus(self, win: Win) -> int:
        return self.rules.house.bazoro

    def questions(self, situation: Situation) -> tuple[Ask, ...]:
        if situation.way == "waits":
            return self.beside_waits()
        if situation.way == "draw":
            return (self.tenpai(situation), *self.sticks(situation))
        if situation.way == "two":
            return (*self.sticks(situation), *self.switches(situation))
        if situation.way == "tiles":
            return self.beside_tiles(situation)
        folded = (replace(way, folded=True) for way in self.switches(situation))
        return (*self.sticks(situation), *self.of_each, *folded)

    @property
    def unplayed(self) -> Collection[str]:
        played = {"norths": self.rules.house.sets_aside, "flowers": self.rules.house.flowers}
        return [key for key, plays in played.items() if not plays]

    def may_be(self, situation: Situation, hand: TileHand) -> Mapping[str, bool]:
        aside = "norths" in situation.answered
        orphans = not hand.melds and len(hand.concealed) > 12 and set(hand.concealed) == set(ORPHAN_KINDS)
        gates = not hand.melds and len(hand.concealed) >= GATES_FULL and set(hand.concealed) in FULL_SUITS
        return {
            "first_draw": situation.by == "tsumo" and not hand.melds and not aside,
            "kokushi_pure": orphans and not aside,
            "chuuren_pure": gates,
        }

    def fits_way(self, by: str, hand: TileHand) -> bool:
        if by == "fourth_kong":
            return sum(meld.kind == "kong" for meld in hand.melds) == MOST_KONGS
        return super().fits_way(by, hand)
