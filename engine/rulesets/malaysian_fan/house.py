"""The house rules of the Malaysian fan game, its options and presets (docs/rules, C2.6)."""

from dataclasses import dataclass
from typing import Literal

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Preset, choice, number, options_of, switch
from engine.rulesets.rotating_deal import PassingDealHouseRules, length_option

MOST_FAN = 99
MOST_DOUBLINGS = 20  # more would be unrealistic amounts


@dataclass(frozen=True, slots=True)
class MalaysianFanHouseRules(PassingDealHouseRules):
    """The house rules of one table of the Malaysian fan game."""

    min_fan: int = number(
        5,
        _("Minimum fan"),
        "C2.3",
        help=_("A hand below the minimum can’t be declared. Maximum hands always can."),
        example=_("Minimum 5: two dragon pongs with circles (3) and one face (1) can’t be declared."),
        most=40,
    )
    max_fan: int = number(
        10,
        _("Maximum fan"),
        "C2.3",
        help=_("Fan above the maximum aren’t paid. A maximum hand counts as exactly this many fan."),
        example=_("Maximum 10: a hand of 13 fan is paid like a hand of 10 fan."),
        least=1,
        most=MOST_FAN,
    )
    match_length: int = length_option(example=_("18 hands: each player deals six times."))
    payment: Literal["discarder_double", "each"] = choice(
        _("Who pays for a discard"),
        "C2.4",
        {
            "discarder_double": _("The discarder pays twice, the other opponent nothing"),
            "each": _("Each opponent pays once"),
        },
        example=_("6 fan on Ann’s discard: Ann pays 12 and Bea nothing, or both pay 6."),
        group="payments",
    )
    unit: Literal["linear", "doubling"] = choice(
        _("Conversion of fan to units"),
        "C2.4",
        {
            "linear": _("one unit for each fan"),
            "doubling": _("one unit for the minimum, doubled for each fan above it"),
        },
        example=_("Minimum 5, a hand of 7 fan: 7 units from each opponent, or 4 with doubling."),
        group="payments",
    )
    small_dragons_total: bool = switch(
        _("Small dragons count as 3 fan in total"),
        "C3.3",
        default=True,
        help=_("If off: 3 fan in addition to the two dragon pongs."),
        example=_("Pongs of two dragons and a pair of the third: 3 fan, or 5 if off."),
        group="count",
    )

    def units(self, fan: int) -> int:
        """The price of `fan` in units, up to the maximum: one per fan, or doubled per fan above the minimum (C2.3)."""
        paid = min(fan, self.max_fan)
        return int(2 ** (paid - self.min_fan)) if self.unit == "doubling" else paid


OPTIONS = options_of(MalaysianFanHouseRules)

PRESETS = (
    Preset(
        "first_game",
        _("First game"),
        _("Any complete hand can win: no minimum and nothing to remember."),
        {"min_fan": 0},
    ),
    Preset("club", _("Club"), _("Minimum 5 fan, maximum 10. Each fan is worth one unit."), {}),
    Preset(
        "doubling",
        _("Doubling"),
        _("Minimum 5 fan, maximum 10. Each fan above 5 doubles the payment."),
        {"unit": "doubling"},
    ),
)
