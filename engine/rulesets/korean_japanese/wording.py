"""What pages call things in the Korean/Japanese game. Sentences alone."""

from engine.language import gettext_noop as _
from engine.language import ngettext_noop as ngettext
from engine.rulesets.wording import OPTION_GROUPS, CarryOverWording, Words

LIMIT_NAMES = {"half": _("Half-limit"), "full": _("Limit")}


WORDS = Words(
    points=ngettext("%(points)s hand-point", "%(points)s hand-points"),
    so_far=_("hand-points so far"),
    bonus=_("bonus %(sum)s"),
    bonus_list=_("Bonus-points"),
    bonus_sum=_("Bonus-points, from each"),
    fixed=_("Limit hand"),
    fixed_list=_("Or a limit hand"),
    discount=_("%(points)s less for waiting"),
    draw=_("Goulash"),
    draw_short=_("goulash"),
    draws=_("Goulashes"),
    draw_ask=_("Goulash, no winner"),
    draw_title=_("Goulash: nobody wins hand %(no)s"),
    draw_save=_("Save goulash, hand %(hand_no)s"),
    carry=_("Goulash:"),
    carry_left=_("left over; it lapses when the match is closed"),
    carry_along=_("The goulash goes along: %(carry)s."),
    carry_closing=_("The goulash that is left over lapses."),
    carry_included=_("The goulash is included: %(points)s from each opponent."),
    carry_apart=_("A goulash of %(points)s from each opponent lies on the table; it is not paid with a limit."),
    waits_beside=_("Flowers and open tiles"),
    waits_short_why=_("No wait: a hand that may not be declared is not waited for (A9.1)."),
    waits_gone_why=_("No wait: every copy lies open or is in the hand (A9.1)."),
    waits_plain=_(
        "Counted as a plain win: nobody else waiting, no last or replacement tile, no robbed kong, no dora, "
        "nothing of the table’s own."
    ),
    claims={
        "only_legal": _("%(name)s gets the tile: the other hand may not be declared."),
        "limit": _("%(name)s gets the tile: the limit hand comes first."),
        "hand_points": _("%(name)s gets the tile: more hand-points."),
        "bonus_points": _("%(name)s gets the tile: equal hand-points, more bonus-points."),
        "turn": _("%(name)s gets the tile: equal hands, next in turn after the discarder."),
    },
    limit_names=LIMIT_NAMES,
    lines={
        "hand_points": _("hand-points %(sum)s"),
        "bonus_points": _("bonus %(sum)s"),
        "bonus_points_for_other": _("bonus for the other %(sum)s"),
        "goulash": _("goulash %(sum)s"),
        "limit_half": _("half-limit %(sum)s"),
        "limit_full": _("limit %(sum)s"),
        "unit_table": _("%(each)s points, by the table %(sum)s"),
    },
    flags={
        "seat_wind": _("Seat wind was ticked when another wind was meant. Please look again."),
        "round_wind": _("Round wind was ticked in another round. Please look again."),
    },
    refusals={"sacred_discard": _("not allowed: own discards forbid it (sacred discard)")},
    option_groups={**OPTION_GROUPS, "goulash": _("Goulash")},
    carry_lines={"goulash": CarryOverWording(_("goulash"), _("Goulash, from each"))},
)


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
