"""Input of riichi sanma: every key with wrong values, each refused with one sentence."""

from typing import Any

import pytest

from engine.rulesets import BOOKS
from engine.rulesets.riichi.entry.reader import WIN_KEYS
from engine.rulesets.riichi_sanma.entry.reader import DETAILS, READER
from tests.engine.riichi_asking import SYSTEM, hand, not_played, played, refused, result, ron, scored, tsumo
from tests.engine.tile_asking import (
    FLAG_WRONG,
    GONE,
    NUMBER_WRONG,
    PLAYER_WRONG,
    TILES_WRONG,
    WRONG_IN_WINS,
    asked,
    changed,
    show,
)
from tests.wording import MATCH_OVER, must_be_one_of, must_be_whole

FULL = {
    "dora_indicators": ["3p"],
    "ura_indicators": ["W"],
    "norths": 1,
    "red": 1,
    "honba": 1,
    "sticks": 1,
    "ippatsu": True,
    "furiten": False,
    "first_draw": False,
    "riichi": None,
    "pao": {"daisangen": "P1"},
}
GOOD = hand("234p 678s 345s 99p", "4p ron", pongs="dR", **FULL)
PLAYERS_WRONG = [None, "P1", 1, {"P1": True}, ["P4"], ["P1", "P1"], [1], [["P1"]]]
# (path in the input, field that the error names, invalid values)
WRONG: list[tuple[str, str, list[Any]]] = [
    *WRONG_IN_WINS,
    ("win.by", "by", [GONE, None, "", "wall", "discard", "rob_kong", "fourth_kong", "TSUMO", 1, [], {}]),
    *((key, key, FLAG_WRONG) for key in ("ippatsu", "furiten", "first_draw")),
    *((key, key, TILES_WRONG) for key in ("dora_indicators", "ura_indicators")),
    ("norths", "norths", [*NUMBER_WRONG, 5]),
    ("red", "red", [*NUMBER_WRONG, 2, 9]),
    *((key, key, [*NUMBER_WRONG, 1000]) for key in ("honba", "sticks")),
    ("pao", "pao", [None, "P1", 1, True, [], ["P1"], {"kokushi": "P1"}, {"": "P1"}]),
    *(("pao", "pao", [{name: wrong}]) for name in ("daisangen", "daisuushii", "suukantsu") for wrong in PLAYER_WRONG),
    *(("pao", "pao", [{name: "P2"}]) for name in ("daisangen", "daisuushii", "suukantsu")),
    ("hand_no", "hand_no", [GONE, *NUMBER_WRONG, 0, 28]),
    ("round", "round", [None, "S", "N", "X", 1, [], {}]),
    ("seats", "seats", [None, "E", [], {}, {"P1": "E"}, {"P1": "S", "P2": "W", "P3": "E"}, {"P1": []}]),
    ("players", "players", [None, "", "P1P2P3", [], ["a", "b"], ["a", "b", "b"], ["a", "b", 3], {"P1": 1}]),
    *(
        (key, key, [value])
        for key, value in (("renchan_count", 0), ("kokushi_pure", False), ("chuuren_pure", False), ("flowers", 0))
    ),
    *((key, key, [value]) for key, value in (("declared_ready", True), ("waiting", {}), ("limit", "mangan"))),
    *((key, key, [value]) for key, value in (("han", 3), ("fu", 30), ("yakuman", 1), ("chips", 1), ("tenpai", []))),
    *((key, key, [value]) for key, value in (("patterns", []), ("nagashi", []), ("open", True), ("chombo", "P1"))),
]


@pytest.mark.parametrize(("path", "field", "values"), WRONG, ids=[path for path, _field, _values in WRONG])
def test_a_wrong_value_is_refused_in_a_sentence_that_names_its_field(path, field, values):
    for value in values:
        sentence = refused("hand", changed(GOOD, path, value))
        assert field in sentence, (value, sentence)
        assert sentence.endswith(".") and "\n" not in sentence, (value, sentence)


