"""Views of one club night: who is coming, one's own sign-up, the people whom organisers add, the link for guests."""

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.actions import sign_ups as actions
from people.clubs import ical, invitations, roster
from people.clubs.attendance import Attendance, attendance
from people.forms.clubs import NightPersonForm
from people.models import Club, ClubNight, NightSignUp, Role
from people.text.cleaning import read_digits
from people.views.guards import account, action_arguments, club_for, readable_club
from people.views.nights import calendar_file
from people.web.public_urls import qr_code, shared_address
from people.web.responses import FormPage, done, see


@dataclass(frozen=True)
class NightPage(FormPage):
    """The page of a night, with the form for organisers. `role`: None for non-members, who see no names."""

    club: Club
    night: ClubNight
    role: Role | None

    @cached_property
    def attendance(self) -> Attendance:
        return attendance(self.night)

    @cached_property
    def mine(self) -> NightSignUp | None:
        return self.attendance.of_account(account(self.request))

    @property
    def in_line(self) -> int:
        return self.attendance.place_in_line(self.mine)

    @property
    def organiser(self) -> bool:
        return self.role is not None and self.role.covers(Role.ORGANISER)

    @property
    def names(self) -> list[str]:
        """The roster players who have not signed up, for the form."""
        if not (self.organiser and self.attendance.open):
            return []
        taken = {row.player_id for row in self.attendance.sign_ups}
        return [player.name for player in roster.present([self.club]) if player.pk not in taken]

    @property
    def coming_names(self) -> str:
        """The names of the people who have a place, one in a line."""
        return "\n".join(self.attendance.names[row.pk] for row in self.attendance.coming)

    @property
    def tournament(self) -> str:
        """The URL of the page that creates a tournament, which then adds the people who have a place."""
        return f"{reverse('tournaments:new', args=[self.club.code])}?night={self.night.pk}"

    @property
    def starts(self) -> list[tuple[list[str], str]]:
        """For scorers, the names at each table and the URL of the page that starts a match with them."""
        if self.role is None or not self.role.covers(Role.SCORER) or not self.attendance.open:
            return []
        start = reverse("matches:start")
        return [
            ([self.attendance.names[row.pk] for row in table], f"{start}?night={self.night.pk}&table={number}")
            for number, table in enumerate(self.attendance.tables, start=1)
        ]


def _night_of(club: Club, number: int) -> ClubNight:
    return get_object_or_404(ClubNight, club=club, pk=number)


@require_safe
def night(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a night. Non-members of a public club see how many people are coming, but no names."""
    club, role = readable_club(request, code)
    found = _night_of(club, number)
    return NightPage(request, "people/nights/night.html", NightPersonForm(), club, found, role).response()


@require_POST
def come(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Sign the account up for a night or, with `coming=0`, withdraw it. Return to the page with the button."""
    club, _role = club_for(request, code)
    step = actions.withdraw if request.POST.get("coming") == "0" else actions.sign_up
    return done(
        request,
        lambda: step(club=club, night=number, **action_arguments(request)),
        lambda: see("clubs:club", code) if request.POST.get("from") == "club" else see("people:night", code, number),
    )


@require_POST
def add(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Sign up a roster player or a guest, for organisers."""
    club, role = club_for(request, code, Role.ORGANISER)
    form = NightPersonForm(request.POST)
    page = NightPage(request, "people/nights/night.html", form, club, _night_of(club, number), role)
    return page.submit(
        lambda: actions.add_person(club=club, night=number, **form.cleaned_data, **action_arguments(request)),
        lambda: see("people:night", code, number, anchor="#add"),
    )


@require_POST
def remove(request: HttpRequest, code: str, number: int, sign_up: int) -> HttpResponse:
    """Remove a person from a night, for organisers."""
    club, _role = club_for(request, code, Role.ORGANISER)
    return done(
        request,
        lambda: actions.remove_person(club=club, night=number, sign_up=sign_up, **action_arguments(request)),
        lambda: see("people:night", code, number),
    )


@require_http_methods(["GET", "POST"])
def guests(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the link with which guests sign up, with its QR code, or replace the link."""
    club, _role = club_for(request, code, Role.ORGANISER)
    found = _night_of(club, number)
    if request.method == "GET":
        address = shared_address(request, reverse("people:night_guest", args=[invitations.guest_invitation(found)]))
        context = {
            "club": club,
            "night": found,
            "address": address,
            "qr": qr_code(address),
            "most": actions.MOST_GUESTS,
        }
        return render(request, "people/nights/guest_link.html", context)
    after = read_digits(request.POST.get("after"), 7)
    if after is None:
        raise Http404
    return done(
        request,
        lambda: actions.rotate_guest_link(club=club, night=number, after=after, **action_arguments(request)),
        lambda: see("people:night_guests", code, number),
    )


@require_safe
def calendar(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Send a night as a calendar file, with a reminder for members who have signed up."""
    club, _role = readable_club(request, code)
    found = _night_of(club, number)
    mine = attendance(found).of_account(account(request))
    return calendar_file(ical.calendar(club, [found], remind=mine is not None))
