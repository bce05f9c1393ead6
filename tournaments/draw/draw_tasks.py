"""The next stage or round to draw, and the input of each draw. Read-only."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.db.transactions import existing
from tournaments.draw import seat_plans
from tournaments.draw.methods import DrawTask, SwissTask, draw_rounds, order_by_lot
from tournaments.models import Round, Seating, Stage
from tournaments.snapshot import Day
from tournaments.standings.qualification import cut_into

# Returns entrant ids, first place first. Called again inside the lock, so that it never ranks outdated results.
Ranking = Callable[[], Sequence[int]]


def unranked() -> Sequence[int]:
    """Return an empty ranking, as before the first match: seeding and the random seed decide instead."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOptions:
    """The organiser's choices for a draw.

    `seed`: the seed, or "" for a random one; `groups`: the number of groups, or 0 for none; `ranking`: the function
    that returns the ranking by which entrants qualify.
    """

    seed: str = ""
    groups: int = 0
    ranking: Ranking = unranked


NO_OPTIONS = DrawOptions()


def next_number(day: Day) -> int:
    """Return the number of the Swiss round that can be drawn now, or 0."""
    last = day.rounds[-1] if day.rounds else None
    if last is None or last.stage.seating != Seating.SWISS or not last.closed_at:
        return 0
    return last.number + 1 if len(seat_plans.rounds_of(day, last.stage)) < last.stage.rounds else 0


def stage_to_draw(day: Day) -> Stage | None:
    """Return the next stage to draw; None if an earlier stage isn't over, or if all are drawn."""
    following = next((stage for stage in day.stages if not stage.drawn_at), None)
    return following if not next_number(day) and all(drawn.closed_at for drawn in day.rounds) else None


def stage_by_number(day: Day, number: int) -> Stage:
    """Return the stage with this number. Raises `NotAllowed` if there is none."""
    return existing(next((stage for stage in day.stages if stage.number == number), None))


def first_round_number(day: Day, stage: Stage) -> int:
    """Return the number of the first round of a stage, drawn or not."""
    return 1 + sum(drawn.stage.number < stage.number for drawn in day.rounds)


def refuse_too_early(day: Day, stage: Stage) -> None:
    """Raise `RuleViolation` unless all stages before this one are over."""
    for earlier in day.stages:
        rounds = seat_plans.rounds_of(day, earlier)
        if earlier.number < stage.number and not (rounds and all(drawn.closed_at for drawn in rounds)):
            raise RuleViolation("stage", _("Stage %(stage)s hasn’t finished yet."), stage=earlier.number)


def refuse_settled(rounds: Sequence[Round]) -> None:
    """Raise `RuleViolation` if one of the rounds is published or locked."""
    if any(drawn.published_at for drawn in rounds):
        text = _("A round in this stage is published. Hide the round first, or change its seats.")
        raise RuleViolation("stage", text)
    if locked := next((drawn for drawn in rounds if drawn.locked_at), None):
        text = _("The seats for round %(round)s are locked. Unlock them first, or change individual seats instead.")
        raise RuleViolation("stage", text, round=locked.number)


def stage_task(day: Day, stage: Stage, seed: str, options: DrawOptions) -> DrawTask:
    """Return the input for the draw of a stage from `seed`, which replaces `options.seed`. Raises `RuleViolation`."""
    refuse_too_early(day, stage)
    if stage.seating == Seating.PRESCRIBED:
        raise RuleViolation("seating", _("The seating for this stage is imported, not drawn."))
    present = seat_plans.present(day, first_round_number(day, stage))
    ranked = _ranked(day, present, options.ranking)
    people = _qualified(day, stage, ranked or present)
    seedings = {entrant.number: entrant.seeding for entrant in day.entered if entrant.seeding is not None}
    return DrawTask(
        method=stage.seating,
        people=people,
        rounds=stage.rounds,
        seed=seed,
        order=tuple(number for number in ranked if number in people) or order_by_lot(people, seedings, seed),
        kept_apart=seat_plans.kept_apart(day),
        groups=options.groups,
    )


def _qualified(day: Day, stage: Stage, candidates: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of the entrants who play in the stage, sorted. House players never qualify."""
    if stage.takes is None:
        return tuple(sorted(candidates))
    places = len(cut_into(day, stage.number).through) if stage.by_group else stage.takes
    return tuple(sorted([number for number in candidates if not day.by_number[number].house][:places]))


def _ranked(day: Day, present: Sequence[int], ranking: Ranking) -> tuple[int, ...]:
    """Return the present entrants, first place first and house players last; empty without a ranking."""
    places = [day.by_pk[pk].number for pk in ranking() if pk in day.by_pk]
    order = [number for number in places if number in present]
    if not order:
        return ()
    order += [number for number in present if number not in places]
    return tuple(sorted(order, key=lambda number: day.by_number[number].house))


def why_impossible(day: Day, number: int, seed: str, options: DrawOptions) -> RuleViolation | None:
    """Return the reason why a stage cannot be drawn, or None.

    Ignores what can be resolved after the fingerprint is published: an unfinished earlier stage, an open tie, an
    unknown number of groups.
    """
    stage = stage_by_number(day, number)
    if stage.promise or stage.drawn_at or (stage.seating == Seating.GROUPS and not options.groups):
        return None
    try:
        draw_rounds(stage_task(day, stage, seed or "a try", options))
    except RuleViolation as violation:
        return None if violation.field in ("stage", "lots") else violation
    return None


def swiss_task(day: Day, number: int, ranking: Ranking, rematches: bool) -> SwissTask:
    """Return the input for the draw of Swiss round `number`. Raises `RuleViolation` if it isn't the next to draw."""
    last = day.rounds[-1] if day.rounds else None
    if last is None or number != last.number + 1:
        raise RuleViolation("round", _("Round %(round)s isn’t the next round."), round=number)
    stage = last.stage
    rounds = seat_plans.rounds_of(day, stage)
    if stage.seating != Seating.SWISS or len(rounds) >= stage.rounds:
        raise RuleViolation("round", _("This stage has no more rounds to draw."))
    if not last.closed_at:
        raise RuleViolation("round", _("Round %(round)s isn’t closed yet."), round=last.number)
    plan = seat_plans.plan_of(stage)
    people = tuple(plan.get("field", ())) or tuple(sorted(seat_plans.seats_of(day, rounds[0]).everybody))
    present = tuple(entrant for entrant in seat_plans.present(day, number) if entrant in people)
    return SwissTask(
        people=people,
        order=_ranked(day, present, ranking) or order_by_lot(present, {}, stage.seed),
        played=tuple(seat_plans.seats_of(day, drawn) for drawn in rounds),
        rounds=stage.rounds,
        seed=stage.seed,
        plan=tuple(tuple(tuple(table) for table in tables) for tables in plan.get("rounds", ())),
        kept_apart=seat_plans.kept_apart(day),
        rematches=rematches,
    )
