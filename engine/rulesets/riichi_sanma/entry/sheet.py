"""The entry sheet of riichi sanma."""

from engine.rulesets.entry_sheet import EntrySheet
from engine.rulesets.riichi_sanma.entry.checklist import RiichiSanmaChecklist
from engine.rulesets.riichi_sanma.rules import RiichiSanmaRules


class RiichiSanmaSheet(EntrySheet[RiichiSanmaRules]):
    """The riichi sanma entry sheet for one table."""

    checklist = RiichiSanmaChecklist
