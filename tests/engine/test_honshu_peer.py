"""2,000 hands of bench/data: this rule book and the package `mahjong` agree on all yaku that both have.

`ref` in the file is the result of the package; bench/same.py lists the differences between the two rule books.
"""

from collections import Counter

import pytest

from bench import peer, same, speed

HANDS = peer.hands()


@pytest.mark.parametrize("kind", sorted({hand["kind"] for hand in HANDS}))
def test_both_detect_the_same_yaku(kind):
    wrong = {
        hand["id"]: (same.shared(score), same.theirs(hand))
        for hand in HANDS
        if hand["kind"] == kind and same.shared(score := same.scored(hand)) != same.theirs(hand)
    }
    assert wrong == {}


@pytest.mark.parametrize("system", [same.HONSHU, same.SANMA])
def test_the_calculator_shows_what_a_match_pays(system):
    for line in same.lines(len(HANDS), system):
        settled, _payments = speed.counted(speed.entry(line))
        assert speed.worth(speed.text(line)) == settled._replace(lines=without_sticks(settled.lines))


def without_sticks(lines):
    """Without the winner's own riichi stick, which comes back, and which a calculator doesn't show."""
    return tuple(line for line in lines if line.rule not in ("riichi_stick", "riichi_sticks"))


def test_all_of_them_may_be_declared():
    reasons = Counter(same.scored(hand).reason for hand in HANDS)
    assert reasons == {None: 2000}
