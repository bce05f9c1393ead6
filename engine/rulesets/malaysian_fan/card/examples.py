"""An example in tiles for every item and maximum hand that tiles can show: what the rule card draws.

What tells of the way (a replacement, a robbed kong, the first or last tile) has none.
"""

from collections.abc import Mapping

from engine.rulesets.rule_card import Example

_CHOWS = "234p 567p 345p"


def _outside(key: str, word: str, numbers: tuple[int, ...] | int) -> tuple[Example, ...]:
    """A plain hand with pieces of one sort beside it: so many of them, or those with these numbers."""
    pieces = (word,) * (numbers if isinstance(numbers, int) else len(numbers))
    extra = {key: numbers if isinstance(numbers, int) else list(numbers)}
    return (Example("", f"{_CHOWS} 888p 99p", tile="9p", beside=pieces, extra=extra),)


# Jokers are shown by themselves: they stand for one tile of each set.
_JOKING = {"concealed": ["J2p", "3p", "4p", "J5p", "6p", "7p", "J3p", "4p", "5p", "J8p", "8p", "8p", "9p", "9p"]}

EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "dragon_pong": (Example("dRdRdR", f"{_CHOWS} 99p"),),
    "small_dragons": (Example("dRdRdR dGdGdG dWdW", "234p 567p"),),
    "own_wind": (Example("SSS", f"{_CHOWS} 99p"),),
    "north_wind": (Example("NNN", f"{_CHOWS} 99p"),),
    "mixed_suit": (Example("234p 567p 345p dRdRdR 99p"),),
    "one_suit": (Example("234p 567p 345p 888p 99p"),),
    "all_pongs": (Example("222p 555p 888p dRdRdR 99p", tile="8p"),),
    "faces": _outside("faces", "face", 1),
    "all_faces": _outside("faces", "face", 4),
    "animals": _outside("animals", "animal", 1),
    "all_animals": _outside("animals", "animal", 4),
    "own_flower": _outside("flowers", "flower", (2,)),
    "flower_set": _outside("flowers", "flower", (1, 2, 3, 4)),
    "four_winds": (Example("EEE SSS WWW NNN 99p"),),
    "small_four_winds": (Example("EEE SSS WWW NN", "234p", tile="4p"),),
    "three_dragons": (Example("dRdRdR dGdGdG dWdWdW", "234p 99p", tile="9p"),),
    "four_kongs": (Example("99p", melds="kong:2p ckong:4p kong:E kong:dR"),),
    "four_concealed": (Example("222p 555p 888p EEE 99p"),),
    "four_jokers": (Example("", tile="9p", beside=("joker",) * 4, extra=_JOKING),),
    "no_flowers": (Example("234p 567p 345p 888p 99p"),),
}
