"""Sign up for club nights and withdraw.

The functions from `link` on expect an open transaction. They are called by the actions that change a person.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.accounts.rate_limits import RateLimit, count_failure, failures
from people.audit.log import Record, by_program
from people.clubs import invitations, roster
from people.clubs.attendance import GUESTS_KEPT, MEMBERS_KEPT, is_open
from people.clubs.night_days import first_open_day
from people.clubs.rights import acting
from people.db.transactions import NotAllowed, created_once, existing, writing
from people.models import Club, ClubNight, NightSignUp, Player, Role, User
from people.text.cleaning import alike, checked_key, clean_name

MOST_SIGN_UPS, MOST_GUESTS = 300, 30
# Of one account, for all nights. Each change is a row of the activity log, which is never deleted.
CHANGES = RateLimit("night sign-up", most=40, window=timedelta(hours=1))


def sign_up(*, club: Club, by: User, night: int, record: Record = by_program) -> None:
    """Sign up for a night: as the roster player that is linked to the account, otherwise as the account."""
    with acting(club, by, Role.MEMBER) as (now, _role):
        found = _open_night(now, night, "night")
        if not _own(found, by):
            player = Player.objects.filter(club=now, user=by, merged_into=None).first()
            person: dict[str, Any] = {"player": player} if player else {"user": by}
            _count_change(by)
            _add(found, "night", by, record, own=True, **person)


def withdraw(*, club: Club, by: User, night: int, record: Record = by_program) -> None:
    """Withdraw from a night that is not over."""
    with acting(club, by, Role.MEMBER) as (now, _role):
        for row in _own(_open_night(now, night, "night"), by):
            _count_change(by)
            _remove(row, by, record, own=True)


def add_person(
    *, club: Club, by: User, night: int, name: str, guest: bool = False, record: Record = by_program
) -> NightSignUp:
    """Sign up a roster player, for organisers; with `guest`, a person who is not on the roster."""
    with acting(club, by, Role.ORGANISER) as (now, _role):
        found, typed = _open_night(now, night, "name"), clean_name(name, "name")
        player = roster.by_name(now).get(alike(typed))
        if player is None and not guest:
            text = _("%(name)s isn’t on the roster. Check the spelling, or tick “Add as a guest”.")
            raise RuleViolation("name", text, name=typed)
        if other := _namesake(found, typed, guests=player is None):
            raise RuleViolation("name", _("%(name)s has already signed up."), name=other.name)
        person: dict[str, Any] = {"player": player} if player else {"guest": typed}
        return _add(found, "name", by, record, **person)


def remove_person(*, club: Club, by: User, night: int, sign_up: int, record: Record = by_program) -> None:
    """Remove a person from a night, for organisers."""
    with acting(club, by, Role.ORGANISER) as (now, _role):
        _remove(existing(_night(now, night).sign_ups.filter(pk=sign_up).first()), by, record)


def rotate_guest_link(*, club: Club, by: User, night: int, after: int, record: Record = by_program) -> None:
    """Replace the link for guests of a night, which revokes the old one. `after`: the generation that the page showed.

    Guests who have signed up keep their places and their own links.
    """
    with acting(club, by, Role.ORGANISER) as (now, _role):
        found = _night(now, night)
        if found.guest_links == after:
            ClubNight.objects.filter(pk=found.pk).update(guest_links=after + 1)
            record("link_rotated", club=now, user=by, about="guests", after={"generation": after + 1, "night": night})


# ── guests, who have no account ──────────────────────────────────────


def sign_up_guest(*, token: str, name: str, key: str, record: Record = by_program) -> NightSignUp:
    """Sign up a guest with the link of a night. A repeated request with the same `key` returns the same row.

    A name that somebody else at the night has is accepted: refusing it would tell guests who is coming.
    """
    typed = clean_name(name, "name")
    checked_key(key)

    def create() -> NightSignUp:
        club = Club.objects.select_for_update(no_key=True).get(pk=_invited(token).club_id)
        night = _open_night(club, _invited(token).pk, "name")  # read again, now that nobody can change it
        if night.sign_ups.exclude(guest="").count() >= MOST_GUESTS:
            text = _("Only %(most)s guests can sign up for a club night. Ask the organisers.")
            raise RuleViolation("name", text, most=MOST_GUESTS)
        return _add(night, "name", None, record, guest=typed, key=key)

    return created_once(lambda: _made_with(key, token), create)


def _made_with(key: str, token: str) -> NightSignUp | None:
    row = NightSignUp.objects.filter(key=key).first()
    if row and row.night_id != _invited(token).pk:
        raise NotAllowed
    return row


def _invited(token: str) -> ClubNight:
    return existing(invitations.night_of_guests(token))


def withdraw_guest(*, token: str, record: Record = by_program) -> None:
    """Withdraw a guest, whose own link has this token."""
    with writing():
        row = existing(invitations.guest_of(token))
        Club.objects.select_for_update(no_key=True).get(pk=row.night.club_id)
        _remove(existing(NightSignUp.objects.filter(pk=row.pk).first()), None, record)


# ── inside an open transaction ───────────────────────────────────────


def _night(club: Club, night: int) -> ClubNight:
    return existing(ClubNight.objects.filter(club=club, pk=night).first())


def _open_night(club: Club, night: int, field: str) -> ClubNight:
    """Return the night. Raises `RuleViolation` if nobody can sign up for it."""
    found = _night(club, night)
    if found.cancelled:
        raise RuleViolation(field, _("This club night has been cancelled."))
    if not is_open(found):
        raise RuleViolation(field, _("This club night is over."))
    return found


def _count_change(by: User) -> None:
    """Count a sign-up or withdrawal of an account. Raises `RuleViolation` above the limit."""
    if failures(CHANGES, str(by.pk)) >= CHANGES.most:
        text = _("You’ve signed up and withdrawn too often. Try again in an hour, or ask an organiser.")
        raise RuleViolation("night", text)
    count_failure(CHANGES, str(by.pk))


def _own(night: ClubNight, user: User) -> list[NightSignUp]:
    return [row for row in night.sign_ups.select_related("player", "user") if row.account == user]


def _namesake(night: ClubNight, name: str, *, guests: bool) -> NightSignUp | None:
    """Return a person with this name who has signed up for the night, if there is one. `guests`: whether guests count.

    A roster player and a guest can have the same name.
    """
    rows = night.sign_ups.select_related("player", "user")
    return next((row for row in rows if alike(row.name) == alike(name) and (guests or not row.guest)), None)


def _add(
    night: ClubNight, field: str, by: User | None, record: Record, *, own: bool = False, **person: Any
) -> NightSignUp:
    if night.sign_ups.count() >= MOST_SIGN_UPS:
        raise RuleViolation(field, _("At most %(most)s people can sign up for a club night."), most=MOST_SIGN_UPS)
    row = NightSignUp.objects.create(night=night, at=datetime.now(UTC), **person)
    record("night_joined", club=night.club, user=by, about=night.pk, after=_about(row, own))
    return row


def _remove(row: NightSignUp, by: User | None, record: Record, *, own: bool = False) -> None:
    record("night_left", club=row.night.club, user=by, about=row.night_id, after=_about(row, own))
    row.delete()


def _about(row: NightSignUp, own: bool) -> dict[str, Any]:
    """Return the person for the audit log, by id."""
    person = {"player": row.player_id, "user": row.user_id}
    return {**{key: value for key, value in person.items() if value}, **({"own": True} if own else {})}


def old_sign_ups() -> QuerySet[NightSignUp]:
    """Return the sign-ups past their retention period: guests' after `GUESTS_KEPT`, others' after `MEMBERS_KEPT`."""
    guests = Q(night__on__lt=first_open_day() - GUESTS_KEPT) & ~Q(guest="")
    return NightSignUp.objects.filter(guests | Q(night__on__lt=first_open_day() - MEMBERS_KEPT))


def forget_sign_ups() -> int:
    """Delete the old sign-ups; return their number."""
    return old_sign_ups().delete()[0]


def link(user: User, entry: Player) -> None:
    """Move the sign-ups of an account to the roster entry to which it was just linked."""
    _move(NightSignUp.objects.filter(night__club=entry.club, user=user), entry)


def merge(gone: Player, kept: Player) -> None:
    """Move the sign-ups of a roster entry to the one that replaces it."""
    _move(NightSignUp.objects.filter(player=gone), kept)


def _move(rows: Sequence[NightSignUp] | Any, entry: Player) -> None:
    """Give these rows to the entry. If it has signed up for the same night too, the earlier place is kept."""
    for row in rows:
        other = NightSignUp.objects.filter(night=row.night_id, player=entry).first()
        if other and other.pk < row.pk:
            row.delete()
            continue
        if other:
            other.delete()
        NightSignUp.objects.filter(pk=row.pk).update(player=entry, user=None)


def leave(club: Club, user: int) -> None:
    """Withdraw an account that leaves the club from all future nights."""
    coming = NightSignUp.objects.filter(night__club=club, night__on__gte=first_open_day())
    coming.filter(player__user=user).delete()
    coming.filter(user=user).delete()