def test_every_key_of_a_hand_is_tried():
    tried = {path for path, _field, _values in WRONG}
    assert READER.keys["tiles"] - tried - {"riichi_by"} == set()
    assert {f"win.{key}" for key in WIN_KEYS} - tried == set()
    assert {detail.key for detail in DETAILS} - tried == {"riichi_by"}


def test_all_keys_can_be_combined_and_are_optional():
    assert scored(GOOD)["bonus_items"] == {"dora": 1, "pei_dora": 1, "akadora": 1}
    bare = {key: value for key, value in GOOD.items() if key not in FULL}
    zero = {**dict.fromkeys(("norths", "red", "honba", "sticks"), 0), "ura_indicators": [], "pao": {}}
    assert scored(bare) == scored({**GOOD, **zero, "dora_indicators": [], "ippatsu": False})


def test_a_self_draw_is_from_nobody():
    given = {**GOOD, "win": {"by": "tsumo", "tile": "4p", "from": "P3"}}
    assert refused("hand", given) == "from must be empty for a self-draw."


@pytest.mark.parametrize("by", ["ron", "chankan", "rob_north"])
def test_a_replacement_tile_is_drawn(by):
    win = {"by": by, "tile": "N" if by == "rob_north" else "4p", "from": "P3", "replacement": True}
    assert refused("hand", {**GOOD, "win": win}) == "A replacement tile is only possible with a self-draw."


def test_a_robbed_north_is_a_north():
    assert refused("hand", changed(GOOD, "win.by", "rob_north")) == "tile must be N when a North is robbed."


@pytest.mark.parametrize("north", ["yakuhai", "guest_wind"])
def test_where_nobody_sets_norths_aside_there_are_none_and_none_is_robbed(north):
    assert "norths" in refused("hand", GOOD, north=north)
    none = {**GOOD, "norths": 0}
    assert scored(none, north=north)["legal"]
    robbed = {**none, "win": {"by": "rob_north", "tile": "N", "from": "P3"}}
    assert "rob_north" in refused("hand", robbed, north=north)


FIVES = hand("55p 678s 345s 999s", "5p", pongs="dR")  # two of 5p, one of 5s


@pytest.mark.parametrize(("red_fives", "most"), [(0, 0), (1, 2), (2, 3), (4, 3)])
def test_there_are_as_many_red_fives_as_the_table_and_the_hand_have(red_fives, most):
    if most:
        found = scored({**FIVES, "red": most}, red_fives=red_fives)
        assert found["bonus_items"] == {"akadora": most}
    sentence = refused("hand", {**FIVES, "red": most + 1}, red_fives=red_fives)
    assert sentence.startswith("red") and f"at most {most} for" in sentence, sentence


@pytest.mark.parametrize("question", ["claim", "nonsense", None])
def test_the_book_answers_its_own_types(question):
    reply = asked(SYSTEM, question, options={}, input={})
    assert reply["error"] == must_be_one_of("type", "hand, match, draw, settlement")


# ── options ──────────────────────────────────────────────────────────────────

OTHER = {"switch": [None, 0, 1, "true", [], {}], "choice": [None, "", "other", True, 7, [], {}]}
OF_A_LIST = [None, "", "some", 1, True, {}, ["nonsense"], [1], [["daisangen"]], ["daisangen", "daisangen", 1]]
OTHER |= {"number": [None, "", -1, 1.5, True, 10**9, [], {}], "list": OF_A_LIST}
OTHER["places"] = [None, "", 7, [], [1], [1, 0], [1, 0, 0], [1, 0, -1, 0], ["1", 0, -1], [1.5, 0, -1.5], {"P1": 1}]


@pytest.mark.parametrize("option", BOOKS[SYSTEM].options, ids=lambda option: option.name)
def test_a_wrong_option_is_refused_in_a_sentence_that_names_it(option):
    for value in OTHER[option.takes]:
        reply = asked(SYSTEM, options={option.name: value}, input=GOOD)
        assert option.name in reply.get("error", ""), (value, reply)
        assert reply["error"].endswith("."), reply


