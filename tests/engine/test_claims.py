"""Two players claim one tile (A13): who gets it, what decided, what is paid."""

import pytest

from engine.errors import RuleViolation
from engine.match.claims import decide
from engine.match.entries import Hand
from engine.seats import Seat
from tests.engine.tables import book, table, win_of


def claim(winner: str, hand: int | str, bonus: int = 2, source: str = "P1", **said: object) -> dict:
    worth = {"limit": hand} if isinstance(hand, str) else {"hand_points": hand, "bonus_points": bonus}
    return {"winner": winner, "win": {"by": "discard", "from": source}, **worth, **said}


def verdict(*claims: dict, **house: object) -> tuple[str, str, dict[str, int]]:
    """(winner, what decided, payments)"""
    rules = book(**house)
    state = table(rules)
    found = decide(rules, state, [win_of(rules, each) for each in claims])
    return found.win.winner.value, found.reason, rules.settle(state, Hand((found.win,))).payments.as_dict()


DECIDED = [
    ("the higher limit class", claim("P2", "half"), claim("P3", "full"), "P3", "limit"),
    ("any limit before a count", claim("P2", 30, 20), claim("P3", "half"), "P3", "limit"),
    ("more hand-points", claim("P2", 4, 9), claim("P3", 5, 2), "P3", "hand_points"),
    ("more bonus-points", claim("P2", 4, 3), claim("P3", 4, 4), "P3", "bonus_points"),
    ("the next in turn", claim("P2", 4, 4), claim("P3", 4, 4), "P2", "turn"),
    ("the next in turn, two limits", claim("P2", "half"), claim("P3", "half"), "P2", "turn"),
    ("the only legal hand", claim("P2", 2, 9), claim("P3", 3, 2), "P3", "only_legal"),
]


@pytest.mark.parametrize(
    ("first", "second", "winner", "reason"), [row[1:] for row in DECIDED], ids=[r[0] for r in DECIDED]
)
def test_what_decides(first, second, winner, reason):
    assert verdict(first, second)[:2] == verdict(second, first)[:2] == (winner, reason)


TURN = [("P1", "P2"), ("P2", "P3"), ("P3", "P1")]


@pytest.mark.parametrize(("source", "winner"), TURN)
def test_among_equals_the_next_after_the_discarder_wins(source, winner):
    others = [player for player in ("P1", "P2", "P3") if player != source]
    assert verdict(*(claim(player, 4, 4, source) for player in others))[:2] == (winner, "turn")


def test_the_bonus_points_can_be_ignored():
    claims = claim("P2", 4, 3), claim("P3", 4, 9)
    assert verdict(*claims)[:2] == ("P3", "bonus_points")
    assert verdict(*claims, claim_tiebreak="hand_turn")[:2] == ("P2", "turn")


def test_bonus_points_are_compared_as_collected_from_both():
    """P2's entry says that the discarder waited, and would collect 2 + 2; P3 collects 4 + 2."""
    owed_less = claim("P2", 4, 4, waiting={"P1": True})
    assert verdict(owed_less, claim("P3", 4, 4))[:2] == ("P3", "bonus_points")


def test_the_loser_of_the_claim_counts_as_waiting():
    assert verdict(claim("P2", 4, 4), claim("P3", 3, 4))[2] == {"P1": -12, "P2": 14, "P3": -2}


def test_a_claim_below_the_minimum_does_not_count_and_was_not_waiting():
    assert verdict(claim("P2", 4, 4), claim("P3", 2, 4))[1:] == ("only_legal", {"P1": -12, "P2": 16, "P3": -4})


def test_a_limit_claimed_pays_the_goulash_too():
    rules = book()
    state = table(rules, goulash=1)
    found = decide(rules, state, [win_of(rules, claim("P2", "half")), win_of(rules, claim("P3", 9))])
    assert rules.settle(state, Hand((found.win,))).payments.as_dict() == {"P1": -45, "P2": 70, "P3": -25}
    assert found.scores[Seat.P3].points == 9


def test_if_nobody_may_win_the_result_says_so():
    with pytest.raises(RuleViolation) as refusal:
        verdict(claim("P2", 1), claim("P3", 2))
    assert (refusal.value.field, str(refusal.value)) == ("claims", "None of the claimants’ hands can be declared.")


def test_a_single_legal_claim_wins():
    assert verdict(claim("P3", 5, 4))[:2] == ("P3", "only_legal")
