"""The Korean/Japanese game for three: hand-points, bonus-points, limits, goulash (docs/rules, A).

Rules that don't affect the score are left out: walls, dealing, and `fictive_hand`, which only moves the last tile.
"""

from engine.rulesets.korean_japanese.card.rule_card import KoreanJapaneseCard
from engine.rulesets.korean_japanese.entry.sheet import KoreanJapaneseSheet
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules


class KoreanJapanese(KoreanJapaneseRules):
    """The Korean/Japanese rule book with its entry sheet and rule card."""

    sheet_type = KoreanJapaneseSheet
    card_type = KoreanJapaneseCard
