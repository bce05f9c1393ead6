"""Random legal hands of real tiles, and a naive count of them.

A second implementation of A6 and A7, set by set and tile by tile, independent of the engine.
"""

from collections import Counter
from dataclasses import dataclass

from hypothesis import assume
from hypothesis import strategies as st

CHOWS = [("chow", suit, first) for suit in "pm" for first in range(1, 8)]
NUMBERED = [(suit, number) for suit in "pm" for number in range(1, 10)]
BAMBOO = [("s", 1), ("s", 9)]
HONOURS = [("wind", "E"), ("wind", "S"), ("wind", "W"), *(("dragon", colour) for colour in "GRW")]
KINDS = [*NUMBERED, *BAMBOO, *HONOURS]
NORTH = ("wind", "N")
OWN_DRAGON = {"E": "G", "S": "R", "W": "W"}


@dataclass(frozen=True)
class Group:
    """A chow (from its first tile), a pong or a kong; `concealed`: not melded."""

    shape: str
    suit: str
    value: int | str
    concealed: bool = True

    @property
    def tiles(self) -> list[tuple]:
        if self.shape == "chow":
            return [(self.suit, self.value + step) for step in range(3)]
        return [(self.suit, self.value)] * (4 if self.shape == "kong" else 3)


@dataclass(frozen=True)
class RealHand:
    """Four sets and a pair (or seven pairs), the winning tile and its source."""

    groups: tuple[Group, ...]
    pairs: tuple[tuple, ...]
    by: str
    winning: tuple
    finished: Group | None  # the set that the winning tile completed; None: a pair

    @property
    def tiles(self) -> list[tuple]:
        return [tile for group in self.groups for tile in group.tiles] + [tile for tile in self.pairs for _ in "12"]

    @property
    def concealed(self) -> bool:
        return all(group.concealed for group in self.groups)


def enough(tiles: list[tuple]) -> bool:
    """Whether there are at most four of each kind, and North only as a pair or a kong."""
    copies = Counter(tiles)
    return max(copies.values()) <= 4 and copies[NORTH] in (0, 2, 4)


def themed(north: bool) -> dict[str, tuple[list[Group], list[tuple]]]:
    """Sets and pairs to draw from: each rare kind of hand has its own theme."""
    norths = [NORTH] if north else []
    kinds = [*KINDS, *norths]
    pongs = [Group(shape, *kind, up) for kind in KINDS for shape in ("pong", "kong") for up in (True, False)]
    pongs += [Group("kong", *kind, up) for kind in norths for up in (True, False)]
    chows = [Group(*chow) for chow in CHOWS]
    outer = [kind for kind in kinds if kind not in NUMBERED or kind[1] in (1, 9)]
    one_suit = [group for group in [*chows, *pongs] if group.suit in ("p", "wind", "dragon")]
    return {
        "any": ([*chows, *chows, *pongs], kinds),
        "few kinds": ([Group(*chow) for chow in CHOWS[:3]] + pongs[:8], kinds[:5]),
        "chows": (chows, kinds),
        "straight": ([Group("chow", "p", first) for first in (1, 4, 7)], kinds),
        "pongs": (pongs, kinds),
        "outer": ([group for group in pongs if (group.suit, group.value) in outer], outer),
        "honours": ([group for group in pongs if group.suit not in "pm"] + chows[:2], kinds),
        "one suit": (one_suit, [kind for kind in kinds if kind[0] not in "ms"]),
    }


THEMES = {north: themed(north) for north in (True, False)}


@st.composite
def real_hands(draw: st.DrawFn, north: bool = False) -> RealHand:
    kinds = [*KINDS, NORTH] if north else KINDS
    if draw(st.integers(0, 5)) == 0:
        pairs = tuple(draw(st.lists(st.sampled_from(kinds), min_size=7, max_size=7, unique=True)))
        return RealHand((), pairs, draw(st.sampled_from(["wall", "discard"])), draw(st.sampled_from(pairs)), None)
    sets_of, pairs_of = THEMES[north][draw(st.sampled_from(sorted(THEMES[north])))]
    sets = tuple(draw(st.lists(st.sampled_from(sets_of), min_size=4, max_size=4)))
    pair = draw(st.sampled_from(pairs_of))
    tiles = [tile for group in sets for tile in group.tiles] + [pair, pair]
    assume(enough(tiles))
    ends = [group for group in sets if group.concealed and group.shape != "kong"]
    finished = draw(st.sampled_from([None, *ends]))
    winning = draw(st.sampled_from(finished.tiles)) if finished else pair
    # If a kong is robbed, the winner has no other copy of the tile.
    ways = ["wall", "discard", *(["rob_kong"] if tiles.count(winning) == 1 else [])]
    return RealHand(sets, (pair,), draw(st.sampled_from(ways)), winning, finished)


