"""Exchanging the matches of two tables whose players sat down at each other's table."""

from collections.abc import Mapping
from datetime import UTC, datetime

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import PerSeat
from matches.actions.tournament_matches import passed_on
from matches.models import Match
from people.models import Role, User
from people.text.cleaning import checked_key
from tournaments.models import Phone, Table, Tournament
from tournaments.play.substitutions import check_winds, dispute_old_result, put_on_winds
from tournaments.play.table_access import TableAction, current_game, event_of, refuse_closed
from tournaments.play.tables import AtTable
from tournaments.write_access import ActionLog, acting, note_change, refuse_over, required_reason, seating_of

Order = Mapping[str, int]
Pair = tuple[AtTable, AtTable]


def exchange_tables(action: TableAction, *, other: Table, orders: Mapping[int, Order], seen: str, reason: str) -> None:
    """Give each of two tables the match of the other, which its players have in fact played. Match logs don't change.

    `orders`: for each table number, the entrant number on each wind in the match that the table gets. `seen`: the
    `mark` on the page, so that a second tap doesn't exchange them back. Entered results become disputed.
    Raises `RuleViolation` (fields `table`, `order`, `reason`, `tournament`), `NotAllowed`.
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
        for at_table in pair:
            check(at_table)
        if seen != mark(*pair):
            raise RuleViolation("table", _("The tables have changed in the meantime. Check them again."))
        for at_table in pair:
            check_winds(at_table, orders.get(at_table.table.number, {}))
        _exchange(now, pair, orders, why, action.by)
        exchanged = _pair(now, action.table, other)
        for at, other_table in ((0, 1), (1, 0)):
            dispute_old_result(pair[at], action, why)
            _rename_match(exchanged[at], pair[at], exchanged[other_table].table.number, log)


def check(game: AtTable) -> None:
    """Raise `RuleViolation` (field `table`) if the match of a table cannot move to another table."""
    number = game.table.number
    if len(game.seats) != 3:
        raise RuleViolation(
            "table", _("Four players sit at table %(table)s, so hands aren’t scored one by one."), table=number
        )
    refuse_closed(game)
    if game.confirmed:
        text = _("The result at table %(table)s is confirmed. Dispute or correct it first.")
        raise RuleViolation("table", text, table=number)
    if game.table.match is None:
        text = _("Nobody has started scoring at table %(table)s. Open its score page on a phone first.")
        raise RuleViolation("table", text, table=number)


def mark(one: AtTable, other: AtTable) -> str:
    """The revision of the round's seats and the match codes of both tables."""
    return f"{one.round.revision} {one.code} {other.code}"


def _pair(now: Tournament, one: Table, other: Table) -> Pair:
    """Both tables as they are now, lower number first."""
    if one.pk == other.pk or one.round_id != other.round_id:
        raise RuleViolation("table", _("Choose another table of this round."))
    first, second = sorted((one, other), key=lambda table: table.number)
    return current_game(now, first), current_game(now, second)


def _exchange(now: Tournament, pair: Pair, orders: Mapping[int, Order], why: str, by: User | None) -> None:
    """Exchange the winds, the matches and their extra time, and record the change of the round."""
    before = seating_of(pair[0].round)
    for at_table in pair:
        put_on_winds(at_table, orders[at_table.table.number])
        Table.objects.filter(pk=at_table.table.pk).update(match=None)  # a match is unique to one table
    for new, old in (pair, pair[::-1]):
        Table.objects.filter(pk=new.table.pk).update(match=old.table.match, extra_seconds=old.table.extra_seconds)
        _copy_phones(now, old.table, new.table.number)
    note_change(pair[0].round, by, why, before)


def _copy_phones(now: Tournament, played: Table, number: int) -> None:
    """Let phones that score the match with the card of table `played` sign at table `number` as well."""
    assert played.match
    scoring = played.match.devices.filter(revoked_at=None).values("device")
    phones = Phone.objects.filter(tournament=now, table=played.number, device__in=scoring)
    Phone.objects.bulk_create(
        [
            Phone(tournament=now, device=phone.device, table=number, label=phone.label, joined_at=datetime.now(UTC))
            for phone in phones
        ],
        ignore_conflicts=True,
    )


def _rename_match(game: AtTable, before: AtTable, other: int, log: ActionLog) -> None:
    """Give a table's new match its name, page and players, and log the exchange. `other`: the table it came from."""
    match, old = game.table.match, before.table.match
    assert match and old
    names = PerSeat(*(game.sitting[seat.entrant_id] for seat in game.seats))
    passed_on(match=match, name=old.name, part=event_of(game), names=names)
    left = {"seats": [seat.entrant.number for seat in before.seats], "match": old.code}
    after = {**game.place, "other": other, "seats": [seat.entrant.number for seat in game.seats]}
    log("tables_exchanged", match=match.code, before=left, **after)
