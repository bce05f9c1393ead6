"""Riichi sanma: modern three-player riichi with han and fu, North set aside as dora (docs/rules, E)."""

from engine.rulesets.riichi_sanma.card.rule_card import RiichiSanmaCard
from engine.rulesets.riichi_sanma.entry.sheet import RiichiSanmaSheet
from engine.rulesets.riichi_sanma.rules import RiichiSanmaRules


class RiichiSanma(RiichiSanmaRules):
    """The riichi sanma rule book with its entry sheet and rule card."""

    sheet_type = RiichiSanmaSheet
    card_type = RiichiSanmaCard
