"""Plans new seats for the upcoming rounds after late arrivals and withdrawals, so that they can be previewed.

Read-only.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from tournaments.draw import seat_plans
from tournaments.draw.methods import Redraw, redraw_rounds
from tournaments.draw.seat_plans import Seats
from tournaments.models import Entrant, Round, Stage
from tournaments.snapshot import Day


@dataclass(frozen=True, slots=True, kw_only=True)
class ReseatingPlan:
    """The rounds from `first` on, with their seats `before` and `after` some players leave and others arrive.

    Players are entrant numbers; `field` is everyone in the stage. `fixed`: the rounds whose seats change only with a
    reason. `version`: the tournament version for which the plan was made.
    """

    stage: Stage
    first: int
    leaves: tuple[int, ...]
    comes: tuple[int, ...]
    rounds: tuple[Round, ...]
    before: tuple[Seats, ...]
    after: tuple[Seats, ...]
    field: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    reasons: dict[str, Any]
    version: int
    fixed: frozenset[int]

    @property
    def changed(self) -> list[tuple[Round, Seats, Seats]]:
        """The rounds whose seats change, as (round, before, after)."""
        rows = zip(self.rounds, self.before, self.after, strict=True)
        return [(row, before, after) for row, before, after in rows if before != after]

    @property
    def needs_reason(self) -> bool:
        """Whether a changed round is locked or has ever been published."""
        return any(row.number in self.fixed for row, _before, _after in self.changed)

    @property
    def mark(self) -> str:
        """A short hash of the plan, so that the organiser applies exactly the plan that was previewed."""
        seats = [round_seats.saved for round_seats in (*self.before, *self.after)]
        return sha256(dumps([self.first, self.leaves, self.comes, *seats]).encode()).hexdigest()[:16]


def first_open(day: Day) -> int:
    """The number of the first hidden round, from which a change touches nothing published.

    If no round is hidden: the first that has not started, or the one that will be drawn next.
    """
    waiting = [row for row in day.rounds if not seat_plans.begun(day, row)]
    open_rounds = [row for row in waiting if not row.published_at] or waiting
    return open_rounds[0].number if open_rounds else len(day.rounds) + 1


def plan_reseating(day: Day, first: int, leaves: Collection[int], comes: Collection[int]) -> ReseatingPlan:
    """Plan the rounds from `first` on without `leaves` and with `comes`. Raises `RuleViolation`."""
    if not day.rounds:
        raise RuleViolation("first", _("Nothing has been drawn yet, so change the player list instead."))
    stage = day.rounds[-1].stage
    drawn = seat_plans.rounds_of(day, stage)
    _refuse_begun(day, drawn, first)
    rounds = tuple(row for row in drawn if row.number >= first)
    played = tuple(seat_plans.seats_of(day, row) for row in drawn if row.number < first)
    before = tuple(seat_plans.seats_of(day, row) for row in rounds)
    field = _field(stage, (*played, *before), comes)
    present = set(seat_plans.present(day, first)).union(comes).difference(leaves)
    playing = tuple(number for number in field if number in present)
    groups = _with_newcomers(seat_plans.plan_of(stage).get("groups", []), comes, present)
    task = Redraw(
        method=stage.seating,
        present=playing,
        played=played,
        to_come=len(rounds),
        seed=f"{stage.seed} from round {first}",
        plan=before,
        missed=tuple((number, _missed(day.by_number[number], drawn, played, comes)) for number in playing),
        kept_apart=seat_plans.kept_apart(day),
        groups=groups,
    )
    redrawn = redraw_rounds(task)
    return ReseatingPlan(
        stage=stage,
        first=first,
        leaves=tuple(sorted(leaves)),
        comes=tuple(sorted(comes)),
        rounds=rounds,
        before=before,
        after=redrawn.rounds,
        field=field,
        groups=groups,
        reasons=redrawn.reasons[0] if redrawn.reasons else {},
        version=day.tournament.version,
        fixed=frozenset(row.number for row in rounds if seat_plans.fixed(day, row)),
    )


def _refuse_begun(day: Day, drawn: Sequence[Round], first: int) -> None:
    """Raise `RuleViolation` if `first` is out of range, or it or a later round has started."""
    if not drawn[0].number <= first <= drawn[-1].number + 1:
        raise RuleViolation("first", _("Choose one of the upcoming rounds."))
    for row in drawn:
        if row.number >= first and seat_plans.begun(day, row):
            raise RuleViolation("first", _("Round %(round)s has started. Choose a later one."), round=row.number)


def _field(stage: Stage, rounds: Sequence[Seats], comes: Collection[int]) -> tuple[int, ...]:
    """Everyone in the stage, newcomers last."""
    known = seat_plans.plan_of(stage).get("field") or sorted(frozenset().union(*(seats.everybody for seats in rounds)))
    return (*known, *sorted(set(comes) - set(known)))


def _missed(entrant: Entrant, drawn: Sequence[Round], played: Sequence[Seats], comes: Collection[int]) -> int:
    """The number of rounds of the stage that were over before the entrant arrived."""
    if entrant.number in comes and not any(entrant.number in seats.everybody for seats in played):
        return len(played)
    return min(max(entrant.from_round - drawn[0].number, 0), len(played))


def _with_newcomers(
    groups: list[list[int]], comes: Collection[int], present: Collection[int]
) -> tuple[tuple[int, ...], ...]:
    """The groups, with each newcomer added to the group with the fewest players present."""
    filled = [list(group) for group in groups]
    for newcomer in sorted(comes):
        if filled and not any(newcomer in group for group in filled):
            min(filled, key=lambda group: sum(number in present for number in group)).append(newcomer)
    return tuple(tuple(sorted(group)) for group in filled)
