"""Logs of tenhou.net/6: how each round is converted, by tiles or by numbers."""

import pytest

from engine.errors import RuleViolation
from tests.matches.tenhou_cast import IDLE, WAITS, Table, agreed, dragons, opened, read

ALSO_WAITS = "345p 678p 234s 67s 33s"


def only(table):
    [payload] = agreed(table)
    return payload


# ── wins by tiles ────────────────────────────────────────────────────────────


def test_riichi_and_one_shot_come_from_the_discards():
    table = Table()
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E", ura="W").idle("9m", "9m", "9m")
    played.turn(0, "9m").turn(1, "9m", riichi=True).turn(2, "8s").won(((0, 8700, -7700), 1, 2, "30符4飜7700点"))
    assert only(table) == {
        "winner": "P2",
        "win": {"by": "ron", "from": "P3", "tile": "8s"},
        "concealed": ["2p", "3p", "4p", "5p", "6p", "7p", "2s", "2s", "3s", "4s", "5s", "6s", "7s", "8s"],
        "melds": [],
        "riichi": "riichi",
        "ippatsu": True,
        "dora_indicators": ["E"],
        "ura_indicators": ["W"],
        "riichi_by": ["P2"],
    }


def test_a_riichi_on_the_first_turn_is_double_until_something_is_called():
    table = Table()
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").turn(0, "9m").turn(1, "9m", riichi=True)
    played.turn(2, "9m").turn(0, "9m").turn(1, "9m").turn(2, "5s").won(((0, 8700, -7700), 1, 2, "30符4飜7700点"))
    assert (only(table)["riichi"], "ippatsu" in only(table)) == ("double", False)

    table = Table()
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").draw(0, "N").north(0).turn(0, "9m")
    played.turn(1, "9m", riichi=True).turn(2, "9m").turn(0, "9m").turn(1, "9m").turn(2, "5s")
    played.won(((0, 4900, -3900), 1, 2, "30符3飜3900点"))
    assert only(table)["riichi"] == "riichi"


def test_no_stick_is_put_down_if_somebody_wins_on_the_declaration_tile():
    table = Table()
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").idle("9m", "9m", "9m").turn(0, "9m").turn(1, "9m")
    played.turn(2, "8s", riichi=True).won(((0, 2000, -2000), 1, 2, "30符2飜2000点"))
    assert only(table)["riichi_by"] == []


def test_a_pong_with_a_red_five():
    table, played = opened()
    played.draw(1, "8p").won(((-1000, 1500, -500), 1, 1, "30符2飜500-1000点"))
    payload = only(table)
    assert payload["melds"] == [{"type": "pong", "tile": "5p", "exposed": True}]
    assert (payload["red"], payload["win"]) == (1, {"by": "tsumo", "tile": "8p"})


def test_an_added_kong_and_its_replacement_tile():
    table, played = opened()
    played.draw(1, "5p").kong("k", 1, "5p", "0p 55p").draw(1, "8p")
    played.won(((-2000, 3000, -1000), 1, 1, "30符3飜1000-2000点"))
    payload = only(table)
    assert payload["melds"] == [{"type": "kong", "tile": "5p", "exposed": True}]
    assert (payload["red"], payload["win"]) == (1, {"by": "tsumo", "tile": "8p", "replacement": True})


def test_a_concealed_kong():
    table = Table()
    played = table.round(IDLE[0], "111s 234p 678p 45s 99p", IDLE[2], dora="E").idle("9m", "9m", "9m").turn(0, "9m")
    played.draw(1, "1s").kong("a", 1, "1s", "111s").turn(1, "9m", riichi=True).turn(2, "6s")
    played.won(((0, 5500, -4500), 1, 2, "70符2飜4500点"))
    assert only(table)["melds"] == [{"type": "kong", "tile": "1s", "exposed": False}]


def test_a_called_kong():
    table = Table()
    played = table.round(IDLE[0], "888p 234p 45s 22s 67s 9m", IDLE[2], dora="E").idle("9m", "9m", "8p")
    played.call("m", 1, 2, "8p", "888p").turn(1, "3s", "9m").turn(2, "9m").turn(0, "8s")
    played.won(((-1000, 1000, 0), 1, 0, "30符1飜1000点"))
    assert only(table)["melds"] == [{"type": "kong", "tile": "8p", "exposed": True}]


def test_a_north_is_set_aside_and_replaced():
    table = Table()
    played = table.round(WAITS, *IDLE[1:], dora="E").draw(0, "N").north(0).draw(0, "8s")
    played.won(((8000, -4000, -4000), 0, 0, "満貫4000点∀", "抜きドラ(1飜)"))
    payload = only(table)
    assert (payload["norths"], "first_draw" in payload) == (1, False)
    assert payload["win"] == {"by": "tsumo", "tile": "8s", "replacement": True}


