"""Different winning hands of the Korean/Japanese game, as lines for `manage.py score`; the same ones in every run.

The random numbers are seeded. The engine decides whether a hand may be declared; its score is not used.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.json_api import answer

SYSTEM = "korean_japanese"
SEED = 20261121
PLAYERS = ("P1", "P2", "P3")
NUMBERED = [f"{number}{suit}" for suit in "pm" for number in range(1, 10)]
HONOURS = ["E", "S", "W", "dW", "dG", "dR"]
OUTER = [*(tile for tile in NUMBERED if tile[0] in "19"), "1s", "9s", *HONOURS]
ALL = [*NUMBERED, "1s", "9s", *HONOURS]
CHOWS = [[f"{first + step}{suit}" for step in range(3)] for suit in "pm" for first in range(1, 8)]
Hand = tuple[list[str], list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of four sets and a pair: chows and kinds of tiles, and the shares of chows, kongs and exposed pongs."""

    chows: list[list[str]]
    kinds: list[str]
    chow: float = 0.6
    kong: float = 0.0
    laid: float = 0.0

    def hand(self, chance: Random) -> Hand:
        """Return (concealed, melds), drawn again until there are at most four tiles of a kind."""
        while True:
            sets = [self._set(chance) for _each in range(4)]
            pair = [chance.choice(self.kinds)] * 2
            if max(Counter(tile for part in (*sets, pair) for tile in part).values()) <= 4:
                return self._laid(chance, sets, pair)

    def _set(self, chance: Random) -> list[str]:
        if chance.random() < self.chow:
            return chance.choice(self.chows)
        return [chance.choice(self.kinds)] * (4 if chance.random() < self.kong else 3)

    def _laid(self, chance: Random, sets: list[list[str]], concealed: list[str]) -> Hand:
        """Put kongs on the table, exposed or concealed, and exposed pongs; other sets stay in the hand."""
        melds = []
        for part in sets:
            kong, exposed = len(part) == 4, chance.random() < self.laid
            if part[0] == part[1] and (kong or exposed):
                melds.append({"type": "kong" if kong else "pong", "tile": part[0], "exposed": exposed})
            else:
                concealed = [*concealed, *part]
        return concealed, melds


class Pairs:
    """Seven different pairs."""

    def hand(self, chance: Random) -> Hand:
        return [tile for tile in chance.sample(ALL, 7) for _copy in range(2)], []


class Orphans:
    """One of each terminal and honour, and two more of one of them."""

    def hand(self, chance: Random) -> Hand:
        return [*OUTER, *[chance.choice(OUTER)] * 2], []


def _suited(suit: str) -> Shape:
    own = [tile for tile in NUMBERED if tile[1] == suit]
    return Shape([chow for chow in CHOWS if chow[0] in own], [*own, *HONOURS], kong=0.05, laid=0.1)


# The shapes and their shares: mostly sets, as at a table, but enough of the rare ones.
SHAPES: tuple[tuple[Shape | Pairs | Orphans, int], ...] = (
    (Shape(CHOWS, ALL), 100),
    (Shape(CHOWS, ALL, chow=0.35, kong=0.3, laid=0.6), 40),
    (Shape([chow for chow in CHOWS if chow[0][0] in "17"], OUTER, chow=0.25, kong=0.15, laid=0.3), 10),
    (_suited("p"), 12),
    (_suited("m"), 12),
    (Pairs(), 25),
    (Orphans(), 1),
)


def lines(number: int, seed: int = SEED) -> list[str]:
    """`number` different questions about hands that may be declared. A longer list starts with the shorter one."""
    chance, found = Random(seed), dict[str, str]()
    shapes, shares = zip(*SHAPES, strict=True)
    while len(found) < number:
        concealed, melds = chance.choices(shapes, shares)[0].hand(chance)
        held = json.dumps([sorted(concealed), sorted(melds, key=str)])
        line = json.dumps({"system": SYSTEM, "type": "hand", "input": _told(chance, concealed, melds)})
        if held not in found and answer(line)["result"]["legal"]:
            found[held] = line
    return list(found.values())


def _told(chance: Random, concealed: list[str], melds: list[dict[str, Any]]) -> dict[str, Any]:
    """The whole input for a hand: shuffled tiles, how it was won, and who was waiting."""
    chance.shuffle(concealed)
    winner, *others = chance.sample(PLAYERS, 3)
    return {
        "winner": winner,
        "hand_no": chance.randint(1, 27),
        "concealed": concealed,
        "melds": melds,
        "win": _how_won(chance, concealed, others),
        "declared_ready": not any(meld["exposed"] for meld in melds) and chance.random() < 0.3,
        "waiting": {player: chance.random() < 0.4 for player in others},
        "flowers": chance.choice((0, 0, 1, 2, 4)),
    }


def _how_won(chance: Random, concealed: list[str], others: list[str]) -> dict[str, Any]:
    tile = chance.choice(concealed)
    if chance.random() < 0.5:
        return {"by": "wall", "tile": tile, "last_tile": chance.random() < 0.05, "replacement": chance.random() < 0.1}
    robbed = concealed.count(tile) == 1 and chance.random() < 0.1
    return {"by": "rob_kong" if robbed else "discard", "tile": tile, "from": others[0]}
