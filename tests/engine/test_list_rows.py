"""The list that a scorer ticks: what is implied, what is impossible and why, what is free."""

import pytest

from engine.match.entries import Ticks, Win
from engine.rulesets.definitions import ListRow
from engine.seats import Seat
from tests.engine.tables import book, by_list, table, win_of

FREE = {"min_hand_points": 0}


def rows(patterns: str = "", bonus: dict[str, int] | None = None, house: dict | None = None, **said) -> dict:
    """The rows by id, those of bonus items as `bonus:<id>`."""
    rules = book(**FREE, **(house or {}))
    hand_no = said.pop("hand_no", 1)
    win = win_of(rules, by_list(patterns, bonus, **said))
    return {
        (f"bonus:{row.item.id}" if row.item.kind == "bonus" else row.item.id): row
        for row in rules.sheet.list_rows(table(rules, hand_no), win)
    }


def implied(found: dict[str, ListRow]) -> dict[str, str]:
    """The rows ticked automatically, each with the ticks that imply it."""
    return {name: row.follows_from for name, row in found.items() if row.times and not row.ticked}


def completed(patterns: str, bonus: dict[str, int] | None = None, house: dict | None = None, **said) -> Ticks:
    rules = book(**FREE, **(house or {}))
    win = rules.sheet.complete(table(rules), win_of(rules, by_list(patterns, bonus, **said)))
    assert isinstance(win.count, Ticks)
    return win.count


def test_at_first_every_row_is_free_except_those_that_need_a_self_draw():
    found = rows()
    assert {name for name, row in found.items() if row.refusal} == {
        "concealed_wall",
        *(f"bonus:{item}" for item in ("wall", "last_tile", "replacement", "rob_kong")),
        *(f"bonus:{item}" for item in ("concealed_wall", "declared_ready_wall")),
    }
    assert implied(found) == {}


def test_a_win_from_the_wall_ticks_the_wall_by_itself():
    found = rows(by="wall")
    assert implied(found) == {"bonus:wall": ""}
    assert {name for name, row in found.items() if row.refusal} == {"bonus:rob_kong"}


def test_a_robbed_kong_ticks_itself_and_closes_what_needs_a_pair_or_a_pong():
    rules = book(**FREE)
    win = Win(Seat.P1, "rob_kong", Seat.P2, Ticks())
    found = {row.item.id: row for row in rules.sheet.list_rows(table(rules), win) if row.item.kind == "pattern"}
    closed = {name for name, row in found.items() if row.refusal}
    assert closed == {"all_pongs", "all_terminals_honours", "seven_pairs", "concealed_wall"}


IMPLIED = [
    ("dragon_pong dragon_pong", {"two_dragons": "dragon_pong"}),
    ("two_dragons", {"dragon_pong": "two_dragons"}),
    ("bamboo_terminal_pong bamboo_terminal_pong", {"both_bamboo": "bamboo_terminal_pong"}),
    ("kong kong kong", {"three_kongs": "kong"}),
    ("three_kongs", {"kong": "three_kongs"}),
    ("all_chows", {"no_honours": "all_chows"}),
    ("all_terminals_honours", {"all_pongs": "all_terminals_honours"}),
    ("pure no_honours", {"pure_no_honours": "no_honours"}),
    ("pure_no_honours", {"pure": "pure_no_honours", "no_honours": "pure_no_honours"}),
    ("seven_pairs", {"concealed": "seven_pairs", "bonus:concealed": "concealed"}),
    ("concealed", {"bonus:concealed": "concealed"}),
    ("dragon_pong wind_pong bamboo_terminal_pong bamboo_terminal_pong", {"both_bamboo", "all_pongs"}),
    ("kong kong kong kong", {"three_kongs", "all_pongs"}),
    ("seat_wind", {"wind_pong": "seat_wind", "round_wind": "seat_wind"}),  # P1 in hand 1: both are East
]


@pytest.mark.parametrize(("patterns", "expected"), IMPLIED)
def test_what_follows_from_ticks(patterns, expected):
    found = implied(rows(patterns))
    assert (set(found) if isinstance(expected, set) else found) == expected


def test_a_seat_wind_that_is_not_the_round_wind_implies_the_pong_alone():
    assert implied(rows("seat_wind", hand_no=2)) == {"wind_pong": "seat_wind"}
    assert rows("seat_wind round_wind", hand_no=2)["wind_pong"].times == 2


def test_a_concealed_hand_from_the_wall():
    assert implied(rows("concealed", by="wall")) == {
        "concealed_wall": "concealed",
        "bonus:wall": "",
        "bonus:concealed": "concealed",
        "bonus:concealed_wall": "concealed",
    }


def test_declared_ready_is_concealed_whichever_way_it_was_said():
    expected = ("concealed",), {"concealed": 2, "declared_ready": 2}
    for ticks in (completed("", {"declared_ready": 2}), completed("", declared_ready=True)):
        assert (ticks.patterns, dict(ticks.bonus_items)) == expected
    wall = completed("", {"declared_ready": 2}, by="wall")
    assert sum(wall.bonus_items.values()) == 1 + 2 + 2 + 2 + 2


@pytest.mark.parametrize(
    ("bonus", "house", "expected"),
    [
        ({"flower": 4}, {}, {"flower": 4, "all_flowers": 4}),
        ({"flower": 3}, {}, {"flower": 3}),
        ({"all_flowers": 4}, {}, {"flower": 4, "all_flowers": 4}),
        ({"flower": 6}, {"dead_wall_dora": True}, {"flower": 6, "all_flowers": 2}),
        ({"flower": 4}, {"dead_wall_dora": True}, {"flower": 4}),  # may be two flowers at 2 each
        ({"flower": 4}, {"items_off": ["all_flowers"]}, {"flower": 4}),
    ],
)
def test_all_flowers(bonus, house, expected):
    assert dict(completed("", bonus, house).bonus_items) == expected


