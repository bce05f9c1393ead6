"""Random matches and settlements of riichi sanma for `manage.py score`, entry by entry until the match is over.

`chance` is a `random.Random`. Valid entries depend on the earlier ones, so the oracle is updated along the way.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.engine.honshu_questions import PLAYERS
from tests.engine.riichi_match_oracle import Match
from tests.engine.riichi_oracle import DEFAULTS, PRESETS, result
from tests.engine.riichi_questions import house_rules, of_little, of_pongs, question
from tests.engine.riichi_readings import named

CHOICES = {
    "noten_pool": (0, 1000, 2000, 3000, 2),
    "multiple_ron": ("all", "head_bump"),
    "renchan": ("win_or_tenpai", "win", "tenpai_from_south", "none"),
    "length": ("east", "east_south", "east_south_west"),
    "bust": ("below_zero", "zero", "off", "off"),
    "target_points": (0, 36000, 40000, 45000),
    "extension": ("next_wind", "return_east", "none"),
    "sudden_death": ("deal_passes", "any_hand"),
    "agari_yame": (False, True),
    "tenpai_yame": (False, True),
    "cold_points": (0, 0, 60000),
    "start_points": (25000, 30000, 35000),
    "chombo": ("mangan", "each"),
    "chombo_each": (0, 5000, 10000),
    "nagashi_mangan": (False, True, True),
    "abortive_draws": ("all", "none", ["four_kongs"], ["kyuushu_kyuuhai"]),
}
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman")


def table(chance: Random) -> dict[str, Any]:
    """Random house rules for a match."""
    chosen = chance.sample(list(CHOICES), chance.choice((0, 2, 5, 10)))
    options = {**house_rules(chance), **{name: chance.choice(CHOICES[name]) for name in chosen}}
    if chance.random() < 0.5:  # otherwise most matches would end because a player runs out of points
        options |= {"bust": "off", "length": chance.choice(("east", "east", "east_south"))}
    return options


def match(chance: Random, options: Mapping[str, Any], most: int = 40) -> tuple[list[dict], Match]:
    """(entries, the oracle's match after them): played to the end, or up to `most` entries."""
    played, entries = Match({**DEFAULTS, **options}), []
    calm = chance.random() < 0.75
    while len(entries) < most and played.ended is None:
        entry = next_entry(chance, played, calm)
        played.play(entry)
        entries.append(entry)
    return entries, played


def next_entry(chance: Random, played: Match, calm: bool) -> dict[str, Any]:
    house = played.house
    kind = chance.choice(
        ["win"] * 8 + ["draw"] * 8 + ["both"] * 2 + ["tiles"] * 3 + ["list"] * 2 + ["abort", "chombo", "penalty"]
    )
    rich = [player for player in PLAYERS if played.points[player] >= house["riichi_stick"]]
    ready = [player for player in rich if chance.random() < 0.3]
    sticks = {"riichi_by": ready} if ready or chance.random() < 0.2 else {}
    aborts = named(house["abortive_draws"], ("kyuushu_kyuuhai", "four_kongs"))
    if kind == "abort" and aborts:
        return {"abort": chance.choice(aborts), **sticks}
    if kind == "chombo":
        return {"chombo": chance.choice(PLAYERS), **sticks}
    if kind == "penalty":
        return {**penalty(chance), **sticks}
    if kind in ("draw", "abort"):
        nagashi = house["nagashi_mangan"] and chance.random() < 0.2
        tenpai = [player for player in PLAYERS if chance.random() < 0.5]
        more = {"nagashi": chance.sample(PLAYERS, chance.choice((1, 1, 2, 3)))} if nagashi else {}
        return {"tenpai": tenpai, **more, **sticks}
    winner, source, other = chance.sample(PLAYERS, 3)
    if kind == "both":
        by = chance.choice([*house_ways(house), "ron", "ron"])
        wins = [counted(chance, played, each, by, source, rich, calm) for each in (winner, other)]
        return {"wins": wins, **sticks}
    if kind in ("tiles", "list"):
        found = by_tiles(chance, played, rich)
        if found and kind == "tiles":
            return {**found, **sticks}
        if found and can_be_robbed(found):
            now = {**found, "round": played.wind, "seats": played.seats, "honba": 0}
            return {**listed(found, result(house, now)), **sticks}
    by = chance.choice(["tsumo", "tsumo", "ron", *house_ways(house)])
    return {**counted(chance, played, winner, by, None if by == "tsumo" else source, rich, calm), **sticks}


def house_ways(house: Mapping[str, Any]) -> list[str]:
    return ["ron", "chankan", "rob_north"] if house["north"].startswith("nukidora") else ["ron", "chankan"]


def penalty(chance: Random) -> dict[str, Any]:
    amount = chance.choice((1000, 3000, 12000))
    first, second, third = chance.sample(PLAYERS, 3)
    change = chance.choice([{first: amount, second: -amount}, {first: 2 * amount, second: -amount, third: -amount}])
    return {"penalty": change, **chance.choice([{}, {"ends_hand": True}, {"ends_hand": False}])}


def won(winner: str, by: str, source: str | None) -> dict[str, Any]:
    return {"winner": winner, "win": {"by": by, **({"from": source} if source else {})}}


def counted(
    chance: Random, played: Match, winner: str, by: str, source: str | None, rich: list[str], calm: bool
) -> dict[str, Any]:
    """A hand by numbers."""
    house, found = played.house, won(winner, by, source)
    way = chance.random()
    if way < (0.85 if calm else 0.5):
        han = chance.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6) if calm else (*range(1, 15), 20))
        few = [20] * (not source and han > 1) + [25] * (han > (1 if source else 2))
        found["han"] = han
        if han <= 4 or chance.random() < 0.3:
            found["fu"] = chance.choice([*few, *few, 30, 30, 40, 40, 50, *range(60, 150, 10)])
    elif way < (0.98 if calm else 0.75):
        found["limit"] = chance.choice(LIMITS[: 2 if calm else 5 if house["kazoe_yakuman"] else 4])
    else:
        doubled = "daisuushii" in named(house["double_yakuman"], ("daisuushii",))
        worth = {"daisangen": 1, "daisuushii": 1 + doubled, "suukantsu": 1}
        pair = [*chance.choice([("daisangen",), ("daisuushii",), ("suukantsu",), ("daisangen", "suukantsu")])]
        pao = (
            {} if chance.random() < 0.4 else {name: chance.choice([p for p in PLAYERS if p != winner]) for name in pair}
        )
        least = (sum if house["yakuman_stack"] else max)([worth[name] for name in pao] or [1])
        most = house["yakuman_cap"] if house["yakuman_stack"] else min(2, house["yakuman_cap"])
        found["yakuman"] = min(most, max(1, least + chance.choice((0, 0, 1))))
        if pao:
            found["pao"] = pao
    if chance.random() < 0.2:
        found["chips"] = chance.randint(0, 12)
    if winner in rich and chance.random() < 0.2:
        found["riichi"] = chance.choice(["riichi", "double"])
    return found


