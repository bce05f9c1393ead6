"""Enter substitutes for one match, correct wrong winds, and swap two tables that played each other's match.

The actions raise `RuleViolation` (their docstrings name its fields), `NotAllowed` and `Unavailable`.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions.tournament_matches import SAME, copy_with_other_seats, move_to_table, set_first_player
from matches.models import Match
from people.clubs import roster
from people.models import Role, User
from people.text.cleaning import alike, checked_key, clean_name
from tournaments.models import Phone, Round, Seat, Table, Tournament, Verdict
from tournaments.play.table_access import TableAction, current_game, event_of, match_names, refuse_closed, with_match
from tournaments.play.tables import CHAIRS, AtTable
from tournaments.write_access import Action, acting, note_change, refuse_over, required_reason, seating_of, unless_over

NAMES, PERSONS = "names", "persons"
Order = Mapping[str, int]  # the number of the entrant on each wind ("E", "S", "W")
Pair = tuple[AtTable, AtTable]


def set_substitute(*, round: int, entrant: int, name: str, **action: Unpack[Action]) -> None:
    """Set or (empty `name`) remove the substitute for an entrant (number) in one round and in its match in play.

    A name on the club's roster means that player. Raises `RuleViolation` (field `name`).
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
            chair, name = CHAIRS[seat.wind], game.sitting[seat.entrant_id]
            set_first_player(match=game.table.match, chair=chair, name=name, player=event_of(game).players.get(chair))
        log("substitute_set" if text else "substitute_gone", about=entrant, **game.place, entrant=entrant)


# ── wrong winds ──────────────────────────────────────────────────────────────


def reseat_table(action: TableAction, *, order: Order, keeps: str, reason: str) -> Table:
    """Correct the winds of a table. The logged hands are replayed in a new match, and the old one is archived.

    `keeps`: `PERSONS` if hands stay with the people for whom they were entered (the winds were wrong), `NAMES` if they
    stay with the winds (the names were wrong). Idempotent per key. Raises `RuleViolation` (fields `order`, `reason`,
    `seats`).
    """
    checked_key(action.key)
    why = required_reason(reason)
    with acting(Role.REFEREE, tournament=action.tournament, by=action.by, record=action.record) as (now, log):
        game = with_match(now, action.table)  # otherwise a new hand could reach the archived match
        if Match.objects.filter(start_key=action.key).exists():
            return game.table
        refuse_over(now)
        _check_order(game, order)
        before = [seat.entrant.number for seat in game.seats]
        after = [order[seat.wind] for seat in game.seats]
        if before == after:
            raise RuleViolation("order", _("The players are already seated like this."))
        drawn = seating_of(game.round)
        _put_on_winds(game, order)
        note_change(game.round, action.by, why, drawn)
        reseated = current_game(now, action.table)
        if game.table.match:
            chairs = SAME
            if keeps == PERSONS:  # each person's hands move to their new wind
                winds = {entrant: wind for wind, entrant in order.items()}
                chairs = {CHAIRS[seat.wind]: CHAIRS[winds[seat.entrant.number]] for seat in game.seats}
            part, names, key, record = event_of(reseated), match_names(reseated), action.key, action.record
            match = copy_with_other_seats(
                match=game.table.match, part=part, names=names, chairs=chairs, key=key, record=record
            )
            Table.objects.filter(pk=game.table.pk).update(match=match)
        _dispute_old_result(game, action, why)
        log("table_reseated", match=game.code, before={"seats": before}, **game.place, seats=after, keeps=keeps)
        return current_game(now, action.table).table


def _dispute_old_result(game: AtTable, action: TableAction, why: str) -> None:
    """Dispute a result that was entered for the old seats, because its points are stored by wind."""
    if game.result is None:
        return
    values = {"key": action.key, "kind": Verdict.Kind.DISPUTED, "at": datetime.now(UTC), "user": action.by}
    Verdict.objects.create(result=game.result, number=len(game.verdicts) + 1, reason=why, **values)


def _check_order(game: AtTable, order: Order) -> None:
    if game.four:
        raise RuleViolation("order", _("Only the seats at a table of three can be corrected here."))
    _check_winds(game, order)
    refuse_closed(game, "order")
    if game.confirmed:
        raise RuleViolation("order", _("The result at this table is confirmed. Dispute it first."))


def _check_winds(game: AtTable, order: Order) -> None:
    """Raise `RuleViolation` (field `order`) unless `order` puts each of the table's three players on one wind."""
    if set(order) != set("ESW") or sorted(order.values()) != sorted(seat.entrant.number for seat in game.seats):
        raise RuleViolation("order", _("Give each of the three players a different wind."))


