"""The house rules of one table of Honshu sanma, each under the name of its option (options.py)."""

from dataclasses import dataclass
from typing import Literal

from engine.rulesets.definitions import HouseRuleValues


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
