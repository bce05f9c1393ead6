"""Input of Honshu sanma: every key with wrong values, each refused with one sentence."""

from typing import Any

import pytest

from engine.rulesets.honshu.entry.reader import DETAILS, READER
from engine.rulesets.riichi.entry.reader import WIN_KEYS
from tests.engine.honshu_asking import hand, not_played, played, refused, ron, scored, tsumo
from tests.engine.tile_asking import FLAG_WRONG, GONE, NUMBER_WRONG, TILES_WRONG, WRONG_IN_WINS, asked, changed, show
from tests.wording import must_be_one_of, must_be_whole

FULL = {
    "dora_indicators": ["3p"],
    "ura_indicators": ["W"],
    "norths": 1,
    "flowers": 0,
    "red": 1,
    "honba": 1,
    "sticks": 1,
    "renchan_count": 1,
    "ippatsu": True,
    "furiten": False,
    "first_draw": False,
    "kokushi_pure": False,
    "chuuren_pure": False,
    "riichi": None,
}
GOOD = hand("234p 678s 345s 99p", "4p ron", pongs="dR", **FULL)
# (path in the input, field that the error names, invalid values)
WRONG: list[tuple[str, str, list[Any]]] = [
    *WRONG_IN_WINS,
    ("win.by", "by", [GONE, None, "", "wall", "discard", "rob_kong", "first_tile", "TSUMO", 1, [], {}]),
    *((key, key, FLAG_WRONG) for key in ("ippatsu", "furiten", "first_draw", "kokushi_pure", "chuuren_pure")),
    *((key, key, TILES_WRONG) for key in ("dora_indicators", "ura_indicators")),
    ("norths", "norths", [*NUMBER_WRONG, 5]),
    ("flowers", "flowers", [*NUMBER_WRONG, 1, 5]),
    ("chips", "chips", [0, 1]),
    ("red", "red", [*NUMBER_WRONG, 2, 9]),
    *((key, key, [*NUMBER_WRONG, 1000]) for key in ("honba", "sticks", "renchan_count")),
    ("hand_no", "hand_no", [GONE, *NUMBER_WRONG, 0, 28]),
    ("round", "round", [None, "S", "N", "X", 1, [], {}]),
    ("seats", "seats", [None, "E", [], {}, {"P1": "E"}, {"P1": "S", "P2": "W", "P3": "E"}, {"P1": []}]),
    ("players", "players", [None, "", "P1P2P3", [], ["a", "b"], ["a", "b", "b"], ["a", "b", 3], {"P1": 1}]),
    *((key, key, [value]) for key, value in (("declared_ready", True), ("waiting", {}), ("limit", "full"))),
    *((key, key, [value]) for key, value in (("goulash_carry", 0), ("waiting", {}), ("winner_discards", []))),
    *((key, key, [value]) for key, value in (("han", 3), ("yakuman", 1), ("patterns", []), ("tenpai", []))),
    ("dora_indicator", "dora_indicator", ["3p"]),
]


@pytest.mark.parametrize(("path", "field", "values"), WRONG, ids=[path for path, _field, _values in WRONG])
def test_a_wrong_value_is_refused_in_a_sentence_that_names_its_field(path, field, values):
    for value in values:
        sentence = refused(changed(GOOD, path, value))
        assert field in sentence, (value, sentence)
        assert sentence.endswith(".") and "\n" not in sentence, (value, sentence)


def test_every_key_of_a_hand_is_tried():
    tried = {path for path, _field, _values in WRONG}
    assert READER.keys["tiles"] - tried == set()
    assert {f"win.{key}" for key in WIN_KEYS} - tried == set()
    assert {detail.key for detail in DETAILS} - tried == {"riichi_by", "tenpai"} - tried


def test_all_keys_can_be_combined_and_are_optional():
    assert scored(GOOD)["bonus_items"] == {"bazoro": 2, "dora": 1, "pei_dora": 1, "akadora": 1}
    bare = {key: value for key, value in GOOD.items() if key not in FULL}
    zero = {**dict.fromkeys(("norths", "red", "honba", "sticks", "renchan_count"), 0), "ura_indicators": []}
    assert scored(bare) == scored({**GOOD, **zero, "dora_indicators": [], "ippatsu": False})


