"""Random questions for `manage.py score`: house rules, hands of every kind, and near misses.

`chance` is a `random.Random`: the same seed gives the same questions.
"""

from collections import Counter
from random import Random
from typing import Any

from engine.rulesets import BOOKS

DRAGONS = ["dW", "dG", "dR"]
BAMBOO = ["1s", "9s"]
PLAYERS = ("P1", "P2", "P3")
SYSTEM = "korean_japanese"


def house_rules(chance: Random, system: str = SYSTEM) -> dict[str, Any]:
    """The defaults with some random options that don't contradict each other."""
    options = {
        option.name: option for option in BOOKS[system].options if option.name not in ("match_length", "own_items")
    }
    chosen = chance.sample(sorted(options), chance.choice((0, 1, 2, 5, 12)))
    house = {name: value_of(chance, options[name]) for name in chosen}
    if house.get("wind_set") == "NES" and house.get("north_tile"):
        del house["wind_set"]
    if house.get("no_bamboo"):
        house["five_bamboo_pair"] = False
    return house


def value_of(chance: Random, option: Any) -> Any:
    if option.optional and chance.random() < 0.2:
        return None
    if option.takes == "switch":
        return chance.random() < 0.7
    if option.takes == "number":
        small = {"limit": (1, 8, 20, 41, 100), "half_limit": (1, 5, 15, 33)}
        return chance.choice(small.get(option.name, (0, 1, 2, 4, 6, 9)))
    if option.takes == "choice":
        return chance.choice(list(option.choices))
    whole = [*option.whole, None]
    word = chance.choice(whole)
    some = chance.sample(sorted(option.choices), chance.randint(0, min(len(option.choices), 8)))
    return some if word is None else word


class Deck:
    """The kinds of tiles in a table's deck, and sets of them."""

    def __init__(self, house: dict[str, Any]) -> None:
        self.winds = list(house.get("wind_set", "ESW")) + (["N"] if house.get("north_tile") else [])
        self.bamboo = [] if house.get("no_bamboo") else BAMBOO
        self.honours = [*self.winds, *DRAGONS]
        self.numbered = [f"{number}{suit}" for suit in "pm" for number in range(1, 10)]
        self.outer = [*(tile for tile in self.numbered if tile[0] in "19"), *self.bamboo, *self.honours]
        self.five = ["5s"] if house.get("five_bamboo_pair") else []
        self.all = [*self.numbered, *self.bamboo, *self.honours]
        self.chows = [[f"{n + step}{suit}" for step in range(3)] for suit in "pm" for n in range(1, 8)]

    def copies(self, tile: str) -> int:
        return 2 if tile in self.five else 4


def sets_of(chance: Random, deck: Deck) -> tuple[list[list[str]], list[str]]:
    """(chows, kinds of pongs and pairs) of a theme: each rare kind of hand has its own."""
    suit = chance.choice("pm")
    own = [tile for tile in deck.numbered if tile[1] == suit]
    suited = [chow for chow in deck.chows if chow[0][1] == suit]
    themes = [
        (deck.chows, deck.all),
        (deck.chows, [chance.choice(deck.all)]),
        (suited[:2], own[:4]),
        ([suited[0], suited[3], suited[6]], deck.all),
        (chance.sample(deck.chows, 2), deck.numbered),
        ([], deck.all),
        ([], deck.outer),
        ([], [*deck.winds, *chance.sample(deck.all, 3)]),
        (chance.sample(deck.chows, 1), [*DRAGONS, chance.choice(deck.all)]),
        (suited, [*own, *DRAGONS]),
        (suited, [*own[:4], *deck.honours]),
        ([suited[0], suited[6]], deck.outer),
        ([], [*deck.bamboo, "dG", chance.choice(deck.all)]),
        ([], [*deck.bamboo, *deck.honours]),
        ([], own[:7]),
    ]
    return chance.choice(themes)


def four_sets(chance: Random, deck: Deck) -> tuple[list[list[str]], list[str]]:
    """(four sets, pair), kongs with four tiles; repeated until the deck has enough tiles."""
    chows, kinds = sets_of(chance, deck)
    kongs = chance.choice((0, 0, 0.2, 0.8))
    pongs = chance.random() if chows else 1
    while True:
        sets = [
            [chance.choice(kinds)] * (4 if chance.random() < kongs else 3)
            if chance.random() < pongs
            else chance.choice(chows)
            for _set in range(4)
        ]
        pair = [chance.choice([*kinds, *deck.five * 3, *deck.honours])] * 2
        held = Counter(tile for part in (*sets, pair) for tile in part)
        if all(held[tile] <= deck.copies(tile) for tile in held):
            return sets, pair
        chows, kinds, pongs = chows or deck.chows[:3], [*kinds, *chance.sample(deck.all, 2)], pongs * 0.9


def of_sets(chance: Random, deck: Deck) -> tuple[list[str], list[dict]]:
    """(concealed, melds) of four sets and a pair: some pongs exposed, kongs always melds."""
    sets, concealed = four_sets(chance, deck)
    open_share, melds = chance.choice((0, 0, 0.3, 0.9)), []
    for part in sets:
        kong, is_open = len(part) == 4, chance.random() < open_share
        if part[0] != part[1] or not (kong or is_open or chance.random() < 0.1):
            concealed = [*concealed, *part]
        else:
            meld = {"type": "kong" if kong else "pong", "tile": part[0], "exposed": is_open}
            melds.append({key: meld[key] for key in meld if key != "exposed" or not is_open or chance.random() < 0.8})
    return concealed, melds


