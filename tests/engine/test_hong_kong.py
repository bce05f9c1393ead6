"""A rule book of one file and one line in the registry works with the ledger, questions and claims."""

from pathlib import Path
from typing import Any

import pytest

from engine import rulesets
from engine.errors import RuleViolation
from engine.match.claims import decide
from engine.match.ledger import LoggedEvent, check, replay
from engine.match.payments import rank
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from tests.engine import hong_kong
from tests.engine.hong_kong import HongKong
from tests.engine.logs import correct, play
from tests.engine.tables import table, win_of
from tests.engine.tile_asking import asked, hand

ROOT = Path(__file__).resolve().parents[2]
FLUSH = hand("123p 456p 789p 345p 99p", "9p")  # 7 and all chows 1; self-draw 1 more


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """Register the rule book during a test."""
    monkeypatch.setitem(rulesets.BOOKS, HongKong.key, HongKong)
    monkeypatch.setattr(rulesets, "VERSIONS", (*rulesets.VERSIONS, HongKong))


def answered(given: dict, type_: str = "hand", /, **options: Any) -> dict:
    reply = asked(HongKong.key, type_, options=options, input=given)
    assert "error" not in reply, reply
    return reply["result"]


def test_a_hand_is_answered_with_the_keys_of_the_book():
    assert answered(FLUSH) == {
        "legal": True,
        "reason": None,
        "patterns": {"all_chows": 1, "full_flush": 7, "self_drawn": 1},
        "fan": 9,
        "payments": {"P1": 8, "P2": -4, "P3": -4},
    }


@pytest.mark.parametrize(("fan", "units"), [(2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 4), (10, 4), (11, 8), (40, 8)])
def test_fan_are_paid_in_the_units_of_the_table(fan, units):
    entry = {"winner": "P1", "win": {"by": "discard", "from": "P3"}, "fan": fan}
    result = answered({"hands": [entry]}, "match", min_fan=0)
    assert result["payments"] == [{"P1": 2 * units, "P2": 0, "P3": -2 * units}]


def test_a_hand_below_the_minimum_is_an_answer_and_its_house_rule_counts():
    small = hand("123p 456m 789p 99m", "9m discard", pongs="dR")
    assert (answered(small)["reason"], answered(small, min_fan=1)["legal"]) == ("minimum_not_reached", True)
    assert answered({**small, "concealed": small["concealed"][:-3]}, min_fan=0)["reason"] == "winning_tile_missing"


@pytest.mark.parametrize(("more", "field"), [({"goulash_carry": 0}, "goulash_carry"), ({"waiting": {}}, "waiting")])
def test_items_that_the_rule_book_does_not_have_are_unknown(more, field):
    reply = asked(HongKong.key, "hand", input={**FLUSH, **more})
    assert reply["error"].startswith(f"{field} isn’t allowed here.")


def test_a_rule_book_without_switches_plays_all_its_items():
    rules = rule_book(HongKong.key, {})
    assert rules.played_items == HongKong.patterns


def test_a_match_is_played_corrected_undone_and_ranked():
    rules = rule_book(HongKong.key, {"min_fan": 1})
    win = ("hand", {"winner": "P2", "win": {"by": "wall"}, "fan": 5})
    foul = ("penalty", {"penalty": {"P1": -6, "P2": 3, "P3": 3}, "ends_hand": False})
    dearer = correct(("hand", {**win[1], "fan": 12}), target=1)
    facts = play(rules, win, ("draw", {"draw": True}), foul, dearer)
    log = replay(rules, facts)
    assert log.state.balances.as_dict() == {"P1": -14, "P2": 19, "P3": -5}
    assert [row.before.dealer.value for row in log.rows] == ["P1", "P2", "P3"]
    assert [(place.rank, place.seat.value) for place in rank(log.state.balances)] == [(1, "P2"), (2, "P3"), (3, "P1")]
    undone = check(rules, facts, LoggedEvent(5, "undo", {"target": 4}))
    assert undone.state.balances.as_dict() == {"P1": -8, "P2": 7, "P3": 1}
    with pytest.raises(RuleViolation):
        check(rules, facts, LoggedEvent(5, "hand", {**win[1], "fan": 0}))


def test_two_claims_on_one_tile_are_decided():
    rules = rule_book(HongKong.key, {})
    claims = [
        win_of(rules, {"winner": winner, "win": {"by": "discard", "from": "P2"}, "fan": fan})
        for winner, fan in (("P1", 4), ("P3", 7))
    ]
    verdict = decide(rules, table(rules), claims)
    assert (verdict.win.winner.value, verdict.reason) == ("P3", "hand_points")
    flush = hand("123p 456p 789p 345p 99p", "9p discard")
    claimed = {"claimants": {"P1": flush, "P3": {**flush, "winner": "P3"}}, "discarder": "P2"}
    assert answered(claimed, "claim") == {
        "winner": "P3",
        "hand_points": {"P1": 8, "P3": 8},
        "payments": {"P1": 0, "P2": -8, "P3": 8},
    }


def test_without_its_line_in_the_registry_the_rule_book_is_unknown(monkeypatch):
    monkeypatch.delitem(rulesets.BOOKS, HongKong.key)
    assert asked(HongKong.key, "hand", input=FLUSH)["error"].startswith("system must be one of: korean_japanese")


def test_shared_code_names_no_rule_book():
    """A new rule book needs no changes elsewhere, because no shared file checks which rule book it is."""
    rules = [path for path in (ROOT / "engine" / "rulesets").glob("*.py") if path.name != "__init__.py"]
    shared = [path for path in (ROOT / "engine").rglob("*.py") if "rulesets" not in path.parts] + rules
    naming = {(path.name, key) for path in shared for key in rulesets.BOOKS if key in path.read_text()}
    assert naming == set()


def test_the_book_is_one_small_file():
    assert len(Path(hong_kong.__file__).read_text().splitlines()) < 150


def test_the_guide_names_all_that_a_book_must_write_and_the_parts_that_it_may_build_on():
    guide = (ROOT / "docs" / "adding-a-rule-book.md").read_text()
    declared = [name for name in RuleBook.__annotations__ if name not in ("nothing",)]
    parts = [
        "PassingDeal",
        "Facts",
        "read_how",
        "read_tile_hand",
        "score_to_json",
        "knows",
        "tests/engine/hong_kong.py",
    ]
    assert [name for name in (*RuleBook.__abstractmethods__, *declared, *parts) if name not in guide] == []
