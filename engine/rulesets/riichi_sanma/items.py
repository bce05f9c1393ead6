"""The yaku, yakuman and dora of riichi sanma (docs/rules, E3, E6, E7).

`Pattern.points`: the han of one occurrence in a concealed hand, or the units of a yakuman. `OPEN_HAN`: the han of yaku
that are worth less in an open hand.
"""

from collections.abc import Mapping

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Pattern
from engine.rulesets.riichi.wording import NAMES

WAY, SETS, VALUES, WHOLE, EXTRA, YAKUMAN = "way", "sets", "values", "whole", "extra", "yakuman"

GROUPS = {
    WAY: _("Type of win"),
    VALUES: _("Winds and dragons"),
    SETS: _("Sets"),
    WHOLE: _("Whole hand"),
    EXTRA: _("Dora"),
    YAKUMAN: _("Yakuman"),
}


def _yaku(item: str, han: int, group: str, condition: str = "", most: int = 1, clause: str = "E6") -> Pattern:
    return _item("pattern", item, han, group, condition, most, clause)


def _yakuman(item: str, condition: str = "", most: int = 1, clause: str = "E7") -> Pattern:
    return _item("limit", item, 1, YAKUMAN, condition, most, clause)


def _bonus(item: str, condition: str = "", most: int = 1, clause: str = "E1.3") -> Pattern:
    return _item("bonus", item, 1, EXTRA, condition, most, clause)


def _item(kind: str, item: str, points: int, group: str, condition: str, most: int, clause: str) -> Pattern:
    name, gloss = NAMES[item]
    return Pattern(item, name, points, clause, 0, group, kind, condition, most=most, gloss=gloss)


# Conditions that are too long for their line.
_PINFU = _("No melds: four chows, a pair without fu, and the winning tile at an open end of a chow")
_CHANTA = _("A 1, 9 or honour in every set and in the pair, with at least one chow")
_JUNCHAN = _("A 1 or 9 in every set and in the pair, with at least one chow")
_RENHOU = _("A ron before your first draw, not by the dealer; nothing else counts")
_URADORA = _("Like dora, but using the tiles below the indicators; only after riichi")
_KOKUSHI = _("One of each 1, 9, wind and dragon, plus a second copy of one of them")

YAKU = (
    _yaku("riichi", 1, WAY, _("Concealed and declared, with a stick on the table")),
    _yaku("double_riichi", 2, WAY, _("Declared on the first turn; replaces riichi")),
    _yaku("ippatsu", 1, WAY, _("Won within one round of turns after riichi")),
    _yaku("menzen_tsumo", 1, WAY),
    _yaku("haitei_houtei", 1, WAY, _("The last tile of the wall, or the discard after it")),
    _yaku("rinshan", 1, WAY, _("Drawn as a replacement for a kong or a North set aside")),
    _yaku("chankan", 1, WAY),
    _yaku("renhou", 5, WAY, _RENHOU),
    _yaku("yakuhai_dragon", 1, VALUES, _("Pong or kong of a dragon"), most=2),
    _yaku("yakuhai_seat", 1, VALUES, _("Pong or kong of your own wind")),
    _yaku("yakuhai_round", 1, VALUES, _("Pong or kong of the round’s wind")),
    _yaku("yakuhai_north", 1, VALUES, _("In the hand, not set aside"), clause="E3"),
    _yaku("shousangen", 2, VALUES, _("Two dragon pongs and a pair of the third")),
    _yaku("iipeikou", 1, SETS, _("Concealed; same suit, same numbers")),
    _yaku("ryanpeikou", 3, SETS, _("Concealed; replaces iipeikou")),
    _yaku("ittsu", 2, SETS, _("Chows 123, 456 and 789 of one suit")),
    _yaku("sanankou", 2, SETS, _("None of them completed by another player’s tile")),
    _yaku("sankantsu", 2, SETS),
    _yaku("sanshoku_doukou", 2, SETS, _("Pongs of 1, or of 9")),
    _yaku("pinfu", 1, WHOLE, _PINFU),
    _yaku("tanyao", 1, WHOLE, _("No 1, 9, wind or dragon")),
    _yaku("toitoi", 2, WHOLE, _("Four pongs and a pair")),
    _yaku("chiitoitsu", 2, WHOLE, _("Concealed hand only")),
    _yaku("chanta", 2, WHOLE, _CHANTA),
    _yaku("junchan", 3, WHOLE, _JUNCHAN),
    _yaku("honroutou", 2, WHOLE, _("Every tile is a 1, 9, wind or dragon")),
    _yaku("honitsu", 3, WHOLE),
    _yaku("chinitsu", 6, WHOLE, _("No honours")),
)
OPEN_HAN: Mapping[str, int] = {"ittsu": 1, "chanta": 1, "junchan": 2, "honitsu": 2, "chinitsu": 5}
CLOSED_ONLY = frozenset(
    ("riichi", "double_riichi", "ippatsu", "menzen_tsumo", "pinfu", "iipeikou", "ryanpeikou", "chiitoitsu", "renhou")
)

YAKUMANS = (
    _yakuman("tenhou", _("The dealer wins on the first draw")),
    _yakuman("chiihou", _("Another player wins on the first draw")),
    _yakuman("renhou", _("A ron before your first draw, not by the dealer"), clause="E7.4"),
    _yakuman("kokushi", _KOKUSHI, most=2),
    _yakuman("suuankou", _("None of them completed by another player’s tile"), most=2),
    _yakuman("daisangen", _("Three dragon pongs")),
    _yakuman("shousuushii", _("Three wind pongs and a pair of the fourth wind")),
    _yakuman("daisuushii", _("Four wind pongs"), most=2),
    _yakuman("tsuuiisou", _("Only winds and dragons")),
    _yakuman("chinroutou", _("Only 1s and 9s")),
    _yakuman("ryuuiisou", _("Only 2, 3, 4, 6 and 8 bamboo, and green dragons")),
    _yakuman("chuuren", _("1112345678999 of one suit and one more tile of that suit"), most=2),
    _yakuman("suukantsu"),
)

BONUSES = (
    _bonus("dora", _("Each tile that an indicator points to"), most=24),
    _bonus("uradora", _URADORA, most=24),
    _bonus("pei_dora", most=4, clause="E3.2"),
    _bonus("akadora", most=8, clause="E1.2"),
)
YAKUMAN_IDS = tuple(item.id for item in YAKUMANS)
RENHOU = "renhou"  # a yaku or a yakuman, as the house rules say
