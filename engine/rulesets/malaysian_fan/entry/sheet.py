"""The Malaysian fan game as a scorer meets it: fields of the sheet, what is asked, words (docs/rules, C2)."""

from __future__ import annotations

from functools import cached_property

from engine.language import gettext_noop as _
from engine.rulesets.definitions import NumberField
from engine.rulesets.entry_sheet import Ask, Fixed, Situation, TileMark, WinWay
from engine.rulesets.malaysian_fan import wording
from engine.rulesets.malaysian_fan.entry import questions
from engine.rulesets.malaysian_fan.house import MalaysianFanHouseRules
from engine.rulesets.malaysian_fan.options import MOST_FAN
from engine.rulesets.malaysian_fan.scoring.jokers import MARK
from engine.rulesets.malaysian_fan.scoring.table import JOKERS
from engine.rulesets.rotating_deal import PassingDeal
from engine.rulesets.rule_book import TableState

CHIPS = 11


class MalaysianFanSheet(PassingDeal):
    """What pages ask of the Malaysian fan game."""

    house_rules = MalaysianFanHouseRules
    house: MalaysianFanHouseRules
    numbers = (NumberField("fan", _("Fan"), 0, MOST_FAN),)
    ways = (
        WinWay("wall", False),
        WinWay("discard", True),
        WinWay("rob_kong", True, _("The tile was robbed from a kong"), _("%(winner)s robs %(payer)s")),
    )
    marks = (TileMark(MARK, _("Joker"), JOKERS, "jokers", "joker"),)
    origin = wording.ORIGIN
    words = wording.WORDS
    limit_kinds = ("maximum",)
    limit_names = wording.LIMIT_NAMES
    limit_clause = "C2.2"
    line_words = wording.LINE_WORDS
    flag_words = wording.FLAG_WORDS
    plays_claims = True

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """Fan from the table's minimum to its maximum; any other number can be typed (C2.3)."""
        least, most = self.house.min_fan, self.house.max_fan
        return (
            NumberField(
                "fan",
                _("Fan"),
                0,
                MOST_FAN,
                chips=tuple(range(least, min(most, least + CHIPS - 1) + 1)),
                another=_("Another number of fan"),
                choose=_("Choose the fan"),
                required=_("Choose the fan, or a maximum hand."),
            ),
        )

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """A maximum hand, whichever it is; the list has each by its name (C2.2)."""
        return (Fixed("maximum", _("Maximum hand"), self.limit_value("maximum"), {"maximum": True}),)

    def asked(self, situation: Situation) -> tuple[Ask, ...]:
        return tuple(questions.asked(self, situation))

    @property
    def minimum(self) -> int:
        return self.house.min_fan
