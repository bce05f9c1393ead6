"""Erases a person: a code replaces their name in every match. Events, hashes and payments stay."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet

from matches.models import EventNote, HouseRulesVersion, Match, MatchDevice, Sitting
from people import player_data_hooks
from people.actions import erasure
from people.actions.roster import entry_of
from people.audit.events import What
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed, writing
from people.models import AuditNames, Club, Player, Role, User
from people.text.cleaning import alike


def erase_player(*, club: Club, by: User, player: int, record: Record = by_program) -> None:
    """Replace the name of a player by a code everywhere in the club. For organisers, and for the player.

    Raises `NotAllowed`, `Unavailable`.
    """
    with rights.acting(club, by, Role.MEMBER) as (now, role):
        entry = entry_of(now, player)
        if not role.covers(Role.ORGANISER) and entry.user_id != by.pk:
            raise NotAllowed
        _blank(erasure.entries_of(entry), None)
        record("person_erased", club=now, user=by, about=entry.pk)


def erase_account(*, by: User, record: Record = by_program) -> None:
    """Erase one's own account, its entries in all clubs, and its name in matches that its phones scored.

    Raises `RuleViolation` (field `sure`) if a club would be left without an owner, `NotAllowed`, `Unavailable`.
    """
    with writing():
        user = User.objects.select_for_update().filter(pk=by.pk, erased_at=None).first()
        if user is None:
            raise NotAllowed
        entries = erasure.players_of(user)
        record("person_erased", user=user, about=user.pk)
        _blank(entries, user)


def note_export(*, record: Record, **values: Any) -> None:
    """Record that the data of a person was exported."""
    with writing():
        record("person_exported", **values)


def _blank(entries: Sequence[Player], user: User | None) -> None:
    names = erasure.names_of(entries, user)
    of_entries = Q(players__in=entries)
    clubs = list(Club.objects.filter(of_entries | Q(memberships__user=user) if user else of_entries).distinct())
    sittings = _sittings(entries, user, names)
    names |= {sitting.name for sitting in sittings}
    wanted = Q(pk__in={sitting.match_id for sitting in sittings}) | Q(club__in=clubs)
    matches = Match.objects.filter(wanted | Q(devices__user=user, club=None) if user else wanted).distinct()
    taken = set(Player.objects.filter(club__in=clubs).values_list("name", flat=True))
    taken |= set(Sitting.objects.filter(match__in=matches).values_list("name", flat=True))
    code = erasure.free_code(taken)
    erasure.scrub_clubs(clubs, names, code)
    # Before any sitting or match: the hooks lock the events that contain these, in the order of all actions.
    player_data_hooks.forget(players=entries, clubs=clubs, names=names, code=code)
    theirs = Q(pk__in=[sitting.pk for sitting in sittings]) | Q(player__in=entries)
    Sitting.objects.filter(theirs).update(name=code)
    for sitting in sittings:
        # Earlier names of the chair may be the person's.
        named = AuditNames.objects.filter(row__match=sitting.match.code, row__about=sitting.chair)
        named.filter(row__what__in=(What.CHAIR_RENAMED, What.CHAIR_REPLACED, What.CHAIR_LINKED)).delete()
    _scrub(matches, clubs, user, names, code)
    erasure.blank_players(entries, code)
    if user:
        MatchDevice.objects.filter(user=user).update(user=None, label="")
        erasure.blank_account(user, code)


def _sittings(entries: Sequence[Player], user: User | None, names: set[str]) -> list[Sitting]:
    """The person's sittings: as a player of a club, and as a guest of that name in matches that their phone scored."""
    sittings = list(Sitting.objects.filter(player__in=entries).select_related("match"))
    if user:
        own = {alike(name) for name in names}
        guests = Sitting.objects.filter(match__devices__user=user, player=None).select_related("match").distinct()
        sittings += [sitting for sitting in guests if alike(sitting.name) in own]
    return sittings


def _scrub(matches: QuerySet[Match], clubs: list[Club], user: User | None, names: set[str], code: str) -> None:
    """Replace names in free texts of these matches, of the clubs' house rules and of those of the person's phones."""
    devices = list(MatchDevice.objects.filter(user=user).values_list("device", flat=True)) if user else []
    rules = HouseRulesVersion.objects.filter(Q(rules__club__in=clubs) | Q(rules__owner__in=devices))
    codes = list(matches.values_list("code", flat=True))
    erasure.scrub(AuditNames.objects.filter(row__match__in=codes), ["before", "after"], names, code)
    erasure.scrub(EventNote.objects.filter(match__in=matches), ["text"], names, code)
    erasure.scrub(rules, ["name", "note"], names, code)
    erasure.scrub(list(matches), ["name"], names, code)
    erasure.scrub(MatchDevice.objects.filter(match__in=matches), ["label"], names, code)
