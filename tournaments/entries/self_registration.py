"""Self-registration without an account: register, use the personal link, withdraw."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Player, User
from people.text.cleaning import alike, checked_key
from tournaments.entries import entries
from tournaments.entries.entries import EntryDetails, State
from tournaments.links import opens_entrant
from tournaments.models import Entrant, Phone, Tournament
from tournaments.models import TournamentState as Progress
from tournaments.write_access import ActionLog, locked, refuse_over


def open_for_entry(tournament: Tournament) -> bool:
    """Return whether self-registration is open: the organisers allow it, and nothing is drawn yet."""
    preparing = tournament.state == Progress.PREPARING and tournament.archived_at is None
    return tournament.open_for_entry and preparing and not entries.drawn(tournament)


def register_entrant(
    *,
    tournament: Tournament,
    details: EntryDetails,
    key: str,
    user: User | None = None,
    device: str | None = None,
    label: str = "",
    record: Record = by_program,
) -> Entrant:
    """Register a player, who is accepted, put on the waiting list or left pending (`Entrant.state`).

    `user`: the account that registers; `device`: the phone, which may then act for the entrant. A repeated `key`
    returns the existing entrant. Raises `RuleViolation` (fields of `EntryDetails`) or `Unavailable`.
    """
    checked_key(key)
    cleaned = replace(details, player=None, house=False, seeding=None).cleaned
    with locked(tournament, user, record) as (tournament, log):
        entrant = Entrant.objects.filter(tournament=tournament, key=key).select_related("player").first()
        if entrant is None:
            if not open_for_entry(tournament):
                raise RuleViolation("name", _("Registration is closed."))
            entrant = _enter(tournament, cleaned, key, log)
        _let_phone_in(entrant, device, label)
    return entrant


def _enter(tournament: Tournament, details: EntryDetails, key: str, log: ActionLog) -> Entrant:
    user = log.by
    own = Player.objects.filter(club=tournament.club, user=user, merged_into=None).first() if user else None
    name = own.name if own else details.name
    state = State.ASKED if tournament.approval else entries.place_for(tournament)
    old = next((row for row in entries.entrants_of(tournament) if alike(entries.full_name(row)) == alike(name)), None)
    if old and own and old.player_id == own.pk and old.state == State.WITHDRAWN:
        wish = details.team if state == State.ASKED else ""
        Entrant.objects.filter(pk=old.pk).update(state=state, entered_at=datetime.now(UTC), wish=wish)
        entrant = entries.entrant_of(tournament, old.number)
    elif old:
        raise RuleViolation(
            "name", _("%(name)s is already registered. If that isn’t you, ask the organisers."), name=name
        )
    else:
        entry = replace(details, name=name, player=own.pk if own else None)
        (entrant,) = entries.enter(tournament, [entry], state=state, key=key, by_name=False)
    log("entrant_asked", about=entrant.number, state=state.value)
    return entrant


def use_own_link(
    *, tournament: Tournament, number: int, token: str, device: str, label: str = "", record: Record = by_program
) -> Entrant:
    """Link a phone to an entrant by their personal link, and check them in on the day of the tournament.

    Raises `NotAllowed` for a wrong token, or `Unavailable`.
    """
    with locked(tournament, record=record) as (tournament, log):
        entrant = _entrant_of_token(tournament, number, token)
        _let_phone_in(entrant, device, label)
        if on_its_day(tournament) and entrant.state in (State.ENTERED, State.WAITING):
            entries.mark_present(entrant, True, log)
        return entries.entrant_of(tournament, number)


def leave(*, tournament: Tournament, number: int, token: str, record: Record = by_program) -> None:
    """Withdraw an entrant by their personal link.

    Raises `RuleViolation` after the draw, or `NotAllowed` for a wrong token.
    """
    with locked(tournament, record=record) as (tournament, log):
        entrant = _entrant_of_token(tournament, number, token)
        refuse_over(tournament)
        entries.withdraw(tournament, entrant, log)


def on_its_day(tournament: Tournament) -> bool:
    """Return whether it is a day of the tournament in at least one time zone now."""
    today, last = datetime.now(UTC).date(), tournament.ends_on or tournament.starts_on
    return tournament.starts_on - timedelta(days=1) <= today <= last + timedelta(days=1)


def _entrant_of_token(tournament: Tournament, number: int, token: str) -> Entrant:
    entrant = entries.entrant_of(tournament, number)
    if not opens_entrant(tournament, entrant, token):
        raise NotAllowed
    return entrant


def _let_phone_in(entrant: Entrant, device: str | None, label: str) -> None:
    if device:
        values = {"tournament": entrant.tournament, "label": label[:80], "joined_at": datetime.now(UTC)}
        Phone.objects.get_or_create(entrant=entrant, device=device, defaults=values)
