"""Change the roster of a club.

clubs.merging changes the names in matches too. It calls the functions below "inside", which need a locked club and a
checked right.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people import player_data_hooks
from people.audit.log import Record, by_program
from people.clubs import roster
from people.clubs.rights import acting, may
from people.clubs.roster import TypedPlayer
from people.db.transactions import NotAllowed
from people.models import Club, Membership, NameDisplay, Player, Role, User
from people.text.cleaning import alike, clean_name

MOST_PLAYERS = 2000


def add_players(*, club: Club, by: User, typed: Sequence[TypedPlayer], record: Record = by_program) -> list[Player]:
    """Put those on the roster who are not there yet, by names alike; the new ones. Raises `RuleViolation`."""
    with acting(club, by, Role.SCORER) as (now, _role):
        return enter(now, by, typed, record)


def claim_player(*, club: Club, by: User, player: int, record: Record = by_program) -> None:
    """ "That is me": for an organiser at once, for others when one confirms."""
    with acting(club, by, Role.MEMBER) as (now, role):
        entry = entry_of(now, player)
        if entry.user_id is not None:
            raise RuleViolation("player", _("This entry belongs to an account already."))
        if role.covers(Role.ORGANISER):
            _give(entry, by, by, record)
        elif entry.claimed_by_id != by.pk:
            Player.objects.filter(pk=entry.pk).update(claimed_by=by)
            record("player_claimed", club=now, user=by, about=entry.pk)


def give_player(*, club: Club, by: User, player: int, user: int | None, record: Record = by_program) -> None:
    """Say whose entry it is: a member's, or nobody's (None). This answers a claim as well."""
    with acting(club, by, Role.ORGANISER) as (now, _role):
        entry = entry_of(now, player)
        if user is None:
            _give(entry, None, by, record)
            return
        member = Membership.objects.filter(club=now, user=user).select_related("user").first()
        if member is None:
            raise NotAllowed
        _give(entry, member.user, by, record)


def _give(entry: Player, user: User | None, by: User, record: Record) -> None:
    if user and Player.objects.filter(club=entry.club, user=user, merged_into=None).exclude(pk=entry.pk).exists():
        raise RuleViolation("player", _("This account has another entry. Merge the two if both are the same person."))
    if (entry.user_id, entry.claimed_by_id) == (user and user.pk, None):
        return
    said: dict[str, Any] = {
        "before": {"user": entry.user_id, "claimed_by": entry.claimed_by_id},
        "after": {"user": user and user.pk},
    }
    Player.objects.filter(pk=entry.pk).update(user=user, claimed_by=None)
    record("player_given", club=entry.club, user=by, about=entry.pk, **said)


def keep_player(*, club: Club, by: User, player: int, left: bool, record: Record = by_program) -> None:
    """Whether somebody has left: then no longer offered at the start of a match; everything played stays."""
    with acting(club, by, Role.ORGANISER) as (now, _role):
        entry = entry_of(now, player)
        if (entry.left_at is not None) != left:
            Player.objects.filter(pk=entry.pk).update(left_at=datetime.now(UTC) if left else None)
            record("player_left" if left else "player_returned", club=now, user=by, about=entry.pk)


# ── inside: the club is locked ───────────────────────────────────────────────


def entry_of(club: Club, player: int) -> Player:
    """An entry of the roster as it is now. Raises `NotAllowed` for those of other clubs, merged or erased ones."""
    found = Player.objects.filter(club=club, pk=player, merged_into=None, erased_at=None).first()
    if found is None:
        raise NotAllowed
    return found


def enter(club: Club, by: User, typed: Sequence[TypedPlayer], record: Record) -> list[Player]:
    """The new ones of `typed`, on the roster now."""
    known, now = roster.by_name(club), datetime.now(UTC)
    numbers = set(Player.objects.filter(club=club, number__isnull=False).values_list("number", flat=True))
    made = []
    for each in typed:
        name = clean_name(each.name, "names")
        if alike(name) in known:
            continue
        if len(known) >= MOST_PLAYERS:
            raise RuleViolation("names", _("A club has at most %(most)s players."), most=MOST_PLAYERS)
        if each.number is not None and each.number in numbers:
            raise RuleViolation("names", _("The number %(number)s is taken."), number=each.number)
        entry = Player.objects.create(club=club, name=name, number=each.number, created_at=now)
        known[alike(name)] = entry
        numbers.add(each.number)
        made.append(entry)
        record("player_added", club=club, user=by, about=entry.pk)
    return made


def change(
    club: Club,
    entry: Player,
    by: User,
    *,
    name: str,
    number: int | None,
    nickname: str,
    shown: NameDisplay,
    record: Record,
) -> Player:
    """What stands on the roster. The person alone: how the name is shown, and the nickname. Raises `RuleViolation`."""
    told: dict[str, Any] = {
        "nickname": clean_name(nickname, "nickname") if nickname.strip() else "",
        "shown": shown.value,
    }
    if told["shown"] == NameDisplay.NICKNAME and not told["nickname"]:
        raise RuleViolation("nickname", _("Please give the nickname by which the player is shown."))
    if may(by, club, Role.ORGANISER):
        told |= {"name": _free_name(club, entry, name), "number": _free_number(club, entry, number)}
    changed = sorted(field for field, value in told.items() if getattr(entry, field) != value)
    if changed:
        Player.objects.filter(pk=entry.pk).update(**told)
        names = (entry.name, told["name"]) if "name" in changed else None
        record("player_changed", club=club, user=by, about=entry.pk, after={"fields": changed}, names=names)
        for field, value in told.items():
            setattr(entry, field, value)
        Player.objects.filter(merged_into=entry).update(shown=entry.shown)
        player_data_hooks.call(entry)
    return entry


def _free_name(club: Club, entry: Player, name: str) -> str:
    new = clean_name(name, "name")
    other = roster.by_name(club).get(alike(new))
    if other and other.pk != entry.pk:
        raise RuleViolation("name", _("%(name)s is on the roster already: names must differ."), name=other.name)
    return new


def _free_number(club: Club, entry: Player, number: int | None) -> int | None:
    if number is not None and Player.objects.filter(club=club, number=number).exclude(pk=entry.pk).exists():
        raise RuleViolation("number", _("The number %(number)s is taken."), number=number)
    return number


def merge(club: Club, gone: Player, kept: Player, by: User, record: Record) -> Player:
    """Two entries were one person: `kept` stays, `gone` points to it. Raises `RuleViolation`."""
    if gone.pk == kept.pk:
        raise RuleViolation("into", _("Please choose another entry."))
    if gone.user_id and kept.user_id and gone.user_id != kept.user_id:
        raise RuleViolation("into", _("The two entries belong to two accounts: they are two people."))
    taken = {"user_id": kept.user_id or gone.user_id, "number": gone.number if kept.number is None else kept.number}
    Player.objects.filter(pk=gone.pk).update(
        user=None, claimed_by=None, number=None, merged_into=kept, left_at=datetime.now(UTC), shown=kept.shown
    )
    Player.objects.filter(merged_into=gone).update(merged_into=kept, shown=kept.shown)
    Player.objects.filter(pk=kept.pk).update(**taken, claimed_by=None if taken["user_id"] else kept.claimed_by)
    record("player_merged", club=club, user=by, about=gone.pk, after={"into": kept.pk})
    player_data_hooks.merge(gone, kept)
    return Player.objects.get(pk=kept.pk)
