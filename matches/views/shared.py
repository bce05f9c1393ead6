"""Helpers for views: identify the requester, open a match, check rights, render a sheet."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from matches import links, rights
from matches.log.state import MatchState, open_match
from matches.models import Match
from people.audit import log, refusals
from people.audit.events import What
from people.web.codes import computed_token
from people.web.responses import render_page

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

DEVICE = log.DEVICE
LOOKS = {"check", "look", "more", "one", "two"}  # actions of a form that save nothing


def device_of(request: HttpRequest) -> str | None:
    """Return the device of this browser; None if it never started or joined a match."""
    return request.session.get(DEVICE)


def known_device(request: HttpRequest, key: str) -> str:
    """Return the device of this browser, assigning one if it has none.

    A new device is derived from the form's key, so that a form gives the same device even if it is sent again before
    the first response has set the cookie.
    """
    if DEVICE not in request.session:
        request.session[DEVICE] = computed_token("matches.device", key)
    return str(request.session[DEVICE])


def watching_hash(request: HttpRequest) -> str:
    """Return the hash of this browser's watch token for the match; "" if it has none."""
    token = request.COOKIES.get(settings.WATCH_COOKIE_NAME, "")
    return links.hash_of(token) if token else ""


class Revoked(PermissionDenied):
    """The device could once score the match, but its right was revoked. `recorded_hands.revoked` handles it."""

    def __init__(self, reading: MatchState) -> None:
        super().__init__("the right to score was taken away")
        self.reading = reading


def _found(request: HttpRequest, code: str) -> MatchState:
    try:
        return open_match(code, device_of(request), watching_hash(request))
    except Match.DoesNotExist as missing:
        raise Http404 from missing


def opened(request: HttpRequest, code: str) -> MatchState:
    """Return the match if the requester may view it. Raises `Http404`, as for a match that doesn't exist."""
    reading = _found(request, code)
    if not rights.may_watch(reading.match, request.user):
        raise Http404
    return reading


def scoring(request: HttpRequest, code: str) -> tuple[MatchState, str]:
    """Return the match and the device, if the device may score. Raises `Revoked` or `Http404`."""
    device, reading = device_of(request), _found(request, code)
    if device is None or not reading.may_score(device):
        raise refused_to(request, reading)
    return reading, device


def managing(request: HttpRequest, code: str) -> tuple[MatchState, str]:
    """Return the match and the device ("" if none), if the requester may manage it. Raises `Revoked` or `Http404`."""
    reading = _found(request, code)
    if not rights_here(request, reading).manage:
        raise refused_to(request, reading)
    return reading, device_of(request) or ""


def rights_here(request: HttpRequest, reading: MatchState) -> rights.MatchRights:
    requester = reading.match.asked_for
    return rights.rights_of(reading.match, device_of(request), requester.number if requester else None, request.user)


def refused_to(request: HttpRequest, reading: MatchState) -> Exception:
    """Record the refused change, and return the exception to raise.

    The exception is `Revoked` if the device lost its right to score, else `Http404`.
    """
    revoked = rights.was_revoked(reading.match, device_of(request))
    note_refused(request, reading, "revoked" if revoked else "right")
    return Revoked(reading) if revoked else Http404()


def note_refused(request: HttpRequest, reading: MatchState, why: str) -> None:
    """Record in the audit log that a change to this match was refused. Previews and checks are not recorded."""
    if request.method == "POST" and not LOOKS & set(request.POST.getlist("action")):
        refusals.record_refusal(request, why, club=reading.match.club, match=reading.match.code)


def note_export(request: HttpRequest, reading: MatchState, kind: str) -> None:
    """Record that a match was exported or printed.

    Anonymous exports of public matches aren't recorded, because programs repeat them all the time.
    """
    match = reading.match
    if refusals.is_known(request) or not (match.public or match.is_demo):
        refusals.record_export(request, What.MATCH_EXPORTED, kind, club=match.club, match=match.code)


def is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def sheet(
    request: HttpRequest, template: str, page: "DataclassInstance", status: int = 200, **more: Any
) -> HttpResponse:
    """Render a sheet as a page or, for htmx, over the table, where it is checked while it is filled in (`live`)."""
    if not is_htmx(request):
        return render_page(request, "matches/entry/entry_page.html", page, status, sheet=template, live=False, **more)
    response = render_page(request, template, page, status, live=True, **more)
    response["HX-Retarget"] = "#sheet"
    response["HX-Reswap"] = "innerHTML"
    return response