@pytest.mark.parametrize("by", ["tsumo", "fourth_kong"])
def test_a_self_draw_is_from_nobody(by):
    given = {**GOOD, "win": {"by": by, "tile": "4p", "from": "P3"}}
    assert refused(given) == "from must be empty for a self-draw."


@pytest.mark.parametrize("by", ["ron", "chankan", "rob_north", "fourth_kong"])
def test_a_replacement_tile_is_drawn(by):
    win = {"by": by, "tile": "N" if by == "rob_north" else "4p", "replacement": True}
    assert refused({**GOOD, "win": win}) == "A replacement tile is only possible with a self-draw."


def test_a_robbed_north_is_a_north():
    assert refused(changed(GOOD, "win.by", "rob_north")) == "tile must be N when a North is robbed."


def test_there_are_as_many_red_fives_as_fives():
    fives = hand("55p 678s 345s 999s", "5p", pongs="dR", red=3)
    assert scored(fives)["bonus_items"]["akadora"] == 3
    assert refused({**fives, "red": 4}) == "red (the number of red fives) can be at most 3 for this hand at this table."


@pytest.mark.parametrize("question", ["claim", "nonsense", None])
def test_a_book_answers_its_own_types(question):
    reply = asked("honshu", question, options={}, input={})
    assert reply["error"] == must_be_one_of("type", "hand, match, draw, settlement")


@pytest.mark.parametrize("question", ["draw", "settlement"])
def test_other_books_have_neither_draws_nor_settlements_of_their_own(question):
    reply = asked("korean_japanese", question, options={}, input={"tenpai": [], "points": {}})
    assert reply["error"] == must_be_one_of("type", "hand, claim, match")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "tenpai"),
        ({"tenpai": None}, "tenpai"),
        ({"tenpai": "P1"}, "tenpai"),
        ({"tenpai": ["P4"]}, "tenpai"),
        ({"tenpai": ["P1", "P1"]}, "tenpai"),
        ({"tenpai": [1]}, "tenpai"),
        ({"tenpai": {"P1": True}}, "tenpai"),
        ({"tenpai": [], "honba": 1}, "honba"),
        ({"tenpai": [], "draw": False}, "draw"),
        ({"tenpai": [], "players": ["a", "b"]}, "players"),
    ],
    ids=str,
)
def test_a_wrong_draw_is_refused_in_a_sentence(given, field):
    assert field in asked("honshu", "draw", options={}, input=given)["error"]


# ── entries of a match ───────────────────────────────────────────────────────