@pytest.mark.parametrize(("name", "value"), [("noten_pool", 1001), ("uma", [20, 0, -10]), ("bazoro", 2)])
def test_impossible_options_are_refused(name, value):
    assert name in refused("hand", GOOD, **{name: value})


# ── draws and settlements ────────────────────────────────────────────────────

NAGASHI = {"tenpai": [], "nagashi": ["P1"], "hand_no": 1}
DRAWS = [
    ({}, "tenpai"),
    *(({"tenpai": value}, "tenpai") for value in PLAYERS_WRONG),
    *(({**NAGASHI, "nagashi": value}, "nagashi") for value in PLAYERS_WRONG),
    *(({**NAGASHI, "hand_no": value}, "hand_no") for value in [*NUMBER_WRONG, 0, 28]),
    *(({"tenpai": [], "nagashi": ["P1"], "seats": value}, "seats") for value in (None, [], {"P1": "E"}, "E")),
    ({"tenpai": [], "nagashi": ["P1"]}, "hand_no"),
    ({"tenpai": [], "honba": 1}, "honba"),
    ({"tenpai": [], "draw": False}, "draw"),
    ({"tenpai": [], "players": ["a", "b"]}, "players"),
    ({"tenpai": [], "abort": "kyuushu_kyuuhai"}, "abort"),
]


def test_a_wrong_draw_is_refused_in_a_sentence():
    for given, field in DRAWS:
        sentence = refused("draw", given)
        assert field in sentence and sentence.endswith("."), (given, sentence)


SETTLED = {"points": {"P1": 52000, "P2": 33000, "P3": 20000}, "seat_order": ["P1", "P2", "P3"]}
CHIPS_WRONG = [None, [], 5, {"P1": 1}, {"P1": 1, "P2": 1, "P3": 1}, {"P1": 1, "P2": -1, "P4": 0}]
CHIPS_WRONG += [{"P1": 0.5, "P2": -0.5, "P3": 0}, {"P1": True, "P2": -1, "P3": 0}, {"P1": "1", "P2": "-1", "P3": "0"}]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("points", value) for value in (GONE, None, [], {}, {"P1": 1}, {"P1": 1, "P2": 2, "P4": 3})),
        *(("points", {**SETTLED["points"], "P1": value}) for value in (None, "1", 1.5, True, 10**9)),
        ("points", {"P1": 52000, "P2": 33000, "P3": 20001}),
        *(("seat_order", value) for value in ("P1", ["P1"], ["P1"] * 3, ["P1", "P2", "P4"], [1, 2, 3])),
        *(("chips", value) for value in CHIPS_WRONG),
        ("players", ["P1", "P2"]),
        ("tenpai", []),
    ],
    ids=show,
)
def test_a_wrong_settlement_is_refused_in_a_sentence(key, value):
    given = {name: told for name, told in {**SETTLED, key: value}.items() if told is not GONE}
    sentence = refused("settlement", given)
    assert key in sentence and sentence.endswith("."), sentence


# ── entries of a match ───────────────────────────────────────────────────────

