"""The draw in the open: a promise before, the seed after; a stage at once, or its next Swiss round. Knows no pages."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from engine import seating
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.tournament import TiedOnTheLine
from matches.actions.append import checked_key
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from people.text.cleaning import clean_note
from tournaments.draw import seat_plans
from tournaments.draw.methods import Drawn, DrawTask, NextRound, brought, by_lot, next_swiss, solved, told
from tournaments.draw.seat_plans import Seats
from tournaments.draw.write_rounds import NO_REASONS, a_reason, clear, note_change, put_round
from tournaments.models import Round, Seating, Stage, Tournament, TournamentState
from tournaments.snapshot import Day
from tournaments.standings.qualification import cut_into
from tournaments.write_access import acting, still_on

LONGEST_SEED = 80
AS_BROUGHT = "as brought"

# Entrants' ids, the first place first; asked for under the lock, so that nothing is ranked that has changed since.
Ranking = Callable[[], Sequence[int]]


def unranked() -> Sequence[int]:
    """Nobody has played yet: seedings and the lot decide."""
    return ()


def promise_draw(
    *,
    tournament: Tournament,
    stage: int,
    by: User,
    seed: str = "",
    groups: int = 0,
    ranking: Ranking = unranked,
    record: Record = by_program,
) -> Stage:
    """Keep `seed` (one made up, if there is none) and show its SHA-256; once promised it stays what it is. What could
    not be drawn as things stand is not promised.

    Raises `RuleViolation`, `NotAllowed`, `Unavailable`, as all here do.
    """
    given = clean_seed(seed)
    refused = _refused(Day(tournament), stage, given, ranking, groups)
    with acting(tournament, by, Role.ORGANISER) as now:
        part = stage_called(Day(now), stage)
        if part.promise and given in ("", part.seed):
            return part
        still_on(now)
        if part.promise or part.drawn_at:
            raise RuleViolation("seed", _("The draw is promised already: another seed would break the promise."))
        if refused:
            raise refused
        part.seed = given or secrets.token_hex(8)
        part.promise, part.promised_at = seating.promise(part.seed), datetime.now(UTC)
        _keep(part, "seed", "promise", "promised_at")
        record("stage_promised", club=now.club, user=by, after=_about(now, part))
    return part


def draw_stage(
    *,
    tournament: Tournament,
    stage: int,
    key: str,
    by: User,
    seed: str = "",
    groups: int = 0,
    ranking: Ranking = unranked,
    record: Record = by_program,
) -> list[Round]:
    """All rounds of a stage, hidden; of Swiss the first. Drawn already, they are found: two taps are one draw.

    The seed is the one promised, else `seed`, else one made up. `groups`: how many, where the stage has some.
    """
    checked_key(key)
    fallback = clean_seed(seed) or secrets.token_hex(8)

    def task(day: Day) -> DrawTask:
        part = stage_called(day, stage)
        if part.promise and seed not in ("", part.seed):
            raise RuleViolation("seed", _("The draw is promised already: another seed would break the promise."))
        return _task(day, part, part.seed if part.promise else fallback, ranking, groups)

    before = Day(tournament)
    if stage_called(before, stage).drawn_at:
        return seat_plans.rounds_of(before, stage_called(before, stage))
    early = task(before)
    found = solved(early)
    with acting(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        part = stage_called(day, stage)
        if part.drawn_at:
            return seat_plans.rounds_of(day, part)
        still_on(now)
        fresh = task(day)
        made = found if fresh == early else solved(fresh)
        rounds = _drawn(day, part, _by(fresh, made), fresh.seed, key, _past(part))
        record("stage_drawn", club=now.club, user=by, after={**_about(now, part), "seed": part.seed})
    return rounds


def redraw_stage(
    *,
    tournament: Tournament,
    stage: int,
    key: str,
    by: User,
    reason: str = "",
    seed: str = "",
    groups: int = 0,
    ranking: Ranking = unranked,
    record: Record = by_program,
) -> list[Round]:
    """Draw anew by another seed, while no round of the stage is published or locked; why, once the draw was promised.

    The old seed, its promise and the reason stay for everybody to see. With the same `key` it is done once.
    """
    new = clean_seed(seed) or secrets.token_hex(8)

    def task(day: Day) -> DrawTask:
        part = stage_called(day, stage)
        return _task(day, part, new, ranking, groups or len(seat_plans.plan_of(part).get("groups", ())))

    early = task(Day(tournament))
    found = solved(early)  # before the lock: it may take seconds
    with acting(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        part = stage_called(day, stage)
        old = seat_plans.rounds_of(day, part)
        if old and old[0].key == key:
            return old
        _refuse_settled(now, part, old)
        shown = _shown(day, old)
        again = _told_again(part, reason, bool(shown))
        part.promised_at = None
        fresh = task(day)
        made = found if fresh == early else solved(fresh)
        rounds = _drawn(day, part, _by(fresh, made), new, checked_key(key), again)
        _note_changes(now, shown, by, again[-1]["reason"])
        record("stage_redrawn", club=now.club, user=by, after={**_about(now, part), "seed": new})
    return rounds


def _shown(day: Day, rounds: Sequence[Round]) -> dict[int, Seats]:
    """The seats of those rounds, by number, that were published once."""
    return {one.number: seat_plans.seats_of(day, one) for one in rounds if seat_plans.was_shown(day, one)}


def _note_changes(now: Tournament, shown: dict[int, Seats], by: User, why: str) -> None:
    """What was published once and is other now says so."""
    day = Day(now)
    for one in day.rounds:
        after = seat_plans.seats_of(day, one)
        if one.number in shown and shown[one.number] != after:
            note_change(one, by, why, shown[one.number], after)


def _told_again(part: Stage, reason: str, shown: bool) -> list[Any]:
    """The draws of a stage that were given up, this one with them. Raises `RuleViolation` where one was promised, or
    `shown` to everybody, and `reason` says nothing."""
    why = a_reason(reason, needed=shown or part.promised_at is not None)
    past = {"seed": part.seed, "promise": part.promise if part.promised_at else "", "reason": why}
    return [*_past(part), {**past, "at": datetime.now(UTC).isoformat()}]


def _past(part: Stage) -> list[Any]:
    """Draws given up and promises taken back."""
    return list(seat_plans.plan_of(part).get("again", []))


def bring_seating(
    *, tournament: Tournament, stage: int, key: str, by: User, text: str, reason: str = "", record: Record = by_program
) -> list[Round]:
    """The rounds of a prescribed stage as the organiser has written them (`engine.seating.written`), players by their
    numbers; again while none is published or locked, with a reason where one was shown. The stage then has as many
    rounds as were brought."""
    checked_key(key)
    with acting(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        part = stage_called(day, stage)
        old = seat_plans.rounds_of(day, part)
        if old and old[0].key == key:
            return old
        _refuse_settled(now, part, old)
        if part.seating != Seating.PRESCRIBED:
            raise RuleViolation("seating", _("The seating of this stage is drawn, not brought."))
        _refuse_early(day, part)
        shown = _shown(day, old)
        why = a_reason(reason, needed=bool(shown))
        found = brought(text, seat_plans.present(day, _first(day, part)))
        clear(old[len(found.rounds) :])
        part.rounds = len(found.rounds)
        _keep(part, "rounds")
        rounds = _drawn(day, part, found, AS_BROUGHT, key, _past(part))
        _note_changes(now, shown, by, why)
        record("stage_drawn", club=now.club, user=by, after=_about(now, part))
    return rounds


def generate_round(
    *,
    tournament: Tournament,
    number: int,
    key: str,
    by: User,
    ranking: Ranking = unranked,
    rematches: bool = False,
    record: Record = by_program,
) -> Round:
    """Round `number` of a Swiss stage, once the one before is closed; if it is there, it is found.

    `rematches`: where no round without one is left, take the one with the fewest.
    """
    checked_key(key)
    before = Day(tournament)
    if found := _round(before, number):
        return found
    early = _step(before, number, ranking, rematches)
    drawn = next_swiss(early)
    with acting(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        if found := _round(day, number):
            return found
        still_on(now)
        fresh = _step(day, number, ranking, rematches)
        part = day.rounds[-1].stage
        made = drawn if fresh == early else next_swiss(fresh)
        part.plan = {**seat_plans.plan_of(part), **made.plan}
        _keep(part, "plan")
        one = put_round(day, part, number, made.rounds[0], key, made.reasons[0])
        record("round_drawn", club=now.club, user=by, after={"tournament": now.code, "round": number})
    return one


# ── what is asked before ─────────────────────────────────────────────────────


def stage_called(day: Day, number: int) -> Stage:
    """The stage with this number. Raises `NotAllowed`."""
    found = next((each for each in day.stages if each.number == number), None)
    if found is None:
        raise NotAllowed
    return found


def clean_seed(text: str) -> str:
    """A seed as it is kept. RuleViolation for one that is too long."""
    seed = clean_note(text, "seed")
    if len(seed) > LONGEST_SEED:
        raise RuleViolation("seed", _("A seed has at most %(most)s characters."), most=LONGEST_SEED)
    return seed


def _round(day: Day, number: int) -> Round | None:
    return next((each for each in day.rounds if each.number == number), None)


def _first(day: Day, part: Stage) -> int:
    """The number of the first round of a stage, drawn or not."""
    return 1 + sum(each.stage.number < part.number for each in day.rounds)


def _refuse_early(day: Day, part: Stage) -> None:
    """A stage is drawn when those before it are played."""
    for each in day.stages:
        rounds = seat_plans.rounds_of(day, each)
        if each.number < part.number and not (rounds and all(one.closed_at for one in rounds)):
            raise RuleViolation("stage", _("Stage %(stage)s is not over yet."), stage=each.number)


def _refuse_settled(now: Tournament, part: Stage, rounds: Sequence[Round]) -> None:
    still_on(now)
    if any(each.published_at for each in rounds):
        sentence = _("A round of this stage is published: hide it first, or change seats in it.")
        raise RuleViolation("stage", sentence)
    locked = next((each for each in rounds if each.locked_at), None)
    if locked:
        sentence = _("The seats of round %(round)s are locked: unlock them first, or change seats in it.")
        raise RuleViolation("stage", sentence, round=locked.number)


def _task(day: Day, part: Stage, seed: str, ranking: Ranking, groups: int) -> DrawTask:
    """What is to be drawn. Raises `RuleViolation`."""
    if part.seating == Seating.PRESCRIBED:
        raise RuleViolation("seating", _("The seating of this stage is brought, not drawn."))
    _refuse_early(day, part)
    here = seat_plans.present(day, _first(day, part))
    ranked = _ranked(day, here, ranking)
    takes = part.takes if part.takes is not None else len(here)
    if part.by_group and part.takes is not None:
        takes = len(cut_into(day, part.number).through)
    going_on = [number for number in ranked or here if part.takes is None or not day.by_number[number].house]
    people = tuple(sorted(going_on[:takes]))
    seeding = {each.number: each.seeding for each in day.entered if each.seeding is not None}
    order = tuple(each for each in ranked if each in people) if ranked else by_lot(people, seeding, seed)
    apart = seat_plans.kept_apart(day)
    return DrawTask(part.seating, people, part.rounds, seed, order, apart, groups)


def _ranked(day: Day, here: Sequence[int], ranking: Ranking) -> tuple[int, ...]:
    """Those who are here, the first place first, house players last; empty if nobody is ranked."""
    given = [day.by_pk[pk].number for pk in ranking() if pk in day.by_pk]
    order = [number for number in given if number in here]
    if not order:
        return ()
    order += [number for number in here if number not in given]
    return tuple(sorted(order, key=lambda number: day.by_number[number].house))


def _refused(day: Day, stage: int, seed: str, ranking: Ranking, groups: int) -> RuleViolation | None:
    """Why a stage whose turn it is could not be drawn as things stand. A lot that is still to decide, and how many
    groups there are, may be told after the promise."""
    part = stage_called(day, stage)
    if part.promise or part.drawn_at or (part.seating == Seating.GROUPS and not groups):
        return None
    try:
        _refuse_early(day, part)
    except RuleViolation:
        return None
    try:
        solved(_task(day, part, seed or "a try", ranking, groups))
    except TiedOnTheLine:
        return None
    except RuleViolation as violation:
        return violation
    return None


def _step(day: Day, number: int, ranking: Ranking, rematches: bool) -> NextRound:
    """The next Swiss round, as it is to be found. Raises `RuleViolation`."""
    last = day.rounds[-1] if day.rounds else None
    if last is None or number != last.number + 1:
        raise RuleViolation("round", _("Round %(round)s is not the next one."), round=number)
    part = last.stage
    rounds = seat_plans.rounds_of(day, part)
    if part.seating != Seating.SWISS or len(rounds) >= part.rounds:
        raise RuleViolation("round", _("All rounds of this stage are drawn."))
    if not last.closed_at:
        raise RuleViolation("round", _("Round %(round)s is not closed yet."), round=last.number)
    people = tuple(seat_plans.plan_of(part).get("field", ())) or tuple(
        sorted(seat_plans.seats_of(day, rounds[0]).everybody)
    )
    here = tuple(each for each in seat_plans.present(day, number) if each in people)
    return NextRound(
        people,
        _ranked(day, here, ranking) or by_lot(here, {}, part.seed),
        tuple(seat_plans.seats_of(day, each) for each in rounds),
        part.rounds,
        part.seed,
        tuple(tuple(tuple(table) for table in one) for one in seat_plans.plan_of(part).get("rounds", ())),
        seat_plans.kept_apart(day),
        rematches,
    )


# ── what is written ──────────────────────────────────────────────────────────


def _drawn(
    day: Day, part: Stage, found: Drawn, seed: str, key: str, again: Sequence[dict[str, Any]] = ()
) -> list[Round]:
    """The rounds written down, the stage drawn by `seed`."""
    first = _first(day, part)
    reasons = found.reasons or (NO_REASONS,) * len(found.rounds)
    rounds = [
        put_round(day, part, number, seats, key, why)
        for number, (seats, why) in enumerate(zip(found.rounds, reasons, strict=True), start=first)
    ]
    part.seed, part.drawn_at = seed, datetime.now(UTC)
    part.promise = "" if part.seating == Seating.PRESCRIBED else seating.promise(seed)
    part.plan = {**found.plan, "marks": [seats.mark for seats in found.rounds], "again": list(again)}
    _keep(part, "seed", "promise", "promised_at", "drawn_at", "plan")
    Tournament.objects.filter(pk=day.tournament.pk, state=TournamentState.PREPARING).update(
        state=TournamentState.RUNNING
    )
    return rounds


def _by(task: DrawTask, made: Drawn) -> Drawn:
    """The same, with what it takes to draw it again."""
    return replace(made, plan={**made.plan, "drawn": told(task)})


def _keep(part: Stage, *fields: str) -> None:
    Stage.objects.filter(pk=part.pk).update(**{name: getattr(part, name) for name in fields})


def _about(now: Tournament, part: Stage) -> dict[str, Any]:
    return {"tournament": now.code, "stage": part.number}
