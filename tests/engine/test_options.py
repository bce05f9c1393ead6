"""House rules: the defaults of version 1 don't change, and contradictory or invalid values are refused."""

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.rulesets import BOOKS, VERSIONS, rule_book
from engine.rulesets.definitions import Option
from tests.engine.tables import BOOK, book
from tests.wording import must_be_one_of, must_be_whole

# A match file stores only differences from these defaults, so a change here requires a new version of the rules.
DEFAULTS_OF_VERSION_1 = {
    "min_hand_points": 3,
    "payment_mode": "double_hand_each_bonus",
    "ready_discount": "waiting",
    "limit": 40,
    "half_limit": None,  # half the limit: 20
    "limits": "all",
    "limit_requires_concealed": False,
    "limit_discard": "double_plus_single",
    "limit_choose_higher": True,
    "items_off": (),
    "all_terminals_honours_scope": "mixed",
    "goulash_per_draw": 5,
    "goulash_cap": None,
    "goulash_on_limit": True,
    "matching_bonus": "tiles",
    "seven_pairs_allow_four": False,
    "identical_chows": "pairs",
    "pure_excludes_no_honours": False,
    "nine_gates_strict": True,
    "rob_kong_pays_as": "discard",
    "last_tile_on_discard": False,
    "claim_tiebreak": "hand_bonus_turn",
    "five_bamboo_pair": False,
    "north_tile": False,
    "north_points_class": "hand",
    "no_bamboo": False,
    "dead_wall_dora": False,
    "revealed_dora": False,
    "red_dora": False,
    "three_ready": "off",
    "fictive_hand": False,
    "seat_dragons": False,
    "wind_set": "ESW",
    "unit_table": None,
    "match_length": 9,
    "sacred_discard_scope": "kind",
    "own_items": (),
}
# What each item earns, in version 1: "pattern:<id>" or "bonus:<id>".
POINTS_OF_VERSION_1 = {
    **dict.fromkeys(["dragon_pong", "two_dragons", "seat_dragon", "wind_pong", "seat_wind", "round_wind"], 1),
    **dict.fromkeys(["kong", "bamboo_terminal_pong", "no_honours"], 1),
    **dict.fromkeys(["north_pair", "identical_chows", "all_chows", "concealed", "concealed_wall"], 2),
    **dict.fromkeys(["three_kongs", "straight", "three_concealed_pongs", "all_pongs", "pure"], 3),
    **dict.fromkeys(["pure_no_honours", "seven_pairs"], 3),
    "both_bamboo": 4,
    **dict.fromkeys(["north_kong", "all_terminals_honours"], 6),
}
BONUS_OF_VERSION_1 = {
    **dict.fromkeys(["wall", "last_tile", "replacement", "rob_kong", "matching", "flower"], 1),
    **dict.fromkeys(["dora_tile", "revealed_dora_tile", "revealed_dora_eye", "red_dora"], 1),
    **dict.fromkeys(["win", "concealed", "concealed_wall", "declared_ready", "declared_ready_wall"], 2),
    **dict.fromkeys(["revealed_dora_pong", "north_win"], 2),
    "all_flowers": 4,
    "revealed_dora_kong": 6,
}
HALF = (
    "small_dragons small_winds all_bamboo_honours outside_hand concealed_pure_with_honour_pong "
    "four_concealed_pongs three_kongs_honour_pair small_jade_dragon three_concealed_kongs four_kongs"
)
FULL = (
    "all_terminals_honours great_dragons great_winds bamboo_pongs_five_pair four_concealed_kongs "
    "thirteen_orphans nine_gates pearl_dragon ruby_dragon great_jade_dragon"
)
OPTIONS = {option.name: option for option in book().options}


def refusal(**house: object) -> tuple[str, str]:
    with pytest.raises(RuleViolation) as violation:
        book(**house)
    return violation.value.field, str(violation.value)


def test_the_defaults_of_version_1():
    assert book().version == 1
    assert book().house.as_dict() == DEFAULTS_OF_VERSION_1
    assert book().limit_value("half") == 20 and book().limit_value("full") == 40


def test_the_values_of_version_1():
    found = {kind: {p.id: p.points for p in book().patterns if p.kind == kind} for kind in ("pattern", "bonus")}
    assert found == {"pattern": POINTS_OF_VERSION_1, "bonus": BONUS_OF_VERSION_1}


def test_the_limit_hands_of_version_1_in_their_order():
    limits = [pattern for pattern in book().patterns if pattern.kind == "limit"]
    assert [p.id for p in limits if p.group == "half"] == HALF.split()
    assert [p.id for p in limits if p.group == "full"] == FULL.split()


def test_every_default_is_a_valid_value():
    for option in OPTIONS.values():
        assert option.read(option.default) == option.default


WRONG: dict[str, list[object]] = {
    "switch": [1, 0, "true", None, []],
    "number": ["3", 3.0, True, -1, 10_000, [3]],
    "choice": ["nonsense", "", 1.5, [], {}, True],
    "list": ["nonsense", None, 3, ["nonsense"], [None], {"all": True}],
    "own": ["nonsense", None, 3, ["nonsense"], [None], {"key": "song"}, [{}] * 21],
}


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_a_wrong_value_is_refused_by_the_option_s_name(option: Option):
    wrong = [*WRONG[option.takes], *([None] if not option.optional and option.takes != "list" else [])]
    for value in wrong:
        field, sentence = refusal(**{option.name: value})
        assert field == option.name and sentence.startswith((f"{option.name} must ", f"{option.name} can ")), (
            value,
            sentence,
        )


