"""The rule card of the Malaysian fan game, put together from its chapters, examples and words."""

from engine.rulesets.malaysian_fan.card import chapters
from engine.rulesets.malaysian_fan.card.examples import EXAMPLES
from engine.rulesets.malaysian_fan.rules import MalaysianFanRules
from engine.rulesets.rule_card import Chapter, Example, Note, RuleCard


class MalaysianFanCard(RuleCard[MalaysianFanRules]):
    """What the rule card says at one table."""

    pieces = chapters.PIECES

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return EXAMPLES.get(item, ())

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        return chapters.chapters(self.rules)

    @property
    def glossary(self) -> tuple[tuple[str, Note], ...]:
        return chapters.glossary(self.rules)
