"""Views of a match's links: the share page, opening a link, joining, revoking a phone."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.hash_chain import is_key
from matches import actions, links, rights
from matches.links import SCORING, WATCHING
from matches.log.state import MatchState
from matches.models import Match, MatchDevice
from matches.pages.table import MatchPage
from matches.views.saving import attempt
from matches.views.shared import device_of, is_htmx, known_device, managing, opened, refused_to, rights_here
from people.accounts.rate_limits import unknown_link
from people.audit.log import recording
from people.text.cleaning import read_digits
from people.web.clients import label_of
from people.web.codes import new_key
from people.web.public_urls import qr_code, shared_address
from people.web.responses import render_page, see


@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Store the token of the watch link in a cookie for this match, and redirect to an address without the token.

    The address is that of the table or, with `?to=screen` or `?to=overlay`, that of the page for a projector or a
    stream.
    """
    match = links.match_of(token, WATCHING)
    if match is None:
        return unknown_link(request)
    to = request.GET.get("to")
    response = see(f"matches:{to}" if to in ("screen", "overlay") else "matches:match", match.code)
    response.set_cookie(
        settings.WATCH_COOKIE_NAME,
        token,
        max_age=settings.WATCH_COOKIE_AGE,
        path=reverse("matches:match", args=[match.code]),
        secure=settings.WATCH_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Open the scoring link. The phone joins only after a tap, since link previews also open the address."""
    match = links.match_of(token, SCORING)
    if match is None:
        return unknown_link(request)
    if request.method == "GET":
        if MatchState(match).may_score(device_of(request)):
            return see("matches:match", match.code)
        return _join_page(request, match, token)
    return _joined(request, match, token=token)


@require_POST
def join_here(request: HttpRequest, code: str) -> HttpResponse:
    """Let a scorer of the match's club score on this phone, without a link."""
    reading = opened(request, code)
    requester = rights_here(request, reading)
    if not (requester.join or requester.score):
        raise refused_to(request, reading)
    return _joined(request, reading.match)


def _join_page(request: HttpRequest, match: Match, token: str, error: str = "") -> HttpResponse:
    page, status = MatchPage(MatchState(match)), 422 if error else 200
    return render_page(request, "matches/sharing/join.html", page, status, token=token, key=new_key(), error=error)


def _joined(request: HttpRequest, match: Match, token: str = "") -> HttpResponse:  # nosec B107 # none
    """Let the phone score, and redirect to the table.

    The phone's id is derived from the form's key, so a double tap adds only one phone.
    """
    key = request.POST.get("key", "")
    device = known_device(request, key if is_key(key) else new_key())
    join = partial(actions.join_match, match=match, device=device, user=request.user, label=label_of(request))
    return attempt(
        request,
        lambda: join(token=token, record=recording(request)),
        lambda _joined: see("matches:match", match.code),
        lambda error: _join_page(request, match, token, error),
    )


def _address(request: HttpRequest, name: str, code: str) -> str:
    return shared_address(request, reverse(f"matches:{name}", args=[code]))


def watching_address(request: HttpRequest, match: Match) -> str:
    """Return the address to watch this match; "" if there is no link yet."""
    return _watching(request, match, links.links_of(match))


def _watching(request: HttpRequest, match: Match, by_role: dict[str, links.Link]) -> str:
    link, requester = by_role.get(WATCHING), match.asked_for
    # Without the link, spectators of a public match don't get it: it would still work after the match is made private.
    has_link = not match.public or (requester and (requester.number is not None or requester.watches))
    if link and link.token and has_link:
        return _address(request, "watch", link.token)
    # Anyone may open the plain address.
    return _address(request, "match", match.code) if match.public or match.is_demo else ""


@dataclass
class SharePage(MatchPage):
    """The share page. `address`, `score_address`: the URL of each link, or ""; `here`: the device of this browser."""

    request: HttpRequest

    def __post_init__(self) -> None:
        super().__post_init__()
        request, match, by_role = self.request, self.match, links.links_of(self.match)
        self.rights, self.here = rights_here(request, self.reading), device_of(request)
        self.may_publish = (
            self.rights.manage and not match.is_demo and rights.may_archive_or_publish(match, request.user)
        )
        self.watching, self.scoring = by_role.get(WATCHING), by_role.get(SCORING)
        self.address = _watching(request, match, by_role)
        token = self.scoring.token if self.scoring and (self.rights.score or self.rights.manage) else None
        self.score_address = _address(request, "join", token) if token else ""
        self.qr = qr_code(self.address) if self.address else None
        self.score_qr = qr_code(self.score_address) if self.score_address else None
        phones = MatchDevice.objects.filter(match=match.pk, revoked_at=None)
        self.phones = phones.select_related("user").order_by("number")
        # Programs for streams hold no cookie, so they need the watch link.
        overlay = _address(request, "overlay", match.code) if self.address else ""
        self.overlay_address = f"{self.address}?to=overlay" if "/s/" in self.address else overlay
        card, title = _address(request, "embed", match.code), _("Score")
        frame = f'<iframe src="{card}" width="360" height="280" title="{title}"></iframe>'
        self.embed_code = frame if settings.FRAME_ANCESTORS else ""
        self.key = new_key()


@require_safe
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Show the share page: the watch link for everybody, the scoring link and the phones for scorers."""
    reading = opened(request, code)
    if not is_htmx(request):
        return render_page(request, "matches/sharing/share.html", SharePage(reading, request))
    address = watching_address(request, reading.match)
    qr = qr_code(address) if address else None
    return render_page(request, "matches/sharing/_watch_link.html", MatchPage(reading), qr=qr)


@require_http_methods(["GET", "POST"])
def renew(request: HttpRequest, code: str, role: str) -> HttpResponse:
    """Replace a link after confirmation, or create it for a match that has none."""
    reading, device = managing(request, code)
    if request.method == "GET":
        link = links.links_of(reading.match).get(role)
        generation = link.generation if link else 0
        page = MatchPage(reading)
        return render_page(request, "matches/sharing/renew.html", page, role=role, generation=generation)
    sent = read_digits(request.POST.get("generation"), 6)
    generation = -1 if sent is None else sent  # no link has this generation
    return _changed(
        request, reading, lambda by: actions.renew_link(device=device, role=role, generation=generation, **by)
    )


@require_POST
def revoke(request: HttpRequest, code: str, number: int) -> HttpResponse:
    reading = opened(request, code)
    if not rights_here(request, reading).revoke:
        raise refused_to(request, reading)
    device = device_of(request) or ""
    return _changed(request, reading, lambda by: actions.revoke_device(device=device, number=number, **by))


@require_POST
def publish(request: HttpRequest, code: str) -> HttpResponse:
    """Set whether anyone with the address may watch."""
    reading, device = managing(request, code)
    public = request.POST.get("public") == "1"
    return _changed(request, reading, lambda by: actions.publish_match(device=device, public=public, **by))


def _changed(request: HttpRequest, reading: MatchState, change: Callable[[dict[str, Any]], None]) -> HttpResponse:
    by = {"match": reading.match, "user": request.user, "record": recording(request)}
    return attempt(
        request, lambda: change(by), lambda _result: see("matches:share", reading.match.code), reading=reading
    )
