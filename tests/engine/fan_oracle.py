"""The value of a hand of the Malaysian fan game: a second implementation, written from rules C1 to C3.

Takes the input of a question (type hand, with `hand_no`, house rules with all defaults) and returns its result.
Tiles are strings. It shares no code with the engine.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tests.engine.slow_reader import cut

DEFAULTS = {"min_fan": 5, "max_fan": 10, "payment": "discarder_double", "unit": "linear", "small_dragons_total": True}
CIRCLES = [f"{number}p" for number in range(1, 10)]
WINDS, DRAGONS = ["E", "S", "W", "N"], ["dW", "dG", "dR"]
DECK = [*CIRCLES, *WINDS, *DRAGONS]
PLAYERS = ["P1", "P2", "P3"]
MAXIMA = (
    *("four_winds", "small_four_winds", "three_dragons", "four_kongs", "four_concealed", "four_jokers"),
    *("first_tile", "last_tile", "two_kong_replacement", "no_flowers"),
)
Sets = tuple[tuple, ...]  # (kind, lowest tile, exposed), a concealed kong not exposed


class Asked:
    """The hand of a question, before its tiles are read."""

    def __init__(self, house: Mapping, asked: Mapping) -> None:
        self.house, self.asked, self.win = {**DEFAULTS, **house}, asked, asked["win"]
        given = [(m["type"], m["tile"], m.get("exposed", True), m.get("jokers", 0)) for m in asked.get("melds", [])]
        self.melds = [meld for meld in given if meld[0] != "pong" or meld[2]]
        hidden = [meld for meld in given if meld not in self.melds]
        self.pieces = [*asked["concealed"], *(p for meld in hidden for p in pieces_of(meld))]
        self.everything = [*self.pieces, *(p for meld in self.melds for p in pieces_of(meld))]
        self.concealed = [piece.removeprefix("J") for piece in self.pieces]
        self.place = (PLAYERS.index(asked["winner"]) - (asked["hand_no"] - 1)) % 3
        self.by, self.tile = self.win["by"], self.win["tile"]

    def refusal(self) -> str | None:
        real = Counter(piece for piece in self.everything if piece[0] != "J")
        jokers = [piece[1:] for piece in self.everything if piece[0] == "J"]
        if any(meld[0] == "chow" for meld in self.melds):
            return "exposed_chow"
        if len(self.pieces) + 3 * len(self.melds) != 14:
            return "wrong_tile_count"
        if not {*real, *jokers} <= set(DECK) or max(real.values(), default=0) > 4 or len(jokers) > 4:
            return "tile_not_in_deck"
        if self.tile not in self.pieces:
            return "winning_tile_missing"
        return None if any(self.readings()) and not self.win.get("concealed_kong") else "not_a_legal_hand"

    def readings(self) -> Iterator[tuple[Sets, str, tuple | None]]:
        """(sets, pair, the set that another player's tile completed, or None for the pair)."""
        lying = tuple((kind, tile, up) for kind, tile, up, _jokers in self.melds)
        for sets, pair in cut(tuple(sorted(self.concealed))):
            if len(sets) + len(lying) != 4:
                continue
            if self.by == "wall":
                yield (*sets, *lying), pair, None
                continue
            tile = self.tile.removeprefix("J")
            for each in sets:
                if tile in tiles_of(each):
                    yield (*sets, *lying), pair, each
            if tile == pair:
                yield (*sets, *lying), pair, None

    def best(self) -> dict[str, Any]:
        """The reading that collects most, with its payments."""
        counted = [self.count(*reading) for reading in self.readings()]
        enough = [each for each in counted if each["legal"]]
        return max(enough or counted, key=lambda each: (self.value(each), each["fan_total"], len(each["maximum"])))

    def count(self, sets: Sets, pair: str, finished: tuple | None) -> dict[str, Any]:
        earned = {item: fan for item, fan in self.items(sets, pair).items() if fan}
        reached = self.maxima(sets, pair, finished)
        total = sum(earned.values())
        legal = bool(reached) or total >= self.house["min_fan"]
        names = [name for name in MAXIMA if name in reached]
        return {"legal": legal, "patterns": earned, "maximum": names, "fan_total": total}

    def items(self, sets: Sets, pair: str) -> dict[str, int]:
        pongs = [tile for kind, tile, _up in sets if kind != "chow"]
        dragons = [tile for tile in pongs if tile in DRAGONS]
        tiles = [piece.removeprefix("J") for piece in self.everything]
        circles, honours = (any((tile in CIRCLES) is wanted for tile in tiles) for wanted in (True, False))
        small = len(dragons) == 2 and sorted([*dragons, pair]) == sorted(DRAGONS)
        alone = small and self.house["small_dragons_total"]
        extra = self.outside()
        return {
            "dragon_pong": 0 if alone else len(dragons),
            "small_dragons": 3 * small,
            "own_wind": (2 if self.place == 0 else 1) if WINDS[self.place] in pongs else 0,
            "north_wind": int("N" in pongs),
            "mixed_suit": int(circles and honours),
            "one_suit": 3 * (circles and not honours),
            "all_pongs": 2 * (len(pongs) == 4),
            **extra,
            "replacement": int(self.win.get("replacement", False)),
            "rob_kong": int(self.by == "rob_kong"),
        }

    def outside(self) -> dict[str, int]:
        faces, animals = self.asked.get("faces", 0), self.asked.get("animals", 0)
        numbered = [self.asked.get("flowers", []), self.asked.get("seasons", [])]
        return {
            "faces": faces,
            "all_faces": int(faces == 4),
            "animals": animals,
            "all_animals": int(animals == 4),
            "own_flower": sum(self.place + 1 in numbers for numbers in numbered),
            "flower_set": sum(len(numbers) == 4 for numbers in numbered),
        }

    def maxima(self, sets: Sets, pair: str, finished: tuple | None) -> set[str]:
        pongs = [tile for kind, tile, _up in sets if kind != "chow"]
        winds, dragons = ([tile for tile in pongs if tile in kinds] for kinds in (WINDS, DRAGONS))
        hidden = sum(kind != "chow" and not up for kind, _tile, up in sets) - (
            finished is not None and finished[0] == "pong"
        )
        held = {
            "four_winds": len(winds) == 4,
            "small_four_winds": sorted([*winds, pair]) == sorted(WINDS),
            "three_dragons": len(dragons) >= 3,
            "four_kongs": sum(kind == "kong" for kind, _tile, _up in sets) == 4,
            "four_concealed": hidden == 4,
            "four_jokers": sum(piece[0] == "J" for piece in self.everything) == 4,
            "first_tile": self.win.get("first_tile"),
            "last_tile": self.win.get("last_tile"),
            "two_kong_replacement": self.win.get("double_kong"),
            "no_flowers": not any(self.asked.get(key) for key in ("flowers", "seasons", "faces", "animals")),
        }
        return {name for name, holds in held.items() if holds}

    def value(self, counted: Mapping) -> int:
        """The amount that one opponent pays once."""
        fan = self.house["max_fan"] if counted["maximum"] else min(counted["fan_total"], self.house["max_fan"])
        if not counted["legal"]:
            return 0
        return fan if self.house["unit"] == "linear" else int(2 ** (fan - self.house["min_fan"]))

    def payments(self, counted: Mapping) -> dict[str, int]:
        value, winner = self.value(counted), self.asked["winner"]
        owed = {player: value for player in PLAYERS if player != winner}
        if self.by != "wall" and self.house["payment"] == "discarder_double":
            owed = {player: 2 * value if player == self.win["from"] else 0 for player in owed}
        return {player: sum(owed.values()) if player == winner else -owed[player] for player in PLAYERS}


def pieces_of(meld: tuple) -> list[str]:
    kind, tile, _up, jokers = meld
    size = 4 if kind == "kong" else 3
    return [f"J{tile}"] * jokers + [tile] * (size - jokers)


def tiles_of(each: tuple) -> list[str]:
    kind, tile, _up = each
    return [f"{int(tile[0]) + step}p" for step in range(3)] if kind == "chow" else [tile]


def result(house: Mapping, asked: Mapping) -> dict[str, Any]:
    """The complete result of a hand."""
    hand = Asked(house, asked)
    if reason := hand.refusal():
        nothing = {"patterns": {}, "maximum": [], "fan_total": 0}
        return {"legal": False, "reason": reason, **nothing, "payments": dict.fromkeys(PLAYERS, 0)}
    counted = hand.best()
    reason = None if counted["legal"] else "minimum_not_reached"
    return {**counted, "reason": reason, "payments": hand.payments(counted)}
