"""The open tables of a club on one screen, which updates itself."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import open_tables
from matches.log.state import MatchState
from matches.pages import screens
from matches.views.shared import is_htmx
from matches.views.sharing.live import NO_FORM, NOTHING_NEW
from people.views.guards import readable_club


@require_safe
def tables(request: HttpRequest, code: str) -> HttpResponse:
    """All open tables of a club: for members, and of a public club, for everybody, those that everybody may watch."""
    club, role = readable_club(request, code)
    found = open_tables.open_tables(club, public=role is None)
    stand = open_tables.stand_of_tables(found)
    seen = request.GET.get("v") if is_htmx(request) else None
    if seen == stand:
        return HttpResponse(status=NOTHING_NEW)
    read = open_tables.readings(found, open_tables.MOST)
    context: dict[str, Any] = {
        **NO_FORM,
        "club": club,
        "stand": stand,
        "tables": [{**screens.shown(each), "called": _called(no, each)} for no, each in enumerate(read, start=1)],
    }
    if not is_htmx(request):
        return render(request, "clubs/open_tables.html", context)
    return render(request, "clubs/_open_tables.html", {**context, "fragment": True})


def _called(no: int, reading: MatchState) -> str:
    """The table's name, or its place among those that are open."""
    return reading.match.name or _("Table %(no)s") % {"no": no}
