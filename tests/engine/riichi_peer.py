"""Riichi sanma counted by the package `mahjong`: sends questions for `manage.py score` to its calculator.

Questions on which the two rule books differ are left out: see `OPTIONS` and `rules_agree`.
"""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

from mahjong.constants import AKA_DORAS, EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.meld import Meld

from bench import same
from tests.engine.honshu_questions import PLAYERS, SHAPES
from tests.engine.riichi_questions import Case, of_little, of_pongs, question

KINDS = [*(f"{number}{suit}" for suit in "mps" for number in range(1, 10)), "E", "S", "W", "N", "dW", "dG", "dR"]
NAMES = same.NAMES | {
    "Ippatsu": "ippatsu",
    "Double Riichi": "double_riichi",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan",
    "Haitei Raoyue": "haitei_houtei",
    "Houtei Raoyui": "haitei_houtei",
    "San Kantsu": "sankantsu",
    "Sanshoku Doukou": "sanshoku_doukou",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Renhou (yakuman)": "renhou",
    "Chuuren Poutou": "chuuren",
    "Daburu Chuuren Poutou": "chuuren",
    "Shousuushii": "shousuushii",
    "Dai Suushii": "daisuushii",
    "Ryuuiisou": "ryuuiisou",
    "Suu Kantsu": "suukantsu",
    "Tsuu Iisou": "tsuuiisou",
    "Chinroutou": "chinroutou",
    **{f"Yakuhai (seat wind {wind})": "yakuhai_seat" for wind in ("east", "south", "west")},
    **{f"Yakuhai (round wind {wind})": "yakuhai_round" for wind in ("east", "south", "west")},
}
DORA = {"Dora", "Aka Dora", "Ura Dora"}
REASONS = {
    "hand_not_winning": "not_a_legal_hand",
    "no_yaku": "no_yaku",
    "open_hand_riichi_not_allowed": "declared_ready_needs_concealed",
    "open_hand_daburi_not_allowed": "declared_ready_needs_concealed",
}
# Options that the package has too. It pays a self-draw with North's share lost, has no liability, counts 4 fu for a
# double wind, 2 fu for a replacement tile, lets anybody rob a North and nobody a concealed kong, and sets Norths aside
# as our default does. Its renhou of 5 han stands beside other yaku, ours does not. A yakuman counts up to six units.
OPTIONS = {
    "kiriage": (False, True),
    "kuitan": (False, True),
    "pinfu_tsumo": (False, True),
    "kazoe_yakuman": (False, True),
    "renhou": ("none", "yakuman"),
    "double_yakuman": ("none", "all"),
}


class Worth(NamedTuple):
    """The result of a hand in a common form; for a refused hand only the reason."""

    reason: str | None
    yaku: Counter[str] = Counter()
    dora: int = 0
    han: int | None = None
    fu: int | None = None
    exact_fu: int = 0
    paid: tuple[int, ...] = ()
    honba_and_sticks: int = 0


def case(chance: Random) -> Case:
    """House rules and a hand that both support."""
    house = {name: chance.choice(values) for name, values in OPTIONS.items() if chance.random() < 0.4}
    given = question(chance, house, (*SHAPES, of_little, of_little, of_pongs), furiten=False)
    given.pop("pao", None)
    given["win"].pop("concealed_kong", None)
    return house, given


def rules_agree(given: dict[str, Any], reason: str | None) -> bool:
    """Whether the package interprets the question as we do.

    It accepts tiles that aren't in the deck, any number of tiles, and a winning tile from a kong. Red fives are
    marked tile by tile.
    """
    return (reason is None or reason in REASONS.values()) and reds(given) is not None


def reds(given: dict[str, Any]) -> set[str] | None:
    """The suits whose five is red; None if the number is impossible with one red five in each suit."""
    left, found = given.get("red", 0), set()
    fives = Counter(tile for tile in held(given) if tile in ("5p", "5s"))
    for five, copies in fives.items():
        if copies == 4 and left:
            found.add(five)
            left -= 1
    for five in fives:
        if left and five not in found:
            found.add(five)
            left -= 1
    forced = {five for five, copies in fives.items() if copies == 4} - found
    return None if forced and given.get("red", 0) else found


def held(given: dict[str, Any]) -> list[str]:
    melds = [tile for meld in given["melds"] for tile in [meld["tile"]] * (4 if meld["type"] == "kong" else 3)]
    return [*given["concealed"], *melds]


def ids(tiles: list[str], used: Counter[str], red: set[str]) -> list[int]:
    """Tile numbers of the package: four for each kind; the first five of a suit is red."""
    found = []
    for tile in tiles:
        copy = used[tile]
        used[tile] += 1
        if tile in ("5p", "5s") and tile not in red:
            copy = (copy + 1) % 4
        found.append(4 * KINDS.index(tile) + copy)
    return found


