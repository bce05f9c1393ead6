"""The house rules of Honshu sanma (docs/rules, B4, B5): their values at one table, the options, the presets.

Covers every option of B4. Leaves out flowers, the rounding to thousands and sudden death, which tables play seldom.
"""

from dataclasses import dataclass, replace
from typing import Literal

from engine.language import gettext_noop as _
from engine.rulesets.definitions import HouseRuleValues, Option, Preset


@dataclass(frozen=True, slots=True)
class HonshuHouseRules(HouseRuleValues):
    """What a table of Honshu sanma plays."""

    bazoro: int
    menzen_tsumo: bool
    kuitan: bool
    atozuke: bool
    chiitoi_allow_four: bool
    ryanpeikou: int
    iipeikou_closed_only: bool
    shousangen_includes_dragons: bool
    honroutou_includes_shape: bool
    north_yakuhai: bool
    pinfu_wait: Literal["multi", "ryanmen"]
    pinfu_tsumo: bool
    kazoe_yakuman: bool
    yakuman_stack: bool
    yakuman_cap: int
    tsumo_mode: Literal["text", "split_half", "thirds"]
    honba_ron: int
    honba_tsumo_each: int
    riichi_stick: int
    noten_pool: int
    renchan: Literal["win_or_tenpai", "win", "none"]
    rob_north_any: bool
    multiple_ron: Literal["all", "head_bump"]
    length: Literal["east_south", "east"]
    bust: Literal["below_zero", "zero", "off"]
    start_points: int
    return_points: int
    uma: tuple[int, int, int]
    sinking_uma: int


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


def _switch(name: str, default: bool, label: str, clause: str, group: str = "count", help: str = "") -> Option:
    return Option(name, "switch", default, label, clause, help, group=group)


def _number(name: str, default: int, label: str, clause: str, most: int, group: str, help: str = "") -> Option:
    return Option(name, "number", default, label, clause, help, most=most, group=group)


def _choice(name: str, label: str, clause: str, choices: dict[str, str], group: str) -> Option:
    """The first choice is the default."""
    return Option(name, "choice", next(iter(choices)), label, clause, choices=choices, group=group)


_OPTIONS = (
    _number("bazoro", 2, _("Bazoro: han with every win"), "B2", 9, "count"),
    _switch("menzen_tsumo", False, _("A concealed self-draw is a yaku"), "B2"),
    _switch("kuitan", True, _("All inner tiles also with sets laid open"), "B2"),
    _switch(
        "atozuke",
        False,
        _("A ron needs no yaku before the winning tile"),
        "B5.8",
        "play",
        _("Otherwise every tile that the hand waits for must bring a yaku of its own."),
    ),
    _switch("chiitoi_allow_four", False, _("Four equal tiles may be two of the seven pairs"), "B2"),
    _number("ryanpeikou", 0, _("Han for twice two identical chows"), "B2", 13, "count", _("0: as for two, 1 han.")),
    _switch("iipeikou_closed_only", True, _("Identical chows only in a concealed hand"), "B5.9"),
    _switch("shousangen_includes_dragons", True, _("Small three dragons includes its two pongs"), "B2"),
    _switch("honroutou_includes_shape", False, _("Terminals and honours includes all pongs and seven pairs"), "B2"),
    _switch("north_yakuhai", False, _("A pong of North is worth 1 han"), "B2"),
    _choice(
        "pinfu_wait",
        _("Pinfu waits"),
        "B5.7",
        {"multi": _("for more than one tile, in any form"), "ryanmen": _("with a chow that is open at both ends")},
        "count",
    ),
    _switch("pinfu_tsumo", True, _("Pinfu counts from the wall too"), "B2"),
    _switch("kazoe_yakuman", True, _("16 han and more are a yakuman"), "B3", "payments"),
    _switch("yakuman_stack", True, _("Several yakuman in one hand add up"), "B5.2", "payments"),
    Option("yakuman_cap", "number", 3, _("Most yakuman paid for one hand"), "B5.2", least=1, most=9, group="payments"),
    _choice(
        "tsumo_mode",
        _("What a self-draw pays"),
        "B5.1",
        {
            "text": _("as in the table, less than a ron"),
            "split_half": _("the missing share is halved between both"),
            "thirds": _("as much as a ron in all"),
        },
        "payments",
    ),
    _number("honba_ron", 200, _("A honba, on a ron"), "B4.2", MONEY, "payments"),
    _number("honba_tsumo_each", 100, _("A honba, from each on a self-draw"), "B4.2", MONEY, "payments"),
    _number("riichi_stick", 1000, _("Riichi stick"), "B4.3", MONEY, "payments"),
    _number("noten_pool", 2000, _("A drawn hand: what is paid for tenpai in all"), "B4.4", MONEY, "payments"),
    _choice(
        "renchan",
        _("The dealer deals again"),
        "B4.5",
        {"win_or_tenpai": _("after a win, and if tenpai in a drawn hand"), "win": _("after a win"), "none": _("never")},
        "game",
    ),
    _switch("rob_north_any", False, _("Any hand may rob a North that is set aside"), "B4.11", "play"),
    _choice(
        "multiple_ron",
        _("Two win on one discard"),
        "B4.10",
        {"all": _("both are paid"), "head_bump": _("only the next in turn is paid")},
        "play",
    ),
    _choice(
        "length",
        _("Length of the match"),
        "B4.8",
        {"east_south": _("East and South round"), "east": _("East round alone")},
        "game",
    ),
    _choice(
        "bust",
        _("The match ends early"),
        "B4.9",
        {"below_zero": _("when somebody is below 0"), "zero": _("when somebody has 0 or less"), "off": _("never")},
        "game",
    ),
    _number("start_points", 35_000, _("Points at the start"), "B4.6", 10 * MONEY, "settlement"),
    _number("return_points", 40_000, _("Points to return"), "B4.6", 10 * MONEY, "settlement"),
    Option(
        "uma",
        "places",
        (0, 0, 0),
        _("Uma: thousands for first, second, third"),
        "B4.7",
        least=-999,
        most=999,
        group="settlement",
    ),
    _number(
        "sinking_uma",
        0,
        _("Sinking uma: thousands from each who ends below the return"),
        "B4.7",
        999,
        "settlement",
        _("It goes to first."),
    ),
)

OPTIONS: tuple[Option, ...] = tuple(replace(option, example=OPTION_EXAMPLES[option.name]) for option in _OPTIONS)

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
