"""The draw: the fingerprint of its seed is published first, then the draw of a stage or of the next Swiss round.

All functions raise `RuleViolation`, `NotAllowed` and `Unavailable`. Solving a draw may take seconds, so it is done
before the lock, and again inside it only if the tournament has changed.
"""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from engine import seating
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions.append import checked_key
from people.audit.log import Record, by_program
from people.models import Role, User
from people.text.cleaning import clean_note
from tournaments.draw import seat_plans
from tournaments.draw.draw_tasks import (
    Ranking,
    first_round_number,
    refuse_settled,
    refuse_too_early,
    round_by_number,
    stage_by_number,
    stage_task,
    swiss_task,
    unranked,
    why_impossible,
)
from tournaments.draw.methods import Drawn, DrawTask, brought, next_swiss, solved, told
from tournaments.draw.seat_plans import Seats
from tournaments.draw.write_rounds import NO_REASONS, a_reason, clear, note_change, put_round
from tournaments.models import Round, Seating, Stage, Tournament, TournamentState
from tournaments.snapshot import Day
from tournaments.write_access import acting, still_on

LONGEST_SEED = 80
AS_BROUGHT = "as brought"


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
    """Save `seed`, or a random one, and publish its SHA-256. After that the seed cannot change.

    A stage that could not be drawn now is refused.
    """
    given = clean_seed(seed)
    violation = why_impossible(Day(tournament), stage, given, ranking, groups)
    with acting(tournament, by, Role.ORGANISER) as now:
        row = stage_by_number(Day(now), stage)
        if row.promise and given in ("", row.seed):
            return row
        still_on(now)
        if row.promise or row.drawn_at:
            raise RuleViolation("seed", _("The draw is promised already: another seed would break the promise."))
        if violation:
            raise violation
        row.seed = given or secrets.token_hex(8)
        row.promise, row.promised_at = seating.promise(row.seed), datetime.now(UTC)
        _save(row, "seed", "promise", "promised_at")
        record("stage_promised", club=now.club, user=by, after=_audit_values(now, row))
    return row


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
    """Draw all rounds of a stage, or the first Swiss round. They are hidden. A repeated call returns the same rounds.

    The seed is the promised one, otherwise `seed`, otherwise a random one. `groups`: how many groups the stage has.
    """
    checked_key(key)
    fallback = clean_seed(seed) or secrets.token_hex(8)

    def task(day: Day) -> DrawTask:
        row = stage_by_number(day, stage)
        if row.promise and seed not in ("", row.seed):
            raise RuleViolation("seed", _("The draw is promised already: another seed would break the promise."))
        return stage_task(day, row, row.seed if row.promise else fallback, ranking, groups)

    before = Day(tournament)
    if stage_by_number(before, stage).drawn_at:
        return seat_plans.rounds_of(before, stage_by_number(before, stage))
    early = task(before)
    solution = solved(early)
    with acting(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        row = stage_by_number(day, stage)
        if row.drawn_at:
            return seat_plans.rounds_of(day, row)
        still_on(now)
        fresh = task(day)
        drawn = solution if fresh == early else solved(fresh)
        rounds = _write_stage(day, row, _with_task(fresh, drawn), fresh.seed, key, _earlier_draws(row))
        record("stage_drawn", club=now.club, user=by, after={**_audit_values(now, row), "seed": row.seed})
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
    """Draw a stage again with another seed, while none of its rounds is published or locked.

    A draw that was promised or shown needs a reason. The old seed and the reason stay public. Each `key` counts once.
    """
    new = clean_seed(seed) or secrets.token_hex(8)

    def task(day: Day) -> DrawTask:
        row = stage_by_number(day, stage)
        return stage_task(day, row, new, ranking, groups or len(seat_plans.plan_of(row).get("groups", ())))

    early = task(Day(tournament))
    solution = solved(early)
    with acting(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        row = stage_by_number(day, stage)
        old = seat_plans.rounds_of(day, row)
        if old and old[0].key == key:
            return old
        still_on(now)
        refuse_settled(old)
        shown = _shown(day, old)
        earlier = _give_up_draw(row, reason, bool(shown))
        fresh = task(day)
        drawn = solution if fresh == early else solved(fresh)
        rounds = _write_stage(day, row, _with_task(fresh, drawn), new, checked_key(key), earlier)
        _note_changes(now, shown, by, earlier[-1]["reason"])
        record("stage_redrawn", club=now.club, user=by, after={**_audit_values(now, row), "seed": new})
    return rounds


def _shown(day: Day, rounds: Sequence[Round]) -> dict[int, Seats]:
    """The seats of the rounds that were published at some time, by number."""
    return {drawn.number: seat_plans.seats_of(day, drawn) for drawn in rounds if seat_plans.was_shown(day, drawn)}


def _note_changes(now: Tournament, shown: dict[int, Seats], by: User, why: str) -> None:
    """Note the change in each round that was published with other seats."""
    day = Day(now)
    for drawn in day.rounds:
        after = seat_plans.seats_of(day, drawn)
        if drawn.number in shown and shown[drawn.number] != after:
            note_change(drawn, by, why, shown[drawn.number], after)


def _earlier_draws(stage: Stage) -> list[Any]:
    """The draws of a stage that were replaced."""
    return list(seat_plans.plan_of(stage).get("again", []))


def _give_up_draw(stage: Stage, reason: str, shown: bool) -> list[Any]:
    """Give up the draw of a stage and its promise. Returns all draws that were given up, as the plan keeps them.

    Raises `RuleViolation` if a reason is needed and empty.
    """
    why = a_reason(reason, needed=shown or stage.promised_at is not None)
    promise = stage.promise if stage.promised_at else ""
    replaced = {"seed": stage.seed, "promise": promise, "reason": why, "at": datetime.now(UTC).isoformat()}
    stage.promised_at = None
    return [*_earlier_draws(stage), replaced]


def bring_seating(
    *, tournament: Tournament, stage: int, key: str, by: User, text: str, reason: str = "", record: Record = by_program
) -> list[Round]:
    """Import the rounds of a prescribed stage from text (`engine.seating.prescribed`) with the numbers of players.

    This can be repeated while none of the rounds is published or locked; rounds that were shown need a reason. The
    stage gets as many rounds as the text has.
    """
    checked_key(key)
    with acting(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        row = stage_by_number(day, stage)
        old = seat_plans.rounds_of(day, row)
        if old and old[0].key == key:
            return old
        still_on(now)
        refuse_settled(old)
        if row.seating != Seating.PRESCRIBED:
            raise RuleViolation("seating", _("The seating of this stage is drawn, not brought."))
        refuse_too_early(day, row)
        shown = _shown(day, old)
        why = a_reason(reason, needed=bool(shown))
        drawn = brought(text, seat_plans.present(day, first_round_number(day, row)))
        clear(old[len(drawn.rounds) :])
        row.rounds = len(drawn.rounds)
        _save(row, "rounds")
        rounds = _write_stage(day, row, drawn, AS_BROUGHT, key, _earlier_draws(row))
        _note_changes(now, shown, by, why)
        record("stage_drawn", club=now.club, user=by, after=_audit_values(now, row))
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
    """Draw round `number` of a Swiss stage after the round before it is closed. A repeated call returns the same round.

    `rematches`: allow the fewest possible rematches if there is no round without one.
    """
    checked_key(key)
    before = Day(tournament)
    if existing := round_by_number(before, number):
        return existing
    early = swiss_task(before, number, ranking, rematches)
    solution = next_swiss(early)
    with acting(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        if existing := round_by_number(day, number):
            return existing
        still_on(now)
        fresh = swiss_task(day, number, ranking, rematches)
        row = day.rounds[-1].stage
        drawn = solution if fresh == early else next_swiss(fresh)
        row.plan = {**seat_plans.plan_of(row), **drawn.plan}
        _save(row, "plan")
        new_round = put_round(day, row, number, drawn.rounds[0], key, drawn.reasons[0])
        record("round_drawn", club=now.club, user=by, after={"tournament": now.code, "round": number})
    return new_round


def clean_seed(text: str) -> str:
    """The seed as it is saved. Raises `RuleViolation` if it is too long."""
    seed = clean_note(text, "seed")
    if len(seed) > LONGEST_SEED:
        raise RuleViolation("seed", _("A seed has at most %(most)s characters."), most=LONGEST_SEED)
    return seed


def _write_stage(
    day: Day, stage: Stage, drawn: Drawn, seed: str, key: str, earlier: Sequence[dict[str, Any]]
) -> list[Round]:
    """Write the rounds and the draw of a stage, and start the tournament. `earlier`: the draws that it replaces."""
    reasons = drawn.reasons or (NO_REASONS,) * len(drawn.rounds)
    rounds = [
        put_round(day, stage, number, seats, key, why)
        for number, (seats, why) in enumerate(
            zip(drawn.rounds, reasons, strict=True), start=first_round_number(day, stage)
        )
    ]
    stage.seed, stage.drawn_at = seed, datetime.now(UTC)
    stage.promise = "" if stage.seating == Seating.PRESCRIBED else seating.promise(seed)
    stage.plan = {**drawn.plan, "marks": [seats.mark for seats in drawn.rounds], "again": list(earlier)}
    _save(stage, "seed", "promise", "promised_at", "drawn_at", "plan")
    preparing = Tournament.objects.filter(pk=day.tournament.pk, state=TournamentState.PREPARING)
    preparing.update(state=TournamentState.RUNNING)
    return rounds


def _with_task(task: DrawTask, drawn: Drawn) -> Drawn:
    """The draw with everything that is needed to repeat it."""
    return Drawn(drawn.rounds, {**drawn.plan, "drawn": told(task)}, drawn.reasons)


def _save(stage: Stage, *fields: str) -> None:
    Stage.objects.filter(pk=stage.pk).update(**{name: getattr(stage, name) for name in fields})


def _audit_values(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    return {"tournament": tournament.code, "stage": stage.number}
