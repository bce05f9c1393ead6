"""What pages call things in the Malaysian fan game. Sentences alone."""

from engine.language import gettext_noop as _
from engine.language import ngettext_noop as ngettext
from engine.rulesets.wording import Words

LIMIT_NAMES = {"maximum": _("Maximum hand")}

# Units, not fan: where units double, they are not the same.


WORDS = Words(
    points=ngettext("%(points)s fan", "%(points)s fan"),
    so_far=_("fan so far"),
    fixed=_("Maximum hand"),
    waits_beside=_("Flowers, faces and open tiles"),
    waits_plain=_(
        "Counted as a plain win: no first or last tile, no replacement tile, no robbed kong. A joker may come in place "
        "of any of these tiles."
    ),
    claims={
        "only_legal": _("%(name)s gets the tile: the other hand may not be declared."),
        "limit": _("%(name)s gets the tile: the maximum hand comes first."),
        "hand_points": _("%(name)s gets the tile: more fan."),
        "turn": _("%(name)s gets the tile: equal hands, next in turn after the discarder."),
    },
    origin=_(
        "The source of these rules has only the tiles of this game (C1). What scores comes from other sources, and who "
        "pays is judgement (C2, C3): agree on it before you play."
    ),
    limit_names=LIMIT_NAMES,
    lines={"fan": _("units %(sum)s"), "limit_maximum": _("maximum hand %(sum)s")},
    flags={"seat_wind": _("Own wind or own flower was ticked for another seat. Please look again.")},
)


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
