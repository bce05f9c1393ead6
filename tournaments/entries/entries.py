"""The entry list: add, change, accept, decline, withdraw and check in entrants."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.clubs import roster
from people.db.transactions import NotAllowed
from people.models import Player, Role, User
from people.text.cleaning import alike, clean_name, clean_note
from tournaments.entries.teams import team_called
from tournaments.entries.waiting_list import State, drawn, place_for, promote, was_seated
from tournaments.models import Entrant, Tournament
from tournaments.write_access import acting, refuse_outside, refuse_over, unless_over

MOST_ENTRANTS, MOST_SEEDING, MOST_WORD = 300, 99_999, 40


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDetails:
    """What is said of somebody who enters. `player`: the id of their entry on the club's roster, None for others;
    `team`: its name, "" for none; `house`: plays so that tables are full, and is not ranked."""

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
        """The same, fit to be kept. Raises `RuleViolation` (fields as they are called here)."""
        if self.seeding is not None:
            refuse_outside("seeding", self.seeding, 1, MOST_SEEDING)
        return EntryDetails(
            name=clean_name(self.name, "name"),
            club_name=clean_name(self.club_name, "club_name") if self.club_name.strip() else "",
            country=short_word(self.country, "country"),
            licence=short_word(self.licence, "licence"),
            team=clean_name(self.team, "team") if self.team.strip() else "",
            seeding=self.seeding,
            player=self.player,
            house=self.house,
        )


def short_word(text: str, field: str) -> str:
    """A country, a number of an association. Raises `RuleViolation` for `field`."""
    word = clean_note(text, field)
    if len(word) > MOST_WORD:
        raise RuleViolation(field, _("This takes at most %(most)s characters."), most=MOST_WORD)
    return word


def add_entrants(
    *, tournament: Tournament, by: User, told: Sequence[EntryDetails], record: Record = by_program
) -> list[Entrant]:
    """Enter all of them who are not entered yet, by names alike; the new ones. Who is called as somebody on the club's
    roster is that player. Where all places are taken, and once a round is drawn, they come on the waiting list.

    Raises `RuleViolation` (fields of `EntryDetails`), `NotAllowed`, `Unavailable`.
    """
    tidied = [each.cleaned for each in told]
    with acting(tournament, by, Role.ORGANISER) as now:
        made = enter(now, tidied)
        if made:
            numbers = [entrant.number for entrant in made]
            said = {"tournament": now.code, "entrants": numbers}
            record("entrant_added", club=now.club, user=by, about=len(numbers), after=said)
    return made


def change_entrant(
    *, tournament: Tournament, by: User, number: int, told: EntryDetails, record: Record = by_program
) -> None:
    """Say something else of an entrant, by their number. Raises `RuleViolation`, `NotAllowed`, `Unavailable`."""
    clean = told.cleaned
    with acting(tournament, by, Role.ORGANISER) as now:
        old = entrant_of(now, number)
        others = [each for each in entrants_of(now) if each.pk != old.pk]
        player = _player(now, clean.player, others)
        name = player.name if player else clean.name
        if other := next((each for each in others if alike(called(each)) == alike(name)), None):
            raise _entered_already(called(other), other.number)
        asks = old.state == State.ASKED
        values: dict[str, Any] = {**_values(now, clean, player, asks), "house": clean.house}
        changed = sorted(field for field, value in values.items() if getattr(old, field) != value)
        if changed:
            if {"house", "team"} & set(changed):  # the list is another one then
                refuse_over(now)
            Entrant.objects.filter(pk=old.pk).update(**values)
            said = {"tournament": now.code, "fields": changed}
            record("entrant_changed", club=now.club, user=by, about=number, after=said)
            promote(now, by, record)


def approve_entrant(*, tournament: Tournament, by: User, number: int, record: Record = by_program) -> Entrant.State:
    """Let in who asks, was refused or withdrew: to play, or on the waiting list; which of the two. The team that
    they wish for is made now, or joined. Raises `RuleViolation`, `NotAllowed`, `Unavailable`."""
    with unless_over(tournament, by, Role.ORGANISER) as now:
        entrant = entrant_of(now, number)
        if entrant.state in (State.ENTERED, State.WAITING):
            return State(entrant.state)
        to = place_for(now, entrant.house)
        if entrant.wish:
            Entrant.objects.filter(pk=entrant.pk).update(team=team_called(now, entrant.wish), wish="")
        move(now, entrant, to, by, record)
    return to


def refuse_entrant(*, tournament: Tournament, by: User, number: int, record: Record = by_program) -> None:
    """Say no to somebody who asks or waits. Raises `RuleViolation`, `NotAllowed`, `Unavailable`."""
    with unless_over(tournament, by, Role.ORGANISER) as now:
        entrant = entrant_of(now, number)
        if entrant.state == State.ENTERED:
            raise RuleViolation("number", _("Who is entered can only be withdrawn."))
        move(now, entrant, State.REFUSED, by, record)


def withdraw_entrant(*, tournament: Tournament, by: User, number: int, record: Record = by_program) -> None:
    """Take somebody out before the draw; the first of the waiting list moves up. Raises `RuleViolation` once a round
    is drawn and they have a seat in it, and where the tournament is over."""
    with unless_over(tournament, by, Role.ORGANISER) as now:
        withdraw(now, entrant_of(now, number), by, record)


def check_in(*, tournament: Tournament, by: User, number: int, here: bool = True, record: Record = by_program) -> None:
    """Somebody has come, or has not come after all; a referee may say so too."""
    with acting(tournament, by, Role.REFEREE) as now:
        mark_here(now, entrant_of(now, number), here, by, record)


def withdraw_absent(*, tournament: Tournament, by: User, record: Record = by_program) -> list[int]:
    """Before the draw: take out everybody who has not come; those of the waiting list who have come move up, the first
    first. The numbers of those taken out."""
    with acting(tournament, by, Role.ORGANISER) as now:
        _refuse_once_drawn(now)
        gone = [each for each in entrants_of(now) if each.state == State.ENTERED and absent(each)]
        for entrant in gone:
            move(now, entrant, State.WITHDRAWN, by, record)
        promote(now, by, record, only_here=True)
    return [entrant.number for entrant in gone]


# ── inside: the tournament is locked ─────────────────────────────────────────


def called(entrant: Entrant) -> str:
    """The full name, as organisers read it."""
    return entrant.player.name if entrant.player else entrant.name


def absent(entrant: Entrant) -> bool:
    """Whether somebody is expected who has not come; house players are there."""
    return entrant.checked_in_at is None and not entrant.house


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Everybody, in whatever state, by number."""
    return list(Entrant.objects.filter(tournament=tournament).select_related("player").order_by("number"))