LISTED = ron("P2", "P3", patterns=["riichi"], fu=40)
BAD_ENTRIES: list[tuple[Any, str]] = [
    ({"winner": "P2", "win": {"by": "tsumo"}}, must_be_whole("han", 1, 99)),
    *((tsumo("P2", han=value, fu=30), must_be_whole("han", 1, 99)) for value in (0, -3, 100, "3", 3.0, True, None)),
    *((tsumo("P2", yakuman=value), must_be_whole("yakuman", 1, 6)) for value in (0, 7, "1", None, 1.0, True)),
    *((tsumo("P2", han=3, fu=value), "fu must be one of") for value in (0, 22, 35, 150, "30", 30.0, True, None, [])),
    *((tsumo("P2", han=han), "A hand of up to 4 han needs its fu") for han in (1, 2, 3, 4)),
    (ron("P2", "P3", han=2, fu=20), "20 fu are possible only"),
    (ron("P2", "P3", han=5, fu=20), "20 fu are possible only"),
    (tsumo("P2", han=1, fu=20), "20 fu are possible only"),
    (ron("P2", "P3", han=1, fu=25), "25 fu need at least 2 han"),
    (tsumo("P2", han=2, fu=25), "25 fu need at least 2 han"),
    *((tsumo("P2", limit=value), "limit must be one of") for value in ("", "full", "yakuman", None, 1, [], {})),
    (tsumo("P2", han=3, fu=30, yakuman=1), "can’t be combined"),
    (tsumo("P2", han=3, fu=30, limit="mangan"), "can’t be combined"),
    (tsumo("P2", limit="mangan", yakuman=1), "can’t be combined"),
    (tsumo("P2", limit="mangan", fu=30), "fu"),
    (tsumo("P2", yakuman=1, fu=30), "fu"),
    (tsumo("P2", han=3, fu=30, patterns=[]), "han isn’t allowed here."),
    (tsumo("P2", han=3, fu=30, hand_points=3), "hand_points isn’t allowed here."),
    (tsumo("P2", han=3, fu=30, tenpai=["P1"]), "isn’t allowed here."),
    *((tsumo("P2", chips=value, han=3, fu=30), must_be_whole("chips", 0, 999)) for value in (*NUMBER_WRONG, 1000)),
    *((tsumo("P2", pao=value, yakuman=1), "pao") for value in (None, "P1", [], {"kokushi": "P1"}, {"daisangen": "P2"})),
    *((tsumo("P2", pao={"daisangen": value}, yakuman=1), "pao") for value in PLAYER_WRONG),
    ({"winner": "P2", "win": {"by": "wall"}, "han": 3, "fu": 30}, "by must be one of"),
    ({"winner": "P2", "win": {"by": "ron"}, "han": 3, "fu": 30}, "from must be one of"),
    ({"winner": "P2", "win": {"by": "ron", "from": "P2"}, "han": 3, "fu": 30}, "from"),
    ({**LISTED, "patterns": "riichi"}, "patterns must be a list of pattern ids."),
    ({**LISTED, "patterns": [1]}, "patterns must be a list of pattern ids."),
    ({**LISTED, "patterns": ["nonsense"]}, "patterns"),
    ({**LISTED, "patterns": []}, "patterns"),
    ({**LISTED, "patterns": ["bazoro"]}, "patterns"),
    ({**LISTED, "patterns": ["renhou"]}, "patterns"),
    ({**LISTED, "patterns": ["suuankou", "suuankou"]}, "patterns"),
    ({**LISTED, "patterns": ["riichi", "double_riichi"]}, "patterns"),
    ({**LISTED, "patterns": ["iipeikou", "chiitoitsu"]}, "patterns"),
    ({**LISTED, "bonus_items": ["dora"]}, "bonus_items must be an object with names and values."),
    ({**LISTED, "bonus_items": {"dora": True}}, "dora"),
    ({**LISTED, "bonus_items": {"ippatsu": 1}}, "bonus_items"),
    ({**LISTED, "bonus_items": {"akadora": 3}}, "bonus_items"),
    *(({**LISTED, "open": value}, "open") for value in FLAG_WRONG),
    ({**LISTED, "open": True}, "patterns"),
    *(({**tsumo("P2"), "riichi_by": value}, "riichi_by") for value in PLAYERS_WRONG),
    ({**tsumo("P2"), "riichi": "triple"}, must_be_one_of("riichi", "riichi, double")),
    ({"draw": False}, "draw must be true."),
    ({"draw": True, "winner": "P1"}, "winner isn’t allowed here."),
    *(({"tenpai": value}, "tenpai") for value in PLAYERS_WRONG),
    *(({"tenpai": [], "nagashi": value}, "nagashi") for value in PLAYERS_WRONG),
    *(({"abort": value}, "abort must be one of") for value in (None, "", "suufon_renda", 1, True, [], {})),
    ({"abort": "four_kongs", "tenpai": []}, "isn’t allowed here."),
    *(({"chombo": value}, "chombo") for value in PLAYER_WRONG),
    ({"chombo": "P2", "ends_hand": False}, "ends_hand isn’t allowed here."),
    ({"chombo": "P2", "penalty": {"P1": 1, "P2": -1}}, "isn’t allowed here."),
    ({"penalty": {"P1": 1, "P2": 1}}, "penalty must give each player’s gain or loss"),
    ({"penalty": {"P1": 1, "P2": -1}, "honba": 1}, "honba isn’t allowed here."),
    ({"penalty": {"P1": 1, "P2": -1}, "ends_hand": 1}, "ends_hand"),
    ({"wins": [ron("P1", "P2"), ron("P3", "P2")], "winner": "P1"}, "winner isn’t allowed here."),
    ({"wins": [ron("P1", "P2"), {**ron("P3", "P2"), "riichi_by": []}]}, "riichi_by isn’t allowed here."),
    *(
        ({"wins": value}, "wins")
        for value in (None, [], {}, "P1", [ron("P1", "P2")], [1, 2], [tsumo("P1"), tsumo("P2")])
    ),
    ({"wins": [ron("P1", "P2"), ron("P3", "P1")]}, "wins"),
    ({"wins": [ron("P1", "P2"), ron("P1", "P2")]}, "wins"),
    (hand("234p 678s 345s 99p", "4p", pongs="9s"), "yaku"),
    *(({**hand("234p 678s 345s 99p", "4p", pongs="dR"), key: 2}, key) for key in ("hand_no", "honba", "sticks")),
    *((value, "hands") for value in (None, 1, "draw", [], ["draw"])),
    ({}, "winner"),
]


