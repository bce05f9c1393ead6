"""Imports a tournament from an archive into a club."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from people.models import Club, Role
from people.views.guards import club_for, who
from people.web.responses import done, see
from tournaments.files.archive.import_archive import import_event
from tournaments.forms.archive import BringForm
from tournaments.models import Tournament


@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, code: str) -> HttpResponse:
    """The page with the form, and what comes of it."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = BringForm(request.POST, request.FILES) if request.method == "POST" else BringForm()
    if request.method == "GET" or not form.is_valid():
        return _page(request, club, form)
    data, key = form.cleaned_data["file"].read(), form.hidden_key
    return done(
        request,
        lambda: import_event(club=club, data=data, key=key, **who(request)),
        lambda: see("tournaments:files", Tournament.objects.get(start_key=key).code),
        lambda violation: _refused(request, club, form, violation),
    )


def _refused(request: HttpRequest, club: Club, form: BringForm, violation: RuleViolation) -> HttpResponse:
    form.refuse(RuleViolation("file", violation.sentence, **violation.values))
    return _page(request, club, form)


def _page(request: HttpRequest, club: Club, form: BringForm) -> HttpResponse:
    context = {"club": club, "form": form, "errors": form.errors.get("file", []) if form.is_bound else []}
    return render(request, "tournaments/bring.html", context, status=422 if form.is_bound else 200)
