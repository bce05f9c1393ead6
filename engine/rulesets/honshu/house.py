"""The house rules of Honshu sanma, its options and presets (docs/rules, B4, B5)."""

from dataclasses import dataclass
from typing import Literal

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Preset, choice, house_rule, number, options_of, switch
from engine.rulesets.riichi.house import RiichiHouseRules, shared

OPTION_EXAMPLES = {
    "bazoro": _("Bazoro 2: a hand with only riichi has 3 han and pays 1,000."),
    "menzen_tsumo": _("A concealed hand can win by self-draw without any other yaku."),
    "ryanpeikou": _("223344 circles and 667788 bamboo: 1 han, or the number set here."),
    "iipeikou_closed_only": _("Iipeikou with an exposed pong: no yaku, or 1 han."),
    "shousangen_includes_dragons": _("Two dragon pongs and a pair of the third: 4 han, or 6 if the pongs also count."),
    "honroutou_includes_shape": _("A hand of pongs of 1s, 9s and honours: 5 han, or 7 if toitoi also counts."),
    "north_yakuhai": _("A pong of North in the hand is worth 1 han."),
    "north_aside": _("Bea draws a North: she can set it aside as a dora, or it’s an ordinary tile."),
    "flowers": _("Bea draws a flower: she sets it aside, draws a replacement, and her hand is worth 1 han more."),
    "pinfu_wait": _("1234 waiting for 1 or 4: pinfu, or no pinfu because no chow is open at both ends."),
    "pinfu_tsumo": _("A pinfu hand won by self-draw: pinfu counts only if this is on."),
    "kazoe_yakuman": _("16 han: 32,000, or 24,000 as for 13 han."),
    "tsumo_mode": _("A ko’s mangan by self-draw: 2,000 and 4,000, or 3,000 and 5,000, or 2,700 and 5,400."),
    "renchan": _("The dealer is tenpai in a drawn hand and deals again."),
    "length": _("East round only: the match ends when all three have lost the deal once."),
    "uma": _("15, 0, −15: third place pays 15 to first."),
    "bust_prize": _("10: Cho ends the match with −500 points and pays 10 to first place."),
}


