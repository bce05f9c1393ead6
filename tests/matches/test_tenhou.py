"""Logs of tenhou.net/6: what each round becomes, where the log and our payments differ, and the page that imports."""

import json
import random
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from engine.errors import RuleViolation
from engine.rulesets.riichi_sanma.tenhou import read_log
from engine.seats import PerSeat
from matches.files import match_file, tenhou
from matches.log.state import open_match
from matches.models import Match
from tests.matches.tenhou_cast import IDLE, RED, Table

WAITS = "234p 567p 345s 67s 22s"  # for 5 or 8 bamboo: pinfu and tanyao
ALSO_WAITS = "345p 678p 234s 67s 33s"


def read(table, **changes):
    return read_log(json.loads(table.data(**changes)))


def agreed(table, **changes):
    """The payloads of a log in which everything agrees."""
    log = read(table, **changes)
    assert log.differences == ()
    return [row.payload for row in log.log.rows]


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


def test_no_stick_is_put_down_if_the_declaration_is_won_on():
    table = Table()
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").idle("9m", "9m", "9m").turn(0, "9m").turn(1, "9m")
    played.turn(2, "8s", riichi=True).won(((0, 2000, -2000), 1, 2, "30符2飜2000点"))
    assert only(table)["riichi_by"] == []


def opened(red=True):
    table = Table()
    played = table.round(IDLE[0], "55p 234p 67p 22s 345s 9m", IDLE[2], dora="E").turn(0, "0p" if red else "5p")
    played.call("p", 1, 0, "0p" if red else "5p", "55p").throw(1, "9m").turn(2, "9m").turn(0, "9m")
    return table, played


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


def dragons():
    """Botan has called all three dragons, the last one from Chie, and waits for a 5 bamboo."""
    table = Table()
    played = table.round(IDLE[0], "234p 5s 1s 9m 9m dW dW dG dG dR dR", IDLE[2], dora="E").turn(0, "dW")
    played.call("p", 1, 0, "dW", "dW dW").throw(1, "9m").turn(2, "1m").turn(0, "dG")
    played.call("p", 1, 0, "dG", "dG dG").throw(1, "9m").turn(2, "dR")
    return table, played.call("p", 1, 2, "dR", "dR dR").throw(1, "1s").turn(2, "9m")


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


def test_without_changes_the_next_deal_or_the_tiles_say_it():
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


# ── differences ──────────────────────────────────────────────────────────────


def won(table, paid=2000, count="30符2飜2000点"):
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").idle("9m", "9m", "8s")
    return played.won(((0, paid, -paid), 1, 2, count))


def said(log):
    return [(each.hand.values, each.what, each.theirs, each.ours) for each in log.differences]


def test_a_payment_that_differs_is_named_once():
    table = Table()
    won(table, 3900, "30符3飜3900点")
    table.next(1).round(*IDLE).turn(1, "9m").drawn("九種九牌")
    [(hand, what, theirs, ours)] = said(read(table))
    assert (hand["wind"].value, hand["deal"], what) == ("E", 1, "Payments")
    assert (theirs, ours) == (PerSeat(0, 3900, -3900), PerSeat(0, 2000, -2000))


def test_points_sticks_and_deals_that_differ_are_named():
    table = Table()
    won(table)
    table.scores[0] += 300
    table.head = [4, 2, 1]
    table.round().idle("9m").drawn("九種九牌")
    differences = said(read(table))
    assert [what for _hand, what, _theirs, _ours in differences] == [
        "Hand",
        "Sticks on the table",
        "Points before the hand",
    ]
    assert differences[2][2:] == (PerSeat(35300, 37000, 33000), PerSeat(35000, 37000, 33000))


def test_a_hand_that_our_rules_refuse_is_entered_by_numbers():
    table = Table()
    played = table.round(IDLE[0], "234p 567p 345s 67s 11s", IDLE[2], dora="E").idle("9m", "9m", "8s")
    played.call("p", 1, 2, "8s", "67s")  # no such call: the hand is wrong from here
    with pytest.raises(RuleViolation):
        read(table)
    table = Table()
    played = table.round(IDLE[0], "123p 567p 345s 68s 11s", IDLE[2], dora="E").idle("9m", "9m", "7s")
    played.won(((0, 1300, -1300), 1, 2, "40符1飜1300点", "リーチ漏れ(1飜)"))
    log = read(table)
    [refused] = log.differences
    assert (refused.what, str(refused.ours)) == (
        "Tiles of the winning hand",
        "The hand has no yaku; dora don’t count as yaku.",
    )
    assert log.log.rows[0].payload["han"] == 1


