"""Why a hand may not be declared, in a sentence for the scorer; the ids are those of docs/formats.md, in its order."""

from engine.language import gettext_noop as _

REFUSALS = {
    "exposed_chow": _("A chow is never laid open: it can only be completed by the winning tile."),
    "wrong_tile_count": _("A winning hand has 14 tiles, a set laid down counting as three."),
    "tile_not_in_deck": _("The hand holds a tile that this table's deck does not have, or too many of one."),
    "winning_tile_missing": _("The winning tile must be one of the hand's tiles."),
    "declared_ready_needs_concealed": _("Only a concealed hand can have declared riichi."),
    "not_a_legal_hand": _("These tiles are no hand: it takes four sets and a pair, or a special hand."),
    "furiten": _("In furiten a hand can only be won by self-draw."),
    "north_robbed_only_by_kokushi": _("Only thirteen orphans may rob a North that is set aside."),
    "no_yaku": _("The hand has no yaku: dora and bazoro are none."),
    "no_yaku_before_winning_tile": _("Every tile that the hand waits for must bring a yaku of its own."),
    "below_table": _("The table of payments begins with 3 han."),
}
