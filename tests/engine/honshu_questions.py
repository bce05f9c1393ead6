"""Random hands of Honshu sanma for `manage.py score`: house rules, hands of every kind, and near misses.

`chance` is a `random.Random`: the same seed gives the same questions.
"""

from collections import Counter
from random import Random
from typing import Any

from engine.rulesets import BOOKS

BOOK = BOOKS["honshu"]
DEFAULTS = {option.name: option.default for option in BOOK.options}
PLAYERS = ("P1", "P2", "P3")
DRAGONS, WINDS = ["dW", "dG", "dR"], ["E", "S", "W", "N"]
HONOURS = [*WINDS, *DRAGONS]
NUMBERED = [f"{number}{suit}" for suit in "ps" for number in range(1, 10)]
ENDS = ["1p", "9p", "1s", "9s", "1m", "9m"]
ALL = [*NUMBERED, "1m", "9m", *HONOURS]
CHOWS = [[f"{first + step}{suit}" for step in range(3)] for suit in "ps" for first in range(1, 8)]
GREEN = ["2s", "3s", "4s", "6s", "8s", "dG"]
# Options that change neither the count nor the payments of a single hand.
OF_A_MATCH = ("renchan", "multiple_ron", "length", "bust", "uma", "sinking_uma") + (
    "start_points", "return_points", "noten_pool", "target_points", "extension", "sudden_death", "agari_yame",
    "tenpai_yame", "bust_prize", "chip_points",
)  # fmt: skip
OF_A_HAND = [name for name in DEFAULTS if name not in OF_A_MATCH]
SMALL = {"bazoro": (0, 1, 2, 2, 3), "ryanpeikou": (0, 1, 2, 3, 4), "yakuman_cap": (1, 2, 3, 5)} | {
    f"chip_{what}": (0, 1, 2, 5) for what in ("ippatsu", "ura", "red", "yakuman")
}
AMOUNTS = (0, 100, 200, 300, 1000)


def house_rules(chance: Random) -> dict[str, Any]:
    """The defaults with some random options."""
    chosen = chance.sample(OF_A_HAND, chance.choice((0, 0, 1, 2, 5, 12)))
    return {name: value_of(chance, name) for name in chosen}


def value_of(chance: Random, name: str) -> Any:
    option = next(each for each in BOOK.options if each.name == name)
    if option.takes == "switch":
        return chance.random() < 0.6
    if option.takes == "choice":
        return chance.choice(list(option.choices))
    return chance.choice(SMALL.get(name, AMOUNTS))


def themes(chance: Random) -> list[tuple[list[list[str]], list[str]]]:
    """(chows, kinds of pongs and pairs): each rare kind of hand has its own theme."""
    suit = chance.choice("ps")
    own = [tile for tile in NUMBERED if tile[1] == suit]
    suited = [chow for chow in CHOWS if chow[0][1] == suit]
    first = chance.randint(0, 6)
    return [
        (CHOWS, ALL),
        (CHOWS, [chance.choice(ALL)]),
        (chance.sample(CHOWS, 2), NUMBERED),
        (chance.sample(CHOWS, 1), NUMBERED),
        (suited[:2], own[:4]),
        ([suited[0], suited[3], suited[6]], ALL),
        ([suited[0], suited[6]], [*ENDS, *HONOURS]),
        ([suited[0], suited[6]], ENDS),
        (suited, own),
        (suited, [*own, *HONOURS]),
        (chance.sample(CHOWS, 3), own[first : first + 3]),
        ([], own[first : first + 4]),
        ([], ALL),
        ([], [*ENDS, *HONOURS]),
        ([], HONOURS),
        ([], ENDS),
        ([], WINDS + [chance.choice(ALL)]),
        (chance.sample(CHOWS, 1), [*DRAGONS, chance.choice(ALL)]),
        ([["2s", "3s", "4s"]], GREEN),
        ([chow for chow in CHOWS if not {chow[0][0], chow[2][0]} & set("19")], [t for t in NUMBERED if t not in ENDS]),
    ]


def four_sets(chance: Random) -> tuple[list[list[str]], list[str]]:
    """(four sets, pair), kongs with four tiles; repeated until the deck has enough tiles."""
    chows, kinds = chance.choice(themes(chance))
    kongs = chance.choice((0, 0, 0.2, 0.9))
    pongs = chance.random() if chows else 1
    while True:
        sets = [
            [chance.choice(kinds)] * (4 if chance.random() < kongs else 3)
            if chance.random() < pongs
            else chance.choice(chows)
            for _set in range(4)
        ]
        pair = [chance.choice(kinds)] * 2
        held = Counter(tile for part in (*sets, pair) for tile in part)
        if max(held.values()) <= 4:
            return sets, pair
        chows, kinds, pongs = chows or CHOWS[:3], [*kinds, *chance.sample(ALL, 2)], pongs * 0.9


def of_sets(chance: Random) -> tuple[list[str], list[dict]]:
    """(concealed, melds) of four sets and a pair: some pongs exposed, kongs always melds."""
    sets, concealed = four_sets(chance)
    open_share, melds = chance.choice((0, 0, 0.3, 0.9)), []
    for part in sets:
        kong, is_open = len(part) == 4, chance.random() < open_share
        if part[0] != part[1] or not (kong or is_open or chance.random() < 0.1):
            concealed = [*concealed, *part]
        else:
            melds.append({"type": "kong" if kong else "pong", "tile": part[0], "exposed": is_open})
    return concealed, melds


