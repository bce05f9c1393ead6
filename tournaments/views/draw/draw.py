"""The seating draw: its fingerprint, its result and how to verify it; organisers draw here."""

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

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
from tournaments.views.shared import GET, POST, TournamentAccess, TournamentPage, key_of, organisers, readers

MOST_PROBLEMS = 20


class QualificationLine(NamedTuple):
    """The names of the players who qualify for a stage that isn't drawn yet.

    `through`: the qualified players; `finals`: the same players by final, if there are several; `out`: the first player
    who doesn't qualify; `reason`: the reason for that, if totals are equal; `tied`: the players who need a tie-break
    draw.
    """

    through: str = ""
    finals: tuple[tuple[str, str], ...] = ()
    out: str = ""
    reason: str = ""
    tied: str = ""


class StageSection(NamedTuple):
    """A stage on the page of the draw.

    `public`: whether to show the seed, which reveals all rounds; `promise`: the command that verifies the fingerprint;
    `changed`: rounds that differ from the draw; `do`: the action of the stage's form, "" for no form; `why`: whether
    another draw needs a reason; `refused`: why the stage can't be drawn.
    """

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


@dataclass
class DrawPage(TournamentPage):
    """The stages with their draws.

    `form`: the submitted form; `stage_to_fix`: the number of a stage whose settings prevent its draw, 0 for none.
    """

    form: SeatDrawForm
    stage_to_fix: int = 0

    def __post_init__(self) -> None:
        self.parts = [_part(self.access, stage) for stage in self.day.stages]
        self.active = next((part for part in self.parts if part.do), None)  # the first stage that has a form
        self.show_errors = self.form.is_bound
        self.problems = self.form.mistakes[:MOST_PROBLEMS] if self.form.is_bound else []

    @property
    def key(self) -> str:
        return self.form["key"].value() or super().key


