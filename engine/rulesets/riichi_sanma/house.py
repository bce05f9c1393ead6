"""The house rules of riichi sanma, its options and presets (docs/rules, E16, E17)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Preset, choice, house_rule, number, options_of, switch
from engine.rulesets.riichi.house import MONEY, RiichiHouseRules, shared

ALL, NONE = "all", "none"
WHOLE = {ALL: _("all of them"), NONE: _("none")}

# The variants that can count as two yakuman, each with the yakuman that it is a variant of (E7.1).
VARIANTS = {"kokushi_13": "kokushi", "suuankou_tanki": "suuankou", "daisuushii": "daisuushii", "chuuren_9": "chuuren"}
LIABLE = ("daisangen", "daisuushii", "suukantsu")  # in the order of E10.5
ABORTS = ("kyuushu_kyuuhai", "four_kongs")

OPTION_EXAMPLES = {
    "north": _("Ann draws three Norths: each is set aside as a dora, or the three are a pong worth 1 han."),
    "rob_concealed_kong": _(
        "Ann declares a concealed kong of East, and Bea needs East for kokushi musou: Bea can win on it, or can’t."
    ),
    "red_fives": _("1: one red 5 circles and one red 5 bamboo."),
    "ippatsu": _("Bea wins within one round of turns after riichi: 1 han more, or nothing."),
    "uradora": _("After a win with riichi, the tiles below the dora indicators are indicators too, or they aren’t."),
    "pinfu_tsumo": _("A pinfu hand won by self-draw: 2 han 20 fu, or 1 han 30 fu."),
    "renhou": _("Bea wins on Ann’s discard before Bea’s own first draw: a mangan, a yakuman, or nothing extra."),
    "double_wind_fu": _("A pair of East for the dealer in the East round: 4 fu, or 2."),
    "rinshan_fu": _("A self-draw on a replacement tile: 2 fu more, or none."),
    "kiriage": _("4 han 30 fu: 8,000 by ron, or 7,700."),
    "kazoe_yakuman": _("13 han: 32,000, or 24,000 as for 11 han."),
    "double_yakuman": _("Kokushi with a thirteen-sided wait: 64,000, or 32,000."),
    "pao": _("Bea calls the third dragon pong from Cho and wins with daisangen: Cho is liable for it, or isn’t."),
    "pao_covers": _("Daisangen and tsuuiisou: the liable player pays for both yakuman, or only for daisangen."),
    "pao_honba": _("Ann discards, Cho is liable, 1 honba: Cho pays the 200, or Ann does."),
    "tsumo_mode": _("A ko’s mangan by self-draw: 2,000 and 4,000, or 3,000 and 5,000, or 2,700 and 5,400."),
    "nagashi_mangan": _(
        "Bea discards only 1s, 9s and honours until the wall is empty: paid like a mangan, or nothing."
    ),
    "abortive_draws": _("Ann has nine different 1s, 9s and honours on the first draw: Ann can end the hand, or can’t."),
    "renchan": _("The dealer is tenpai in a drawn hand and deals again."),
    "length": _("East round only: the match ends when all three have lost the deal once."),
    "cold_points": _("70,000: the match ends when a player reaches it."),
    "uma": _("20, 0, −20: third place pays 20 to first."),
    "rounding": _("27,400 points: 27.4, or 27."),
    "ties": _("Ann and Cho both have 40,000: Ann, who dealt first, is first, or they share first and second place."),
    "chombo": _("The dealer declares a hand that isn’t legal: 4,000 to each opponent, or the fixed amount."),
    "chombo_each": _("10,000: the offender pays 20,000 in total."),
}


@dataclass(frozen=True, slots=True)
class RiichiSanmaHouseRules(RiichiHouseRules):
    """The house rules of one table of riichi sanma."""

    north: Literal["nukidora", "nukidora_yakuhai", "yakuhai", "guest_wind"] = choice(
        _("North tiles"),
        "E3",
        {
            "nukidora": _("set aside as dora; worth nothing in the hand"),
            "nukidora_yakuhai": _("set aside as dora; a value tile in the hand"),
            "yakuhai": _("a value tile for everyone, never set aside"),
            "guest_wind": _("nobody’s wind, never set aside"),
        },
        group="tiles",
    )
    rob_north_any: bool = shared("rob_north_any", "E3.4", True)
    rob_concealed_kong: bool = switch(_("Kokushi musou can rob a concealed kong"), "E4.5", group="play")
    red_fives: int = number(1, _("Red fives of each suit"), "E1.2", most=4, group="tiles")
    ippatsu: bool = switch(_("Ippatsu counts"), "E6", group="count", default=True)
    uradora: bool = switch(_("Uradora count after riichi"), "E1.3", group="count", default=True)
    kuitan: bool = shared("kuitan", "E4.6")
    atozuke: bool = shared("atozuke", "E4.6", True)
    pinfu_tsumo: bool = shared("pinfu_tsumo", "E5.1")
    chiitoi_allow_four: bool = shared("chiitoi_allow_four", "E4.2")
    renhou: Literal["none", "mangan", "yakuman"] = choice(
        _("A ron before your first draw (renhou)"),
        "E7.4",
        {"none": _("earns nothing extra"), "mangan": _("is a mangan"), "yakuman": _("is a yakuman")},
        group="count",
    )
    double_wind_fu: Literal[4, 2] = choice(
        _("Pair of a double wind (seat and round)"), "E5.4", {4: _("4 fu"), 2: _("2 fu")}, group="count"
    )
    rinshan_fu: bool = switch(_("A self-draw on a replacement tile earns 2 fu"), "E5.3", group="count", default=True)
    kiriage: bool = switch(_("4 han 30 fu and 3 han 60 fu are a mangan (kiriage)"), "E8", group="payments")
    kazoe_yakuman: bool = switch(_("13 han or more counts as a yakuman"), "E7.3", group="payments", default=True)
    yakuman_stack: bool = shared("yakuman_stack", "E7.2")
    yakuman_cap: int = shared("yakuman_cap", "E7.2")
    double_yakuman: str | tuple[str, ...] = house_rule(
        "list",
        NONE,
        _("Yakuman that count double"),
        "E7.1",
        choices={
            "kokushi_13": _("Kokushi with a thirteen-sided wait"),
            "suuankou_tanki": _("Suuankou tanki (pair wait)"),
            "daisuushii": _("Daisuushii"),
            "chuuren_9": _("Junsei chuuren (nine-sided wait)"),
        },
        whole=WHOLE,
        group="payments",
    )
    pao: str | tuple[str, ...] = house_rule(
        "list",
        LIABLE[:2],
        _("Yakuman with liability (pao)"),
        "E10.2",
        choices={"daisangen": _("Daisangen"), "daisuushii": _("Daisuushii"), "suukantsu": _("Suukantsu")},
        whole=WHOLE,
        group="payments",
    )
    pao_covers: Literal["hand", "yakuman"] = choice(
        _("The liable player pays for"),
        "E10.3",
        {"hand": _("the whole hand"), "yakuman": _("only that yakuman")},
        group="payments",
    )
    pao_honba: Literal["liable", "discarder"] = choice(
        _("Honba on a ron with a liable player"),
        "E10.3",
        {"liable": _("paid by the liable player"), "discarder": _("paid by the discarder")},
        group="payments",
    )
    tsumo_mode: Literal["loss", "split", "full"] = choice(
        _("What a self-draw pays"),
        "E9",
        {
            "loss": _("nobody pays North’s share"),
            "split": _("the two opponents pay half of North’s share each"),
            "full": _("the same in total as a ron"),
        },
        group="payments",
    )
    honba_ron: int = shared("honba_ron", "E2.5")
    honba_tsumo_each: int = shared("honba_tsumo_each", "E2.5")
    riichi_stick: int = shared("riichi_stick", "E2.6")
    noten_pool: int = shared("noten_pool", "E11.1")
    nagashi_mangan: bool = switch(
        _("Discarding only 1s, 9s and honours until the wall is empty pays like a mangan (nagashi mangan)"),
        "E11.2",
        group="payments",
        default=True,
    )
    multiple_ron: Literal["all", "head_bump"] = shared("multiple_ron", "E10.1")
    abortive_draws: str | tuple[str, ...] = house_rule(
        "list",
        ALL,
        _("Abortive draws"),
        "E11.3",
        choices={
            "kyuushu_kyuuhai": _("Nine different 1s, 9s and honours on the first draw"),
            "four_kongs": _("Four kongs by more than one player"),
        },
        whole={ALL: _("all played"), NONE: _("none played")},
        group="play",
    )
    renchan: Literal["win_or_tenpai", "win", "tenpai_from_south", "none"] = choice(
        _("When the dealer deals again"),
        "E2.3",
        {
            "win_or_tenpai": _("after a win, or after a drawn hand if tenpai"),
            "win": _("after a win"),
            "tenpai_from_south": _("after a win; from the second round on, also after a drawn hand if tenpai"),
            "none": _("never"),
        },
        group="game",
    )
    length: Literal["east_south", "east", "east_south_west"] = choice(
        _("Length of the match"),
        "E2.2",
        {
            "east_south": _("East and South rounds"),
            "east": _("East round only"),
            "east_south_west": _("East, South and West rounds"),
        },
        group="game",
    )
    bust: Literal["below_zero", "zero", "off"] = shared("bust", "E12.1")
    target_points: int = shared("target_points", "E12", 40_000)
    extension: Literal["next_wind", "return_east", "none"] = shared("extension", "E12", "next_wind")
    sudden_death: Literal["deal_passes", "any_hand"] = shared("sudden_death", "E12.4")
    agari_yame: bool = shared("agari_yame", "E12.3", True)
    tenpai_yame: bool = shared("tenpai_yame", "E12.3", True)
    cold_points: int = number(
        0,
        _("The match ends when a player reaches this many points"),
        "E12.2",
        most=10 * MONEY,
        group="game",
        help=_("0: there’s no such limit."),
    )
    start_points: int = shared("start_points", "E13.1")
    return_points: int = shared("return_points", "E13.1")
    uma: tuple[int, int, int] = house_rule(
        "places",
        (20, 0, -20),
        _("Uma for first, second and third place, in thousands"),
        "E13.1",
        least=-999,
        most=999,
        group="settlement",
    )
    sinking_uma: int = shared("sinking_uma", "E13.1")
    rounding: Literal["tenth", "thousand", "thousand_5_6"] = choice(
        _("Points in the result are rounded"),
        "E13.2",
        {
            "tenth": _("to tenths of a thousand"),
            "thousand": _("to whole thousands; 500 or more rounds up"),
            "thousand_5_6": _("to whole thousands; 600 or more rounds up"),
        },
        group="settlement",
    )
    ties: Literal["seat_order", "share"] = choice(
        _("Equal points at the end"),
        "E13.3",
        {
            "seat_order": _("the player who dealt first is ahead"),
            "share": _("the players share the uma and oka of their places"),
        },
        group="settlement",
    )
    chombo: Literal["mangan", "each"] = choice(
        _("A serious irregularity (chombo) costs"),
        "E15",
        {"mangan": _("a mangan, paid to the opponents"), "each": _("a fixed amount to each opponent")},
        group="payments",
    )
    chombo_each: int = number(
        10_000, _("Fixed amount of a chombo, paid to each opponent"), "E15", most=MONEY, group="payments"
    )
    chip_ippatsu: int = shared("chip_ippatsu", "E14")
    chip_ura: int = shared("chip_ura", "E14")
    chip_red: int = shared("chip_red", "E14")
    chip_red_when: Literal["always", "closed", "riichi"] = shared("chip_red_when", "E14")
    chip_yakuman: int = shared("chip_yakuman", "E14")
    chip_points: int = shared("chip_points", "E14")

    @property
    def doubled(self) -> frozenset[str]:
        """The variants of yakuman that count double (E7.1)."""
        return frozenset(chosen(self.double_yakuman, VARIANTS))

    @property
    def liable(self) -> tuple[str, ...]:
        """The yakuman with liability, in the order of E10.5."""
        return tuple(item for item in LIABLE if item in chosen(self.pao, LIABLE))

    @property
    def aborts(self) -> tuple[str, ...]:
        """The abortive draws that are played (E11.3)."""
        return tuple(item for item in ABORTS if item in chosen(self.abortive_draws, ABORTS))

    @property
    def sets_aside(self) -> bool:
        """Whether Norths can be set aside (E3)."""
        return self.north in ("nukidora", "nukidora_yakuhai")

    @property
    def north_is_value(self) -> bool:
        """Whether North in the hand is a value tile (E3)."""
        return self.north in ("nukidora_yakuhai", "yakuhai")


def chosen(value: Any, items: Collection[str]) -> Collection[str]:
    """The items of a list option: all, none, or those listed."""
    return items if value == ALL else () if value == NONE else value


OPTIONS = options_of(RiichiSanmaHouseRules, OPTION_EXAMPLES)

_SOUL: Mapping[str, Any] = {
    "rob_concealed_kong": True,
    "double_yakuman": ALL,
    "pao_covers": "yakuman",
    "return_points": 35_000,
    "uma": (15, 0, -15),
    "sudden_death": "any_hand",
}
_PARLOUR: Mapping[str, Any] = {
    "tsumo_mode": "split",
    "kuitan": False,
    "atozuke": False,
    "pinfu_tsumo": False,
    "chiitoi_allow_four": True,
    "honba_ron": 1000,
    "honba_tsumo_each": 1000,
    "renchan": "tenpai_from_south",
    "bust": "zero",
    "extension": "return_east",
    "sudden_death": "any_hand",
    "abortive_draws": NONE,
    "uma": (0, 0, 0),
    "chip_ippatsu": 1,
    "chip_ura": 1,
    "chip_red": 1,
    "chip_red_when": "closed",
}
_EMA: Mapping[str, Any] = {
    "red_fives": 0,
    "renhou": "mangan",
    "kazoe_yakuman": False,
    "yakuman_stack": False,
    "abortive_draws": NONE,
    "bust": "off",
    "target_points": 0,
    "extension": NONE,
    "agari_yame": False,
    "tenpai_yame": False,
    "return_points": 35_000,
    "uma": (15, 0, -15),
    "ties": "share",
    "chombo": "each",
}

PRESETS = (
    Preset("tenhou", _("Tenhou.net"), _("Tenhou’s three-player rules."), {}),
    Preset(
        "mahjong_soul",
        _("Mahjong Soul"),
        _("Mahjong Soul’s three-player rules: four yakuman can count double, and there’s no oka."),
        _SOUL,
    ),
    Preset(
        "parlour",
        _("Parlour (western Japan)"),
        _("As in a parlour with fu and chips: North’s share of a self-draw is paid too, and a honba is worth 1,000."),
        _PARLOUR,
    ),
    Preset(
        "ema_like",
        _("EMA-like"),
        _("The European (EMA) rules for four players, adapted for three: no red fives, no bust, shared places."),
        _EMA,
    ),
)
