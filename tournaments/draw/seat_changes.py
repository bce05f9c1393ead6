"""Seats changed by hand, and rounds made anew after somebody came or left; what was published changes with a reason."""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from tournaments.draw import late_arrivals
from tournaments.draw.late_arrivals import Later
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
    """Two entrants, by number, change places in round `number`: a table, a wind, or a bye.

    `seen`: the mark of the seats as they were looked at, so that a tap twice does not change them back. Published
    once or locked, it takes a reason; a table that has begun stays. Raises `RuleViolation`, `NotAllowed`,
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
        pair = [_seat(day, row, each) for each in (one, other)]
        why = a_reason(reason, needed=fixed(day, row))
        after = before.swapped(one, other)
        if before == after:
            return row
        _exchange(*pair)
        if was_shown(day, row):
            note_change(row, by, why, before, after)
        told = {"tournament": now.code, "round": number, "one": one, "other": other}
        record("round_swapped", club=now.club, user=by, after=told)
        row.refresh_from_db()
    return row


def _seat(day: Day, row: Round, number: int) -> Seat:
    """Where an entrant sits. RuleViolation where the table has begun."""
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
    """The same places with the other in them; a substitute goes with whom they play for."""
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
) -> Later:
    """From round `first` on without `leaves` and with `comes` (numbers of entrants); the rounds to come are made anew.

    `mark`: what the organiser saw (`tournaments.draw.late_arrivals.Later.mark`; "": apply whatever results). A
    different result is refused.
    Published rounds take a reason, and say what changed. Raises `RuleViolation`, `NotAllowed`, `Unavailable`.
    """
    early = late_arrivals.worked_out(Day(tournament), first, leaves, comes)
    with going_on(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        _refuse_strangers(day, leaves, comes)
        found = early if _same(early, day) else late_arrivals.worked_out(day, first, leaves, comes)
        if mark not in ("", found.mark):
            raise RuleViolation("mark", _("Meanwhile something has changed. Please look again at what would become."))
        why = a_reason(reason, needed=found.told)
        _take(day, found, by, why)
        told = {"tournament": now.code, "round": first, "leaves": list(found.leaves), "comes": list(found.comes)}
        record("round_remade", club=now.club, user=by, after=told)
    return found


def _same(early: Later, day: Day) -> bool:
    """Whether nothing has been written since."""
    return early.version == day.tournament.version


def _refuse_strangers(day: Day, leaves: Collection[int], comes: Collection[int]) -> None:
    """Those who leave play now, those who come are entered or wait to be."""
    entered = {each.number for each in day.entered}
    waiting = {each.number for each in day.waiting}
    if not set(leaves) <= entered or not set(comes) <= entered | waiting or set(leaves) & set(comes):
        raise NotAllowed


def _take(day: Day, found: Later, by: User, why: str) -> None:
    for number in found.leaves:
        row = Entrant.objects.filter(pk=day.by_number[number].pk)
        if found.first == 1:
            row.update(state=Entrant.State.WITHDRAWN)
        else:
            row.update(left_after=found.first - 1)
    for number in found.comes:
        entrant = day.by_number[number]
        since = found.first if entrant.left_after is None else entrant.from_round
        Entrant.objects.filter(pk=entrant.pk).update(state=Entrant.State.ENTERED, from_round=since, left_after=None)
    for one, before, after in found.changed:
        place(one, after, day.by_number)
        if was_shown(day, one):
            note_change(one, by, why, before, after)
        Round.objects.filter(pk=one.pk).update(reasons=found.reasons)
    plan = {**plan_of(found.stage), "field": list(found.field)}
    if found.groups:
        plan["groups"] = [list(group) for group in found.groups]
    Stage.objects.filter(pk=found.stage.pk).update(plan=plan)
