"""Changes of seats: two players swapped by hand, and rounds seated again after late arrivals and withdrawals.

Published rounds change only with a reason.
"""

from collections.abc import Collection

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from tournaments.draw.late_arrivals import ReseatingPlan, plan_reseating
from tournaments.draw.publish import round_called
from tournaments.draw.seat_plans import fixed, plan_of, seats_of, was_shown
from tournaments.draw.write_rounds import a_reason, note_change, place
from tournaments.models import Entrant, Round, Seat, Stage, Tournament
from tournaments.snapshot import Day
from tournaments.write_access import going_on


def swap_seats(
    *,
    tournament: Tournament,
    number: int,
    one: int,
    other: int,
    by: User,
    seen: str = "",
    reason: str = "",
    record: Record = by_program,
) -> Round:
    """Swap two entrants, by number, in round `number`: table, wind or bye.

    `seen`: the mark of the seats that the page showed, so that a second tap does not swap them back. A round that was
    published or is locked needs a reason. Tables that have begun cannot change. Raises `RuleViolation`, `NotAllowed`,
    `Unavailable`.
    """
    with going_on(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        row = round_called(day, number)
        before = seats_of(day, row)
        if seen not in ("", before.mark):
            raise RuleViolation("seat", _("Meanwhile the seats have changed. Please look again."))
        if one == other or not {one, other} <= before.everybody:
            raise RuleViolation("seat", _("Choose two who are in this round."))
        pair = [_seat(day, row, entrant) for entrant in (one, other)]
        why = a_reason(reason, needed=fixed(day, row))
        after = before.swapped(one, other)
        if before == after:
            return row
        _exchange(*pair)
        if was_shown(day, row):
            note_change(row, by, why, before, after)
        values = {"tournament": now.code, "round": number, "one": one, "other": other}
        record("round_swapped", club=now.club, user=by, after=values)
        row.refresh_from_db()
    return row


def _seat(day: Day, row: Round, number: int) -> Seat:
    """The seat of an entrant. Raises `RuleViolation` if the table has begun."""
    for table in day.tables.get(row.pk, []):
        for seat in day.seats.get(table.pk, []):
            if seat.entrant.number == number:
                if row.closed_at or table.match_id is not None or table.pk in day.results:
                    raise RuleViolation("seat", _("Table %(table)s has begun: its seats stay."), table=table.number)
                return seat
    if row.closed_at:
        raise RuleViolation("seat", _("Round %(round)s is closed: its seats stay."), round=row.number)
    return Seat.objects.get(round=row, entrant__number=number)


def _exchange(one: Seat, other: Seat) -> None:
    """Swap the entrants of two seats. Substitutes move with the entrant."""
    Seat.objects.filter(pk__in=(one.pk, other.pk)).delete()
    for place_of, who in ((one, other), (other, one)):
        Seat.objects.create(
            round_id=one.round_id,
            table_id=place_of.table_id,
            wind=place_of.wind,
            entrant_id=who.entrant_id,
            substitute=who.substitute,
            substitute_player_id=who.substitute_player_id,
        )


def reseat(
    *,
    tournament: Tournament,
    first: int,
    leaves: Collection[int],
    comes: Collection[int],
    by: User,
    mark: str = "",
    reason: str = "",
    record: Record = by_program,
) -> ReseatingPlan:
    """Seat the rounds from `first` on again, without `leaves` and with `comes` (numbers of entrants).

    `mark`: of the plan that the organiser saw (`ReseatingPlan.mark`); a different plan is refused. "": any plan.
    Published rounds need a reason and note the change. Raises `RuleViolation`, `NotAllowed`, `Unavailable`.
    """
    early = plan_reseating(Day(tournament), first, leaves, comes)
    with going_on(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        _refuse_strangers(day, leaves, comes)
        unchanged = early.version == now.version
        plan = early if unchanged else plan_reseating(day, first, leaves, comes)
        if mark not in ("", plan.mark):
            raise RuleViolation("mark", _("Meanwhile something has changed. Please look again at what would become."))
        why = a_reason(reason, needed=plan.needs_reason)
        _apply(day, plan, by, why)
        values = {"tournament": now.code, "round": first, "leaves": list(plan.leaves), "comes": list(plan.comes)}
        record("round_remade", club=now.club, user=by, after=values)
    return plan


def _refuse_strangers(day: Day, leaves: Collection[int], comes: Collection[int]) -> None:
    """Raises `NotAllowed` unless those who leave are entered, and those who come are entered or on the waiting list."""
    entered = {entrant.number for entrant in day.entered}
    waiting = {entrant.number for entrant in day.waiting}
    if not set(leaves) <= entered or not set(comes) <= entered | waiting or set(leaves) & set(comes):
        raise NotAllowed


def _apply(day: Day, plan: ReseatingPlan, by: User, why: str) -> None:
    for number in plan.leaves:
        row = Entrant.objects.filter(pk=day.by_number[number].pk)
        if plan.first == 1:
            row.update(state=Entrant.State.WITHDRAWN)
        else:
            row.update(left_after=plan.first - 1)
    for number in plan.comes:
        entrant = day.by_number[number]
        since = plan.first if entrant.left_after is None else entrant.from_round
        Entrant.objects.filter(pk=entrant.pk).update(state=Entrant.State.ENTERED, from_round=since, left_after=None)
    for round_row, before, after in plan.changed:
        place(round_row, after, day.by_number)
        if was_shown(day, round_row):
            note_change(round_row, by, why, before, after)
        Round.objects.filter(pk=round_row.pk).update(reasons=plan.reasons)
    stage_plan = {**plan_of(plan.stage), "field": list(plan.field)}
    if plan.groups:
        stage_plan["groups"] = [list(group) for group in plan.groups]
    Stage.objects.filter(pk=plan.stage.pk).update(plan=stage_plan)
