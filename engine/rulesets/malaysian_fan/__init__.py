"""The Malaysian fan game for three: circles and honours, faces, animals and jokers (docs/rules, C1 to C3).

The source text only names the tiles (lines 458 and 480). Scores and payments follow other sources named in the rules.
"""

from engine.rulesets.malaysian_fan.card.rule_card import MalaysianFanCard
from engine.rulesets.malaysian_fan.entry.sheet import MalaysianFanSheet
from engine.rulesets.malaysian_fan.rules import MalaysianFanRules


class MalaysianFan(MalaysianFanRules):
    """The Malaysian fan rule book with its entry sheet and rule card."""

    sheet_type = MalaysianFanSheet
    card_type = MalaysianFanCard
