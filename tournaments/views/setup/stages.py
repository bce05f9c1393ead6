"""The stages of a tournament: list, add, change, remove."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from people.web.responses import posted
from tournaments.draw import round_view
from tournaments.forms.tournament import StageForm, swiss_help
from tournaments.models import Stage
from tournaments.setup import stages as actions
from tournaments.views.shared import (
    FORM,
    GET,
    POST,
    TournamentAccess,
    TournamentFormPage,
    is_saved,
    or_404,
    organisers,
    run,
)


@organisers(GET)
def listed(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """All stages, in order."""
    rows = [
        {"stage": stage, "seated": round_view.seating_of(stage), "drawn": actions.stage_drawn(stage)}
        for stage in access.day.stages
    ]
    context = {"tournament": access.tournament, "rows": rows, "saved": is_saved(request)}
    return render(request, "tournaments/setup/stages.html", context)


@organisers(FORM)
def add(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Add a stage."""
    form = StageForm(posted(request))
    return _page(request, access, form, None).submit(
        lambda: actions.add_stage(stage=form.details, **access.action(request)), access.saved("stages")
    )


@organisers(FORM)
def change(request: HttpRequest, access: TournamentAccess, stage: int) -> HttpResponse:
    """Change the number of rounds or the seating of a stage."""
    row = or_404(next((each for each in access.day.stages if each.number == stage), None))
    form = StageForm(request.POST) if request.method == "POST" else StageForm.of(row)
    return _page(request, access, form, row).submit(
        lambda: actions.change_stage(number=stage, stage=form.details, **access.action(request)), access.saved("stages")
    )


@organisers(POST)
def remove(request: HttpRequest, access: TournamentAccess, stage: int) -> HttpResponse:
    """Remove a stage that is not drawn."""
    return run(request, access, actions.remove_stage, access.saved("stages")(), number=stage)


def _page(request: HttpRequest, access: TournamentAccess, form: StageForm, stage: Stage | None) -> TournamentFormPage:
    stages, players = access.day.stages, len(access.day.entered)
    if stage and stage.takes and not stage.by_group:
        players = min(players, stage.takes)

    drawn = stage is not None and actions.stage_drawn(stage)
    more = {
        "stage": stage,
        "drawn": drawn,
        "first": stage.number == 1 if stage else not stages,
        "removable": stage is not None and not drawn and len(stages) > 1,
        "swiss": swiss_help(players),
    }
    return TournamentFormPage(request, "tournaments/setup/stage.html", form, access.tournament, more)
