"""The standings, now or after any round, with the reasons for each place."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.pages.standings.standings import standings_page
from tournaments.snapshot import Day
from tournaments.views.screens import followed_by_many
from tournaments.views.shared import opened


@require_safe
def standings(request: HttpRequest, code: str) -> HttpResponse:
    """Who is where and why; `?after=2` as it stood after that round."""
    here = opened(request, code)
    after = round_asked(request, here.day)
    reasons = here.rights.referee
    return followed_by_many(request, here, "standings", after, lambda: standings_page(here.day, after, reasons))


def round_asked(request: HttpRequest, day: Day) -> int | None:
    """The round after which the standings are asked for; None: of now. There is no page for one that is not closed."""
    asked = request.GET.get("after")
    if not asked:
        return None
    closed = {str(each.number): each.number for each in day.rounds if each.closed_at}
    if asked not in closed:
        raise Http404
    return closed[asked]
