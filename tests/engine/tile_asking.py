"""Helpers for tests of hands by tiles: short ways to write questions, and their results."""

import json
from pathlib import Path
from random import Random
from typing import Any

from engine.hands.tiles import parse_tiles, text
from engine.json_api import answer
from tests.thorough import SEED, amount

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
EXAMPLES = [
    example
    for name in ("tiles", "honshu", "riichi_sanma")
    for example in json.loads((GOLDEN / f"{name}.json").read_text())["examples"]
]
RANDOM_HANDS = amount("RANDOM_HANDS", 250, 5_000)
GONE = object()  # a marker value: omit the key


def tiles(short: str) -> list[str]:
    return [text(tile) for tile in parse_tiles(short)]


def melds(pongs: str = "", kongs: str = "", hidden: str = "") -> list[dict]:
    """Exposed pongs, exposed kongs and concealed kongs of these kinds."""
    kinds = (("pong", pongs, True), ("kong", kongs, True), ("kong", hidden, False))
    return [{"type": kind, "tile": tile, "exposed": up} for kind, short, up in kinds for tile in tiles(short)]


def hand(concealed: str, won: str, pongs: str = "", kongs: str = "", hidden: str = "", **said: Any) -> dict:
    """P1's hand in hand 1 (East in the East round), won from the wall, or on a discard of `from_`.

    `won`: the winning tile and how, "4p", "4p discard" or "4p rob_kong", the last two from P2.
    """
    tile, *by = won.split()
    win: dict[str, Any] = {"by": by[0] if by else "wall", "tile": tile}
    if by:
        win["from"] = "P2"
    win |= said.pop("win", {})
    lying = melds(pongs, kongs, hidden)
    return {"winner": "P1", "hand_no": 1, "concealed": tiles(concealed), "melds": lying, "win": win, **said}


def asked(system: str = "korean_japanese", type_: str = "hand", /, **question: Any) -> dict:
    """The complete answer to a question."""
    return answer(json.dumps({"id": 1, "system": system, "type": type_, **question}))


def scored(given: dict, **options: Any) -> dict:
    """The result of a hand with these house rules."""
    reply = asked(options=options, input=given)
    assert "error" not in reply, reply["error"]
    return reply["result"]


def refused(given: Any, **options: Any) -> str:
    """The error message for a hand that is refused."""
    reply = asked(options=options, input=given)
    assert "result" not in reply, reply["result"]
    return reply["error"]


def chance(salt: int = 0) -> Random:
    """A seeded random generator for a test. Failures report the seed."""
    return Random(f"{SEED}/{salt}")


def changed(given: dict, path: str, value: Any) -> dict:
    """A copy with the value at `path`, or without that key."""
    copy = json.loads(json.dumps(given))
    *way, last = path.split(".")
    place = copy
    for step in way:
        place = place[int(step)] if step.isdigit() else place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return copy


def show(value: object) -> str:
    return "gone" if value is GONE else str(value)[:20]


# Values that are invalid as a list of tiles, a flag, a number or a player.
TILES_WRONG = [None, "1p 2p", 7, True, {"1p": 1}, ["1p", 7], ["1p", None], ["10p"], ["0p"], ["J3p"], [["1p"]], ["🀀"]]
FLAG_WRONG = [None, 0, 1, "true", [], {}]
NUMBER_WRONG = [None, -1, 1.0, 2.5, True, False, "1", [], {}, 10**30, -(10**30)]
PLAYER_WRONG = [None, "", "P4", "p1", 1, True, [], ["P1"], {"P1": 1}]
# Wins of riichi rule books: (path in the input, field that the error names, invalid values).
WRONG_IN_WINS: list[tuple[str, str, list[Any]]] = [
    ("winner", "winner", [GONE, *PLAYER_WRONG]),
    ("concealed", "concealed", [GONE, *TILES_WRONG]),
    ("melds", "melds", [None, "E", 1, {"type": "pong"}, [1], [None], [["pong"]], [{}], [{"type": "pong"}]]),
    ("melds.0.type", "melds", [GONE, None, "", "pung", 1, [], {}]),
    ("melds.0.tile", "melds", [GONE, None, "10p", "", 1, ["E"], {}]),
    ("melds.0.exposed", "exposed", FLAG_WRONG),
    ("win", "win", [None, [], "tsumo", 1, True]),
    ("win", "by", [{}]),
    ("win.tile", "tile", [GONE, None, "10p", "", 1, ["4p"], {}]),
    ("win.from", "from", [GONE, *PLAYER_WRONG, "P2"]),
    ("win.last_tile", "last_tile", FLAG_WRONG),
    ("win.replacement", "replacement", [*FLAG_WRONG, True]),
    ("win.concealed_kong", "concealed_kong", [*FLAG_WRONG, True]),
    ("win.how", "how", [1]),
    ("riichi", "riichi", ["", "yes", True, False, 1, [], {}, ["riichi"]]),
]