def of_pairs(chance: Random) -> tuple[list[str], list[dict]]:
    kinds = chance.choice([ALL, [*ENDS, *HONOURS], HONOURS, ENDS, GREEN, [*NUMBERED[:9], *HONOURS], NUMBERED[9:]])
    pairs = chance.sample(kinds, min(6, len(kinds)))
    if chance.random() < 0.3:  # like 223344: four sets as well
        pairs = [*chance.choice(CHOWS), *chance.choice(CHOWS)]
    pairs += [chance.choice([*kinds, *pairs]) for _more in range(7 - len(pairs))]
    return [tile for tile in pairs for _copy in "12"], []


def of_orphans(chance: Random) -> tuple[list[str], list[dict]]:
    kinds = [*ENDS, *HONOURS]
    return [*kinds, chance.choice(kinds if chance.random() < 0.9 else ALL)], []


def of_gates(chance: Random) -> tuple[list[str], list[dict]]:
    suit = chance.choice("ps")
    return [f"{number}{suit}" for number in (*"1112345678999", chance.randint(1, 9))], []


def of_anything(chance: Random) -> tuple[list[str], list[dict]]:
    """Many tiles of few kinds: hands with several readings."""
    first = chance.randint(0, 3)
    tiles = [tile for tile in NUMBERED[first : first + 6] for _copy in range(4)]
    return chance.sample([*tiles, *[chance.choice(ALL)] * 2], 14), []


SHAPES = (of_sets,) * 12 + (of_pairs,) * 3 + (of_orphans,) * 2 + (of_gates, of_anything)


def spoilt(chance: Random, concealed: list[str], melds: list[dict]) -> None:
    """The hand with one change: a tile added, removed or replaced, or an invalid meld."""
    place = chance.randrange(len(concealed))
    change = chance.randrange(8)
    if change < 5:
        concealed[place] = chance.choice([*ALL, *NUMBERED, "5m", "N"])
    elif change == 5:
        concealed.append(chance.choice(ALL))
    elif change == 6:
        del concealed[place]
    elif melds:
        chance.choice(melds)["type"] = chance.choice(["chow", "pong", "kong"])


def question(chance: Random, house: dict[str, Any]) -> dict[str, Any]:
    """The input of a hand with these house rules."""
    aside = house.get("north_aside", True)
    concealed, melds = chance.choice(SHAPES)(chance)
    if chance.random() < 0.12:
        spoilt(chance, concealed, melds)
    chance.shuffle(concealed)
    winner = chance.choice(PLAYERS)
    win = how_won(chance, concealed, melds, [player for player in PLAYERS if player != winner], aside)
    held = [*concealed, *(meld["tile"] for meld in melds)]
    fives = sum(held.count(five) for five in ("5p", "5s", "5m"))
    closed = not any(meld["exposed"] for meld in melds)
    asked = {
        "winner": winner,
        "hand_no": chance.randint(1, 9),
        "concealed": concealed,
        "melds": melds,
        "win": win,
        "riichi": chance.choice(["riichi", "riichi", "double"])
        if chance.random() < (0.4 if closed else 0.03)
        else None,
        "ippatsu": chance.random() < 0.3,
        "dora_indicators": chance.choices([*held, *ALL], k=chance.choice((0, 1, 1, 2, 4))),
        "ura_indicators": chance.choices([*held, *ALL, "W"], k=chance.choice((0, 1, 2))),
        "norths": chance.choice((0, 0, 0, 1, 2, 3, 4)) if held.count("N") < 2 else chance.choice((0, 0, 1)),
        "flowers": chance.choice((0, 1, 2, 4)),
        "red": chance.randint(0, min(2, fives)),
        "honba": chance.choice((0, 0, 1, 3)),
        "sticks": chance.choice((0, 0, 1, 2)),
        "furiten": chance.random() < 0.08,
        "first_draw": chance.random() < 0.06,
        "renchan_count": chance.choice((0, 0, 0, 0, 7, 8, 9)) if chance.random() < 0.3 else 0,
        "kokushi_pure": chance.random() < 0.4,
        "chuuren_pure": chance.random() < 0.4,
    }
    if not aside:
        asked["norths"] = 0
    if not house.get("flowers"):
        asked["flowers"] = 0
    kept = {"winner", "hand_no", "concealed", "melds", "win"}
    return {key: value for key, value in asked.items() if key in kept or chance.random() < 0.7}


def how_won(chance: Random, concealed: list[str], melds: list[dict], others: list[str], aside: bool) -> dict[str, Any]:
    """The winning tile and its source; rarely a tile that isn't in the hand."""
    kongs = [meld["tile"] for meld in melds if meld["type"] == "kong"]
    if len(kongs) == 4 and chance.random() < 0.6:
        del concealed[chance.randrange(len(concealed))]
        return {"by": "fourth_kong", **({"tile": chance.choice(kongs)} if chance.random() < 0.7 else {})}
    tile = chance.choice(concealed) if chance.random() < 0.97 else chance.choice(ALL)
    by = chance.choice(("tsumo", "tsumo", "ron", "ron", "ron", "chankan"))
    if aside and "N" in concealed and chance.random() < 0.3:
        by, tile = "rob_north", "N"
    win: dict[str, Any] = {"by": by, "tile": tile, "last_tile": chance.random() < 0.15}
    if by == "tsumo":
        return {**win, "replacement": chance.random() < 0.2}
    return {**win, "from": chance.choice(others), "concealed_kong": by == "chankan" and chance.random() < 0.2}
