"""The page of the draw: its fingerprint, its result, and how to verify it; organisers draw access."""

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from engine.errors import RuleViolation
from engine.tournament import TiedOnTheLine
from matches.wording import isolated, listed
from people.forms.shared import sentence
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
from tournaments.views.shared import GET, POST, TournamentAccess, back, key_of, organisers, readers

MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class QualificationLine:
    """Who goes on into a stage that is still to be drawn: the names of those `through`, by final where there are
    several; the first one `out`, with the `reason` where totals are equal; or those between whom a lot must decide
    (`tied`)."""

    through: str = ""
    finals: tuple[tuple[str, str], ...] = ()
    out: str = ""
    reason: str = ""
    tied: str = ""


@dataclass(frozen=True, slots=True)
class StageSection:
    """A stage on the page. `do`: what its form does, "" for no form; `changed`: rounds that differ from the draw;
    `public`: whether the seed may be shown, from which all rounds follow; `promise`: the command that verifies the
    fingerprint; `why`: another draw needs a reason; `refused`: why it cannot be drawn as it is, though its turn has
    not come."""

    stage: Stage
    seated: str
    rounds: list[Round]
    facts: list[round_view.RoundFact]
    public: bool
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


@readers(GET)
def draw(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Every stage: its fingerprint, its seed, its quality, the command that draws the same."""
    return _page(request, access, None)


@organisers(POST)
def draw_stage(request: HttpRequest, access: TournamentAccess, stage: int) -> HttpResponse:
    """Publish the fingerprint of a draw, draw, draw again, or import seating."""
    day = access.day
    players = seat_plans.present(day, len([each for each in day.rounds if each.closed_at]) + 1)
    form = SeatDrawForm(request.POST, request.FILES, labels=[str(number) for number in players])
    if not form.is_valid():
        return _page(request, access, form, 422)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _page(request, access, form, 422, stage if violation.field in ("rounds", "players") else 0)

    return done(request, _action(request, access, stage, form), lambda: back(request, "draw", access.code), again)


def _action(request: HttpRequest, access: TournamentAccess, stage: int, form: SeatDrawForm) -> Callable[[], object]:
    data, tournament = form.cleaned_data, access.tournament
    common = {"stage": stage, **access.action(request)}
    options = DrawOptions(
        seed=data["seed"], groups=form.many, ranking=lambda: ranking_into(Day(tournament, True), stage)
    )
    key, reason = key_of(request), data["reason"]
    if data["do"] == "promise":
        return partial(drawing.promise_draw, **common, options=options)
    if data["do"] == "again":
        return partial(drawing.redraw_stage, **common, options=options, key=key, reason=reason)
    if data["do"] == "bring":
        return partial(drawing.import_seating, **common, key=key, text=form.seating, reason=reason)
    return partial(drawing.draw_stage, **common, options=options, key=key)


def _page(
    request: HttpRequest, access: TournamentAccess, sent: SeatDrawForm | None, status: int = 200, mend: int = 0
) -> HttpResponse:
    """`sent`: a form that was refused; `mend`: the stage whose number of rounds or seating was refused."""
    day, organise = access.day, access.rights.organise
    parts = [_part(day, stage, organise, access.over is not None) for stage in day.stages]
    groups = max(2, round(len(day.entered) / 8))  # of about eight
    form = sent or SeatDrawForm(initial={"key": new_key(), "groups": groups})
    context = {
        "tournament": access.tournament,
        "rights": access.rights,
        "over": access.over if organise else None,
        "parts": parts,
        "mend": mend,
        "active": next((part for part in parts if part.do), None),
        "form": form,
        "key": form["key"].value() or new_key(),
        "typed": form.seating if sent else "",
        "show_errors": status == 422,
        "problems": form.mistakes[:MOST_PROBLEMS] if sent else [],
        "entered": len(day.entered),
        "hidden": [each for each in day.rounds if not each.published_at],
    }
    return render(request, "tournaments/draw/draw.html", context, status=status)


def _part(day: Day, stage: Stage, organise: bool, over: bool) -> StageSection:
    rounds, plan = seat_plans.rounds_of(day, stage), seat_plans.plan_of(stage)
    shown = rounds if organise else [one for one in rounds if one.published_at]
    seats = [seat_plans.seats_of(day, one) for one in shown]
    people = plan.get("drawn", {}).get("people", [])
    plain = people == list(range(1, len(people) + 1))
    is_public = bool(stage.drawn_at) and (organise or bool(shown))
    changes = organise and not over
    return StageSection(
        stage=stage,
        seated=round_view.seating_of(stage),
        rounds=rounds,
        facts=round_view.facts(day, seat_plans.quality(seats, seat_plans.kept_apart(day))) if seats else [],
        public=is_public,
        commands=_commands(stage) if is_public else [],
        promise=f"printf %s {shlex.quote(stage.seed)} | sha256sum" if is_public and stage.promised_at else "",
        people=[] if plain or not is_public else list(enumerate(round_view.sitters(day, people), start=1)),
        groups=_groups(day, stage) if is_public else [],
        again=plan.get("again", []),
        changed=[
            one.number for one, now, mark in zip(shown, seats, plan.get("marks", []), strict=False) if now.mark != mark
        ],
        do=_to_do(day, stage, rounds) if changes else "",
        why=bool(stage.promised_at) or any(seat_plans.was_shown(day, one) for one in rounds),
        line=_line(day, stage) if not rounds and stage.number > 1 and _to_do(day, stage, rounds) else None,
        refused=_refused(day, stage) if changes and not rounds else "",
    )


def _refused(day: Day, stage: Stage) -> str:
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
        cut = cut_into(day, stage.number)
    except TiedOnTheLine as tied:
        return QualificationLine(tied=_named(day, tied.entrants))
    finals = in_finals(cut.through) if stage.seating == Seating.FINAL else ()
    several = len(finals) > 1
    if not cut.out and not several:
        return None
    reason = wording.reason(cut.reason, day.names[cut.reason.above]) if cut.reason else ""
    return QualificationLine(
        "" if several else _named(day, cut.through),
        tuple((round_view.final_name(at), _named(day, final)) for at, final in enumerate(finals)) if several else (),
        day.names[cut.out[0]] if cut.out else "",
        reason,
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
    """The commands that draw the same in a terminal; none for Swiss, which follows from the standings."""
    plan = seat_plans.plan_of(stage)
    drawn, groups = plan.get("drawn", {}), plan.get("groups", [])
    people = drawn.get("people", [])
    if stage.seating in (Seating.SWISS, Seating.PRESCRIBED) or not people:
        return []
    if groups or stage.seating == Seating.GROUPS:
        return [_command(group, drawn, group_seed(stage.seed, at), "") for at, group in enumerate(groups)]
    return [_command(people, drawn, stage.seed, stage.seating if stage.seating in ("random", "four") else "")]


def _command(people: list[int], drawn: dict[str, Any], seed: str, method: str) -> str:
    index = {number: at for at, number in enumerate(people)}
    pairs = [(index[one], index[other]) for one, other in drawn.get("apart", []) if one in index and other in index]
    parts = ["python manage.py seat", f"--players {len(people)} --rounds {drawn.get('rounds', 0)}"]
    parts += [f"--seed {shlex.quote(seed)}"]
    parts += [f"--way {method}"] if method else []
    parts += ["--apart " + ",".join(f"{one}-{other}" for one, other in pairs)] if pairs else []
    return " ".join(parts)
