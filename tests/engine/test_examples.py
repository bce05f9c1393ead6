"""The example hands on the rule card: with any house rules, each example that is shown has its item.

The engine checks every item with every preset and every value of every single house rule.
"""

import pytest

from engine.hands.tiles import text
from engine.match.entries import Hand, Win
from engine.rulesets import BOOKS
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.rule_card import Example
from matches.pages.rule_card import example_of, payload_of
from tests.engine.tables import book, every_table, table

# Items without a picture: tiles can't show how a tile was drawn, nor a club's custom items.
KOREAN_IN_WORDS = {
    *(("bonus", item) for item in ("win", "wall", "last_tile", "replacement", "rob_kong", "own:last")),
    *(("bonus", item) for item in ("concealed", "concealed_wall", "declared_ready", "declared_ready_wall")),
    ("limit", "own:eight"),
}
HONSHU_IN_WORDS = {
    *(("pattern", item) for item in ("riichi", "double_riichi", "haitei_houtei", "rinshan", "chankan")),
    ("pattern", "menzen_tsumo"),
    *(("bonus", item) for item in ("bazoro", "ippatsu")),
    *(("limit", item) for item in ("tenhou", "chiihou", "paarenchan")),
}
RIICHI_SANMA_IN_WORDS = {
    *(("pattern", item) for item in ("riichi", "double_riichi", "ippatsu", "menzen_tsumo")),
    *(("pattern", item) for item in ("haitei_houtei", "rinshan", "chankan", "renhou")),
    *(("limit", item) for item in ("tenhou", "chiihou", "renhou")),
}
FAN_IN_WORDS = {
    *(("pattern", item) for item in ("replacement", "rob_kong")),
    *(("limit", item) for item in ("first_tile", "last_tile", "two_kong_replacement")),
}
IN_WORDS = {
    **dict.fromkeys(BOOKS, KOREAN_IN_WORDS),
    "honshu": HONSHU_IN_WORDS,
    "riichi_sanma": RIICHI_SANMA_IN_WORDS,
    "malaysian_fan": FAN_IN_WORDS,
}


def limits_of(house) -> set[str]:
    ids = {limit.id for limit in book().patterns if limit.kind == "limit"}
    return ids if house["limits"] == "all" else set() if house["limits"] == "none" else set(house["limits"])


def bamboo_is_outranked(house) -> bool:
    """Bamboo and honours are always also terminals and honours, unless there are 5 bamboo."""
    full = "all_terminals_honours" in limits_of(house) and not house["five_bamboo_pair"]
    return full and (house["all_terminals_honours_scope"] == "mixed" or house["no_bamboo"])


def kongs_are_outranked(house) -> bool:
    """Four concealed kongs are worth more than four kongs."""
    return house["limit_requires_concealed"] and "four_concealed_kongs" in limits_of(house)


# Items that are possible at a table but have no example there: item -> condition.
KOREAN_WITHOUT = {
    ("limit", "all_bamboo_honours"): bamboo_is_outranked,
    ("limit", "four_kongs"): kongs_are_outranked,
    ("bonus", "matching"): lambda house: house["matching_bonus"] == "players",
}
WITHOUT = {**dict.fromkeys(BOOKS, KOREAN_WITHOUT), "honshu": {}, "riichi_sanma": {}, "malaysian_fan": {}}


def win_of(rules: RuleBook, example: Example) -> Win:
    """A win of South on West's discard in the first hand."""
    entry = rules.read("hand", payload_of(rules, example))
    assert isinstance(entry, Hand)
    return entry.wins[0]


def earned(rules: RuleBook, example: Example) -> set[tuple[str, str]]:
    """All items of the hand: the best count, and every limit that it reaches."""
    scores = rules.readings(table(rules), win_of(rules, example))
    assert all(score.reason in (None, "minimum_not_reached") for score in scores), example
    paid = scores[0].counted or scores[0]
    return {
        *(("pattern", item.id) for item in paid.items),
        *(("bonus", item.id) for item in paid.bonus_items),
        *(("limit", name) for score in scores if score.limit for name in score.limit.names),
    }


@pytest.mark.parametrize("key", BOOKS)
def test_at_every_table_each_example_has_its_item(key):
    for rules in every_table(key):
        drawn = {(item.kind, item.id): example_of(rules, item) for item in rules.played_items}
        wrong = [item for item, example in drawn.items() if example and item not in earned(rules, example)]
        assert wrong == [], rules.changed


@pytest.mark.parametrize("key", BOOKS)
def test_at_every_table_an_item_has_its_example_unless_tiles_cannot_show_it(key):
    for rules in every_table(key):
        played = [(item.kind, item.id) for item in rules.played_items]
        bare = [(item.kind, item.id) for item in rules.played_items if example_of(rules, item) is None]
        expected = IN_WORDS[key] | {item for item, where in WITHOUT[key].items() if where(rules.house.as_dict())}
        assert bare == [item for item in played if item in expected], rules.changed


def test_an_example_that_depends_on_winds_uses_the_winds_of_the_table():
    rules = book(wind_set="NES")
    shown = {item.id: example.shown for item in rules.played_items if (example := example_of(rules, item))}
    winds = ("wind_pong", "seat_wind", "round_wind", "two_dragons", "thirteen_orphans")
    assert [shown[item] for item in winds] == [
        *("SSS", "EEE", "NNN"),
        *("dRdRdR dGdGdG", "1p9p 1m9m 1s9s NES dWdGdR dRdR"),
    ]


def test_every_tile_in_an_example_is_in_the_deck():
    for rules in every_table("korean_japanese"):
        drawn = [example for item in rules.played_items if (example := example_of(rules, item))]
        tiles = {tile for example in drawn for tile in win_of(rules, example).count.tiles}
        assert [text(tile) for tile in tiles if not rules.deck[tile]] == [], rules.changed
