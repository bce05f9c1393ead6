"""The yaku, yakuman and dora of riichi sanma (docs/rules, E3, E6, E7).

`Pattern.points`: the han of one occurrence in a concealed hand, or the units of a yakuman. `OPEN_HAN`: the han of yaku
that are worth less in an open hand.
"""

from collections.abc import Mapping

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Pattern, pattern_maker

WAY, SETS, VALUES, WHOLE, EXTRA, YAKUMAN = "way", "sets", "values", "whole", "extra", "yakuman"

GROUPS = {
    WAY: _("Type of win"),
    VALUES: _("Winds and dragons"),
    SETS: _("Sets"),
    WHOLE: _("Whole hand"),
    EXTRA: _("Dora"),
    YAKUMAN: _("Yakuman"),
}

_yaku = pattern_maker("pattern", "E6")
_bonus = pattern_maker("bonus", "E1.3")


def _yakuman(item: str, name: str, condition: str = "", most: int = 1, clause: str = "E7") -> Pattern:
    return Pattern(item, name, 1, clause, 0, YAKUMAN, "limit", condition, most=most)


# Conditions that are too long for their line.
_PINFU = _("No melds: four chows, a pair without fu, and the winning tile at an open end of a chow")
_CHANTA = _("A 1, 9 or honour in every set and in the pair, with at least one chow")
_JUNCHAN = _("A 1 or 9 in every set and in the pair, with at least one chow")
_RENHOU = _("A ron before your first draw, not by the dealer; nothing else counts")
_KOKUSHI = _("One of each 1, 9, wind and dragon, plus a second copy of one of them")

YAKU = (
    _yaku("riichi", _("Riichi"), 1, 0, WAY, _("Concealed and declared, with a stick on the table")),
    _yaku("double_riichi", _("Double riichi"), 2, 0, WAY, _("Declared on the first turn; replaces riichi")),
    _yaku("ippatsu", _("One shot"), 1, 0, WAY, _("Won within one round of turns after riichi")),
    _yaku("menzen_tsumo", _("Concealed self-draw"), 1, 0, WAY),
    _yaku("haitei_houtei", _("Last tile"), 1, 0, WAY, _("The last tile of the wall, or the discard after it")),
    _yaku("rinshan", _("Replacement tile"), 1, 0, WAY, _("Drawn as a replacement for a kong or a North set aside")),
    _yaku("chankan", _("Robbed kong"), 1, 0, WAY),
    _yaku("renhou", _("Blessing of man"), 5, 0, WAY, _RENHOU),
    _yaku("yakuhai_dragon", _("Dragon pong"), 1, 0, VALUES, _("Pong or kong of a dragon"), most=2),
    _yaku("yakuhai_seat", _("Seat wind"), 1, 0, VALUES, _("Pong or kong of your own wind")),
    _yaku("yakuhai_round", _("Round wind"), 1, 0, VALUES, _("Pong or kong of the round’s wind")),
    _yaku("yakuhai_north", _("Pong of North"), 1, 0, VALUES, _("In the hand, not set aside"), clause="E3"),
    _yaku("shousangen", _("Small three dragons"), 2, 0, VALUES, _("Two dragon pongs and a pair of the third")),
    _yaku("iipeikou", _("Two identical chows"), 1, 0, SETS, _("Concealed; same suit, same numbers")),
    _yaku("ryanpeikou", _("Two pairs of identical chows"), 3, 0, SETS, _("Concealed; replaces two identical chows")),
    _yaku("ittsu", _("Straight"), 2, 0, SETS, _("Chows 123, 456 and 789 of one suit")),
    _yaku("sanankou", _("Three concealed pongs"), 2, 0, SETS, _("None of them completed by another player’s tile")),
    _yaku("sankantsu", _("Three kongs"), 2, 0, SETS),
    _yaku("sanshoku_doukou", _("Same pong in three suits"), 2, 0, SETS, _("Pongs of 1, or of 9")),
    _yaku("pinfu", _("Pinfu"), 1, 0, WHOLE, _PINFU),
    _yaku("tanyao", _("All simples"), 1, 0, WHOLE, _("No 1, 9, wind or dragon")),
    _yaku("toitoi", _("All pongs"), 2, 0, WHOLE, _("Four pongs and a pair")),
    _yaku("chiitoitsu", _("Seven pairs"), 2, 0, WHOLE, _("Concealed")),
    _yaku("chanta", _("Outside hand"), 2, 0, WHOLE, _CHANTA),
    _yaku("junchan", _("Terminals in every set"), 3, 0, WHOLE, _JUNCHAN),
    _yaku("honroutou", _("Terminals and honours"), 2, 0, WHOLE, _("Every tile is a 1, 9, wind or dragon")),
    _yaku("honitsu", _("One suit and honours"), 3, 0, WHOLE),
    _yaku("chinitsu", _("One suit"), 6, 0, WHOLE, _("No honours")),
)
OPEN_HAN: Mapping[str, int] = {"ittsu": 1, "chanta": 1, "junchan": 2, "honitsu": 2, "chinitsu": 5}
CLOSED_ONLY = frozenset(
    ("riichi", "double_riichi", "ippatsu", "menzen_tsumo", "pinfu", "iipeikou", "ryanpeikou", "chiitoitsu", "renhou")
)

YAKUMANS = (
    _yakuman("tenhou", _("Blessing of heaven"), _("The dealer wins on the first draw")),
    _yakuman("chiihou", _("Blessing of earth"), _("Another player wins on the first draw")),
    _yakuman("renhou", _("Blessing of man"), _("A ron before your first draw, not by the dealer"), clause="E7.4"),
    _yakuman("kokushi", _("Thirteen orphans"), _KOKUSHI, most=2),
    _yakuman("suuankou", _("Four concealed pongs"), _("None of them completed by another player’s tile"), most=2),
    _yakuman("daisangen", _("Big three dragons"), _("Three dragon pongs")),
    _yakuman("shousuushii", _("Small four winds"), _("Three wind pongs and a pair of the fourth wind")),
    _yakuman("daisuushii", _("Big four winds"), _("Four wind pongs"), most=2),
    _yakuman("tsuuiisou", _("All honours"), _("Only winds and dragons")),
    _yakuman("chinroutou", _("All terminals"), _("Only 1s and 9s")),
    _yakuman("ryuuiisou", _("All green"), _("Only 2, 3, 4, 6 and 8 bamboo, and green dragons")),
    _yakuman("chuuren", _("Nine gates"), _("1112345678999 of one suit and one more tile of that suit"), most=2),
    _yakuman("suukantsu", _("Four kongs")),
)

BONUSES = (
    _bonus("dora", _("Dora"), 1, 0, EXTRA, _("Each tile that an indicator points to"), most=24),
    _bonus(
        "uradora",
        _("Uradora"),
        1,
        0,
        EXTRA,
        _("Like dora, but using the tiles below the indicators; only after riichi"),
        most=24,
    ),
    _bonus("pei_dora", _("North set aside"), 1, 0, EXTRA, most=4, clause="E3.2"),
    _bonus("akadora", _("Red five"), 1, 0, EXTRA, most=8, clause="E1.2"),
)
YAKUMAN_IDS = tuple(item.id for item in YAKUMANS)
RENHOU = "renhou"  # a yaku or a yakuman, as the house rules say
