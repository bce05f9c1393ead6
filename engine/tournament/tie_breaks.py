"""Tie-breaks: each says a number for everybody who is equal so far. Registered by id; the order is the organiser's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.tournament.results import Game, Record, Results
from engine.tournament.scoring.fractions import NOTHING, mean

Values = Mapping[int, Fraction]  # entrant → value
Tied = Sequence[Record]
Measure = Callable[[Tied, Results], Values | None]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`measure` values everybody who is tied, or is None where it does not apply; `most`: the higher is better."""

    measure: Measure
    most: bool = True


def table_points(tied: Tied, results: Results) -> Values:
    """More points of the table, over all games (where placement counts, the usual first one)."""
    return {each.entrant: sum((score.table for score in each.scores), NOTHING) for each in tied}


def placement_points(tied: Tied, results: Results) -> Values:
    """More placement points, over all games; byes have none."""
    return {each.entrant: sum((score.placement for score in each.scores), NOTHING) for each in tied}


def firsts(tied: Tied, results: Results) -> Values:
    """More first places, shared ones included."""
    return {each.entrant: Fraction(sum(score.place == 1 for score in each.scores)) for each in tied}


def seconds(tied: Tied, results: Results) -> Values:
    """More second places, shared ones included."""
    return {each.entrant: Fraction(sum(score.place == 2 for score in each.scores)) for each in tied}


def best_game(tied: Tied, results: Results) -> Values | None:
    """The higher result of the best single game; does not apply where somebody has none."""
    if not all(each.scores for each in tied):
        return None
    return {each.entrant: max(score.total for score in each.scores) for each in tied}


def average_place(tied: Tied, results: Results) -> Values | None:
    """The lower average place, shared places averaged; does not apply where somebody has no game."""
    if not all(each.scores for each in tied):
        return None
    return {each.entrant: mean([score.average_place for score in each.scores]) for each in tied}


def head_to_head(tied: Tied, results: Results) -> Values | None:
    """How often above the other in their games together: of exactly two, who have met."""
    if len(tied) != 2:
        return None
    one, other = tied[0].entrant, tied[1].entrant
    together = [game for game in results.games if one in game.entrants and other in game.entrants]
    if not together:
        return None
    return {one: _above(together, one, other), other: _above(together, other, one)}


def _above(games: Sequence[Game], one: int, other: int) -> Fraction:
    return Fraction(sum(game.score_of(one).place < game.score_of(other).place for game in games))


def fewer_penalties(tied: Tied, results: Results) -> Values:
    """Fewer points lost by penalties; what was given does not make up for them."""
    return {each.entrant: sum((-a.points for a in each.adjustments if a.points < 0), NOTHING) for each in tied}


def lot(tied: Tied, results: Results) -> Values | None:
    """The lower recorded lot; does not apply before everybody who is tied has drawn."""
    if not all(each.entrant in results.lots for each in tied):
        return None
    return {each.entrant: Fraction(results.lots[each.entrant]) for each in tied}


TIE_BREAKS: dict[str, TieBreak] = {
    "table_points": TieBreak(table_points),
    "placement_points": TieBreak(placement_points),
    "firsts": TieBreak(firsts),
    "seconds": TieBreak(seconds),
    "best_game": TieBreak(best_game),
    "head_to_head": TieBreak(head_to_head),
    "fewer_penalties": TieBreak(fewer_penalties, most=False),
    "average_place": TieBreak(average_place, most=False),
    "lot": TieBreak(lot, most=False),
}
USUAL = ("placement_points", "firsts", "best_game", "head_to_head", "fewer_penalties", "lot")
