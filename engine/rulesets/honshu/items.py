"""The yaku, yakuman and bonus items of Honshu sanma (docs/rules, B2).

`Pattern.points`: the han of one occurrence, or the units of a yakuman. Menzen tsumo, ryanpeikou and the pong of North
aren't in the source text; they cite the nearest line.
"""

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


def _yaku(item: str, han: int, line: int, group: str, condition: str = "", most: int = 1) -> Pattern:
    return _item("pattern", item, han, line, group, condition, most)


def _yakuman(item: str, line: int, condition: str, units: int = 1, most: int = 1) -> Pattern:
    return _item("limit", item, units, line, YAKUMAN, condition, most)


def _bonus(item: str, line: int, group: str, condition: str = "", most: int = 1, han: int = 1) -> Pattern:
    return _item("bonus", item, han, line, group, condition, most)


def _item(kind: str, item: str, points: int, line: int, group: str, condition: str, most: int) -> Pattern:
    name, gloss = NAMES[item]
    return Pattern(item, name, points, "B2", line, group, kind, condition, most=most, gloss=gloss)


# Conditions that are too long for their line.
_PINFU = _("Concealed: four chows, a pair without value and a wait for more than one tile")
_CHANTA = _("A 1, 9 or honour in every set and in the pair, with at least one chow")
_JUNCHAN = _("A 1 or 9 in every set and in the pair, with at least one chow")
_URADORA = _("Like dora, but using the tiles below the indicators; only after riichi")
_KOKUSHI = _("One of each 1, 9, wind and dragon, plus a second copy of one of them")

YAKU = (
    _yaku("riichi", 1, 376, WAY, _("Concealed and declared, with a stick on the table")),
    _yaku("double_riichi", 2, 386, WAY, _("Declared on the first turn; replaces riichi")),
    _yaku("haitei_houtei", 1, 378, WAY, _("The last tile of the wall, or the discard after it")),
    _yaku("rinshan", 1, 379, WAY, _("Drawn as a replacement for a kong or a North set aside")),
    _yaku("chankan", 1, 380, WAY),
    _yaku("menzen_tsumo", 1, 371, WAY),
    _yaku("yakuhai_dragon", 1, 373, VALUES, _("Pong or kong of a dragon"), most=2),
    _yaku("yakuhai_seat", 1, 373, VALUES, _("Pong or kong of your own wind")),
    _yaku("yakuhai_round", 1, 373, VALUES, _("Pong or kong of the round’s wind")),
    _yaku("yakuhai_north", 1, 369, VALUES, _("In the hand, not set aside")),
    _yaku("shousangen", 4, 401, VALUES, _("Two dragon pongs and a pair of the third")),
    _yaku("iipeikou", 1, 374, SETS, _("Same suit, same numbers")),
    _yaku("ryanpeikou", 0, 374, SETS, _("Replaces iipeikou")),
    _yaku("iisou_sanjun", 2, 390, SETS, _("Replaces iipeikou")),
    _yaku("ittsu", 2, 387, SETS, _("Chows 123, 456 and 789 of one suit")),
    _yaku("sanankou", 2, 388, SETS, _("None of them completed by another player’s tile")),
    _yaku("sankantsu", 2, 389, SETS),
    _yaku("sanrenkou", 3, 397, SETS, _("Consecutive numbers in one suit")),
    _yaku("pinfu", 1, 375, WHOLE, _PINFU),
    _yaku("tanyao", 1, 377, WHOLE, _("No 1, 9, wind or dragon")),
    _yaku("toitoi", 2, 391, WHOLE, _("Four pongs and a pair")),
    _yaku("chiitoitsu", 2, 385, WHOLE, _("All different, concealed")),
    _yaku("chanta", 2, 384, WHOLE, _CHANTA),
    _yaku("junchan", 3, 396, WHOLE, _JUNCHAN),
    _yaku("honroutou", 5, 405, WHOLE, _("Every tile is a 1, 9, wind or dragon")),
    _yaku("honitsu", 3, 395, WHOLE),
    _yaku("chinitsu", 6, 409, WHOLE, _("No honours")),
)

YAKUMANS = (
    _yakuman("tenhou", 433, _("The dealer wins on the first draw; counts triple"), 3, most=3),
    _yakuman("chiihou", 413, _("Another player wins on the first draw")),
    _yakuman("paarenchan", 419, _("Any win by a dealer who has kept the deal eight times")),
    _yakuman("kokushi", 418, _KOKUSHI, most=2),
    _yakuman("suuankou", 422, _("Double if the winning tile completes the pair"), most=2),
    _yakuman("suukantsu", 421, _("Wins immediately, even without a pair")),
    _yakuman("daisangen", 416, _("Three dragon pongs")),
    _yakuman("suushiihou", 417, _("Four wind pongs, or three and a pair of the fourth wind")),
    _yakuman("tsuuiisou", 423, _("Only winds and dragons")),
    _yakuman("chinroutou", 414, _("Only 1s and 9s")),
    _yakuman("ryuuiisou", 420, _("Only 2, 3, 4, 6 and 8 bamboo, and green dragons")),
    _yakuman("chuuren", 415, _("1112345678999 of one suit and one more tile of that suit"), most=3),
)

BONUSES = (
    _bonus("bazoro", 437, EXTRA, _("With every win"), han=2),
    _bonus("ippatsu", 439, WAY, _("Won within one round of turns after riichi")),
    _bonus("dora", 438, EXTRA, _("Each tile that an indicator points to"), most=24),
    _bonus("uradora", 438, EXTRA, _URADORA, most=24),
    _bonus("pei_dora", 369, EXTRA, most=4),
    _bonus("akadora", 438, EXTRA, most=8),
    _bonus("flower", 369, EXTRA, _("Set aside"), most=4),
)

ADDED = "bazoro"  # added to every win, never ticked
YAKUMAN_IDS = tuple(item.id for item in YAKUMANS)