def count(hand: RealHand, seat: str, round_wind: str, house: dict) -> tuple[Counter, Counter]:
    """(patterns with their counts, bonus items with their points), with every item played."""
    found: Counter = Counter()
    pongs = [group for group in hand.groups if group.shape != "chow"]
    kongs = [group for group in pongs if group.shape == "kong"]
    norths = [group for group in pongs if (group.suit, group.value) == NORTH]
    named = [group for group in pongs if group not in norths]
    found["dragon_pong"] = sum(group.suit == "dragon" for group in pongs)
    found["wind_pong"] = sum(group.suit == "wind" for group in named)
    found["bamboo_terminal_pong"] = sum(group.suit == "s" for group in pongs)
    found["kong"] = len(kongs) - len(norths)
    found["two_dragons"] = found["dragon_pong"] >= 2
    found["both_bamboo"] = found["bamboo_terminal_pong"] == 2
    found["three_kongs"] = len(kongs) >= 3
    found["seat_wind"] = any((g.suit, g.value) == ("wind", seat) for g in named)
    found["round_wind"] = any((g.suit, g.value) == ("wind", round_wind) for g in named)
    found["seat_dragon"] = house.get("seat_dragons", False) and any(
        (g.suit, g.value) == ("dragon", OWN_DRAGON[seat]) for g in pongs
    )
    found["north_kong"], found["north_pair"] = len(norths), hand.pairs.count(NORTH)
    found += whole_hand(hand, len(pongs), house)
    concealed_pongs = [g for g in pongs if g.concealed and (hand.by == "wall" or g is not hand.finished)]
    found["three_concealed_pongs"] = len(concealed_pongs) >= 3
    found["concealed"] = hand.concealed
    found["concealed_wall"] = hand.concealed and hand.by == "wall"
    return whole(found), whole(bonus(hand, found))


def whole_hand(hand: RealHand, pongs: int, house: dict) -> Counter:
    found: Counter = Counter()
    chows = Counter((group.suit, group.value) for group in hand.groups if group.shape == "chow")
    found["identical_chows"] = sum(often // 2 for often in chows.values())
    if house.get("identical_chows") == "once":
        found["identical_chows"] = min(found["identical_chows"], 1)
    found["straight"] = any(all((suit, first) in chows for first in (1, 4, 7)) for suit in "pm")
    found["all_pongs"], found["seven_pairs"] = pongs == 4, len(hand.pairs) == 7
    suits = {suit for suit, _ in hand.tiles}
    honours = bool(suits & {"wind", "dragon"})
    outer = all(suit in ("wind", "dragon") or value in (1, 9) for suit, value in hand.tiles)
    found["all_terminals_honours"] = pongs == 4 and outer
    found["pure"] = suits - {"wind", "dragon"} in ({"p"}, {"m"})
    found["pure_no_honours"] = found["pure"] and not honours
    found["no_honours"] = not honours and not (found["pure"] and house.get("pure_excludes_no_honours", False))
    found["all_chows"] = len(hand.groups) == 4 and pongs == 0 and not honours
    return found


def bonus(hand: RealHand, found: Counter) -> Counter:
    earned: Counter = Counter()
    earned["wall"], earned["rob_kong"] = hand.by == "wall", hand.by == "rob_kong"
    earned["concealed"], earned["concealed_wall"] = 2 * found["concealed"], 2 * found["concealed_wall"]
    earned["matching"] = hand.tiles.count(hand.winning) - 1
    earned["north_win"] = 2 * (hand.winning == NORTH)
    return earned


def whole(found: Counter) -> Counter:
    """Booleans as numbers, without items that were not found."""
    return Counter({item: int(often) for item, often in found.items() if often})
