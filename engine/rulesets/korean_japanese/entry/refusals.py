"""Why a hand may not be declared, in a sentence for the scorer; the ids are those of docs/formats.md."""

from engine.language import gettext_noop as _

REFUSALS = {
    "exposed_chow": _("A chow is never laid open: it can only be completed by the winning tile."),
    "wrong_tile_count": _("A winning hand has 14 tiles, a set laid down counting as three."),
    "tile_not_in_deck": _("The hand holds a tile that this table's deck does not have, or too many of one."),
    "winning_tile_missing": _("The winning tile must be one of the hand's tiles."),
    "sacred_discard": _("Nobody wins on a tile that he has discarded before."),
    "declared_ready_needs_concealed": _("Only a concealed hand can have declared ready."),
    "three_declared_ready_draw": _("When all three declare ready here, the hand is a goulash."),
    "not_a_legal_hand": _("These tiles are no hand: it takes four sets and a pair, or a special hand."),
    "minimum_not_reached": _("Hand-points must reach this table's minimum of %(least)s; this is %(points)s."),
}
