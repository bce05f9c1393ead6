"""An example in tiles for every pattern and limit hand: what the rule card draws.

`shown` is what the card draws; with `rest` (and `melds`) it is a whole hand that earns the pattern,
which a test asks of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Example:
    """A hand in short text; `melds` lie on the table ("kong:1p", "ckong:1p" concealed, "pong:E").

    `tile` is the winning tile (the last one shown, if left out); `by` "wall" or "discard". The
    winner is South in the East round, unless `hand_no` says otherwise.
    """

    shown: str
    rest: str = ""
    melds: str = ""
    tile: str = ""
    by: str = "discard"
    hand_no: int = 3
    house: Mapping[str, object] = field(default_factory=dict)


_CHOWS = "234p 678m 345m"
_NORTH = {"north_tile": True}
_FIVES = {"five_bamboo_pair": True}

PATTERN_EXAMPLES: Mapping[str, Example] = {
    "dragon_pong": Example("dR dR dR", f"{_CHOWS} 99m"),
    "two_dragons": Example("dR dR dR dG dG dG", "234p 678m 99m"),
    "seat_dragon": Example("dR dR dR", f"{_CHOWS} 99m", house={"seat_dragons": True}, hand_no=3),
    "wind_pong": Example("W W W", f"{_CHOWS} 99m"),
    "seat_wind": Example("S S S", f"{_CHOWS} 99m"),
    "round_wind": Example("E E E", f"{_CHOWS} 99m"),
    "north_pair": Example("N N", "dR dR dR 234p 678m 345m", house=_NORTH),
    "north_kong": Example("", "234p 678m 345m 99m", melds="kong:N", tile="9m", house=_NORTH),
    "kong": Example("", "234p 678m 345m 99m", melds="kong:8p", tile="9m"),
    "three_kongs": Example("", "345m 99m", melds="kong:8p ckong:2m kong:1s", tile="9m"),
    "bamboo_terminal_pong": Example("1s 1s 1s", f"{_CHOWS} 99m"),
    "both_bamboo": Example("1s 1s 1s 9s 9s 9s", "234p 678m 99m"),
    "identical_chows": Example("234p 234p", "678m 345m 99m"),
    "straight": Example("123p 456p 789p", "345m 99m"),
    "three_concealed_pongs": Example("222p 555m 888p", "345m 99m", tile="9m"),
    "all_pongs": Example("222p 555m 888p 777m 9p 9p"),
    "all_terminals_honours": Example("111p 999m dR dR dR 1s 1s 1s W W"),
    "pure": Example("123p 345p 678p dR dR dR 9p 9p"),
    "pure_no_honours": Example("123p 345p 678p 222p 9p 9p"),
    "seven_pairs": Example("22p 55p 88p 33m 66m 99m dR dR"),
    "no_honours": Example("234p 678p 345m 678m 9m 9m"),
    "all_chows": Example("234p 678p 345m 678m 5m 5m"),
    "concealed": Example("234p 678p 345m 678m 9m 9m"),
    "concealed_wall": Example("234p 678p 345m 678m 9m 9m", by="wall"),
}

LIMIT_EXAMPLES: Mapping[str, Example] = {
    "small_dragons": Example("dR dR dR dG dG dG dW dW", "234p 678m", tile="8m"),
    "small_winds": Example("E E E S S S W W", "234p 678m", tile="8m"),
    "all_bamboo_honours": Example(
        "1s 1s 1s 9s 9s 9s E E E dR dR dR W W",
        house={"limits": ["all_bamboo_honours"]},
    ),
    "outside_hand": Example("123p 789m 111m E E E 9p 9p"),
    "concealed_pure_with_honour_pong": Example("123p 345p 678p dR dR dR 9p 9p"),
    "four_concealed_pongs": Example("222p 555m 888p 777m 9p 9p"),
    "three_kongs_honour_pair": Example("dR dR", "345m", melds="kong:8p kong:2m kong:1s", tile="dR"),
    "small_jade_dragon": Example("dG dG dG 5s 5s", "234p 678m 345m", tile="5m", house=_FIVES),
    "three_concealed_kongs": Example("", "345m 99m", melds="ckong:8p ckong:2m ckong:1s", tile="9m"),
    "four_kongs": Example("9m 9m", melds="kong:8p ckong:2m kong:1s kong:5p"),
    "all_terminals_honours": Example("111p 999m dR dR dR 1s 1s 1s W W"),
    "great_dragons": Example("dR dR dR dG dG dG dW dW dW", "234p 99m", tile="9m"),
    "great_winds": Example("E E E S S S W W W", "234p 99m", tile="9m"),
    "bamboo_pongs_five_pair": Example("1s 1s 1s 9s 9s 9s 5s 5s", "234p 678m", tile="8m", house=_FIVES),
    "four_concealed_kongs": Example("9m 9m", melds="ckong:8p ckong:2m ckong:1s ckong:5p"),
    "thirteen_orphans": Example("1p 9p 1m 9m 1s 9s E S W dW dG dR dR dR"),
    "nine_gates": Example("1112345678999p 5p"),
    "pearl_dragon": Example("123p 345p 678p dW dW dW 9p 9p"),
    "ruby_dragon": Example("123m 345m 678m dR dR dR 9m 9m"),
    "great_jade_dragon": Example("1s 1s 1s 9s 9s 9s dG dG dG", "234p 99m", tile="9m"),
}
