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
    waits_beside=_("Flowers, faces and visible tiles"),
    waits_plain=_(
        "Counted as a plain win: no first or last tile, no replacement tile, no robbed kong. A joker "
        "can replace any of these tiles."
    ),
    claims={
        "only_legal": _("%(name)s gets the tile: the other hand can’t be declared."),
        "limit": _("%(name)s gets the tile: a maximum hand comes first."),
        "hand_points": _("%(name)s gets the tile: more fan."),
        "turn": _("%(name)s gets the tile: equal hands, next in turn after the discarder."),
    },
    origin=_(
        "The source of these rules only lists the tiles of this game (C1). The scoring comes from other "
        "sources, and who pays is Scorekeeper’s own choice (C2, C3), so agree on it before you play."
    ),
    limit_names=LIMIT_NAMES,
    lines={"fan": _("units %(sum)s"), "limit_maximum": _("maximum hand %(sum)s")},
    flags={
        "seat_wind": _("“Own wind” or “Own flower or season” was ticked for a different seat. Check the ticks again.")
    },
)

REFUSALS = {
    "exposed_chow": _("A chow can’t be exposed: only the winning tile can complete it."),
    "wrong_tile_count": _("A winning hand has 14 tiles; an exposed set counts as three."),
    "tile_not_in_deck": _(
        "The hand has a tile that isn’t in this table’s set, too many copies of one tile, or more than four jokers."
    ),
    "winning_tile_missing": _("The winning tile must be one of the hand’s tiles."),
    "not_a_legal_hand": _("These tiles don’t make a hand: it needs four sets and a pair."),
    "minimum_not_reached": _("The hand must reach this table’s minimum of %(least)s fan; it has %(points)s."),
}
