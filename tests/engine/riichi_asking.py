"""Helpers for tests of riichi sanma: short ways to write hands and entries."""

from typing import Any

from tests.engine import honshu_asking, riichi_oracle
from tests.engine.tile_asking import asked
from tests.thorough import amount

SYSTEM = "riichi_sanma"
HANDS = amount("RIICHI_HANDS", 300, 20_000)
MATCHES = amount("RIICHI_MATCHES", 60, 2_000)
hand = honshu_asking.hand


def result(type_: str, given: Any, **options: Any) -> dict:
    """The result of a question with these house rules."""
    reply = asked(SYSTEM, type_, options=options, input=given)
    assert "error" not in reply, reply["error"]
    return reply["result"]


def refused(type_: str, given: Any, **options: Any) -> str:
    """The error message for a question that is refused."""
    reply = asked(SYSTEM, type_, options=options, input=given)
    assert "result" not in reply, reply["result"]
    return reply["error"]


def scored(given: dict, **options: Any) -> dict:
    return result("hand", given, **options)


def played(*entries: dict, **options: Any) -> dict:
    return result("match", {"hands": list(entries)}, **options)


def not_played(*entries: dict, **options: Any) -> str:
    return refused("match", {"hands": list(entries)}, **options)


def ron(winner: str, source: str, by: str = "ron", **said: Any) -> dict:
    """A win on another player's tile: 3 han 40 fu, unless `said` has another count."""
    return {"winner": winner, "win": {"by": by, "from": source}, **counted(said)}


def tsumo(winner: str, **said: Any) -> dict:
    """A win by self-draw, counted like `ron`."""
    return {"winner": winner, "win": {"by": "tsumo"}, **counted(said)}


def counted(said: dict[str, Any]) -> dict[str, Any]:
    counts = {"han", "limit", "yakuman", "patterns", "concealed"}
    return said if counts & set(said) else {"han": 3, "fu": 40, **said}


def house_of(options: dict) -> dict:
    """All options of a table."""
    return {**riichi_oracle.DEFAULTS, **options}
