"""Create and change clubs; invite members, change their roles, leave."""

from datetime import UTC, datetime

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.actions import sign_ups
from people.audit.log import Record, by_program
from people.clubs import invitations
from people.clubs.rights import acting
from people.db.transactions import NotAllowed, created_once, existing, writing
from people.models import Club, Membership, Player, Role, User
from people.text.cleaning import checked_key, clean_name
from people.web.codes import new_code

MOST_CLUBS = 50


def create_club(*, by: User, name: str, key: str, record: Record = by_program) -> Club:
    """Create a club with `by` as its owner. A repeated request with the same `key` returns that club."""
    new, now = clean_name(name, "name"), datetime.now(UTC)
    checked_key(key)

    def create() -> Club:
        if Membership.objects.filter(user=by, role=Role.OWNER).count() >= MOST_CLUBS:
            raise RuleViolation("name", _("An account can own at most %(most)s clubs."), most=MOST_CLUBS)
        club = Club.objects.create(code=new_code(), name=new, start_key=key, created_at=now)
        Membership.objects.create(club=club, user=by, role=Role.OWNER, since=now)
        record("club_founded", club=club, user=by, about=by.pk, after={"role": Role.OWNER.value})
        return club

    return created_once(lambda: _created(by, key), create)


def _created(by: User, key: str) -> Club | None:
    club = Club.objects.filter(start_key=key).first()
    if club and not Membership.objects.filter(club=club, user=by).exists():
        raise NotAllowed
    return club


def change_club(*, club: Club, by: User, name: str, public: bool, record: Record = by_program) -> None:
    """Change the name of a club, and whether it is public."""
    new = clean_name(name, "name")
    with acting(club, by, Role.ORGANISER) as (now, _role):
        if now.name != new:
            record("club_renamed", club=now, user=by, names=(now.name, new))
        if now.public != public:
            before, after = {"public": now.public}, {"public": public}
            record("club_public", club=now, user=by, before=before, after=after)
        Club.objects.filter(pk=now.pk).update(name=new, public=public)


def rotate_link(*, club: Club, by: User, use: str, after: int, record: Record = by_program) -> None:
    """Replace a link of the club (`use`: a role, or "nights"), which revokes the old one.

    `after`: the generation that the page showed, so that a double tap replaces the link only once.
    """
    with acting(club, by, Role.ORGANISER) as (now, role):
        if use != invitations.NIGHTS and not (use in invitations.ROLES and role.covers(Role(use))):
            raise NotAllowed
        if invitations.generation(now, use) == after:
            links = {**now.invitations, use: after + 1}
            Club.objects.filter(pk=now.pk).update(invitations=links)
            record("link_rotated", club=now, user=by, about=use, after={"generation": after + 1})


def join_club(*, token: str, by: User, record: Record = by_program) -> Club:
    """Join the club with the role of the invitation. A member with a higher role keeps that role."""
    with writing():
        club, role = existing(invitations.invited_by(token))
        Club.objects.select_for_update().get(pk=club.pk)
        now, new = Membership.objects.get_or_create(
            club=club, user=by, defaults={"role": role, "since": datetime.now(UTC)}
        )
        if new:
            record("member_joined", club=club, user=by, about=by.pk, after={"role": role.value})
        elif not Role(now.role).covers(role):
            _set_role(now, role, by, record)
    return club


def change_role(*, club: Club, by: User, user: int, role: Role, record: Record = by_program) -> None:
    """Change a member's role. Neither the old nor the new role may be above the role of `by`."""
    with acting(club, by, Role.ORGANISER) as (now, own):
        member = _member(now, user)
        if not (own.covers(role) and own.covers(Role(member.role))):
            raise NotAllowed
        if role != member.role:
            _leave_an_owner(member)
            _set_role(member, role, by, record)


def _set_role(member: Membership, role: Role, by: User, record: Record) -> None:
    before, after = {"role": str(member.role)}, {"role": role.value}
    Membership.objects.filter(pk=member.pk).update(role=role)
    record("member_role", club=member.club, user=by, about=member.user_id, before=before, after=after)


def remove_member(*, club: Club, by: User, user: int, record: Record = by_program) -> None:
    """Remove a member, or leave the club if `user` is `by`. The player stays on the roster, with all matches."""
    leaving = user == by.pk
    with acting(club, by, Role.MEMBER if leaving else Role.ORGANISER) as (now, own):
        member = _member(now, user)
        if not own.covers(Role(member.role)):
            raise NotAllowed
        _leave_an_owner(member)
        before = {"role": str(member.role)}
        record("member_left" if leaving else "member_removed", club=now, user=by, about=user, before=before)
        Player.objects.filter(club=now, claimed_by=user).update(claimed_by=None)
        sign_ups.leave(now, user)
        member.delete()


def _member(club: Club, user: int) -> Membership:
    return existing(Membership.objects.filter(club=club, user=user).select_related("club").first())


def _leave_an_owner(member: Membership) -> None:
    others = Membership.objects.filter(club=member.club, role=Role.OWNER).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise RuleViolation("role", _("A club must have an owner. Make another member an owner first."))
