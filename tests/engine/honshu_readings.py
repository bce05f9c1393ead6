"""The readings of a Honshu sanma hand: a second implementation, written from rules B1, B2 and B4.

`honshu_oracle` uses it to calculate what the best reading pays. It shares no code with the engine: tiles are strings,
readings are found by brute force, every yaku is a check of one reading.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

PLAYERS = ("P1", "P2", "P3")
WINDS, DRAGONS = ("E", "S", "W", "N"), ("dW", "dG", "dR")
HONOURS = (*WINDS, *DRAGONS)
ENDS = ("1p", "9p", "1m", "9m", "1s", "9s")
ORPHANS = (*ENDS, *HONOURS)
GREEN = ("2s", "3s", "4s", "6s", "8s", "dG")
DECK = {*(f"{number}{suit}" for number in range(1, 10) for suit in "ps"), "1m", "9m", *HONOURS}
HAN = {
    **dict.fromkeys(("riichi", "haitei_houtei", "rinshan", "chankan", "menzen_tsumo", "pinfu", "tanyao"), 1),
    **dict.fromkeys(("iipeikou", "yakuhai_dragon", "yakuhai_seat", "yakuhai_round", "yakuhai_north"), 1),
    **dict.fromkeys(("double_riichi", "chanta", "chiitoitsu", "ittsu", "sanankou", "sankantsu"), 2),
    **dict.fromkeys(("iisou_sanjun", "toitoi"), 2),
    **dict.fromkeys(("honitsu", "junchan", "sanrenkou"), 3),
    **dict(zip(("shousangen", "honroutou", "chinitsu"), (4, 5, 6), strict=True)),
}


def outer(tile: str) -> bool:
    return tile in ENDS or tile in HONOURS


def chow(first: str) -> list[str]:
    """The chow that begins with this tile; only circles and bamboo have chows."""
    if first[-1] not in "ps" or first in HONOURS or int(first[0]) > 7:
        return []
    return [f"{int(first[0]) + step}{first[-1]}" for step in range(3)]


def tiles_of(group: tuple) -> list[str]:
    kind, tile, _exposed = group
    return chow(tile) if kind == "chow" else [tile] * (4 if kind == "kong" else 3)


def without(tiles: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(left)


def cut(tiles: tuple[str, ...], pair: str | None = None) -> set[tuple]:
    """All (sets, pair) that use up `tiles`: the first tile is in the pair, a pong or a chow."""
    if not tiles:
        return {((), pair)} if pair else set()
    first, found = tiles[0], set()
    if pair is None and tiles.count(first) >= 2:
        found |= cut(without(tiles, [first] * 2), first)
    for kind, group in (("pong", [first] * 3), ("chow", chow(first))):
        if group and not Counter(group) - Counter(tiles):
            new = (kind, first, False)
            found |= {(tuple(sorted((new, *sets))), eyes) for sets, eyes in cut(without(tiles, group), pair)}
    return found


class Hand:
    """The hand of a question, with its house rules and seat."""

    def __init__(self, house: Mapping, asked: Mapping) -> None:
        self.house, self.asked, self.win = house, asked, asked["win"]
        self.winner, self.by = asked["winner"], self.win["by"]
        given = [(meld["type"], meld["tile"], meld.get("exposed", True)) for meld in asked.get("melds", [])]
        hidden = [meld for meld in given if meld[0] == "pong" and not meld[2]]
        self.melds = [meld for meld in given if meld not in hidden]
        self.inside = [*asked["concealed"], *(tile for meld in hidden for tile in tiles_of(meld))]
        self.tiles = [*self.inside, *(tile for meld in self.melds for tile in tiles_of(meld))]
        self.open = any(meld[2] for meld in self.melds)
        self.norths = asked.get("norths", 0)
        at = asked["hand_no"] - 1
        self.dealer = PLAYERS[at % 3]
        self.seat = "ESW"[(PLAYERS.index(self.winner) - at) % 3]
        self.round = "ESW"[at // 3 % 3]
        self.riichi = asked.get("riichi")
        self.kept_eight = self.winner == self.dealer and asked.get("renchan_count", 0) >= 8

    @property
    def drawn(self) -> bool:
        return self.by == "tsumo"

    def refusal(self) -> str | None:
        copies = Counter(self.tiles) + Counter({"N": self.norths})
        turned = [*self.asked.get("dora_indicators", []), *self.asked.get("ura_indicators", [])]
        if any(meld[0] == "chow" for meld in self.melds):
            return "exposed_chow"
        if len(self.inside) + 3 * len(self.melds) != (13 if self.by == "fourth_kong" else 14):
            return "wrong_tile_count"
        if max(copies.values()) > 4 or not {*copies, *turned} <= DECK:
            return "tile_not_in_deck"
        if self.by == "fourth_kong":
            if self.win.get("tile") is not None and self.win["tile"] not in [meld[1] for meld in self.melds]:
                return "winning_tile_missing"
        elif self.win["tile"] not in self.inside:
            return "winning_tile_missing"
        return "declared_ready_needs_concealed" if self.riichi and self.open else None

    def shapes(self, inside: Iterable[str]) -> set[tuple]:
        """("sets", sets, pair), ("pairs",), ("orphans",)."""
        tiles = tuple(sorted(inside))
        found = {("sets", (*sets, *self.melds), pair) for sets, pair in cut(tiles) if len(sets) + len(self.melds) == 4}
        if self.melds:
            return found
        copies = Counter(tiles)
        four = {2, 4} if self.house["chiitoi_allow_four"] else {2}
        if set(copies.values()) <= four:
            found.add(("pairs",))
        if set(copies) == set(ORPHANS):
            found.add(("orphans",))
        return found

    def thirteen(self) -> list[str]:
        return list(without(tuple(self.inside), [self.win["tile"]]))

    def waits(self) -> list[str]:
        """The kinds that complete the thirteen tiles, except those of which the winner has all copies."""
        mine = Counter([*without(tuple(self.tiles), [self.win["tile"]]), *["N"] * self.norths])
        return [tile for tile in sorted(DECK) if mine[tile] < 4 and self.shapes([*self.thirteen(), tile])]


class Reading:
    """One reading of a hand won with `tile`, and the set (or "pair") that it completed."""

    def __init__(self, hand: Hand, shape: tuple, tile: str, finished: tuple | str | None, plain: bool) -> None:
        self.hand, self.shape, self.tile, self.finished, self.plain = hand, shape, tile, finished, plain
        self.sets = shape[1] if shape[0] == "sets" else ()
        self.pair = shape[2] if shape[0] == "sets" else None
        self.tiles = [*without(tuple(hand.tiles), [hand.win["tile"]]), tile]
        self.chows = [each for each in self.sets if each[0] == "chow"]
        self.pongs = [each for each in self.sets if each[0] != "chow"]
        self.kinds = {each[1] for each in self.pongs}
        self.kongs = [each for each in self.pongs if each[0] == "kong"]
        self.drawn = hand.drawn and not plain

    @property
    def hidden(self) -> int:
        """Pongs and kongs that are neither exposed nor completed by another player's tile."""
        return sum(not each[2] and (self.drawn or each != self.finished) for each in self.pongs)

    def yakuman(self) -> dict[str, int]:
        hand, told = self.hand, self.hand.asked
        found: dict[str, int] = {}
        first = told.get("first_draw") and self.drawn and not hand.melds and not hand.norths
        if first:
            found["tenhou" if hand.winner == hand.dealer else "chiihou"] = 3 if hand.winner == hand.dealer else 1
        if hand.kept_eight:
            found["paarenchan"] = 1
        if self.shape == ("orphans",):
            found["kokushi"] = 2 if told.get("kokushi_pure") and not hand.norths else 1
        if self.hidden == 4:
            found["suuankou"] = 2 if self.finished == "pair" else 1
        if len(self.kongs) == 4:
            found["suukantsu"] = 1
        if set(DRAGONS) <= self.kinds:
            found["daisangen"] = 1
        if set(WINDS) <= self.kinds | {self.pair} and len(set(WINDS) & self.kinds) >= 3:
            found["suushiihou"] = 1
        if all(tile in HONOURS for tile in self.tiles):
            found["tsuuiisou"] = 1
        if all(tile in ENDS for tile in self.tiles):
            found["chinroutou"] = 1
        if all(tile in GREEN for tile in self.tiles):
            found["ryuuiisou"] = 1
        if self.gates():
            found["chuuren"] = 3 if told.get("chuuren_pure") else 1
        return found

    def gates(self) -> bool:
        suits = {tile[-1] for tile in self.tiles}
        if self.hand.melds or suits not in ({"p"}, {"s"}):
            return False
        return not Counter("1112345678999") - Counter(tile[0] for tile in self.tiles)

    def yaku(self) -> dict[str, int]:
        """Yaku and their han, without those that another yaku replaces."""
        house = self.hand.house
        found = {**self.of_the_way(), **self.of_values(), **self.of_chows(), **self.of_sets(), **self.of_tiles()}
        worth = {**HAN, "ryanpeikou": house["ryanpeikou"]}
        return {item: worth[item] * int(times) for item, times in found.items() if times and worth[item]}

    def of_the_way(self) -> dict[str, int]:
        hand, win = self.hand, self.hand.win
        replaced = self.drawn and win.get("replacement", False)
        plain_or_last = not self.plain and win.get("last_tile", False) and hand.by in ("tsumo", "ron")
        return {
            "riichi": hand.riichi == "riichi",
            "double_riichi": hand.riichi == "double",
            "haitei_houtei": plain_or_last and not replaced,
            "rinshan": replaced,
            "chankan": hand.by == "chankan" and not self.plain,
            "menzen_tsumo": hand.house["menzen_tsumo"] and self.drawn and not hand.open,
        }

    def of_values(self) -> dict[str, int]:
        house, dragons = self.hand.house, len(self.kinds & set(DRAGONS))
        small = dragons == 2 and self.pair in DRAGONS
        return {
            "yakuhai_dragon": 0 if small and house["shousangen_includes_dragons"] else dragons,
            "yakuhai_seat": self.hand.seat in self.kinds,
            "yakuhai_round": self.hand.round in self.kinds,
            "yakuhai_north": house["north_yakuhai"] and "N" in self.kinds,
            "shousangen": small,
        }

    def of_chows(self) -> dict[str, int]:
        house, same = self.hand.house, Counter(each[1] for each in self.chows)
        twins = sum(times // 2 for times in same.values())
        allowed = not (house["iipeikou_closed_only"] and self.hand.open)
        three = max(same.values(), default=0) >= 3
        twice = twins == 2 and allowed and house["ryanpeikou"]
        if three and twice:
            three, twice = (False, twice) if house["ryanpeikou"] > 2 else (three, 0)
        straight = any({f"1{suit}", f"4{suit}", f"7{suit}"} <= set(same) for suit in "ps")
        return {
            "iisou_sanjun": three,
            "ryanpeikou": bool(twice),
            "iipeikou": bool(twins and allowed and not three and not twice),
            "ittsu": straight,
            "pinfu": self.pinfu(),
        }

    def pinfu(self) -> bool:
        hand = self.hand
        worth = {*DRAGONS, hand.seat, hand.round, *(["N"] if hand.house["north_yakuhai"] else [])}
        if len(self.chows) < 4 or self.pair in worth or (self.drawn and not hand.house["pinfu_tsumo"]):
            return False
        if hand.house["pinfu_wait"] == "multi":
            return len(hand.waits()) > 1
        if not isinstance(self.finished, tuple):
            return False
        low, middle, high = tiles_of(self.finished)
        return (self.tile == low and high[0] != "9") or (self.tile == high and low[0] != "1")

    def of_sets(self) -> dict[str, int]:
        rows = any(
            {f"{first + step}{suit}" for step in range(3)} <= self.kinds for suit in "ps" for first in range(1, 8)
        )
        parts = [*(set(tiles_of(each)) for each in self.sets), {self.pair}]
        outside = bool(self.chows) and all(any(map(outer, part)) for part in parts)
        honours = any(tile in HONOURS for tile in self.tiles)
        shape_within = self.hand.house["honroutou_includes_shape"] and self.ended()
        return {
            "sanankou": self.hidden >= 3,
            "sankantsu": len(self.kongs) >= 3,
            "sanrenkou": rows,
            "toitoi": len(self.pongs) == 4 and not shape_within,
            "chiitoitsu": self.shape == ("pairs",) and not shape_within,
            "chanta": outside and honours,
            "junchan": outside and not honours,
        }

    def ended(self) -> bool:
        return all(map(outer, self.tiles))

    def of_tiles(self) -> dict[str, int]:
        suits = {tile[-1] for tile in self.tiles if tile not in HONOURS}
        honours = any(tile in HONOURS for tile in self.tiles)
        inner = not any(map(outer, self.tiles))
        return {
            "tanyao": inner and (self.hand.house["kuitan"] or not self.hand.open),
            "honroutou": self.ended(),
            "honitsu": len(suits) == 1 and honours,
            "chinitsu": len(suits) == 1 and not honours,
        }


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
