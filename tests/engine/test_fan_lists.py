"""The list of the Malaysian fan game: exclusions, implied ticks, and the rows of the sheet."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.match.entries import Ticks
from engine.rulesets.definitions import ListRow
from engine.rulesets.malaysian_fan.items import BY_ID, ITEMS, MAXIMA
from tests.engine import fan_questions
from tests.engine.fan_asking import answered, fan
from tests.engine.tables import refused, settled, table, win_of
from tests.engine.tile_asking import RANDOM_HANDS, chance
from tests.thorough import SEED
from tests.wording import below_minimum

NAME = {item.id: item.name for item in BY_ID.values()}
FREE = {"min_fan": 0}


def by_list(patterns: str, by: str = "discard", **said: object) -> dict:
    win = {"by": by} if by == "wall" else {"by": by, "from": "P2"}
    return {"winner": "P1", "win": win, "patterns": patterns.split(), **said}


def ticks(patterns: str, by: str = "discard", **house: object) -> tuple[str, str] | None:
    return refused(fan(**FREE, **house), by_list(patterns, by))


def together(item: str, other: str) -> tuple[str, str]:
    return "patterns", f"“{NAME[item]}” and “{NAME[other]}” can’t be in the same hand."


def needs(item: str, ground: str, least: int = 1) -> tuple[str, str]:
    often = f"at least {least}× " if least > 1 else ""
    return "patterns", f"“{NAME[item]}” needs {often}“{NAME[ground]}”."


def pongs(number: int) -> tuple[str, str]:
    return "patterns", f"The ticked items need {number} pongs of winds and dragons, but a hand has only four sets."


def no_circle(pair: str) -> tuple[str, str]:
    reason = f"With “{NAME[pair]}” and four pongs of winds and dragons, the hand has none"
    return "patterns", f"“Circles and honours” needs a circle. {reason}."


REFUSED = [
    ("flying", ("patterns", "“flying” isn’t an item in this list.")),
    ("one_suit one_suit", ("patterns", "“Only circles”: at most 1 per hand.")),
    ("faces faces faces faces faces", ("patterns", "“Face”: at most 4 per hand.")),
    ("mixed_suit one_suit", together("mixed_suit", "one_suit")),
    ("one_suit dragon_pong", together("one_suit", "dragon_pong")),
    ("one_suit own_wind", together("one_suit", "own_wind")),
    ("north_wind one_suit", together("north_wind", "one_suit")),
    ("one_suit four_winds", together("one_suit", "four_winds")),
    ("no_flowers animals", together("no_flowers", "animals")),
    ("own_flower no_flowers", together("own_flower", "no_flowers")),
    ("first_tile last_tile", together("first_tile", "last_tile")),
    ("four_winds small_four_winds", together("four_winds", "small_four_winds")),
    ("small_dragons three_dragons", together("small_dragons", "three_dragons")),
    ("small_dragons small_four_winds", together("small_dragons", "small_four_winds")),
    ("small_dragons dragon_pong", together("small_dragons", "dragon_pong")),
    ("all_faces faces", needs("all_faces", "faces", 4)),
    ("all_animals", needs("all_animals", "animals", 4)),
    ("flower_set", needs("flower_set", "own_flower")),
    ("flower_set flower_set own_flower", needs("flower_set", "own_flower", 2)),
    ("four_winds dragon_pong", pongs(5)),
    ("three_dragons own_wind north_wind", pongs(5)),
    ("small_dragons four_winds", pongs(6)),
    ("dragon_pong dragon_pong small_four_winds", pongs(5)),
    ("small_dragons own_wind north_wind mixed_suit", no_circle("small_dragons")),
    ("small_four_winds dragon_pong mixed_suit", no_circle("small_four_winds")),
    ("replacement", ("patterns", "“Replacement tile” needs a self-draw.")),
    ("two_kong_replacement", ("patterns", "“Two kongs in a row” needs a self-draw.")),
    ("rob_kong", ("patterns", "“Robbed kong” is only possible when the hand was won by robbing a kong.")),
]


@pytest.mark.parametrize(("patterns", "expected"), REFUSED)
def test_impossible_combinations_are_refused(patterns, expected):
    assert ticks(patterns) == expected


STANDS = [
    ("", "discard"),
    ("mixed_suit dragon_pong dragon_pong own_wind north_wind all_pongs", "discard"),
    ("dragon_pong dragon_pong", "discard"),
    ("small_dragons own_wind north_wind", "discard"),
    ("small_dragons own_wind mixed_suit", "discard"),
    ("faces faces faces faces", "discard"),
    ("three_dragons", "discard"),
    ("three_dragons dragon_pong dragon_pong dragon_pong own_wind", "discard"),
    ("four_winds", "discard"),
    ("four_jokers four_kongs four_concealed no_flowers", "rob_kong"),
    ("replacement two_kong_replacement last_tile", "wall"),
    ("rob_kong first_tile", "rob_kong"),
    ("own_flower own_flower flower_set flower_set", "wall"),
]


@pytest.mark.parametrize(("patterns", "by"), STANDS)
def test_possible_combinations_and_incomplete_lists_are_accepted(patterns, by):
    assert ticks(patterns, by) is None


def test_small_dragons_on_top_need_their_two_pongs():
    house = {"small_dragons_total": False}
    assert ticks("small_dragons", **house) == needs("small_dragons", "dragon_pong", 2)
    assert ticks("small_dragons dragon_pong dragon_pong", **house) is None
    assert ticks("small_dragons dragon_pong dragon_pong dragon_pong", **house) == together(
        "small_dragons", "dragon_pong"
    )


def test_the_minimum_and_the_maximum_apply_to_the_count_of_a_list():
    sentence = below_minimum(5, 4, "fan")
    assert refused(fan(), by_list("own_wind dragon_pong mixed_suit")) == ("patterns", sentence)
    paid = settled(fan(), table(fan()), "hand", by_list("own_wind dragon_pong mixed_suit faces"))
    assert paid == {"P1": 10, "P2": -10, "P3": 0}
    paid = settled(fan(), table(fan()), "hand", by_list("mixed_suit four_jokers", "wall"))
    assert paid == {"P1": 20, "P2": -10, "P3": -10}


def test_only_the_dealer_gets_two_for_the_seat_wind():
    rules, entry = fan(**FREE), by_list("own_wind")
    worth = [rules.score(table(rules, hand_no), win_of(rules, entry)).points for hand_no in (1, 2, 3, 4)]
    assert worth == [2, 1, 1, 2]


# ── the sheet ────────────────────────────────────────────────────────────────


def rows(patterns: str, by: str = "discard", hand_no: int = 1, **house: object) -> dict[str, ListRow]:
    rules = fan(**FREE, **house)
    found = rules.sheet.list_rows(table(rules, hand_no), win_of(rules, by_list(patterns, by)))
    return {row.item.id: row for row in found}


FOLLOWS = [
    ("faces faces faces faces", {"all_faces": "faces"}),
    ("all_animals", {"animals": "all_animals"}),
    ("flower_set", {"own_flower": "flower_set"}),
    ("dragon_pong dragon_pong dragon_pong", {"three_dragons": "dragon_pong"}),
    ("three_dragons", {"dragon_pong": "three_dragons"}),
    ("four_kongs", {"all_pongs": "four_kongs"}),
    ("small_dragons own_wind north_wind", {"all_pongs": "small_dragons"}),
    ("four_winds", {"all_pongs": "four_winds"}),
    ("small_dragons", {}),
]


@pytest.mark.parametrize(("patterns", "expected"), FOLLOWS)
def test_implied_items_are_ticked_automatically_with_the_reason(patterns, expected):
    assert {item: row.follows_from for item, row in rows(patterns).items() if row.follows_from is not None} == expected


def test_implied_items_have_the_right_count():
    found = rows("all_faces all_animals flower_set flower_set")
    assert {item: row.times for item, row in found.items() if row.times} == {
        "faces": 4,
        "all_faces": 1,
        "animals": 4,
        "all_animals": 1,
        "own_flower": 2,
        "flower_set": 2,
    }
    found = rows("small_dragons", small_dragons_total=False)
    assert (found["dragon_pong"].times, found["dragon_pong"].follows_from) == (2, "small_dragons")


def test_a_robbed_kong_is_ticked_because_of_how_the_hand_was_won():
    assert (rows("", "rob_kong")["rob_kong"].times, rows("", "rob_kong")["rob_kong"].follows_from) == (1, "")
    assert rows("")["rob_kong"].times == 0


def test_rows_are_in_the_order_of_the_card_with_the_values_of_the_table():
    found = rows("")
    assert list(found) == [item.id for item in (*ITEMS, *MAXIMA)]
    assert found["own_wind"].values == (2,) and rows("", hand_no=2)["own_wind"].values == (1,)
    assert (found["faces"].values, found["four_winds"].values) == ((1, 2, 3, 4), (10,))
    assert rows("", max_fan=8)["four_winds"].item.points == 8
    assert found["small_dragons"].item.condition.endswith("3 in total")
    assert rows("", small_dragons_total=False)["small_dragons"].item.added


def test_a_row_that_cannot_be_ticked_says_why():
    off = {item: str(row.refusal) for item, row in rows("one_suit no_flowers").items() if row.refusal and not row.times}
    assert off["dragon_pong"] == together("dragon_pong", "one_suit")[1]
    assert off["faces"] == together("faces", "no_flowers")[1]
    assert off["replacement"] == "“Replacement tile” needs a self-draw."
    assert {"mixed_suit", "four_winds", "animals", "own_flower", "rob_kong"} <= set(off)
    assert not {"all_pongs", "four_concealed", "four_jokers", "last_tile"} & set(off)


# ── random hands and random ticks ────────────────────────────────────────────


def test_the_items_of_a_hand_by_tiles_can_be_ticked_or_typed_and_pay_the_same():
    """And the ticks imply nothing that the tiles don't have."""
    random, tried = chance(43), 0
    for _hand in range(RANDOM_HANDS // 2):
        house, given = fan_questions.house_rules(random), fan_questions.question(random)
        found = answered(given, **house)
        if not found["legal"]:
            continue
        tried += 1
        rules, said = fan(**house), {"winner": given["winner"], "win": given["win"]}
        state = table(rules, (given["hand_no"] - 1) % 9 + 1)
        score = rules.readings(state, win_of(rules, {k: v for k, v in given.items() if k != "hand_no"}))[0]
        times = {item.id: item.times for item in (score.counted or score).items}
        items = sorted([*Counter(times).elements(), *found["maximum"]])
        listed = {**said, "patterns": items}
        assert settled(rules, state, "hand", listed) == found["payments"], (SEED, house, given)
        full = rules.sheet.complete(state, win_of(rules, listed)).count
        assert isinstance(full, Ticks)
        assert sorted(full.patterns) == items, (SEED, house, given)
        typed = {"maximum": True} if found["maximum"] else {"fan": found["fan_total"]}
        assert settled(rules, state, "hand", {**said, **typed}) == found["payments"], (SEED, house, given)
    assert tried > RANDOM_HANDS / 8


@given(
    st.lists(st.sampled_from([*BY_ID, "nonsense"]), max_size=8),
    st.sampled_from(["wall", "discard", "rob_kong"]),
    st.booleans(),
)
def test_any_list_is_accepted_or_refused_in_a_sentence_and_completing_is_idempotent(patterns, by, total):
    rules = fan(**FREE, small_dragons_total=total)
    entry = by_list(" ".join(patterns), by)
    try:
        rules.check(table(rules), rules.read("hand", entry))
    except RuleViolation as violation:
        assert violation.field == "patterns"
        assert str(violation).endswith(".") and "%(" not in str(violation)
    once = rules.sheet.complete(table(rules), win_of(rules, entry))
    assert rules.sheet.complete(table(rules), once) == once


@pytest.mark.parametrize(
    ("house", "chips"),
    [({}, range(5, 11)), ({"min_fan": 0}, range(11)), ({"min_fan": 3, "max_fan": 40}, range(3, 14))],
    ids=["book", "from none", "wide"],
)
def test_a_sheet_offers_eleven_numbers_of_fan_at_most_from_the_minimum_to_the_maximum(house, chips):
    rules = fan(**house)
    assert [field.chips for field in rules.sheet.number_fields(table(rules))] == [tuple(chips)]
