"""Every reading of a riichi sanma hand and its count: a second implementation, written from rules E3 to E7.

`riichi_oracle` uses it to calculate what the best reading pays. It shares no code with the engine: the shapes come from
`honshu_readings`, which finds them by brute force; every yaku is a check of one reading.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.engine import honshu_readings
from tests.engine.honshu_readings import DRAGONS, ENDS, GREEN, HONOURS, WINDS, outer, tiles_of, without

# E6: han in a concealed hand, in an open hand (0: none).
HAN = {
    **dict.fromkeys(("riichi", "ippatsu", "menzen_tsumo", "pinfu", "iipeikou"), (1, 0)),
    **dict.fromkeys(("tanyao", "yakuhai_dragon", "yakuhai_seat", "yakuhai_round", "yakuhai_north"), (1, 1)),
    **dict.fromkeys(("haitei_houtei", "rinshan", "chankan"), (1, 1)),
    **dict.fromkeys(("double_riichi", "chiitoitsu"), (2, 0)),
    **dict.fromkeys(("honroutou", "toitoi", "sanankou", "sankantsu", "sanshoku_doukou", "shousangen"), (2, 2)),
    **dict.fromkeys(("ittsu", "chanta"), (2, 1)),
    **dict.fromkeys(("junchan", "honitsu"), (3, 2)),
    "ryanpeikou": (3, 0),
    "chinitsu": (6, 5),
    "renhou": (5, 0),
}
# E7, in the order of the rules.
YAKUMAN = (
    *("tenhou", "chiihou", "renhou", "kokushi", "suuankou", "daisangen", "shousuushii", "daisuushii"),
    *("tsuuiisou", "chinroutou", "ryuuiisou", "chuuren", "suukantsu"),
)
DOUBLE = {"kokushi": "kokushi_13", "suuankou": "suuankou_tanki", "daisuushii": "daisuushii", "chuuren": "chuuren_9"}
# E5: a pong of 2 to 8 and of other tiles, exposed and concealed; a kong counts four times as much.
PONG = {(False, True): 2, (False, False): 4, (True, True): 4, (True, False): 8}


class Hand(honshu_readings.Hand):
    """The hand of a question, with its house rules and seat."""

    def __init__(self, house: Mapping, asked: Mapping) -> None:
        super().__init__(house, {"hand_no": 1, **asked})
        if "hand_no" not in asked:
            self.seat, self.round = asked["seats"][self.winner], asked["round"]
            self.dealer = next(player for player, wind in asked["seats"].items() if wind == "E")
        self.first = bool(asked.get("first_draw")) and not self.melds and not self.norths

    @property
    def is_renhou(self) -> bool:
        return self.first and self.by == "ron" and self.winner != self.dealer

    def worth_of_pair(self, tile: str | None) -> int:
        """Fu of the pair (E3, E5)."""
        if tile in DRAGONS:
            return 2
        if tile == "N":
            return 2 if self.house["north"] in ("nukidora_yakuhai", "yakuhai") else 0
        if tile == self.seat == self.round:
            return self.house["double_wind_fu"]
        return 2 if tile in (self.seat, self.round) else 0


class Reading:
    """One reading of a hand won with `tile`, and the set (or "pair") that it completed. `plain`: as a ron."""

    def __init__(self, hand: Hand, shape: tuple, tile: str, finished: tuple | str | None, plain: bool) -> None:
        self.hand, self.shape, self.tile, self.finished, self.plain = hand, shape, tile, finished, plain
        self.sets = shape[1] if shape[0] == "sets" else ()
        self.pair = shape[2] if shape[0] == "sets" else None
        self.rest = list(without(tuple(hand.tiles), [hand.win["tile"]]))
        self.tiles = [*self.rest, tile]
        self.chows = [each for each in self.sets if each[0] == "chow"]
        self.pongs = [each for each in self.sets if each[0] != "chow"]
        self.kinds = {each[1] for each in self.pongs}
        self.kongs = [each for each in self.pongs if each[0] == "kong"]
        self.drawn = hand.drawn and not plain
        self.replaced = self.drawn and bool(hand.win.get("replacement"))

    def exposed(self, each: tuple) -> bool:
        """E4.3: exposed, or completed by another player's tile."""
        return each[2] or (not self.drawn and each == self.finished)

    @property
    def hidden(self) -> int:
        return sum(not self.exposed(each) for each in self.pongs)

    # ── yakuman (E7) ─────────────────────────────────────────────────────────

    def yakuman(self) -> dict[str, int]:
        hand, found = self.hand, set()
        if self.drawn and hand.first:
            found.add("tenhou" if hand.winner == hand.dealer else "chiihou")
        if hand.is_renhou and not self.plain and hand.house["renhou"] == "yakuman":
            found.add("renhou")
        if self.shape == ("orphans",):
            found.add("kokushi")
        if self.hidden == 4:
            found.add("suuankou")
        if set(DRAGONS) <= self.kinds:
            found.add("daisangen")
        if len(self.kinds & set(WINDS)) == 4:
            found.add("daisuushii")
        if len(self.kinds & set(WINDS)) == 3 and self.pair in set(WINDS) - self.kinds:
            found.add("shousuushii")
        for name, kinds in (("tsuuiisou", HONOURS), ("chinroutou", ENDS), ("ryuuiisou", GREEN)):
            if set(self.tiles) <= set(kinds):
                found.add(name)
        if self.gates(self.tiles):
            found.add("chuuren")
        if len(self.kongs) == 4:
            found.add("suukantsu")
        return {name: self.units(name) for name in YAKUMAN if name in found}

    def gates(self, tiles: list[str]) -> bool:
        if self.hand.melds or {tile[-1] for tile in self.tiles} not in ({"p"}, {"s"}) or self.tiles[0] in HONOURS:
            return False
        return not Counter("1112345678999") - Counter(tile[0] for tile in tiles)

    def units(self, name: str) -> int:
        better = {
            "kokushi": self.tiles.count(self.tile) == 2,
            "suuankou": self.finished == "pair",
            "daisuushii": True,
            "chuuren": self.gates(self.rest),
        }
        return (
            2 if better.get(name) and DOUBLE[name] in named(self.hand.house["double_yakuman"], DOUBLE.values()) else 1
        )

    # ── yaku (E6) ────────────────────────────────────────────────────────────

    def yaku(self) -> dict[str, int]:
        found = {**self.of_the_way(), **self.of_values(), **self.of_chows(), **self.of_sets(), **self.of_tiles()}
        worth = {item: HAN[item][self.hand.open] * int(times) for item, times in found.items()}
        return {item: han for item, han in worth.items() if han}

    def of_the_way(self) -> dict[str, int]:
        hand, win = self.hand, self.hand.win
        told = not self.plain
        return {
            "riichi": hand.riichi == "riichi",
            "double_riichi": hand.riichi == "double",
            "ippatsu": bool(hand.riichi and told and hand.asked.get("ippatsu") and hand.house["ippatsu"]),
            "menzen_tsumo": self.drawn,
            "haitei_houtei": bool(told and win.get("last_tile") and hand.by in ("tsumo", "ron") and not self.replaced),
            "rinshan": self.replaced,
            "chankan": told and hand.by == "chankan",
        }

    def of_values(self) -> dict[str, int]:
        dragons = len(self.kinds & set(DRAGONS))
        return {
            "yakuhai_dragon": dragons,
            "yakuhai_seat": self.hand.seat in self.kinds,
            "yakuhai_round": self.hand.round in self.kinds,
            "yakuhai_north": "N" in self.kinds and self.hand.house["north"] in ("nukidora_yakuhai", "yakuhai"),
            "shousangen": dragons == 2 and self.pair in DRAGONS,
        }

    def of_chows(self) -> dict[str, int]:
        same = Counter(each[1] for each in self.chows)
        twins = sum(times // 2 for times in same.values())
        return {
            "iipeikou": twins == 1,
            "ryanpeikou": twins == 2,
            "ittsu": any({f"1{suit}", f"4{suit}", f"7{suit}"} <= set(same) for suit in "ps"),
            "pinfu": self.pinfu(),
        }

    def pinfu(self) -> bool:
        if len(self.chows) < 4 or self.hand.worth_of_pair(self.pair):
            return False
        if self.drawn and not self.hand.house["pinfu_tsumo"]:
            return False
        return self.finished != "pair" and not self.narrow()

    def narrow(self) -> bool:
        """A closed wait, an edge wait or a pair wait."""
        if self.finished == "pair":
            return True
        if self.finished is None or self.finished[0] != "chow":
            return False
        low, middle, high = tiles_of(self.finished)
        return self.tile == middle or (low[0] == "1" and self.tile == high) or (high[0] == "9" and self.tile == low)

    def of_sets(self) -> dict[str, int]:
        parts = [*(set(tiles_of(each)) for each in self.sets), {self.pair}]
        outside = bool(self.chows) and all(any(map(outer, part)) for part in parts)
        honours = any(tile in HONOURS for tile in self.tiles)
        return {
            "toitoi": len(self.pongs) == 4,
            "sanankou": self.hidden == 3,
            "sankantsu": len(self.kongs) == 3,
            "sanshoku_doukou": any({f"{end}{suit}" for suit in "pms"} <= self.kinds for end in "19"),
            "chiitoitsu": self.shape == ("pairs",),
            "chanta": outside and honours,
            "junchan": outside and not honours,
        }

    def of_tiles(self) -> dict[str, int]:
        suits = {tile[-1] for tile in self.tiles if tile not in HONOURS}
        honours = any(tile in HONOURS for tile in self.tiles)
        return {
            "tanyao": not any(map(outer, self.tiles)) and (self.hand.house["kuitan"] or not self.hand.open),
            "honroutou": all(map(outer, self.tiles)) and honours and bool(suits),
            "honitsu": len(suits) == 1 and honours,
            "chinitsu": len(suits) == 1 and not honours,
        }

    # ── fu (E5) ──────────────────────────────────────────────────────────────

    def fu_items(self) -> dict[str, int]:
        if self.shape == ("pairs",):
            return {"chiitoitsu": 25}
        hand, pinfu = self.hand, self.pinfu()
        paid_tsumo = self.drawn and not pinfu and (hand.house["rinshan_fu"] or not self.replaced)
        found = {
            "base": 20,
            "closed_ron": 10 * (not hand.open and not self.drawn),
            "tsumo": 2 * paid_tsumo,
            "sets": sum(
                PONG[outer(each[1]), self.exposed(each)] * (4 if each[0] == "kong" else 1) for each in self.pongs
            ),
            "pair": hand.worth_of_pair(self.pair),
            "wait": 2 * self.narrow(),
        }
        return {item: fu for item, fu in found.items() if fu}


def named(chosen: object, everything) -> list[str]:
    """A list option: "all", "none" or the names."""
    return list(everything) if chosen == "all" else [] if chosen == "none" else list(chosen)


def readings(hand: Hand, tile: str, plain: bool = False) -> Iterator[Reading]:
    """Every reading of the thirteen tiles with `tile`, once for each set that it can have completed."""
    for shape in hand.shapes([*hand.thirteen(), tile]):
        if shape[0] != "sets":
            yield Reading(hand, shape, tile, None, plain)
            continue
        own = list(shape[1])
        for meld in hand.melds:
            own.remove(meld)
        for each in set(own):
            if tile in tiles_of(each):
                yield Reading(hand, shape, tile, each, plain)
        if shape[2] == tile:
            yield Reading(hand, shape, tile, "pair", plain)