def _put_on_winds(game: AtTable, order: Order) -> None:
    numbers = {seat.entrant.number: seat for seat in game.seats}
    # Free all winds first, because no two seats may share one.
    Seat.objects.filter(pk__in=[numbers[order[wind]].pk for wind in "ESW"]).update(table=None, wind="")
    for wind in "ESW":
        Seat.objects.filter(pk=numbers[order[wind]].pk).update(table=game.table, wind=wind)


# ── two tables that played each other's match ────────────────────────────────


def exchange_tables(action: TableAction, *, other: Table, orders: Mapping[int, Order], seen: str, reason: str) -> None:
    """Give each of two tables the other table's match, which its players have in fact played. Match logs don't change.

    `orders`: for each table number, the players' winds in the match that the table gets. `seen`: the `mark` on the
    page, so that a second tap doesn't exchange the matches back. Entered results become disputed. Raises
    `RuleViolation` (fields `table`, `order`, `reason`, `tournament`).
    """
    checked_key(action.key)
    why = required_reason(reason)
    with acting(Role.REFEREE, tournament=action.tournament, by=action.by, record=action.record) as (now, log):
        # Lock out new hands. Lock order: the tournament, as in every action, then the matches by id.
        matches = Match.objects.select_for_update(of=("self",)).filter(table__in=[action.table.pk, other.pk])
        list(matches.order_by("pk").values_list("pk"))
        pair = _pair(now, action.table, other)
        if seen.split(" ")[1:] == [pair[1].code, pair[0].code]:
            return  # already exchanged
        refuse_over(now)
        for game in pair:
            refuse_exchange(game)
        if seen != mark(*pair):
            raise RuleViolation("table", _("The tables have changed in the meantime. Check them again."))
        for game in pair:
            _check_winds(game, orders.get(game.table.number, {}))
        _exchange(now, pair, orders, why, action.by)
        exchanged = _pair(now, action.table, other)
        for game, old, partner in zip(exchanged, pair, pair[::-1], strict=True):
            match, own = game.table.match, old.table.match
            assert match and own
            _dispute_old_result(old, action, why)
            move_to_table(match=match, name=own.name, part=event_of(game), names=match_names(game))
            before = {"seats": [seat.entrant.number for seat in old.seats], "match": own.code}
            place = {**game.place, "other": partner.table.number}
            seats = [seat.entrant.number for seat in game.seats]
            log("tables_exchanged", match=match.code, before=before, **place, seats=seats)


def refuse_exchange(game: AtTable) -> None:
    """Raise `RuleViolation` (field `table`) if the match of a table cannot move to another table."""
    number = game.table.number
    if game.four:
        text = _("Table %(table)s has four players, so its hands aren’t scored and can’t be swapped.")
        raise RuleViolation("table", text, table=number)
    refuse_closed(game)
    if game.confirmed:
        text = _("The result at table %(table)s is confirmed. Dispute it first.")
        raise RuleViolation("table", text, table=number)
    if game.table.match is None:
        text = _("Nobody has started scoring at table %(table)s. Open its score page on a phone first.")
        raise RuleViolation("table", text, table=number)


def mark(one: AtTable, other: AtTable) -> str:
    """Return a mark of the current state: the revision of the round's seats, and the match codes of both tables."""
    return f"{one.round.revision} {one.code} {other.code}"


def _pair(now: Tournament, one: Table, other: Table) -> Pair:
    """Return the current state of both tables, lower number first."""
    if one.pk == other.pk or one.round_id != other.round_id:
        raise RuleViolation("table", _("Choose another table in this round."))
    first, second = sorted((one, other), key=lambda table: table.number)
    return current_game(now, first), current_game(now, second)


def _exchange(now: Tournament, pair: Pair, orders: Mapping[int, Order], why: str, by: User | None) -> None:
    """Exchange the winds, matches and extra times, and record the change to the round."""
    before = seating_of(pair[0].round)
    for game in pair:
        _put_on_winds(game, orders[game.table.number])
        Table.objects.filter(pk=game.table.pk).update(match=None)  # a match is unique to one table
    for new, old in (pair, pair[::-1]):
        Table.objects.filter(pk=new.table.pk).update(match=old.table.match, extra_seconds=old.table.extra_seconds)
        _copy_phones(now, old.table, new.table.number)
    note_change(pair[0].round, by, why, before)


def _copy_phones(now: Tournament, played: Table, number: int) -> None:
    """Let phones that have the card of table `played` and score its match sign at table `number` as well."""
    assert played.match
    scoring = played.match.devices.filter(revoked_at=None).values("device")
    phones = Phone.objects.filter(tournament=now, table=played.number, device__in=scoring)
    values = {"tournament": now, "table": number, "joined_at": datetime.now(UTC)}
    copies = [Phone(device=phone.device, label=phone.label, **values) for phone in phones]
    Phone.objects.bulk_create(copies, ignore_conflicts=True)
