"""Draw the seating: publish the seed's fingerprint, draw or redraw a stage, draw the next Swiss round.

All functions raise `RuleViolation`, `NotAllowed` and `Unavailable`. A draw can take seconds, so it is computed before
the tournament is locked, and again inside the lock only if its input has changed.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar, Unpack

from engine import seating
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.models import Role
from people.text.cleaning import checked_key, clean_note
from tournaments.draw import draw_tasks as tasks
from tournaments.draw import seat_plans
from tournaments.draw.draw_tasks import NO_OPTIONS, DrawOptions, Ranking, stage_by_number, unranked
from tournaments.draw.methods import Drawn, DrawTask, draw_next_swiss, draw_rounds, read_prescribed
from tournaments.draw.seat_plans import Seats
from tournaments.draw.write_rounds import NO_REASONS, clean_reason, delete_rounds, write_round
from tournaments.models import Round, Seating, Stage, Tournament, TournamentState
from tournaments.snapshot import Day
from tournaments.write_access import Action, ActionLog, acting, note_change, refuse_over

LONGEST_SEED = 80
IMPORTED = "as brought"
OTHER_SEED = _("The draw’s fingerprint is already published, and it wouldn’t match a different seed.")
Task = TypeVar("Task")


def promise_draw(*, stage: int, options: DrawOptions = NO_OPTIONS, **action: Unpack[Action]) -> Stage:
    """Save the seed in `options`, or a random one, and publish its SHA-256. From then on the seed cannot change."""
    seed = clean_seed(options.seed)
    violation = tasks.why_impossible(Day(action["tournament"]), stage, seed, options)
    with acting(Role.ORGANISER, **action) as (now, log):
        row = stage_by_number(Day(now), stage)
        if row.promise and seed in ("", row.seed):
            return row
        refuse_over(now)
        if row.promise or row.drawn_at:
            raise RuleViolation("seed", OTHER_SEED)
        if violation:
            raise violation
        row.seed = seed or secrets.token_hex(8)
        row.promise, row.promised_at = seating.promise(row.seed), datetime.now(UTC)
        row.save(update_fields=["seed", "promise", "promised_at"])
        log("stage_promised", stage=stage)
    return row


def draw_stage(*, stage: int, key: str, options: DrawOptions = NO_OPTIONS, **action: Unpack[Action]) -> list[Round]:
    """Draw all rounds of a stage, or its first Swiss round, and keep them hidden. Idempotent.

    The seed is the promised one, else the one in `options`, else a random one.
    """
    checked_key(key)
    fallback = clean_seed(options.seed) or secrets.token_hex(8)

    def task(day: Day) -> DrawTask:
        row = stage_by_number(day, stage)
        if row.promise and options.seed not in ("", row.seed):
            raise RuleViolation("seed", OTHER_SEED)
        return tasks.stage_task(day, row, row.seed if row.promise else fallback, options)

    before = Day(action["tournament"])
    if (row := stage_by_number(before, stage)).drawn_at:
        return seat_plans.rounds_of(before, row)
    solution = _solve_early(before, task, _draw)
    with acting(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        row = stage_by_number(day, stage)
        if row.drawn_at:
            return seat_plans.rounds_of(day, row)
        refuse_over(now)
        rounds = _write_stage(day, row, solution(day), row.seed if row.promise else fallback, key)
        log("stage_drawn", stage=stage, seed=row.seed)
    return rounds


def redraw_stage(
    *, stage: int, key: str, reason: str = "", options: DrawOptions = NO_OPTIONS, **action: Unpack[Action]
) -> list[Round]:
    """Draw a stage again with another seed, while none of its rounds is published or locked. Idempotent per `key`.

    A reason is required if the old fingerprint or a round was published; the old seed and the reason stay public.
    """
    seed = clean_seed(options.seed) or secrets.token_hex(8)

    def task(day: Day) -> DrawTask:
        row = stage_by_number(day, stage)
        groups = options.groups or len(seat_plans.plan_of(row).get("groups", ()))
        return tasks.stage_task(day, row, seed, replace(options, groups=groups))

    solution = _solve_early(Day(action["tournament"]), task, _draw)
    with acting(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        row = stage_by_number(day, stage)
        old = seat_plans.rounds_of(day, row)
        if old and old[0].key == key:
            return old
        refuse_over(now)
        tasks.refuse_settled(old)
        shown = _shown_seats(day, old)
        why = clean_reason(reason, needed=bool(shown) or row.promised_at is not None)
        drawn = solution(day)
        # The replaced draw stays on record for everyone to see.
        promise = row.promise if row.promised_at else ""
        replaced = {"seed": row.seed, "promise": promise, "reason": why, "at": datetime.now(UTC).isoformat()}
        row.promised_at = None
        row.plan = {"again": [*seat_plans.plan_of(row).get("again", []), replaced]}
        rounds = _write_stage(day, row, drawn, seed, checked_key(key))
        _note_changes(now, shown, log, why)
        log("stage_redrawn", stage=stage, seed=seed)
    return rounds


def _draw(task: DrawTask) -> Drawn:
    """Draw the rounds, and add the input to the plan, so that anyone can repeat the draw."""
    drawn = draw_rounds(task)
    return replace(drawn, plan={**drawn.plan, "drawn": task.saved})


def _solve_early(before: Day, task: Callable[[Day], Task], solve: Callable[[Task], Drawn]) -> Callable[[Day], Drawn]:
    """Solve the task before locking. The returned function repeats that only if the locked `Day` has another task."""
    early = task(before)
    solution = solve(early)

    def solution_for(day: Day) -> Drawn:
        fresh = task(day)
        return solution if fresh == early else solve(fresh)

    return solution_for


def _shown_seats(day: Day, rounds: Sequence[Round]) -> dict[int, Seats]:
    return {drawn.number: seat_plans.seats_of(day, drawn) for drawn in rounds if seat_plans.was_shown(day, drawn)}


def _note_changes(now: Tournament, shown: dict[int, Seats], log: ActionLog, why: str) -> None:
    """Record the change to every round that had been published with different seats."""
    day = Day(now)
    for drawn in day.rounds:
        before = shown.get(drawn.number)
        if before and before != seat_plans.seats_of(day, drawn):
            note_change(drawn, log.by, why, before.saved)


def import_seating(*, stage: int, key: str, text: str, reason: str = "", **action: Unpack[Action]) -> list[Round]:
    """Import all rounds of a prescribed stage from text with entrant numbers (format: `engine.seating.prescribed`).

    The import can be repeated while no round is published or locked. Repeating it requires a reason if a round was ever
    published.
    """
    checked_key(key)
    with acting(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        row = stage_by_number(day, stage)
        old = seat_plans.rounds_of(day, row)
        if old and old[0].key == key:
            return old
        refuse_over(now)
        tasks.refuse_settled(old)
        if row.seating != Seating.PRESCRIBED:
            raise RuleViolation("seating", _("The seating for this stage is drawn, not imported."))
        tasks.refuse_too_early(day, row)
        shown = _shown_seats(day, old)
        why = clean_reason(reason, needed=bool(shown))
        drawn = read_prescribed(text, seat_plans.present(day, tasks.first_round_number(day, row)))
        delete_rounds(old[len(drawn.rounds) :])
        row.rounds = len(drawn.rounds)
        row.save(update_fields=["rounds"])
        rounds = _write_stage(day, row, drawn, IMPORTED, key)
        _note_changes(now, shown, log, why)
        log("stage_drawn", stage=stage)
    return rounds


def generate_round(
    *, number: int, key: str, ranking: Ranking = unranked, rematches: bool = False, **action: Unpack[Action]
) -> Round:
    """Draw Swiss round `number` once the previous round is closed. Idempotent.

    `rematches`: whether to allow rematches that cannot be avoided.
    """
    checked_key(key)
    before = Day(action["tournament"])
    if existing := before.round(number):
        return existing
    solution = _solve_early(before, lambda day: tasks.swiss_task(day, number, ranking, rematches), draw_next_swiss)
    with acting(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        if existing := day.round(number):
            return existing
        refuse_over(now)
        drawn, row = solution(day), day.rounds[-1].stage
        row.plan = {**seat_plans.plan_of(row), **drawn.plan}
        row.save(update_fields=["plan"])
        new_round = write_round(day, row, number, drawn.rounds[0], key, drawn.reasons[0])
        log("round_drawn", round=number)
    return new_round


def clean_seed(text: str) -> str:
    """Return the cleaned seed. Raises `RuleViolation` if it is too long."""
    seed = clean_note(text, "seed")
    if len(seed) > LONGEST_SEED:
        raise RuleViolation("seed", _("A random seed can have at most %(most)s characters."), most=LONGEST_SEED)
    return seed


def _write_stage(day: Day, stage: Stage, drawn: Drawn, seed: str, key: str) -> list[Round]:
    """Save the rounds and the draw of a stage, and start the tournament."""
    reasons: Sequence[Any] = drawn.reasons or (NO_REASONS,) * len(drawn.rounds)
    numbered = enumerate(zip(drawn.rounds, reasons, strict=True), start=tasks.first_round_number(day, stage))
    rounds = [write_round(day, stage, number, seats, key, why) for number, (seats, why) in numbered]
    stage.seed, stage.drawn_at = seed, datetime.now(UTC)
    stage.promise = "" if stage.seating == Seating.PRESCRIBED else seating.promise(seed)
    earlier = seat_plans.plan_of(stage).get("again", [])
    stage.plan = {**drawn.plan, "marks": [seats.mark for seats in drawn.rounds], "again": earlier}
    stage.save(update_fields=["seed", "promise", "promised_at", "drawn_at", "plan"])
    preparing = Tournament.objects.filter(pk=day.tournament.pk, state=TournamentState.PREPARING)
    preparing.update(state=TournamentState.RUNNING)
    return rounds
