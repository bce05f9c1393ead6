"""Short ways to write a log of events for the ledger's tests."""

from engine.errors import RuleViolation
from engine.match.ledger import LoggedEvent, check
from engine.rulesets.rule_book import RuleBook
from tests.engine.tables import book, by_numbers

RULES = book(goulash_cap=12)
DRAW = ("draw", {"draw": True})
HAND = ("hand", by_numbers(4, 2))
FINE = ("penalty", {"penalty": {"P2": -10, "P1": 10}, "ends_hand": False})
FOUL = ("penalty", {"penalty": {"P1": 10, "P2": 10, "P3": -20}})


def play(rules: RuleBook, *events: tuple[str, dict]) -> list[LoggedEvent]:
    """A log of `events`, each checked before it is added."""
    facts: list[LoggedEvent] = []
    for kind, payload in events:
        new = LoggedEvent(len(facts) + 1, kind, payload)
        check(rules, facts, new)
        facts.append(new)
    return facts


def correct(replacement: tuple[str, dict] | None, **place: int) -> tuple[str, dict]:
    new = None if replacement is None else {"kind": replacement[0], "payload": replacement[1]}
    return "correct", {**place, "replace": new}


def refusal(facts: list[LoggedEvent], event: tuple) -> tuple[str, str] | None:
    try:
        check(RULES, facts, LoggedEvent(len(facts) + 1, *event))
    except RuleViolation as violation:
        return violation.field, str(violation)
    return None