@dataclass(frozen=True, slots=True)
class HonshuHouseRules(RiichiHouseRules):
    """The house rules of one table of Honshu sanma."""

    bazoro: int = number(2, _("Bazoro: han added to every win"), "B2", most=9, group="count")
    menzen_tsumo: bool = switch(_("Menzen tsumo counts"), "B2", group="count")
    kuitan: bool = shared("kuitan", "B2")
    atozuke: bool = shared("atozuke", "B5.8")
    chiitoi_allow_four: bool = shared("chiitoi_allow_four", "B2")
    ryanpeikou: int = number(
        0,
        _("Han for ryanpeikou"),
        "B2",
        most=13,
        group="count",
        help=_("If set to 0, it’s worth 1 han, like iipeikou."),
    )
    iipeikou_closed_only: bool = switch(
        _("Iipeikou and ryanpeikou count only in a concealed hand"), "B5.9", group="count", default=True
    )
    shousangen_includes_dragons: bool = switch(
        _("Shousangen includes its two pongs"), "B2", group="count", default=True
    )
    honroutou_includes_shape: bool = switch(_("Honroutou includes toitoi and chiitoitsu"), "B2", group="count")
    north_yakuhai: bool = switch(_("A pong of North is worth 1 han"), "B2", group="count")
    north_aside: bool = switch(_("Norths can be set aside as dora"), "B1.6", group="tiles", default=True)
    flowers: bool = switch(
        _("Four flowers are used"), "B1.9", group="tiles", help=_("Each is set aside, replaced and worth 1 han.")
    )
    pinfu_wait: Literal["multi", "ryanmen"] = choice(
        _("Pinfu waits"),
        "B5.7",
        {"multi": _("any wait for more than one tile"), "ryanmen": _("only a chow that is open at both ends")},
        group="count",
    )
    pinfu_tsumo: bool = shared("pinfu_tsumo", "B2")
    kazoe_yakuman: bool = switch(_("16 han or more counts as a yakuman"), "B3", group="payments", default=True)
    yakuman_stack: bool = shared("yakuman_stack", "B5.2")
    yakuman_cap: int = shared("yakuman_cap", "B5.2", 3)
    tsumo_mode: Literal["text", "split_half", "thirds"] = choice(
        _("What a self-draw pays"),
        "B5.1",
        {
            "text": _("as shown in the table, less than a ron"),
            "split_half": _("the missing fourth player’s share is split between the two opponents"),
            "thirds": _("the same in total as a ron"),
        },
        group="payments",
    )
    honba_ron: int = shared("honba_ron", "B4.2")
    honba_tsumo_each: int = shared("honba_tsumo_each", "B4.2")
    riichi_stick: int = shared("riichi_stick", "B4.3")
    noten_pool: int = shared("noten_pool", "B4.4")
    renchan: Literal["win_or_tenpai", "win", "none"] = choice(
        _("When the dealer deals again"),
        "B4.5",
        {
            "win_or_tenpai": _("after a win, or after a drawn hand if tenpai"),
            "win": _("after a win"),
            "none": _("never"),
        },
        group="game",
    )
    rob_north_any: bool = shared("rob_north_any", "B4.11")
    multiple_ron: Literal["all", "head_bump"] = shared("multiple_ron", "B4.10")
    length: Literal["east_south", "east"] = choice(
        _("Length of the match"),
        "B4.8",
        {"east_south": _("East and South rounds"), "east": _("East round only")},
        group="game",
    )
    bust: Literal["below_zero", "zero", "off"] = shared("bust", "B4.9")
    target_points: int = shared("target_points", "B4.13")
    extension: Literal["next_wind", "return_east", "none"] = shared("extension", "B4.13")
    sudden_death: Literal["deal_passes", "any_hand"] = shared("sudden_death", "B4.13")
    agari_yame: bool = shared("agari_yame", "B4.13")
    tenpai_yame: bool = shared("tenpai_yame", "B4.13")
    start_points: int = shared("start_points", "B4.6")
    return_points: int = shared("return_points", "B4.6")
    uma: tuple[int, int, int] = house_rule(
        "places",
        (0, 0, 0),
        _("Uma for first, second and third place, in thousands"),
        "B4.7",
        least=-999,
        most=999,
        group="settlement",
    )
    sinking_uma: int = shared("sinking_uma", "B4.7")
    bust_prize: int = number(
        0,
        _("Bust prize (in thousands), paid by each player who is bust at the end"),
        "B4.15",
        most=999,
        group="settlement",
        help=_("It goes to first place, in addition to the sinking uma."),
    )
    chip_ippatsu: int = shared("chip_ippatsu", "B4.14")
    chip_ura: int = shared("chip_ura", "B4.14")
    chip_red: int = shared("chip_red", "B4.14")
    chip_red_when: Literal["always", "closed", "riichi"] = shared("chip_red_when", "B4.14")
    chip_yakuman: int = shared("chip_yakuman", "B4.14")
    chip_points: int = shared("chip_points", "B4.14")

    @property
    def sets_aside(self) -> bool:
        return self.north_aside


OPTIONS = options_of(HonshuHouseRules, OPTION_EXAMPLES)

# The source of each value: docs/rules/honshu.md.
PRESETS = (
    Preset("text", _("Written rules"), _("Honshu sanma as written, without changes."), {}),
    Preset(
        "tenhou",  # the key stays, because links to start a match contain it
        _("Online-style yaku (no fu)"),
        _(
            "The written rules with yaku as on online sites: menzen tsumo counts, and any hand can rob a "
            "North. There are no fu; for a match with fu, choose the game “Riichi sanma”."
        ),
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
        _(
            "As in parlours of western Japan that don’t count fu: flowers are set aside and North is a value tile, a "
            "self-draw pays in full, a honba is worth 1,000, there are chips, and the match goes on until a player "
            "has 40,000."
        ),
        {
            "kuitan": False,
            "chiitoi_allow_four": True,
            "north_yakuhai": True,
            "north_aside": False,
            "flowers": True,
            "pinfu_tsumo": False,
            "tsumo_mode": "split_half",
            "honba_ron": 1000,
            "honba_tsumo_each": 1000,
            "bust": "zero",
            "target_points": 40_000,
            "extension": "return_east",
            "sudden_death": "any_hand",
            "sinking_uma": 10,
            "bust_prize": 10,
            "chip_ippatsu": 1,
            "chip_ura": 1,
            "chip_yakuman": 5,
        },
    ),
)
