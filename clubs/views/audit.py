"""Views of the activity log of a match, a club and the user's own account."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.audit_pages import pages
from clubs.audit_pages.rows import lines, readable
from clubs.audit_pages.wording import KINDS
from matches.views.shared import opened, rights_here
from people.audit import refusals
from people.audit.events import What
from people.audit.log import network_shown
from people.exports import csv_download
from people.forms.shared import Choice
from people.models import Audit, Club, Role
from people.views.guards import account_or_404, club_for

A_PAGE = 50


def _filtered(request: HttpRequest, code: str) -> tuple[Club, QuerySet[Audit], dict[str, Any]]:
    """Return the club, its filtered audit rows and the chosen filters. Raises `Http404` for non-organisers."""
    club, _role = club_for(request, code, Role.ORGANISER)
    everybody = pages.people_in(club)
    kind = request.GET.get("kind", "") if request.GET.get("kind") in KINDS else ""
    person = next((user for user in everybody if str(user.pk) == request.GET.get("person")), None)
    chosen = {"kind": kind, "person": person and person.pk}
    filters = {
        "kinds": [Choice(key, _(label), key == kind) for key, (label, _beginnings) in KINDS.items()],
        "people": [Choice(str(user.pk), user.shown_name, user == person) for user in everybody],
        "query": urlencode({name: value for name, value in chosen.items() if value}),
    }
    return club, pages.of_club(club, kind, person), filters


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """Show the history of a match, latest first. Scorers, referees and organisers also see who did what."""
    reading = opened(request, code)
    rights = rights_here(request, reading)
    whole = rights.score or rights.revoke
    page = Paginator(pages.history(reading, whole=whole), A_PAGE).get_page(request.GET.get("page"))
    entries = pages.history_items(reading, list(page), whole=whole)
    context = {"match": reading.match, "page": page, "entries": entries, "whole": whole}
    return render(request, "clubs/audit/match.html", context)


@require_safe
def club(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club's activity log to its organisers, paginated and filtered by kind and person."""
    club, rows, filters = _filtered(request, code)
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    shown = [line if line.row.match else replace(line, where="") for line in lines(page)]
    return render(request, "clubs/audit/club.html", {"club": club, **filters, "page": page, "lines": shown})


@require_safe
def club_csv(request: HttpRequest, code: str) -> HttpResponse:
    """Send a club's activity log as one CSV file. The query string may contain `sep=;` and `bom=0`."""
    club, rows, _filters = _filtered(request, code)
    response = csv_download(pages.audit_table(rows), f"{club.name} audit", request.GET)
    refusals.record_export(request, What.AUDIT_EXPORTED, "csv", club=club)
    return response


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show the activity of the user's account: sign-ins, changes, exported files, actions by others."""
    user = account_or_404(request)
    page = Paginator(readable(pages.about_account(user)), A_PAGE).get_page(request.GET.get("page"))
    shown = [replace(line, network=network_shown(user, line.row)) for line in lines(page)]
    return render(request, "clubs/audit/account.html", {"user": user, "page": page, "lines": shown})
