"""The rule card of the Korean/Japanese game, put together from its chapters, examples and words."""

from engine.rulesets.korean_japanese.card import chapters, examples, glossary, setting_up
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules
from engine.rulesets.rule_card import Chapter, Example, Note, Pieces, RuleCard


class KoreanJapaneseCard(RuleCard[KoreanJapaneseRules]):
    """What the rule card says at one table."""

    @property
    def pieces(self) -> tuple[Pieces, ...]:
        return setting_up.pieces(self.rules.deck)

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return examples.examples(kind, item, self.rules.winds)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        return chapters.chapters(self.rules)

    @property
    def glossary(self) -> tuple[tuple[str, Note], ...]:
        return glossary.glossary(self.rules)