def test_hands_after_our_end_of_the_match_are_left_out():
    table, played = dragons()
    played.turn(0, "5s").won(((-16000, 32000, -16000), 1, (0, 2), "役満32000点"))  # no name: nobody is liable here
    table.next(1).round(*IDLE).turn(1, "9m").drawn("九種九牌")
    assert [each.what for each in read(table).differences] == ["Payments"]

    table, played = dragons()
    played.turn(0, "5s").won(((-32000, 32000, 0), 1, 0, "役満32000点", "大三元(役満)"))
    table.next(1).round(*IDLE).turn(1, "9m").drawn("流し満貫", (-4000, 8000, -4000))
    table.next(2).round(*IDLE).turn(2, "9m").drawn("九種九牌")
    log = read(table)
    assert [each.what for each in log.differences] == ["Hands that are left out"]
    assert (len(log.log.rows), log.log.state.finished) == (2, True)


# ── the end of the match ─────────────────────────────────────────────────────


def bust(**changes):
    table, played = dragons()
    played.turn(0, "5s").won(((-32000, 32000, 0), 1, 0, "役満32000点", "大三元(役満)"))
    table.next(1).round(*IDLE).turn(1, "9m").drawn("流し満貫", (-4000, 8000, -4000))
    return table, {"sc": [-1000, -61.0, 75000, 70.0, 31000, -9.0, 0, 0], **changes}


def test_the_end_is_checked_too():
    table, ending = bust()
    log = read(table, **ending)
    assert (log.differences, log.log.state.finished, log.log.closed) == ((), True, False)
    log = read(table, sc=[-1000, -61.0, 75000, 65.0, 31000, -4.0])
    assert [(each.what, each.ours) for each in log.differences] == [("Result", PerSeat(-610, 700, -90))]
    log = read(table, sc=[-1000, -61.0, 74000, 69.0, 32000, -8.0])
    assert [each.what for each in log.differences] == ["Points"]


def test_old_results_are_rounded_to_thousands():
    table = Table(shown="三鳳東喰赤")
    table.round(*IDLE).turn(0, "9m").drawn(changes=(-1000, -1000, 2000))
    played = table.next(1, 1).round(IDLE[0], WAITS, IDLE[2], dora="E").turn(1, "9m").turn(2, "8s")
    played.won(((0, 3100, -3100), 1, 2, "30符2飜2900点"))
    played = table.next(1, 2).round(*IDLE).turn(1, "9m").drawn(changes=(1000, -2000, 1000))
    played = table.next(2, 3).round(*IDLE).turn(2, "9m").drawn(changes=(0, 0, 0))
    assert table.scores == [35000, 35100, 34900]
    table.next(2, 4).round(*IDLE).turn(2, "9m").drawn("流し満貫", (-2000, 6000, -4000))
    table.next(0, 0)
    for rounding, results in (("tenth", [-7.0, 36.1, -29.1]), ("thousand", [-7.0, 36.0, -29.0])):
        log = read(table, sc=[33000, results[0], 41100, results[1], 30900, results[2]])
        assert log.differences == (), rounding


def test_a_match_that_ended_elsewhere_is_closed():
    table = Table()
    won(table)
    log = read(table, sc=[35000, -15.0, 37000, 32.0, 33000, -17.0])
    assert ([each.what for each in log.differences][0], log.log.closed) == ("Next hand", True)
    assert log.entries[-1].payload == {"P1": 35000, "P2": 37000, "P3": 33000}


def test_the_length_is_that_of_the_table():
    table = Table()
    won(table)
    assert read(table).book.changed == {}
    table.shown = "三般東喰赤"
    assert read(table).book.changed == {"length": "east"}
    table.shown = "?"
    assert read(table).book.changed == {}


def test_red_fives_come_from_the_rule_or_the_tiles():
    table, played = opened()
    played.draw(1, "8p").won(((-1000, 1500, -500), 1, 1, "30符2飜500-1000点"))
    assert agreed(table, rule={"aka": 1})
    assert agreed(table, rule={})
    assert agreed(table, rule={"aka51": 1, "aka52": 2, "aka53": 1})
    assert [each.what for each in read(table, rule={"aka": 0}).differences] == ["Tiles of the winning hand"]
    assert set(RED.values()) == {52, 53}


# ── what is refused ──────────────────────────────────────────────────────────


def refusal(content):
    with pytest.raises(RuleViolation) as refused:
        read_log(content)
    return str(refused.value)


