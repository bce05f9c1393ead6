"""Add, change, accept, decline, withdraw and check in entrants; fill vacancies from the waiting list.

The actions raise `RuleViolation`, `NotAllowed` and `Unavailable`; their docstrings name the fields.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.clubs import roster
from people.db.transactions import existing
from people.models import Player, Role
from people.text.cleaning import alike, clean_name, clean_note
from tournaments.entries.teams import get_or_create_team
from tournaments.models import Entrant, Round, Seat, Tournament
from tournaments.write_access import Action, ActionLog, acting, refuse_outside, refuse_over, unless_over

State = Entrant.State
MOST_ENTRANTS, MOST_SEEDING, MOST_WORD = 300, 99_999, 40


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDetails:
    """An entrant's details, as typed or read from a list.

    `player`: the id of the player on the club's roster, or None; `team`: the name of the team, or ""; `house`: whether
    this is a house player, who fills a table and isn't ranked.
    """

    name: str
    club_name: str = ""
    country: str = ""
    licence: str = ""
    team: str = ""
    seeding: int | None = None
    player: int | None = None
    house: bool = False

    @property
    def cleaned(self) -> EntryDetails:
        """A cleaned copy, ready to save. Raises `RuleViolation` with the invalid field."""
        if self.seeding is not None:
            refuse_outside("seeding", self.seeding, 1, MOST_SEEDING)
        return replace(
            self,
            name=clean_name(self.name, "name"),
            club_name=clean_name(self.club_name, "club_name") if self.club_name.strip() else "",
            country=short_word(self.country, "country"),
            licence=short_word(self.licence, "licence"),
            team=clean_name(self.team, "team") if self.team.strip() else "",
        )


def short_word(text: str, field: str) -> str:
    """Clean a country, or an association number. Raises `RuleViolation` for `field`."""
    word = clean_note(text, field)
    if len(word) > MOST_WORD:
        raise RuleViolation(field, _("Enter at most %(most)s characters."), most=MOST_WORD)
    return word


def add_entrants(*, entries: Sequence[EntryDetails], **action: Unpack[Action]) -> list[Entrant]:
    """Add entrants and return the new ones; names already registered are skipped.

    A name on the club's roster stands for that player. Once the tournament is full or drawn, new entrants go on the
    waiting list. Raises `RuleViolation` (fields of `EntryDetails`).
    """
    cleaned = [details.cleaned for details in entries]
    with acting(Role.ORGANISER, **action) as (tournament, log):
        new = enter(tournament, cleaned)
        if new:
            numbers = [entrant.number for entrant in new]
            log("entrant_added", about=len(numbers), entrants=numbers)
    return new


def change_entrant(*, number: int, details: EntryDetails, **action: Unpack[Action]) -> None:
    """Change the details of entrant `number`. Raises `RuleViolation` (fields of `EntryDetails`)."""
    cleaned = details.cleaned
    with acting(Role.ORGANISER, **action) as (tournament, log):
        old = entrant_of(tournament, number)
        others = [entrant for entrant in entrants_of(tournament) if entrant.pk != old.pk]
        player = _player(tournament, cleaned.player, others)
        name = alike(player.name if player else cleaned.name)
        if other := next((entrant for entrant in others if alike(full_name(entrant)) == name), None):
            raise _entered_already(full_name(other), other.number)
        is_pending = old.state == State.ASKED
        values: dict[str, Any] = {**_values(tournament, cleaned, player, is_pending), "house": cleaned.house}
        changed = sorted(field for field, value in values.items() if getattr(old, field) != value)
        if changed:
            if {"house", "team"} & set(changed):  # they change the standings
                refuse_over(tournament)
            Entrant.objects.filter(pk=old.pk).update(**values)
            log("entrant_changed", about=number, fields=changed)
            promote(tournament, log)


def approve_entrant(*, number: int, **action: Unpack[Action]) -> Entrant.State:
    """Accept a pending, declined or withdrawn entrant. Return the new state: entered or waiting.

    The entrant joins the team they asked for, which is created if necessary.
    """
    with unless_over(Role.ORGANISER, **action) as (tournament, log):
        entrant = entrant_of(tournament, number)
        if entrant.state in (State.ENTERED, State.WAITING):
            return State(entrant.state)
        state = place_for(tournament, entrant.house)
        if entrant.wish:
            Entrant.objects.filter(pk=entrant.pk).update(team=get_or_create_team(tournament, entrant.wish), wish="")
        move(entrant, state, log)
    return state


def refuse_entrant(*, number: int, **action: Unpack[Action]) -> None:
    """Decline a pending or waiting entrant. Raises `RuleViolation` for an entered one."""
    with unless_over(Role.ORGANISER, **action) as (tournament, log):
        entrant = entrant_of(tournament, number)
        if entrant.state == State.ENTERED:
            raise RuleViolation("number", _("A registered player can’t be declined. Withdraw them instead."))
        move(entrant, State.REFUSED, log)


def withdraw_entrant(*, number: int, **action: Unpack[Action]) -> None:
    """Withdraw an entrant before the draw; the waiting list moves up. Raises `RuleViolation` after the draw."""
    with unless_over(Role.ORGANISER, **action) as (tournament, log):
        withdraw(tournament, entrant_of(tournament, number), log)


def check_in(*, number: int, present: bool = True, **action: Unpack[Action]) -> None:
    """Check an entrant in or out. Also allowed for referees."""
    with acting(Role.REFEREE, **action) as (tournament, log):
        mark_present(entrant_of(tournament, number), present, log)


def withdraw_absent(**action: Unpack[Action]) -> list[int]:
    """Withdraw no-shows before the draw, and return their numbers.

    Checked-in players on the waiting list move up. Raises `RuleViolation` after the draw.
    """
    with acting(Role.ORGANISER, **action) as (tournament, log):
        _refuse_once_drawn(tournament)
        no_shows = [row for row in entrants_of(tournament) if row.state == State.ENTERED and absent(row)]
        for entrant in no_shows:
            move(entrant, State.WITHDRAWN, log)
        promote(tournament, log, checked_in=True)
    return [entrant.number for entrant in no_shows]


# ── helpers; the tournament is locked ────────────────────────────────────────


def full_name(entrant: Entrant) -> str:
    """Return the entrant's full name, shown to organisers and the entrant."""
    return entrant.player.name if entrant.player else entrant.name


