"""The stages of a tournament: list, add, change, remove."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.views.guards import who
from people.web.responses import see
from tournaments.draw import round_view
from tournaments.forms.tournament import StageForm, swiss_help
from tournaments.models import Stage
from tournaments.setup import stages as actions
from tournaments.views.shared import TournamentAccess, is_saved, organising, render_form, run, sent, submit


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """All stages, in order."""
    access = organising(request, code)
    rows = [
        {"stage": stage, "seated": round_view.seating_of(stage), "drawn": actions.stage_drawn(stage)}
        for stage in access.day.stages
    ]
    context = {"tournament": access.tournament, "rows": rows, "saved": is_saved(request)}
    return render(request, "tournaments/stages.html", context)


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, code: str) -> HttpResponse:
    """Add a stage."""
    access = organising(request, code)
    form = StageForm(sent(request))
    return submit(
        request,
        form,
        lambda status: _page(request, access, form, None, status),
        lambda: actions.add_stage(tournament=access.tournament, stage=form.told, **who(request)),
        lambda: see("tournaments:stages", code, query="?saved=1"),
    )


@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, code: str, stage: int) -> HttpResponse:
    """Change the number of rounds or the seating of a stage."""
    access = organising(request, code)
    row = next((each for each in access.day.stages if each.number == stage), None)
    if row is None:
        raise Http404
    form = StageForm(request.POST) if request.method == "POST" else StageForm.of(row)
    return submit(
        request,
        form,
        lambda status: _page(request, access, form, row, status),
        lambda: actions.change_stage(tournament=access.tournament, number=stage, stage=form.told, **who(request)),
        lambda: see("tournaments:stages", code, query="?saved=1"),
    )


@require_POST
def remove(request: HttpRequest, code: str, stage: int) -> HttpResponse:
    """Remove a stage that is not drawn."""
    then = see("tournaments:stages", code, query="?saved=1")
    return run(request, organising(request, code), actions.remove_stage, then, number=stage)


def _page(
    request: HttpRequest, access: TournamentAccess, form: StageForm, stage: Stage | None, status: int
) -> HttpResponse:
    stages, players = access.day.stages, len(access.day.entered)
    if stage and stage.takes and not stage.by_group:
        players = min(players, stage.takes)
    drawn = stage is not None and actions.stage_drawn(stage)
    return render_form(
        request,
        "stage",
        form,
        status,
        tournament=access.tournament,
        stage=stage,
        drawn=drawn,
        first=stage.number == 1 if stage else not stages,
        removable=stage is not None and not drawn and len(stages) > 1,
        swiss=swiss_help(players),
    )
