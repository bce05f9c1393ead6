"""Swapping two players by hand, and reseating rounds after late arrivals and withdrawals."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from typing import Any, Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.db.transactions import NotAllowed
from people.models import Role
from tournaments.draw import seat_plans
from tournaments.draw.methods import Redraw, redraw_rounds
from tournaments.draw.seat_plans import Seats
from tournaments.draw.write_rounds import clean_reason, write_seats
from tournaments.models import Entrant, Round, Seat, Stage
from tournaments.snapshot import Day
from tournaments.write_access import Action, ActionLog, note_change, unless_over


def swap_seats(
    *, number: int, one: int, other: int, seen: str = "", reason: str = "", **action: Unpack[Action]
) -> Round:
    """Swap the seats or byes of entrants `one` and `other` in round `number`. Tables that have started cannot change.

    `seen`: the mark of the seats on the page, so that a second tap doesn't swap them back. A change to a round that has
    been published or locked requires a reason. Raises `RuleViolation`, `NotAllowed` or `Unavailable`.
    """
    with unless_over(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        row = day.existing_round(number)
        before = seat_plans.seats_of(day, row)
        if seen not in ("", before.mark):
            raise RuleViolation("seat", _("The seats have changed in the meantime. Check them again."))
        if one == other or not {one, other} <= before.everybody:
            raise RuleViolation("seat", _("Choose two different players from this round."))
        pair = [_seat(day, row, entrant) for entrant in (one, other)]
        why = clean_reason(reason, needed=seat_plans.fixed(day, row))
        if before == before.swapped(one, other):
            return row
        Seat.objects.filter(pk__in=[seat.pk for seat in pair]).delete()
        for old, new in (pair, pair[::-1]):  # substitutes move along with their entrants
            place = {"round": row, "table_id": old.table_id, "wind": old.wind}
            player = {"substitute": new.substitute, "substitute_player_id": new.substitute_player_id}
            Seat.objects.create(entrant_id=new.entrant_id, **place, **player)
        if seat_plans.was_shown(day, row):
            note_change(row, log.by, why, before.saved)
        log("round_swapped", round=number, one=one, other=other)
        row.refresh_from_db()
    return row


def _seat(day: Day, row: Round, number: int) -> Seat:
    """Return the seat of an entrant. Raises `RuleViolation` if it can no longer change."""
    for table in day.tables[row.pk]:
        for seat in day.seats[table.pk]:
            if seat.entrant.number == number:
                if row.closed_at or seat_plans.table_begun(day, table):
                    text = _("Table %(table)s has started, so its seats can’t be changed.")
                    raise RuleViolation("seat", text, table=table.number)
                return seat
    if row.closed_at:
        raise RuleViolation("seat", _("Round %(round)s is closed, so its seats can’t be changed."), round=row.number)
    return Seat.objects.get(round=row, entrant__number=number)


# ── late arrivals and withdrawals ────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class ReseatingPlan:
    """A plan to reseat the rounds from number `first` on; `before` and `after` hold the seats of each round.

    `leaves`, `comes`: the numbers of the entrants who leave and who arrive; `field`: the numbers of all entrants in the
    stage; `fixed`: numbers of rounds that change only with a reason; `version`: the tournament's version when the plan
    was made.
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
        """A short hash of the plan, which ensures that the organiser applies exactly what the preview showed."""
        seats = [round_seats.saved for round_seats in (*self.before, *self.after)]
        return sha256(dumps([self.first, self.leaves, self.comes, *seats]).encode()).hexdigest()[:16]


def first_open(day: Day) -> int:
    """Return the number of the first round that can still be reseated.

    That is the first hidden round; if there is none, the first that hasn't started; otherwise the next one to draw.
    """
    waiting = [row for row in day.rounds if not seat_plans.begun(day, row)]
    open_rounds = [row for row in waiting if not row.published_at] or waiting
    return open_rounds[0].number if open_rounds else len(day.rounds) + 1


def plan_reseating(day: Day, first: int, leaves: Collection[int], comes: Collection[int]) -> ReseatingPlan:
    """Plan the rounds from `first` on without `leaves` and with `comes` (entrant numbers). Raises `RuleViolation`."""
    if not day.rounds:
        raise RuleViolation("first", _("Nothing has been drawn yet. Change the player list instead."))
    stage = day.rounds[-1].stage
    drawn = seat_plans.rounds_of(day, stage)
    rounds = _upcoming(day, drawn, first)
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


