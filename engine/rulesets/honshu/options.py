"""The house rules of Honshu sanma as data (docs/rules, B4, B5), and the presets.

Covers every option of B4. Leaves out flowers, the rounding to thousands and sudden death, which tables play seldom.
"""

from dataclasses import replace

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Option, Preset
from engine.rulesets.honshu.card.option_examples import OPTION_EXAMPLES

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
