"""The value of a hand by tiles: a second implementation, written from rules A4 to A7, A11, A12 and A17.

Takes a question of `manage.py score` (type hand, house rules with all defaults) and returns its result. It shares no
code with the engine; oracle.py calculates the payments.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.engine import oracle
from tests.engine.slow_reader import DRAGONS, chow, readings, winds

NOBODY = {"P1": 0, "P2": 0, "P3": 0}
PLAYERS = ("P1", "P2", "P3")
VALUES = {
    **dict.fromkeys(("dragon_pong", "two_dragons", "seat_dragon", "wind_pong", "seat_wind", "round_wind", "kong"), 1),
    **dict.fromkeys(("bamboo_terminal_pong", "no_honours"), 1),
    **dict.fromkeys(("north_pair", "identical_chows", "all_chows", "concealed", "concealed_wall"), 2),
    **dict.fromkeys(("three_kongs", "straight", "three_concealed_pongs", "all_pongs", "pure", "pure_no_honours"), 3),
    "seven_pairs": 3,
    "both_bamboo": 4,
    "north_kong": 6,
    "all_terminals_honours": 6,
}
HALF = ("small_dragons", "small_winds", "all_bamboo_honours", "outside_hand", "concealed_pure_with_honour_pong") + (
    "four_concealed_pongs", "three_kongs_honour_pair", "small_jade_dragon", "three_concealed_kongs", "four_kongs"
)  # fmt: skip
FULL = ("all_terminals_honours", "great_dragons", "great_winds", "bamboo_pongs_five_pair", "four_concealed_kongs") + (
    "thirteen_orphans", "nine_gates", "pearl_dragon", "ruby_dragon", "great_jade_dragon"
)  # fmt: skip


def honour(tile: str) -> bool:
    return tile in ("E", "S", "W", "N", *DRAGONS)


def outer(tile: str) -> bool:
    return honour(tile) or tile[0] in "19"


class Hand:
    """The hand of a question with its house rules and seat, before its tiles are read."""

    def __init__(self, house: Mapping, asked: Mapping) -> None:
        self.house, self.asked, self.win = house, asked, asked["win"]
        self.winner, self.tile, self.by = asked["winner"], self.win["tile"], self.win["by"]
        given = [(meld["type"], meld["tile"], meld.get("exposed", True)) for meld in asked.get("melds", [])]
        hidden = [meld for meld in given if meld[0] == "pong" and not meld[2]]
        self.melds = [meld for meld in given if meld not in hidden]
        self.inside = [*asked["concealed"], *(tile for _kind, tile, _open in hidden for _copy in "123")]
        self.open = any(meld[2] for meld in given)
        self.tiles = [*self.inside, *(tile for meld in self.melds for tile in meld_tiles(meld))]
        self.winds = winds(house)
        dealer = (asked["hand_no"] - 1) % 3
        self.place = (PLAYERS.index(self.winner) - dealer) % 3
        self.seat, self.round = self.winds[self.place], self.winds[(asked["hand_no"] - 1) // 3 % 3]
        self.drawn = asked.get("goulash_carry", 0)

    def everybody_declared(self) -> bool:
        return oracle.everybody_declared(self.asked)

    def refusal(self) -> str | None:
        """The first reason against the hand that doesn't depend on its readings."""
        copies, deck = Counter(self.tiles), self.deck()
        if any(meld[0] == "chow" for meld in self.melds):
            return "exposed_chow"
        if len(self.inside) + 3 * len(self.melds) != 14:
            return "wrong_tile_count"
        if any(copies[tile] > deck[tile] for tile in copies):
            return "tile_not_in_deck"
        if self.tile not in self.inside:
            return "winning_tile_missing"
        if self.by != "wall" and self.sacred():
            return "sacred_discard"
        if self.asked.get("declared_ready") and self.open:
            return "declared_ready_needs_concealed"
        if self.everybody_declared() and self.house["three_ready"] == "draw":
            return "three_declared_ready_draw"
        return None

    def deck(self) -> Counter:
        deck = Counter({f"{number}{suit}": 4 for number in range(1, 10) for suit in "pm"})
        deck.update(dict.fromkeys((*self.winds, *DRAGONS), 4))
        deck.update({} if self.house["no_bamboo"] else {"1s": 4, "9s": 4})
        deck.update({"5s": 2} if self.house["five_bamboo_pair"] else {})
        deck.update({"N": 4} if self.house["north_tile"] else {})
        return deck

    def sacred(self) -> bool:
        discards = self.asked.get("winner_discards", [])
        if self.house["sacred_discard_scope"] == "kind":
            return self.tile in discards
        thirteen = list(self.inside)
        thirteen.remove(self.tile)
        return any(readings(self.house, [*thirteen, tile], self.melds) for tile in discards)

    def placed(self) -> Iterator[tuple[tuple, tuple | str | None]]:
        """(reading, the set that the winning tile completed, "pair" or None)"""
        for reading in readings(self.house, self.inside, self.melds):
            if self.win.get("concealed_kong") and reading != ("orphans",):
                continue
            if reading[0] != "sets":
                yield reading, None
                continue
            for each in set(reading[1]) - set(self.melds):
                if self.tile in meld_tiles(each):
                    yield reading, each
            if reading[2] == self.tile:
                yield reading, "pair"


