"""The house rules of Honshu sanma (docs/rules, B4, B5): their values at one table, the options, the presets.

Covers every option of B4. Leaves out flowers, the rounding to thousands and sudden death, which tables play seldom.
"""

from dataclasses import dataclass
from typing import Literal

from engine.language import gettext_noop as _
from engine.rulesets.definitions import HouseRuleValues, Preset, choice, house_rule, number, options_of, switch

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


MONEY = 100_000


@dataclass(frozen=True, slots=True)
class HonshuHouseRules(HouseRuleValues):
    """What a table of Honshu sanma plays."""

    bazoro: int = number(2, _("Bazoro: han with every win"), "B2", most=9, group="count")
    menzen_tsumo: bool = switch(_("A concealed self-draw is a yaku"), "B2", group="count")
    kuitan: bool = switch(_("All inner tiles also with sets laid open"), "B2", group="count", default=True)
    atozuke: bool = switch(
        _("A ron needs no yaku before the winning tile"),
        "B5.8",
        group="play",
        help=_("Otherwise every tile that the hand waits for must bring a yaku of its own."),
    )
    chiitoi_allow_four: bool = switch(_("Four equal tiles may be two of the seven pairs"), "B2", group="count")
    ryanpeikou: int = number(
        0, _("Han for twice two identical chows"), "B2", most=13, group="count", help=_("0: as for two, 1 han.")
    )
    iipeikou_closed_only: bool = switch(
        _("Identical chows only in a concealed hand"), "B5.9", group="count", default=True
    )
    shousangen_includes_dragons: bool = switch(
        _("Small three dragons includes its two pongs"), "B2", group="count", default=True
    )
    honroutou_includes_shape: bool = switch(
        _("Terminals and honours includes all pongs and seven pairs"), "B2", group="count"
    )
    north_yakuhai: bool = switch(_("A pong of North is worth 1 han"), "B2", group="count")
    pinfu_wait: Literal["multi", "ryanmen"] = choice(
        _("Pinfu waits"),
        "B5.7",
        {"multi": _("for more than one tile, in any form"), "ryanmen": _("with a chow that is open at both ends")},
        group="count",
    )
    pinfu_tsumo: bool = switch(_("Pinfu counts from the wall too"), "B2", group="count", default=True)
    kazoe_yakuman: bool = switch(_("16 han and more are a yakuman"), "B3", group="payments", default=True)
    yakuman_stack: bool = switch(_("Several yakuman in one hand add up"), "B5.2", group="payments", default=True)
    yakuman_cap: int = number(3, _("Most yakuman paid for one hand"), "B5.2", least=1, most=9, group="payments")
    tsumo_mode: Literal["text", "split_half", "thirds"] = choice(
        _("What a self-draw pays"),
        "B5.1",
        {
            "text": _("as in the table, less than a ron"),
            "split_half": _("the missing share is halved between both"),
            "thirds": _("as much as a ron in all"),
        },
        group="payments",
    )
    honba_ron: int = number(200, _("A honba, on a ron"), "B4.2", most=MONEY, group="payments")
    honba_tsumo_each: int = number(100, _("A honba, from each on a self-draw"), "B4.2", most=MONEY, group="payments")
    riichi_stick: int = number(1000, _("Riichi stick"), "B4.3", most=MONEY, group="payments")
    noten_pool: int = number(
        2000, _("A drawn hand: what is paid for tenpai in all"), "B4.4", most=MONEY, group="payments"
    )
    renchan: Literal["win_or_tenpai", "win", "none"] = choice(
        _("The dealer deals again"),
        "B4.5",
        {"win_or_tenpai": _("after a win, and if tenpai in a drawn hand"), "win": _("after a win"), "none": _("never")},
        group="game",
    )
    rob_north_any: bool = switch(_("Any hand may rob a North that is set aside"), "B4.11", group="play")
    multiple_ron: Literal["all", "head_bump"] = choice(
        _("Two win on one discard"),
        "B4.10",
        {"all": _("both are paid"), "head_bump": _("only the next in turn is paid")},
        group="play",
    )
    length: Literal["east_south", "east"] = choice(
        _("Length of the match"),
        "B4.8",
        {"east_south": _("East and South round"), "east": _("East round alone")},
        group="game",
    )
    bust: Literal["below_zero", "zero", "off"] = choice(
        _("The match ends early"),
        "B4.9",
        {"below_zero": _("when somebody is below 0"), "zero": _("when somebody has 0 or less"), "off": _("never")},
        group="game",
    )
    start_points: int = number(35_000, _("Points at the start"), "B4.6", most=10 * MONEY, group="settlement")
    return_points: int = number(40_000, _("Points to return"), "B4.6", most=10 * MONEY, group="settlement")
    uma: tuple[int, int, int] = house_rule(
        "places",
        (0, 0, 0),
        _("Uma: thousands for first, second, third"),
        "B4.7",
        least=-999,
        most=999,
        group="settlement",
    )
    sinking_uma: int = number(
        0,
        _("Sinking uma: thousands from each who ends below the return"),
        "B4.7",
        most=999,
        group="settlement",
        help=_("It goes to first."),
    )


OPTIONS = options_of(HonshuHouseRules, OPTION_EXAMPLES)

PRESETS = (
    Preset("text", _("Text"), _("The rules as the description has them."), {}),
    Preset(
        "tenhou",
        _("Tenhou-like"),
        _("As on large online sites: a concealed self-draw is a yaku, any hand may rob a North, uma 15."),
        {
            "menzen_tsumo": True,
            "atozuke": True,
            "ryanpeikou": 3,
            "pinfu_wait": "ryanmen",
            "rob_north_any": True,
            "uma": (15, 0, -15),
        },
    ),
    Preset(
        "kansai",
        _("Kansai"),
        _("As in parlours of western Japan: no loss on a self-draw, 1000 a honba, North is a value tile, 0 is bust."),
        {
            "kuitan": False,
            "chiitoi_allow_four": True,
            "north_yakuhai": True,
            "pinfu_tsumo": False,
            "tsumo_mode": "split_half",
            "honba_ron": 1000,
            "honba_tsumo_each": 1000,
            "bust": "zero",
            "sinking_uma": 10,
        },
    ),
)
