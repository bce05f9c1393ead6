"""Access of phones through table cards, and opening the match of a table."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.urls import reverse

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import PerSeat
from matches.actions import KeyReuse, join_match, start_match
from matches.actions.lifecycle import ContainingEvent
from matches.models import Match
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed, existing
from people.models import User
from people.text.cleaning import MOST_CHARACTERS, checked_key
from people.web.codes import computed_token
from tournaments.links import opens_table
from tournaments.models import Phone, Table, Tournament
from tournaments.play.tables import CHAIRS, AtTable, table_of
from tournaments.rights import TournamentRights, rights_of
from tournaments.write_access import ActionLog, locked, locked_row

MOST_PHONES = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAction:
    """An action at a table, idempotent per `key`.

    `entrant`: the number of the entrant who signs, or None if the referee `by` signs. `device`: the phone.
    """

    tournament: Tournament
    table: Table
    key: str
    entrant: int | None = None
    device: str = ""
    by: User | None = None
    record: Record = by_program


def join_table(
    *, tournament: Tournament, number: int, token: str, device: str, label: str = "", record: Record = by_program
) -> None:
    """Give a phone that has scanned the card of table `number` access to that table in all rounds. Idempotent.

    Raises `RuleViolation`, `Unavailable`, or `NotAllowed` for a wrong token.
    """
    checked_key(device)
    with locked(tournament, record=record) as (now, log):
        if not opens_table(now, number, token):
            raise NotAllowed
        if Phone.objects.filter(tournament=now, device=device, table=number).exists():
            return
        if Phone.objects.filter(tournament=now).count() >= MOST_PHONES:
            raise RuleViolation(
                "device", _("This tournament already has the maximum of %(most)s phones."), most=MOST_PHONES
            )
        Phone.objects.create(tournament=now, device=device, table=number, label=label[:80], joined_at=datetime.now(UTC))
        log("phone_let_in", table=number)


def open_table(action: TableAction, label: str = "") -> Match:
    """Start or join a table's match on this phone. Allowed for its players, phones with its card, and referees.

    Idempotent. Raises `NotAllowed`, `RuleViolation` (field `table`) or `Unavailable`.
    """
    device, by, record = checked_key(action.device), action.by, action.record
    game = current_game(action.tournament, action.table)
    refuse_strangers(game, rights_of(action.tournament, device, by), by)
    match = game.table.match or _start_match(game, action, label)
    join_match(match=match, device=device, user=by, label=label, let_in=True, record=record)
    return match


def current_game(tournament: Tournament, table: Table) -> AtTable:
    """Return the current state of a table, as its players see it. Raises `NotAllowed` if it no longer exists."""
    return AtTable(existing(table_of(tournament, table.round.number, table.number)), inside=not tournament.public)


def with_match(now: Tournament, table: Table) -> AtTable:
    """Lock the match of a table, so that no hand is entered meanwhile, and return the result of `current_game`."""
    list(Match.objects.select_for_update(of=("self",)).filter(table=table.pk).values_list("pk"))
    return current_game(now, table)


def refuse_closed(game: AtTable, field: str = "table") -> None:
    """Raise `RuleViolation` for `field` if the round is closed."""
    if game.round.closed_at is not None:
        raise RuleViolation(field, _("Round %(round)s is closed."), round=game.round.number)


def refuse_strangers(game: AtTable, rights: TournamentRights, by: User | None) -> None:
    """Raise `NotAllowed` for anyone but referees, the table's players and phones with its card."""
    if not (rights.referee or game.signers(rights, by) or game.table.number in rights.tables):
        raise NotAllowed


def _start_match(game: AtTable, action: TableAction, label: str) -> Match:
    event = game.tournament
    if game.four:
        raise RuleViolation(
            "table", _("At a table of four, hands aren’t scored. Only the totals are entered, at the end of the match.")
        )
    refuse_closed(game)
    place = f" {game.round.number}/{game.table.number}"
    try:
        return start_match(
            device=action.device,
            name=event.name[: MOST_CHARACTERS - len(place)].strip() + place,  # the same in all languages
            names=match_names(game),
            system=event.system,
            options=event.options,
            key=computed_token("tournaments.matches", str(game.table.pk)),  # the same for each phone
            house_rules=event.house_rules,
            label=label,
            club=event.club,
            user=action.by,
            part=event_of(game, then=lambda match: _attach_match(game, match, action)),
            record=action.record,
        )
    except KeyReuse as reuse:  # another phone was faster
        assert isinstance(reuse.saved, Match)
        return reuse.saved


def _attach_match(game: AtTable, match: Match, action: TableAction) -> None:
    """Attach a new match to its table, in the match's transaction, unless the table has changed meanwhile."""
    with locked_row(game.tournament) as now:
        fresh = current_game(now, game.table)
        if fresh.table.match_id or fresh.round.closed_at or _players(fresh) != _players(game):
            raise RuleViolation("table", _("The table has changed in the meantime. Check it again."))
        Table.objects.filter(pk=fresh.table.pk).update(match=match)
        ActionLog(now, action.by, action.record)("table_opened", match=match.code, **fresh.place)


def _players(game: AtTable) -> list[tuple[str, int, str]]:
    return [(seat.wind, seat.entrant_id, game.sitting[seat.entrant_id]) for seat in game.seats]


def match_names(game: AtTable) -> PerSeat[str]:
    """Return the names of the players in the match of a table of three."""
    return PerSeat(*(game.sitting[seat.entrant_id] for seat in game.seats))


def event_of(game: AtTable, then: Callable[[Match], None] | None = None) -> ContainingEvent:
    """Return this table in the form that a match knows as its containing event."""
    people = ((seat.substitute_player if seat.substitute else seat.entrant.player, seat) for seat in game.seats)
    players = {CHAIRS[seat.wind]: player for player, seat in people if player}
    within = reverse("tournaments:table", args=game.address)
    return ContainingEvent(within, players, game.tournament.public, then)