def entrant_of(tournament: Tournament, number: int) -> Entrant:
    """The entrant with this number. Raises `NotAllowed` where there is none."""
    found = Entrant.objects.filter(tournament=tournament, number=number).select_related("player").first()
    if found is None:
        raise NotAllowed
    return found


def enter(
    tournament: Tournament,
    told: Sequence[EntryDetails],
    *,
    state: Entrant.State | None = None,
    key: str = "",
    by_name: bool = True,
) -> list[Entrant]:
    """New entrants of what is told, tidied already; who is entered is passed over. `state`: where they come, else where
    there is a place; `by_name`: who is called as a player of the roster is that player."""
    there = entrants_of(tournament)
    known = {alike(called(each)) for each in there}
    players: set[int | None] = {each.player_id for each in there if each.player_id}
    on_roster = roster.by_name(tournament.club) if by_name else {}
    made: list[Entrant] = []
    last = there[-1].number if there else 0
    for each in told:
        found = on_roster.get(alike(each.name)) if each.player is None else _player(tournament, each.player, [])
        if alike(each.name) in known or (found and (found.pk in players or alike(found.name) in known)):
            continue
        if len(there) + len(made) >= MOST_ENTRANTS:
            raise RuleViolation("name", _("A tournament has at most %(most)s entries."), most=MOST_ENTRANTS)
        entrant = Entrant.objects.create(
            tournament=tournament,
            number=last + len(made) + 1,
            key=key or secrets.token_urlsafe(16),
            state=state or place_for(tournament, each.house),
            house=each.house,
            entered_at=datetime.now(UTC),
            **_values(tournament, each, found, state == State.ASKED),
        )
        known |= {alike(each.name), alike(called(entrant))}
        players.add(entrant.player_id)
        made.append(entrant)
    return made


