"""The hands of bench/data as questions for the riichi books, and whether the package finds the same in them.

Differences between its game and Honshu sanma are listed here. Riichi sanma is the same game as its one for three.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from bench import peer
from engine.hands.tiles import format_tiles, read_tile
from engine.rulesets import rule_book
from engine.rulesets.riichi.calculator import score_text
from engine.rulesets.riichi.rules import RiichiRules
from engine.rulesets.rule_book import Score, TableState
from engine.seats import Seat

HONSHU, SANMA = "honshu", "riichi_sanma"
# The rules of the package. In Honshu sanma: a concealed self-draw is a yaku; a ron needs no yaku before the last tile.
HOUSE: dict[str, dict[str, Any]] = {
    HONSHU: {"menzen_tsumo": True, "atozuke": True, "ryanpeikou": 3, "pinfu_wait": "ryanmen"},
    SANMA: {},
}
PLAYERS = ("P1", "P2", "P3")
HONOURS = ("E", "S", "W", "N", "dW", "dG", "dR")
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
# Yaku that the package does not know. Three identical chows replace two identical chows.
LOCAL = {"sanrenkou", "iisou_sanjun"}


def tiles(told: str) -> list[str]:
    """The tiles in a text of the file: `123p`, and `1z` … `7z` for winds and dragons."""
    runs = re.findall(r"(\d+)([mpsz])", told)
    return [HONOURS[int(n) - 1] if suit == "z" else n + suit for numbers, suit in runs for n in numbers]


def question(hand: dict[str, Any]) -> dict[str, Any]:
    """A hand of the file as an entry: the winner's seat is set by the wind; the discarder is the next player."""
    win = {"by": "tsumo"} if hand["tsumo"] else {"by": "ron", "from": PLAYERS[(hand["seat"] + 1) % 3]}
    return {
        "winner": PLAYERS[hand["seat"]],
        "hand_no": 3 * hand["round"] + 1,
        "concealed": tiles(hand["closed"]),
        "melds": [{"type": "pong", "tile": tiles(meld)[0], "exposed": True} for meld in hand["melds"]],
        "win": {**win, "tile": tiles(hand["win"])[0]},
        "dora_indicators": [tile for turned in hand["dora"] for tile in tiles(turned)],
        **({"riichi": "riichi"} if hand["riichi"] else {}),
    }


def lines(number: int, system: str = HONSHU) -> list[str]:
    """The first `number` hands of the file, as lines for `manage.py score`."""
    return [
        json.dumps({"system": system, "type": "hand", "options": HOUSE[system], "input": question(hand)})
        for hand in peer.hands()[:number]
    ]


class Asked(NamedTuple):
    """The arguments of `score_text` for a hand of the file, in order."""

    book: RiichiRules
    state: TableState
    concealed: str
    tile: str
    winner: Seat
    source: Seat | None
    melds: tuple[str, ...]
    riichi: bool
    dora: str


def asked(told: dict[str, Any], system: str = HONSHU) -> Asked:
    """A result of `question` as text, with the tiles of each suit as one word."""
    rules = rule_book(system, HOUSE[system])
    assert isinstance(rules, RiichiRules)
    win, source = told["win"], told["win"].get("from")
    return Asked(
        rules,
        rules.table_at(told["hand_no"]),
        joined(told["concealed"]),
        win["tile"],
        Seat(told["winner"]),
        Seat(source) if source else None,
        tuple(joined([meld["tile"]] * 3) for meld in told["melds"]),
        "riichi" in told,
        joined(told["dora_indicators"]),
    )


def joined(texts: Iterable[str]) -> str:
    """Tiles in the short form: `123p 55s E dR dR`."""
    return format_tiles(map(read_tile, texts, repeat("concealed")))


def scored(hand: dict[str, Any]) -> Score:
    """The reading that is paid; if a yaku of only one game decides it, the one that the other game would pay."""
    rules, asked = rule_book(HONSHU, HOUSE[HONSHU]), question(hand)
    state = rules.table_at(asked.pop("hand_no"))
    (win,) = rules.read_hand(asked).wins
    scores = rules.readings(state, win)
    return max(scores, key=lambda score: shared(score) == theirs(hand)) if _differs(scores) else scores[0]


def _differs(scores: Sequence[Score]) -> bool:
    """Whether three consecutive pongs, or three identical chows, made another reading better in this game."""
    return bool(LOCAL & {item.id for item in scores[0].items}) and len(scores) > 1


def shared(score: Score) -> Counter[str]:
    """The items that both games know, and how often each was found; dora as one item."""
    found = Counter({item.id: item.times if score.limit is None else 1 for item in score.items})
    found.update(item.id for item in score.bonus_items)
    found["iipeikou"] += found["iisou_sanjun"]
    return +Counter({item: times for item, times in found.items() if item not in LOCAL | {"bazoro"}})


def theirs(hand: dict[str, Any]) -> Counter[str]:
    """The same for the package's answer. Here the small three dragons include their pongs."""
    found = Counter(NAMES[yaku] for yaku in hand["ref"]["yaku"])
    if found["shousangen"]:
        del found["yakuhai_dragon"]
    return +found


def agreed(hands: Sequence[dict[str, Any]]) -> float:
    """The percentage of these hands in which both games find the same yaku."""
    return 100 * sum(shared(scored(hand)) == theirs(hand) for hand in hands) / len(hands)


def counted_alike(hands: Sequence[dict[str, Any]]) -> float:
    """The percentage of these hands in which riichi sanma has the same yaku, han, fu and income as the package."""
    return 100 * sum(map(_alike, hands)) / len(hands)


def _alike(hand: dict[str, Any]) -> bool:
    told, found = score_text(*asked(question(hand), SANMA)), peer.worth(hand, peer.THREE)
    (score,) = told.scores
    assert found.yaku and found.cost, hand
    names = {item.id for item in (*score.items, *score.bonus_items)}
    if names != {NAMES[yaku.name] for yaku in found.yaku} or told.payments[score.winner] != found.cost["total"]:
        return False
    return score.points is None or (score.points, score.fu) == (found.han, found.fu)