LISTED = ron("P2", "P3", patterns=["riichi"])
BAD_ENTRIES = [
    ({"winner": "P2", "win": {"by": "tsumo"}}, must_be_whole("han", 3, 99)),
    *((tsumo("P2", han=value), must_be_whole("han", 3, 99)) for value in (2, 0, -3, 100, "3", 3.0, True)),
    *((tsumo("P2", yakuman=value), must_be_whole("yakuman", 1, 3)) for value in (0, 4, "1", None, 1.0)),
    (tsumo("P2", han=3, yakuman=1), "yakuman can’t be combined with han."),
    ({"winner": "P2", "win": {"by": "fourth_kong"}, "han": 6}, "A win with the fourth kong is a yakuman"),
    (tsumo("P2", han=3, patterns=[]), "han isn’t allowed here."),
    (tsumo("P2", han=3, limit="full"), "limit isn’t allowed here."),
    (tsumo("P2", han=3, hand_points=3), "hand_points isn’t allowed here."),
    ({**LISTED, "patterns": "riichi"}, "patterns must be a list of pattern ids."),
    ({**LISTED, "patterns": [1]}, "patterns must be a list of pattern ids."),
    ({**LISTED, "patterns": []}, "patterns: The hand has no yaku"),
    ({**LISTED, "bonus_items": ["dora"]}, "bonus_items must be an object with names and values."),
    ({**LISTED, "bonus_items": {"dora": True}}, must_be_whole("dora", 1, 99)),
    ({**LISTED, "bonus_items": {"bazoro": 2}}, "bonus_items must not include bazoro: it’s added automatically."),
    ({**LISTED, "bonus_items": {"flower": 1}}, "bonus_items: “Flower” isn’t played under this table’s house rules."),
    (tsumo("P2", han=3, chips=1), "chips must be left out: this table plays without chips."),
    ({**tsumo("P2"), "riichi_by": "P1"}, "riichi_by must be a list of players."),
    ({**tsumo("P2"), "riichi_by": ["P1", "P1"]}, "riichi_by can’t contain the same player twice."),
    ({**tsumo("P2"), "riichi_by": ["P5"]}, "riichi_by must be one of these players: P1, P2, P3."),
    ({**tsumo("P2"), "tenpai": ["P1"]}, "winner isn’t allowed here. Use one of: draw, riichi_by, tenpai."),
    ({**tsumo("P2"), "riichi": "triple"}, must_be_one_of("riichi", "riichi, double")),
    ({"draw": False}, "draw must be true."),
    ({"draw": True, "winner": "P1"}, "winner isn’t allowed here."),
    ({"tenpai": ["P1"], "draw": False}, "draw must be true."),
    (
        {"penalty": {"P1": 1, "P2": 1}},
        "penalty must give each player’s gain or loss: at least one player must pay, and the sum must be 0.",
    ),
    ({"penalty": {"P1": 1, "P2": -1}, "riichi_by": "P1"}, "riichi_by must be a list of players."),
    ({"penalty": {"P1": 1, "P2": -1}, "honba": 1}, "honba isn’t allowed here."),
    ({"wins": [ron("P1", "P2"), ron("P3", "P2")], "winner": "P1"}, "winner isn’t allowed here."),
    ({"wins": [ron("P1", "P2"), {**ron("P3", "P2"), "riichi_by": []}]}, "riichi_by isn’t allowed here."),
    (
        {**hand("234p 678s 345s 99p", "4p", pongs="9s")},
        "tiles: The hand has no yaku. Dora and bazoro don’t count as yaku.",
    ),
]


@pytest.mark.parametrize(
    ("key", "value", "options", "sentence"),
    [
        ("flowers", 1, {}, "flowers must be 0: this table plays without flowers."),
        ("flowers", 5, {"flowers": True}, must_be_whole("flowers", 0, 4)),
        ("norths", 1, {"north_aside": False}, "norths must be 0: this table doesn’t set Norths aside."),
        ("win.by", "rob_north", {"north_aside": False}, "by can’t be rob_north: this table doesn’t set Norths aside."),
    ],
)
def test_an_item_that_the_table_does_not_play_is_refused_with_the_reason(key, value, options, sentence):
    given = {**hand("234p 678s 345s NN", "N ron", pongs="dR"), "flowers": 0, "norths": 0}
    assert refused(changed(given, key, value), **options) == sentence


@pytest.mark.parametrize("value", [None, -1, 1000, "1", True])
def test_chips_are_a_number(value):
    assert not_played(tsumo("P2", han=3, chips=value), chip_ura=1) == must_be_whole("chips", 0, 999)


@pytest.mark.parametrize(("entry", "sentence"), BAD_ENTRIES, ids=show)
def test_an_entry_that_cannot_be_read_says_what_it_takes(entry, sentence):
    assert sentence in not_played(entry), not_played(entry)


def test_the_three_ways_to_count_pay_alike():
    tiles = hand("234p 678s 345s 99p", "4p ron", pongs="dR", norths=2)
    listed = ron("P2", "P3", patterns=["yakuhai_dragon"], bonus_items={"pei_dora": 2})
    assert played(tiles) == played(listed) == played(ron("P2", "P3", han=5))


def test_a_match_of_named_players():
    names = ["Ann", "Bea", "Cho"]
    wins = [{"winner": w, "win": {"by": "ron", "from": "Bea"}, "han": 3} for w in ("Ann", "Cho")]
    entries = [{"tenpai": ["Ann"], "riichi_by": ["Cho"]}, {"wins": wins}]
    reply = asked("honshu", "match", options={}, input={"players": names, "hands": entries})["result"]
    assert reply["payments"][1] == {"Ann": 1500, "Bea": -2700, "Cho": 1200}
    assert reply["dealers"] == ["Ann", "Ann"]


def test_an_empty_match_has_its_lists():
    assert played() == {"payments": [], "points": [], "dealers": [], "honba": []}
