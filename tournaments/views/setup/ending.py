"""Ends a tournament, and reopens it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from people.views.guards import who
from people.web.responses import done, see
from tournaments.setup import lifecycle
from tournaments.views.shared import organising


@require_POST
def finish(request: HttpRequest, code: str) -> HttpResponse:
    """Say that the tournament is over."""
    here = organising(request, code)
    return done(
        request,
        lambda: lifecycle.end_tournament(tournament=here.tournament, **who(request)),
        lambda: see("tournaments:desk", code),
    )


@require_POST
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """Take it up again."""
    here = organising(request, code)
    return done(
        request,
        lambda: lifecycle.reopen_tournament(tournament=here.tournament, **who(request)),
        lambda: see("tournaments:desk", code),
    )
