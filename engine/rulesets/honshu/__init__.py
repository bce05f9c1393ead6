"""Honshu sanma: three-player riichi with yaku and han, riichi sticks and dealer repeats (docs/rules, B).

Rules that don't affect the score (walls, calls) are left out.
"""

from engine.rulesets.honshu.card.rule_card import HonshuCard
from engine.rulesets.honshu.entry.sheet import HonshuSheet
from engine.rulesets.honshu.rules import HonshuRules


class Honshu(HonshuRules):
    """The Honshu rule book with its entry sheet and rule card."""

    sheet_type = HonshuSheet
    card_type = HonshuCard
