"""The page of a round's clock: everybody sees it, the referee runs it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from matches.views.shared import is_htmx
from people.forms.shared import Choice
from people.text.cleaning import whole_number
from people.views.guards import who
from people.web.codes import new_key
from people.web.responses import done, refuse
from tournaments.forms.shared import small_number
from tournaments.models import EndPolicy, Round
from tournaments.pages.tables.table_page import clock_shown
from tournaments.play import clock as clocks
from tournaments.views.play.results import refused_form
from tournaments.views.play.tables import round_of
from tournaments.views.shared import TournamentAccess, back, key_of, opened

STEPS: dict[str, Callable[..., Any]] = {
    "start": clocks.start_clock,
    "pause": clocks.pause_clock,
    "go_on": clocks.resume_clock,
    "reset": clocks.reset_clock,
}


@require_http_methods(["GET", "POST"])
def clock(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """The time that is left; the referee starts, pauses and sets the clock, or gives one table more time."""
    access = opened(request, code)
    this = round_of(access, round)
    if request.method == "GET":
        if is_htmx(request) and request.GET.get("v") == str(access.tournament.version):
            return HttpResponse(status=204)
        return _page(request, access, this)
    if not access.rights.referee:
        raise refuse(request, access.tournament.club)
    table = small_number(request.POST.get("table"))
    return done(
        request,
        lambda: _step(request, access, round, table),
        lambda: back(request, *(("clock", code, round) if table is None else ("table", code, round, table))),
        lambda violation: _page(request, opened(request, code), this, violation),
    )


def _step(request: HttpRequest, access: TournamentAccess, round: int, table: int | None) -> None:
    """The action of the button."""
    values = {"tournament": access.tournament, "round": round, **who(request)}
    step = request.POST.get("do", "")
    if step in STEPS:
        STEPS[step](**values)
        return
    if step not in ("add", "set"):
        raise Http404
    least = -clocks.MOST_MINUTES if step == "add" else 1
    values["minutes"] = whole_number(request.POST.get("minutes", ""), "minutes", least, clocks.MOST_MINUTES)
    if step == "add":
        clocks.add_time(key=key_of(request), table=table, **values)
    else:
        policy = request.POST.get("end_policy", "")
        clocks.set_clock(end_policy=policy if policy in EndPolicy.values else None, **values)


def _page(
    request: HttpRequest, access: TournamentAccess, this: Round, violation: RuleViolation | None = None
) -> HttpResponse:
    context = {
        "tournament": access.tournament,
        "round": this,
        "clock": clock_shown(this, datetime.now(UTC)),
        "referee": access.rights.referee and this.closed_at is None,
        "policies": [Choice(each.value, str(each.label), each.value == this.end_policy) for each in EndPolicy],
        "form": refused_form(violation),
        "show_errors": violation is not None,
        "key": new_key(),
    }
    if is_htmx(request):
        return render(request, "tournaments/tables/_clock_page.html", {**context, "fragment": True})
    return render(request, "tournaments/tables/clock.html", context, status=422 if violation else 200)
