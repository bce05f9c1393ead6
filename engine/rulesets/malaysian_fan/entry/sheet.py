"""The Malaysian fan game as a scorer meets it: fields of the sheet, what is asked, words (docs/rules, C2)."""

from functools import cached_property

from engine.language import gettext_noop as _
from engine.match.entries import Win
from engine.rulesets.definitions import Irregularity, ListRow, NumberField
from engine.rulesets.entry_sheet import Ask, EntrySheet, Fixed, Situation, TileMark, WinWay
from engine.rulesets.malaysian_fan.entry import checklist, questions
from engine.rulesets.malaysian_fan.options import MOST_FAN
from engine.rulesets.malaysian_fan.rules import MalaysianFanRules
from engine.rulesets.malaysian_fan.scoring.jokers import MARK
from engine.rulesets.malaysian_fan.scoring.table import JOKERS
from engine.rulesets.scoring_types import TableState

CHIPS = 11


class MalaysianFanSheet(EntrySheet[MalaysianFanRules]):
    """What pages ask of the Malaysian fan game."""

    ways = (
        WinWay("wall", False),
        WinWay("discard", True),
        WinWay("rob_kong", True, _("The tile was robbed from a kong"), _("%(winner)s robs %(payer)s")),
    )
    marks = (TileMark(MARK, _("Joker"), JOKERS, "jokers", "joker"),)
    automatic = checklist.AUTOMATIC

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """Fan from the table's minimum to its maximum; any other number can be typed (C2.3)."""
        least, most = self.rules.house.min_fan, self.rules.house.max_fan
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
        return (Fixed("maximum", _("Maximum hand"), self.rules.limit_value("maximum"), {"maximum": True}),)

    def asked(self, situation: Situation) -> tuple[Ask, ...]:
        return tuple(questions.asked(self, situation))

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """The amount is for the table to agree (A14); a maximum hand is a measure for the worst."""
        return (Irregularity("false_mahjong", _("False mahjong"), self.rules.limit_value("maximum"), True),)

    def list_rows(self, state: TableState, win: Win) -> tuple[ListRow, ...]:
        return checklist.MalaysianFanChecklist(self.rules.house, state).rows(win)

    def complete(self, state: TableState, win: Win) -> Win:
        return checklist.MalaysianFanChecklist(self.rules.house, state).complete(win)
