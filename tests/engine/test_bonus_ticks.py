"""Which bonus items can be ticked for each way to win, and how many points each can earn (A7, A12)."""

import pytest

from tests.engine.tables import book, by_list, refused
from tests.engine.ticking import FREE, NAME, bonus, from_wall

WAYS = [
    ({"wall": 1}, "wall", None),
    ({"wall": 1}, "discard", from_wall("bonus_items", "wall")),
    ({"last_tile": 1}, "wall", None),
    ({"last_tile": 1}, "discard", from_wall("bonus_items", "last_tile")),
    ({"last_tile": 1}, "rob_kong", from_wall("bonus_items", "last_tile")),
    ({"replacement": 1}, "wall", None),
    ({"wall": 1, "last_tile": 1, "replacement": 1}, "wall", None),
    ({"replacement": 1}, "discard", from_wall("bonus_items", "replacement")),
    ({"rob_kong": 1}, "rob_kong", None),
    (
        {"rob_kong": 1},
        "wall",
        ("bonus_items", "“Robbed kong” is only possible when the hand was won by robbing a kong."),
    ),
    (
        {"rob_kong": 1},
        "discard",
        ("bonus_items", "“Robbed kong” is only possible when the hand was won by robbing a kong."),
    ),
    ({"concealed": 2}, "discard", None),
    ({"concealed": 2, "concealed_wall": 2}, "wall", None),
    ({"concealed": 2, "concealed_wall": 2}, "discard", from_wall("bonus_items", "concealed_wall")),
    ({"concealed_wall": 2}, "wall", ("bonus_items", "“Concealed self-draw” needs “Concealed”.")),
    ({"declared_ready": 2}, "discard", None),
    ({"declared_ready": 2, "declared_ready_wall": 2}, "wall", None),
    ({"declared_ready": 2, "declared_ready_wall": 2}, "discard", from_wall("bonus_items", "declared_ready_wall")),
    ({"declared_ready_wall": 2}, "wall", ("bonus_items", "“Declared ready, self-drawn” needs “Declared ready”.")),
]


@pytest.mark.parametrize(("items", "by", "expected"), WAYS)
def test_what_a_bonus_says_of_the_winning_tile_agrees_with_how_the_hand_was_won(items, by, expected):
    entry = by_list("", items)
    entry["win"] = {"by": by} if by == "wall" else {"by": by, "from": "P2"}
    assert refused(book(**FREE), entry) == expected


def earns(item: str, values: str) -> tuple[str, str]:
    return "bonus_items", f"Possible values for “{NAME[item]}”: {values}."


