"""The house rules of one table of the Korean/Japanese game, each under the name of its option (options.py)."""

from dataclasses import dataclass
from typing import Literal

from engine.rulesets.custom_items import OwnItem
from engine.rulesets.rotating_deal import PassingDealHouseRules


@dataclass(frozen=True, slots=True)
class KoreanJapaneseHouseRules(PassingDealHouseRules):
    """What a table of the Korean/Japanese game plays."""

    min_hand_points: int
    payment_mode: Literal[
        "double_hand_each_bonus", "discarder_covers_bonus", "discarder_covers_all_unless_ready", "discarder_covers_all"
    ]
    ready_discount: Literal["waiting", "declared", "none"]
    rob_kong_pays_as: Literal["discard", "wall"]
    unit_table: Literal["hk"] | None
    limit: int
    half_limit: int | None
    limits: Literal["all", "none"] | tuple[str, ...]
    limit_requires_concealed: bool
    limit_discard: Literal["double_plus_single", "discarder_double_only", "single_each"]
    limit_choose_higher: bool
    all_terminals_honours_scope: Literal["mixed", "unmixed"]
    nine_gates_strict: bool
    goulash_per_draw: int
    goulash_cap: int | None
    goulash_on_limit: bool
    three_ready: Literal["off", "draw", "hand_points_only"]
    items_off: tuple[str, ...]
    matching_bonus: Literal["tiles", "tiles_incl", "players", "off"]
    identical_chows: Literal["pairs", "once"]
    pure_excludes_no_honours: bool
    seven_pairs_allow_four: bool
    last_tile_on_discard: bool
    seat_dragons: bool
    claim_tiebreak: Literal["hand_bonus_turn", "hand_turn"]
    sacred_discard_scope: Literal["kind", "furiten"]
    wind_set: Literal["ESW", "NES"]
    five_bamboo_pair: bool
    north_tile: bool
    north_points_class: Literal["hand", "bonus"]
    no_bamboo: bool
    dead_wall_dora: bool
    revealed_dora: bool
    red_dora: bool
    fictive_hand: bool
    own_items: tuple[OwnItem, ...]