def absent(entrant: Entrant) -> bool:
    """Return whether the entrant isn't checked in. House players are never absent."""
    return entrant.checked_in_at is None and not entrant.house


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Return all entrants, whatever their state, by number."""
    return list(Entrant.objects.filter(tournament=tournament).select_related("player").order_by("number"))


def entrant_of(tournament: Tournament, number: int) -> Entrant:
    """Return the entrant with this number. Raises `NotAllowed` if there is none."""
    return existing(Entrant.objects.filter(tournament=tournament, number=number).select_related("player").first())


def enter(
    tournament: Tournament,
    entries: Sequence[EntryDetails],
    *,
    state: Entrant.State | None = None,
    key: str = "",
    by_name: bool = True,
) -> list[Entrant]:
    """Create entrants from cleaned details, skipping names already registered.

    `state`: their state; if None, it depends on vacancies; `by_name`: a name on the roster stands for that player.
    """
    entrants = entrants_of(tournament)
    known = {alike(full_name(entrant)) for entrant in entrants}
    players: set[int | None] = {entrant.player_id for entrant in entrants if entrant.player_id}
    on_roster = roster.by_name(tournament.club) if by_name else {}
    new: list[Entrant] = []
    last = entrants[-1].number if entrants else 0
    for entry in entries:
        player = on_roster.get(alike(entry.name)) if entry.player is None else _player(tournament, entry.player, [])
        if alike(entry.name) in known or (player and (player.pk in players or alike(player.name) in known)):
            continue
        if len(entrants) + len(new) >= MOST_ENTRANTS:
            raise RuleViolation("name", _("A tournament can have at most %(most)s registrations."), most=MOST_ENTRANTS)
        entrant = Entrant.objects.create(
            tournament=tournament,
            number=last + len(new) + 1,
            key=key or secrets.token_urlsafe(16),
            state=state or place_for(tournament, entry.house),
            house=entry.house,
            entered_at=datetime.now(UTC),
            **_values(tournament, entry, player, state == State.ASKED),
        )
        known |= {alike(entry.name), alike(full_name(entrant))}
        players.add(entrant.player_id)
        new.append(entrant)
    return new


def move(entrant: Entrant, to: Entrant.State, log: ActionLog) -> None:
    """Change an entrant's state. Raises `RuleViolation` if they have a seat in a published round."""
    if entrant.state == to:
        return
    if was_seated(entrant):
        text = _(
            "To withdraw or readmit players with a seat in a published round, use “Late arrivals and withdrawals”."
        )
        raise RuleViolation("number", text)
    Entrant.objects.filter(pk=entrant.pk).update(state=to)
    log("entrant_moved", about=entrant.number, before={"state": entrant.state}, state=to.value)


