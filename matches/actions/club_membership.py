"""Add matches to a club and remove them, and link guests to its roster."""

from collections.abc import Mapping

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions.append import locked, scored
from matches.log import queries
from matches.log.state import MatchState
from matches.models import Match, MatchDevice, Sitting
from people.actions import roster as entries
from people.audit.log import Record, by_program
from people.clubs import rights, roster
from people.clubs.roster import TypedPlayer
from people.db.transactions import NotAllowed, writing
from people.models import Club, Role, User
from people.text.cleaning import alike, clean_name


def claim_match(
    *, match: Match, device: str, club: Club, by: User, chairs: Mapping[int, str], record: Record = by_program
) -> None:
    """Add a match that has no club to a club. Links and phones are kept.

    `chairs` maps the id of each sitting to the player's name, which is added to the roster if necessary, or to "" for a
    guest. Raises `RuleViolation` (field "s<id>"), `NotAllowed` or `Unavailable`.
    """
    with writing():
        reading = scored(match, device)
        now, _role = rights.locked(club, by, Role.SCORER)
        if reading.match.club_id == now.pk:
            return
        if reading.match.is_demo:
            raise RuleViolation("club", _("A demo match can’t be added to a club."))
        if reading.match.club_id is not None:
            raise RuleViolation("club", _("This match already belongs to a club."))
        names = {sat.pk: chairs.get(sat.pk, "") for sat in reading.sittings}
        players = {pk: clean_name(name, f"s{pk}") for pk, name in names.items() if name.strip()}
        _refuse_same_player(reading, players)
        entries.enter(now, by, [TypedPlayer(name) for name in players.values()], record)
        seated = roster.by_name(now)
        for pk, name in players.items():
            player = seated[alike(name)]
            Sitting.objects.filter(pk=pk).update(player=player, name=player.name)
        Match.objects.filter(pk=reading.match.pk).update(club=now)
        MatchDevice.objects.filter(match=reading.match, device=device).update(user=by)
        record("match_claimed", club=now, match=match.code, user=by, after={"club": now.pk})


def link_guest(*, match: Match, by: User, sitting: int, player: int, record: Record = by_program) -> None:
    """Link a guest to a player on the roster, even after the match.

    `sitting`: the id of the guest's sitting; `player`: the id of the player. Raises `RuleViolation`, `NotAllowed` or
    `Unavailable`.
    """
    with writing():
        locked(match, "")
        reading = MatchState(queries.current_match(match.pk))
        if reading.match.club is None:
            raise NotAllowed
        club, _role = rights.locked(reading.match.club, by, Role.SCORER)
        entry = entries.entry_of(club, player)
        if any((sat.pk, sat.player) == (sitting, entry.pk) for sat in reading.sittings):
            return  # tapped twice
        seat = next((sat for sat in reading.guests if sat.pk == sitting), None)
        if seat is None:
            raise RuleViolation("player", _("This seat is already linked to another player."))
        _refuse_same_player(reading, {seat.pk: entry.name})
        Sitting.objects.filter(pk=seat.pk).update(player=entry, name=entry.name)
        names = (seat.name, entry.name)
        record("chair_linked", club=club, match=match.code, user=by, about=seat.chair, names=names)


def _refuse_same_player(reading: MatchState, players: Mapping[int, str]) -> None:
    chair_of: dict[str, str] = {}
    for sat in reading.sittings:
        name = alike(players.get(sat.pk, sat.name))
        if chair_of.setdefault(name, sat.chair) != sat.chair:
            raise RuleViolation(
                f"s{sat.pk}", _("Two seats have the same player. Choose a different player for each seat.")
            )


def release_match(*, match: Match, by: User, record: Record = by_program) -> None:
    """Remove a match from its club, unless it belongs to an event.

    The players become guests again. Raises `RuleViolation`, `NotAllowed` or `Unavailable`.
    """
    with writing():
        rows = Match.objects.select_for_update(of=("self",)).select_related("club")
        now = rows.filter(pk=match.pk, purging_at=None).first()
        if now is None or now.club is None:
            raise NotAllowed
        rights.locked(now.club, by, Role.ORGANISER)
        if now.within:
            raise RuleViolation("club", _("A tournament match can’t be removed from its club."))
        Sitting.objects.filter(match=now).update(player=None)
        Match.objects.filter(pk=now.pk).update(club=None)
        record("match_released", club=now.club, match=now.code, user=by, before={"club": now.club.pk})
