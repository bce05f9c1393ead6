"""The page of the clock of a round: everybody sees it, the referee runs it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from matches.views.shared import is_htmx
from people.audit.log import recording
from people.forms.shared import Choice, Refusing
from people.text.cleaning import whole_number
from people.views.guards import account
from people.web.codes import new_key
from people.web.responses import done, refuse
from tournaments.models import EndPolicy, Round
from tournaments.pages.tables.table_page import clock_shown
from tournaments.play import clock as clocks
from tournaments.views.play.results import key_of
from tournaments.views.play.tables import round_of
from tournaments.views.shared import Here, back, opened

STEPS: dict[str, Callable[..., Any]] = {
    "start": clocks.start_clock,
    "pause": clocks.pause_clock,
    "go_on": clocks.resume_clock,
    "reset": clocks.reset_clock,
}


@require_http_methods(["GET", "POST"])
def clock(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """What is left of the round; the referee starts, stops and sets it."""
    here = opened(request, code)
    one = round_of(here, round)
    if request.method == "GET":
        if is_htmx(request) and request.GET.get("v") == str(here.tournament.version):
            return HttpResponse(status=204)
        return _page(request, here, one)
    if not here.rights.referee:
        raise refuse(request, here.tournament.club)
    place = ("table", code, round, table) if (table := _table(request)) else ("clock", code, round)
    return done(
        request,
        lambda: _step(request, here, round, table),
        lambda: back(request, *place),
        lambda violation: _page(request, opened(request, code), one, violation),
    )


def _table(request: HttpRequest) -> int | None:
    """The one table that is given more time."""
    told = request.POST.get("table", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 7 else None


def _step(request: HttpRequest, here: Here, number: int, table: int | None) -> None:
    """What the button says, done."""
    told: dict[str, Any] = {"tournament": here.tournament, "round": number, "by": account(request)}
    told["record"] = recording(request)
    step = request.POST.get("do", "")
    if step in STEPS:
        STEPS[step](**told)
        return
    if step not in ("add", "set"):
        raise Http404
    least = -clocks.MOST_MINUTES if step == "add" else 1
    told["minutes"] = whole_number(request.POST.get("minutes", ""), "minutes", least, clocks.MOST_MINUTES)
    if step == "add":
        clocks.add_time(key=key_of(request), table=table, **told)
    else:
        policy = request.POST.get("end_policy", "")
        clocks.set_clock(end_policy=policy if policy in EndPolicy.values else None, **told)


def _page(request: HttpRequest, here: Here, one: Round, violation: RuleViolation | None = None) -> HttpResponse:
    form = Refusing({})
    form.is_valid()
    if violation:
        form.refuse(violation)
    context = {
        "tournament": here.tournament,
        "round": one,
        "clock": clock_shown(one, datetime.now(UTC)),
        "referee": here.rights.referee and one.closed_at is None,
        "policies": [Choice(each.value, str(each.label), each.value == one.end_policy) for each in EndPolicy],
        "form": form,
        "show_errors": violation is not None,
        "key": new_key(),
    }
    if is_htmx(request):
        return render(request, "tournaments/tables/_clock_page.html", {**context, "fragment": True})
    return render(request, "tournaments/tables/clock.html", context, status=422 if violation else 200)
