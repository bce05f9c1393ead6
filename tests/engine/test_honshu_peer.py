"""2,000 hands of bench/data: the yaku that both this rule book and the package `mahjong` know agree on all of them.

`ref` in the file is what the package says. Where the two rule books differ, it is named here.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.entries import Win
from engine.hand import Meld, TileHand
from engine.rulesets import rule_book
from engine.rulesets.base import Score
from engine.seats import Seat
from engine.tiles import TILES, Tile

HANDS = json.loads((Path(__file__).resolve().parents[2] / "bench" / "data" / "sanma_hands.json").read_text())["hands"]
HONOURS = ("E", "S", "W", "N", "dW", "dG", "dR")
# What the package plays: a concealed self-draw is a yaku, and a ron needs none before the winning tile.
RULES = rule_book("honshu", {"menzen_tsumo": True, "atozuke": True, "ryanpeikou": 3, "pinfu_wait": "ryanmen"})
NAMES = {
    "Riichi": "riichi",
    "Menzen Tsumo": "menzen_tsumo",
    "Dora": "dora",
    "Iipeiko": "iipeikou",
    "Ryanpeikou": "ryanpeikou",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Chiitoitsu": "chiitoitsu",
    "Chinitsu": "chinitsu",
    "Honitsu": "honitsu",
    "San Ankou": "sanankou",
    "Toitoi": "toitoi",
    "Chantai": "chanta",
    "Junchan": "junchan",
    "Ittsu": "ittsu",
    "Shou Sangen": "shousangen",
    "Honroutou": "honroutou",
    "Kokushi Musou": "kokushi",
    "Kokushi Musou Juusanmen Matchi": "kokushi",
    "Suu Ankou": "suuankou",
    "Suu Ankou Tanki": "suuankou",
    "Daisangen": "daisangen",
    **dict.fromkeys(("Yakuhai (haku)", "Yakuhai (hatsu)", "Yakuhai (chun)"), "yakuhai_dragon"),
    **{f"Yakuhai (seat wind {wind})": "yakuhai_seat" for wind in ("east", "south", "west")},
    **{f"Yakuhai (round wind {wind})": "yakuhai_round" for wind in ("east", "south")},
}
# The package does not know them. Three identical chows stand here instead of two.
LOCAL = {"sanrenkou", "iisou_sanjun"}


def tiles(told: str) -> tuple[Tile, ...]:
    """Tiles of the file: `123p`, and `1z` … `7z` for winds and dragons."""
    runs = re.findall(r"(\d+)([mpsz])", told)
    return tuple(TILES[HONOURS[int(n) - 1] if suit == "z" else n + suit] for numbers, suit in runs for n in numbers)


def scored(hand: dict[str, Any]) -> Score:
    winner = Seat.P1.after(hand["seat"])
    melds = tuple(Meld("pong", tiles(meld)[0]) for meld in hand["melds"])
    turned = tuple(tiles(tile)[0] for tile in hand["dora"])
    count = TileHand(tiles(hand["closed"]), melds, tiles(hand["win"])[0], special={"dora_indicators": turned})
    by, source = ("tsumo", None) if hand["tsumo"] else ("ron", winner.after(1))
    win = Win(winner, by, source, count, declared_ready=hand["riichi"])
    state = RULES.table_at(3 * hand["round"] + 1, 0)
    scores = RULES.readings(state, win)
    return max(scores, key=lambda score: shared(score) == ours(hand)) if differs(scores) else scores[0]


def differs(scores: tuple[Score, ...]) -> bool:
    """Whether three pongs in a row, or three equal chows, made another reading the better one here."""
    return bool(LOCAL & {item.id for item in scores[0].items}) and len(scores) > 1


def shared(score: Score) -> Counter[str]:
    """What was found of what both know, and how often; dora as one item."""
    found = Counter({item.id: item.times if score.limit is None else 1 for item in score.items})
    found.update(item.id for item in score.bonus_items)
    found["iipeikou"] += found["iisou_sanjun"]
    return +Counter({item: times for item, times in found.items() if item not in LOCAL | {"bazoro"}})


def ours(hand: dict[str, Any]) -> Counter[str]:
    """The same of what the package says. The small three dragons include their pongs here."""
    found = Counter(NAMES[yaku] for yaku in hand["ref"]["yaku"])
    if found["shousangen"]:
        del found["yakuhai_dragon"]
    return +found


@pytest.mark.parametrize("kind", sorted({hand["kind"] for hand in HANDS}))
def test_both_find_the_same_yaku(kind):
    wrong = {
        hand["id"]: (shared(score), ours(hand))
        for hand in HANDS
        if hand["kind"] == kind and shared(score := scored(hand)) != ours(hand)
    }
    assert wrong == {}


def test_all_of_them_may_be_declared():
    reasons = Counter(scored(hand).reason for hand in HANDS)
    assert reasons == {None: 2000}
