"""Random hands of riichi sanma: where the rules agree, we count the same as the package `mahjong`.

The differences between the two rule books are listed in `riichi_peer`.
"""

from collections import Counter

from tests.engine import riichi_peer
from tests.engine.riichi_asking import HANDS, scored
from tests.engine.tile_asking import chance
from tests.thorough import SEED


def test_both_count_the_same():
    random, asked = chance(65), Counter()
    while asked.total() < HANDS:
        house, given = riichi_peer.case(random)
        found = scored(given, **house)
        if riichi_peer.rules_agree(given, found["reason"]):
            asked[found["reason"]] += 1
            assert riichi_peer.ours(given, found) == riichi_peer.theirs(house, given), (house, given, SEED)
    assert asked[None] > HANDS / 2, asked
