"""The examples of the rule card: each is a whole hand that earns its pattern at a table that plays it."""

import pytest

from engine.entries import Win
from engine.hand import Meld, TileHand
from engine.rulesets.korean_japanese.examples import LIMIT_EXAMPLES, PATTERN_EXAMPLES, Example
from engine.seats import Seat, Wind
from engine.tiles import parse_tiles
from tests.engine.tables import book, table

PATTERNS = {pattern.id for pattern in book().patterns if pattern.kind == "pattern"}
LIMITS = {pattern.id for pattern in book().patterns if pattern.kind == "limit"}


def melds(short: str) -> tuple[Meld, ...]:
    words = [word.split(":") for word in short.split()]
    return tuple(Meld(kind.removeprefix("c"), parse_tiles(tile)[0], kind != "ckong") for kind, tile in words)


def scored(example: Example):
    """The hand of an example, won by South in the East round."""
    rules = book(**example.house)
    state = table(rules, example.hand_no)
    winner = next(seat for seat in Seat if state.seat_winds[seat] is Wind.S)
    shown = parse_tiles(example.shown)
    tile = parse_tiles(example.tile)[0] if example.tile else shown[-1]
    hand = TileHand((*shown, *parse_tiles(example.rest)), melds(example.melds), tile)
    score = rules.score(state, Win(winner, example.by, None if example.by == "wall" else winner.after(1), hand))
    assert score.reason in (None, "minimum_not_reached"), (score.reason, example)
    return score


def test_every_pattern_and_every_limit_hand_has_an_example():
    assert set(PATTERN_EXAMPLES) == PATTERNS
    assert set(LIMIT_EXAMPLES) == LIMITS


@pytest.mark.parametrize("pattern", PATTERN_EXAMPLES)
def test_the_example_of_a_pattern_earns_it(pattern):
    score = scored(PATTERN_EXAMPLES[pattern])
    counted = score.counted or score
    assert pattern in {item.id for item in (*counted.items, *counted.bonus_items)}


@pytest.mark.parametrize("limit", LIMIT_EXAMPLES)
def test_the_example_of_a_limit_hand_reaches_it(limit):
    score = scored(LIMIT_EXAMPLES[limit])
    assert score.limit is not None
    assert limit in score.limit.names
