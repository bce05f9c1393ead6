"""Members of a club: roles, invitation links, leaving."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.accounts.rate_limits import unknown_link
from people.actions import clubs as actions
from people.clubs import invitations
from people.forms.shared import Choice
from people.models import Club, Membership, Player, Role
from people.views.guards import account, asking, club_for, login_address, to_login, who
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import done, refuse, see


@require_safe
def members(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody in the club with their roles; for organisers a way to change them."""
    club, role = club_for(request, code)
    user = asking(request)
    players = dict(Player.objects.filter(club=club, user__isnull=False, merged_into=None).values_list("user", "name"))
    found = Membership.objects.filter(club=club).select_related("user")
    context = {
        "club": club,
        "rows": [
            {
                "member": member,
                "me": member.user_id == user.pk,
                "role": Role(member.role).label,
                "player": players.get(member.user_id, ""),
                "choices": _choices(role, Role(member.role)),
            }
            for member in sorted(found, key=lambda member: (list(Role).index(Role(member.role)), member.pk))
        ],
        "organiser": role.covers(Role.ORGANISER),
        "saved": request.GET.get("saved") == "1",
    }
    return render(request, "people/members.html", context)


def _choices(own: Role, theirs: Role) -> list[Choice]:
    """The roles that who has `own` may give to one who has `theirs`."""
    if not (own.covers(Role.ORGANISER) and own.covers(theirs)):
        return []
    return [Choice(role.value, str(role.label), role == theirs) for role in Role if own.covers(role)]


@require_POST
def role(request: HttpRequest, code: str, user: int) -> HttpResponse:
    """Give a member another role."""
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
    """Take somebody out of the club, or leave it: after the question."""
    me = asking(request)
    club, own = club_for(request, code, Role.MEMBER if me.pk == user else Role.ORGANISER)
    member = Membership.objects.filter(club=club, user=user).select_related("user").first()
    if member is None or not own.covers(Role(member.role)):
        raise refuse(request, club)
    if request.method == "GET":
        return render(request, "people/member_remove.html", {"club": club, "member": member, "me": me.pk == user})
    return done(
        request,
        lambda: actions.remove_member(club=club, user=user, **who(request)),
        lambda: see("people:clubs") if me.pk == user else see("people:club_members", code, query="?saved=1"),
    )


@require_http_methods(["GET", "POST"])
def links(request: HttpRequest, code: str) -> HttpResponse:
    """The links by which people join, one a role; each can be made void."""
    club, own = club_for(request, code, Role.ORGANISER)
    if request.method == "GET":
        return _links_page(request, club, own)
    use, after = request.POST.get("use", ""), request.POST.get("after", "")
    if use not in invitations.ROLES or not (after.isascii() and after.isdigit() and len(after) < 8):
        raise Http404
    told: dict[str, Any] = {"use": use, "after": int(after)}
    return done(
        request,
        lambda: actions.rotate_link(club=club, **who(request), **told),
        lambda: see("people:club_links", code, query=f"?role={use}"),
    )


def _links_page(request: HttpRequest, club: Club, own: Role) -> HttpResponse:
    roles = [role for role in invitations.ROLES if own.covers(role)]
    asked = request.GET.get("role")
    now = next((role for role in roles if role.value == asked), Role.MEMBER)
    path = reverse("people:club_join", args=[invitations.invitation(club, now)])
    address = shared_address(request, path)
    context = {
        "club": club,
        "choices": [Choice(role.value, str(role.label), role == now) for role in reversed(roles)],
        "role": now.value,
        "role_name": now.label,
        "address": address,
        "qr": qr_code(address),
        "generation": invitations.generation(club, now.value),
    }
    return render(request, "people/links.html", context)


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What one joins and as what; the tap that joins. A look alone (a chat's preview) changes nothing."""
    found = invitations.invited_by(token)
    if found is None:
        return unknown_link(request)
    club, role = found
    user = account(request)
    if request.method == "GET":
        member = Membership.objects.filter(club=club, user=user).first() if user else None
        already = member is not None and Role(member.role).covers(role)
        context = {"club": club, "role": role.label, "user": user, "already": already, "login": login_address(request)}
        return render(request, "people/join.html", context)
    if user is None:
        return to_login(request)
    return done(request, lambda: actions.join_club(token=token, **who(request)), lambda: see("clubs:club", club.code))
