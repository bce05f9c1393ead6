"""The Korean/Japanese three-player game: hand-points, bonus-points, limits, goulash (docs/rules, A).

Covers A1–A14 and A17, for hands counted by numbers, by list and by tiles. Leaves out what a scorer
never needs: the walls, the dealing, and `fictive_hand`, which only moves the last tile.
"""

from engine.rulesets.korean_japanese.card.rule_card import KoreanJapaneseCard
from engine.rulesets.korean_japanese.entry.sheet import KoreanJapaneseSheet
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules


class KoreanJapanese(KoreanJapaneseRules):
    """Nine hands, the deal always passes, the discarder pays more (docs/rules, A)."""

    sheet_type = KoreanJapaneseSheet
    card_type = KoreanJapaneseCard