def meld_tiles(meld: tuple) -> list[str]:
    kind, tile, _exposed = meld
    return chow(tile) if kind == "chow" else [tile] * (4 if kind == "kong" else 3)


def result(house: Mapping, asked: Mapping) -> dict:
    """The whole result of a hand, as docs/formats.md has it."""
    hand = Hand(house, asked)
    reason = hand.refusal()
    candidates = [] if reason else [score for placed in hand.placed() for score in candidates_of(hand, *placed)]
    if not candidates:
        return refused(reason or "not_a_legal_hand")
    enough = [score for score in candidates if score["limit"] or score["hand_points"] >= house["min_hand_points"]]
    best = min(enough or candidates, key=lambda score: order(hand, score))
    legal = bool(enough)
    return {
        "legal": legal,
        "reason": None if legal else "minimum_not_reached",
        **best,
        "payments": paid(hand, best) if legal else NOBODY,
    }


def refused(reason: str) -> dict:
    nothing = {"limit": None, "patterns": {}, "hand_points": 0, "bonus_items": {}, "bonus_points": None}
    return {"legal": False, "reason": reason, **nothing, "bonus_from": {}, "payments": NOBODY}


def order(hand: Hand, score: Mapping) -> tuple:
    """Sort key: higher income first, then a limit, more hand-points, patterns in alphabetical order, more bonus."""
    income = paid(hand, score)[hand.winner]
    points, bonus = score["hand_points"] or 0, score["bonus_points"] or 0
    return -income, score["limit"] is None, -points, sorted(score["patterns"]), -bonus


def paid(hand: Hand, score: Mapping) -> dict[str, int]:
    if score["limit"]:
        worth = {"limit": score["limit"]["kind"]}
    else:
        worth = {"hand_points": score["hand_points"], "bonus_points": score["bonus_points"]}
    return oracle.payments(hand.house, {**hand.asked, **worth}, hand.drawn)


def candidates_of(hand: Hand, reading: tuple, finished: tuple | str | None) -> Iterator[dict]:
    """The possible scores of a reading: a limit, a count."""
    names = limits(hand, reading, finished)
    full = [name for name in names if name in FULL]
    kind, of_kind = ("full", full) if full else ("half", names)
    if names:
        half = hand.house["half_limit"]
        unit = hand.house["limit"] if full else hand.house["limit"] // 2 if half is None else half
        yield {
            "limit": {"kind": kind, "names": of_kind, "value": unit},
            "patterns": {f"limit:{name}": unit for name in of_kind},
            "hand_points": None,
            "bonus_items": {},
            "bonus_points": None,
            "bonus_from": {},
        }
    if not names or hand.house["limit_choose_higher"]:
        yield count(hand, reading, finished)


def count(hand: Hand, reading: tuple, finished: tuple | str | None) -> dict:
    house, off = hand.house, hand.house["items_off"]
    points = {item: often * VALUES[item] for item, often in patterns(hand, reading, finished).items()}
    points = {item: value for item, value in points.items() if value and item not in off}
    bonus = {item: value for item, value in bonuses(hand, reading).items() if value and item not in off}
    if house["north_points_class"] == "bonus":
        bonus |= {item: points.pop(item) for item in ("north_pair", "north_kong") if item in points}
    total = sum(bonus.values()) + (0 if "win" in off else 2)
    if house["three_ready"] == "hand_points_only" and hand.everybody_declared():
        bonus, total = {}, 0
    others = [player for player in PLAYERS if player != hand.winner]
    entry = {**hand.asked, "bonus_points": total}
    return {
        "limit": None,
        "patterns": points,
        "hand_points": sum(points.values()),
        "bonus_items": bonus,
        "bonus_points": total,
        "bonus_from": {player: oracle.owes(house, entry, player) for player in others},
    }


def parts(reading: tuple) -> tuple[list[tuple], list[tuple], str | None]:
    """(chows, pongs and kongs, pair) of a reading; empty for other shapes."""
    if reading[0] != "sets":
        return [], [], None
    chows = [each for each in reading[1] if each[0] == "chow"]
    return chows, [each for each in reading[1] if each[0] != "chow"], reading[2]


def concealed_pongs(hand: Hand, pongs: list[tuple], finished: tuple | str | None) -> int:
    """Pongs that are not exposed and not completed by another player's tile (A4.7)."""
    return sum(not each[2] and (hand.by == "wall" or each != finished) for each in pongs)