SENTENCES = [
    ({"red_dora": 1}, "red_dora must be true or false."),
    ({"limit": 0}, must_be_whole("limit", 1, 9999)),
    ({"match_length": 10}, must_be_one_of("match_length", "9, 18, 27")),
    ({"match_length": "9"}, must_be_one_of("match_length", "9, 18, 27")),
    ({"wind_set": "ESWN"}, must_be_one_of("wind_set", "ESW, NES")),
    ({"unit_table": "cn"}, must_be_one_of("unit_table", "hk")),
    ({"colour": "red"}, "colour isn’t a house rule in this rule book."),
]


@pytest.mark.parametrize(("house", "sentence"), SENTENCES)
def test_the_message_says_which_values_the_option_takes(house, sentence):
    assert refusal(**house) == (next(iter(house)), sentence)


@pytest.mark.parametrize(
    ("house", "option", "other"),
    [
        ({"wind_set": "NES", "north_tile": True}, "north_tile", "wind_set"),
        ({"no_bamboo": True, "five_bamboo_pair": True}, "no_bamboo", "five_bamboo_pair"),
    ],
)
def test_contradicting_house_rules_are_refused(house, option, other):
    assert refusal(**house) == (option, f"“{option}” and “{other}” can’t be played together.")


@pytest.mark.parametrize(
    "house", [{"wind_set": "NES"}, {"north_tile": True, "wind_set": "ESW"}, {"no_bamboo": True}, {"north_tile": False}]
)
def test_each_of_them_is_valid_by_itself(house):
    assert book(**house).house.as_dict() == DEFAULTS_OF_VERSION_1 | house


@pytest.mark.parametrize(
    ("chosen", "half", "full"),
    [
        ("all", True, True),
        ("none", False, False),
        ([], False, False),
        (["small_winds"], True, False),
        (["nine_gates", "small_winds"], True, True),
    ],
)
def test_limits_are_all_none_or_a_list(chosen, half, full):
    rules = book(limits=chosen)
    assert (rules.plays_limit("half"), rules.plays_limit("full")) == (half, full)


@pytest.mark.parametrize(("house", "half"), [({}, 20), ({"limit": 45}, 22), ({"limit": 45, "half_limit": 30}, 30)])
def test_the_half_limit_is_half_of_the_limit_unless_said(house, half):
    assert book(**house).limit_value("half") == half


OWN = [
    [],
    [{"key": "song", "name": "Club song", "kind": "bonus", "points": 3, "most": 2, "note": "Sung before the win."}],
    [{"key": "eight", "name": "Eight", "kind": "half"}, {"key": "rain", "name": "Rain", "kind": "full"}],
]


@st.composite
def houses(draw: st.DrawFn) -> dict:
    """Some house rules with random valid values."""
    names = draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True))
    return {name: draw(values(OPTIONS[name])) for name in names}


def values(option: Option) -> st.SearchStrategy:
    if option.takes == "switch":
        return st.booleans()
    if option.takes == "own":
        return st.sampled_from(OWN)
    if option.takes == "list":
        return st.sampled_from(sorted(option.whole) or [[]]) | st.lists(st.sampled_from(sorted(option.choices)))
    found = st.sampled_from(list(option.choices)) if option.choices else st.integers(option.least, option.most)
    return st.none() | found if option.optional else found


@given(houses())
def test_the_changed_options_rebuild_the_same_house_rules(house):
    try:
        rules = book(**house)
    except RuleViolation as violation:
        assert violation.field in ("north_tile", "no_bamboo")
        return
    kept = json.loads(json.dumps(rules.changed))
    again = rule_book(BOOK, kept, rules.version)
    assert (again.house.as_dict(), again.changed) == (rules.house.as_dict(), rules.changed)
    assert set(rules.changed) <= set(house)


def test_an_explicit_default_is_no_change():
    assert book(min_hand_points=3, limits="all", items_off=[]).changed == {}
    assert book(half_limit=20).changed == {"half_limit": 20}  # it stays 20 when the limit is raised


@pytest.mark.parametrize("preset", book().presets, ids=lambda preset: preset.key)
def test_a_preset_can_be_played_and_names_only_what_differs(preset):
    assert book(**preset.options).changed == dict(preset.options)


def test_an_unknown_book_and_another_version_are_refused():
    for key, version, field in (("chess", None, "system"), (BOOK, 2, "rules_version"), (BOOK, 0, "rules_version")):
        with pytest.raises(RuleViolation) as violation:
            rule_book(key, {}, version)
        assert violation.value.field == field


@pytest.mark.parametrize("rules", BOOKS.values(), ids=BOOKS)
def test_every_option_and_pattern_has_words_and_a_clause(rules):
    for option in rules.options:
        assert option.label and option.clause, option.name
        assert set(option.choices.values()) != {""}
    for pattern in rules.patterns:
        assert pattern.name and pattern.clause, pattern.id
        assert pattern.line > 0 or (pattern.line == 0 and rules.words.origin), (
            pattern.id
        )  # a line of the source, if any
    ids = [(pattern.kind, pattern.id) for pattern in rules.patterns]
    assert len(ids) == len(set(ids))
    assert {pattern.group for pattern in rules.patterns} <= set(rules.groups)


def test_the_usual_penalties_are_amounts_of_a14_and_a_false_mahjong_ends_the_hand():
    told = [(each.key, each.points, each.ends_hand) for each in book(limit=60).sheet.irregularities]
    assert told == [("false_mahjong", 30, True), ("wrong_count", 5, False), ("wrong_call", 5, False)]


@pytest.mark.parametrize("book", VERSIONS, ids=lambda book: book.key)
def test_each_option_is_a_field_of_the_books_house_rules(book):
    assert {field.name for field in fields(book.house_rules)} == {option.name for option in book.options}
