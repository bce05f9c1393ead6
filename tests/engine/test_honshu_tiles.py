"""Hands of Honshu sanma by tiles: random hands compared with the oracle, a slow second implementation."""

import pytest

from engine.hands.readings import Reading
from engine.hands.tiles import HONOURS
from engine.rulesets import BOOKS
from tests.engine import honshu_oracle, honshu_questions
from tests.engine.honshu_asking import book, hand
from tests.engine.tile_asking import RANDOM_HANDS, asked, chance
from tests.thorough import SEED

BOOK = BOOKS["honshu"]


def answered(random) -> tuple[dict, dict, dict]:
    """(house rules, question, result of the engine)"""
    house = honshu_questions.house_rules(random)
    given = honshu_questions.question(random, house)
    reply = asked("honshu", options=house, input=given)
    assert "result" in reply, (reply, given, house, SEED)
    return house, given, reply["result"]


def slowly(house: dict, given: dict) -> dict:
    """The oracle's answer for a hand."""
    return honshu_oracle.result({**honshu_questions.DEFAULTS, **house}, given)


def test_random_hands_are_worth_what_the_oracle_says():
    random = chance(40)
    for _hand in range(RANDOM_HANDS):
        house, given, found = answered(random)
        assert found == slowly(house, given), (house, given, SEED)


def test_the_random_hands_have_every_item_and_every_reason():
    """Otherwise the test above would cover less. The first hand of each kind is also checked with the oracle."""
    reasons = {
        *("exposed_chow", "wrong_tile_count", "tile_not_in_deck", "winning_tile_missing"),
        *("declared_ready_needs_concealed", "not_a_legal_hand", "furiten", "north_robbed_only_by_kokushi"),
        *("no_yaku", "no_yaku_before_winning_tile", "below_table"),
    }
    everything = {*(item.id for item in BOOK.patterns), *reasons}
    random, seen = chance(44), set()
    for _hand in range(6_000):
        house, given, found = answered(random)
        assert found["reason"] in {*reasons, None}
        things = {*found["patterns"], *found["bonus_items"], found["reason"]}
        if not things <= seen:
            assert found == slowly(house, given), (house, given, SEED)
        seen |= things
        if everything <= seen:
            break
    assert everything - seen == set(), SEED


@pytest.mark.parametrize("tiles", ["234p 678s 345s 9p", "234p 678s 345s 99p 9p"], ids=["one too few", "one too many"])
def test_a_hand_with_a_wrong_number_of_tiles_is_refused(tiles):
    reply = asked("honshu", options={}, input=hand(tiles, "4p", pongs="dR"))
    assert reply["result"]["reason"] == "wrong_tile_count"


def test_seven_pairs_of_winds_and_dragons_are_read_as_pairs():
    rules = book()
    given = hand("EE SS WW NN dWdW dGdG dRdR", "E")
    state = rules.table_at(given.pop("hand_no"))
    (score,) = rules.settle(state, rules.read("hand", given)).scores
    assert [item.id for item in score.items] == ["tsuuiisou"]
    assert score.reading == Reading("pairs", pairs=HONOURS)
