"""Logs of tenhou.net/6 that are refused. Each refusal names the place of the mistake."""

import json
import random

import pytest

from engine.errors import RuleViolation
from engine.rulesets.riichi_sanma.tenhou import read_log
from engine.seats import PerSeat
from matches.files import tenhou
from tests.matches.tenhou_cast import Table, broken_logs, read, whole, won


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


def test_broken_logs_are_accepted_or_refused():
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
