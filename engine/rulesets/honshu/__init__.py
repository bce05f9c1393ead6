"""Honshu sanma: riichi mahjong for three, yaku and han, deposits, dealer repeats (docs/rules, B).

Covers B1–B5 for hands counted by tiles, by list and by numbers, draws, penalties, the course of a match and its
settlement. Leaves out what a scorer never needs (walls, calls, who may declare when) and the flowers of B1.
"""

from engine.rulesets.honshu.card.rule_card import HonshuCard
from engine.rulesets.honshu.entry.sheet import HonshuSheet
from engine.rulesets.honshu.rules import HonshuRules


class Honshu(HonshuRules):
    """East and South rounds from 35,000 points, the dealer repeats, sticks stay on the table (docs/rules, B)."""

    sheet_type = HonshuSheet
    card_type = HonshuCard
