"""Payments for a win in Honshu sanma: every cell of the table (B3), other self-draw payments, honba, sticks."""

import pytest

from tests.engine.honshu_asking import hand, played, ron, scored, tsumo

# han or yakuman: ron to a ko, to the oya; self-draw of a ko: from a ko, from the oya; self-draw of the oya
TABLE = """
3 1000 1500 300 500 500
4 2000 3000 500 1000 1000
5 4000 6000 1000 2000 2000
6 8000 12000 2000 4000 4000
7 8000 12000 2000 4000 4000
8 12000 18000 3000 6000 6000
9 12000 18000 3000 6000 6000
10 16000 24000 4000 8000 8000
12 16000 24000 4000 8000 8000
13 24000 36000 6000 12000 12000
15 24000 36000 6000 12000 12000
16 32000 48000 8000 16000 16000
99 32000 48000 8000 16000 16000
y1 32000 48000 8000 16000 16000
y2 64000 96000 16000 32000 32000
y3 96000 144000 24000 48000 48000
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]


def count_of(name: str) -> dict[str, int]:
    return {"yakuman": int(name[1:])} if name.startswith("y") else {"han": int(name)}


def paid(entry: dict, **options: object) -> tuple[int, ...]:
    """The points that each player gets or pays for one entry. P1 deals."""
    return tuple(played(entry, bust="off", **options)["payments"][0].values())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_cell_of_the_table(row):
    count, (to_ko, to_oya, from_ko, from_oya, each) = count_of(row[0]), map(int, row[1:])
    assert paid(ron("P2", "P3", **count)) == (0, to_ko, -to_ko)
    assert paid(ron("P2", "P1", **count)) == (-to_ko, to_ko, 0)
    assert paid(ron("P1", "P3", **count)) == (to_oya, 0, -to_oya)
    assert paid(tsumo("P2", **count)) == (-from_oya, from_oya + from_ko, -from_ko)
    assert paid(tsumo("P1", **count)) == (2 * each, -each, -each)


@pytest.mark.parametrize("by", ["chankan", "rob_north"])
def test_a_robbed_tile_pays_like_a_ron(by):
    assert paid(ron("P2", "P3", by, han=6)) == (0, 8000, -8000)


@pytest.mark.parametrize(
    ("mode", "count", "from_ko", "from_oya", "each"),
    [
        ("split_half", {"han": 3}, 400, 700, 800),
        ("split_half", {"han": 4}, 800, 1300, 1500),
        ("split_half", {"han": 6}, 3000, 5000, 6000),
        ("split_half", {"yakuman": 1}, 12000, 20000, 24000),
        ("thirds", {"han": 3}, 400, 700, 800),
        ("thirds", {"han": 5}, 1400, 2700, 3000),
        ("thirds", {"han": 8}, 4000, 8000, 9000),
        ("thirds", {"yakuman": 3}, 32000, 64000, 72000),
    ],
)
def test_a_self_draw_where_norths_share_is_paid(mode, count, from_ko, from_oya, each):
    assert paid(tsumo("P2", **count), tsumo_mode=mode) == (-from_oya, from_oya + from_ko, -from_ko)
    assert paid(tsumo("P1", **count), tsumo_mode=mode) == (2 * each, -each, -each)
    assert paid(ron("P2", "P3", han=6), tsumo_mode=mode) == (0, 8000, -8000)


def test_sixteen_han_are_a_yakuman_unless_the_table_counts_none():
    assert paid(ron("P2", "P3", han=16), kazoe_yakuman=False) == (0, 24000, -24000)
    assert paid(ron("P2", "P3", yakuman=1), kazoe_yakuman=False) == (0, 32000, -32000)


FLUSH = hand("123p 567p 789p SS", "3p", pongs="dG")


@pytest.mark.parametrize(("honba", "ko", "oya"), [(0, 2000, 4000), (1, 2100, 4100), (3, 2300, 4300)])
def test_a_honba_is_paid_by_each_from_the_wall(honba, ko, oya):
    assert scored({**FLUSH, "honba": honba})["payments"] == {"P1": -oya, "P2": ko + oya, "P3": -ko}


def test_a_honba_is_paid_by_the_discarder_on_a_ron():
    given = {**FLUSH, "win": {"by": "ron", "tile": "3p", "from": "P3"}, "honba": 2}
    assert scored(given)["payments"] == {"P1": 0, "P2": 8400, "P3": -8400}
    assert scored(given, honba_ron=1000)["payments"] == {"P1": 0, "P2": 10000, "P3": -10000}


def test_sticks_are_collected_beside_the_payments():
    result = scored({**FLUSH, "sticks": 3})
    assert (result["sticks"], sum(result["payments"].values()), result["payments"]["P2"]) == (3000, 0, 6000)
    assert scored({**FLUSH, "sticks": 3}, riichi_stick=500)["sticks"] == 1500


def test_a_refused_hand_collects_nothing():
    given = hand("234p 678s 345s 99p", "4p", pongs="9s", sticks=2, honba=2)
    assert {key: scored(given)[key] for key in ("reason", "payments", "sticks")} == {
        "reason": "no_yaku",
        "payments": {"P1": 0, "P2": 0, "P3": 0},
        "sticks": 0,
    }


@pytest.mark.parametrize(
    ("house", "units"), [({}, 2), ({"yakuman_cap": 1}, 1), ({"yakuman_stack": False}, 1), ({"yakuman_cap": 9}, 2)]
)
def test_two_yakuman_in_one_hand(house, units):
    given = hand("NN", "N", pongs="dR dG dW E")
    result = scored(given, **house)
    assert result["patterns"] == {"daisangen": 1, "tsuuiisou": 1}
    assert result["payments"]["P2"] == units * 24000


def test_without_stacking_the_most_expensive_yakuman_is_paid():
    """Four concealed pongs on the pair wait are two units, all honours one."""
    given = hand("EEE SSS WWW dRdRdR NN", "N")
    assert scored(given)["patterns"] == {"suuankou": 2, "tsuuiisou": 1, "suushiihou": 1}
    assert scored(given)["payments"]["P2"] == 3 * 24000
    assert scored(given, yakuman_cap=9)["payments"]["P2"] == 4 * 24000
    assert scored(given, yakuman_stack=False)["payments"]["P2"] == 2 * 24000
