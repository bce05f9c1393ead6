"""Shared helpers of the engine's tests: the golden file, and the state of a table before a given hand."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from engine.errors import RuleViolation
from engine.match.entries import Draw, Hand, Win
from engine.rulesets import BOOKS, rule_book
from engine.rulesets.definitions import Option
from engine.rulesets.rule_book import RuleBook, Settlement, TableState
from tests.thorough import sized

GOLDEN = json.loads((Path(__file__).resolve().parents[1] / "golden" / "korean_japanese.json").read_text())
BOOK = "korean_japanese"


def book(**house: object) -> RuleBook:
    return rule_book(BOOK, house)


def table(rules: RuleBook, hand_no: int = 1, goulash: int = 0) -> TableState:
    """The state before hand `hand_no`, after `goulash` drawn hands in a row."""
    state = rules.start()
    while state.hand_no < hand_no:
        state = rules.advance(state, Draw(), Settlement((), ()))
    return replace(state, goulash=goulash)


def win_of(rules: RuleBook, payload: dict) -> Win:
    hand = rules.read("hand", payload)
    assert isinstance(hand, Hand)
    return hand.wins[0]


def settled(rules: RuleBook, state: TableState, kind: str, payload: dict) -> dict[str, int]:
    """The payments of an entry, through the same three calls as in the ledger."""
    entry = rules.read(kind, payload)
    rules.check(state, entry)
    return rules.settle(state, entry).payments.as_dict()


def refused(rules: RuleBook, payload: dict, hand_no: int = 1, kind: str = "hand") -> tuple[str, str] | None:
    """(field, message) if a new table refuses the entry, None if it accepts it."""
    try:
        settled(rules, table(rules, hand_no), kind, payload)
    except RuleViolation as violation:
        return violation.field, str(violation)
    return None


def by_list(patterns: str = "", bonus: dict[str, int] | None = None, by: str = "discard", **said: object) -> dict:
    """A win by list. `patterns`: ids separated by spaces, one for each occurrence."""
    win = {"by": by} if by == "wall" else {"by": by, "from": "P2"}
    return {"winner": "P1", "win": win, "patterns": patterns.split(), "bonus_items": bonus or {}, **said}


def by_numbers(hand_points: int, bonus_points: int, by: str = "discard", **said: object) -> dict:
    win = {"by": by} if by == "wall" else {"by": by, "from": "P2"}
    return {"winner": "P1", "win": win, "hand_points": hand_points, "bonus_points": bonus_points, **said}


OWN = [{"key": "eight", "name": "Eight", "kind": "half"}, {"key": "last", "name": "Last", "kind": "bonus", "points": 3}]


def _values(option: Option) -> Iterator[object]:
    """Possible values of an option: every choice, every list of one item, some numbers."""
    if option.takes == "switch":
        yield from (True, False)
    elif option.takes == "number":
        yield from {option.least, option.most, min(option.least + 7, option.most)}
    elif option.takes == "choice":
        yield from option.choices
    elif option.takes == "list":
        yield from (*option.whole, *([item] for item in option.choices))
    elif option.takes == "places":
        yield (15, 0, -15)
    else:
        yield OWN


def every_table(key: str) -> Iterator[RuleBook]:
    """Rules for each preset and each value of each house rule; in `make test`, only the last value of each."""
    rules = BOOKS[key]
    yield from (rules(preset.options) for preset in rules.presets)
    for option in rules.options:
        values = tuple(_values(option))
        for value in sized(values[-1:], values):
            try:
                yield rules({option.name: value})
            except RuleViolation as contradiction:
                assert contradiction.field in ("north_tile", "no_bamboo", "max_fan", "noten_pool")
