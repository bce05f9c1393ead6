"""Pages for what counts in a tournament, for drawn lots and for teams."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import RuleViolation
from people.views.guards import who
from people.web.responses import done, see
from tournaments import wording
from tournaments.forms.series import CountingForm, LotsForm
from tournaments.setup.lifecycle import change_counting, rules_fixed
from tournaments.standings.qualification import equal, on_the_line, record_lots
from tournaments.standings.standings import counting_of, scheme_of, table_of, teams_of
from tournaments.views.shared import Here, instead, opened, organising
from tournaments.views.standings import round_asked


@require_http_methods(["GET", "POST"])
def counting(request: HttpRequest, code: str) -> HttpResponse:
    """Which games count, who goes up and down, how teams add up."""
    here = organising(request, code)
    form = CountingForm(request.POST) if request.method == "POST" else CountingForm.of(counting_of(here.tournament))

    def page(violation: RuleViolation | None = None, status: int = 422) -> HttpResponse:
        if violation:
            form.refuse(violation)
        context = {
            "tournament": here.tournament,
            "form": form,
            "fixed": rules_fixed(here.tournament),
            "said": wording.counting(counting_of(here.tournament).league),
            "show_errors": status == 422,
            "saved": request.GET.get("saved") == "1",
        }
        return render(request, "tournaments/counting.html", context, status=status)

    if request.method == "GET":
        return page(status=200)
    if not form.is_valid():
        return page()
    return done(
        request,
        lambda: change_counting(tournament=here.tournament, counting=form.told, **who(request)),
        lambda: see("tournaments:counting", code, query="?saved=1"),
        page,
    )


@require_http_methods(["GET", "POST"])
def lots(request: HttpRequest, code: str) -> HttpResponse:
    """Lots for those whom nothing else tells apart."""
    here = organising(request, code)
    if over := instead(request, here, "standings", code):
        return over
    by_pk, groups = here.day.by_pk, equal(here.day)
    numbers = [[by_pk[pk].number for pk in group] for group in groups]
    typed = {f"lot_{by_pk[pk].number}": by_pk[pk].lot or "" for group in groups for pk in group}
    form = LotsForm(request.POST if request.method == "POST" else None, groups=numbers, initial=typed)

    def page(violation: RuleViolation | None = None, status: int = 422) -> HttpResponse:
        if violation:
            form.refuse(violation)
        context = {
            "tournament": here.tournament,
            "form": form,
            "groups": _groups(here, groups, form),
            "show_errors": status == 422,
            "saved": request.GET.get("saved") == "1",
        }
        return render(request, "tournaments/lots.html", context, status=status)

    if request.method == "GET":
        return page(status=200)
    if not form.is_valid():
        return page()
    return done(
        request,
        lambda: record_lots(tournament=here.tournament, lots=form.lots, **who(request)),
        lambda: see("tournaments:lots", code, query="?saved=1"),
        page,
    )


def _groups(here: Here, groups: list[tuple[int, ...]], form: LotsForm) -> list[dict[str, Any]]:
    """Each group with a field for everybody; `line`: a lot must decide before the next stage is drawn."""
    day, line = here.day, set(on_the_line(here.day))
    return [
        {
            "line": bool(line.intersection(group)),
            "people": [{"name": day.names[pk], "field": form[f"lot_{day.by_pk[pk].number}"]} for pk in group],
        }
        for group in groups
    ]


@require_safe
def teams(request: HttpRequest, code: str) -> HttpResponse:
    """The teams, best first, with what each member gives; `?after=2` as it stood after that round."""
    here = opened(request, code)
    day, after, rules = here.day, round_asked(request, here.day), counting_of(here.tournament)
    write = wording.signed if wording.has_signs(scheme_of(here.tournament)) else wording.amount
    called = {team.pk: team.name for team in day.teams}
    lines = teams_of(day, after)
    # Whoever plays or has played; not those who only asked, wait or were refused.
    listed = {each.pk for each in day.entered} | {line.entrant for line in table_of(day, after)}
    held = [line.place for line in lines]
    rows = [
        {
            "place": line.place,
            "shared": held.count(line.place) > 1,
            "name": called[line.team],
            "total": write(line.total),
            "members": [
                {"name": day.names[each.pk], "number": each.number, "gives": _given(line.counted, each.pk, write)}
                for each in day.entrants
                if each.team_id == line.team and each.pk in listed
            ],
        }
        for line in lines
    ]
    context = {"tournament": here.tournament, "rows": rows, "after": after, "counting": wording.teams(rules)}
    return render(request, "tournaments/teams.html", context)


def _given(counted: Any, entrant: int, write: Any) -> str:
    """What a member adds to the team; empty where it adds nothing."""
    return write(counted[entrant]) if entrant in counted else ""
