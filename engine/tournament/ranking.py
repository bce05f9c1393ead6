"""Ranking rules: the tie-breaks, and the ranking as plain JSON options. Each error names the option.

A tie-break gives a value to each entrant who is still tied. Tie-breaks are registered by id; the organiser orders them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, one_of
from engine.tournament.results import BYE_VALUES, ByeValue, Record, Results
from engine.tournament.scoring.fractions import NOTHING, mean, read_number

Values = Mapping[int, Fraction]  # entrant → value
Tied = Sequence[Record]
Measure = Callable[[Tied, Results], Values | None]

WITHDRAWN = ("last", "keep")


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`measure` returns a value for each tied entrant, or None if it does not apply; `most`: higher is better."""

    measure: Measure
    most: bool = True


def table_points(tied: Tied, results: Results) -> Values:
    """Points at the table over all games, most first (the usual first tie-break if placement counts)."""
    return {each.entrant: sum((score.table for score in each.scores), NOTHING) for each in tied}


def placement_points(tied: Tied, results: Results) -> Values:
    """Placement points over all games, most first; byes have none."""
    return {each.entrant: sum((score.placement for score in each.scores), NOTHING) for each in tied}


def times_placed(place: int) -> Measure:
    """The number of times in this place, most first; shared places included."""
    return lambda tied, results: {
        each.entrant: Fraction(sum(score.place == place for score in each.scores)) for each in tied
    }


def best_game(tied: Tied, results: Results) -> Values | None:
    """The result of the best single game, highest first; does not apply if a tied entrant has no game."""
    if not all(each.scores for each in tied):
        return None
    return {each.entrant: max(score.total for score in each.scores) for each in tied}


def average_place(tied: Tied, results: Results) -> Values | None:
    """The average place, lowest first, with shared places averaged; does not apply if a tied entrant has no game."""
    if not all(each.scores for each in tied):
        return None
    return {each.entrant: mean([score.average_place for score in each.scores]) for each in tied}


def head_to_head(tied: Tied, results: Results) -> Values | None:
    """The number of games together in which each of two tied entrants came ahead; applies only if they have met."""
    if len(tied) != 2:
        return None
    one, other = tied[0].entrant, tied[1].entrant
    together = [game for game in results.games if one in game.entrants and other in game.entrants]
    if not together:
        return None

    def times_above(mine: int, theirs: int) -> Fraction:
        return Fraction(sum(game.score_of(mine).place < game.score_of(theirs).place for game in together))

    return {one: times_above(one, other), other: times_above(other, one)}


def fewer_penalties(tied: Tied, results: Results) -> Values:
    """Points lost to penalties, fewest first; points awarded do not make up for them."""
    return {each.entrant: sum((-a.points for a in each.adjustments if a.points < 0), NOTHING) for each in tied}


def lot(tied: Tied, results: Results) -> Values | None:
    """The number from the tie-break draw, lowest first; does not apply until every tied entrant has one."""
    if not all(each.entrant in results.lots for each in tied):
        return None
    return {each.entrant: Fraction(results.lots[each.entrant]) for each in tied}


TIE_BREAKS: dict[str, TieBreak] = {
    "table_points": TieBreak(table_points),
    "placement_points": TieBreak(placement_points),
    "firsts": TieBreak(times_placed(1)),
    "seconds": TieBreak(times_placed(2)),
    "best_game": TieBreak(best_game),
    "head_to_head": TieBreak(head_to_head),
    "fewer_penalties": TieBreak(fewer_penalties, most=False),
    "average_place": TieBreak(average_place, most=False),
    "lot": TieBreak(lot, most=False),
}
USUAL = ("placement_points", "firsts", "best_game", "head_to_head", "fewer_penalties", "lot")

# ── the ranking ───────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Ranking:
    """How results are ranked: the tie-breaks in order, the value of a bye, and the place of withdrawn entrants."""

    tie_breaks: tuple[str, ...] = USUAL
    bye: ByeValue = ByeValue()
    withdrawn: str = "last"


def read_ranking(options: Mapping[str, object]) -> Ranking:
    """The ranking with these options; missing options have their defaults. Raises `RuleViolation`."""
    known_keys(options, frozenset(("tie_breaks", "bye", "withdrawn")))
    withdrawn = one_of({"withdrawn": "last", **options}, "withdrawn", WITHDRAWN)
    bye = options.get("bye", {})
    kind = one_of({"bye": bye.get("kind", "nothing") if isinstance(bye, Mapping) else None}, "bye", BYE_VALUES)
    value = read_number(bye.get("value", 0) if isinstance(bye, Mapping) else 0, "bye")
    return Ranking(_tie_breaks(options.get("tie_breaks", USUAL)), ByeValue(kind, value), withdrawn)


def _tie_breaks(given: object) -> tuple[str, ...]:
    known = isinstance(given, list | tuple) and all(isinstance(each, str) and each in TIE_BREAKS for each in given)
    if not isinstance(given, list | tuple) or not known or len(set(given)) < len(given):
        raise RuleViolation(
            "tie_breaks", _("tie_breaks can have each of these at most once: %(allowed)s."), allowed=tuple(TIE_BREAKS)
        )
    return tuple(given)
