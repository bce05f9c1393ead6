"""Erase a person from the tables of this app: replace their name with a code. Results remain.

clubs.player_changes calls these functions inside its transaction, and handles matches.
"""

import re
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db.models import Model, Q

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.accounts.second_factors import remove_all
from people.audit.events import OF_ACCOUNTS, OF_PLAYERS
from people.models import (
    AuditAddress,
    AuditNames,
    Club,
    ClubNight,
    Device,
    Membership,
    NameDisplay,
    NightSignUp,
    Player,
    Role,
    Token,
    User,
)


def free_code(taken: Iterable[str]) -> str:
    """Return a neutral name such as "Player 7F3A" that is not among `taken`."""
    names = set(taken)
    while True:
        code = f"Player {secrets.token_hex(2).upper()}"
        if code not in names:
            return code


def entries_of(player: Player) -> list[Player]:
    """Return the roster entry and all entries merged into it."""
    return [player, *Player.objects.filter(merged_into=player)]


def players_of(user: User) -> list[Player]:
    """Return the roster entries of an account and those merged into them."""
    own = list(Player.objects.filter(user=user))
    return [*own, *Player.objects.filter(merged_into__in=own)]


def names_of(players: Iterable[Player], user: User | None = None) -> set[str]:
    """Return all names of a person, to search for in free text."""
    names = {name for player in players for name in (player.name, player.nickname)}
    if user:
        names |= {user.name, user.username, user.get_full_name(), user.email}
    return {name for name in names if name.strip()}


def blank_players(players: Iterable[Player], code: str) -> None:
    """Remove all personal data from these roster entries."""
    now = datetime.now(UTC)
    for player in players:
        NightSignUp.objects.filter(player=player).delete()
        AuditNames.objects.filter(row__about=str(player.pk), row__what__in=OF_PLAYERS).delete()
        Player.objects.filter(pk=player.pk).update(
            name=code,
            nickname="",
            number=None,
            shown=NameDisplay.NOBODY,
            user=None,
            claimed_by=None,
            left_at=player.left_at or now,
            erased_at=player.erased_at or now,
        )


def blank_account(user: User, code: str) -> None:
    """Empty and close an account; its row is kept for the audit log. Raises `RuleViolation` for a club's only owner."""
    for owned in Membership.objects.filter(user=user, role=Role.OWNER).select_related("club"):
        others = Membership.objects.filter(club=owned.club).exclude(pk=owned.pk)
        if others.exists() and not others.filter(role=Role.OWNER).exists():
            text = _("%(club)s would have no owner. Make another member an owner first.")
            raise RuleViolation("sure", text, club=owned.club.name)
    Device.objects.filter(user=user).delete()
    remove_all(user)
    Token.objects.filter(user=user).delete()
    Membership.objects.filter(user=user).delete()
    NightSignUp.objects.filter(user=user).delete()
    Player.objects.filter(claimed_by=user).update(claimed_by=None)
    about = Q(row__about=str(user.pk), row__what__in=OF_ACCOUNTS)
    AuditAddress.objects.filter(Q(row__user=user) | about).delete()
    user.username, user.name = f"erased-{secrets.token_hex(8)}", code
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.erased_at, user.last_login = datetime.now(UTC), None
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def without(text: str, names: Iterable[str], code: str) -> str:
    """Return `text` with `code` in place of whole-word occurrences of any of `names`, ignoring case."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", code, text, flags=re.IGNORECASE)
    return text


def scrub(rows: Iterable[Model], fields: Iterable[str], names: set[str], code: str) -> None:
    """Replace the names in the free-text `fields` of these rows. Results are cut to the length of the column."""
    for row in rows:
        old = {field: str(getattr(row, field)) for field in fields}
        new = {}
        for field, text in old.items():
            column: Any = row._meta.get_field(field)
            new[field] = without(text, names, code)[: column.max_length]
        if new != old:
            type(row)._default_manager.filter(pk=row.pk).update(**new)


def scrub_clubs(clubs: Iterable[Club], names: set[str], code: str) -> None:
    """Replace the names in these clubs' free text: club names, renamings, and venues, notes and guests of nights."""
    affected = list(clubs)
    scrub(affected, ["name"], names, code)
    scrub(AuditNames.objects.filter(row__club__in=affected), ["before", "after"], names, code)
    scrub(ClubNight.objects.filter(club__in=affected), ["place", "note"], names, code)
    guests = NightSignUp.objects.filter(night__club__in=affected).exclude(guest="")
    scrub(guests, ["guest"], names, code)