def patterns(hand: Hand, reading: tuple, finished: tuple | str | None) -> dict[str, int]:
    """How often each line of A6 applies."""
    found: dict[str, int] = {"concealed": not hand.open, "concealed_wall": not hand.open and hand.by == "wall"}
    if reading == ("orphans",):
        return found
    chows, pongs, pair = parts(reading)
    kinds, house = [each[1] for each in pongs], hand.house
    kongs = [each[1] for each in pongs if each[0] == "kong"]
    found["dragon_pong"] = sum(kind in DRAGONS for kind in kinds)
    found["two_dragons"] = found["dragon_pong"] > 1
    found["seat_dragon"] = house["seat_dragons"] and ("dG", "dR", "dW")[hand.place] in kinds
    found["wind_pong"] = sum(kind in hand.winds for kind in kinds)
    found["seat_wind"], found["round_wind"] = hand.seat in kinds, hand.round in kinds
    found["north_kong"] = house["north_tile"] and "N" in kongs
    norths = reading[1].count("N") if reading[0] == "pairs" else pair == "N"
    found["north_pair"] = norths if house["north_tile"] else 0
    found["kong"] = len(kongs) - found["north_kong"]
    found["three_kongs"] = len(kongs) > 2
    found["bamboo_terminal_pong"] = ("1s" in kinds) + ("9s" in kinds)
    found["both_bamboo"] = {"1s", "9s"} <= set(kinds)
    same = sum(often // 2 for often in Counter(chows).values())
    found["identical_chows"] = min(same, 1) if house["identical_chows"] == "once" else same
    lowest = {each[1] for each in chows}
    found["straight"] = any({f"1{suit}", f"4{suit}", f"7{suit}"} <= lowest for suit in "pm")
    found["three_concealed_pongs"] = concealed_pongs(hand, pongs, finished) > 2
    found["all_pongs"] = len(pongs) == 4
    found["all_terminals_honours"] = len(pongs) == 4 and all(map(outer, hand.tiles))
    found["seven_pairs"] = reading[0] == "pairs"
    found["all_chows"] = len(chows) == 4 and not honour(str(pair))
    return found | purity(hand)


def purity(hand: Hand) -> dict[str, int]:
    suits = {tile[-1] for tile in hand.tiles if not honour(tile)}
    pure, honours = suits in ({"p"}, {"m"}), any(map(honour, hand.tiles))
    withheld = pure and hand.house["pure_excludes_no_honours"]
    return {"pure": pure, "pure_no_honours": pure and not honours, "no_honours": not honours and not withheld}


def bonuses(hand: Hand, reading: tuple) -> dict[str, int]:
    """The points of each line of A7 and A12, except those for winning."""
    wall, win, asked = hand.by == "wall", hand.win, hand.asked
    late = win.get("last_tile") and (wall or (hand.by == "discard" and hand.house["last_tile_on_discard"]))
    ready = 2 if asked.get("declared_ready") else 0
    copies = hand.tiles.count(hand.tile)
    matching = {"tiles": copies - 1, "tiles_incl": copies, "players": asked.get("matching_players", 0), "off": 0}
    return {
        "wall": int(wall),
        "last_tile": int(bool(late)),
        "replacement": int(win.get("replacement", False)),
        "rob_kong": int(hand.by == "rob_kong"),
        "concealed": 0 if hand.open else 2,
        "concealed_wall": 2 if wall and not hand.open else 0,
        "declared_ready": ready,
        "declared_ready_wall": ready if wall else 0,
        "matching": matching[hand.house["matching_bonus"]],
        "north_win": 2 if hand.house["north_tile"] and hand.tile == "N" else 0,
        **flowers(hand),
        **doras(hand, reading),
    }


def flowers(hand: Hand) -> dict[str, int]:
    held = hand.asked.get("flowers", 0)
    if hand.house["dead_wall_dora"] and hand.asked.get("dora_indicator") == "flower":
        return {"flower": 2 * held, "all_flowers": 2 if held == 3 else 0}
    return {"flower": held, "all_flowers": 4 if held == 4 else 0}


def doras(hand: Hand, reading: tuple) -> dict[str, int]:
    house, asked, found = hand.house, hand.asked, {}
    if house["dead_wall_dora"] and asked.get("dora_indicator") not in (None, "flower"):
        found["dora_tile"] = hand.tiles.count(following(hand, asked["dora_indicator"]))
    if house["revealed_dora"] and asked.get("revealed_indicator") not in (None, "flower"):
        dora = following(hand, asked["revealed_indicator"])
        found["revealed_dora_tile"] = hand.tiles.count(dora)
        _chows, pongs, pair = parts(reading)
        found["revealed_dora_eye"] = reading[1].count(dora) if reading[0] == "pairs" else int(pair == dora)
        shapes = [each[0] for each in pongs if each[1] == dora]
        found["revealed_dora_pong"] = 2 * shapes.count("pong")
        found["revealed_dora_kong"] = 6 * shapes.count("kong")
    if house["red_dora"]:
        found["red_dora"] = {0: 0, 1: 1, 2: 6}[asked.get("red_fives", 0)]
    return found


def following(hand: Hand, turned: str) -> str:
    """The next tile of A12.1."""
    if turned in DRAGONS:
        return {"dG": "dR", "dR": "dW", "dW": "dG"}[turned]
    if turned in ("E", "S", "W", "N"):
        circle = {"ESW": "ESWE", "NES": "NESN"}[hand.house["wind_set"]]
        circle = "ESWNE" if hand.house["north_tile"] else circle
        return circle[circle.index(turned) + 1]
    if turned[1] == "s":
        return {"1s": "9s", "5s": "9s", "9s": "1s"}[turned]
    return f"{int(turned[0]) % 9 + 1}{turned[1]}"


def limits(hand: Hand, reading: tuple, finished: tuple | str | None) -> list[str]:
    """The limit hands of the reading that the table plays, in the order of A11."""
    house = hand.house
    if house["limit_requires_concealed"] and hand.open:
        return []
    played = {"all": [*HALF, *FULL], "none": []}.get(str(house["limits"]), house["limits"])
    true = conditions(hand, reading, finished)
    return [name for name in (*HALF, *FULL) if name in played and true[name]]


def conditions(hand: Hand, reading: tuple, finished: tuple | str | None) -> dict[str, bool]:
    chows, pongs, pair = parts(reading)
    kinds, tiles = {each[1] for each in pongs}, hand.tiles
    kongs = [each for each in pongs if each[0] == "kong"]
    hidden_kongs = [each for each in kongs if not each[2]]
    suits = {tile[-1] for tile in tiles if not honour(tile)}
    honours = any(map(honour, tiles))
    orphans = reading == ("orphans",)
    ends = all(map(outer, tiles)) and not orphans
    if house_unmixed(hand) and honours and suits:
        ends = False
    third_dragon = len(kinds & set(DRAGONS)) == 2 and pair in DRAGONS
    third_wind = len(kinds & set(hand.winds)) == 2 and pair in hand.winds
    ended = all(outer(each[1]) or each[1][0] == "7" for each in chows) and all(map(outer, kinds))
    return {
        "small_dragons": third_dragon,
        "small_winds": third_wind,
        "all_bamboo_honours": suits <= {"s"} and not orphans,
        "outside_hand": reading[0] == "sets" and ended and outer(str(pair)),
        "concealed_pure_with_honour_pong": not hand.open and suits in ({"p"}, {"m"}) and any(map(honour, kinds)),
        "four_concealed_pongs": concealed_pongs(hand, pongs, finished) == 4,
        "three_kongs_honour_pair": len(kongs) == 3 and honour(str(pair)),
        "small_jade_dragon": "dG" in kinds and pair == "5s",
        "three_concealed_kongs": len(hidden_kongs) >= 3,
        "four_kongs": len(kongs) == 4,
        "all_terminals_honours": ends,
        "great_dragons": set(DRAGONS) <= kinds,
        "great_winds": set(hand.winds) <= kinds,
        "bamboo_pongs_five_pair": {"1s", "9s"} <= kinds and pair == "5s",
        "four_concealed_kongs": len(hidden_kongs) == 4,
        "thirteen_orphans": orphans,
        "nine_gates": nine_gates(hand),
        "pearl_dragon": dragon_hand(hand, pongs, pair, "dW", "p"),
        "ruby_dragon": dragon_hand(hand, pongs, pair, "dR", "m"),
        "great_jade_dragon": {"1s", "9s", "dG"} <= kinds,
    }


def house_unmixed(hand: Hand) -> bool:
    return hand.house["all_terminals_honours_scope"] == "unmixed"


def nine_gates(hand: Hand) -> bool:
    if hand.melds:
        return False
    for suit in "pm":
        needed = Counter(f"{number}{suit}" for number in "1112345678999")
        held = Counter(hand.inside)
        extra = held - needed
        if not needed - held and sum(extra.values()) == 1 and all(tile[-1] == suit for tile in extra):
            return not hand.house["nine_gates_strict"] or hand.tile in extra
    return False


def dragon_hand(hand: Hand, pongs: list[tuple], pair: str | None, dragon: str, suit: str) -> bool:
    """A pong of the dragon, and nothing else but tiles of the suit."""
    has_pong = any(each[1] == dragon for each in pongs)
    return has_pong and pair != dragon and all(tile == dragon or tile[-1] == suit for tile in hand.tiles)
