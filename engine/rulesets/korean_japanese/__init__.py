"""The Korean/Japanese game for three: hand-points, bonus-points, limits, goulash (docs/rules, A).

The source text's “Malaysian” summary is the same game with other defaults (docs/rules, C2). Rules that don't affect the
score are left out: walls, dealing, and the effect of `fictive_hand`, which only shortens the wall.
"""

from dataclasses import replace

from engine.language import gettext_noop as _
from engine.rulesets.definitions import OptionValue
from engine.rulesets.korean_japanese.card.rule_card import KoreanJapaneseCard
from engine.rulesets.korean_japanese.entry.sheet import KoreanJapaneseSheet
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules

RECAP_ORIGIN = _(
    "The source of these rules calls this game Malaysian, but it’s the Korean/Japanese game with different "
    "house rules (C2). The game with circles, jokers and fan is called Malaysian (fan)."
)
RECAP_DEFAULTS: dict[str, OptionValue] = {
    "goulash_per_draw": 1,
    "seat_dragons": True,
    "five_bamboo_pair": True,
    "limit_requires_concealed": True,
    "payment_mode": "discarder_covers_all_unless_ready",
    "limit_discard": "discarder_double_only",
}


class KoreanJapanese(KoreanJapaneseRules):
    """The Korean/Japanese rule book with its entry sheet and rule card."""

    sheet_type = KoreanJapaneseSheet
    card_type = KoreanJapaneseCard


class MalaysianRecap(KoreanJapanese):
    """The Korean/Japanese rule book with the defaults of the “Malaysian” summary (docs/rules, C2)."""

    key = "malaysian_recap"
    title = _("Malaysian (recap)")
    words = replace(KoreanJapanese.words, origin=RECAP_ORIGIN)
    options = tuple(
        replace(option, default=RECAP_DEFAULTS.get(option.name, option.default)) for option in KoreanJapanese.options
    )
