"""Helpers for tests of Honshu sanma: short ways to write hands and entries."""

from typing import Any

from engine.errors import RuleViolation
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook, TableState
from tests.engine.tile_asking import asked, melds, tiles


def book(**house: object) -> RuleBook:
    return rule_book("honshu", house)


def how(by: str, tile: str | None = None, **said: Any) -> dict:
    """Return the value of `win` for a hand that P2 wins by self-draw or from P3."""
    win = {"by": by, **({"tile": tile} if tile else {})}
    return win | ({} if by in ("tsumo", "fourth_kong") else {"from": "P3"}) | said


def hand(concealed: str, won: str, pongs: str = "", kongs: str = "", hidden: str = "", **said: Any) -> dict:
    """P2's hand, as South in the East round. `won`: the winning tile and how, "4p", "4p ron", "4p chankan"."""
    tile, *by = won.split()
    win = how(by[0] if by else "tsumo", tile, **said.pop("win", {}))
    lying = melds(pongs, kongs, hidden)
    return {"winner": "P2", "hand_no": 1, "concealed": tiles(concealed), "melds": lying, "win": win, **said}


def scored(given: dict, **options: Any) -> dict:
    """The result of a hand with these house rules."""
    reply = asked("honshu", options=options, input=given)
    assert "error" not in reply, reply["error"]
    return reply["result"]


def refused(given: Any, **options: Any) -> str:
    """The error message for a hand that is refused."""
    reply = asked("honshu", options=options, input=given)
    assert "result" not in reply, reply["result"]
    return reply["error"]


def played(*entries: dict, **options: Any) -> dict:
    """The result of a match."""
    reply = asked("honshu", "match", options=options, input={"hands": list(entries)})
    assert "error" not in reply, reply["error"]
    return reply["result"]


def not_played(*entries: dict, **options: Any) -> str:
    """The error message for the last entry of a match."""
    reply = asked("honshu", "match", options=options, input={"hands": list(entries)})
    assert "result" not in reply, reply["result"]
    return reply["error"]


def ron(winner: str, source: str, by: str = "ron", **said: Any) -> dict:
    """A win on another player's tile: 3 han, unless `said` has another count."""
    return {"winner": winner, "win": {"by": by, "from": source}, **counted(said)}


def tsumo(winner: str, **said: Any) -> dict:
    """A win by self-draw, counted like `ron`."""
    return {"winner": winner, "win": {"by": "tsumo"}, **counted(said)}


def counted(said: dict[str, Any]) -> dict[str, Any]:
    return said if {"han", "yakuman", "patterns", "concealed"} & set(said) else {"han": 3, **said}


def refusal(rules: RuleBook, state: TableState, kind: str, payload: dict) -> tuple[str, str] | None:
    """(field, message) if the entry is refused, None if it is accepted."""
    try:
        rules.check(state, rules.read(kind, payload))
    except RuleViolation as violation:
        return violation.field, str(violation)
    return None
