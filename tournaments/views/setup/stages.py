"""The stages of a tournament: list, add, change, remove."""

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest, HttpResponse

from people.web.responses import posted, render_page
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


@dataclass
class StagesPage(TournamentPage):
    """The stages of a tournament."""

    @property
    def stages(self) -> list[tuple[Stage, str, bool]]:
        """Each stage with its method of seating and whether it is drawn."""
        return [(stage, round_view.seating_of(stage), actions.stage_drawn(stage)) for stage in self.day.stages]


@organisers(GET)
def listed(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """All stages, in order."""
    return render_page(request, "tournaments/setup/stages.html", StagesPage(access))


@dataclass(frozen=True)
class StagePage(TournamentFormPage):
    """The form of a stage; None for a new one."""

    stage: Stage | None

    @cached_property
    def drawn(self) -> bool:
        return self.stage is not None and actions.stage_drawn(self.stage)

    @property
    def first(self) -> bool:
        return self.stage.number == 1 if self.stage else not self.day.stages

    @property
    def removable(self) -> bool:
        return self.stage is not None and not self.drawn and len(self.day.stages) > 1

    @property
    def swiss(self) -> str:
        """How many Swiss rounds are possible with the likely number of players."""
        players, stage = len(self.day.entered), self.stage
        return swiss_help(min(players, stage.takes) if stage and stage.takes and not stage.by_group else players)


@organisers(FORM)
def add(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Add a stage."""
    form = StageForm(posted(request))
    return StagePage(request, "tournaments/setup/stage.html", form, access, None).submit(
        lambda: actions.add_stage(stage=form.details, **access.action), access.saved("stages")
    )


@organisers(FORM)
def change(request: HttpRequest, access: TournamentAccess, stage: int) -> HttpResponse:
    """Change a stage."""
    row = or_404(next((row for row in access.day.stages if row.number == stage), None))
    form = StageForm(request.POST) if request.method == "POST" else StageForm.of(row)
    return StagePage(request, "tournaments/setup/stage.html", form, access, row).submit(
        lambda: actions.change_stage(number=stage, stage=form.details, **access.action), access.saved("stages")
    )


remove = organiser_button(actions.remove_stage, lambda _post, stage: {"number": stage}, to="stages", query="?saved=1")