@pytest.mark.parametrize(("entry", "sentence"), BAD_ENTRIES, ids=show)
def test_an_entry_that_cannot_be_read_says_what_it_takes(entry, sentence):
    refusal = not_played(entry)
    assert sentence in refusal, refusal
    assert refusal.endswith(".") and "\n" not in refusal, refusal


@pytest.mark.parametrize(
    ("entry", "options", "sentence"),
    [
        ({"tenpai": [], "nagashi": ["P1"]}, {"nagashi_mangan": False}, "nagashi"),
        ({"abort": "four_kongs"}, {"abortive_draws": "none"}, "abort"),
        ({"abort": "four_kongs"}, {"abortive_draws": ["kyuushu_kyuuhai"]}, "abort must be one of: kyuushu_kyuuhai."),
        (tsumo("P1", limit="counted_yakuman"), {"kazoe_yakuman": False}, "limit must be one of"),
        (tsumo("P1", yakuman=2), {"yakuman_cap": 1}, must_be_whole("yakuman", 1, 1)),
        (ron("P1", "P2", "rob_north"), {"north": "guest_wind"}, "by can’t be rob_north"),
        (ron("P1", "P2", patterns=["riichi", "ippatsu"], fu=40), {"ippatsu": False}, "patterns"),
        (ron("P1", "P2", patterns=["tanyao"], fu=30, open=True), {"kuitan": False}, "patterns"),
        (ron("P1", "P2", patterns=["yakuhai_north"], fu=40), {}, "patterns"),
        (ron("P1", "P2", patterns=["daisuushii"]), {"double_yakuman": "all"}, "patterns"),
    ],
    ids=show,
)
def test_items_that_a_table_does_not_play_cannot_be_entered(entry, options, sentence):
    assert sentence in not_played(entry, **options)


def test_an_entry_must_agree_with_the_match():
    entries = [{"tenpai": ["P1"], "riichi_by": ["P2"]}]
    tiles = {key: value for key, value in hand("234p 678s 345s 99p", "4p", pongs="dR").items() if key != "hand_no"}
    for key, right, wrong in (("honba", 1, 0), ("sticks", 1, 2), ("hand_no", 1, 2), ("round", "E", "S")):
        assert len(played(*entries, {**tiles, key: right})["points"]) == 2
        assert key in not_played(*entries, {**tiles, key: wrong})


