"""Caches between hands: rule books, readings of suits, counts. They must not change any result."""

from dataclasses import replace

import pytest

from engine.errors import RuleViolation
from engine.hands.tile_counts import copies, packed, within
from engine.hands.tiles import ALL, KINDS, count
from engine.match.entries import Hand
from engine.rulesets import BOOKS, rule_book
from tests.engine import tile_questions
from tests.engine.tile_asking import chance

SYSTEM = "korean_japanese"


def test_tables_with_the_same_house_rules_share_a_book():
    own = [{"key": "a", "name": "A", "kind": "bonus", "points": 3}]
    for options in ({}, {"limit": 30, "items_off": ["win"]}, {"own_items": own}):
        again = dict(reversed(options.items()))
        assert rule_book(SYSTEM, options) is rule_book(SYSTEM, again)
    assert rule_book(SYSTEM, {"limit": 30}) is not rule_book(SYSTEM, {"limit": 31})
    assert rule_book(SYSTEM, {}) is not rule_book("malaysian_recap", {})


@pytest.mark.parametrize(("kept", "equal"), [({"limit": 1}, True), ({"limit": 1}, 1.0), ({"north_tile": True}, 1)])
def test_a_value_that_equals_a_cached_house_rule_but_has_another_type_is_refused(kept, equal):
    rule_book(SYSTEM, kept)
    with pytest.raises(RuleViolation):
        rule_book(SYSTEM, dict.fromkeys(kept, equal))


def test_a_rule_book_with_a_very_long_list_is_not_cached():
    options = {"items_off": ["win"] * 65}
    assert rule_book(SYSTEM, options) is not rule_book(SYSTEM, options)
    assert rule_book(SYSTEM, options).house.items_off == ("win",) * 65


def test_house_rules_that_contradict_each_other_are_refused_each_time():
    for _each in range(2):
        with pytest.raises(RuleViolation):
            rule_book(SYSTEM, {"no_bamboo": True, "five_bamboo_pair": True})


def test_a_rule_book_with_full_caches_counts_like_a_new_one():
    random = chance(8)
    for _each in range(300):
        options = tile_questions.house_rules(random)
        given = tile_questions.question(random, rule_book(SYSTEM, options).house.as_dict())
        number, carry = given.pop("hand_no"), given.pop("goulash_carry", 0)
        told = []
        for book in (rule_book(SYSTEM, options), rule_book(SYSTEM, options), BOOKS[SYSTEM](options)):
            state, entry = replace(book.table_at(number), goulash=carry), book.read("hand", given)
            assert isinstance(entry, Hand)
            told.append((book.readings(state, entry.wins[0]), book.settle(state, entry).lines))
        assert told[0] == told[1] == told[2], (options, given)


def test_packed_tiles_are_counted_and_compared_by_kind():
    random = chance(9)
    for _each in range(300):
        tiles = [random.randrange(KINDS) for _tile in range(random.randint(0, 18))]
        deck = [random.randrange(5) for _kind in range(KINDS)]
        assert [copies(packed(tiles), tile) for tile in ALL] == count(tiles)
        whole = packed(tile for tile in range(KINDS) for _copy in range(deck[tile]))
        assert within(whole, packed(tiles)) == all(n <= most for n, most in zip(count(tiles), deck, strict=True))
