"""Self-registration: players ask to enter, use their own link and withdraw. No account is needed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Player, User
from people.text.cleaning import alike, checked_key
from tournaments.entries.entries import EntryDetails, called, enter, entrant_of, entrants_of, mark_here, withdraw
from tournaments.entries.waiting_list import State, drawn, place_for
from tournaments.links import opens_entrant
from tournaments.models import Entrant, Phone, Tournament
from tournaments.models import TournamentState as Progress
from tournaments.write_access import ActionLog, locked, refuse_over


def open_for_entry(tournament: Tournament) -> bool:
    """Whether players may enter by themselves now: the organisers allow it, and nothing is drawn yet."""
    preparing = tournament.state == Progress.PREPARING and tournament.archived_at is None
    return tournament.open_for_entry and preparing and not drawn(tournament)


def ask_to_enter(
    *,
    tournament: Tournament,
    details: EntryDetails,
    key: str,
    user: User | None = None,
    device: str | None = None,
    label: str = "",
    record: Record = by_program,
) -> Entrant:
    """Enter by oneself: accepted, on the waiting list, or to be approved (`Entrant.state`). `user`: the account whose
    entry on the club's roster it is; `device`: the phone, which may act for the entrant.

    A repeated `key` returns the entry that it created. Raises `RuleViolation` (fields of `EntryDetails`),
    `Unavailable`.
    """
    checked_key(key)
    cleaned = replace(details, player=None, house=False, seeding=None).cleaned
    with locked(tournament, user, record) as (now, log):
        entrant = Entrant.objects.filter(tournament=now, key=key).select_related("player").first()
        if entrant is None:
            if not open_for_entry(now):
                raise RuleViolation("name", _("Registration is closed."))
            entrant = _enter(now, cleaned, key, log)
        _let_phone_in(entrant, device, label)
    return entrant


def _enter(tournament: Tournament, details: EntryDetails, key: str, log: ActionLog) -> Entrant:
    user = log.by
    own = Player.objects.filter(club=tournament.club, user=user, merged_into=None).first() if user else None
    name = own.name if own else details.name
    state = State.ASKED if tournament.approval else place_for(tournament)
    old = next((entrant for entrant in entrants_of(tournament) if alike(called(entrant)) == alike(name)), None)
    if old and own and old.player_id == own.pk and old.state == State.WITHDRAWN:
        wish = details.team if state == State.ASKED else ""
        Entrant.objects.filter(pk=old.pk).update(state=state, entered_at=datetime.now(UTC), wish=wish)
        entrant = entrant_of(tournament, old.number)
    elif old:
        raise RuleViolation("name", _("%(name)s is already registered. Ask the organisers."), name=name)
    else:
        entry = replace(details, name=name, player=own.pk if own else None)
        (entrant,) = enter(tournament, [entry], state=state, key=key, by_name=False)
    log("entrant_asked", about=entrant.number, state=state.value)
    return entrant


def come_in(
    *, tournament: Tournament, number: int, token: str, device: str, label: str = "", record: Record = by_program
) -> Entrant:
    """Let a phone in by an entrant's own link; on the day this checks them in.

    Raises `NotAllowed` for another's token, `Unavailable`.
    """
    with locked(tournament, record=record) as (now, log):
        entrant = _entrant_of_token(now, number, token)
        _let_phone_in(entrant, device, label)
        if on_its_day(now) and entrant.state in (State.ENTERED, State.WAITING):
            mark_here(entrant, True, log)
        return entrant_of(now, number)


def leave(*, tournament: Tournament, number: int, token: str, record: Record = by_program) -> None:
    """Withdraw by oneself before the draw; the waiting list moves up. Raises `RuleViolation` later, `NotAllowed`."""
    with locked(tournament, record=record) as (now, log):
        entrant = _entrant_of_token(now, number, token)
        refuse_over(now)
        withdraw(now, entrant, log)


def on_its_day(tournament: Tournament) -> bool:
    """Whether the day has begun anywhere on earth, and is not long over."""
    today, last = datetime.now(UTC).date(), tournament.ends_on or tournament.starts_on
    return tournament.starts_on - timedelta(days=1) <= today <= last + timedelta(days=1)


def _entrant_of_token(tournament: Tournament, number: int, token: str) -> Entrant:
    entrant = entrant_of(tournament, number)
    if not opens_entrant(tournament, entrant, token):
        raise NotAllowed
    return entrant


def _let_phone_in(entrant: Entrant, device: str | None, label: str) -> None:
    if device:
        values = {"tournament": entrant.tournament, "label": label[:80], "joined_at": datetime.now(UTC)}
        Phone.objects.get_or_create(entrant=entrant, device=device, defaults=values)