def numbered(asked: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """The same hand by numbers."""
    entry = won(asked["winner"], asked["win"]["by"], asked["win"].get("from"))
    if found["han"] is None:
        entry["yakuman"] = found["limit"]["value"] // 8000
        entry["pao"] = {name: who for name, who in asked.get("pao", {}).items() if name in found["patterns"]}
    else:
        entry |= {"han": found["han"], "fu": found["fu"]}
    if any(found["chips"].values()):
        entry["chips"] = -min(found["chips"].values())
    return entry


def listed(asked: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry by list for the hand in `asked`, with the items ticked that its tiles were found to have."""
    is_yakuman = found["han"] is None
    several = {item for item in found["patterns"] if is_yakuman or item == "yakuhai_dragon"}
    patterns = [item for item, worth in found["patterns"].items() for _once in range(worth if item in several else 1)]
    entry = {**won(asked["winner"], asked["win"]["by"], asked["win"].get("from")), "patterns": patterns}
    if any(meld["exposed"] and meld["type"] != "chow" for meld in asked["melds"]):
        entry["open"] = True
    if found["bonus_items"]:
        entry["bonus_items"] = found["bonus_items"]
    if found["fu"]:
        entry["fu"] = found["fu"]
    if any(found["chips"].values()):
        entry["chips"] = -min(found["chips"].values())
    if asked.get("pao"):
        entry["pao"] = asked["pao"]
    return entry


def can_be_robbed(asked: Mapping[str, Any]) -> bool:
    """Whether the winner has no other copy of a robbed kong's tile. A list that needs one is refused."""
    return asked["win"]["by"] != "chankan" or asked["concealed"].count(asked["win"]["tile"]) == 1


def by_tiles(chance: Random, played: Match, rich: list[str]) -> dict[str, Any] | None:
    """A legal hand by tiles in the current state, or None after some tries."""
    for _try in range(6):
        asked = question(chance, played.house, (of_little, of_little, of_pongs), honba=0, sticks=0, furiten=False)
        for key in ("hand_no", "seats", "round"):
            asked.pop(key, None)
        now = {**asked, "round": played.wind, "seats": played.seats}
        if asked.get("riichi") and asked["winner"] not in rich:
            continue
        if result(played.house, now)["legal"]:
            asked = {key: value for key, value in asked.items() if key not in ("honba", "sticks", "furiten")}
            return {**asked, "honba": played.honba} if chance.random() < 0.2 else asked
    return None


# ── settlements ──────────────────────────────────────────────────────────────


def settlement(chance: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """(options, input), with many ties, remaining sticks and chips."""
    start = chance.choice((25000, 30000, 35000, 35000, 33333))
    options: dict[str, Any] = {
        **PRESETS[chance.choice(list(PRESETS))],
        "start_points": start,
        "return_points": chance.choice((start, start + 5000, start + 5000, 40000, start + 5100, start + 350)),
        "uma": chance.choice([[20, 0, -20], [15, 0, -15], [0, 0, 0], [15, -5, -10], [7, 4, -11], [10, 15, -25]]),
        "sinking_uma": chance.choice((0, 0, 5, 10)),
        "rounding": chance.choice(("tenth", "thousand", "thousand_5_6")),
        "ties": chance.choice(("seat_order", "share")),
        "chip_points": chance.choice((0, 0, 500, 1000, 100, 333)),
    }
    total = 3 * start - chance.choice((0, 0, 1000, 2000, 500))
    step = chance.choice((100, 100, 1000, 50, 1))
    first = chance.randint(-10_000 // step, 60_000 // step) * step
    second = chance.choice([first, total - 2 * first, chance.randint(-10_000 // step, 60_000 // step) * step])
    if chance.random() < 0.15 and total % 3 == 0:
        first = second = total // 3
    points = [first, second, total - first - second]
    chance.shuffle(points)
    given: dict[str, Any] = {"points": dict(zip(PLAYERS, points, strict=True))}
    if chance.random() < 0.8:
        given["seat_order"] = chance.sample(PLAYERS, 3)
    if chance.random() < 0.6:
        one, other = chance.randint(-9, 9), chance.randint(-9, 9)
        given["chips"] = {"P1": one, "P2": other, "P3": -one - other}
    return options, given
