"""Substitutes for one game, and corrections of winds after hands were logged."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import PerSeat
from matches.actions.tournament_matches import SAME, replayed, sit
from matches.models import Match
from people.clubs import roster
from people.models import Role
from people.text.cleaning import alike, checked_key, clean_name
from tournaments.models import Round, Seat, Table, Verdict
from tournaments.play.table_access import TableAction, current_game, event_of, player_on, refuse_closed, with_match
from tournaments.play.tables import CHAIRS, AtTable
from tournaments.write_access import Action, acting, note_change, refuse_over, required_reason, seating_of, unless_over

NAMES, PERSONS = "names", "persons"


def set_substitute(*, round: int, entrant: int, name: str, **action: Unpack[Action]) -> None:
    """Set or remove (empty `name`) the substitute for an entrant (number) in one game; updates the match in play.

    A name on the club's roster stands for that player. Raises `RuleViolation` (field `name`), `NotAllowed`.
    """
    with unless_over(Role.REFEREE, **action) as (now, log):
        seats = Seat.objects.filter(round__tournament=now, round__number=round, entrant__number=entrant)
        row = seats.exclude(table=None).select_related("table").first()
        if row is None or row.table is None:
            raise RuleViolation("name", _("Only players seated at a table can have a substitute."))
        text = clean_name(name, "name") if name.strip() else ""
        player = roster.by_name(now.club).get(alike(text)) if text else None
        Seat.objects.filter(pk=row.pk).update(substitute=player.name if player else text, substitute_player=player)
        game = current_game(now, Table(round=Round(number=round), number=row.table.number))
        if game.table.match:  # refuses a name that another player of the match has
            seat = next(seat for seat in game.seats if seat.pk == row.pk)
            name = game.sitting[seat.entrant_id]
            sit(match=game.table.match, chair=CHAIRS[seat.wind], name=name, player=player_on(seat))
        signed = {"about": entrant, **game.place, "entrant": entrant}
        log("substitute_set" if text else "substitute_gone", **signed)


def reseat_table(action: TableAction, *, order: Mapping[str, int], keeps: str, reason: str) -> Table:
    """Correct the winds of a table. `order`: the entrant number on each wind ("E", "S", "W").

    The logged hands are replayed in a new match, and the old one is archived. `keeps`: `PERSONS` if hands stay with the
    people for whom they were entered (the winds were wrong), `NAMES` if they stay with the winds (the names were
    wrong). Idempotent per key. Raises `RuleViolation` (fields `order`, `reason`, `seats`), `NotAllowed`.
    """
    checked_key(action.key)
    why = required_reason(reason)
    with acting(Role.REFEREE, tournament=action.tournament, by=action.by, record=action.record) as (now, log):
        game = with_match(now, action.table)  # or a new hand would reach only the archived match
        if Match.objects.filter(start_key=action.key).exists():
            return game.table
        refuse_over(now)
        _check_order(game, order)
        before = [seat.entrant.number for seat in game.seats]
        after = [order[seat.wind] for seat in game.seats]
        if before == after:
            raise RuleViolation("order", _("They’re already seated like that."))
        drawn = seating_of(game.round)
        put_on_winds(game, order)
        note_change(game.round, action.by, why, drawn)
        reseated = current_game(now, action.table)
        if game.table.match:
            match = _replay(game.table.match, game, reseated, order if keeps == PERSONS else None, action)
            Table.objects.filter(pk=game.table.pk).update(match=match)
        dispute_old_result(game, action, why)
        seats = {**reseated.place, "seats": after, "keeps": keeps}
        log("table_reseated", match=game.code, before={"seats": before}, **seats)
        return current_game(now, action.table).table


def _replay(
    match: Match, game: AtTable, reseated: AtTable, order: Mapping[str, int] | None, action: TableAction
) -> Match:
    """Replay a match with the `reseated` players. `order`: moves each person's hands to their new wind; None: no
    move."""
    chairs = SAME
    if order is not None:
        winds = {entrant: wind for wind, entrant in order.items()}
        chairs = {CHAIRS[seat.wind]: CHAIRS[winds[seat.entrant.number]] for seat in game.seats}
    names = PerSeat(*(reseated.sitting[seat.entrant_id] for seat in reseated.seats))
    key, record = action.key, action.record
    return replayed(match=match, part=event_of(reseated), names=names, chairs=chairs, key=key, record=record)


def dispute_old_result(game: AtTable, action: TableAction, why: str) -> None:
    """Dispute a result that was entered for the old seats, because its points belong to winds."""
    if game.result is None:
        return
    values = {"key": action.key, "kind": Verdict.Kind.DISPUTED, "at": datetime.now(UTC), "user": action.by}
    Verdict.objects.create(result=game.result, number=len(game.verdicts) + 1, reason=why, **values)


def _check_order(game: AtTable, order: Mapping[str, int]) -> None:
    if len(game.seats) != 3:
        raise RuleViolation("order", _("Only a table of three can be reseated here."))
    check_winds(game, order)
    refuse_closed(game, "order")
    if game.confirmed:
        raise RuleViolation("order", _("The result at this table is confirmed. Dispute or correct it first."))


def check_winds(game: AtTable, order: Mapping[str, int]) -> None:
    """Raise `RuleViolation` (field `order`) unless `order` puts each of the table's three players on one wind."""
    if set(order) != set("ESW") or sorted(order.values()) != sorted(seat.entrant.number for seat in game.seats):
        raise RuleViolation("order", _("Give each of the three players a different wind."))


def put_on_winds(game: AtTable, order: Mapping[str, int]) -> None:
    """Move the players of the table to their winds."""
    numbers = {seat.entrant.number: seat for seat in game.seats}
    for wind in "ESW":  # free all winds first: no two seats may share one
        Seat.objects.filter(pk=numbers[order[wind]].pk).update(table=None, wind="")
    for wind in "ESW":
        Seat.objects.filter(pk=numbers[order[wind]].pk).update(table=game.table, wind=wind)