def test_items_that_the_table_does_not_play_are_neither_listed_nor_implied():
    off = ["two_dragons", "concealed"]
    found = rows("dragon_pong dragon_pong seven_pairs", house={"items_off": off})
    assert not {"two_dragons", "concealed", "bonus:concealed", "seat_dragon", "north_pair", "bonus:win"} & set(found)
    assert implied(found) == {}
    assert "bamboo_terminal_pong" not in rows(house={"no_bamboo": True})
    assert "bonus:matching" not in rows(house={"matching_bonus": "off"})


def test_every_item_stands_in_the_list_of_a_table_that_plays_everything():
    house = {"seat_dragons": True, "north_tile": True, "dead_wall_dora": True, "revealed_dora": True, "red_dora": True}
    rules = book(**house)
    expected = {f"bonus:{p.id}" if p.kind == "bonus" else p.id for p in rules.patterns if p.kind != "limit"}
    assert set(rows(house=house)) == expected - {"bonus:win"}


def test_north_is_listed_in_the_class_that_it_has():
    found = rows(house={"north_tile": True, "north_points_class": "bonus"})
    assert {"bonus:north_pair", "bonus:north_kong"} <= set(found) and "north_pair" not in found
    assert found["bonus:north_kong"].values == (6,)


VALUES = [
    ("bonus:flower", {}, (1, 2, 3, 4)),
    ("bonus:flower", {"dead_wall_dora": True}, (1, 2, 3, 4, 6)),
    ("bonus:red_dora", {"red_dora": True}, (1, 6)),
    ("bonus:matching", {}, (1, 2, 3)),
    ("bonus:matching", {"matching_bonus": "players"}, (1, 2)),
    ("bonus:all_flowers", {}, (4,)),
    ("dragon_pong", {}, (1, 2, 3)),
    ("identical_chows", {}, (2, 4)),
    ("identical_chows", {"identical_chows": "once"}, (2,)),
]


@pytest.mark.parametrize(("name", "house", "values"), VALUES)
def test_the_points_of_one_or_more_of_a_row(name, house, values):
    row = rows(house=house)[name]
    assert (row.values, row.most) == (values, len(values))


def test_every_value_of_a_bonus_item_can_be_reached_step_by_step():
    """The second red five makes it 6, the third flower can make it 6: no step before the last is refused."""
    for item, house in (("red_dora", {"red_dora": True}), ("flower", {"dead_wall_dora": True}), ("matching", {})):
        for step, value in enumerate(rows(house=house)[f"bonus:{item}"].values, start=1):
            row = rows("", {item: value}, house)[f"bonus:{item}"]
            assert (row.times, row.ticked, row.refusal) == (step, step, None)


REASONS = [
    ("dragon_pong", "no_honours", "“No honours” and “Dragon pong” can’t be in the same hand."),
    ("straight", "all_pongs", "A hand has four sets, but the items you ticked need more. Pongs: 4, chows: 3."),
    (
        "straight wind_pong",
        "bamboo_terminal_pong",
        "A hand has four sets, but the items you ticked need more. Pongs: 2, chows: 3.",
    ),
    ("concealed", "concealed_wall", "“Concealed self-draw” needs a self-draw."),
    ("seven_pairs", "kong", "“Seven pairs” and “Kong” can’t be in the same hand."),
]


@pytest.mark.parametrize(("patterns", "item", "reason"), REASONS)
def test_an_impossible_row_says_why(patterns, item, reason):
    row = rows(patterns)[item]
    assert (row.times, str(row.refusal)) == (0, reason)


def test_a_full_row_refuses_nothing_and_a_free_one_takes_one_more():
    found = rows("all_chows straight")
    assert found["all_chows"].refusal is None and found["all_chows"].times == found["all_chows"].most
    assert found["pure"].refusal is None and found["pure"].times == 0


def test_an_implied_row_says_so_until_it_is_ticked():
    assert rows("two_dragons")["dragon_pong"].follows_from == "two_dragons"
    by_hand = rows("two_dragons dragon_pong dragon_pong")["dragon_pong"]
    assert (by_hand.times, by_hand.ticked, by_hand.follows_from) == (2, 2, None)


def test_a_free_row_stays_acceptable_when_it_is_ticked():
    """The list and the check agree: the check accepts exactly the rows that the list leaves open."""
    rules = book(**FREE, north_tile=True, seat_dragons=True)
    state = table(rules)
    for start in ("", "dragon_pong", "seven_pairs", "pure", "north_pair", "kong kong", "identical_chows", "all_pongs"):
        win = win_of(rules, by_list(start))
        for row in rules.sheet.list_rows(state, win):
            if row.item.kind == "pattern" and row.refusal is None and row.times < row.most:
                more = win._replace(count=Ticks((*start.split(), row.item.id), {}))
                rules.check_win(state, rules.sheet.complete(state, more))


def test_an_unknown_item_is_left_to_the_check_to_refuse():
    assert completed("nonsense dragon_pong").patterns == ("dragon_pong", "nonsense")


def test_one_more_of_an_item_is_checked_together_with_items_that_depend_on_it():
    house = {"revealed_dora": True}
    assert (
        rows("", {"revealed_dora_tile": 2, "revealed_dora_eye": 1}, house)["bonus:revealed_dora_tile"].refusal is None
    )
