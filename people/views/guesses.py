"""A link that opens nothing: the page that says so, and when it is enough of them. Knows no link by name."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from people.accounts import rate_limits
from people.accounts.rate_limits import RateLimit
from people.audit import log
from people.db.transactions import Unavailable, writing
from people.web.networks import network_of

# Tokens that open nothing, by one network address, of whatever sort. Whoever has joined, and every token that opens
# something, is not asked: forty phones at a club share one address.
GUESSES = RateLimit("link", most=60, window=timedelta(minutes=10))


def unknown(request: HttpRequest) -> HttpResponse:
    """Raises 404 for a token that opens nothing, never did or does no more; 429 for who has tried too many."""
    who = network_of(log.address_of(request))
    many = rate_limits.seen(GUESSES, who)
    if many <= GUESSES.most:
        try:
            with writing():
                many = rate_limits.failed(GUESSES, who)
                if many == GUESSES.most + 1:  # once, also where several at the same time are too many
                    log.record(request, "links_guessed", refused=True, after={"tries": many})
        except Unavailable:
            pass  # busy: not counted this once
    if many <= GUESSES.most:
        raise Http404
    response = render(request, "errors/429.html", {"csrf_token": ""}, status=429)  # nosec B105 # none
    response["Retry-After"] = str(int(GUESSES.window.total_seconds()))
    return response
