"""Actions that change, merge or erase players on a roster, together with their names in matches.

Erasing replaces a person's name with a code in every match. Events, hashes and payments remain.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC
from typing import Any

from django.db.models import Q, QuerySet

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.models import EventNote, HouseRulesVersion, Match, MatchDevice, Sitting
from people import player_data_hooks
from people.actions import erasure
from people.actions import roster as entries
from people.actions.roster import PlayerDetails
from people.audit.events import What
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed, existing, writing
from people.models import AuditNames, Club, Player, Role, User
from people.text.cleaning import alike


def erase_player(*, club: Club, by: User, player: int, record: Record = by_program) -> None:
    """Replace a player's name with a code everywhere in the club. Allowed for organisers and the player."""
    with rights.acting(club, by, Role.MEMBER) as (now, role):
        entry = entries.entry_of(now, player)
        if not role.covers(Role.ORGANISER) and entry.user_id != by.pk:
            raise NotAllowed
        _blank(erasure.entries_of(entry), None)
        record("person_erased", club=now, user=by, about=entry.pk)


def erase_account(*, by: User, record: Record = by_program) -> None:
    """Erase the account `by`, its roster entries in all clubs, and its name in matches that its phones scored.

    Raises `RuleViolation` (field `sure`) if a club would be left without an owner.
    """
    with writing():
        user = existing(User.objects.select_for_update().filter(pk=by.pk, erased_at=None).first())
        players = erasure.players_of(user)
        record("person_erased", user=user, about=user.pk)
        _blank(players, user)


def note_export(*, record: Record, **values: Any) -> None:
    """Record that a person's data was exported."""
    with writing():
        record("person_exported", **values)


def _blank(players: Sequence[Player], user: User | None) -> None:
    names = erasure.names_of(players, user)
    of_entries = Q(players__in=players)
    clubs = list(Club.objects.filter(of_entries | Q(memberships__user=user) if user else of_entries).distinct())
    sittings = _sittings(players, user, names)
    names |= {sitting.name for sitting in sittings}
    wanted = Q(pk__in={sitting.match_id for sitting in sittings}) | Q(club__in=clubs)
    matches = Match.objects.filter(wanted | Q(devices__user=user, club=None) if user else wanted).distinct()
    taken = set(Player.objects.filter(club__in=clubs).values_list("name", flat=True))
    taken |= set(Sitting.objects.filter(match__in=matches).values_list("name", flat=True))
    code = erasure.free_code(taken)
    erasure.scrub_clubs(clubs, names, code)
    # Call the hooks before writing sittings and matches: tournaments are always locked before their matches.
    person = player_data_hooks.ErasedPerson(players=players, user=user, clubs=clubs, names=frozenset(names), code=code)
    for hooks in player_data_hooks.REGISTERED:
        hooks.forget(person)
    theirs = Q(pk__in=[sitting.pk for sitting in sittings]) | Q(player__in=players)
    Sitting.objects.filter(theirs).update(name=code)
    for sitting in sittings:
        # Earlier names at this seat may be the person's.
        named = AuditNames.objects.filter(row__match=sitting.match.code, row__about=sitting.chair)
        named.filter(row__what__in=(What.CHAIR_RENAMED, What.CHAIR_REPLACED, What.CHAIR_LINKED)).delete()
    _scrub(matches, clubs, user, names, code)
    erasure.blank_players(players, code)
    if user:
        MatchDevice.objects.filter(user=user).update(user=None, label="")
        erasure.blank_account(user, code)


def _sittings(players: Sequence[Player], user: User | None, names: set[str]) -> list[Sitting]:
    """Return the sittings of these players, and of guests with one of `names` in matches that `user` scored."""
    sittings = list(Sitting.objects.filter(player__in=players).select_related("match"))
    if user:
        own = {alike(name) for name in names}
        guests = Sitting.objects.filter(match__devices__user=user, player=None).select_related("match").distinct()
        sittings += [sitting for sitting in guests if alike(sitting.name) in own]
    return sittings


def _scrub(matches: QuerySet[Match], clubs: list[Club], user: User | None, names: set[str], code: str) -> None:
    """Replace `names` with `code` in the free text of these matches, and in the clubs' and the user's house rules."""
    devices = list(MatchDevice.objects.filter(user=user).values_list("device", flat=True)) if user else []
    rules = HouseRulesVersion.objects.filter(Q(rules__club__in=clubs) | Q(rules__owner__in=devices))
    codes = list(matches.values_list("code", flat=True))
    erasure.scrub(AuditNames.objects.filter(row__match__in=codes), ["before", "after"], names, code)
    erasure.scrub(EventNote.objects.filter(match__in=matches), ["text"], names, code)
    erasure.scrub(rules, ["name", "note"], names, code)
    erasure.scrub(list(matches), ["name"], names, code)
    erasure.scrub(MatchDevice.objects.filter(match__in=matches), ["label"], names, code)


def change_player(*, club: Club, by: User, player: int, details: PlayerDetails, record: Record = by_program) -> None:
    """Change a roster entry and its name in all matches. Players can change only some fields of their own entry."""
    with rights.acting(club, by, Role.MEMBER) as (now, role):
        entry = entries.entry_of(now, player)
        if not role.covers(Role.ORGANISER) and entry.user_id != by.pk:
            raise NotAllowed
        changed = entries.change(now, entry, by, details, record)
        rename(Sitting.objects.filter(player=entry), changed.name)


def merge_players(*, club: Club, by: User, gone: int, kept: int, record: Record = by_program) -> None:
    """Merge two entries of one person: `kept` gets the matches of `gone`."""
    with rights.acting(club, by, Role.ORGANISER) as (now, _role):
        one, other = entries.entry_of(now, gone), entries.entry_of(now, kept)
        together = Match.objects.filter(sittings__player=one).filter(sittings__player=other).first()
        if together:
            day = together.created_at.astimezone(UTC).date().isoformat()
            text = _("%(one)s and %(other)s sat at the same table on %(day)s, so they can’t be merged.")
            raise RuleViolation("into", text, one=one.name, other=other.name, day=day)
        entry = entries.merge(now, one, other, by, record)
        moved = list(Sitting.objects.filter(player=one).values_list("pk", flat=True))
        Sitting.objects.filter(pk__in=moved).update(player=entry)
        rename(Sitting.objects.filter(pk__in=moved), entry.name)


def rename(sittings: Iterable[Sitting], name: str) -> None:
    """Set the name in these sittings to `name`, except at tables where another player already has this name."""
    rows = list(sittings)
    chairs = {(row.match_id, row.chair) for row in rows}
    at_tables = Sitting.objects.filter(match__in={row.match_id for row in rows})
    taken = {
        match
        for match, chair, other in at_tables.values_list("match", "chair", "name")
        if alike(other) == alike(name) and (match, chair) not in chairs
    }
    Sitting.objects.filter(pk__in=[row.pk for row in rows if row.match_id not in taken]).update(name=name)
