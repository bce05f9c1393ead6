"""A club's custom bonus items and limit hands: ticked in every way of entry, paid like their kind, never detected."""

import pytest

from engine.errors import RuleViolation
from tests.engine.tables import BOOK, book, by_list, by_numbers, refused, settled, table, win_of
from tests.engine.tile_asking import asked, hand, scored
from tests.wording import must_be_one_of, must_be_whole

SONG = {"key": "song", "name": "Club song", "kind": "bonus", "points": 3, "most": 2, "note": "Sung before the win."}
EIGHT = {"key": "eight", "name": "Eight winds", "kind": "half"}
RAIN = {"key": "rain", "name": "Rain", "kind": "full", "note": "All tiles with a dot."}
HOUSE = {"own_items": [SONG, EIGHT, RAIN]}
WIND_DRAGON = hand("234p 678m 55p", "4p discard", pongs="E dR")  # 4 hand-points, 2 bonus-points


def rules():
    return book(**HOUSE)


def test_they_are_last_on_the_card():
    own = [(p.id, p.kind, p.group, p.points, p.most, p.clause, p.condition) for p in rules().own_items]
    assert own == [
        ("own:song", "bonus", "own", 3, 2, "A15.1", "Sung before the win."),
        ("own:eight", "limit", "half", 0, 1, "A15.1", ""),
        ("own:rain", "limit", "full", 0, 1, "A15.1", "All tiles with a dot."),
    ]
    assert rules().limits_played[-2:] == rules().own_items[1:]
    assert book().own_items == ()


def test_the_match_file_stores_them_unchanged():
    assert rules().changed == {"own_items": (SONG, EIGHT, RAIN)}


def test_an_own_bonus_is_paid_like_every_bonus():
    plain = settled(rules(), table(rules()), "hand", by_list("wind_pong seat_wind round_wind"))
    sung = by_list("wind_pong seat_wind round_wind", {"own:song": 6})
    assert plain == {"P1": 10, "P2": -8, "P3": -2}
    assert settled(rules(), table(rules()), "hand", sung) == {"P1": 22, "P2": -14, "P3": -8}


def test_an_own_bonus_never_helps_to_reach_the_minimum():
    field, sentence = refused(rules(), by_list("wind_pong", {"own:song": 6}))
    assert field == "patterns" and "3" in sentence


@pytest.mark.parametrize("points", [1, 4, 9])
def test_an_own_bonus_counts_so_many_times_as_the_table_says(points):
    found = refused(rules(), by_list("wind_pong seat_wind round_wind", {"own:song": points}))
    assert found == ("bonus_items", "Possible values for “Club song”: 3, 6.")


def test_the_list_offers_it_with_its_steps():
    win = win_of(rules(), by_list("wind_pong", {"own:song": 3}))
    row = next(row for row in rules().sheet.list_rows(table(rules()), win) if row.item.id == "own:song")
    assert (row.item.name, row.times, row.ticked, row.most, row.values) == ("Club song", 1, 1, 2, (3, 6))
    assert rules().sheet.bonus_values("own:song") == (3, 6)


@pytest.mark.parametrize("entered", [by_list(), by_numbers(0, 0)])
@pytest.mark.parametrize(("limit", "kind", "pays"), [("own:eight", "half", 20), ("own:rain", "full", 40)])
def test_an_own_limit_hand_pays_what_a_limit_of_its_size_pays(entered, limit, kind, pays):
    payload = {"winner": "P1", "win": {"by": "discard", "from": "P2"}, "limit": limit}
    if "patterns" in entered:
        payload["patterns"] = []
    entry = rules().read("hand", payload)
    score = rules().settle(table(rules()), entry).scores[0]
    assert (score.limit.kind, score.limit.names, score.limit.value) == (kind, (limit,), pays)
    assert settled(rules(), table(rules()), "hand", payload) == {"P1": 3 * pays, "P2": -2 * pays, "P3": -pays}


def test_a_custom_limit_hand_is_played_even_without_other_limits():
    lone = book(limits="none", own_items=[EIGHT])
    assert (lone.plays_limit("half"), lone.plays_limit("full")) == (True, False)


@pytest.mark.parametrize("limit", ["own:song", "own:nothing", "half:own", "eight"])
def test_a_limit_hand_that_the_table_does_not_have_is_refused(limit):
    found = refused(rules(), {"winner": "P1", "win": {"by": "wall"}, "limit": limit})
    assert found == ("limit", must_be_one_of("limit", "half, full, own:eight, own:rain"))


