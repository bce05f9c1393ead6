"""The wording of the Korean/Japanese game on pages."""

from engine.language import gettext_noop as _
from engine.language import ngettext_noop as ngettext
from engine.rulesets.wording import CLAIMS, OPTION_GROUPS, TILE_REFUSALS, CarryOverWording, Words

LIMIT_NAMES = {"half": _("Half-limit"), "full": _("Limit")}

WORDS = Words(
    points=ngettext("%(points)s hand-point", "%(points)s hand-points"),
    so_far=_("hand-points so far"),
    bonus=_("bonus %(sum)s"),
    bonus_list=_("Bonus-points"),
    bonus_sum=_("Bonus-points, from each opponent"),
    fixed=_("Limit hand"),
    fixed_list=_("Or a limit hand"),
    discount=_("%(points)s less for waiting"),
    draw=_("Goulash"),
    draw_short=_("goulash"),
    draws=_("Goulashes"),
    draw_ask=_("Goulash, no winner"),
    draw_title=_("Goulash: nobody wins hand %(no)s"),
    draw_save=_("Save goulash, hand %(hand_no)s"),
    carry=_("Goulash"),
    carry_left=_("left over, and lost when the match ends"),
    carry_along=_("The goulash is carried over: %(carry)s."),
    carry_closing=_("The remaining goulash is lost."),
    carry_included=_("The goulash is included: %(points)s from each opponent."),
    carry_apart=_("A goulash of %(points)s from each opponent is carried over. It isn’t paid on a limit hand."),
    waits_beside=_("Flowers and visible tiles"),
    waits_short_why=_("The player isn’t waiting for these tiles: the hand couldn’t be declared (A9.1)."),
    waits_gone_why=_("The player isn’t waiting for these tiles: all copies are visible or in the hand (A9.1)."),
    waits_plain=_(
        "Counted as a plain win: nobody else waiting, no last or replacement tile, no robbed kong, no"
        " dora, no custom items."
    ),
    claims={
        **CLAIMS,
        "hand_points": _("%(name)s gets the tile: their hand has more hand-points."),
        "bonus_points": _("%(name)s gets the tile: the hand-points are equal, but their hand has more bonus-points."),
    },
    limit_names=LIMIT_NAMES,
    lines={
        "hand_points": _("hand-points %(sum)s"),
        "bonus_points": _("bonus %(sum)s"),
        "bonus_points_for_other": _("other opponent’s bonus %(sum)s"),
        "goulash": _("goulash %(sum)s"),
        "limit_half": _("half-limit %(sum)s"),
        "limit_full": _("limit %(sum)s"),
        "unit_table": _("points %(each)s, converted to %(sum)s"),
    },
    flags={
        "seat_wind": _("“Seat wind” was ticked for a different wind. Check the ticks again."),
        "round_wind": _("“Round wind” was ticked in a different round. Check the ticks again."),
    },
    refusals={"sacred_discard": _("not allowed because of the player’s own discards (sacred discard)")},
    option_groups={**OPTION_GROUPS, "goulash": _("Goulash")},
    carry_lines={"goulash": CarryOverWording(_("goulash"), _("Goulash, from each opponent"))},
)

REFUSALS = {
    **TILE_REFUSALS,
    "sacred_discard": _("The winner’s own discards rule out a win on this tile. Only a self-draw is possible."),
    "declared_ready_needs_concealed": _("You can only declare ready with a concealed hand."),
    "three_declared_ready_draw": _("At this table, the hand is a goulash if all three players declare ready."),
    "not_a_legal_hand": _("These tiles don’t make a complete hand. You need four sets and a pair, or a special hand."),
    "minimum_not_reached": _("Not enough hand-points: the hand has %(points)s, and this table’s minimum is %(least)s."),
}
