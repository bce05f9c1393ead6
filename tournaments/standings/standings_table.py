"""The standings table behind the pages, prints, exports and the big screen.

All numbers are exact; each output formats them. Read-only.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from engine.tournament import Carry, LeaguePlace, StandingLine
from engine.tournament.scoring.fractions import mean
from tournaments.snapshot import Day
from tournaments.standings.merge_stages import StageResults
from tournaments.standings.standings import Count


@dataclass(frozen=True, slots=True)
class RoundResult:
    """An entrant's result in one round. `counted`: False if the total leaves it out."""

    value: Fraction
    bye: bool
    counted: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """Statistics of all games of an entrant, including games that the total leaves out.

    `points`: raw points; `places`: how often first, second, third and fourth, shared places included.
    """

    games: int
    byes: int
    points: int
    placement: Fraction
    places: tuple[int, int, int, int]
    average_place: Fraction | None
    best_game: Fraction | None


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One entrant.

    `shared`: another entrant has the same place; `stage`: their last stage; `final`: their final in the last stage, 0
    for the A final; `rounds`: parallel to the table's; `carried`: the points carried into their stage, None if all
    earlier rounds count in full; `mark`: "up", "down" or "open" in a league, otherwise "".
    """

    line: StandingLine
    shared: bool
    stage: int
    final: int | None
    rounds: tuple[RoundResult | None, ...]
    carried: Fraction | None
    figures: Figures
    mark: str


@dataclass(frozen=True, slots=True)
class StandingsSection:
    """Rows of entrants with the same last stage (None: without a place) and the same final in it (0: the A final; None:
    the whole stage)."""

    stage: int | None
    final: int | None
    rows: tuple[StandingsRow, ...]


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings. `rounds`: round numbers up to the last with a game; `sections`: several after a cut; `carries`:
    the carry-over by number of each stage after the first."""

    rounds: tuple[int, ...]
    sections: tuple[StandingsSection, ...]
    carries: dict[int, Carry]

    @property
    def rows(self) -> tuple[StandingsRow, ...]:
        """All rows, first place first."""
        return tuple(row for section in self.sections for row in section.rows)

    @property
    def leaves_out(self) -> bool:
        """Whether any result is left out of a total."""
        return any(result and not result.counted for row in self.rows for result in row.rounds)


def standings_table(day: Day, after: int | None = None, count: Count | None = None) -> StandingsTable:
    """The standings now, or after round `after`. `count`: the `Count` of the day, if the caller has it already."""
    count = count or Count(day)
    results = count.results if after is None else count.results.until(after)
    rounds = tuple(range(1, max(results.rounds, default=0) + 1))
    parts, places = count.parts_after(after), count.after(after)
    taken = Counter(place.line.place for place in places)
    rows = [
        _row(place, place.line.place is not None and taken[place.line.place] > 1, parts, rounds) for place in places
    ]
    return StandingsTable(rounds, _sections(rows), {part.number: part.carry for part in parts if part.number > 1})


def _row(place: LeaguePlace, shared: bool, parts: Sequence[StageResults], rounds: Sequence[int]) -> StandingsRow:
    line = place.line
    mine = [part for part in parts if line.entrant in part.results.entrants]
    finals = mine[-1].finals if mine and mine[-1] is parts[-1] else ()
    begins_anew = any(part.number > 1 and part.carry.kind != "full" for part in mine)
    results = {game.round: RoundResult(game.value, game.score is None, game.counted) for game in line.played}
    return StandingsRow(
        line=line,
        shared=shared,
        stage=mine[-1].number if mine else 1,
        final=next((at for at, people in enumerate(finals) if line.entrant in people), None),
        rounds=tuple(map(results.get, rounds)),
        carried=line.carried if begins_anew or line.carried else None,
        figures=_figures(line),
        mark=place.mark,
    )


def _figures(line: StandingLine) -> Figures:
    scores = [game.score for game in line.played if game.score]
    first, second, third, fourth = (sum(score.place == place for score in scores) for place in (1, 2, 3, 4))
    return Figures(
        games=len(scores),
        byes=len(line.played) - len(scores),
        points=sum(score.points for score in scores),
        placement=sum((score.placement for score in scores), Fraction(0)),
        places=(first, second, third, fourth),
        average_place=mean([score.average_place for score in scores]) if scores else None,
        best_game=max((score.total for score in scores), default=None),
    )


def _sections(rows: Sequence[StandingsRow]) -> tuple[StandingsSection, ...]:
    """Split the rows by stage and final; one section if all placed rows agree."""
    placed = {(row.stage, row.final) for row in rows if row.line.place is not None}
    if len(placed) < 2:
        return (StandingsSection(max((stage for stage, _final in placed), default=1), None, tuple(rows)),)
    parted = groupby(rows, key=lambda row: (None, None) if row.line.place is None else (row.stage, row.final))
    return tuple(StandingsSection(stage, final, tuple(group)) for (stage, final), group in parted)
