"""Ranking rules: the tie-breaks, and the ranking as plain JSON options.

A tie-break gives a value to each entrant who is still tied. Tie-breaks are registered by id; the organiser chooses
their order. Each error names the option.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, one_of
from engine.tournament.results import BYE_VALUES, ByeValue, Record, Results
from engine.tournament.scoring.fractions import NOTHING, mean, read_number
from engine.tournament.scoring.games import GameScore

Values = Mapping[int, Fraction]  # entrant → value
Tied = Sequence[Record]
Measure = Callable[[Tied, Results], Values | None]

WITHDRAWN = ("last", "keep")


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break.

    `measure`: returns the value of each tied entrant, or None if the tie-break doesn't apply; `most`: whether the
    highest value is best.
    """

    measure: Measure
    most: bool = True


def summed(value: Callable[[GameScore], Fraction | bool]) -> Measure:
    """A measure that sums a value over all matches; byes add nothing."""
    return lambda tied, _results: {each.entrant: Fraction(sum(map(value, each.scores))) for each in tied}


def of_games(value: Callable[[Sequence[GameScore]], Fraction]) -> Measure:
    """A measure of all matches of an entrant; does not apply if a tied entrant has none."""
    return lambda tied, _results: (
        {each.entrant: value(each.scores) for each in tied} if all(each.scores for each in tied) else None
    )


def head_to_head(tied: Tied, results: Results) -> Values | None:
    """The number of their matches in which each of two tied entrants was ahead; does not apply unless they have met."""
    if len(tied) != 2:
        return None
    one, other = tied[0].entrant, tied[1].entrant
    together = [game for game in results.games if one in game.entrants and other in game.entrants]
    places = [(game.score_of(one).place, game.score_of(other).place) for game in together]
    above, below = sum(mine < theirs for mine, theirs in places), sum(mine > theirs for mine, theirs in places)
    return {one: Fraction(above), other: Fraction(below)} if places else None


def fewer_penalties(tied: Tied, results: Results) -> Values:
    """Points lost to penalties, fewest first; points awarded do not make up for them."""
    return {each.entrant: sum((-a.points for a in each.adjustments if a.points < 0), NOTHING) for each in tied}


def lot(tied: Tied, results: Results) -> Values | None:
    """The number from the tie-break draw, lowest first; does not apply until every tied entrant has one."""
    if not all(each.entrant in results.lots for each in tied):
        return None
    return {each.entrant: Fraction(results.lots[each.entrant]) for each in tied}


# Shared firsts and seconds count. In the average place, entrants who share places get the mean of them.
TIE_BREAKS: dict[str, TieBreak] = {
    "table_points": TieBreak(summed(lambda score: score.table)),
    "placement_points": TieBreak(summed(lambda score: score.placement)),
    "firsts": TieBreak(summed(lambda score: score.place == 1)),
    "seconds": TieBreak(summed(lambda score: score.place == 2)),
    "best_game": TieBreak(of_games(lambda scores: max(score.total for score in scores))),
    "head_to_head": TieBreak(head_to_head),
    "fewer_penalties": TieBreak(fewer_penalties, most=False),
    "average_place": TieBreak(of_games(lambda scores: mean([score.average_place for score in scores])), most=False),
    "lot": TieBreak(lot, most=False),
}
USUAL = ("placement_points", "firsts", "best_game", "head_to_head", "fewer_penalties", "lot")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The rules for ranking: the tie-breaks in order, the value of a bye, and the place of withdrawn entrants."""

    tie_breaks: tuple[str, ...] = USUAL
    bye: ByeValue = ByeValue()
    withdrawn: str = "last"


def read_ranking(options: Mapping[str, object]) -> Ranking:
    """The ranking with these options; missing options get their defaults. Raises `RuleViolation`."""
    known_keys(options, frozenset(("tie_breaks", "bye", "withdrawn")))
    withdrawn = one_of({"withdrawn": "last", **options}, "withdrawn", WITHDRAWN)
    bye = options.get("bye", {})
    kind = one_of({"bye": bye.get("kind", "nothing") if isinstance(bye, Mapping) else None}, "bye", BYE_VALUES)
    value = read_number(bye.get("value", 0) if isinstance(bye, Mapping) else 0, "bye")
    return Ranking(_tie_breaks(options.get("tie_breaks", USUAL)), ByeValue(kind, value), withdrawn)


def _tie_breaks(given: object) -> tuple[str, ...]:
    known = isinstance(given, list | tuple) and all(isinstance(each, str) and each in TIE_BREAKS for each in given)
    if not isinstance(given, list | tuple) or not known or len(set(given)) < len(given):
        sentence = _("tie_breaks must be a list of these, each at most once: %(allowed)s.")
        raise RuleViolation("tie_breaks", sentence, allowed=tuple(TIE_BREAKS))
    return tuple(given)
