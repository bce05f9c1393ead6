"""Example hands for the rule card, at least one for each pattern, limit hand and bonus item that tiles can show.

The card shows the first example that earns the item at this table. E, S and W stand for the first, second and third
wind in play.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.rulesets.rule_card import Example
from engine.seats import Wind

_CHOWS = "234p 678m 345m"
_REVEALED = {"revealed_indicator": "3p"}
_ONE_SUIT = "123p 345p 678p"

PATTERN_EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "dragon_pong": (Example("dRdRdR", f"{_CHOWS} 99m"),),
    "two_dragons": (Example("dRdRdR dGdGdG", "234p 678m 99m"),),
    "seat_dragon": (Example("dRdRdR", f"{_CHOWS} 99m"),),
    "wind_pong": (Example("WWW", f"{_CHOWS} 99m"),),
    "seat_wind": (Example("SSS", f"{_CHOWS} 99m"),),
    "round_wind": (Example("EEE", f"{_CHOWS} 99m"),),
    "north_pair": (Example("NN", f"dRdRdR {_CHOWS}"),),
    "north_kong": (Example("", f"{_CHOWS} 99m", melds="kong:N", tile="9m"),),
    "kong": (Example("", f"{_CHOWS} 99m", melds="kong:8p", tile="9m"),),
    "three_kongs": (Example("", "345m 99m", melds="kong:8p ckong:2m kong:5p", tile="9m"),),
    "bamboo_terminal_pong": (Example("1s1s1s", f"{_CHOWS} 99m"),),
    "both_bamboo": (Example("1s1s1s 9s9s9s", "234p 678m 99m"),),
    "identical_chows": (Example("234p 234p", "678m 345m 99m"),),
    "straight": (Example("123p 456p 789p", "345m 99m"),),
    "three_concealed_pongs": (Example("222p 555m 888p", "345m 99m", tile="9m"),),
    "all_pongs": (Example("222p 555m 888p 777m 99p"),),
    "all_terminals_honours": (Example("111p 999m dRdRdR EEE 99p"),),
    "pure": (Example(f"{_ONE_SUIT} dRdRdR 99p"),),
    "pure_no_honours": (Example(f"{_ONE_SUIT} 222p 99p"),),
    "seven_pairs": (Example("22p 55p 88p 33m 66m 99m dRdR"),),
    "no_honours": (Example("234p 678p 345m 678m 99m"),),
    "all_chows": (Example("234p 678p 345m 678m 55m"),),
    "concealed": (Example("234p 678p 345m 678m 99m"),),
    "concealed_wall": (Example("234p 678p 345m 678m 99m", by="wall"),),
}

BONUS_EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "matching": (Example("444p", "678m 345m 123m 99m", marked=True),),
    "flower": (Example("", f"{_CHOWS} 123m 99m", tile="9m", beside=("flower",), extra={"flowers": 1}),),
    "all_flowers": (Example("", f"{_CHOWS} 123m 99m", tile="9m", beside=("flower",) * 4, extra={"flowers": 4}),),
    "dora_tile": (Example("234p", "678m 345m 123m 99m", tile="9m", turned="3p", extra={"dora_indicator": "3p"}),),
    "revealed_dora_tile": (Example("234p", "678m 345m 123m 99m", tile="9m", turned="3p", extra=_REVEALED),),
    "revealed_dora_eye": (Example("44p", "678m 345m 123m 123m", turned="3p", extra=_REVEALED),),
    "revealed_dora_pong": (Example("444p", "678m 345m 123m 99m", tile="9m", turned="3p", extra=_REVEALED),),
    "revealed_dora_kong": (
        Example("", "678m 345m 123m 99m", melds="kong:4p", tile="9m", turned="3p", extra=_REVEALED),
    ),
    "red_dora": (Example("", "345p 678m 345m 123m 99m", tile="9m", beside=("5pr",), extra={"red_fives": 1}),),
    "north_pair": PATTERN_EXAMPLES["north_pair"],
    "north_kong": PATTERN_EXAMPLES["north_kong"],
    "north_win": (Example("NN", f"dRdRdR {_CHOWS}", marked=True),),
}

LIMIT_EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "small_dragons": (Example("dRdRdR dGdGdG dWdW", "234p 678m", tile="8m"),),
    "small_winds": (Example("EEE SSS WW", "234p 678m", tile="8m"),),
    "all_bamboo_honours": (
        Example("1s1s1s EEE SSS dRdRdR 5s5s"),
        Example("1s1s1s 9s9s9s EEE dRdRdR WW"),
        Example("EEE SSS dRdRdR dGdGdG WW"),
    ),
    "outside_hand": (Example("123p 789m 111m EEE 99p"),),
    "concealed_pure_with_honour_pong": (Example(f"{_ONE_SUIT} dRdRdR 99p"),),
    "four_concealed_pongs": (Example("222p 555m 888p 777m 99p"),),
    "three_kongs_honour_pair": (
        Example("dRdR", "345m", melds="kong:8p kong:2m kong:5p", tile="dR"),
        Example("dRdR", "345m", melds="ckong:8p ckong:2m ckong:5p", tile="dR"),
    ),
    "small_jade_dragon": (Example("dGdGdG 5s5s", _CHOWS, tile="5m"),),
    "three_concealed_kongs": (Example("", "345m 99m", melds="ckong:8p ckong:2m ckong:5p", tile="9m"),),
    "four_kongs": (
        Example("99m", melds="kong:8p ckong:2m kong:5p kong:3m"),
        Example("99m", melds="ckong:8p ckong:2m ckong:5p ckong:3m"),
    ),
    "all_terminals_honours": (
        Example("111p 999m dRdRdR EEE 99p"),
        Example("111p 999p 111m 999m 1s1s"),
        Example("EEE SSS dRdRdR dGdGdG WW"),
    ),
    "great_dragons": (Example("dRdRdR dGdGdG dWdWdW", "234p 99m", tile="9m"),),
    "great_winds": (Example("EEE SSS WWW", "234p 99m", tile="9m"),),
    "bamboo_pongs_five_pair": (Example("1s1s1s 9s9s9s 5s5s", "234p 678m", tile="8m"),),
    "four_concealed_kongs": (Example("99m", melds="ckong:8p ckong:2m ckong:5p ckong:3m"),),
    "thirteen_orphans": (Example("1p9p 1m9m 1s9s ESW dWdGdR dRdR"), Example("1p9p 1m9m 1s9s ESWN dWdGdR dR")),
    "nine_gates": (Example("111p 2345678p 999p 5p", marked=True),),
    "pearl_dragon": (Example(f"{_ONE_SUIT} dWdWdW 99p"),),
    "ruby_dragon": (Example("123m 345m 678m dRdRdR 99m"),),
    "great_jade_dragon": (Example("1s1s1s 9s9s9s dGdGdG", "234p 99m", tile="9m"),),
}


def examples(kind: str, item: str, winds: Sequence[Wind]) -> tuple[Example, ...]:
    """The examples of an item, with the winds in play."""
    choices = {"pattern": PATTERN_EXAMPLES, "bonus": BONUS_EXAMPLES, "limit": LIMIT_EXAMPLES}[kind].get(item, ())
    in_play = dict(zip("ESW", (wind.value for wind in winds), strict=True))

    def placed(tiles: str) -> str:
        return re.sub(r"(?<!d)[ESW]", lambda wind: in_play[wind.group()], tiles)

    return tuple(replace(example, shown=placed(example.shown), rest=placed(example.rest)) for example in choices)