def _upcoming(day: Day, drawn: Sequence[Round], first: int) -> tuple[Round, ...]:
    if not drawn[0].number <= first <= drawn[-1].number + 1:
        raise RuleViolation("first", _("Choose one of the upcoming rounds."))
    rounds = tuple(row for row in drawn if row.number >= first)
    if begun := next((row for row in rounds if seat_plans.begun(day, row)), None):
        raise RuleViolation("first", _("Round %(round)s has started. Choose a later one."), round=begun.number)
    return rounds


def _field(stage: Stage, rounds: Sequence[Seats], comes: Collection[int]) -> tuple[int, ...]:
    known = seat_plans.plan_of(stage).get("field") or sorted(frozenset().union(*(seats.everybody for seats in rounds)))
    return (*known, *sorted(set(comes) - set(known)))


def _missed(entrant: Entrant, drawn: Sequence[Round], played: Sequence[Seats], comes: Collection[int]) -> int:
    """Return the number of rounds of the stage that were over before the entrant arrived."""
    if entrant.number in comes and not any(entrant.number in seats.everybody for seats in played):
        return len(played)
    return min(max(entrant.from_round - drawn[0].number, 0), len(played))


def _with_newcomers(
    groups: list[list[int]], comes: Collection[int], present: Collection[int]
) -> tuple[tuple[int, ...], ...]:
    """Return the groups, with each newcomer added to the group with the fewest players present."""
    filled = [list(group) for group in groups]
    for newcomer in sorted(comes):
        if filled and not any(newcomer in group for group in filled):
            min(filled, key=lambda group: sum(number in present for number in group)).append(newcomer)
    return tuple(tuple(sorted(group)) for group in filled)


def reseat(
    *,
    first: int,
    leaves: Collection[int],
    comes: Collection[int],
    mark: str = "",
    reason: str = "",
    **action: Unpack[Action],
) -> ReseatingPlan:
    """Reseat the rounds from `first` on without `leaves` and with `comes` (entrant numbers).

    `mark`: the `ReseatingPlan.mark` of the preview, or "" to accept any plan; a plan with a different mark is refused.
    Changing a published round requires a reason. Raises `RuleViolation`, `NotAllowed` or `Unavailable`.
    """
    early = plan_reseating(Day(action["tournament"]), first, leaves, comes)
    with unless_over(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        entered = {entrant.number for entrant in day.entered}
        waiting = {entrant.number for entrant in day.waiting}
        if not set(leaves) <= entered or not set(comes) <= entered | waiting or set(leaves) & set(comes):
            raise NotAllowed
        plan = early if early.version == now.version else plan_reseating(day, first, leaves, comes)
        if mark not in ("", plan.mark):
            raise RuleViolation("mark", _("Something has changed in the meantime. Check the preview again."))
        why = clean_reason(reason, needed=plan.needs_reason)
        _apply(day, plan, log, why)
        log("round_remade", round=first, leaves=list(plan.leaves), comes=list(plan.comes))
    return plan


def _apply(day: Day, plan: ReseatingPlan, log: ActionLog, why: str) -> None:
    for number in plan.leaves:
        values = {"state": Entrant.State.WITHDRAWN} if plan.first == 1 else {"left_after": plan.first - 1}
        Entrant.objects.filter(pk=day.by_number[number].pk).update(**values)
    for number in plan.comes:
        entrant = day.by_number[number]
        since = plan.first if entrant.left_after is None else entrant.from_round
        Entrant.objects.filter(pk=entrant.pk).update(state=Entrant.State.ENTERED, from_round=since, left_after=None)
    for row, before, after in plan.changed:
        write_seats(row, after, day.by_number)
        if seat_plans.was_shown(day, row):
            note_change(row, log.by, why, before.saved)
        Round.objects.filter(pk=row.pk).update(reasons=plan.reasons)
    stage_plan = {**seat_plans.plan_of(plan.stage), "field": list(plan.field)}
    if plan.groups:
        stage_plan["groups"] = [list(group) for group in plan.groups]
    Stage.objects.filter(pk=plan.stage.pk).update(plan=stage_plan)
