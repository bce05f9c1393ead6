"""The Malaysian fan game for three: circles and honours, faces, animals and jokers (docs/rules, C1 to C3).

Rests on the source text: the tiles (lines 458 and 480). Rests on judgement, after outside sources that the
rules name: everything that is scored and paid. The deal passes and a match is long as in A2; nothing is carried.
"""

from engine.rulesets.malaysian_fan.card.rule_card import MalaysianFanCard
from engine.rulesets.malaysian_fan.entry.sheet import MalaysianFanSheet
from engine.rulesets.malaysian_fan.rules import MalaysianFanRules


class MalaysianFan(MalaysianFanRules):
    """At least 5 fan to win, at most 10 are paid; the discarder pays for both."""

    sheet_type = MalaysianFanSheet
    card_type = MalaysianFanCard
