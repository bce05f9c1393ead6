"""Example hands for the rule card: one for each yaku, yakuman and bonus item that tiles can show.

In each example, South wins in the East round. Most hands are self-drawn, so that they don't need a yaku before the
winning tile, and have two Norths or flowers set aside (not shown), so that they reach 3 han even without bazoro.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.rulesets.rule_card import Example

_NORTHS = {"norths": 2}
_FLOWERS = {"flowers": 2}
_RIICHI = {"riichi": "double", "norths": 2}
_REST = "234p 678s 345s"


def _drawn(shown: str, rest: str = "", melds: str = "", tile: str = "") -> Example:
    return Example(shown, rest, melds, tile, by="tsumo", extra=_NORTHS)


YAKU_EXAMPLES: Mapping[str, Example] = {
    "yakuhai_dragon": _drawn("dRdRdR", f"{_REST} 99p"),
    "yakuhai_seat": _drawn("SSS", f"{_REST} 99p"),
    "yakuhai_round": _drawn("EEE", f"{_REST} 99p"),
    "yakuhai_north": Example("NNN", f"{_REST} 99p", by="tsumo", extra={"riichi": "double"}),
    "shousangen": _drawn("dRdRdR dGdGdG dWdW", "234p 678s"),
    "iipeikou": _drawn("234p 234p", "678s 345s 9m9m"),
    "ryanpeikou": _drawn("234p 234p 678s 678s", "9m9m"),
    "iisou_sanjun": Example("123p 123p 123p", "789s 9m9m", by="ron", extra=_RIICHI),
    "ittsu": _drawn("123p 456p 789p", "234s 99s"),
    "sanankou": _drawn("222p 555s 888p", "345s 9m9m", tile="9m"),
    "sankantsu": _drawn("", "345s 9m9m", melds="kong:8p ckong:2s kong:5p", tile="9m"),
    "sanrenkou": _drawn("", "345s 9m9m", melds="pong:2p pong:3p pong:4p", tile="9m"),
    "pinfu": Example("123p 678p 234s 678s 99p", by="ron", tile="8s", extra=_RIICHI),
    "tanyao": _drawn("234p 678p 345s 678s 55s"),
    "toitoi": _drawn("888s 9m9m", melds="pong:2p pong:5s pong:7p", tile="8s"),
    "chiitoitsu": _drawn("1p1p 4p4p 7p7p 3s3s 8s8s 9m9m dRdR"),
    "chanta": _drawn("123p 789s 123s dRdRdR 9m9m", tile="9m"),
    "junchan": _drawn("123p 789p 123s 789s 9m9m", tile="9m"),
    "honroutou": _drawn("9m9m9m dWdW", melds="pong:1p pong:9s pong:E", tile="9m"),
    "honitsu": _drawn("123p 345p 678p dRdRdR 99p"),
    "chinitsu": _drawn("123p 345p 678p 222p 99p"),
}

YAKUMAN_EXAMPLES: Mapping[str, Example] = {
    "kokushi": _drawn("1p9p 1m9m 1s9s ESW N dWdGdR dR"),
    "suuankou": _drawn("222p 555s 888p 777s 9m9m"),
    "suukantsu": _drawn("9m9m", melds="kong:8p ckong:2s kong:1m kong:5p"),
    "daisangen": _drawn("dRdRdR dGdGdG dWdWdW", "234p 99p", tile="9p"),
    "suushiihou": Example("EEE SSS WWW NN", "234p", by="tsumo"),
    "tsuuiisou": _drawn("EEE SSS WWW dRdRdR dGdG"),
    "chinroutou": _drawn("111p 999p 1m1m1m 9s9s9s 1s1s"),
    "ryuuiisou": _drawn("234s 234s 666s 888s dGdG"),
    "chuuren": _drawn("111p 2345678p 999p 5p"),
}

_BONUS_HAND = f"dRdRdR {_REST}"
BONUS_EXAMPLES: Mapping[str, Example] = {
    "dora": Example("99p", _BONUS_HAND, by="tsumo", turned="8p", extra={"dora_indicators": ["8p"]}),
    "uradora": Example(
        "99p", _BONUS_HAND, by="tsumo", turned="8p", extra={"riichi": "riichi", "ura_indicators": ["8p"]}
    ),
    "pei_dora": Example("", f"{_BONUS_HAND} 99p", by="tsumo", tile="9p", beside=("N", "N"), extra=_NORTHS),
    "flower": Example("", f"{_BONUS_HAND} 99p", by="tsumo", tile="9p", beside=("flower",) * 2, extra=_FLOWERS),
    "akadora": Example("", f"{_BONUS_HAND} 55p", by="tsumo", tile="5p", beside=("5pr",), extra={**_NORTHS, "red": 1}),
}


def examples(kind: str, item: str) -> tuple[Example, ...]:
    """The example of an item, if any, in up to three versions: with Norths, with flowers and with neither."""
    example = {"pattern": YAKU_EXAMPLES, "limit": YAKUMAN_EXAMPLES, "bonus": BONUS_EXAMPLES}[kind].get(item)
    if not example or "norths" not in example.extra:
        return (example,) if example else ()
    rest = {key: value for key, value in example.extra.items() if key != "norths"}
    return (example, *(replace(example, extra={**rest, **more}) for more in (_FLOWERS, {})))
