"""Views of club nights: the list, one night or a series, and the calendar file."""

from typing import NamedTuple

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.accounts.rate_limits import unknown_link
from people.actions import nights
from people.clubs import ical, invitations
from people.clubs.attendance import head_count
from people.clubs.night_days import first_open_day
from people.forms.clubs import NightsForm
from people.models import Club, ClubNight, Role
from people.views.clubs import rotate_link
from people.views.guards import action_arguments, club_for, readable_club
from people.web.public_urls import shared_address
from people.web.responses import FormPage, done, posted, see

PAST_NIGHTS = 30  # on a page


class NightRow(NamedTuple):
    """A night in the list, with the number of people who have signed up."""

    night: ClubNight
    signed_up: int

    @property
    def summary(self) -> str:
        return head_count(self.night, self.signed_up) if self.signed_up else ""


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the future and past nights of a club, and the URL of the calendar."""
    club, role = readable_club(request, code)
    path = reverse("people:nights_ics", args=[code])
    if not club.public:
        path = reverse("people:nights_key", args=[code, invitations.nights_key(club)])
    nights = ClubNight.objects.filter(club=club).annotate(signed_up=Count("sign_ups"))
    nights = nights.order_by("on", "begins", "pk")  # queries that count rows ignore the order of the model
    past = nights.filter(on__lt=first_open_day()).reverse()
    page = Paginator(past, PAST_NIGHTS).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "coming": [NightRow(each, each.signed_up) for each in nights.filter(on__gte=first_open_day())],
        "page": page,
        "past": [NightRow(each, each.signed_up) for each in page],
        "past_shown": "page" in request.GET,
        "calendar": shared_address(request, path),
        "organiser": role is not None and role.covers(Role.ORGANISER),
        "member": role is not None,
        "generation": invitations.generation(club, invitations.NIGHTS),
        "saved": request.GET.get("saved") == "1",
    }
    return render(request, "people/clubs/nights.html", context)


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, code: str) -> HttpResponse:
    """Schedule one night, then show its page, or a series, then show the list."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = NightsForm(posted(request))
    made: list[ClubNight] = []
    return FormPage(request, "people/clubs/edit_night.html", form, more={"club": club}).submit(
        lambda: made.extend(
            nights.add_nights(club=club, days=form.days, details=form.details, **action_arguments(request))
        ),
        lambda: (
            see("people:night", code, made[0].pk, query="?saved=1")
            if len(made) == 1
            else see("people:nights", code, query="?saved=1")
        ),
    )


@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Change the day, time, venue, note or tables of a night."""
    club, _role = club_for(request, code, Role.ORGANISER)
    night = get_object_or_404(ClubNight, club=club, pk=number)
    form = NightsForm(request.POST) if request.method == "POST" else NightsForm.of(night)
    return FormPage(request, "people/clubs/edit_night.html", form, more={"club": club, "night": night}).submit(
        lambda: nights.change_night(
            club=club, night=number, on=form.days[0], details=form.details, **action_arguments(request)
        ),
        lambda: see("people:night", code, number, query="?saved=1"),
    )


@require_POST
def cancel(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Cancel a night, or restore it."""
    club, _role = club_for(request, code, Role.ORGANISER)
    cancelled = request.POST.get("restore") != "1"
    return done(
        request,
        lambda: nights.cancel_night(club=club, night=number, cancelled=cancelled, **action_arguments(request)),
        lambda: see("people:nights", code, query="?saved=1"),
    )


@require_POST
def rotate(request: HttpRequest, code: str) -> HttpResponse:
    """Replace the URL of the calendar."""
    club, _role = club_for(request, code, Role.ORGANISER)
    return rotate_link(request, club, invitations.NIGHTS, see("people:nights", code, query="?saved=1"))


@require_safe
def calendar(request: HttpRequest, code: str, key: str = "") -> HttpResponse:
    """Send the nights as a calendar file. If the club is not public, the URL must contain the key."""
    club = Club.objects.filter(code=code).first()
    if club is None or not (invitations.opens_nights(club, key) if key else club.public):
        if key:
            return unknown_link(request)
        raise Http404
    return calendar_file(ical.calendar(club, ClubNight.objects.filter(club=club)))


def calendar_file(content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type=ical.KIND)
    response["Content-Disposition"] = 'inline; filename="nights.ics"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response
