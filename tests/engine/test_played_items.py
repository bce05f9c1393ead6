"""The items on a rule card: in the right class, worded for the house rules, custom items last."""

import pytest

from tests.engine.tables import book

EVERYTHING = {
    "seat_dragons": True,
    "north_tile": True,
    "five_bamboo_pair": True,
    "dead_wall_dora": True,
    "revealed_dora": True,
    "red_dora": True,
}
ONLY_BY_OPTION = {
    *(("pattern", item) for item in ("seat_dragon", "north_pair", "north_kong")),
    *(("bonus", f"revealed_dora_{part}") for part in ("tile", "eye", "pong", "kong")),
    *(("bonus", item) for item in ("dora_tile", "red_dora", "north_win")),
    *(("limit", item) for item in ("small_jade_dragon", "bamboo_pongs_five_pair")),
}


def keys(rules):
    return [(item.kind, item.id) for item in rules.played_items]


def worded(item, **house):
    found = [each.condition for each in book(**house).played_items if (each.kind, each.id) == item]
    assert len(found) == 1, found
    return found[0]


def test_a_table_that_plays_everything_has_every_item_of_the_book():
    rules = book(**EVERYTHING)
    assert keys(rules) == [(item.kind, item.id) for item in rules.patterns]


def test_an_item_of_a_house_rule_is_not_played_without_it():
    rules = book()
    assert keys(rules) == [key for key in keys(book(**EVERYTHING)) if key not in ONLY_BY_OPTION]


@pytest.mark.parametrize("item", ["dragon_pong", "concealed", "win", "flower"])
def test_an_item_that_is_switched_off_is_not_played(item):
    assert set(keys(book())) - set(keys(book(items_off=[item]))) == {key for key in keys(book()) if key[1] == item}


def test_north_is_in_its_class():
    norths = [key for key in keys(book(north_tile=True, north_points_class="bonus")) if "north" in key[1]]
    assert norths == [("bonus", "north_win"), ("bonus", "north_pair"), ("bonus", "north_kong")]


def test_without_bamboo_nothing_is_played_that_needs_it():
    gone = set(keys(book())) - set(keys(book(no_bamboo=True)))
    assert {item for _kind, item in gone} == {
        *("bamboo_terminal_pong", "both_bamboo", "thirteen_orphans", "great_jade_dragon")
    }


def test_the_limit_hands_are_those_of_the_table_and_its_own_come_last():
    own = [
        {"key": "eight", "name": "Eight flowers", "kind": "half"},
        {"key": "last", "name": "Last", "kind": "bonus", "points": 3},
    ]
    played = keys(book(limits=["nine_gates"], own_items=own))
    assert [key for key in played if key[0] == "limit"] == [("limit", "nine_gates"), ("limit", "own:eight")]
    assert played[-2:] == [("limit", "own:eight"), ("bonus", "own:last")]


def test_the_text_of_a_condition_depends_on_the_house_rules():
    assert worded(("bonus", "win")) == "From each opponent who wasn’t waiting"
    assert worded(("bonus", "win"), ready_discount="none") == "From each opponent"
    assert (
        worded(("bonus", "matching"), matching_bonus="players") == "Other players who were waiting for the winning tile"
    )
    assert (
        worded(("limit", "nine_gates"), nine_gates_strict=False)
        == "1112345678999 of one suit and any tile of that suit"
    )
    assert worded(("bonus", "all_flowers"), items_off=["flower"]) == ""


def test_bamboo_and_honours_say_where_the_full_limit_always_goes_first():
    always = "Only bamboo and honours; at this table, such a hand always counts as “All terminals and honours” instead"
    item = ("limit", "all_bamboo_honours")
    assert worded(item) == always
    assert worded(item, all_terminals_honours_scope="unmixed") == "Only bamboo and honours"
    assert worded(item, all_terminals_honours_scope="unmixed", no_bamboo=True) == always
    assert worded(item, five_bamboo_pair=True) == "Only bamboo and honours"
    assert worded(item, limits=["all_bamboo_honours"]) == "Only bamboo and honours"


def test_four_kongs_say_where_four_concealed_ones_always_go_first():
    item = ("limit", "four_kongs")
    assert (
        worded(item, limit_requires_concealed=True)
        == "All four kongs concealed; at this table, such a hand always counts as “Four concealed kongs” instead"
    )
    alone = worded(item, limit_requires_concealed=True, limits=["four_kongs"])
    assert alone == "All four kongs made only from your own tiles"
    assert worded(item) == "Concealed or exposed"


def test_how_often_an_item_counts_follows_the_house_rules():
    def most(item, **house):
        return next(each.most for each in book(**house).played_items if each.id == item)

    assert (most("identical_chows"), most("identical_chows", identical_chows="once")) == (2, 1)
    assert (most("matching"), most("matching", matching_bonus="tiles_incl")) == (3, 4)
    assert (most("flower"), most("all_flowers"), most("red_dora", red_dora=True)) == (4, 1, 1)
