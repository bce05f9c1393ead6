"""A small example for every house rule: what it changes at the table, in one sentence."""

from engine.language import gettext_noop as _

OPTION_EXAMPLES = {
    "min_hand_points": _("Minimum 3: a hand with one dragon pong (1) may not be declared."),
    "match_length": _("18 hands: everybody deals six times, and a goulash of hand 9 goes on to hand 10."),
    "payment_mode": _(
        "6 hand-points, 3 bonus-points: discarder 15 and the other 3, or 12 and 6, or 18 alone."
    ),
    "ready_discount": _("Ann wins, Bea was waiting: Bea owes 2 bonus-points less."),
    "rob_kong_pays_as": _("Cho's kong is robbed: Cho pays as the discarder, or both pay alike."),
    "unit_table": _("Somebody owes 9 points: that is 4 units."),
    "limit": _("Limit 40: great dragons from the wall bring 40 from each."),
    "half_limit": _("Half-limit 20: small dragons from the wall bring 20 from each."),
    "limits": _("Nine gates not played: the hand is counted like any other."),
    "limit_requires_concealed": _("Great dragons with an exposed pong are counted, not paid as a limit."),
    "limit_discard": _("Limit 40 on Ann's discard: Ann pays 80 and Bea 40, or Ann 80 alone, or both 40."),
    "limit_choose_higher": _("A half-limit of 20 that counts 30 from each: 30 are paid."),
    "all_terminals_honours_scope": _(
        "A hand of 1s, 9s and dragons: a limit, or 9 hand-points for pongs."
    ),
    "nine_gates_strict": _("1112345678999 and the 5 that wins; otherwise any last tile will do."),
    "goulash_per_draw": _("Two drawn hands in a row: the next winner gets 10 more from each."),
    "goulash_cap": _("Cap 10: after three drawn hands the next winner still gets 10 more from each."),
    "goulash_on_limit": _("A limit hand after a goulash: 45 from each, or 40 where it is off."),
    "three_ready": _("Ann, Bea and Cho all declare ready: the hand ends as a goulash, or is played for hand-points."),
    "items_off": _("Seven pairs switched off: seven pairs are no hand at this table."),
    "matching_bonus": _("Bea's discard finishes a pong: 2 bonus-points for the two tiles like it."),
    "identical_chows": _("234 234 678 678 of one suit: 4 hand-points, or 2 where they count once."),
    "pure_excludes_no_honours": _("A hand of circles alone: 6 hand-points instead of 7."),
    "seven_pairs_allow_four": _("Four equal tiles and five pairs are seven pairs."),
    "last_tile_on_discard": _("A win on the very last discard: 1 bonus-point."),
    "seat_dragons": _("East's pong of green dragons: 2 hand-points instead of 1."),
    "claim_tiebreak": _("Both claim with 5 hand-points: more bonus-points first, or at once the next in turn."),
    "sacred_discard_scope": _("Ann discarded 4 circles and waits for 1 and 4: no win on a discarded 4, or on neither."),
    "wind_set": _("The dealer sits North; West tiles are left out."),
    "five_bamboo_pair": _("A pair of 5 bamboo with the green dragon pong is the small jade dragon."),
    "north_tile": _("A pair of North: 2 points; a kong of North: 6; a pong may not go out."),
    "north_points_class": _("As bonus-points a pair of North does not help to reach the minimum."),
    "no_bamboo": _("The deck has 100 tiles; thirteen orphans cannot be made."),
    "dead_wall_dora": _("3 circles is turned: each 4 circles in the winning hand is 1 bonus-point."),
    "revealed_dora": _("The dora as a pair 3, as a pong 5, as a kong 10 bonus-points."),
    "red_dora": _("One red five 1, both 6 bonus-points."),
    "fictive_hand": _("The wall ends 13 tiles earlier; nothing else changes."),
}
