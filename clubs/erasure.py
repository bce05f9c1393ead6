"""Erases a person: a code replaces their name in every match. Events, hashes and payments stay."""

from collections.abc import Iterable, Sequence
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
    """Take a player out of the club's books: a code stands there now. By an organiser or the person.

    Raises `NotAllowed`, `Unavailable`.
    """
    with rights.acting(club, by, Role.MEMBER) as (now, role):
        entry = entry_of(now, player)
        if not role.covers(Role.ORGANISER) and entry.user_id != by.pk:
            raise NotAllowed
        _blank(erasure.entries_of(entry), None)
        record("person_erased", club=now, user=by, about=entry.pk)


def erase_account(*, by: User, record: Record = by_program) -> None:
    """Take oneself out: the account, its entries in all clubs, its name in what its phones scored.

    Raises `RuleViolation` (field `sure`) where a club would be left without an owner, `NotAllowed`, `Unavailable`.
    """
    with writing():
        user = User.objects.select_for_update().filter(pk=by.pk, erased_at=None).first()
        if user is None:
            raise NotAllowed
        entries = erasure.players_of(user)
        record("person_erased", user=user, about=user.pk)
        _blank(entries, user)


def note_export(*, record: Record, **told: Any) -> None:
    """Write down that somebody took away what is kept about a person."""
    with writing():
        record("person_exported", **told)


def _blank(entries: Sequence[Player], user: User | None) -> None:
    names = erasure.names_of(entries, user)
    clubs = Club.objects.filter(Q(players__in=entries) | Q(memberships__user=user) if user else Q(players__in=entries))
    there = list(clubs.distinct())
    sittings = _sittings(entries, user, names)
    names |= {sitting.name for sitting in sittings}
    matches = Match.objects.filter(
        Q(pk__in={sitting.match_id for sitting in sittings}) | Q(club__in=there) | Q(devices__user=user, club=None)
        if user
        else Q(pk__in={sitting.match_id for sitting in sittings}) | Q(club__in=there)
    ).distinct()
    code = erasure.free_code(_taken(there, matches))
    erasure.scrub_clubs(there, names, code)
    # Before any sitting or match: keepers lock what these are a part of, as does everybody who writes both.
    player_data_hooks.forget(players=entries, clubs=there, names=names, code=code)
    theirs = Q(pk__in=[sitting.pk for sitting in sittings]) | Q(player__in=entries)
    Sitting.objects.filter(theirs).update(name=code)
    _unsaid(sittings)
    _scrub(matches, there, user, names, code)
    erasure.blank_players(entries, code)
    if user:
        MatchDevice.objects.filter(user=user).update(user=None, label="")
        erasure.blank_account(user, code)


def _sittings(entries: Sequence[Player], user: User | None, names: set[str]) -> list[Sitting]:
    """Where the person sat: as a player of a club; as somebody of that name at a table that their phone scored."""
    found = list(Sitting.objects.filter(player__in=entries).select_related("match"))
    if user:
        own = {alike(name) for name in names}
        guests = Sitting.objects.filter(match__devices__user=user, player=None).select_related("match").distinct()
        found += [sitting for sitting in guests if alike(sitting.name) in own]
    return found


def _unsaid(sittings: Iterable[Sitting]) -> None:
    """What the chairs of these sittings were called before: names that nobody has any more may be the person's."""
    for sitting in sittings:
        named = AuditNames.objects.filter(row__match=sitting.match.code, row__about=sitting.chair)
        named.filter(row__what__in=(What.CHAIR_RENAMED, What.CHAIR_REPLACED, What.CHAIR_LINKED)).delete()


def _taken(clubs: Iterable[Club], matches: QuerySet[Match]) -> set[str]:
    there = set(Player.objects.filter(club__in=list(clubs)).values_list("name", flat=True))
    return there | set(Sitting.objects.filter(match__in=matches).values_list("name", flat=True))


def _scrub(matches: QuerySet[Match], clubs: list[Club], user: User | None, names: set[str], code: str) -> None:
    """Names in free texts: of these matches, of the clubs' house rules and those made on the person's own phones."""
    devices = list(MatchDevice.objects.filter(user=user).values_list("device", flat=True)) if user else []
    rules = HouseRulesVersion.objects.filter(Q(rules__club__in=clubs) | Q(rules__owner__in=devices))
    codes = list(matches.values_list("code", flat=True))
    erasure.scrub(AuditNames.objects.filter(row__match__in=codes), ["before", "after"], names, code)
    erasure.scrub(EventNote.objects.filter(match__in=matches), ["text"], names, code)
    erasure.scrub(rules, ["name", "note"], names, code)
    erasure.scrub(list(matches), ["name"], names, code)
    erasure.scrub(MatchDevice.objects.filter(match__in=matches), ["label"], names, code)
