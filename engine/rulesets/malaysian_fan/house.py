"""The house rules of one table of the Malaysian fan game, each under the name of its option (options.py)."""

from dataclasses import dataclass
from typing import Literal

from engine.rulesets.rotating_deal import PassingDealHouseRules


@dataclass(frozen=True, slots=True)
class MalaysianFanHouseRules(PassingDealHouseRules):
    """What a table of the Malaysian fan game plays."""

    min_fan: int
    max_fan: int
    payment: Literal["discarder_double", "each"]
    unit: Literal["linear", "doubling"]
    small_dragons_total: bool
