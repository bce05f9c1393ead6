"""Why a hand may not be declared, in a sentence for the scorer; the ids are those of docs/formats.md."""

from engine.language import gettext_noop as _

REFUSALS = {
    "exposed_chow": _("A chow is never laid open: it can only be completed by the winning tile."),
    "wrong_tile_count": _("A winning hand has 14 tiles, a set laid down counting as three."),
    "tile_not_in_deck": _(
        "The hand holds a tile that this table’s deck does not have, too many of one, or more than four jokers."
    ),
    "winning_tile_missing": _("The winning tile must be one of the hand's tiles."),
    "not_a_legal_hand": _("These tiles are no hand: it takes four sets and a pair."),
    "minimum_not_reached": _("The hand must reach this table’s minimum of %(least)s fan; this is %(points)s."),
}
