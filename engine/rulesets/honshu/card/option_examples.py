"""A small example for every house rule of Honshu sanma: what it changes at the table, in one sentence."""

from engine.language import gettext_noop as _

OPTION_EXAMPLES = {
    "bazoro": _("Bazoro 2: a hand with nothing but riichi has 3 han and pays 1000."),
    "menzen_tsumo": _("A concealed hand drawn from the wall may win without any other yaku."),
    "kuitan": _("Pong of 4 bamboo laid open, no 1, 9 or honour in the hand: it may win, or it has no yaku."),
    "atozuke": _(
        "Waiting for white dragon and 5 circles, and only the dragon brings a yaku: a ron only where this is on."
    ),
    "chiitoi_allow_four": _("Four equal tiles and five pairs are seven pairs."),
    "ryanpeikou": _("223344 circles and 667788 bamboo: 1 han, or as many as are set here."),
    "iipeikou_closed_only": _("Two identical chows beside an open pong: no yaku, or 1 han."),
    "shousangen_includes_dragons": _("Two dragon pongs and a pair of the third: 4 han, or 6 with the pongs."),
    "honroutou_includes_shape": _("All pongs of 1s, 9s and honours: 5 han, or 7 with all pongs."),
    "north_yakuhai": _("A pong of North in the hand is 1 han."),
    "pinfu_wait": _("Waiting for 1 and 4 with 1234: pinfu, or only where the chow is open at both ends."),
    "pinfu_tsumo": _("A pinfu hand drawn from the wall counts it, or does not."),
    "kazoe_yakuman": _("16 han: 32000, or 24000 as for 13."),
    "yakuman_stack": _("Big three dragons of honours alone: 64000, or 32000."),
    "yakuman_cap": _("Cap 3: four yakuman in one hand pay like three."),
    "tsumo_mode": _("Mangan drawn by a ko: 2000 and 4000, or 3000 and 5000, or 2700 and 5400."),
    "honba_ron": _("Two honba: a ron pays 400 more."),
    "honba_tsumo_each": _("Two honba: from the wall each pays 200 more."),
    "riichi_stick": _("Ann declares riichi and puts down 1000; the next winner takes them."),
    "noten_pool": _("Ann alone is tenpai: Bea and Cho pay her 1000 each."),
    "renchan": _("A drawn hand and the dealer is tenpai: he deals again."),
    "rob_north_any": _("Ann sets a North aside, Bea waits for it: she wins, or only with thirteen orphans."),
    "multiple_ron": _("Ann's discard wins for Bea and for Cho: she pays both, or Bea alone, who is next."),
    "length": _("East round alone: over when all three have lost the deal once."),
    "bust": _("Cho has 500 left and pays 1000: the match is over."),
    "start_points": _("35000 each, 105000 in all."),
    "return_points": _("Start 35000, return 40000: 15 of everybody's points go to first."),
    "uma": _("15, 0, -15: third pays 15 to first."),
    "sinking_uma": _("10: whoever ends below the return pays 10 to first."),
}
