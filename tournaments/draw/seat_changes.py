"""Seat changes: swapping two players by hand, and reseating rounds after late arrivals and withdrawals.

Published rounds change only with a reason.
"""

from collections.abc import Collection
from typing import Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.db.transactions import NotAllowed
from people.models import Role
from tournaments.draw.late_arrivals import ReseatingPlan, plan_reseating
from tournaments.draw.seat_plans import fixed, plan_of, seats_of, table_begun, was_shown
from tournaments.draw.write_rounds import clean_reason, write_seats
from tournaments.models import Entrant, Round, Seat, Stage
from tournaments.snapshot import Day
from tournaments.write_access import Action, ActionLog, note_change, unless_over


def swap_seats(
    *, number: int, one: int, other: int, seen: str = "", reason: str = "", **action: Unpack[Action]
) -> Round:
    """Swap the seats or byes of two entrants, by number, in round `number`.

    `seen`: the mark of the seats on the page, so that a second tap doesn't swap them back. A reason is required once
    the round was published or locked. Tables that have started cannot change. Raises `RuleViolation`, `NotAllowed`,
    `Unavailable`.
    """
    with unless_over(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        row = day.existing_round(number)
        before = seats_of(day, row)
        if seen not in ("", before.mark):
            raise RuleViolation("seat", _("The seats have changed in the meantime. Check them again."))
        if one == other or not {one, other} <= before.everybody:
            raise RuleViolation("seat", _("Choose two players of this round."))
        pair = [_seat(day, row, entrant) for entrant in (one, other)]
        why = clean_reason(reason, needed=fixed(day, row))
        if before == before.swapped(one, other):
            return row
        _swap_entrants(*pair)
        if was_shown(day, row):
            note_change(row, log.by, why, before.saved)
        log("round_swapped", round=number, one=one, other=other)
        row.refresh_from_db()
    return row


def _seat(day: Day, row: Round, number: int) -> Seat:
    """The seat of an entrant. Raises `RuleViolation` if it can no longer change."""
    for table in day.tables[row.pk]:
        for seat in day.seats[table.pk]:
            if seat.entrant.number == number:
                if row.closed_at or table_begun(day, table):
                    raise RuleViolation(
                        "seat", _("Table %(table)s has started, so its seats can’t change."), table=table.number
                    )
                return seat
    if row.closed_at:
        raise RuleViolation("seat", _("Round %(round)s is closed, so its seats can’t change."), round=row.number)
    return Seat.objects.get(round=row, entrant__number=number)


def _swap_entrants(one: Seat, other: Seat) -> None:
    """Swap the entrants of two seats, along with their substitutes."""
    Seat.objects.filter(pk__in=(one.pk, other.pk)).delete()
    for old, new in ((one, other), (other, one)):
        Seat.objects.create(
            round_id=one.round_id,
            table_id=old.table_id,
            wind=old.wind,
            entrant_id=new.entrant_id,
            substitute=new.substitute,
            substitute_player_id=new.substitute_player_id,
        )


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

    `mark`: the `ReseatingPlan.mark` that the organiser saw, or "" for any plan; a different plan is refused. Changing a
    published round needs a reason. Raises `RuleViolation`.
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
        leavers, newcomers = list(plan.leaves), list(plan.comes)
        log("round_remade", round=first, leaves=leavers, comes=newcomers)
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
        if was_shown(day, row):
            note_change(row, log.by, why, before.saved)
        Round.objects.filter(pk=row.pk).update(reasons=plan.reasons)
    stage_plan = {**plan_of(plan.stage), "field": list(plan.field)}
    if plan.groups:
        stage_plan["groups"] = [list(group) for group in plan.groups]
    Stage.objects.filter(pk=plan.stage.pk).update(plan=stage_plan)