def withdraw(tournament: Tournament, entrant: Entrant, log: ActionLog) -> None:
    """Withdraw an entrant, and fill vacancies from the waiting list. Raises `RuleViolation`."""
    if entrant.state == State.ENTERED:
        _refuse_once_drawn(tournament)
    move(entrant, State.WITHDRAWN, log)
    promote(tournament, log)


def mark_present(entrant: Entrant, present: bool, log: ActionLog) -> None:
    """Check an entrant in or out. Raises `RuleViolation` unless they are entered or waiting."""
    if entrant.state not in (State.ENTERED, State.WAITING):
        raise RuleViolation("number", _("Only players who are registered or on the waiting list can be checked in."))
    if (entrant.checked_in_at is not None) != present:
        Entrant.objects.filter(pk=entrant.pk).update(checked_in_at=datetime.now(UTC) if present else None)
        log("entrant_checked_in", about=entrant.number, here=present)


def _refuse_once_drawn(tournament: Tournament) -> None:
    if drawn(tournament):
        text = _("The seats are drawn. Use “Late arrivals and withdrawals” to add or withdraw players.")
        raise RuleViolation("number", text)


def _values(tournament: Tournament, entry: EntryDetails, player: Player | None, is_pending: bool) -> dict[str, Any]:
    """Return the database values of an entrant.

    A roster player's name is stored only on the roster. A pending entrant's team is only a wish; it is created on
    acceptance.
    """
    return {
        "player": player,
        "name": "" if player else entry.name,
        "club_name": entry.club_name,
        "country": entry.country,
        "licence": entry.licence,
        "team": None if is_pending else get_or_create_team(tournament, entry.team),
        "wish": entry.team if is_pending else "",
        "seeding": entry.seeding,
    }


def _player(tournament: Tournament, pk: int | None, others: Sequence[Entrant]) -> Player | None:
    """Return the roster player with this id; None if `pk` is None.

    Raises `RuleViolation` if there is no such player, or if one of the entrants in `others` already is that player.
    """
    if pk is None:
        return None
    player = Player.objects.filter(club=tournament.club, pk=pk, merged_into=None, erased_at=None).first()
    if player is None:
        raise RuleViolation("player", _("This player isn’t on the roster."))
    if other := next((entrant for entrant in others if entrant.player_id == pk), None):
        raise _entered_already(player.name, other.number)
    return player


def _entered_already(name: str, number: int) -> RuleViolation:
    return RuleViolation("name", _("%(name)s is already registered as number %(number)s."), name=name, number=number)


# ── capacity and waiting list; the tournament is locked ──────────────────────


def drawn(tournament: Tournament) -> bool:
    """Return whether any round is drawn. From then on, late arrivals and withdrawals change the seating."""
    return Round.objects.filter(tournament=tournament).exists()


def was_seated(entrant: Entrant) -> bool:
    """Return whether the entrant has a seat or a bye in a published round."""
    return Seat.objects.filter(entrant=entrant.pk, round__published_at__isnull=False).exists()


def places_left(tournament: Tournament) -> int | None:
    """Return the number of vacancies, or None if there is no limit. House players don't take up a place."""
    if tournament.capacity is None:
        return None
    taken = Entrant.objects.filter(tournament=tournament, state=State.ENTERED, house=False).count()
    return max(tournament.capacity - taken, 0)


def place_for(tournament: Tournament, house: bool = False) -> Entrant.State:
    """Return the state of a new entrant: waiting if the tournament is full or drawn, else entered."""
    if drawn(tournament):
        return State.WAITING
    return State.ENTERED if house or places_left(tournament) != 0 else State.WAITING


def promote(tournament: Tournament, log: ActionLog, *, checked_in: bool = False) -> list[Entrant]:
    """Fill vacancies from the waiting list and return the promoted entrants; none once a round is drawn.

    `checked_in`: promote only checked-in entrants.
    """
    if drawn(tournament):
        return []
    waiting = Entrant.objects.filter(tournament=tournament, state=State.WAITING).order_by("entered_at", "number")
    if checked_in:
        waiting = waiting.filter(checked_in_at__isnull=False)
    moved = list(waiting[: places_left(tournament)])
    for entrant in moved:
        Entrant.objects.filter(pk=entrant.pk).update(state=State.ENTERED)
        log("entrant_moved", about=entrant.number, state=State.ENTERED.value)
    return moved