def test_beside_tiles_it_is_ticked_and_counted_with_what_was_read():
    plain, sung = scored(WIND_DRAGON, **HOUSE), scored({**WIND_DRAGON, "bonus_items": {"own:song": 3}}, **HOUSE)
    assert (plain["bonus_items"], plain["bonus_points"]) == ({}, 2)
    assert (sung["bonus_items"], sung["bonus_points"]) == ({"own:song": 3}, 5)
    assert sung["payments"] == {"P1": 18, "P2": -13, "P3": -5}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"wall": 1}, "When tiles are given, bonus_items can only contain this table’s custom items."),
        ({"own:eight": 1}, "When tiles are given, bonus_items can only contain this table’s custom items."),
        ({"own:song": 4}, "Possible values for “Club song”: 3, 6."),
        ({"own:song": True}, must_be_whole("own:song", 1, 999)),
        ([], "bonus_items must be an object with names and values."),
    ],
)
def test_beside_tiles_nothing_else_can_be_ticked(given, sentence):
    reply = asked(options=HOUSE, input={**WIND_DRAGON, "bonus_items": given})
    assert reply["error"].removeprefix("bonus_items: ") == sentence


def test_a_table_without_own_items_knows_no_ticks_beside_tiles():
    reply = asked(input={**WIND_DRAGON, "bonus_items": {}})
    assert reply["error"].startswith("bonus_items isn’t allowed here.")


def test_a_name_may_fill_its_forty_characters_and_a_note_its_two_hundred():
    full = {"key": "song", "name": "a" * 40, "kind": "bonus", "note": "b" * 200}
    (item,) = book(own_items=[full]).own_items
    assert (item.name, item.condition) == ("a" * 40, "b" * 200)


WRONG = [
    (
        [{"key": "Song", "name": "a", "kind": "bonus"}],
        "key must consist of 1 to 20 lower-case letters, digits or underscores.",
    ),
    (
        [{"key": "song", "name": " ", "kind": "bonus"}],
        "The name of a custom item needs at least one letter, digit or emoji.",
    ),
    (
        [{"key": "song", "name": "\u0301", "kind": "bonus"}],
        "The name of a custom item needs at least one letter, digit or emoji.",
    ),
    ([{"key": "song", "name": "a\nb", "kind": "bonus"}], "name contains a character that can’t be shown."),
    ([{"key": "song", "name": "a\u202eb", "kind": "bonus"}], "name contains a character that can’t be shown."),
    ([{"key": "song", "name": "a" * 41, "kind": "bonus"}], "name must be text of at most 40 characters."),
    ([{"key": "song", "name": "a", "kind": "double"}], must_be_one_of("kind", "bonus, half, full")),
    (
        [{"key": "song", "name": "a", "kind": "half", "points": 3}],
        "a: a limit hand pays a fixed amount, so it can’t have points or a maximum per hand.",
    ),
    ([SONG, SONG], "Two custom items have the key song. Keys must be different."),
    ([SONG, {**EIGHT, "name": "CLUB song"}], "Two custom items are called club song. Rename one of them."),
    ([{**SONG, "colour": 1}], "colour isn’t allowed here. Use one of: key, kind, most, name, note, points."),
    ([{**SONG, "points": 0}], must_be_whole("points", 1, 99)),
    ([{**SONG, "most": 10}], must_be_whole("most", 1, 9)),
]


@pytest.mark.parametrize(("items", "sentence"), WRONG)
def test_a_wrong_own_item_is_refused_with_the_valid_values(items, sentence):
    with pytest.raises(RuleViolation) as violation:
        book(own_items=items)
    assert (violation.value.field, str(violation.value)) == ("own_items", sentence)


@pytest.mark.parametrize(
    "name",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "100 %",
        "a\u00a0b",
    ],
)
def test_a_name_may_be_written_in_any_script(name):
    assert book(own_items=[{"key": "a", "name": name, "kind": "half"}]).own_items[0].name == name


def test_a_claim_counts_the_own_bonus_of_each_claimant():
    mine = {**hand("234p 678m 55p", "4p discard", pongs="E dR"), "winner": "P1", "bonus_items": {"own:song": 6}}
    mine["win"] = {"by": "discard", "from": "P3", "tile": "4p"}
    other = {**mine, "winner": "P2", "melds": [{"type": "pong", "tile": "S"}, {"type": "pong", "tile": "dG"}]}
    other["concealed"] = ["2p", "3p", "4p", "6m", "7m", "8m", "5p", "5p"]
    del other["bonus_items"]
    claim = {"claimants": {"P1": mine, "P2": other}, "discarder": "P3", "tile": "4p", "turn_order": ["P3", "P2", "P1"]}
    reply = asked(BOOK, "claim", options=HOUSE, input=claim)
    assert reply["result"]["winner"] == "P1", reply
