"""What matches show of a club's players: a match joins a club or leaves it, a name changes, two entries are one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions.append import locked, scored
from matches.actions.outcome import NotAllowed, writing
from matches.log import queries
from matches.log.state import Reading
from matches.models import Match, MatchDevice, Sitting
from people.actions import roster as entries
from people.audit.log import Record, by_program
from people.clubs import rights, roster
from people.clubs.roster import Typed
from people.models import Club, Player, Role, Shown, User
from people.text.cleaning import alike, clean_name


def claim_match(
    *,
    match: Match,
    device: str,
    club: Club,
    by: User,
    chairs: Mapping[int, str],
    record: Record = by_program,
) -> None:
    """A guest's match becomes one of the club. `chairs`: for each sitting (its id) the name of a player, who is put on
    the roster if nobody there has it; "" leaves the guest a guest. Links and phones stay as they are.

    Raises `RuleViolation` (field "s<id>"), `NotAllowed`, `Unavailable`.
    """
    with writing():
        reading = scored(match, device)
        now, _role = rights.locked(club, by, Role.SCORER)
        if reading.match.club_id == now.pk:
            return
        if reading.match.club_id is not None or reading.match.is_demo:
            raise RuleViolation("club", _("This match belongs to a club already."))
        names = {sat.pk: chairs.get(sat.pk, "") for sat in reading.sittings}
        told = {pk: clean_name(name, f"s{pk}") for pk, name in names.items() if name.strip()}
        _told_apart(reading, told)
        seated = _seated(now, by, told.values(), record)
        for pk, name in told.items():
            player = seated[alike(name)]
            Sitting.objects.filter(pk=pk).update(player=player, name=player.name)
        Match.objects.filter(pk=reading.match.pk).update(club=now)
        MatchDevice.objects.filter(match=reading.match, device=device).update(user=by)
        record("match_claimed", club=now, match=match.code, user=by, after={"club": now.pk})


def link_guest(*, match: Match, by: User, sitting: int, player: int, record: Record = by_program) -> None:
    """Say which player of the roster the guest on a seat is, also after the match. `sitting`, `player`: their ids.

    Raises `RuleViolation`, `NotAllowed`, `Unavailable`.
    """
    with writing():
        locked(match, "")
        reading = Reading(queries.match_now(match.pk))
        if reading.match.club is None:
            raise NotAllowed
        club, _role = rights.locked(reading.match.club, by, Role.SCORER)
        entry = entries.entry_of(club, player)
        if any((sat.pk, sat.player) == (sitting, entry.pk) for sat in reading.sittings):
            return  # tapped twice
        seat = next((sat for sat in reading.guests if sat.pk == sitting), None)
        if seat is None:
            raise RuleViolation("player", _("This seat is already linked to another player."))
        _told_apart(reading, {seat.pk: entry.name})
        Sitting.objects.filter(pk=seat.pk).update(player=entry, name=entry.name)
        names = (seat.name, entry.name)
        record("chair_linked", club=club, match=match.code, user=by, about=seat.chair, names=names)


def _told_apart(reading: Reading, told: Mapping[int, str]) -> None:
    """One player sits on one chair only. Raises `RuleViolation`."""
    chair_of: dict[str, str] = {}
    for sat in reading.sittings:
        name = alike(told.get(sat.pk, sat.name))
        if chair_of.setdefault(name, sat.chair) != sat.chair:
            raise RuleViolation(f"s{sat.pk}", _("Two chairs have the same player."))


def _seated(club: Club, by: User, names: Iterable[str], record: Record) -> dict[str, Player]:
    """Players by names alike: those of the roster, and new ones."""
    entries.enter(club, by, [Typed(name) for name in names], record)
    return roster.by_name(club)


def release_match(*, match: Match, by: User, record: Record = by_program) -> None:
    """Take a match out of its club: names stay, but they are guests' names again. Not a part of something larger."""
    with writing():
        now = (
            Match.objects.select_for_update(of=("self",))
            .select_related("club")
            .filter(pk=match.pk, purging_at=None)
            .first()
        )
        if now is None or now.club is None:
            raise NotAllowed
        rights.locked(now.club, by, Role.ORGANISER)
        if now.within:
            raise RuleViolation("club", _("This match is a part of a tournament and stays with it."))
        Sitting.objects.filter(match=now).update(player=None)
        Match.objects.filter(pk=now.pk).update(club=None)
        record("match_released", club=now.club, match=now.code, user=by, before={"club": now.club.pk})


def seat_of_roster(club: Club | None, name: str) -> Player | None:
    """The player of the club whom a name at the table means."""
    return roster.by_name(club).get(alike(name)) if club else None


# ── the roster ───────────────────────────────────────────────────────────────


def change_player(
    *,
    club: Club,
    by: User,
    player: int,
    name: str,
    number: int | None,
    nickname: str,
    shown: Shown,
    record: Record = by_program,
) -> None:
    """What stands on the roster, and the name in every match. Organisers; the person alone how it is shown."""
    with rights.acting(club, by, Role.MEMBER) as (now, role):
        entry = entries.entry_of(now, player)
        if not role.covers(Role.ORGANISER) and entry.user_id != by.pk:
            raise NotAllowed
        told = {"name": name, "number": number, "nickname": nickname, "shown": shown}
        changed = entries.change(now, entry, by, **told, record=record)  # type: ignore[arg-type]
        call(Sitting.objects.filter(player=entry), changed.name)


def merge_players(*, club: Club, by: User, gone: int, kept: int, record: Record = by_program) -> None:
    """Two entries are one person: all that `gone` played is now `kept`'s. Raises `RuleViolation`, `NotAllowed`."""
    with rights.acting(club, by, Role.ORGANISER) as (now, _role):
        one, other = entries.entry_of(now, gone), entries.entry_of(now, kept)
        together = Match.objects.filter(sittings__player=one).filter(sittings__player=other).first()
        if together:
            day = together.created_at.astimezone(UTC).date().isoformat()
            text = _("%(one)s and %(other)s sat at one table on %(day)s: they are two people.")
            raise RuleViolation("into", text, one=one.name, other=other.name, day=day)
        entry = entries.merge(now, one, other, by, record)
        moved = list(Sitting.objects.filter(player=one).values_list("pk", flat=True))
        Sitting.objects.filter(pk__in=moved).update(player=entry)
        call(Sitting.objects.filter(pk__in=moved), entry.name)


def call(sittings: Iterable[Sitting], name: str) -> None:
    """Put a name on these sittings; where somebody else at the table has it, the old one stays."""
    rows = list(sittings)
    taken = {
        match
        for match, chair, other in Sitting.objects.filter(match__in={row.match_id for row in rows}).values_list(
            "match", "chair", "name"
        )
        if alike(other) == alike(name) and not any((row.match_id, row.chair) == (match, chair) for row in rows)
    }
    free = [row.pk for row in rows if row.match_id not in taken]
    Sitting.objects.filter(pk__in=free).update(name=name)