def test_a_north_is_robbed():
    table = Table()
    played = table.round(IDLE[0], "234p 567p 345s 678s N", IDLE[2], dora="E").idle("9m", "9m", "9m").turn(0, "9m")
    played.turn(1, "9m", riichi=True).draw(2, "N").north(2).won(((0, 3600, -2600), 1, 2, "40符2飜2600点"))
    payload = only(table)
    assert (payload["win"], payload["ippatsu"]) == ({"by": "rob_north", "tile": "N", "from": "P3"}, True)


def test_a_kong_is_robbed():
    table = Table()
    played = table.round(IDLE[0], WAITS, "88s 147p 14s E W dW dG dR 9m", dora="E").turn(0, "8s")
    played.call("p", 2, 0, "8s", "88s").throw(2, "9m").turn(0, "9m").turn(1, "9m")
    played.draw(2, "8s").kong("k", 2, "8s", "888s").won(((0, 3900, -3900), 1, 2, "30符3飜3900点"))
    assert only(table)["win"] == {"by": "chankan", "tile": "8s", "from": "P3"}


def test_two_players_win_on_one_discard():
    table = Table()
    played = table.round(IDLE[0], WAITS, ALSO_WAITS, dora="E").idle("9m", "9m", "9m").turn(0, "9m", riichi=True)
    played.turn(1, "9m").turn(2, "9m").turn(0, "8s")
    played.won(((-2000, 3000, 0), 1, 0, "30符2飜2000点"), ((-2000, 0, 2000), 2, 0, "30符2飜2000点"))
    payload = only(table)
    assert [hand["winner"] for hand in payload["wins"]] == ["P2", "P3"]
    assert payload["riichi_by"] == ["P1"]


def test_a_player_is_liable_for_a_yakuman():
    table, played = dragons()
    played.turn(0, "5s").won(((-16000, 32000, -16000), 1, (0, 2), "役満32000点", "大三元(役満)"))
    assert only(table)["pao"] == {"daisangen": "P3"}

    table, played = dragons()
    played.turn(0, "9m").draw(1, "5s").won(((0, 24000, -24000), 1, (1, 2), "役満8000-16000点", "大三元(役満)"))
    assert only(table)["pao"] == {"daisangen": "P3"}


def test_a_win_on_the_first_draw():
    table = Table()
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").turn(0, "9m").draw(1, "8s")
    played.won(((-16000, 24000, -8000), 1, 1, "役満8000-16000点", "地和(役満)"))
    assert only(table)["first_draw"] is True


def test_the_last_tile_is_the_55th_or_the_one_that_the_log_names():
    table = Table()
    played = table.round(WAITS, *IDLE[1:], dora="E").idle(*["9m"] * 54).draw(0, "8s")
    played.won(((5200, -2600, -2600), 0, 0, "20符4飜2600点∀"))
    assert only(table)["win"]["last_tile"] is True

    table = Table()
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").idle("9m", "9m", "8s")
    played.won(((0, 3900, -3900), 1, 2, "30符3飜3900点", "河底撈魚(1飜)"))
    assert only(table)["win"]["last_tile"] is True


def test_of_two_equal_discards_the_second_one_may_be_called():
    """Chie passes Aki's first 5 circles, Botan draws, Aki calls Botan's tile, and Chie calls the second 5 circles."""
    table = Table()
    hands = ("11s 55p 147p E S W dW dG dR", IDLE[1], "55p 234p 67p 22s 345s 9m")
    played = table.round(*hands, dora="E").turn(0, "9m", "5p").turn(1, "1s").call("p", 0, 1, "1s", "11s")
    played.throw(0, "5p").call("p", 2, 0, "5p", "55p").throw(2, "9m").turn(0, "9m").turn(1, "8p")
    played.won(((0, -1000, 1000), 2, 1, "30符1飜1000点"))
    assert only(table)["melds"] == [{"type": "pong", "tile": "5p", "exposed": True}]


def test_the_letter_of_a_call_may_count_three_seats_or_four():
    for text in ("p383838", "38p3838", "3838p38"):
        table = Table()
        played = table.round("88s 1p " + IDLE[0][5:], WAITS, IDLE[2]).idle("9m", "9m", "8s")
        played.draws[0].append(text)
        played.throw(0, "1p").drawn(changes=(-1000, 2000, -1000))
        if text == "3838p38":  # from the next player, who has discarded nothing
            with pytest.raises(RuleViolation):
                read(table)
        else:
            assert read(table).differences == ()


