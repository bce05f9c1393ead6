"""Helpers for tests of the Malaysian fan game: short ways to write hands, and their results."""

import json
from pathlib import Path
from typing import Any

from engine.hands.tiles import parse_tiles, text
from engine.rulesets import rule_book
from engine.rulesets.malaysian_fan.scoring.table import MARK
from engine.rulesets.rule_book import RuleBook
from tests.engine.tile_asking import asked

SYSTEM = "malaysian_fan"
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "malaysian_fan.json"
EXAMPLES = json.loads(GOLDEN.read_text())["examples"]


def fan(**house: object) -> RuleBook:
    return rule_book(SYSTEM, house)


def tiles(short: str) -> list[str]:
    """Tiles from text; words that begin with J are jokers for tiles: `2p J34p JE`."""
    return [
        MARK * word.startswith(MARK) + text(tile)
        for word in short.split()
        for tile in parse_tiles(word.removeprefix(MARK))
    ]


def meld(word: str) -> dict[str, Any]:
    """A meld from text: `pong:E`, `kong:2p`, concealed `ckong:2p` and `cpong:E`; `pong:E*2` has two jokers."""
    kind, tile = word.split(":")
    tile, _star, jokers = tile.partition("*")
    said: dict[str, Any] = {"type": kind.removeprefix("c"), "tile": tile, "exposed": kind in ("pong", "kong")}
    return {**said, "jokers": int(jokers)} if jokers else said


def hand(concealed: str, won: str, *melds: str, **said: Any) -> dict[str, Any]:
    """P1's hand in hand 1, dealt by P1. `won`: "4p", "4p discard" or "4p rob_kong", the last two from P2."""
    tile, *by = won.split()
    win: dict[str, Any] = {"by": by[0] if by else "wall", "tile": tile, **({"from": "P2"} if by else {})}
    win |= said.pop("win", {})
    lying = [meld(word) for word in melds]
    return {"winner": "P1", "hand_no": 1, "concealed": tiles(concealed), "melds": lying, "win": win, **said}


def answered(given: dict, type_: str = "hand", /, **options: Any) -> dict:
    """The result of a question."""
    reply = asked(SYSTEM, type_, options=options, input=given)
    assert "error" not in reply, reply["error"]
    return reply["result"]


def refused(given: Any, type_: str = "hand", /, **options: Any) -> str:
    """The error message for an input that is refused."""
    reply = asked(SYSTEM, type_, options=options, input=given)
    assert "result" not in reply, reply["result"]
    return reply["error"]
