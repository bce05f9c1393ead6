"""The input for standings: matches, byes and adjustments, gathered by entrant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from engine.tournament.scoring.fractions import NOTHING, mean
from engine.tournament.scoring.games import GameScore

NO_LOTS: Mapping[int, int] = MappingProxyType({})

BYE_VALUES = ("nothing", "own", "field", "fixed")


@dataclass(frozen=True, slots=True)
class Game:
    """A confirmed match, with its entrants and their scores in seat order."""

    round: int
    table: int
    entrants: tuple[int, ...]
    scores: tuple[GameScore, ...]

    def score_of(self, entrant: int) -> GameScore:
        """The result of this entrant. Raises `ValueError` if they were not in the match."""
        return self.scores[self.entrants.index(entrant)]


@dataclass(frozen=True, slots=True)
class Bye:
    """A round that an entrant sits out because there are not enough seats."""

    entrant: int
    round: int


@dataclass(frozen=True, slots=True)
class PointAdjustment:
    """A signed adjustment to an entrant's total, with its reason. Cancelled adjustments are left out."""

    entrant: int
    points: Fraction
    reason: str
    round: int = 0  # the round after which it counts


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that standings depend on, apart from the `Ranking`.

    `unranked`: house players, who play but are not ranked. `withdrawn`: entrants who left. `carried`: points carried
    over from an earlier stage. `lots`: numbers from tie-break draws, of which the lowest comes first.
    """

    entrants: tuple[int, ...]
    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    adjustments: tuple[PointAdjustment, ...] = ()
    unranked: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()
    carried: Mapping[int, Fraction] = field(default_factory=dict)
    lots: Mapping[int, int] = field(default_factory=dict)

    @property
    def ranked(self) -> tuple[int, ...]:
        return tuple(entrant for entrant in self.entrants if entrant not in self.unranked)

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(sorted({game.round for game in self.games}))

    def until(self, number: int) -> Results:
        """The results up to and including round `number`."""
        return replace(
            self,
            games=tuple(game for game in self.games if game.round <= number),
            byes=tuple(bye for bye in self.byes if bye.round <= number),
            adjustments=tuple(each for each in self.adjustments if each.round <= number),
        )


@dataclass(frozen=True, slots=True)
class ByeValue:
    """The value of a bye. A bye has no place, and no placement points that could break ties.

    `kind`: "nothing", the entrant's "own" average over the matches played, the average of the "field" in that round, or
    "fixed" (`value`).
    """

    kind: str = "nothing"
    value: Fraction = NOTHING


@dataclass(frozen=True, slots=True)
class EntrantResult:
    """One match or bye of an entrant. `table` and `score` are None for a bye. `counted`: False if a league drops it."""

    round: int
    table: int | None
    value: Fraction
    score: GameScore | None
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """All results of one entrant. Results that don't count add only to the number of matches."""

    entrant: int
    played: tuple[EntrantResult, ...] = ()  # by round and table
    adjustments: tuple[PointAdjustment, ...] = ()
    carried: Fraction = NOTHING

    @property
    def games(self) -> int:
        """The number of matches played, including those that a league drops."""
        return sum(each.score is not None for each in self.played)

    @property
    def scores(self) -> tuple[GameScore, ...]:
        """The scores of the matches that count."""
        return tuple(each.score for each in self.played if each.score is not None and each.counted)

    @property
    def earned(self) -> Fraction:
        """The sum of the matches and byes that count, without adjustments or points carried over."""
        return sum((each.value for each in self.played if each.counted), NOTHING)

    @property
    def adjusted(self) -> Fraction:
        return sum((each.points for each in self.adjustments), NOTHING)

    @property
    def total(self) -> Fraction:
        """The total that the standings are ordered by."""
        return self.carried + self.earned + self.adjusted


def gather(results: Results, bye: ByeValue) -> dict[int, Record]:
    """The record of each ranked entrant."""
    played: defaultdict[int, list[EntrantResult]] = defaultdict(list)
    for game in sorted(results.games, key=lambda each: (each.round, each.table)):
        for entrant, score in zip(game.entrants, game.scores, strict=True):
            played[entrant].append(EntrantResult(game.round, game.table, score.total, score))
    adjustments: defaultdict[int, list[PointAdjustment]] = defaultdict(list)
    for each in results.adjustments:
        adjustments[each.entrant].append(each)
    for entrant, free in _byes(results, bye, played).items():
        played[entrant] = sorted(played[entrant] + free, key=lambda each: each.round)
    carried = results.carried
    return {
        each: Record(each, tuple(played[each]), tuple(adjustments[each]), carried.get(each, NOTHING))
        for each in results.ranked
    }


def _byes(results: Results, bye: ByeValue, played: Mapping[int, list[EntrantResult]]) -> dict[int, list[EntrantResult]]:
    byes: defaultdict[int, list[EntrantResult]] = defaultdict(list)
    totals: defaultdict[int, list[Fraction]] = defaultdict(list)  # by round, including house players
    for game in results.games:
        totals[game.round] += [score.total for score in game.scores]
    for each in results.byes:
        value = bye.value if bye.kind == "fixed" else NOTHING
        if bye.kind == "field":
            value = mean(totals[each.round])
        elif bye.kind == "own":
            value = mean([result.value for result in played.get(each.entrant, ())])
        byes[each.entrant].append(EntrantResult(each.round, None, value, None))
    return byes
