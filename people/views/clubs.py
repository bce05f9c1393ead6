"""Views of the user's clubs, and of a club's settings, members and invitation links."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.accounts.rate_limits import unknown_link
from people.actions import clubs as actions
from people.clubs import invitations
from people.clubs.rights import memberships_of
from people.forms.clubs import ClubForm
from people.forms.shared import Choice
from people.models import Club, Membership, Player, Role, User
from people.text.alphabetical_order import alphabetical
from people.text.cleaning import read_digits
from people.views.guards import account, asking, club_for, login_address, who
from people.web.public_urls import shared_address
from people.web.qr import QrCode, qr_code
from people.web.responses import FormPage, done, posted, refuse, render_page, see


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

    def action() -> None:
        created.append(actions.create_club(**who(request), name=form.cleaned_data["name"], key=form.hidden_key))

    page = FormPage(request, "people/clubs/new.html", form)
    return page.submit(action, lambda: see("clubs:club", created[0].code))


@dataclass(frozen=True)
class ClubFormPage(FormPage):
    """A page with a form about a club."""

    club: Club


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Change the club's name, and whether it is public."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = ClubForm(posted(request), initial={"name": club.name, "public": club.public})

    def action() -> None:
        data = form.cleaned_data
        actions.change_club(club=club, **who(request), name=data["name"], public=data["public"])

    page = ClubFormPage(request, "people/clubs/settings.html", form, club)
    return page.submit(action, lambda: see("people:club_settings", code, query="?saved=1"))


@dataclass(frozen=True)
class MemberRow:
    """A member in the list. `choices`: the roles that the user may give them."""

    member: Membership
    me: bool
    role: str
    player: str
    choices: list[Choice]


@require_safe
def members(request: HttpRequest, code: str) -> HttpResponse:
    """Show the members of the club by role and name, with forms for organisers to change the roles."""
    club, own = club_for(request, code)
    user = asking(request)
    players = dict(Player.objects.filter(club=club, user__isnull=False, merged_into=None).values_list("user", "name"))
    rows = []
    for member in Membership.objects.filter(club=club).select_related("user"):
        role = Role(member.role)
        offered = [each for each in Role if own.covers(each)] if own.covers(Role.ORGANISER) and own.covers(role) else []
        choices = [Choice(each.value, str(each.label), each == role) for each in offered]
        rows.append(
            MemberRow(member, member.user_id == user.pk, str(role.label), players.get(member.user_id, ""), choices)
        )
    rows.sort(key=lambda row: (Role.values.index(row.member.role), alphabetical(row.member.user.shown_name)))
    context = {"club": club, "rows": rows, "organiser": own.covers(Role.ORGANISER)}
    return render(request, "people/clubs/members.html", {**context, "saved": request.GET.get("saved") == "1"})


@require_POST
def role(request: HttpRequest, code: str, user: int) -> HttpResponse:
    """Change a member's role."""
    club, _role = club_for(request, code, Role.ORGANISER)
    wanted = request.POST.get("role")
    if wanted not in Role.values:
        raise Http404
    return done(
        request,
        lambda: actions.change_role(club=club, user=user, role=Role(wanted), **who(request)),
        lambda: see("people:club_members", code, query="?saved=1"),
    )


@require_http_methods(["GET", "POST"])
def remove(request: HttpRequest, code: str, user: int) -> HttpResponse:
    """Remove a member from the club, or leave it, after asking for confirmation."""
    me = asking(request).pk == user
    club, own = club_for(request, code, Role.MEMBER if me else Role.ORGANISER)
    member = Membership.objects.filter(club=club, user=user).select_related("user").first()
    if member is None or not own.covers(Role(member.role)):
        raise refuse(request, club)
    if request.method == "GET":
        return render(request, "people/clubs/remove_member.html", {"club": club, "member": member, "me": me})
    return done(
        request,
        lambda: actions.remove_member(club=club, user=user, **who(request)),
        lambda: see("people:clubs") if me else see("people:club_members", code, query="?saved=1"),
    )


@dataclass(frozen=True)
class InvitationPage:
    """The invitation link of one role, with its QR code."""

    club: Club
    role: Role
    choices: list[Choice]
    address: str

    @property
    def qr(self) -> QrCode:
        return qr_code(self.address)

    @property
    def generation(self) -> int:
        return invitations.generation(self.club, self.role)


@require_http_methods(["GET", "POST"])
def links(request: HttpRequest, code: str) -> HttpResponse:
    """Show the invitation link for a role, or replace it."""
    club, own = club_for(request, code, Role.ORGANISER)
    if request.method == "GET":
        roles = [each for each in invitations.ROLES if own.covers(each)]
        invited = next((each for each in roles if each.value == request.GET.get("role")), Role.MEMBER)
        choices = [Choice(each.value, str(each.label), each == invited) for each in reversed(roles)]
        path = reverse("people:club_join", args=[invitations.invitation(club, invited)])
        page = InvitationPage(club, invited, choices, shared_address(request, path))
        return render_page(request, "people/clubs/invitations.html", page)
    use = request.POST.get("use", "")
    if use not in invitations.ROLES:
        raise Http404
    return rotate_link(request, club, use, see("people:club_links", code, query=f"?role={use}"))


def rotate_link(request: HttpRequest, club: Club, use: str, then: HttpResponse) -> HttpResponse:
    """Replace the club's link for `use`, if the generation that the page showed (`after`) is still current."""
    after = read_digits(request.POST.get("after"), 7)
    if after is None:
        raise Http404
    return done(request, lambda: actions.rotate_link(club=club, use=use, after=after, **who(request)), lambda: then)


@dataclass(frozen=True)
class JoinPage:
    """The page that asks whether to join a club. `already`: whether the user has the role or a higher one."""

    club: Club
    role: str
    user: User | None
    already: bool
    login: str


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
        already = member is not None and Role(member.role).covers(role)
        page = JoinPage(club, str(role.label), user, already, login_address(request))
        return render_page(request, "people/clubs/join.html", page)
    if user is None:
        return redirect_to_login(request.get_full_path())
    return done(request, lambda: actions.join_club(token=token, **who(request)), lambda: see("clubs:club", club.code))
