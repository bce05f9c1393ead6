"""Helpers for the list of riichi sanma."""

from engine.match.entries import Ticks, Win
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from engine.seats import Seat


def book(**house: object) -> RuleBook:
    return rule_book("riichi_sanma", house)


def won(patterns: str = "", bonus: dict[str, int] | None = None, by: str = "ron", ready: bool = False, **said) -> Win:
    source = None if by == "tsumo" else Seat.P3
    return Win(Seat.P2, by, source, Ticks(tuple(patterns.split()), bonus or {}), declared_ready=ready, details=said)


def rows(patterns: str = "", bonus: dict[str, int] | None = None, how: str = "ron", at: int = 1, **house) -> dict:
    """The rows by id, for P2 (South in the first hand); `how`: "ron", or "ron open"."""
    rules = book(**house)
    by, *opened = how.split()
    win = won(patterns, bonus, by, **{"open": True} if opened else {})
    return {row.item.id: row for row in rules.sheet.list_rows(rules.table_at(at), win)}
