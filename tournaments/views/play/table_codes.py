"""The short address on the card of a table, for people who cannot scan the QR code."""

from contextlib import suppress
from datetime import timedelta

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from people.accounts import rate_limits
from people.accounts.rate_limits import RateLimit
from people.audit import log
from people.db.transactions import Unavailable, writing
from people.forms.shared import Refusing
from people.web.networks import network_of
from people.web.public_urls import shared_address
from people.web.responses import see
from tournaments.links import code_typed, opened_by_code, table_code, table_token, tournament_of_code
from tournaments.models import Tournament

# Wrong codes, by one network and for one tournament by everybody. A code is short, so beyond these no code is read at
# all, right or wrong; the QR code always works.
NETWORK = RateLimit("table code", most=60, window=timedelta(minutes=10))
TOURNAMENT = RateLimit("tournament code", most=100, window=timedelta(hours=1))


class CodeForm(Refusing):
    """A code as it was typed."""

    code = forms.CharField(required=False)


@require_http_methods(["GET", "POST"])
def typed(request: HttpRequest, code: str = "") -> HttpResponse:
    """The code in the address, or in the form of this page; a right one leads to the table's card."""
    form = CodeForm(request.POST if request.method == "POST" else {"code": code} if code else None)
    if not form.is_valid():
        return _page(request, form, 422 if form.is_bound else 200)
    meant = code_typed(form.cleaned_data["code"])
    who = {NETWORK: network_of(log.address_of(request)), TOURNAMENT: str(meant and tournament_of_code(meant))}
    if full := [limit for limit in who if rate_limits.failures(limit, who[limit]) >= limit.most]:
        form.add_error("code", _("Too many wrong codes were tried. Scan the QR code on the card, or try again later."))
        response = _page(request, form, 429)
        response["Retry-After"] = str(int(max(limit.window for limit in full).total_seconds()))
        return response
    if found := opened_by_code(meant) if meant else None:
        tournament, number = found
        return see("tournaments:table_card", tournament.code, number, table_token(tournament, number))
    if meant:
        _count(request, who)
    form.add_error("code", _("No table has this code. Check each letter and digit, or scan the QR code on the card."))
    return _page(request, form, 422)


def to_type(request: HttpRequest, tournament: Tournament, number: int) -> tuple[str, ...]:
    """The short address of a table as it is shown: without https://, the code in groups. Empty where there is none."""
    code = table_code(tournament, number)
    if not code:
        return ()
    address = shared_address(request, reverse("tournaments:typed"))
    return (address.partition("://")[2], code[:-6], code[-6:-3], code[-3:])


def _count(request: HttpRequest, who: dict[RateLimit, str]) -> None:
    """Count a wrong code; write down when it is the last one that is let pass."""
    with suppress(Unavailable), writing():  # busy: not counted this once
        for limit, party in who.items():
            if rate_limits.count_failure(limit, party) == limit.most:
                log.record(request, "links_guessed", refused=True, after={"tries": limit.most})


def _page(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    return render(request, "tournaments/typed.html", {"form": form, "show_errors": status != 200}, status=status)
