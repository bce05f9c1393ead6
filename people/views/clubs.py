"""The user's clubs, a new club, and a club's settings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import RuleViolation
from people.actions import clubs as actions
from people.clubs.rights import memberships_of
from people.forms.clubs import ClubForm
from people.models import Club, Role
from people.views.guards import account, club_for, login_address, to_login, who
from people.web.responses import done, see


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """The clubs of the account; for a guest what a club is for."""
    user = account(request)
    context = {"user": user, "memberships": memberships_of(user) if user else [], "login": login_address(request)}
    return render(request, "people/clubs.html", context)


@require_http_methods(["GET", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """A new club, with who founds it as its owner."""
    user = account(request)
    if user is None:
        return to_login(request)
    form = ClubForm(request.POST if request.method == "POST" else None)
    if request.method == "GET" or not form.is_valid():
        return _found_page(request, form, 422 if form.is_bound else 200)
    made: list[Club] = []
    told = {"name": form.cleaned_data["name"], "key": form.hidden_key}
    return done(
        request,
        lambda: made.append(actions.found_club(**who(request), **told)),
        lambda: see("clubs:club", made[0].code),
        lambda violation: _refused(request, form, violation),
    )


def _refused(request: HttpRequest, form: ClubForm, violation: RuleViolation) -> HttpResponse:
    form.refuse(violation)
    return _found_page(request, form, 422)


def _found_page(request: HttpRequest, form: ClubForm, status: int) -> HttpResponse:
    return render(request, "people/club_new.html", {"form": form, "show_errors": status == 422}, status=status)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """The club's name, and whether anybody may read."""
    club, _role = club_for(request, code, Role.ORGANISER)
    if request.method == "GET":
        form = ClubForm(initial={"name": club.name, "public": club.public})
        return _settings_page(request, club, form, 200)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, club, form, 422)
    told = {"name": form.cleaned_data["name"], "public": form.cleaned_data["public"]}
    return done(
        request,
        lambda: actions.change_club(club=club, **who(request), **told),
        lambda: see("people:club_settings", code, query="?saved=1"),
    )


def _settings_page(request: HttpRequest, club: Club, form: ClubForm, status: int) -> HttpResponse:
    saved = request.method == "GET" and request.GET.get("saved") == "1"
    context = {"club": club, "form": form, "show_errors": status == 422, "saved": saved}
    return render(request, "people/club_settings.html", context, status=status)