def test_logs_of_four_players_are_refused():
    table = Table()
    won(table)
    sentence = "has four players. Only logs of three-player matches can be imported."
    assert refusal(table.log(name=["A", "B", "C", "D"], rule={"disp": "四鳳南喰赤"})) == f"name {sentence}"
    content = table.log()
    content["log"][0][13] = [11] * 13
    assert refusal(content) == f"log[0] {sentence}"
    content = table.log()
    content["log"][0][0][0] = 3
    assert refusal(content) == f"log[0] {sentence}"
    assert read(table, name=["A", "B", "C", "D"], rule={"disp": "三鳳南喰赤"}).names == PerSeat("A", "B", "C")


def test_a_refusal_names_the_place():
    table = Table()
    won(table)
    doc = table.log()["log"][0]

    def changed(at, value):
        broken = json.loads(json.dumps(doc))
        broken[at] = value
        return refusal(table.log(log=[broken]))

    assert changed(7, []).startswith("The player with the draws in log[0][8] must be dealt 13 tiles.")
    assert changed(5, [12]).startswith("log[0][5][0] must be the number of a tile")
    assert changed(5, ["c212223"]).startswith("log[0][5][0] must be a tile, a pong or a kong.")
    assert changed(5, ["p212122"]).startswith("log[0][5][0] must be a pong of three")
    assert changed(6, [11]).startswith("log[0][6][0] doesn’t fit the hand")
    assert changed(6, [60, 60]).startswith("log[0][6][1] doesn’t fit the hand")
    assert changed(16, ["三家和了"]).startswith("log[0][16] must begin with a result")
    assert changed(16, ["和了", [0, 0, 0, 0]]).startswith("log[0][16] must have a list of changes")
    assert changed(16, ["和了", [0, 2000, -2000], [1, 0, 1, "30符2飜2000点"]]).startswith("log[0][16] doesn’t fit")
    assert changed(16, ["和了", [0, 2000, -2000], [1, 2, 1, "2000"]]).startswith(
        "log[0][16][2][3] must be the value of a hand"
    )
    assert changed(0, [0, 1, 0]).startswith("log must begin with the first hand")
    assert refusal(table.log(log=[])).startswith("log must be a list of")
    assert refusal(table.log(name=["A", "B"])).startswith("name must be a list of")


def broken_logs(document, rolls):
    """Copies of a log, each with something deleted, doubled, or of the wrong kind."""
    wrong = (None, True, -1, 10**12, 1.5, "", "x", "p999999", "\ud800", [], {}, [[]], [60] * 79)
    for _roll in range(rolls):
        copy = json.loads(json.dumps(document))
        inside = copy
        while True:
            at = random.choice(list(inside)) if isinstance(inside, dict) else random.randrange(len(inside))
            if isinstance(inside[at], dict | list) and inside[at] and random.random() < 0.85:
                inside = inside[at]
                continue
            if random.random() < 0.4:
                del inside[at]
            elif isinstance(inside, list) and random.random() < 0.3:
                inside.insert(at, inside[at])
            else:
                inside[at] = random.choice(wrong)
            break
        yield copy


def whole():
    """A log with calls, a riichi, a drawn hand and an end."""
    table, played = opened()
    played.draw(1, "5p").kong("k", 1, "5p", "0p 55p").draw(1, "8p")
    played.won(((-2000, 3000, -1000), 1, 1, "30符3飜1000-2000点"))
    played = table.next(1).round(IDLE[0], IDLE[1], WAITS, dora="E").turn(1, "N", "N")
    played.discards[1][-1] = "f44"
    played.turn(1, "9m").turn(2, "9m", riichi=True).turn(0, "9m").drawn(changes=(-1000, -1000, 2000))
    table.next(2, 1)
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").turn(2, "9m").turn(0, "9m").turn(1, "9m").turn(2, "8s")
    played.won(((0, 3200, -2200), 1, 2, "30符2飜2000点"))
    return table


def test_broken_logs_are_read_or_refused():
    random.seed(20)
    document = whole().log(sc=[32000, -8.0, 40200, 30.0, 32800, -22.0])
    assert read_log(document).log.rows[2].payload["winner"] == "P2"
    refused = 0
    for broken in broken_logs(document, 600):
        if tenhou.content_of(json.dumps(broken).encode()) is None:
            continue
        try:
            read_log(broken)
        except RuleViolation as violation:
            assert violation.field in str(violation)
            refused += 1
    assert refused > 150


# ── the pages ────────────────────────────────────────────────────────────────

pages = pytest.mark.django_db