def test_a_stick_needs_its_points():
    poor = {"penalty": {"P1": 34500, "P2": -34500}}
    assert not_played(poor, {"tenpai": [], "riichi_by": ["P2"]}).startswith("riichi_by")
    assert not_played(poor, ron("P2", "P3", riichi="riichi")).startswith("riichi_by")
    assert played(poor, {"tenpai": [], "riichi_by": ["P2"]}, riichi_stick=500)["sticks"] == [0, 1]


def test_nothing_follows_the_end():
    assert MATCH_OVER in not_played(tsumo("P2", yakuman=3), {"tenpai": []})


def test_an_empty_match_has_its_lists():
    keys = ("payments", "points", "dealers", "honba", "rounds", "sticks", "chips", "ended")
    assert played() == {key: [] for key in keys}


# ── players with names ───────────────────────────────────────────────────────

NAMES = ["Ann", "Bea", "Cho"]
WINDS = {"Ann": "E", "Bea": "S", "Cho": "W"}


def test_a_hand_of_named_players():
    tiles = hand("EE NNN", "N ron", pongs="dR dG dW")
    win = {**tiles["win"], "from": "Ann"}
    named = {**tiles, "players": NAMES, "winner": "Bea", "win": win, "pao": {"daisangen": "Cho"}, "honba": 1}
    found = scored(named, chip_yakuman=5)
    assert found["payments"] == {"Ann": -32000, "Bea": 64200, "Cho": -32200}
    assert found["chips"] == {"Ann": -10, "Bea": 10, "Cho": 0}
    assert "pao" in refused("hand", {**named, "pao": {"daisangen": "P3"}})


def test_a_match_of_named_players():
    entries = [
        {"chombo": "Bea"},
        {"tenpai": ["Ann"], "nagashi": ["Cho"], "riichi_by": ["Bea"]},
        {"winner": "Bea", "win": {"by": "ron", "from": "Ann"}, "yakuman": 1, "pao": {"daisangen": "Cho"}, "chips": 3},
        {"penalty": {"Cho": -2000, "Ann": 2000}},
    ]
    found = result("match", {"players": NAMES, "hands": entries}, bust="off")
    assert found["payments"] == [
        {"Ann": 4000, "Bea": -6000, "Cho": 2000},
        {"Ann": -4000, "Bea": -2000, "Cho": 6000},
        {"Ann": -16000, "Bea": 32200, "Cho": -16200},
        {"Ann": 2000, "Bea": 0, "Cho": -2000},
    ]
    assert found["dealers"] == ["Ann", "Ann", "Ann", "Bea"]
    assert found["chips"][2] == {"Ann": -3, "Bea": 3, "Cho": 0}
    for entry in ({"chombo": "P2"}, {"tenpai": [], "nagashi": ["P1"]}, {**entries[2], "pao": {"daisangen": "P3"}}):
        sentence = refused("match", {"players": NAMES, "hands": [entry]})
        assert next(iter(entry.keys() & {"chombo", "nagashi", "pao"})) in sentence, sentence


def test_a_draw_and_a_settlement_of_named_players():
    given = {"players": NAMES, "tenpai": ["Bea"], "nagashi": ["Ann", "Bea"], "seats": WINDS, "round": "E"}
    assert result("draw", given) == {"payments": {"Ann": 4000, "Bea": 2000, "Cho": -6000}}
    told = {"points": {"Cho": 75700, "Ann": 6800, "Bea": 22500}, "chips": {"Ann": 1, "Bea": -1, "Cho": 0}}
    found = result("settlement", {"players": NAMES, **told}, chip_points=500)
    assert found == {"final": {"Ann": -52.7, "Bea": -18.0, "Cho": 70.7}}
