"""Logs of tenhou.net/6: where the log and our payments differ, and how a match ends."""

import pytest

from engine.errors import RuleViolation
from engine.seats import PerSeat
from tests.matches.tenhou_cast import IDLE, RED, WAITS, Table, agreed, bust, dragons, opened, read, won

# ── differences ──────────────────────────────────────────────────────────────


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
