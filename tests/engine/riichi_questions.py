"""Random hands of riichi sanma for `manage.py score`: house rules, hands of every kind, and near misses.

`chance` is a `random.Random`: the same seed gives the same questions. The tiles come from `honshu_questions`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.engine.honshu_questions import (
    ALL,
    CHOWS,
    DRAGONS,
    PLAYERS,
    SHAPES,
    WINDS,
    of_gates,
    of_orphans,
    of_sets,
    spoilt,
)
from tests.engine.riichi_oracle import DEFAULTS, LIABLE, PRESETS
from tests.engine.riichi_readings import DOUBLE

CHOICES = {
    "north": ("nukidora", "nukidora_yakuhai", "yakuhai", "guest_wind"),
    "red_fives": (0, 1, 2, 3, 4),
    "renhou": ("none", "mangan", "yakuman"),
    "double_wind_fu": (2, 4),
    "yakuman_cap": (1, 2, 3, 6, 9),
    "pao_covers": ("hand", "yakuman"),
    "pao_honba": ("liable", "discarder"),
    "tsumo_mode": ("loss", "split", "full"),
    "honba_ron": (0, 200, 300, 1000, 150),
    "honba_tsumo_each": (0, 100, 1000, 55),
    "riichi_stick": (0, 500, 1000),
    "chip_ippatsu": (0, 1, 2),
    "chip_ura": (0, 1, 3),
    "chip_red": (0, 1, 2),
    "chip_red_when": ("always", "closed", "riichi"),
    "chip_yakuman": (0, 5, 10),
    **dict.fromkeys(("rob_north_any", "rob_concealed_kong", "ippatsu", "uradora", "kuitan", "atozuke"), (False, True)),
    **dict.fromkeys(("pinfu_tsumo", "chiitoi_allow_four", "rinshan_fu", "kiriage", "kazoe_yakuman"), (False, True)),
    "yakuman_stack": (False, True),
}
Shape = Callable[[Random], tuple[list[str], list[dict]]]
LISTS = {"double_yakuman": tuple(DOUBLE.values()), "pao": LIABLE}
OF_A_HAND = [*CHOICES, *LISTS]


def house_rules(chance: Random) -> dict[str, Any]:
    """A preset with some random options."""
    chosen = chance.sample(OF_A_HAND, chance.choice((0, 0, 1, 2, 5, 12)))
    preset = PRESETS[chance.choice(list(PRESETS))] if chance.random() < 0.5 else {}
    return {**preset, **{name: value_of(chance, name) for name in chosen}}


def value_of(chance: Random, name: str) -> Any:
    if name in CHOICES:
        return chance.choice(CHOICES[name])
    return chance.choice(["all", "none", [each for each in LISTS[name] if chance.random() < 0.6]])


def laid(chance: Random, sets: list[list[str]], pair: str, hidden: float) -> tuple[list[str], list[dict]]:
    """(concealed, melds): kongs are melds, a pong stays concealed with this probability."""
    concealed, melds = [pair] * 2, []
    for part in sets:
        kong = len(part) == 4
        if kong or (part[0] == part[1] and chance.random() > hidden):
            up = chance.random() > hidden if kong else True
            melds.append({"type": "kong" if kong else "pong", "tile": part[0], "exposed": up})
        else:
            concealed += part
    return concealed, melds


def of_pongs(chance: Random) -> tuple[list[str], list[dict]]:
    """Pongs and kongs of winds, dragons and others: hands with possible liability."""
    kinds = [*WINDS, *DRAGONS]
    first = chance.choice([DRAGONS, WINDS, WINDS[:3], chance.sample(ALL, 3), ["1p", "1m", "1s"]])
    more = [tile for tile in chance.choice([kinds, ALL]) if tile not in first]
    first = [*first, *chance.sample(more, 2)][:5]
    kongs = chance.choice((0.1, 0.5, 1))
    sets = [[kind] * (4 if chance.random() < kongs else 3) for kind in first[:4]]
    return laid(chance, sets, first[4], chance.choice((0.3, 0.6)))


def of_little(chance: Random) -> tuple[list[str], list[dict]]:
    """Hands with few han: chows, and one or two pongs or kongs."""
    while True:
        pongs = chance.choice((0, 1, 1, 2, 3))
        sets = [
            [chance.choice([*ALL, *WINDS, *DRAGONS])] * chance.choice((3, 3, 3, 4))
            if number < pongs
            else chance.choice(CHOWS)
            for number in range(4)
        ]
        pair = chance.choice([*ALL, *WINDS, *DRAGONS])
        if max(Counter([pair, pair, *(tile for part in sets for tile in part)]).values()) <= 4:
            return laid(chance, sets, pair, chance.choice((0, 0.5, 1)))


def of_dragons(chance: Random) -> tuple[list[str], list[dict]]:
    """Two pongs and the pair of dragons and North, and two chows."""
    kinds = chance.sample([*DRAGONS, "N"], 3)
    chows = chance.sample(CHOWS, 2)
    return laid(chance, [*([kind] * 3 for kind in kinds[:2]), *chows], kinds[2], chance.choice((0.2, 0.6)))


Case = tuple[dict[str, Any], dict[str, Any]]


def case(chance: Random) -> Case:
    """House rules and the input of a hand; half of them have rare features."""
    house = house_rules(chance)
    focus = chance.choice((None, None, None, None, "liable", "little", "renhou", "atozuke", "rare"))
    if focus == "liable":
        house |= {"pao": chance.choice(["all", "all", ["suukantsu"]]), "pao_covers": chance.choice(("hand", "yakuman"))}
        return house, question(chance, house, (of_pongs,), honba=chance.choice((0, 1, 2)))
    if focus == "little":
        return house, question(chance, house, (of_little,), norths=0, red=0, dora_indicators=[])
    if focus == "renhou":
        house |= {"renhou": chance.choice(("mangan", "mangan", "yakuman"))}
        asked = question(chance, house, (of_little, *SHAPES), norths=0, first_draw=True)
        if asked["win"]["by"] != "tsumo":
            asked["win"] = {"by": "ron", **{key: asked["win"][key] for key in ("tile", "from")}}
        return house, asked
    if focus == "rare":
        house |= {"double_yakuman": "all", "rob_north_any": False, "north": "nukidora_yakuhai"}
        asked = question(chance, house, (of_gates, of_orphans, of_dragons), furiten=False, norths=0)
        if asked["win"]["tile"] in asked["concealed"] and chance.random() < 0.5:  # a better wait
            pairs = [tile for tile, copies in Counter(asked["concealed"]).items() if copies % 2 == 0]
            if pairs and asked["win"]["by"] != "rob_north":
                asked["win"]["tile"] = chance.choice(pairs)
        return house, asked
    if focus == "atozuke":
        house |= {"atozuke": False}
        return house, question(chance, house, (of_little, of_pongs, *SHAPES), riichi=None, furiten=False)
    return house, question(chance, house, (*SHAPES, of_pongs, of_little, of_sets))


def question(chance: Random, house: dict[str, Any], shapes: Sequence[Shape], **fixed: Any) -> dict[str, Any]:
    """The input of a hand with these house rules. `fixed`: keys that are not random."""
    house = {**DEFAULTS, **house}
    concealed, melds = chance.choice(shapes)(chance)
    if chance.random() < 0.1:
        spoilt(chance, concealed, melds)
    chance.shuffle(concealed)
    winner = chance.choice(PLAYERS)
    others = [player for player in PLAYERS if player != winner]
    norths_play = house["north"].startswith("nukidora")
    tile = chance.choice(concealed) if chance.random() < 0.97 else chance.choice(ALL)
    by = chance.choice(("tsumo", "tsumo", "ron", "ron", "ron", "chankan"))
    if "N" in concealed and norths_play and chance.random() < 0.3:
        by, tile = "rob_north", "N"
    win: dict[str, Any] = {"by": by, "tile": tile, "last_tile": chance.random() < 0.15}
    if by == "tsumo":
        win["replacement"] = chance.random() < 0.2
    else:
        win["from"] = chance.choice(others)
        if by == "chankan":
            win["concealed_kong"] = chance.random() < 0.3
    held = [*concealed, *(meld["tile"] for meld in melds for _copy in range(4 if meld["type"] == "kong" else 3))]
    reds = sum(min(house["red_fives"], held.count(five)) for five in ("5p", "5s")) if "chow" not in str(melds) else 0
    closed = not any(meld["exposed"] for meld in melds)
    asked = {
        "winner": winner,
        "concealed": concealed,
        "melds": melds,
        "win": win,
        "riichi": chance.choice(["riichi", "riichi", "double"])
        if chance.random() < (0.4 if closed else 0.03)
        else None,
        "ippatsu": chance.random() < 0.4,
        "dora_indicators": chance.choices([*held, *ALL], k=chance.choice((0, 0, 1, 1, 2, 4))),
        "ura_indicators": chance.choices([*held, *ALL, "W"], k=chance.choice((0, 1, 2))),
        "norths": chance.choice((0, 0, 0, 1, 2, 3, 4) if held.count("N") < 2 else (0, 0, 1)) * norths_play,
        "red": chance.randint(0, reds),
        "honba": chance.choice((0, 0, 1, 3)),
        "sticks": chance.choice((0, 0, 1, 2)),
        "furiten": chance.random() < 0.06,
        "first_draw": chance.random() < 0.12,
        "pao": {name: chance.choice(others) for name in LIABLE if chance.random() < 0.5},
    }
    kept = {"winner", "concealed", "melds", "win"}
    told = {key: value for key, value in asked.items() if key in kept or chance.random() < 0.7}
    return {**told, **fixed, **where(chance)}


def where(chance: Random) -> dict[str, Any]:
    number = chance.randint(1, 9)
    if chance.random() < 0.8:
        return {"hand_no": number}
    dealer = (number - 1) % 3
    seats = {player: "ESW"[(at - dealer) % 3] for at, player in enumerate(PLAYERS)}
    return {"round": "ESW"[(number - 1) // 3], "seats": seats}
