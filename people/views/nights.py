"""Club nights: the list, one night or a series, and the calendar file."""

from datetime import date, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from people.accounts.rate_limits import unknown_link
from people.actions import clubs, nights
from people.clubs import ical, invitations
from people.forms.nights import NightsForm
from people.models import Club, ClubNight, Role
from people.views.guards import club_for, readable_club, who
from people.web.public_urls import shared_address
from people.web.responses import done, see


def today() -> date:
    """The day; it begins nowhere on earth before this one, so that tonight is never past."""
    return timezone.now().date() - timedelta(days=1)


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """The nights to come and those past; where a calendar finds them."""
    club, role = readable_club(request, code)
    found = list(ClubNight.objects.filter(club=club))
    context = {
        "club": club,
        "coming": [night for night in found if night.on >= today()],
        "past": [night for night in reversed(found) if night.on < today()],
        "organiser": role is not None and role.covers(Role.ORGANISER),
        "member": role is not None,
        "calendar": shared_address(request, _calendar_path(club)) if role or club.public else "",
        "generation": invitations.generation(club, invitations.NIGHTS),
        "saved": request.GET.get("saved") == "1",
    }
    return render(request, "people/nights.html", context)


def _calendar_path(club: Club) -> str:
    if club.public:
        return reverse("people:nights_ics", args=[club.code])
    return reverse("people:nights_key", args=[club.code, invitations.nights_key(club)])


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, code: str) -> HttpResponse:
    """One night or a series."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = NightsForm(request.POST if request.method == "POST" else None)
    if request.method == "GET" or not form.is_valid():
        return _page(request, club, form, None, 422 if form.is_bound else 200)
    return done(
        request,
        lambda: nights.add_nights(club=club, days=form.days, told=form.told, **who(request)),
        lambda: see("people:nights", code, query="?saved=1"),
        lambda violation: _refused(request, club, form, None, violation),
    )


@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Another day, time, place or note."""
    club, _role = club_for(request, code, Role.ORGANISER)
    night = ClubNight.objects.filter(club=club, pk=number).first()
    if night is None:
        raise Http404
    form = NightsForm(request.POST) if request.method == "POST" else NightsForm.of(night)
    if request.method == "GET" or not form.is_valid():
        return _page(request, club, form, night, 422 if form.is_bound else 200)
    day, told = form.days[0], form.told
    return done(
        request,
        lambda: nights.change_night(club=club, night=number, on=day, told=told, **who(request)),
        lambda: see("people:nights", code, query="?saved=1"),
        lambda violation: _refused(request, club, form, night, violation),
    )


def _refused(
    request: HttpRequest, club: Club, form: NightsForm, night: ClubNight | None, violation: RuleViolation
) -> HttpResponse:
    form.refuse(violation)
    return _page(request, club, form, night, 422)


def _page(request: HttpRequest, club: Club, form: NightsForm, night: ClubNight | None, status: int) -> HttpResponse:
    context = {"club": club, "form": form, "night": night, "show_errors": status == 422}
    return render(request, "people/night_edit.html", context, status=status)


@require_POST
def cancel(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Call a night off, or on again."""
    club, _role = club_for(request, code, Role.ORGANISER)
    off = request.POST.get("restore") != "1"
    return done(
        request,
        lambda: nights.cancel_night(club=club, night=number, cancelled=off, **who(request)),
        lambda: see("people:nights", code, query="?saved=1"),
    )


@require_POST
def rotate(request: HttpRequest, code: str) -> HttpResponse:
    """Make the address of the calendar void."""
    club, _role = club_for(request, code, Role.ORGANISER)
    after = request.POST.get("after", "")
    if not (after.isascii() and after.isdigit() and len(after) < 8):
        raise Http404
    use = invitations.NIGHTS
    return done(
        request,
        lambda: clubs.rotate_link(club=club, use=use, after=int(after), **who(request)),
        lambda: see("people:nights", code, query="?saved=1"),
    )


@require_safe
def calendar(request: HttpRequest, code: str, key: str = "") -> HttpResponse:
    """The nights for other programs: by the club's address where it is public, by a link of its own otherwise."""
    club = Club.objects.filter(code=code).first()
    if club is None or not (invitations.opens_nights(club, key) if key else club.public):
        if key:
            return unknown_link(request)
        raise Http404
    response = HttpResponse(ical.calendar(club, ClubNight.objects.filter(club=club)), content_type=ical.KIND)
    response["Content-Disposition"] = 'inline; filename="nights.ics"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response
