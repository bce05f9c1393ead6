"""Examples of items that are valid at a table. The rule book itself scores them, so that no card disagrees with it."""

from typing import Any

from engine.errors import RuleViolation
from engine.hands.tiles import parse_tiles, text
from engine.match.entries import Hand
from engine.rulesets.definitions import Pattern
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.rule_card import Example

WINNER, DISCARDER = "P2", "P3"


def example_of(book: RuleBook, item: Pattern) -> Example | None:
    """The first example of `item` that earns it at this table; None where there is none."""
    return next((example for example in book.card.examples(item.kind, item.id) if earns(book, item, example)), None)


def earns(book: RuleBook, item: Pattern, example: Example) -> bool:
    """Whether the hand of `example` earns `item` at this table (its minimum apart)."""
    try:
        entry = book.read("hand", payload_of(book, example))
    except RuleViolation:
        return False  # a tile that this table does not have
    assert isinstance(entry, Hand)
    scores = book.readings(book.table_at(1, 0), entry.wins[0])
    if item.kind == "limit":  # which another reading, or the count, may outbid
        return any(score.limit and item.id in score.limit.names for score in scores)
    paid = scores[0].counted or scores[0]
    return item.id in {each.id for each in (paid.bonus_items if item.kind == "bonus" else paid.items)}


def payload_of(book: RuleBook, example: Example) -> dict[str, Any]:
    """The hand of `example` as an entry."""
    shown = parse_tiles(example.shown)
    won = example.tile or text(shown[-1])
    source = {} if example.by == book.by_wall else {"from": DISCARDER}
    melds = [word.split(":") for word in example.melds.split()]
    return {
        "winner": WINNER,
        "win": {"by": example.by, **source, "tile": won},
        "concealed": [text(tile) for tile in (*shown, *parse_tiles(example.rest))],
        "melds": [
            {"type": kind.removeprefix("c"), "tile": tile, "exposed": not kind.startswith("ck")} for kind, tile in melds
        ],
        **example.extra,
    }
