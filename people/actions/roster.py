"""Change the roster of a club.

The functions from `entry_of` on expect the club to be locked and the user's right to be checked. They are called by
clubs.player_changes, which also changes the names in matches.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people import player_data_hooks
from people.actions import sign_ups
from people.audit.log import Record, by_program
from people.clubs import roster
from people.clubs.rights import acting, may
from people.clubs.roster import TypedPlayer
from people.db.transactions import existing
from people.models import Club, Membership, NameDisplay, Player, Role, User
from people.text.cleaning import alike, clean_name

MOST_PLAYERS = 2000


def add_players(*, club: Club, by: User, typed: Sequence[TypedPlayer], record: Record = by_program) -> list[Player]:
    """Add the players whose names (compared by `alike`) are not on the roster; return them."""
    with acting(club, by, Role.SCORER) as (now, _role):
        return enter(now, by, typed, record)


def claim_player(*, club: Club, by: User, player: int, record: Record = by_program) -> None:
    """Claim a roster entry. Organisers are linked to it immediately, other members once an organiser confirms."""
    with acting(club, by, Role.MEMBER) as (now, role):
        entry = entry_of(now, player)
        if entry.user_id is not None:
            raise RuleViolation("player", _("This player is already linked to an account."))
        if role.covers(Role.ORGANISER):
            _give(entry, by, by, record)
        elif entry.claimed_by_id != by.pk:
            Player.objects.filter(pk=entry.pk).update(claimed_by=by)
            record("player_claimed", club=now, user=by, about=entry.pk)


def link_player(*, club: Club, by: User, player: int, user: int | None, record: Record = by_program) -> None:
    """Link an entry to a member, or unlink the entry if `user` is None. Either step settles a claim to the entry."""
    with acting(club, by, Role.ORGANISER) as (now, _role):
        entry = entry_of(now, player)
        members = Membership.objects.filter(club=now, user=user).select_related("user")
        _give(entry, None if user is None else existing(members.first()).user, by, record)


def _give(entry: Player, user: User | None, by: User, record: Record) -> None:
    if user and Player.objects.filter(club=entry.club, user=user, merged_into=None).exclude(pk=entry.pk).exists():
        raise RuleViolation(
            "player",
            _("This account is already linked to another player. Merge the two players if they’re the same person."),
        )
    if (entry.user_id, entry.claimed_by_id) == (user and user.pk, None):
        return
    before, after = {"user": entry.user_id, "claimed_by": entry.claimed_by_id}, {"user": user and user.pk}
    Player.objects.filter(pk=entry.pk).update(user=user, claimed_by=None)
    if user:
        sign_ups.link(user, entry)
    record("player_given", club=entry.club, user=by, about=entry.pk, before=before, after=after)


def mark_player_left(*, club: Club, by: User, player: int, left: bool, record: Record = by_program) -> None:
    """Record that a player has left or returned. Former players are not offered for new matches; results remain."""
    with acting(club, by, Role.ORGANISER) as (now, _role):
        entry = entry_of(now, player)
        if (entry.left_at is not None) != left:
            Player.objects.filter(pk=entry.pk).update(left_at=datetime.now(UTC) if left else None)
            record("player_left" if left else "player_returned", club=now, user=by, about=entry.pk)


# ── for a locked club ────────────────────────────────────────────────


def entry_of(club: Club, player: int) -> Player:
    """Return the current roster entry. Raises `NotAllowed` if it belongs to another club, was merged or was erased."""
    return existing(Player.objects.filter(club=club, pk=player, merged_into=None, erased_at=None).first())


def enter(club: Club, by: User, typed: Sequence[TypedPlayer], record: Record) -> list[Player]:
    """Add the players in `typed` who are not on the roster; return them."""
    known, now = roster.by_name(club), datetime.now(UTC)
    numbers = set(Player.objects.filter(club=club, number__isnull=False).values_list("number", flat=True))
    entered = []
    for player in typed:
        name = clean_name(player.name, "names")
        if alike(name) in known:
            continue
        if len(known) >= MOST_PLAYERS:
            raise RuleViolation("names", _("A club can have at most %(most)s players."), most=MOST_PLAYERS)
        if player.number is not None and player.number in numbers:
            raise RuleViolation("names", _("The number %(number)s is already taken."), number=player.number)
        entry = Player.objects.create(club=club, name=name, number=player.number, created_at=now)
        known[alike(name)] = entry
        numbers.add(player.number)
        entered.append(entry)
        record("player_added", club=club, user=by, about=entry.pk)
    return entered


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDetails:
    """The editable fields of a roster entry."""

    name: str
    number: int | None
    nickname: str
    shown: NameDisplay


def change(club: Club, entry: Player, by: User, details: PlayerDetails, record: Record) -> Player:
    """Change an entry. Only organisers can change `name` and `number`."""
    nickname = clean_name(details.nickname, "nickname") if details.nickname.strip() else ""
    if details.shown == NameDisplay.NICKNAME and not nickname:
        raise RuleViolation("nickname", _("Enter the nickname to show for this player."))
    values: dict[str, Any] = {"nickname": nickname, "shown": details.shown.value}
    if may(by, club, Role.ORGANISER):
        values |= {"name": _free_name(club, entry, details.name), "number": details.number}
        others = Player.objects.filter(club=club, number=details.number).exclude(pk=entry.pk)
        if details.number is not None and others.exists():
            raise RuleViolation("number", _("The number %(number)s is already taken."), number=details.number)
    changed = sorted(field for field, value in values.items() if getattr(entry, field) != value)
    if changed:
        Player.objects.filter(pk=entry.pk).update(**values)
        names = (entry.name, values["name"]) if "name" in changed else None
        record("player_changed", club=club, user=by, about=entry.pk, after={"fields": changed}, names=names)
        for field, value in values.items():
            setattr(entry, field, value)
        Player.objects.filter(merged_into=entry).update(shown=entry.shown)
        for hooks in player_data_hooks.REGISTERED:
            hooks.rename(entry)
    return entry


def _free_name(club: Club, entry: Player, name: str) -> str:
    new = clean_name(name, "name")
    other = roster.by_name(club).get(alike(new))
    if other and other.pk != entry.pk:
        raise RuleViolation("name", _("%(name)s is already on the roster. Names must be different."), name=other.name)
    return new


def merge(club: Club, gone: Player, kept: Player, by: User, record: Record) -> Player:
    """Merge two entries of one person: `kept` remains and `gone` points to it."""
    if gone.pk == kept.pk:
        raise RuleViolation("into", _("Choose a different player."))
    if gone.user_id and kept.user_id and gone.user_id != kept.user_id:
        raise RuleViolation("into", _("These players are linked to two different accounts, so they can’t be merged."))
    values = {"user_id": kept.user_id or gone.user_id, "number": gone.number if kept.number is None else kept.number}
    Player.objects.filter(pk=gone.pk).update(
        user=None, claimed_by=None, number=None, merged_into=kept, left_at=datetime.now(UTC), shown=kept.shown
    )
    Player.objects.filter(merged_into=gone).update(merged_into=kept, shown=kept.shown)
    Player.objects.filter(pk=kept.pk).update(**values, claimed_by=None if values["user_id"] else kept.claimed_by)
    record("player_merged", club=club, user=by, about=gone.pk, after={"into": kept.pk})
    sign_ups.merge(gone, kept)
    for hooks in player_data_hooks.REGISTERED:
        hooks.merge(gone, kept)
    return Player.objects.get(pk=kept.pk)