# ── hands without a winner ───────────────────────────────────────────────────


def drawn(name="流局", changes=None, then=None, hands=IDLE):
    table = Table()
    table.round(*hands).idle("9m", "9m", "9m").drawn(name, changes)
    if then is not None:
        table.next(then, 1).round().idle("9m").drawn("九種九牌")
    return agreed(table)[0]


def test_the_signs_of_the_changes_say_who_was_tenpai():
    assert drawn(changes=(2000, -1000, -1000), then=0)["tenpai"] == ["P1"]
    assert drawn(changes=(1000, -2000, 1000), then=0)["tenpai"] == ["P1", "P3"]


def test_without_changes_the_next_deal_or_the_tiles_say_who_was_tenpai():
    everybody = ["P1", "P2", "P3"]
    assert drawn(changes=(0, 0, 0), then=0)["tenpai"] == everybody
    assert drawn(then=1)["tenpai"] == []
    assert drawn()["tenpai"] == []
    assert drawn(hands=(WAITS, ALSO_WAITS, WAITS))["tenpai"] == everybody
    assert drawn("全員聴牌")["tenpai"] == everybody
    assert drawn("全員不聴")["tenpai"] == []


def test_nagashi_mangan_and_abortive_draws():
    paid = drawn("流し満貫", (-4000, 6000, -2000), then=1)
    assert (paid["nagashi"], paid["tenpai"]) == (["P2"], [])
    assert drawn("流し満貫", (-4000, 6000, -2000), then=0)["tenpai"] == ["P1"]
    assert drawn("流し満貫", (4000, 2000, -6000), then=1)["nagashi"] == ["P1", "P2"]
    assert drawn("流し満貫", (0, 0, 0), then=1)["nagashi"] == ["P1", "P2", "P3"]
    assert drawn("九種九牌", then=0)["abort"] == "kyuushu_kyuuhai"
    assert drawn("四槓散了", then=0)["abort"] == "four_kongs"
    assert drawn("四開槓", then=0)["abort"] == "four_kongs"


# ── by numbers, where the log lacks the tiles ────────────────────────────────


def bare(*wins, riichi=(), **options):
    """A log without hands and steps: one round, and a second one that shows the points after it."""
    table = Table()
    table.round("", "", "", **options).won(*wins)
    for who in riichi:
        table.scores[who] -= 1000
    table.next(1 if wins[0][1] else 0, 0 if wins[0][1] else 1).round("", "", "").drawn("九種九牌")
    return agreed(table)[0]


@pytest.mark.parametrize(
    ("win", "counted"),
    [
        (((0, 7700, -7700), 1, 2, "30符4飜7700点"), {"han": 4, "fu": 30}),
        (((0, 8000, -8000), 1, 2, "満貫8000点"), {"limit": "mangan"}),
        (((18000, 0, -18000), 0, 2, "跳満18000点"), {"limit": "haneman"}),
        (((-8000, 12000, -4000), 1, 1, "倍満4000-8000点"), {"limit": "baiman"}),
        (((0, 24000, -24000), 1, 2, "三倍満24000点"), {"limit": "sanbaiman"}),
        (((0, 32000, -32000), 1, 2, "数え役満32000点"), {"limit": "counted_yakuman"}),
        (((0, 32000, -32000), 1, 2, "役満32000点"), {"yakuman": 1}),
        (((-32000, 48000, -16000), 1, 1, "役満16000-32000点", "字一色(役満)", "大三元(役満)"), {"yakuman": 2}),
    ],
)
def test_without_tiles_the_result_line_counts(win, counted):
    payload = bare(win)
    assert {key: payload[key] for key in counted} == counted
    assert payload["win"]["by"] == ("ron" if payload["win"].get("from") else "tsumo")
    assert "concealed" not in payload


def test_without_discards_the_points_say_who_put_down_a_stick():
    win = ((0, 9700, -7700), 1, 2, "30符4飜7700点", "立直(1飜)")
    assert bare(win, riichi=(1, 0))["riichi_by"] == ["P1", "P2"]


def test_without_tiles_a_robbed_kong_and_liability_come_from_the_list():
    assert bare(((0, 3900, -3900), 1, 2, "30符3飜3900点", "槍槓(1飜)"))["win"]["by"] == "chankan"
    paid = bare(((-16000, 32000, -16000), 1, (0, 2), "役満32000点", "大三元(役満)"))
    assert paid["pao"] == {"daisangen": "P3"}