def move(tournament: Tournament, entrant: Entrant, to: Entrant.State, by: User | None, record: Record) -> None:
    """Another state. Raises `RuleViolation` where they have a seat that everybody has seen."""
    if entrant.state == to:
        return
    if was_seated(entrant):
        text = _("Who has a seat in a published round is taken out and let in on the page “Late and gone”.")
        raise RuleViolation("number", text)
    said = {"tournament": tournament.code, "state": to.value}
    Entrant.objects.filter(pk=entrant.pk).update(state=to)
    before = {"state": entrant.state}
    record("entrant_moved", club=tournament.club, user=by, about=entrant.number, before=before, after=said)


def withdraw(tournament: Tournament, entrant: Entrant, by: User | None, record: Record) -> None:
    """Take an entrant out, by whoever may. Raises `RuleViolation`."""
    if entrant.state == State.ENTERED:
        _refuse_once_drawn(tournament)
    move(tournament, entrant, State.WITHDRAWN, by, record)
    promote(tournament, by, record)


def mark_here(tournament: Tournament, entrant: Entrant, here: bool, by: User | None, record: Record) -> None:
    """Whether they have come; who neither plays nor waits cannot. Raises `RuleViolation`."""
    if entrant.state not in (State.ENTERED, State.WAITING):
        raise RuleViolation("number", _("Only who is entered or waits can be checked in."))
    if (entrant.checked_in_at is not None) != here:
        Entrant.objects.filter(pk=entrant.pk).update(checked_in_at=datetime.now(UTC) if here else None)
        said = {"tournament": tournament.code, "here": here}
        record("entrant_checked_in", club=tournament.club, user=by, about=entrant.number, after=said)


def _refuse_once_drawn(tournament: Tournament) -> None:
    if drawn(tournament):
        raise RuleViolation(
            "number", _("The seats are drawn. Use the page “Late and gone” to take players out or let them in.")
        )


def _values(tournament: Tournament, told: EntryDetails, player: Player | None, asks: bool) -> dict[str, Any]:
    """By field what stands in the entrant's row; a player of the roster is called as there, and of who only asks a team
    is but a wish: nothing is made before somebody has let them in."""
    return {
        "player": player,
        "name": "" if player else told.name,
        "club_name": told.club_name,
        "country": told.country,
        "licence": told.licence,
        "team": None if asks else team_called(tournament, told.team),
        "wish": told.team if asks else "",
        "seeding": told.seeding,
    }


def _player(tournament: Tournament, pk: int | None, others: Sequence[Entrant]) -> Player | None:
    """The entry on the club's roster, which is nobody else's. Raises `RuleViolation`."""
    if pk is None:
        return None
    found = Player.objects.filter(club=tournament.club, pk=pk, merged_into=None, erased_at=None).first()
    if found is None:
        raise RuleViolation("player", _("This player is not on the roster."))
    if other := next((each for each in others if each.player_id == pk), None):
        raise _entered_already(found.name, other.number)
    return found


def _entered_already(name: str, number: int) -> RuleViolation:
    return RuleViolation("name", _("%(name)s is entered already, as number %(number)s."), name=name, number=number)
