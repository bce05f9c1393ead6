"""The stages of a tournament: list, add, change, remove."""

from django.http import HttpRequest, HttpResponse

from people.web.responses import posted
from tournaments.draw import round_view
from tournaments.forms.tournament import StageForm, swiss_help
from tournaments.models import Stage
from tournaments.setup import stages as actions
from tournaments.views.shared import (
    FORM,
    GET,
    TournamentAccess,
    TournamentFormPage,
    TournamentPage,
    or_404,
    organiser_button,
    organisers,
)


@organisers(GET)
def listed(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show all stages, each with its method of seating and whether it is drawn."""
    stages = [(stage, round_view.seating_of(stage), actions.stage_drawn(stage)) for stage in access.day.stages]
    return TournamentPage(access).response("tournaments/setup/stages.html", stages=stages)


def _form_page(access: TournamentAccess, form: StageForm, stage: Stage | None = None) -> TournamentFormPage:
    """Return the page with the form of a stage (None: a new one)."""
    stages, players = access.day.stages, len(access.day.entered)
    is_drawn = stage is not None and actions.stage_drawn(stage)
    more = {
        "stage": stage,
        "drawn": is_drawn,
        "first": stage.number == 1 if stage else not stages,
        "removable": stage is not None and not is_drawn and len(stages) > 1,
        # How many Swiss rounds are possible with the likely number of players.
        "swiss": swiss_help(min(players, stage.takes) if stage and stage.takes and not stage.by_group else players),
    }
    return TournamentFormPage(access.request, "tournaments/setup/stage.html", form, access, more=more)


@organisers(FORM)
def add(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Add a stage."""
    form = StageForm(posted(request))
    return _form_page(access, form).submit(
        lambda: actions.add_stage(stage=form.details, **access.action), access.saved("stages")
    )


@organisers(FORM)
def change(request: HttpRequest, access: TournamentAccess, stage: int) -> HttpResponse:
    """Change a stage."""
    row = or_404(next((row for row in access.day.stages if row.number == stage), None))
    form = StageForm(request.POST) if request.method == "POST" else StageForm.of(row)
    return _form_page(access, form, row).submit(
        lambda: actions.change_stage(number=stage, stage=form.details, **access.action), access.saved("stages")
    )


remove = organiser_button(actions.remove_stage, lambda _post, stage: {"number": stage}, to="stages", query="?saved=1")
