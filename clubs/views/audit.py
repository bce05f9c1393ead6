"""Activity pages: what was done, by whom, when and from where, in a match, a club or one's own account."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.audit_pages import pages
from clubs.audit_pages.rows import lines
from clubs.audit_pages.wording import KINDS
from matches.views.shared import opened, rights_here
from people.audit import refusals
from people.audit.events import What
from people.exports.download import csv_download
from people.forms.shared import Choice
from people.models import Club, Role, User
from people.views.guards import account as asking_account
from people.views.guards import club_for, to_login

A_PAGE = 50


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """Everything about a match, the latest first; who did it for those who score it or look after it."""
    reading = opened(request, code)
    here = rights_here(request, reading)
    whole = here.score or here.revoke
    context = {"match": reading.match, "entries": pages.history(reading, whole=whole), "whole": whole}
    return render(request, "clubs/audit/match.html", context)


@require_safe
def club(request: HttpRequest, code: str) -> HttpResponse:
    """The audit of a club, for its organisers: page by page, narrowed down by kind and by person."""
    found, _role = club_for(request, code, Role.ORGANISER)
    kind, person, people = _asked(request, found)
    page = Paginator(pages.of_club(found, kind, person), A_PAGE).get_page(request.GET.get("page"))
    chosen = {name: value for name, value in (("kind", kind), ("person", person and person.pk)) if value}
    context: dict[str, Any] = {
        "club": found,
        "page": page,
        "lines": [replace(line, where="") if not line.row.match else line for line in lines(page)],
        "kinds": [Choice(key, _(said), key == kind) for key, (said, _begins) in KINDS.items()],
        "people": [Choice(str(user.pk), user.shown_name, user == person) for user in people],
        "query": urlencode(chosen),
        "narrowed": bool(chosen),
    }
    return render(request, "clubs/audit/club.html", context)


@require_safe
def club_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The same as a file, all pages in one; `?sep=;` and `?bom=0` as for other files."""
    found, _role = club_for(request, code, Role.ORGANISER)
    kind, person, _people = _asked(request, found)
    table = pages.audit_table(pages.of_club(found, kind, person))
    response = csv_download(table, f"{found.name} audit", request.GET)
    refusals.taken(request, What.AUDIT_EXPORTED, "csv", club=found)
    return response


def _asked(request: HttpRequest, club: Club) -> tuple[str, User | None, list[User]]:
    """The kind and the person that the list is narrowed down to, and those to choose from."""
    kind, people = request.GET.get("kind", ""), pages.people_in(club)
    person = next((user for user in people if str(user.pk) == request.GET.get("person")), None)
    return kind if kind in KINDS else "", person, people


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """What happened with the account that asks: sign-ins, changes, files, what others did."""
    user = asking_account(request)
    if user is None:
        return to_login(request)
    page = Paginator(pages.of_account(user), A_PAGE).get_page(request.GET.get("page"))
    context = {"user": user, "page": page, "lines": pages.with_networks(user, lines(page))}
    return render(request, "clubs/audit/account.html", context)
