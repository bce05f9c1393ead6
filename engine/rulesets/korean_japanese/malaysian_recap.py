"""The source text's “Malaysian” summary: the Korean/Japanese game with other defaults (docs/rules, C2)."""

from dataclasses import replace

from engine.language import gettext_noop as _
from engine.rulesets.definitions import OptionValue
from engine.rulesets.korean_japanese import KoreanJapanese

ORIGIN = _(
    "The source of these rules calls this summary Malaysian, but it’s the Korean/Japanese game with "
    "different house rules (C2). The game with circles, jokers and fan is called Malaysian (fan)."
)
DEFAULTS: dict[str, OptionValue] = {
    "goulash_per_draw": 1,
    "seat_dragons": True,
    "five_bamboo_pair": True,
    "limit_requires_concealed": True,
    "payment_mode": "discarder_covers_all_unless_ready",
    "limit_discard": "discarder_double_only",
}


class MalaysianRecap(KoreanJapanese):
    """The rule book with own dragons, a pair of fives, goulash worth 1, and a discarder who pays everything."""

    key = "malaysian_recap"
    title = _("Malaysian (recap)")
    words = replace(KoreanJapanese.words, origin=ORIGIN)
    options = tuple(
        replace(option, default=DEFAULTS.get(option.name, option.default)) for option in KoreanJapanese.options
    )
