"""What becomes of the rounds to come when somebody comes late or leaves: worked out to be looked at. Writes nothing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from tournaments.draw import seat_plans
from tournaments.draw.methods import Again, remade
from tournaments.draw.seat_plans import Seats
from tournaments.models import Entrant, Round, Stage
from tournaments.snapshot import Day


@dataclass(frozen=True, slots=True)
class Later:
    """Rounds with the seats that they would have, were somebody to come or leave; `version`: of what was read;
    `fixed`: the rounds (numbers) whose seats change with a reason alone."""

    stage: Stage
    first: int
    leaves: tuple[int, ...]
    comes: tuple[int, ...]
    rounds: tuple[Round, ...]
    now: tuple[Seats, ...]
    then: tuple[Seats, ...]
    field: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    reasons: dict[str, Any]
    version: int
    fixed: frozenset[int]

    @property
    def changed(self) -> list[tuple[Round, Seats, Seats]]:
        """The rounds that would be other than they are: (round, now, then)."""
        told = zip(self.rounds, self.now, self.then, strict=True)
        return [(one, now, then) for one, now, then in told if now != then]

    @property
    def told(self) -> bool:
        """Whether it takes a reason: one of them was published or is locked."""
        return any(one.number in self.fixed for one, _now, _then in self.changed)

    @property
    def mark(self) -> str:
        """Short for all of it: what is taken is what was looked at."""
        said = [self.first, self.leaves, self.comes, *(each.told for each in (*self.now, *self.then))]
        return sha256(dumps(said).encode()).hexdigest()[:16]


def first_open(day: Day) -> int:
    """The first round from which somebody can come or go without a word changed that was published: its number.

    Else the first that is not begun; else the one that comes next.
    """
    waiting = [each for each in day.rounds if not seat_plans.begun(day, each)]
    hidden = [each for each in waiting if not each.published_at]
    found = hidden or waiting
    return found[0].number if found else len(day.rounds) + 1


def worked_out(day: Day, first: int, leaves: Collection[int], comes: Collection[int]) -> Later:
    """From round `first` on without `leaves` and with `comes`, by number. Raises `RuleViolation`."""
    if not day.rounds:
        raise RuleViolation("first", _("Nothing is drawn yet: change the list of entrants instead."))
    stage = day.rounds[-1].stage
    drawn = seat_plans.rounds_of(day, stage)
    _refuse(day, drawn, first)
    rounds = [each for each in drawn if each.number >= first]
    before = [seat_plans.seats_of(day, each) for each in drawn if each.number < first]
    now = [seat_plans.seats_of(day, each) for each in rounds]
    plan = seat_plans.plan_of(stage)
    known = plan.get("field") or sorted(frozenset().union(*(each.everybody for each in (*before, *now))))
    field = (*known, *sorted(set(comes) - set(known)))
    here = set(seat_plans.present(day, first)).union(comes).difference(leaves)
    playing = tuple(number for number in field if number in here)
    again = Again(
        way=stage.seating,
        present=playing,
        played=tuple(before),
        to_come=len(rounds),
        seed=f"{stage.seed} from round {first}",
        plan=tuple(now),
        missed=tuple((each, _missed(day.by_number[each], drawn, before, comes)) for each in playing),
        apart=seat_plans.kept_apart(day),
        groups=_groups(plan.get("groups", []), comes, here),
    )
    return _found(day, stage, first, (tuple(sorted(leaves)), tuple(sorted(comes))), rounds, field, again)


def _found(
    day: Day,
    stage: Stage,
    first: int,
    who: tuple[tuple[int, ...], tuple[int, ...]],
    rounds: list[Round],
    field: tuple[int, ...],
    again: Again,
) -> Later:
    """The answer to `again`, with what it was asked for; `who`: those who leave, those who come."""
    then = remade(again)
    return Later(
        stage=stage,
        first=first,
        leaves=who[0],
        comes=who[1],
        rounds=tuple(rounds),
        now=again.plan,
        then=then.rounds,
        field=field,
        groups=again.groups,
        reasons=then.reasons[0] if then.reasons else {},
        version=day.tournament.version,
        fixed=frozenset(one.number for one in rounds if seat_plans.fixed(day, one)),
    )


def _refuse(day: Day, drawn: list[Round], first: int) -> None:
    if not drawn[0].number <= first <= drawn[-1].number + 1:
        raise RuleViolation("first", _("Please choose one of the rounds to come."))
    for one in drawn:
        if one.number >= first and seat_plans.begun(day, one):
            raise RuleViolation("first", _("Round %(round)s has begun: choose a later one."), round=one.number)


def _missed(entrant: Entrant, drawn: list[Round], before: list[Seats], comes: Collection[int]) -> int:
    """How many rounds of the stage were over before they came."""
    if entrant.number in comes and not any(entrant.number in each.everybody for each in before):
        return len(before)
    return min(max(entrant.from_round - drawn[0].number, 0), len(before))


def _groups(groups: list[list[int]], comes: Collection[int], here: Collection[int]) -> tuple[tuple[int, ...], ...]:
    """The groups with those who come, each in the smallest."""
    found = [list(group) for group in groups]
    for number in sorted(comes):
        if found and not any(number in group for group in found):
            min(found, key=lambda group: sum(each in here for each in group)).append(number)
    return tuple(tuple(sorted(group)) for group in found)
