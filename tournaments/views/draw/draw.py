"""The page of the draw: its fingerprint, its result, and how to verify it; organisers draw here."""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from engine.errors import RuleViolation
from engine.tournament import TiedOnTheLine
from matches.wording import isolated, listed
from people.forms.shared import sentence
from people.views.guards import who
from people.web.codes import new_key
from people.web.responses import done
from tournaments import wording
from tournaments.draw import draw as drawing
from tournaments.draw import round_view, seat_plans
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.draw.methods import group_seed, in_finals
from tournaments.forms.draw import SeatDrawForm
from tournaments.models import Round, Seating, Stage
from tournaments.setup.stages import known_for, refuse_undrawable
from tournaments.snapshot import Day
from tournaments.standings.qualification import cut_into, ranking_into
from tournaments.views.shared import Here, back, key_of, opened, organising

MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class QualificationLine:
    """Who goes on into a stage that is still to be drawn: names of those `through`, by final where there are several;
    who is the first one `out`, and why where the totals are equal; or those between whom a lot must decide (`tied`)."""

    through: str = ""
    finals: tuple[tuple[str, str], ...] = ()
    out: str = ""
    reason: str = ""
    tied: str = ""


@dataclass(frozen=True, slots=True)
class StageSection:
    """A stage as the page shows it: how it is `seated`; `do`: what its form does, "" for none; `changed`: rounds other
    than drawn; `told`: the seed may be shown: it tells all rounds; `promise`: the command that shows what was promised
    of it; `why`: another draw takes a reason; `refused`: why it cannot be drawn as it is, though its turn has not
    come."""

    stage: Stage
    seated: str
    rounds: list[Round]
    facts: list[round_view.RoundFact]
    told: bool
    commands: list[str]
    promise: str
    people: list[tuple[int, round_view.RoundSeat]]
    groups: list[tuple[str, list[round_view.RoundSeat]]]
    again: list[dict[str, Any]]
    changed: list[int]
    do: str
    why: bool
    line: QualificationLine | None
    refused: str


@require_safe
def draw(request: HttpRequest, code: str) -> HttpResponse:
    """Every stage: the promise, the seed, the quality, the command that draws the same."""
    return _page(request, opened(request, code), None)


@require_POST
def draw_stage(request: HttpRequest, code: str, stage: int) -> HttpResponse:
    """Promise, draw, draw anew, or take the seating that is brought."""
    here = organising(request, code)
    form = SeatDrawForm(request.POST, request.FILES, labels=_labels(here.day))
    if not form.is_valid():
        return _page(request, here, form, 422)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _page(request, here, form, 422, stage if violation.field in ("rounds", "players") else 0)

    return done(request, _action(request, here, stage, form), lambda: back(request, "draw", code), again)


def _action(request: HttpRequest, here: Here, stage: int, form: SeatDrawForm) -> Any:
    """What the button that was pressed does."""
    data = form.cleaned_data
    told = {"tournament": here.tournament, "stage": stage, **who(request)}
    options = DrawOptions(
        seed=data["seed"], groups=form.many, ranking=lambda: ranking_into(Day(here.tournament, True), stage)
    )
    drawn = {**told, "key": key_of(data["key"]), "options": options}
    steps = {
        "promise": partial(drawing.promise_draw, **told, options=options),
        "again": partial(drawing.redraw_stage, **drawn, reason=data["reason"]),
        "bring": partial(drawing.bring_seating, **told, key=drawn["key"], text=form.seating, reason=data["reason"]),
    }
    return steps.get(data["do"], partial(drawing.draw_stage, **drawn))


def _labels(day: Day) -> list[str]:
    """What those who play are called in seating that is brought."""
    return [str(number) for number in seat_plans.present(day, len([each for each in day.rounds if each.closed_at]) + 1)]


def _page(
    request: HttpRequest, here: Here, form: SeatDrawForm | None, status: int = 200, mend: int = 0
) -> HttpResponse:
    """`mend`: the stage whose length or way of seating is what was refused."""
    day = here.day
    parts = [_part(day, stage, here.rights.organise, here.over is not None) for stage in day.stages]
    active = next((part for part in parts if part.do), None)
    shown = form or SeatDrawForm(initial={"key": new_key(), "groups": _some_groups(len(day.entered))})
    context = {
        "tournament": here.tournament,
        "rights": here.rights,
        "over": here.over if here.rights.organise else None,
        "parts": parts,
        "mend": mend,
        "active": active,
        "form": shown,
        "key": shown["key"].value() or new_key(),
        "typed": shown.seating if form else "",
        "show_errors": status == 422,
        "problems": shown.mistakes[:MOST_PROBLEMS] if form else [],
        "entered": len(day.entered),
        "hidden": [one for one in day.rounds if not one.published_at],
    }
    return render(request, "tournaments/draw.html", context, status=status)


def _some_groups(people: int) -> int:
    """How many groups of about eight."""
    return max(2, round(people / 8))


