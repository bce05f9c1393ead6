"""Which ticks can be combined: the facts of A6, the conditions of A7 and A12, and the house rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets.korean_japanese.items import BONUSES, PATTERNS
from engine.rulesets.korean_japanese.played_items import OPTION_OF
from tests.engine.tables import book, by_list, refused
from tests.engine.ticking import FREE, NAME, NORTH, bonus, from_wall, needs, sets, ticks, together

SET_ITEMS = {
    "dragon_pong": "dragon_pong",
    "two_dragons": "dragon_pong dragon_pong two_dragons",
    "wind_pong": "wind_pong",
    "seat_wind": "wind_pong seat_wind",
    "round_wind": "wind_pong round_wind",
    "kong": "kong",
    "three_kongs": "kong kong kong three_kongs",
    "bamboo_terminal_pong": "bamboo_terminal_pong",
    "both_bamboo": "bamboo_terminal_pong bamboo_terminal_pong both_bamboo",
    "three_concealed_pongs": "three_concealed_pongs",
    "all_pongs": "all_pongs",
}
HONOURS = ["dragon_pong", "two_dragons", "wind_pong", "seat_wind", "round_wind"]

# A6, fact by fact: the ticks, and the error (None: accepted).
FACTS = [
    # all_chows excludes every pong and kong item
    *[(f"all_chows {SET_ITEMS[item]}", "all_chows") for item in HONOURS],
    ("all_chows kong", sets(1, 4)),
    ("all_chows kong kong kong three_kongs", sets(3, 4)),
    ("all_chows bamboo_terminal_pong", sets(1, 4)),
    ("all_chows bamboo_terminal_pong bamboo_terminal_pong both_bamboo", sets(2, 4)),
    ("all_chows three_concealed_pongs", sets(3, 4)),
    ("all_chows all_pongs", sets(4, 4)),
    # straight excludes two_dragons, both_bamboo, three_concealed_pongs, three_kongs, all_pongs
    ("straight dragon_pong dragon_pong two_dragons", sets(2, 3)),
    ("straight bamboo_terminal_pong bamboo_terminal_pong both_bamboo", sets(2, 3)),
    ("straight three_concealed_pongs", sets(3, 3)),
    ("straight kong kong kong three_kongs", sets(3, 3)),
    ("straight all_pongs", sets(4, 3)),
    ("straight dragon_pong kong", None),
    ("straight wind_pong seat_wind kong pure", None),
    # identical_chows excludes three_concealed_pongs, three_kongs, all_pongs
    ("identical_chows three_concealed_pongs", sets(3, 2)),
    ("identical_chows kong kong kong three_kongs", sets(3, 2)),
    ("identical_chows all_pongs", sets(4, 2)),
    ("identical_chows dragon_pong dragon_pong two_dragons kong kong", None),
    ("identical_chows identical_chows dragon_pong", sets(1, 4)),
    ("identical_chows straight", None),
    ("identical_chows straight kong", sets(1, 4)),
    ("identical_chows identical_chows straight", sets(0, 5)),
    (
        "identical_chows identical_chows identical_chows",
        ("patterns", f"“{NAME['identical_chows']}”: at most 2 per hand"),
    ),
    # pure excludes bamboo items
    ("pure bamboo_terminal_pong", together("pure", "bamboo_terminal_pong")),
    ("pure bamboo_terminal_pong bamboo_terminal_pong both_bamboo", together("pure", "bamboo_terminal_pong")),
    ("pure dragon_pong wind_pong", None),
    # no_honours and pure_no_honours exclude all dragon and wind items
    *[(f"no_honours {SET_ITEMS[item]}", "no_honours") for item in HONOURS],
    *[(f"pure no_honours pure_no_honours {SET_ITEMS[item]}", "no_honours") for item in HONOURS],
    ("no_honours bamboo_terminal_pong bamboo_terminal_pong both_bamboo kong", None),
    # seven_pairs excludes all set items
    *[(f"concealed seven_pairs {SET_ITEMS[item]}", "seven_pairs") for item in SET_ITEMS],
    ("concealed seven_pairs identical_chows", together("seven_pairs", "identical_chows")),
    ("concealed seven_pairs straight", together("seven_pairs", "straight")),
    ("concealed seven_pairs all_chows", together("seven_pairs", "all_chows")),
    ("concealed seven_pairs pure no_honours pure_no_honours", None),
    # items that require another item
    ("two_dragons", needs("two_dragons", "dragon_pong", 2)),
    ("dragon_pong two_dragons", needs("two_dragons", "dragon_pong", 2)),
    ("dragon_pong dragon_pong", None),  # an incomplete list is no error
    ("bamboo_terminal_pong both_bamboo", needs("both_bamboo", "bamboo_terminal_pong", 2)),
    ("bamboo_terminal_pong bamboo_terminal_pong", None),
    ("three_kongs", needs("three_kongs", "kong", 3)),
    ("kong kong three_kongs", needs("three_kongs", "kong", 3)),
    ("kong kong kong kong three_kongs", None),
    ("all_terminals_honours", needs("all_terminals_honours", "all_pongs")),
    ("all_pongs all_terminals_honours", None),
    ("pure_no_honours no_honours", needs("pure_no_honours", "pure")),
    ("pure_no_honours pure", needs("pure_no_honours", "no_honours")),
    ("pure no_honours pure_no_honours", None),
    ("concealed_wall", needs("concealed_wall", "concealed")),
    ("concealed concealed_wall", from_wall("patterns", "concealed_wall")),
    ("seven_pairs", needs("seven_pairs", "concealed")),
    ("seat_wind", needs("seat_wind", "wind_pong")),
    ("round_wind", needs("round_wind", "wind_pong")),
    ("seat_wind round_wind wind_pong", None),  # P1 is East in the East round: one pong is both
    # at most four sets
    ("dragon_pong dragon_pong dragon_pong wind_pong", None),
    ("dragon_pong dragon_pong dragon_pong wind_pong wind_pong", sets(5, 0)),
    ("dragon_pong dragon_pong dragon_pong dragon_pong", ("patterns", f"“{NAME['dragon_pong']}”: at most 3 per hand")),
    ("wind_pong wind_pong bamboo_terminal_pong bamboo_terminal_pong dragon_pong", sets(5, 0)),
    ("dragon_pong kong kong kong kong", None),  # the dragon's set is one of the kongs
    ("kong kong kong kong kong", ("patterns", f"“{NAME['kong']}”: at most 4 per hand")),
    ("all_chows straight kong", sets(1, 4)),
    ("all_pongs all_terminals_honours pure no_honours pure_no_honours", "all_terminals_honours"),
    # unknown ids
    ("east_pong", ("patterns", "“east_pong” isn’t an item in this list.")),
    ("wall", ("patterns", "“wall” isn’t an item in this list.")),
    ("small_dragons", ("patterns", "“small_dragons” isn’t an item in this list.")),
]


@pytest.mark.parametrize(("patterns", "expected"), FACTS)
def test_facts_about_patterns(patterns, expected):
    said = ticks(patterns)
    if isinstance(expected, str):  # two items that exclude each other, in either order
        assert said is not None and said[0] == "patterns", said
        assert said[1].startswith(f"“{NAME[expected]}”") and said[1].endswith("can’t be in the same hand."), said
    elif expected is None:
        assert said is None
    else:
        assert said is not None and said[0] == expected[0] and said[1].startswith(expected[1]), said


def test_a_seat_wind_that_is_not_the_round_wind_needs_a_second_pong():
    """In hand 2 P1 is West in the East round."""
    rules, one, two = (
        book(),
        by_list("wind_pong seat_wind round_wind"),
        by_list("wind_pong wind_pong seat_wind round_wind"),
    )
    assert refused(rules, one, hand_no=2) == needs("round_wind", "wind_pong", 2)
    assert refused(rules, two, hand_no=2) is None


HOUSES = [
    ("seat_dragon dragon_pong", {}, "seat_dragon"),
    ("seat_dragon dragon_pong", {"seat_dragons": True}, None),
    ("seat_dragon", {"seat_dragons": True}, needs("seat_dragon", "dragon_pong")),
    ("north_pair", {}, "north_pair"),
    ("north_kong", {}, "north_kong"),
    ("north_pair dragon_pong", {"north_tile": True}, None),
    ("north_pair", {"north_tile": True, "north_points_class": "bonus"}, ("patterns", "“north_pair” isn’t an item in")),
    ("north_pair north_kong", {"north_tile": True}, together("north_kong", "north_pair")),
    ("north_pair no_honours", {"north_tile": True}, together("no_honours", "north_pair")),
    ("north_kong all_chows", {"north_tile": True}, together("all_chows", "north_kong")),
    ("north_pair north_pair", {"north_tile": True}, ("patterns", "“Pair of North”: at most 1 per hand")),
    ("concealed seven_pairs north_pair north_pair", {"north_tile": True, "seven_pairs_allow_four": True}, None),
    ("concealed seven_pairs north_pair", {"north_tile": True}, None),
    ("concealed seven_pairs north_kong", {"north_tile": True}, together("seven_pairs", "north_kong")),
    ("north_kong kong kong three_kongs", {"north_tile": True}, None),  # it counts as a kong
    ("north_kong kong three_kongs", {"north_tile": True}, needs("three_kongs", "kong", 2)),
    ("north_kong wind_pong wind_pong wind_pong dragon_pong", {"north_tile": True}, sets(5, 0)),
    ("north_kong kong kong kong kong", {"north_tile": True}, sets(5, 0)),
    ("north_kong all_pongs all_terminals_honours", {"north_tile": True}, None),
    ("bamboo_terminal_pong", {"no_bamboo": True}, "bamboo_terminal_pong"),
    (
        "identical_chows identical_chows",
        {"identical_chows": "once"},
        ("patterns", "“Two identical chows”: at most 1 per hand"),
    ),
    ("pure no_honours", {"pure_excludes_no_honours": True}, together("pure", "no_honours")),
    ("pure pure_no_honours", {"pure_excludes_no_honours": True}, None),
    ("no_honours", {"pure_excludes_no_honours": True}, None),
]


@pytest.mark.parametrize(("patterns", "house", "expected"), HOUSES)
def test_house_rules_open_and_close_patterns(patterns, house, expected):
    said = ticks(patterns, house)
    if isinstance(expected, str):
        expected = ("patterns", f"“{NAME[expected]}” isn’t played under this table’s house rules.")
    if expected is None:
        assert said is None
    else:
        assert said is not None and said[0] == expected[0] and said[1].startswith(expected[1]), said


BONUS_NORTH = {"north_tile": True, "north_points_class": "bonus"}


def test_a_kong_of_north_that_earns_bonus_points_is_still_a_kong():
    kong = {"north_kong": 6}
    assert refused(book(**FREE, **BONUS_NORTH), by_list("kong kong three_kongs", kong)) is None
    assert refused(book(**FREE, **BONUS_NORTH), by_list("kong three_kongs", kong)) == needs("three_kongs", "kong", 2)
    assert refused(book(**FREE, **BONUS_NORTH), by_list("no_honours", kong)) == together("no_honours", "north_kong")
    assert refused(book(**FREE, **BONUS_NORTH), by_list("straight dragon_pong", kong)) == sets(2, 3)


def test_a_kong_of_north_that_is_switched_off_may_be_one_of_the_three():
    rules = book(north_tile=True, items_off=["north_kong"])
    assert refused(rules, by_list("kong kong three_kongs")) is None
    assert refused(rules, by_list("kong three_kongs")) is not None
    assert refused(book(north_tile=True), by_list("kong kong three_kongs")) is not None
    assert refused(rules, by_list("dragon_pong two_dragons")) == needs("two_dragons", "dragon_pong", 2)


def test_nobody_wins_on_the_fifth_north_or_on_an_honour_without_honours():
    rules = book(**NORTH)
    assert refused(rules, by_list("north_kong", {"north_win": 2})) == together("north_kong", "north_win")
    assert refused(rules, by_list("no_honours", {"north_win": 2})) == together("no_honours", "north_win")
    assert refused(rules, by_list("north_pair", {"north_win": 2})) is None


@pytest.mark.parametrize("item", [item.id for item in PATTERNS if item.id not in OPTION_OF])
def test_a_pattern_that_is_switched_off_cannot_be_ticked(item):
    said = ticks(item, {"items_off": [item]}, by="wall")
    assert said == ("patterns", f"“{NAME[item]}” isn’t played under this table’s house rules.")


@pytest.mark.parametrize("item", [item.id for item in BONUSES if item.id != "win"])
def test_a_bonus_item_that_is_switched_off_cannot_be_ticked(item):
    house = {"items_off": [item], "dead_wall_dora": True, "revealed_dora": True, "red_dora": True, "north_tile": True}
    points = next(each.points for each in BONUSES if each.id == item)
    assert bonus({item: points}, house, by="wall") == (
        "bonus_items",
        f"“{NAME[item]}” isn’t played under this table’s house rules.",
    )


OFF = [
    ("two_dragons", ["dragon_pong"]),
    ("both_bamboo", ["bamboo_terminal_pong"]),
    ("seat_wind round_wind", ["wind_pong"]),
    ("three_kongs", ["kong"]),
    ("all_terminals_honours", ["all_pongs"]),
    ("pure_no_honours", ["pure", "no_honours"]),
    ("seven_pairs", ["concealed"]),
]


@pytest.mark.parametrize(("patterns", "off"), OFF)
def test_items_are_switched_off_one_by_one_and_dependent_items_stay(patterns, off):
    assert ticks(patterns, {"items_off": off}) is None


@pytest.mark.parametrize(
    ("patterns", "off", "expected"),
    [
        ("straight two_dragons", ["dragon_pong"], sets(2, 3)),
        ("straight both_bamboo", ["bamboo_terminal_pong"], sets(2, 3)),
        ("seven_pairs concealed both_bamboo", ["bamboo_terminal_pong"], together("seven_pairs", "both_bamboo")),
        ("identical_chows all_terminals_honours", ["all_pongs"], sets(4, 2)),
        ("seven_pairs concealed seat_wind", ["wind_pong"], together("seven_pairs", "seat_wind")),
    ],
)
def test_an_item_implies_its_sets_even_if_the_required_item_is_off(patterns, off, expected):
    assert ticks(patterns, {"items_off": off}) == expected


def test_a_robbed_tile_can_only_complete_a_chow():
    sentence = "A robbed kong can only complete a chow, so it can’t be combined with seven pairs or four pongs."
    for patterns in ("all_pongs", "concealed seven_pairs", "dragon_pong dragon_pong wind_pong bamboo_terminal_pong"):
        entry = {**by_list(patterns), "win": {"by": "rob_kong", "from": "P2"}}
        assert refused(book(**FREE), entry) == ("patterns", sentence)
    entry = {**by_list("dragon_pong dragon_pong wind_pong"), "win": {"by": "rob_kong", "from": "P2"}}
    assert refused(book(**FREE), entry) is None


def test_seven_pairs_contain_no_pong_of_the_revealed_dora():
    rules = book(**FREE, revealed_dora=True)
    entry = by_list("concealed seven_pairs", {"revealed_dora_tile": 3, "revealed_dora_pong": 2})
    assert refused(rules, entry) == together("seven_pairs", "revealed_dora_pong")


# ── limits by list ───────────────────────────────────────────────────────────


def limit(kind: str, **house: object) -> tuple[str, str] | None:
    return refused(book(**house), {"winner": "P1", "win": {"by": "wall"}, "patterns": [], "limit": kind})


def test_a_limit_needs_a_limit_hand_of_its_size_to_be_played():
    none = ("limit", "Limit hands of this kind aren’t played at this table.")
    assert (limit("half"), limit("full")) == (None, None)
    assert (limit("half", limits="none"), limit("full", limits=[])) == (none, none)
    assert (limit("half", limits=["great_dragons"]), limit("full", limits=["great_dragons"])) == (none, None)
    assert limit("half", min_hand_points=40) is None


def test_three_declared_ready_is_a_goulash_where_the_table_says_so():
    sentence = ("all_declared", "At this table, the hand is a goulash if all three players declare ready.")
    rules = book(three_ready="draw")
    both = {"P2": True, "P3": True}
    ticked = by_list("concealed all_chows", {"declared_ready": 2})
    assert refused(rules, {**ticked, "opp_declared": both}) == sentence
    assert refused(rules, {**by_list("concealed all_chows"), "all_declared": True}) == sentence
    assert refused(rules, {**ticked, "opp_declared": {"P2": True}}) is None


# ── random lists ─────────────────────────────────────────────────────────────

ANY = st.fixed_dictionaries(
    {
        "winner": st.sampled_from(["P1", "P2", "P3", "Anna"]),
        "win": st.sampled_from([{"by": "wall"}, {"by": "discard", "from": "P2"}, {"by": "rob_kong", "from": "P3"}]),
        "patterns": st.lists(st.sampled_from([*(item.id for item in PATTERNS), "nonsense"]), max_size=9),
        "bonus_items": st.dictionaries(
            st.sampled_from([*(item.id for item in BONUSES), "north_kong", "nonsense"]), st.integers(-1, 9), max_size=5
        ),
    }
)
RULES = book(north_tile=True, red_dora=True, revealed_dora=True, seat_dragons=True, min_hand_points=0)


@given(ANY)
def test_any_list_is_accepted_or_refused_in_a_sentence(entry):
    said = refused(RULES, entry)
    if said is not None:
        field, sentence = said
        assert field in {"winner", "from", "patterns", "bonus_items", *entry["bonus_items"]}
        assert sentence.endswith(".") and "%(" not in sentence