def theirs(house: dict[str, Any], given: dict[str, Any]) -> Worth:
    """The result of the package."""
    win, red, used = given["win"], reds(given) or set(), Counter()
    melds = []
    concealed = list(given["concealed"])
    for meld in given["melds"]:
        if meld["type"] == "pong" and not meld["exposed"]:
            concealed += [meld["tile"]] * 3
            continue
        kind, copies = (Meld.KAN, 4) if meld["type"] == "kong" else (Meld.PON, 3)
        melds.append(Meld(kind, ids([meld["tile"]] * copies, used, red), opened=meld["exposed"]))
    inside = ids(concealed, used, red)
    tiles = [*inside, *(tile for meld in melds for tile in meld.tiles)]
    won = next((tile for tile in inside if KINDS[tile // 4] == win["tile"]), 4 * KINDS.index(win["tile"]))
    drawn, config = win["by"] == "tsumo", config_of(house, given)
    found = HandCalculator.estimate_hand_value(
        tiles,
        won,
        melds=melds,
        dora_indicators=indicators(given, "dora_indicators"),
        ura_dora_indicators=indicators(given, "ura_indicators"),
        config=config,
    )
    if found.error:
        return Worth(REASONS[found.error])
    assert found.cost is not None and found.yaku is not None
    assert sum(tile in AKA_DORAS for tile in tiles) == len(red) or not given.get("red")
    yakuman = any(yaku.is_yakuman for yaku in found.yaku)
    yaku = Counter(NAMES[yaku.name] for yaku in found.yaku if yaku.name not in DORA)
    if not drawn:
        paid: tuple[int, ...] = (found.cost["main"],)
    else:
        paid = tuple(sorted((found.cost["main"], found.cost["additional"])))
    bonus = found.cost["main_bonus"] + found.cost["additional_bonus"] * drawn + found.cost["kyoutaku_bonus"]
    if yakuman:
        return Worth(None, yaku, paid=paid, honba_and_sticks=bonus)
    dora = sum(each.han_closed for each in found.yaku if each.name in DORA)
    exact = sum(each["fu"] for each in found.fu_details or [])
    return Worth(None, yaku, dora, found.han, found.fu, exact, paid, bonus)


def config_of(house: dict[str, Any], given: dict[str, Any]) -> HandConfig:
    win, at = given["win"], given.get("hand_no")
    if at:
        seat, wind = (PLAYERS.index(given["winner"]) - (at - 1)) % 3, (at - 1) // 3
    else:
        seat, wind = "ESW".index(given["seats"][given["winner"]]), "ESW".index(given["round"])
    drawn, riichi = win["by"] == "tsumo", given.get("riichi")
    first = given.get("first_draw", False) and not given.get("norths") and not lying(given)
    replaced = drawn and win.get("replacement", False)
    return HandConfig(
        is_tsumo=drawn,
        is_riichi=riichi == "riichi",
        is_daburu_riichi=riichi == "double",
        is_ippatsu=bool(riichi) and given.get("ippatsu", False),
        is_rinshan=replaced,
        is_chankan=win["by"] == "chankan",
        is_haitei=drawn and win["last_tile"] and not replaced,
        is_houtei=win["by"] == "ron" and win["last_tile"],
        is_tenhou=first and drawn and seat == 0,
        is_chiihou=first and drawn and seat != 0,
        is_renhou=first and win["by"] == "ron" and seat != 0 and house.get("renhou") == "yakuman",
        player_wind=EAST + seat,
        round_wind=EAST + wind,
        tsumi_number=given.get("honba", 0),
        kyoutaku_number=given.get("sticks", 0),
        num_nuki_dora=given.get("norths", 0),
        options=OptionalRules(
            is_three_player=True,
            has_open_tanyao=house.get("kuitan", True),
            has_aka_dora=bool(given.get("red")),
            has_double_yakuman=house.get("double_yakuman") == "all",
            kazoe_limit=HandConstants.KAZOE_LIMITED
            if house.get("kazoe_yakuman", True)
            else HandConstants.KAZOE_SANBAIMAN,
            kiriage=house.get("kiriage", False),
            fu_for_pinfu_tsumo=not house.get("pinfu_tsumo", True),
            renhou_as_yakuman=True,
        ),
    )


def lying(given: dict[str, Any]) -> bool:
    """Whether there is any meld; a concealed pong is none."""
    return any(meld["exposed"] or meld["type"] == "kong" for meld in given["melds"])


def indicators(given: dict[str, Any], key: str) -> list[int]:
    return [4 * KINDS.index(tile) for tile in given.get(key, [])]


def ours(given: dict[str, Any], found: dict[str, Any]) -> Worth:
    """Our result in the same form."""
    if not found["legal"]:
        return Worth(found["reason"])
    drawn, honba = given["win"]["by"] == "tsumo", given.get("honba", 0)
    dues = sorted(-change - honba * (100 if drawn else 200) for change in found["payments"].values() if change < 0)
    bonus = 200 * honba + found["sticks"]
    if found["han"] is None:
        return Worth(None, Counter(list(found["patterns"])), paid=tuple(dues), honba_and_sticks=bonus)
    yaku = Counter({item: han if item == "yakuhai_dragon" else 1 for item, han in found["patterns"].items()})
    dora, exact = sum(found["bonus_items"].values()), sum(found["fu_items"].values())
    return Worth(None, yaku, dora, found["han"], found["fu"], exact, tuple(dues), bonus)