def _part(day: Day, stage: Stage, organise: bool, over: bool) -> StageSection:
    rounds, plan = seat_plans.rounds_of(day, stage), seat_plans.plan_of(stage)
    shown = rounds if organise else [one for one in rounds if one.published_at]
    seats = [seat_plans.seats_of(day, one) for one in shown]
    marks = plan.get("marks", [])
    told = plan.get("drawn", {}).get("people", [])
    plain = told == list(range(1, len(told) + 1))
    told_all = bool(stage.drawn_at) and (organise or bool(shown))
    return StageSection(
        stage,
        round_view.seating_of(stage),
        rounds,
        round_view.facts(day, seat_plans.quality(seats, seat_plans.kept_apart(day))) if seats else [],
        told_all,
        _commands(stage) if told_all else [],
        f"printf %s {shlex.quote(stage.seed)} | sha256sum" if told_all and stage.promised_at else "",
        [] if plain or not told_all else list(enumerate(round_view.sitters(day, told), start=1)),
        _groups(day, stage) if told_all else [],
        plan.get("again", []),
        [one.number for one, now, mark in zip(shown, seats, marks, strict=False) if now.mark != mark],
        _to_do(day, stage, rounds) if organise and not over else "",
        bool(stage.promised_at) or any(seat_plans.was_shown(day, one) for one in rounds),
        _line(day, stage) if not rounds and stage.number > 1 and _to_do(day, stage, rounds) else None,
        _refused(day, stage) if organise and not over and not rounds else "",
    )


def _refused(day: Day, stage: Stage) -> str:
    """Why the stage cannot be drawn with the current players."""
    try:
        refuse_undrawable(stage.number, stage, known_for(day, stage.number))
    except RuleViolation as violation:
        return sentence(violation)
    return ""


def _groups(day: Day, stage: Stage) -> list[tuple[str, list[round_view.RoundSeat]]]:
    """The groups or finals of a stage by name, each with its people."""
    named = round_view.final_name if stage.seating == Seating.FINAL else round_view.group_title
    groups = seat_plans.plan_of(stage).get("groups", [])
    return [(named(at), round_view.sitters(day, group)) for at, group in enumerate(groups)]


def _line(day: Day, stage: Stage) -> QualificationLine | None:
    """The cut before a stage; None where everybody goes on."""
    try:
        told = cut_into(day, stage.number)
    except TiedOnTheLine as tied:
        return QualificationLine(tied=_named(day, tied.entrants))
    finals = in_finals(told.through) if stage.seating == Seating.FINAL else ()
    if not told.out and len(finals) < 2:
        return None
    why = told.reason
    return QualificationLine(
        _named(day, told.through) if len(finals) < 2 else "",
        tuple((round_view.final_name(at), _named(day, final)) for at, final in enumerate(finals))
        if len(finals) > 1
        else (),
        day.names[told.out[0]] if told.out else "",
        wording.reason(why, day.names[why.above]) if why else "",
    )


def _named(day: Day, entrants: Iterable[int]) -> str:
    return listed(isolated(day.names[pk]) for pk in entrants)


def _to_do(day: Day, stage: Stage, rounds: list[Round]) -> str:
    """Which form the stage shows: to draw it, to bring it, to draw it anew, or none."""
    brought = stage.seating == Seating.PRESCRIBED
    if rounds:
        return "" if any(one.published_at or one.locked_at for one in rounds) else "bring" if brought else "again"
    before = [seat_plans.rounds_of(day, each) for each in day.stages if each.number < stage.number]
    ready = all(each and all(one.closed_at for one in each) for each in before)
    return "" if not ready else "bring" if brought else "draw"


def _commands(stage: Stage) -> list[str]:
    """What draws the same in a terminal; of Swiss nothing does, for it follows from the standings."""
    plan = seat_plans.plan_of(stage)
    told = plan.get("drawn", {})
    people, rounds = told.get("people", []), told.get("rounds", 0)
    if stage.seating in (Seating.SWISS, Seating.PRESCRIBED) or not people:
        return []
    groups = plan.get("groups", [])
    if groups or stage.seating == Seating.GROUPS:
        return [_command(group, rounds, group_seed(stage.seed, at), told, "") for at, group in enumerate(groups)]
    way = stage.seating if stage.seating in ("random", "four") else ""
    return [_command(people, rounds, stage.seed, told, way)]


def _command(people: list[int], rounds: int, seed: str, told: dict[str, Any], way: str) -> str:
    index = {number: at for at, number in enumerate(people)}
    parts = ["python manage.py seat", f"--players {len(people)} --rounds {rounds} --seed {shlex.quote(seed)}"]
    parts += [f"--way {way}"] if way else []
    kept = [(index[one], index[other]) for one, other in told.get("apart", []) if one in index and other in index]
    parts += ["--apart " + ",".join(f"{one}-{other}" for one, other in kept)] if kept else []
    return " ".join(parts)