AMOUNTS = [
    (
        {"win": 2},
        {},
        ("bonus_items", "bonus_items must not include the 2 points for winning: these are added automatically."),
    ),
    ({"luck": 1}, {}, ("bonus_items", "“luck” isn’t an item in this list.")),
    ({"kong": 1}, {}, ("bonus_items", "“kong” isn’t an item in this list.")),
    ({"flower": 4}, {}, None),
    ({"flower": 5}, {}, earns("flower", "1, 2, 3, 4")),
    ({"flower": 4, "all_flowers": 4}, {}, None),
    ({"flower": 4, "all_flowers": 8}, {}, earns("all_flowers", "4")),
    (
        {"flower": 3, "all_flowers": 4},
        {},
        ("bonus_items", "“All four flowers” can only be ticked when all the flowers are counted."),
    ),
    ({"all_flowers": 4}, {}, ("bonus_items", "“All four flowers” needs “Flower”.")),
    ({"concealed": 1}, {}, earns("concealed", "2")),
    ({"declared_ready": 4}, {}, earns("declared_ready", "2")),
    ({"matching": 3}, {}, None),
    ({"matching": 4}, {}, earns("matching", "1, 2, 3")),
    ({"matching": 4}, {"matching_bonus": "tiles_incl"}, None),
    ({"matching": 2}, {"matching_bonus": "players"}, None),
    ({"matching": 3}, {"matching_bonus": "players"}, earns("matching", "1, 2")),
    ({"dora_tile": 1}, {}, "off"),
    ({"dora_tile": 4}, {"dead_wall_dora": True}, None),
    ({"dora_tile": 5}, {"dead_wall_dora": True}, earns("dora_tile", "1, 2, 3, 4")),
    ({"flower": 6, "all_flowers": 2}, {"dead_wall_dora": True}, None),  # a flower is turned up
    ({"flower": 4, "all_flowers": 4}, {"dead_wall_dora": True}, None),
    ({"flower": 4}, {"dead_wall_dora": True}, None),
    ({"flower": 5}, {"dead_wall_dora": True}, earns("flower", "1, 2, 3, 4, 6")),
    (
        {"flower": 4, "all_flowers": 2},
        {"dead_wall_dora": True},
        ("bonus_items", "“All four flowers” can only be ticked when all the flowers are counted."),
    ),
    ({"red_dora": 1}, {}, "off"),
    ({"red_dora": 1}, {"red_dora": True}, None),
    ({"red_dora": 6}, {"red_dora": True}, None),
    ({"red_dora": 2}, {"red_dora": True}, earns("red_dora", "1, 6")),
    ({"revealed_dora_tile": 1}, {}, "off"),
    ({"revealed_dora_tile": 4}, {"revealed_dora": True}, None),
    ({"revealed_dora_tile": 2, "revealed_dora_eye": 1}, {"revealed_dora": True}, None),
    ({"revealed_dora_tile": 3, "revealed_dora_pong": 2}, {"revealed_dora": True}, None),
    ({"revealed_dora_tile": 4, "revealed_dora_kong": 6}, {"revealed_dora": True}, None),
    ({"revealed_dora_eye": 1}, {"revealed_dora": True}, ("bonus_items", "“Revealed dora as a pair” needs “Revealed")),
    (
        {"revealed_dora_tile": 2, "revealed_dora_pong": 2},
        {"revealed_dora": True},
        ("bonus_items", "“Revealed dora as a pong” needs 3 revealed dora tiles."),
    ),
    (
        {"revealed_dora_tile": 4, "revealed_dora_eye": 1, "revealed_dora_pong": 2},
        {"revealed_dora": True},
        ("bonus_items", "“Revealed dora as a pong” needs 5 revealed dora tiles."),
    ),
    (
        {"revealed_dora_tile": 2, "revealed_dora_eye": 2},
        {"revealed_dora": True, "seven_pairs_allow_four": True},
        ("bonus_items", "“Revealed dora as a pair” needs 4 revealed dora tiles."),
    ),
    ({"revealed_dora_eye": 1}, {"revealed_dora": True, "items_off": ["revealed_dora_tile"]}, None),
    ({"north_win": 2}, {}, "off"),
    ({"north_win": 2}, {"north_tile": True}, None),
    ({"north_pair": 2}, {"north_tile": True}, ("bonus_items", "“north_pair” isn’t an item in this list.")),
    ({"north_pair": 2}, {"north_tile": True, "north_points_class": "bonus"}, None),
    ({"north_kong": 6}, {"north_tile": True, "north_points_class": "bonus"}, None),
    ({"north_kong": 12}, {"north_tile": True, "north_points_class": "bonus"}, earns("north_kong", "6")),
    ({"north_kong": 6}, {"north_points_class": "bonus"}, "off"),
    ({"north_pair": 4}, {"north_tile": True, "north_points_class": "bonus"}, earns("north_pair", "2")),
    ({"north_pair": 4}, {"north_tile": True, "north_points_class": "bonus", "seven_pairs_allow_four": True}, None),
]


@pytest.mark.parametrize(("items", "house", "expected"), AMOUNTS)
def test_what_a_bonus_item_can_earn(items, house, expected):
    said = bonus(items, house)
    if expected == "off":
        expected = ("bonus_items", f"“{NAME[next(iter(items))]}” isn’t played under this table’s house rules.")
    if expected is None:
        assert said is None
    else:
        assert said is not None and said[0] == expected[0] and said[1].startswith(expected[1]), said


def test_matching_tiles_where_they_earn_nothing():
    assert bonus({"matching": 1}, {"matching_bonus": "off"}) is not None


def test_the_last_tile_on_a_discard_where_the_table_pays_it():
    house = {"last_tile_on_discard": True}
    assert bonus({"last_tile": 1}, house) is None
    robbed = {**by_list("", {"last_tile": 1}), "win": {"by": "rob_kong", "from": "P2"}}
    assert refused(book(**FREE, **house), robbed) == from_wall("bonus_items", "last_tile")
