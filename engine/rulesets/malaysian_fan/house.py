"""The house rules of the Malaysian fan game (docs/rules, C2.6): their values at one table, the options, the presets.

`match_length` is that of A2.5, since the deal passes as there; all others are judgement (C2.3, C2.4).
"""

from dataclasses import dataclass
from typing import Literal

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Preset, choice, number, options_of, switch
from engine.rulesets.rotating_deal import PassingDealHouseRules, length_option

MOST_FAN = 99
MOST_DOUBLINGS = 20  # a unit that doubles oftener is no money that a table has


@dataclass(frozen=True, slots=True)
class MalaysianFanHouseRules(PassingDealHouseRules):
    """What a table of the Malaysian fan game plays."""

    min_fan: int = number(
        5,
        _("Minimum fan"),
        "C2.3",
        help=_("A hand below it may not be declared. Maximum hands always may."),
        example=_("Minimum 5: two dragon pongs with circles (3) and one face (1) may not be declared."),
        most=40,
    )
    max_fan: int = number(
        10,
        _("Maximum fan"),
        "C2.3",
        help=_("More is not paid. It is also what a maximum hand pays."),
        example=_("Maximum 10: a hand of 13 fan is paid like one of 10."),
        least=1,
        most=MOST_FAN,
    )
    match_length: int = length_option(example=_("18 hands: everybody deals six times."))
    payment: Literal["discarder_double", "each"] = choice(
        _("Who pays for a discard"),
        "C2.4",
        {"discarder_double": _("Discarder twice, the other nothing"), "each": _("Each once")},
        example=_("6 fan on Ann’s discard: Ann pays 12 and Bea nothing, or both pay 6."),
        group="payments",
    )
    unit: Literal["linear", "doubling"] = choice(
        _("Fan into units"),
        "C2.4",
        {"linear": _("a unit for each fan"), "doubling": _("one unit for the minimum, doubled for each fan above it")},
        example=_("Minimum 5, a hand of 7 fan: 7 units from each, or 4 where they double."),
        group="payments",
    )
    small_dragons_total: bool = switch(
        _("Small dragons are 3 fan in all"),
        "C3.3",
        default=True,
        help=_("Otherwise 3 fan on top of the two dragon pongs."),
        example=_("Pongs of two dragons, a pair of the third: 3 fan, or 5 where it is switched off."),
        group="count",
    )


OPTIONS = options_of(MalaysianFanHouseRules)

PRESETS = (
    Preset("first_game", _("First game"), _("Any hand may win, nothing to remember: no minimum."), {"min_fan": 0}),
    Preset("club", _("Club"), _("From 5 to 10 fan, a unit for each."), {}),
    Preset(
        "doubling", _("Doubling"), _("From 5 to 10 fan; each fan above 5 doubles the payment."), {"unit": "doubling"}
    ),
)
