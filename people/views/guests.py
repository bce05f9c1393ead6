"""Views for guests of a club night: they sign up with the night's link, and withdraw with their own.

Guests see the night and how many people are coming, never the names of others.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from people.accounts.rate_limits import RateLimit, count_failure, failures, unknown_link
from people.actions import sign_ups as actions
from people.audit.log import recording
from people.clubs import ical, invitations
from people.clubs.attendance import Attendance, attendance, is_open
from people.clubs.rights import role_of
from people.db.transactions import Unavailable, writing
from people.forms.clubs import NightGuestForm
from people.models import ClubNight, NightSignUp
from people.views.guards import account
from people.views.nights import calendar_file
from people.web.clients import address_of, network_of
from people.web.public_urls import shared_address
from people.web.responses import NO_FORM, FormPage, done, go, posted, see

# Guests from one network, which a whole club may share.
GUESTS = RateLimit("night guest", most=60, window=timedelta(hours=1))
SIGNED_UP = "night_guests"  # session key for the ids of this phone's sign-ups, the latest last
MOST_SIGNED_UP = 20
INVITATION = "night_guest_link"  # session key for the token of the link that this phone used last


@dataclass(frozen=True)
class GuestPage(FormPage):
    """The page on which guests sign up. `own`: the sign-ups made on this phone, each with its URL."""

    attendance: Attendance
    own: list[tuple[NightSignUp, str]] = field(default_factory=list)

    @property
    def night(self) -> ClubNight:
        return self.attendance.night

    @property
    def member(self) -> bool:
        return role_of(account(self.request), self.night.club) is not None


@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest, token: str) -> HttpResponse:
    """Sign up a guest, then show the guest's own page."""
    night = invitations.night_of_guests(token)
    if night is None:
        return unknown_link(request)
    form = NightGuestForm(posted(request))
    page = GuestPage(request, "people/nights/guest_sign_up.html", form, attendance(night), _own(request, night))
    if form.is_valid() and _too_many(request):
        form.add_error(None, _("Too many guests have signed up from your network. Try again in an hour."))
        response = page.response(429)
        response["Retry-After"] = str(int(GUESTS.window.total_seconds()))
        return response
    made: list[NightSignUp] = []
    return page.submit(
        lambda: made.append(
            actions.sign_up_guest(
                token=token, name=form.cleaned_data["name"], key=form.hidden_key, record=recording(request)
            )
        ),
        lambda: _to_own_page(request, made[0], token),
    )


def _too_many(request: HttpRequest) -> bool:
    """Return whether the network has too many guests; otherwise count this one."""
    network = network_of(address_of(request))
    if failures(GUESTS, network) >= GUESTS.most:
        return True
    with suppress(Unavailable), writing():  # not counted if the database is busy
        count_failure(GUESTS, network)
    return False


def _to_own_page(request: HttpRequest, row: NightSignUp, token: str) -> HttpResponse:
    known = [pk for pk in request.session.get(SIGNED_UP, []) if pk != row.pk]
    request.session[SIGNED_UP] = [*known, row.pk][-MOST_SIGNED_UP:]
    request.session[INVITATION] = token
    return go(_own_path(row))


def _own(request: HttpRequest, night: ClubNight) -> list[tuple[NightSignUp, str]]:
    known = request.session.get(SIGNED_UP, [])
    rows = NightSignUp.objects.filter(night=night, pk__in=known).exclude(key="") if known else []
    return [(row, _own_path(row)) for row in rows]


def _own_path(row: NightSignUp) -> str:
    return reverse("people:guest", args=[invitations.guest_token(row)])


@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, token: str) -> HttpResponse:
    """Show a guest's own page, or withdraw the guest."""
    row = invitations.guest_of(token)
    if row is None:
        return _no_longer_coming(request, token)
    if request.method == "POST":
        return done(
            request,
            lambda: actions.withdraw_guest(token=token, record=recording(request)),
            lambda: see("people:guest_withdrawn"),
        )
    found = attendance(row.night)
    context = {
        "row": row,
        "night": row.night,
        "attendance": found,
        "in_line": found.place_in_line(row),
        "address": shared_address(request, request.path),
        "calendar": reverse("people:guest_ics", args=[token]),
    }
    return render(request, "people/nights/guest.html", context)


def _no_longer_coming(request: HttpRequest, token: str) -> HttpResponse:
    """Show a guest who has withdrawn or was removed whom to contact, with status 410."""
    night = invitations.night_left_by(token)
    if night is None:
        return unknown_link(request)
    context = {**NO_FORM, "night": night, "open": is_open(night)}
    return render(request, "people/nights/guest_gone.html", context, status=410)


@require_safe
def withdrawn(request: HttpRequest) -> HttpResponse:
    """Tell a guest that they have withdrawn. A phone that signed up by a link that still works gets it again."""
    token = request.session.get(INVITATION, "")
    night = invitations.night_of_guests(token)
    again = reverse("people:night_guest", args=[token]) if night and is_open(night) else ""
    return render(request, "people/nights/guest_withdrawn.html", {**NO_FORM, "again": again})


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Send the night of a guest as a calendar file with a reminder."""
    row = invitations.guest_of(token)
    if row is None:
        return _no_longer_coming(request, token)
    return calendar_file(ical.calendar(row.night.club, [row.night], remind=True))
