"""The stages of a tournament: list, add, change, remove."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from people.views.guards import who
from people.web.responses import done, see
from tournaments.draw import round_view
from tournaments.forms.tournament import StageForm, swiss_help
from tournaments.models import Stage
from tournaments.setup import stages as actions
from tournaments.views.shared import Here, organising


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """Every stage, in order."""
    here = organising(request, code)
    found = [
        {"stage": stage, "seated": round_view.seating_of(stage), "drawn": actions.stage_drawn(stage)}
        for stage in here.day.stages
    ]
    saved = request.GET.get("saved") == "1"
    context = {"tournament": here.tournament, "rows": found, "saved": saved}
    return render(request, "tournaments/stages.html", context)


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, code: str) -> HttpResponse:
    """One more stage."""
    here = organising(request, code)
    form = StageForm(request.POST if request.method == "POST" else None)
    if request.method == "GET" or not form.is_valid():
        return _page(request, here, form, None)
    return done(
        request,
        lambda: actions.add_stage(tournament=here.tournament, stage=form.told, **who(request)),
        lambda: see("tournaments:stages", code, query="?saved=1"),
        lambda violation: _page(request, here, form, None, violation),
    )


@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, code: str, stage: int) -> HttpResponse:
    """Another length, another way of seating."""
    here = organising(request, code)
    now = next((each for each in here.day.stages if each.number == stage), None)
    if now is None:
        raise Http404
    form = StageForm(request.POST) if request.method == "POST" else StageForm.of(now)
    if request.method == "GET" or not form.is_valid():
        return _page(request, here, form, now)
    return done(
        request,
        lambda: actions.change_stage(tournament=here.tournament, number=stage, stage=form.told, **who(request)),
        lambda: see("tournaments:stages", code, query="?saved=1"),
        lambda violation: _page(request, here, form, now, violation),
    )


@require_POST
def remove(request: HttpRequest, code: str, stage: int) -> HttpResponse:
    """Take a stage out that is not drawn."""
    here = organising(request, code)
    return done(
        request,
        lambda: actions.remove_stage(tournament=here.tournament, number=stage, **who(request)),
        lambda: see("tournaments:stages", code, query="?saved=1"),
    )


def _players(here: Here, stage: Stage | None) -> int:
    """How many are in a stage, as far as that is known."""
    entered = len(here.day.entered)
    return min(entered, stage.takes) if stage and stage.takes and not stage.by_group else entered


def _page(
    request: HttpRequest, here: Here, form: StageForm, stage: Stage | None, violation: RuleViolation | None = None
) -> HttpResponse:
    if violation:
        form.refuse(violation)
    status = 422 if form.is_bound else 200
    drawn = stage is not None and actions.stage_drawn(stage)
    context = {
        "tournament": here.tournament,
        "form": form,
        "stage": stage,
        "drawn": drawn,
        "first": stage is not None and stage.number == 1 or not here.day.stages,
        "removable": stage is not None and not drawn and len(here.day.stages) > 1,
        "show_errors": form.is_bound,
        "swiss": swiss_help(_players(here, stage)),
    }
    return render(request, "tournaments/stage.html", context, status=status)
