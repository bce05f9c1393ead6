"""Views of the user's clubs, and of a club's settings, members, invitation links and roster."""

from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.accounts.rate_limits import unknown_link
from people.actions import clubs as actions
from people.actions import roster as roster_actions
from people.clubs import invitations, roster
from people.clubs.rights import memberships_of
from people.forms.clubs import ClubForm
from people.forms.roster import NamesForm
from people.forms.shared import Choice
from people.models import Club, Membership, Player, Role
from people.text.cleaning import read_digits
from people.text.names import alphabetical
from people.views.guards import account, account_or_404, action_arguments, club_for, login_address
from people.web.public_urls import qr_code, shared_address
from people.web.responses import FormPage, done, posted, refuse, see


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """Show the clubs of the account or, to guests, an explanation of clubs."""
    user = account(request)
    context = {"user": user, "memberships": memberships_of(user) if user else [], "login": login_address(request)}
    return render(request, "people/clubs/list.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def create(request: HttpRequest) -> HttpResponse:
    """Create a club, with the account as its owner."""
    form = ClubForm(posted(request))
    created: list[Club] = []
    return FormPage(request, "people/clubs/new.html", form).submit(
        lambda: created.append(
            actions.create_club(**action_arguments(request), name=form.cleaned_data["name"], key=form.hidden_key)
        ),
        lambda: see("clubs:club", created[0].code),
    )


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Change the club's name, and whether it is public."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = ClubForm(posted(request), initial={"name": club.name, "public": club.public})
    return FormPage(request, "people/clubs/settings.html", form, more={"club": club}).submit(
        lambda: actions.change_club(
            club=club, **action_arguments(request), name=form.cleaned_data["name"], public=form.cleaned_data["public"]
        ),
        lambda: see("people:club_settings", code, query="?saved=1"),
    )


@require_safe
def members(request: HttpRequest, code: str) -> HttpResponse:
    """Show the members of the club by role and name, with forms for organisers to change the roles."""
    club, own = club_for(request, code)
    user = account_or_404(request)
    players = dict(Player.objects.filter(club=club, user__isnull=False, merged_into=None).values_list("user", "name"))
    organiser, given = own.covers(Role.ORGANISER), [role for role in Role if own.covers(role)]
    everyone = Membership.objects.filter(club=club).select_related("user")
    rows = [
        {
            "member": member,
            "me": member.user_id == user.pk,
            "role": str(Role(member.role).label),
            "player": players.get(member.user_id, ""),
            "choices": _choices(given, Role(member.role)) if organiser and member.role in given else [],
        }
        for member in sorted(
            everyone, key=lambda member: (Role.values.index(member.role), alphabetical(member.user.shown_name))
        )
    ]
    context = {"club": club, "rows": rows, "organiser": organiser, "saved": request.GET.get("saved") == "1"}
    return render(request, "people/clubs/members.html", context)


def _choices(roles: Iterable[Role], chosen: Role) -> list[Choice]:
    return [Choice(role.value, str(role.label), role == chosen) for role in roles]


@require_POST
def role(request: HttpRequest, code: str, user: int) -> HttpResponse:
    """Change a member's role."""
    club, _role = club_for(request, code, Role.ORGANISER)
    wanted = request.POST.get("role")
    if wanted not in Role.values:
        raise Http404
    return done(
        request,
        lambda: actions.change_role(club=club, user=user, role=Role(wanted), **action_arguments(request)),
        lambda: see("people:club_members", code, query="?saved=1"),
    )


@require_http_methods(["GET", "POST"])
def remove(request: HttpRequest, code: str, user: int) -> HttpResponse:
    """Remove a member from the club, or leave the club, after asking for confirmation."""
    me = account_or_404(request).pk == user
    club, own = club_for(request, code, Role.MEMBER if me else Role.ORGANISER)
    member = Membership.objects.filter(club=club, user=user).select_related("user").first()
    if member is None or not own.covers(Role(member.role)):
        raise refuse(request, club)
    if request.method == "GET":
        return render(request, "people/clubs/remove_member.html", {"club": club, "member": member, "me": me})
    return done(
        request,
        lambda: actions.remove_member(club=club, user=user, **action_arguments(request)),
        lambda: see("people:clubs") if me else see("people:club_members", code, query="?saved=1"),
    )


@require_http_methods(["GET", "POST"])
def links(request: HttpRequest, code: str) -> HttpResponse:
    """Show the invitation link for a role with its QR code, or replace the link."""
    club, own = club_for(request, code, Role.ORGANISER)
    if request.method == "GET":
        roles = [each for each in invitations.ROLES if own.covers(each)]
        invited = next((each for each in roles if each.value == request.GET.get("role")), Role.MEMBER)
        path = reverse("people:club_join", args=[invitations.invitation(club, invited)])
        address = shared_address(request, path)
        context = {
            "club": club,
            "role": invited,
            "choices": _choices(reversed(roles), invited),
            "address": address,
            "qr": qr_code(address),
            "generation": invitations.generation(club, invited),
        }
        return render(request, "people/clubs/invitations.html", context)
    use = request.POST.get("use", "")
    if use not in invitations.ROLES:
        raise Http404
    return rotate_link(request, club, use, see("people:club_links", code, query=f"?role={use}"))


def rotate_link(request: HttpRequest, club: Club, use: str, then: HttpResponse) -> HttpResponse:
    """Replace the club's link for `use`, if the generation that the page showed (`after`) is still current."""
    after = read_digits(request.POST.get("after"), 7)
    if after is None:
        raise Http404
    return done(
        request, lambda: actions.rotate_link(club=club, use=use, after=after, **action_arguments(request)), lambda: then
    )


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for confirmation, then join the club. A GET does not join: chat programs open links for previews."""
    invited = invitations.invited_by(token)
    if invited is None:
        return unknown_link(request)
    club, role = invited
    user = account(request)
    if request.method == "GET":
        member = Membership.objects.filter(club=club, user=user).first() if user else None
        context = {
            "club": club,
            "role": str(role.label),
            "user": user,
            "already": member is not None and Role(member.role).covers(role),
            "login": login_address(request),
        }
        return render(request, "people/clubs/join.html", context)
    if user is None:
        return redirect_to_login(request.get_full_path())
    return done(
        request,
        lambda: actions.join_club(token=token, **action_arguments(request)),
        lambda: see("clubs:club", club.code),
    )


@require_safe
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Show the current and former players of a club."""
    club, role = club_for(request, code)
    entries, added = roster.entries(club), request.GET.get("added", "")
    context = {
        "club": club,
        "players": [player for player in entries if player.left_at is None],
        "left": [player for player in entries if player.left_at is not None],
        "adds": role.covers(Role.SCORER),
        "me": account_or_404(request).pk,
        "added": added if added.isdigit() else "",
    }
    return render(request, "people/clubs/players.html", context)


@require_http_methods(["GET", "POST"])
def add_players(request: HttpRequest, code: str) -> HttpResponse:
    """Add one name or a pasted list. The action "preview" only shows the result."""
    club, _role = club_for(request, code, Role.SCORER)
    numbers = Player.objects.filter(club=club, number__isnull=False).values_list("number", flat=True)
    form = NamesForm(posted(request), known=roster.by_name(club), numbers=filter(None, numbers))
    page = FormPage(request, "people/clubs/add_players.html", form, more={"club": club})
    if request.POST.get("action") == "preview" and form.is_valid():
        return page.response()
    added: list[Player] = []
    return page.submit(
        lambda: added.extend(roster_actions.add_players(club=club, typed=form.typed, **action_arguments(request))),
        lambda: see("people:roster", code, query=f"?added={len(added)}"),
    )