def of_pairs(chance: Random, deck: Deck) -> tuple[list[str], list[dict]]:
    own = [tile for tile in deck.all if tile[-1] == "p" or tile in deck.honours]
    kinds = chance.choice([[*deck.all, *deck.five], deck.outer, own])
    pairs = chance.sample(kinds, 6)
    if chance.random() < 0.3:  # like 223344: four sets as well
        first = chance.choice(deck.chows)
        others = chance.choice(deck.chows)
        pairs = [*first, *others]
    pairs.append(chance.choice([*kinds, *pairs]))
    return [tile for tile in pairs for _copy in "12"], []


def of_orphans(chance: Random, deck: Deck) -> tuple[list[str], list[dict]]:
    kinds = [*deck.outer]
    more = chance.choice(kinds)
    return [*kinds, *[more if chance.random() < 0.9 else chance.choice(kinds) for _tile in range(14 - len(kinds))]], []


def of_gates(chance: Random, deck: Deck) -> tuple[list[str], list[dict]]:
    suit = chance.choice("pm")
    return [f"{number}{suit}" for number in (*"1112345678999", chance.randint(1, 9))], []


def of_anything(chance: Random, deck: Deck) -> tuple[list[str], list[dict]]:
    kinds = chance.sample(deck.numbered, 2) + [f"{n}p" for n in range(1, 6)] + chance.sample(deck.all, 1)
    tiles = [tile for tile in dict.fromkeys(kinds) for _copy in range(4)]
    return chance.sample(tiles, 14), []


SHAPES = (of_sets,) * 12 + (of_pairs,) * 3 + (of_orphans,) * 2 + (of_gates, of_anything)


def spoilt(chance: Random, deck: Deck, concealed: list[str], melds: list[dict]) -> None:
    """The hand with one change: a tile added, removed or replaced, or an invalid meld."""
    place = chance.randrange(len(concealed))
    change = chance.randrange(8)
    if change < 5:
        concealed[place] = chance.choice([*deck.all, *deck.numbered, "5s", "2s", "W", "N"])
    elif change == 5:
        concealed.append(chance.choice(deck.all))
    elif change == 6:
        del concealed[place]
    elif melds:
        chance.choice(melds)["type"] = chance.choice(["chow", "pong", "kong"])


def question(chance: Random, house: dict[str, Any], **said: Any) -> dict[str, Any]:
    """The input of a hand with these house rules."""
    deck = Deck(house)
    concealed, melds = chance.choice(SHAPES)(chance, deck)
    if chance.random() < 0.15:
        spoilt(chance, deck, concealed, melds)
    chance.shuffle(concealed)
    winner = chance.choice(PLAYERS)
    others = [player for player in PLAYERS if player != winner]
    asked = {
        "winner": winner,
        "hand_no": chance.randint(1, 27),
        "concealed": concealed,
        "melds": melds,
        "win": how_won(chance, deck, concealed, melds, others),
        "declared_ready": chance.random() < 0.15,
        "waiting": {player: chance.random() < 0.4 for player in others},
        "opp_declared": {player: chance.random() < 0.3 for player in others},
        "all_declared": chance.random() < 0.05,
        "matching_players": chance.randint(0, 2),
        "winner_discards": chance.sample(deck.all, chance.choice((0, 0, 1, 3))),
        "goulash_carry": chance.choice((0, 0, 0, 1, 3)),
        **extras(chance, house, deck, [*concealed, *(meld["tile"] for meld in melds)]),
        **said,
    }
    kept = {"winner", "hand_no", "concealed", "melds", "win", *said}
    return {key: value for key, value in asked.items() if key in kept or chance.random() < 0.7}


def how_won(chance: Random, deck: Deck, concealed: list[str], melds: list[dict], others: list[str]) -> dict[str, Any]:
    """The winning tile and its source; rarely a tile that isn't in the hand."""
    held = [*concealed, *(meld["tile"] for meld in melds if chance.random() < 0.1)]
    tile = chance.choice(held) if chance.random() < 0.97 else chance.choice(deck.all)
    by = chance.choice(("wall", "wall", "discard", "discard", "rob_kong"))
    win: dict[str, Any] = {"by": by, "tile": tile, "last_tile": chance.random() < 0.2}
    if by == "wall":
        return {**win, "replacement": chance.random() < 0.2}
    return {**win, "from": chance.choice(others), "concealed_kong": by == "rob_kong" and chance.random() < 0.2}


def extras(chance: Random, house: dict[str, Any], deck: Deck, held: list[str]) -> dict[str, Any]:
    """Random flowers and doras that the table and the hand allow."""
    turned: list[Any] = [*deck.all, *deck.five, *["flower"] * 4, None, *held, *held]
    legal = [tile for tile in turned if tile in (None, "flower", *deck.all, *deck.five)]
    dead, revealed = chance.choice(legal), chance.choice(legal)
    most = 3 if house.get("dead_wall_dora") and dead == "flower" else 4
    fives = ("5p" in held) + ("5m" in held)
    return {
        "dora_indicator": dead,
        "revealed_indicator": revealed,
        "flowers": chance.choice((0, 0, 1, 2, 3, most)),
        "red_fives": chance.randint(0, fives),
    }
