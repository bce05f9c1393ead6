"""The wording of the Malaysian fan game on pages."""

from engine.language import gettext_noop as _
from engine.language import ngettext_noop as ngettext
from engine.rulesets.wording import CLAIMS, TILE_REFUSALS, Words

LIMIT_NAMES = {"maximum": _("Maximum hand")}


WORDS = Words(
    points=ngettext("%(points)s fan", "%(points)s fan"),
    so_far=_("fan so far"),
    fixed=_("Maximum hand"),
    waits_beside=_("Flowers, faces and visible tiles"),
    waits_plain=_(
        "Counted as a plain win: no first or last tile, no replacement tile, no robbed kong. A joker can stand "
        "for any winning tile."
    ),
    claims={
        **CLAIMS,
        "limit": _("%(name)s gets the tile: a maximum hand has priority."),
        "hand_points": _("%(name)s gets the tile: their hand has more fan."),
    },
    origin=_(
        "The source of these rules lists only this game’s tiles (C1). The scoring comes from other sources, "
        "and who pays is Scorekeeper’s own choice (C2, C3). Agree on both before you play."
    ),
    limit_names=LIMIT_NAMES,
    # “Units”, because doubled units aren't fan.
    lines={"fan": _("units %(sum)s"), "limit_maximum": _("maximum hand %(sum)s")},
    flags={
        "seat_wind": _("“Own wind” or “Own flower or season” was ticked for a different seat. Check the ticks again.")
    },
)

REFUSALS = {
    **TILE_REFUSALS,
    "tile_not_in_deck": _(
        "The hand contains a tile that isn’t in this table’s set, too many copies of one tile, or more than "
        "four jokers."
    ),
    "not_a_legal_hand": _("These tiles don’t make a hand: you need four sets and a pair."),
    "minimum_not_reached": _("Not enough fan: the hand has %(points)s, and this table’s minimum is %(least)s."),
}
