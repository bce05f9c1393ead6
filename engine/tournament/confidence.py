"""How sure a number is after n games, and who met whom. Widths are floats for the eye, never points."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt

from engine.tournament.results import Game
from engine.tournament.scoring.fractions import NOTHING, mean

Z = 1.96  # of a 95 % interval by the normal approximation
Pair = tuple[int, int]  # the smaller number first


def place_half_width(games: int, players: int = 3) -> float | None:
    """Half of the 95 % interval of an average place after `games` among equally strong players; of no game, None.

    A place among n is spread by √((n² − 1) / 12): 0.82 of three. 0.51 after 10 games, 0.29 after 30, 0.16 after 100.
    """
    return Z * sqrt((players**2 - 1) / 12 / games) if games > 0 else None


def first_half_width(games: int, players: int = 3) -> float | None:
    """The same of the share of first places, from 0 to 1: 0.29 after 10 games, 0.17 after 30, 0.09 after 100."""
    return Z * sqrt((players - 1) / players**2 / games) if games > 0 else None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two entrants in their `games` together: how often the one was `above`, `below` or `level` with the other by
    place, and the mean `difference` of their results, from the one's side."""

    games: int
    above: int
    below: int
    level: int
    difference: Fraction


def head_to_head(games: Iterable[Game], one: int, other: int) -> HeadToHead:
    """What `one` and `other` did at the same tables. Of no game, all is 0."""
    together = [game for game in games if one in game.entrants and other in game.entrants]
    both = [(game.score_of(one), game.score_of(other)) for game in together]
    above = sum(mine.place < theirs.place for mine, theirs in both)
    below = sum(mine.place > theirs.place for mine, theirs in both)
    difference = mean([mine.total - theirs.total for mine, theirs in both]) if both else NOTHING
    return HeadToHead(len(both), above, below, len(both) - above - below, difference)


def met(games: Iterable[Game]) -> Counter[Pair]:
    """How often any two played in the same game; who never did is left out, and asked for counts 0."""
    return Counter(pair for game in games for pair in combinations(sorted(game.entrants), 2))
