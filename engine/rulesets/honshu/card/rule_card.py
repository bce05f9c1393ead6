"""The rule card of Honshu sanma, put together from its chapters, examples and words."""

from engine.rulesets.honshu.card import chapters, examples, glossary
from engine.rulesets.honshu.rules import HonshuRules
from engine.rulesets.rule_card import Chapter, Example, Note, RuleCard


class HonshuCard(RuleCard[HonshuRules]):
    """What the rule card says at one table."""

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return examples.examples(kind, item)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        return chapters.chapters(self.rules)

    @property
    def glossary(self) -> tuple[tuple[str, Note], ...]:
        return glossary.glossary(self.rules.house)
