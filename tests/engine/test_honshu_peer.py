"""2,000 hands of bench/data: the yaku that both this rule book and the package `mahjong` know agree on all of them.

`ref` in the file is what the package says; bench/same.py names where the two rule books differ.
"""

from collections import Counter

import pytest

from bench import peer, same, speed

HANDS = peer.hands()


@pytest.mark.parametrize("kind", sorted({hand["kind"] for hand in HANDS}))
def test_both_find_the_same_yaku(kind):
    wrong = {
        hand["id"]: (same.shared(score), same.theirs(hand))
        for hand in HANDS
        if hand["kind"] == kind and same.shared(score := same.scored(hand)) != same.theirs(hand)
    }
    assert wrong == {}


@pytest.mark.parametrize("system", [same.HONSHU, same.SANMA])
def test_from_text_they_are_worth_what_a_match_pays(system):
    for line in same.lines(len(HANDS), system):
        settled, _payments = speed.counted(speed.entry(line))
        assert speed.worth(speed.text(line)) == settled._replace(lines=without_sticks(settled.lines))


def without_sticks(lines):
    """The winner's own riichi stick comes back: a calculator has nothing to say of it."""
    return tuple(line for line in lines if line.rule not in ("riichi_stick", "riichi_sticks"))


def test_all_of_them_may_be_declared():
    reasons = Counter(same.scored(hand).reason for hand in HANDS)
    assert reasons == {None: 2000}
