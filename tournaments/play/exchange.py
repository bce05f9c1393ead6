"""Exchanges the matches of two tables whose players sat down at the wrong table."""

from collections.abc import Mapping
from datetime import UTC, datetime

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import PerSeat
from matches.actions.append import checked_key
from matches.actions.tournament_matches import passed_on
from matches.models import Match
from people.audit.log import Record, by_program
from people.models import Role, User
from tournaments.models import Phone, Table, Tournament
from tournaments.play.substitutions import check_winds, doubt, put_on_winds
from tournaments.play.table_access import here_now, part_of, place
from tournaments.play.tables import AtTable
from tournaments.write_access import acting, note_change, refuse_over, required_reason, seating_of

Order = Mapping[str, int]


def exchange_tables(
    *,
    tournament: Tournament,
    one: Table,
    other: Table,
    orders: Mapping[int, Order],
    seen: str,
    reason: str,
    key: str,
    by: User,
    record: Record = by_program,
) -> None:
    """Each of the two tables gets the match of the other, whose hands its people have played; no log changes.

    `orders`: for each table, by number, the entrant (number) who sat on each wind in the match that it gets; `seen`:
    `mark` as it was looked at, so that a second tap changes nothing back. Results that were entered are disputed by it.
    Raises `RuleViolation` (fields `table`, `order`, `reason`, `tournament`), `NotAllowed`.
    """
    checked_key(key)
    why = required_reason(reason)
    with acting(tournament, by, Role.REFEREE) as now:
        _hold(one, other)
        pair = _pair(now, one, other)
        if _done(pair, seen):
            return
        refuse_over(now)
        for here in pair:
            check(here)
        if seen != mark(*pair):
            raise RuleViolation("table", _("The tables have changed meanwhile. Look at them again."))
        for here in pair:
            check_winds(here, orders.get(here.table.number, {}))
        _exchange(now, pair, orders, why, by)
        told = _pair(now, one, other)
        for here, before in zip(told, pair, strict=True):
            doubt(before, key, why, by)
            _tell(here, before, pair, by, record)


def check(here: AtTable) -> None:
    """Raises `RuleViolation` (field `table`) if the match of a table cannot move to another table."""
    number = here.table.number
    if len(here.seats) != 3:
        raise RuleViolation("table", _("At table %(table)s four play: nothing is scored hand by hand."), table=number)
    if here.round.closed_at is not None:
        raise RuleViolation("table", _("Round %(round)s is closed."), round=here.round.number)
    if here.confirmed:
        text = _("The result of table %(table)s is confirmed: dispute or correct it first.")
        raise RuleViolation("table", text, table=number)
    if here.table.match is None:
        text = _("At table %(table)s nobody has begun to score: open its score page on a phone first.")
        raise RuleViolation("table", text, table=number)


def mark(one: AtTable, other: AtTable) -> str:
    """The matches of the two tables, and the revision of the seats of the round."""
    return " ".join([str(one.round.revision), *_matches((one, other))])


def _matches(pair: tuple[AtTable, AtTable]) -> list[str]:
    return [here.table.match.code if here.table.match else "" for here in pair]


def _done(pair: tuple[AtTable, AtTable], seen: str) -> bool:
    """Whether the two have each other's match of those that were seen."""
    return seen.split(" ")[1:] == _matches(pair)[::-1]


def _hold(one: Table, other: Table) -> None:
    """No hand comes in between; after the tournament, as every action locks, and the older match first."""
    matches = Match.objects.select_for_update(of=("self",)).filter(table__in=[one.pk, other.pk])
    list(matches.order_by("pk").values_list("pk"))


def _pair(now: Tournament, one: Table, other: Table) -> tuple[AtTable, AtTable]:
    """Both tables as they are now, the lower number first."""
    if one.pk == other.pk or one.round_id != other.round_id:
        raise RuleViolation("table", _("Choose another table of this round."))
    first, second = sorted((one, other), key=lambda table: table.number)
    return here_now(now, first), here_now(now, second)


def _exchange(now: Tournament, pair: tuple[AtTable, AtTable], orders: Mapping[int, Order], why: str, by: User) -> None:
    """Winds, matches, and the extra time that was given to those who play them; written down in the round."""
    seated = seating_of(pair[0].round)
    for here in pair:
        put_on_winds(here, orders[here.table.number])
        Table.objects.filter(pk=here.table.pk).update(match=None)  # no two may have one match at any moment
    for here, there in (pair, pair[::-1]):
        Table.objects.filter(pk=here.table.pk).update(match=there.table.match, extra_seconds=there.table.extra_seconds)
        _let_in(now, there.table, here.table.number)
    note_change(pair[0].round, by, why, seated)


def _let_in(now: Tournament, played: Table, number: int) -> None:
    """Phones that score a match by the card of the table where it was played may sign at the one that it belongs to."""
    assert played.match
    scoring = played.match.devices.filter(revoked_at=None).values("device")
    phones = Phone.objects.filter(tournament=now, table=played.number, device__in=scoring)
    Phone.objects.bulk_create(
        [
            Phone(tournament=now, device=each.device, table=number, label=each.label, joined_at=datetime.now(UTC))
            for each in phones
        ],
        ignore_conflicts=True,
    )


def _tell(here: AtTable, before: AtTable, pair: tuple[AtTable, AtTable], by: User, record: Record) -> None:
    """The match that the table has now: its name, its page, who sits there; the audit."""
    match, old = here.table.match, before.table.match
    assert match and old
    names = PerSeat(*(here.sitting[seat.entrant_id] for seat in here.seats))
    passed_on(match=match, name=old.name, part=part_of(here), names=names)
    other = next(each.table.number for each in pair if each.table.pk != here.table.pk)
    after = place(here) | {"other": other, "seats": [seat.entrant.number for seat in here.seats]}
    told = {"seats": [seat.entrant.number for seat in before.seats], "match": old.code}
    record("tables_exchanged", club=here.tournament.club, user=by, match=match.code, before=told, after=after)