@readers(GET)
def draw(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show each stage with its fingerprint, seed and quality, and the command that repeats its draw."""
    groups = max(2, round(len(access.day.entered) / 8))  # of about eight players
    return _page(access, SeatDrawForm(initial={"key": new_key(), "groups": groups}))


@organisers(POST)
def draw_stage(request: HttpRequest, access: TournamentAccess, stage: int) -> HttpResponse:
    """Publish the fingerprint of a draw, draw or redraw the stage, or import its seating."""
    day = access.day
    players = seat_plans.present(day, len([row for row in day.rounds if row.closed_at]) + 1)
    form = SeatDrawForm(request.POST, request.FILES, labels=[str(number) for number in players])
    if not form.is_valid():
        return _page(access, form)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _page(access, form, stage if violation.field in ("rounds", "players") else 0)

    return done(request, _action(access, stage, form), lambda: access.back("draw"), again)


def _action(access: TournamentAccess, stage: int, form: SeatDrawForm) -> Callable[[], object]:
    data, common = form.cleaned_data, {"stage": stage, **access.action}
    key, reason = key_of(access.request), data["reason"]
    options = DrawOptions(
        seed=data["seed"], groups=form.group_count, ranking=lambda: ranking_into(Day(access.tournament, True), stage)
    )
    if data["do"] == "promise":
        return partial(drawing.promise_draw, **common, options=options)
    if data["do"] == "again":
        return partial(drawing.redraw_stage, **common, options=options, key=key, reason=reason)
    if data["do"] == "bring":
        return partial(drawing.import_seating, **common, key=key, text=form.seating, reason=reason)
    return partial(drawing.draw_stage, **common, options=options, key=key)


def _page(access: TournamentAccess, form: SeatDrawForm, stage_to_fix: int = 0) -> HttpResponse:
    return DrawPage(access, form, stage_to_fix).response("tournaments/draw/draw.html", 422 if form.is_bound else 200)


def _part(access: TournamentAccess, stage: Stage) -> StageSection:
    day, organise = access.day, access.rights.organise
    rounds, plan = seat_plans.rounds_of(day, stage), seat_plans.plan_of(stage)
    shown = rounds if organise else [row for row in rounds if row.published_at]
    seats = [seat_plans.seats_of(day, row) for row in shown]
    marked = zip(shown, seats, plan.get("marks", []), strict=False)
    people = plan.get("drawn", {}).get("people", [])
    plain = people == list(range(1, len(people) + 1))
    is_public = bool(stage.drawn_at) and (organise or bool(shown))
    changes = organise and not access.over
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
        changed=[row.number for row, seating, mark in marked if seating.mark != mark],
        do=_to_do(day, stage, rounds) if changes else "",
        why=bool(stage.promised_at) or any(seat_plans.was_shown(day, row) for row in rounds),
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
    name_of = round_view.final_name if stage.seating == Seating.FINAL else round_view.group_title
    groups = seat_plans.plan_of(stage).get("groups", [])
    return [(name_of(index), round_view.sitters(day, group)) for index, group in enumerate(groups)]


def _line(day: Day, stage: Stage) -> QualificationLine | None:
    """Return the qualification for a stage; None if everyone qualifies."""
    try:
        cut = cut_into(day, stage.number)
    except TiedOnTheLine as tied:
        return QualificationLine(tied=_named(day, tied.entrants))
    finals = in_finals(cut.through) if stage.seating == Seating.FINAL else ()
    if not cut.out and len(finals) < 2:
        return None
    out = day.names[cut.out[0]] if cut.out else ""
    reason = wording.reason(cut.reason, day.names[cut.reason.above]) if cut.reason else ""
    if len(finals) < 2:
        return QualificationLine(_named(day, cut.through), out=out, reason=reason)
    named = tuple((round_view.final_name(index), _named(day, final)) for index, final in enumerate(finals))
    return QualificationLine(finals=named, out=out, reason=reason)


def _named(day: Day, entrants: Iterable[int]) -> str:
    return listed((isolated(day.names[pk]) for pk in entrants), "names")


def _to_do(day: Day, stage: Stage, rounds: list[Round]) -> str:
    """Return the action of the stage's form: "draw", "bring" (import seating), "again" (redraw) or "" for no form."""
    if rounds:
        is_fixed = any(row.published_at or row.locked_at for row in rounds)
        action = "again"
    else:
        earlier = [seat_plans.rounds_of(day, other) for other in day.stages if other.number < stage.number]
        is_fixed = not all(played and all(row.closed_at for row in played) for played in earlier)
        action = "draw"
    if is_fixed:
        return ""
    return "bring" if stage.seating == Seating.PRESCRIBED else action


def _commands(stage: Stage) -> list[str]:
    """Return the commands that repeat the draw in a terminal; none for Swiss, which depends on the standings."""
    plan = seat_plans.plan_of(stage)
    drawn, groups = plan.get("drawn", {}), plan.get("groups", [])
    people = drawn.get("people", [])
    if stage.seating in (Seating.SWISS, Seating.PRESCRIBED) or not people:
        return []
    if groups or stage.seating == Seating.GROUPS:
        return [_command(group, drawn, group_seed(stage.seed, index), "") for index, group in enumerate(groups)]
    return [_command(people, drawn, stage.seed, stage.seating if stage.seating in ("random", "four") else "")]


def _command(people: list[int], drawn: dict[str, Any], seed: str, method: str) -> str:
    index = {number: position for position, number in enumerate(people)}
    pairs = [(index[one], index[other]) for one, other in drawn.get("apart", []) if one in index and other in index]
    rounds = drawn.get("rounds", 0)
    parts = [f"python manage.py seat --players {len(people)} --rounds {rounds} --seed {shlex.quote(seed)}"]
    parts += [f"--way {method}"] if method else []
    parts += ["--apart " + ",".join(f"{one}-{other}" for one, other in pairs)] if pairs else []
    return " ".join(parts)
