"""Standings: who is where, and why there. A function of results and ranking rules; sentences are made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from engine.tournament.ranking import TIE_BREAKS, Ranking
from engine.tournament.results import EntrantResult, Record, Results, gather
from engine.tournament.scoring.fractions import NOTHING, mean

# Instead of a tie-break's id: nothing told the two apart, or one of them has played and the other has not.
EQUAL, UNPLAYED = "equal", "unplayed"


@dataclass(frozen=True, slots=True)
class PlaceReason:
    """Why somebody stands behind (or, `by` = "equal", with) the line above although the total is no lower."""

    by: str  # id of the tie-break that decided; "unplayed": games, of which the one below has none
    above: int  # entrant of the line above
    theirs: Fraction
    mine: Fraction


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One entrant. `place`: equal ones share it, and the next is skipped; None where not placed (withdrawn, too few
    games). `total` = `carried` + what counts of `played` + `adjusted`. `games`: played, dropped ones too. Places and
    best are of the games that count: `places[0]` firsts, shared ones included. `reason`: only after a total that
    is no higher."""

    place: int | None
    entrant: int
    total: Fraction
    played: tuple[EntrantResult, ...]
    carried: Fraction
    adjusted: Fraction
    games: int
    placement: Fraction
    places: tuple[int, int, int, int]
    average_place: Fraction | None
    best_game: Fraction | None
    reason: PlaceReason | None = None
    withdrawn: bool = False

    def in_round(self, number: int) -> Fraction | None:
        """The result of a round, all that counts; None where neither a game nor a bye does."""
        counted = [each.value for each in self.played if each.round == number and each.counted]
        return sum(counted, NOTHING) if counted else None


def standings(results: Results, ranking: Ranking | None = None) -> tuple[StandingLine, ...]:
    """Everybody in the list, best first: who has played, then who has not; withdrawn ones last and without a place
    where the ranking says so."""
    rules = ranking or Ranking()
    records = list(gather(results, rules.bye).values())
    withdrawn = results.withdrawn if rules.withdrawn == "last" else frozenset()
    return in_order(records, results, rules, withdrawn)


def in_order(
    records: Sequence[Record], results: Results, ranking: Ranking, unplaced: frozenset[int]
) -> tuple[StandingLine, ...]:
    """Lines of these records; `unplaced` ones after the others, without a place, the higher total first."""
    placed = [each for each in records if each.entrant not in unplaced]
    after = [each for each in records if each.entrant in unplaced]
    lines: list[StandingLine] = []
    for group, reason in _in_turn(placed, results, ranking.tie_breaks):
        place = len(lines) + 1
        for at, each in enumerate(group):
            equal = PlaceReason(EQUAL, group[at - 1].entrant, each.total, each.total) if at else reason
            lines.append(_line(place, each, results, equal))
    lines += [_line(None, each, results, None) for each in sorted(after, key=lambda one: (-one.total, one.entrant))]
    return tuple(lines)


def _in_turn(records: Sequence[Record], results: Results, tie_breaks: Sequence[str]) -> Iterator[Group]:
    """Who has played, then who has not: a late entrant does not stand above those who have lost points. A round that
    somebody sat out by a bye counts as played; who carries something over has played before."""
    begun = {each.entrant for each in records if each.played} | set(results.carried)
    played = [each for each in records if each.entrant in begun]
    waiting = [each for each in records if each.entrant not in begun]
    last: Record | None = None
    for group, reason in _resolved(played, results, tie_breaks):
        yield group, reason
        last = group[-1]
    for group, reason in _resolved(waiting, results, tie_breaks):
        if last is not None and group[0].total >= last.total:
            reason = PlaceReason(UNPLAYED, last.entrant, Fraction(last.games), NOTHING)
        yield group, reason
        last = None


# ── ties ──────────────────────────────────────────────────────────────────────

Group = tuple[list[Record], PlaceReason | None]  # nothing tells them apart; why they stand behind the group before


def _resolved(records: Sequence[Record], results: Results, tie_breaks: Sequence[str]) -> Iterator[Group]:
    """By total, then within those that are equal by tie-break after tie-break."""
    for group in _split(records, {each.entrant: each.total for each in records}, most=True):
        yield from _broken(group, results, tie_breaks)


def _broken(tied: list[Record], results: Results, tie_breaks: Sequence[str]) -> Iterator[Group]:
    """The first tie-break that applies and tells somebody apart splits; the next ones go on within each part."""
    if len(tied) == 1 or not tie_breaks:
        yield tied, None
        return
    rule = TIE_BREAKS[tie_breaks[0]]
    values = rule.measure(tied, results)
    parts = _split(tied, values, rule.most) if values else [tied]
    last: Record | None = None
    for part in parts:
        for group, reason in _broken(part, results, tie_breaks[1:]):
            if reason is None and last is not None and values:
                mine, theirs = values[group[0].entrant], values[last.entrant]
                reason = PlaceReason(tie_breaks[0], last.entrant, theirs, mine)
            yield group, reason
            last = group[-1]


def _split(records: Sequence[Record], values: Mapping[int, Fraction], most: bool) -> list[list[Record]]:
    """Groups of equal value, the best first; within a group by number."""

    def value(each: Record) -> Fraction:
        return -values[each.entrant] if most else values[each.entrant]

    ordered = sorted(records, key=lambda each: (value(each), each.entrant))
    return [list(group) for _value, group in groupby(ordered, key=value)]


def _line(place: int | None, record: Record, results: Results, reason: PlaceReason | None) -> StandingLine:
    scores = record.scores
    first, second, third, fourth = (sum(score.place == place for score in scores) for place in (1, 2, 3, 4))
    return StandingLine(
        place=place,
        entrant=record.entrant,
        total=record.total,
        played=record.played,
        carried=record.carried,
        adjusted=record.adjusted,
        games=record.games,
        placement=sum((score.placement for score in scores), NOTHING),
        places=(first, second, third, fourth),
        average_place=mean([score.average_place for score in scores]) if scores else None,
        best_game=max((score.total for score in scores), default=None),
        reason=reason,
        withdrawn=record.entrant in results.withdrawn,
    )


def tied_across(lines: Sequence[StandingLine], k: int) -> tuple[int, ...]:
    """Whom nothing tells apart on both sides of the line behind the first `k`; nobody where the line is clear."""
    placed = [line for line in lines if line.place is not None]
    if not 0 < k < len(placed) or placed[k - 1].place != placed[k].place:
        return ()
    return tuple(line.entrant for line in placed if line.place == placed[k].place)