def code_of(page):
    return page.goes_to.split("/")[2]


def preview(phone, data=None, text="", status=200):
    form = phone.get("/import/").form("/import/")
    sent = {**form.data(pasted=text), **({"file": SimpleUploadedFile("log.json", data)} if data else {})}
    return phone.post("/import/", sent, status=status)


@pages
def test_a_log_is_previewed_and_then_imported(phone):
    table = whole()
    page = preview(phone, table.data())
    for words in ("Aki", "East 2", "30 fu", "agrees with the log", "The match can go on"):
        assert words in page
    assert Match.objects.count() == 0
    sent = phone.send(page.form("/import/log/"))
    code = code_of(sent)
    reading = open_match(code)
    assert [row.kind for row in reading.log.rows] == ["hand", "draw", "hand"]
    assert list(reading.names) == ["Aki", "Botan", "Chie"]
    assert {event.by for event in reading.events} == {"d1"}
    match_file.check(match_file.read(match_file.dump(match_file.document(reading))))
    assert "Imported 3 hands" in phone.get(sent.goes_to)
    phone.undo(code)
    assert len(open_match(code).log.rows) == 2


@pages
@pytest.mark.parametrize("shape", ["plain", "address", "encoded", "mark"])
def test_the_text_may_be_pasted_with_or_without_the_address(phone, shape):
    text = whole().data().decode()
    pasted = {
        "plain": text,
        "address": f"https://tenhou.net/6/#json={text}&ts=1",
        "encoded": f"https://tenhou.net/6/#json={quote(text)}",
        "mark": f"#json={text}",
    }
    assert "Botan" in preview(phone, text=pasted[shape])


@pages
def test_differences_are_named_with_both_values(phone):
    table = Table()
    won(table, 3900, "30符3飜3900点")
    page = preview(phone, table.data())
    for words in (
        "Differences",
        "Botan gains 3,900",
        "Botan gains 2,000",
        "Import with Scorekeeper’s payments",
        "Cancel",
    ):
        assert words in page
    sent = phone.send(page.form("/import/log/"))
    assert "Imported 1 hand with Scorekeeper’s payments" in phone.get(sent.goes_to)
    assert open_match(code_of(sent)).log.state.balances == PerSeat(35000, 37000, 33000)


@pages
def test_the_names_can_be_changed(phone):
    table = whole()
    table.names = ("NoName", "NoName", "\ud800")
    page = preview(phone, json.dumps(table.log()).encode())
    form = page.form("/import/log/")
    assert form.data()["P3"] == [""]
    page = phone.send(form, status=422, P3="Chie")
    assert "Two players are called NoName." in page
    assert Match.objects.count() == 0
    code = code_of(phone.send(page.form("/import/log/"), P2="Botan"))
    assert list(open_match(code).names) == ["NoName", "Botan", "Chie"]


@pages
def test_a_preview_that_is_sent_twice_is_one_match(phone):
    form = preview(phone, whole().data()).form("/import/log/")
    assert phone.send(form).goes_to == phone.send(form).goes_to
    assert Match.objects.count() == 1


@pages
def test_a_finished_log_is_a_finished_match(phone):
    table, ending = bust()
    page = preview(phone, table.data(**ending))
    assert "The match is over" in page
    code = code_of(phone.send(page.form("/import/log/")))
    assert (open_match(code).over, Match.objects.get().finished) == (True, True)


@pages
def test_broken_logs_never_break_a_page(phone):
    random.seed(6)
    document = whole().log(sc=[32000, -8.0, 40200, 30.0, 32800, -22.0])
    for broken in broken_logs(document, 30):
        data = json.dumps(broken).encode()
        form = phone.get("/import/").form("/import/")
        page = phone.post("/import/", {**form.data(), "file": SimpleUploadedFile("log.json", data)})
        assert page.status in (200, 422)
        again = {"log": data.decode(), "P1": "Aki", "P2": "Botan", "P3": "Chie", "key": form.data()["key"]}
        assert phone.post("/import/log/", again).status in (303, 422)


@pages
def test_what_cannot_be_read_is_refused_and_kept_in_the_form(phone):
    table = Table()
    won(table)
    page = preview(phone, text=json.dumps(table.log(name=["A", "B", "C", "D"], rule={})), status=422)
    assert "name has four players." in page
    assert page.form("/import/").data()["pasted"] != [""]
    assert preview(phone, text="[1, 2", status=422)
    assert preview(phone, text="{" + " " * 300_000, status=422)
    assert phone.post("/import/log/", {}, status=303).goes_to == "/import/"
