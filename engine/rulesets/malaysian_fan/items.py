"""The patterns and maximum hands of the Malaysian fan game (docs/rules, C2.1, C2.2).

The source text doesn't have them; the values follow other sources named in the rules.
"""

from dataclasses import replace

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Pattern, pattern_index

NO_LINE = 0  # not in the source text

WINDS, WHOLE, FLOWERS, WAY, MAXIMUM = "winds", "whole", "flowers", "way", "maximum"

GROUPS = {
    WINDS: _("Winds and dragons"),
    WHOLE: _("Whole hand"),
    FLOWERS: _("Flowers, faces and animals"),
    WAY: _("Type of win"),
    MAXIMUM: _("Maximum hands"),
}

DEALERS_EAST = 2  # for the dealer's pong of East, instead of 1


def _item(
    item: str, name: str, points: int, group: str, condition: str = "", *, added: bool = False, most: int = 1
) -> Pattern:
    return Pattern(item, name, points, "C2.1", NO_LINE, group, "pattern", condition, added, most)


def _maximum(item: str, name: str, condition: str = "") -> Pattern:
    return Pattern(item, name, 0, "C2.2", NO_LINE, MAXIMUM, "limit", condition)


_FLOWER_SET = _("Numbers 1 to 4 of one kind")

ITEMS = (
    _item("dragon_pong", _("Dragon pong"), 1, WINDS, _("Pong or kong of a dragon"), most=4),
    _item("small_dragons", _("Small dragons"), 3, WINDS, _("Two dragon pongs and a pair of the third; 3 in total")),
    _item("own_wind", _("Own wind"), 1, WINDS, _("Pong or kong of your seat wind; 2 fan if you’re the dealer")),
    _item("north_wind", _("North"), 1, WINDS, _("Pong or kong of North, which counts for everyone")),
    _item("mixed_suit", _("Circles and honours"), 1, WHOLE, _("At least one circle and one wind or dragon")),
    _item("one_suit", _("Only circles"), 3, WHOLE, _("No winds or dragons")),
    _item("all_pongs", _("All pongs"), 2, WHOLE, _("Four pongs and a pair")),
    _item("faces", _("Face"), 1, FLOWERS, most=4),
    _item("all_faces", _("All four faces"), 1, FLOWERS, added=True),
    _item("animals", _("Animal"), 1, FLOWERS, most=4),
    _item("all_animals", _("All four animals"), 1, FLOWERS, added=True),
    _item("own_flower", _("Own flower or season"), 1, FLOWERS, _("East: 1, South: 2, West: 3"), most=2),
    _item("flower_set", _("Full set of flowers or seasons"), 1, FLOWERS, _FLOWER_SET, added=True, most=2),
    _item(
        "replacement",
        _("Replacement tile"),
        1,
        WAY,
        _("The winning tile was drawn as a replacement for a flower or a kong"),
    ),
    _item("rob_kong", _("Robbed kong"), 1, WAY),
)

MAXIMA = (
    _maximum("four_winds", _("Four winds"), _("Four wind pongs")),
    _maximum("small_four_winds", _("Small four winds"), _("Three wind pongs and a pair of the fourth")),
    _maximum("three_dragons", _("Three dragons"), _("Three dragon pongs")),
    _maximum("four_kongs", _("Four kongs"), _("Concealed or exposed")),
    _maximum("four_concealed", _("Four concealed pongs"), _("None of them completed by a discard")),
    _maximum("four_jokers", _("Four jokers")),
    _maximum("first_tile", _("First tile"), _("Won on the first tile")),
    _maximum("last_tile", _("Last tile"), _("Won on the last tile of the wall, or on the discard after it")),
    _maximum("two_kong_replacement", _("Two kongs in a row"), _("Won on the replacement tile for the second kong")),
    _maximum("no_flowers", _("No flowers"), _("No flower, season, face or animal")),
)

BY_ID = pattern_index((*ITEMS, *MAXIMA))


def fan_of(item: str, dealer: bool) -> int:
    """The fan of one occurrence of `item`; `dealer`: whether the winner is the dealer."""
    return DEALERS_EAST if item == "own_wind" and dealer else BY_ID[item].points


def worded(item: Pattern, small_dragons_total: bool) -> Pattern:
    """The item with its condition at a table; small dragons may count in total or in addition to their pongs (C3.3)."""
    if item.id != "small_dragons" or small_dragons_total:
        return item
    return replace(
        item, condition=_("Two dragon pongs and a pair of the third; the fan for the pongs count as well"), added=True
    )
