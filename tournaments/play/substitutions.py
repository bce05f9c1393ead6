"""Substitutes for one game, and winds corrected after hands were logged."""

from collections.abc import Mapping
from datetime import UTC, datetime

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import PerSeat
from matches.actions.append import checked_key
from matches.actions.tournament_matches import SAME, replayed, sit
from matches.models import Match
from people.audit.log import Record, by_program
from people.clubs import roster
from people.models import Role, User
from people.text.cleaning import alike, clean_name
from tournaments.models import Round, Seat, Table, Tournament, Verdict
from tournaments.play.table_access import here_now, part_of, place, player_on, with_match
from tournaments.play.tables import CHAIRS, AtTable
from tournaments.write_access import acting, note_change, refuse_over, required_reason, seating_of, unless_over

NAMES, PERSONS = "names", "persons"


def set_substitute(
    *, tournament: Tournament, round: int, entrant: int, name: str, by: User, record: Record = by_program
) -> None:
    """Somebody plays this game for the entrant (number): their name, that of a player of the club if it is one's;
    empty: the entrant plays. The match that is played is told. Raises `RuleViolation` (field `name`), `NotAllowed`.
    """
    with unless_over(tournament, by, Role.REFEREE) as now:
        seat = Seat.objects.filter(round__tournament=now, round__number=round, entrant__number=entrant)
        there = seat.exclude(table=None).select_related("table").first()
        if there is None or there.table is None:
            raise RuleViolation("name", _("Only who sits at a table can have a substitute."))
        text = clean_name(name, "name") if name.strip() else ""
        player = roster.by_name(now.club).get(alike(text)) if text else None
        Seat.objects.filter(pk=there.pk).update(substitute=player.name if player else text, substitute_player=player)
        here = here_now(now, Table(round=Round(number=round), number=there.table.number))
        _tell_match(here, there)
        record(
            "substitute_set" if text else "substitute_gone",
            club=now.club,
            user=by,
            about=entrant,
            after=place(here) | {"entrant": entrant},
        )


def _tell_match(here: AtTable, changed: Seat) -> None:
    """The match calls its players as they sit now. A name that another one has there is refused."""
    seat = next(each for each in here.seats if each.pk == changed.pk)
    if here.table.match:
        name = here.sitting[seat.entrant_id]
        sit(match=here.table.match, chair=CHAIRS[seat.wind], name=name, player=player_on(seat))


def reseat_table(
    *,
    tournament: Tournament,
    table: Table,
    order: Mapping[str, int],
    keeps: str,
    reason: str,
    key: str,
    by: User,
    record: Record = by_program,
) -> Table:
    """The players of a table sat otherwise than drawn: `order` has the entrant (number) on each wind ("E", "S", "W").

    What is logged is played again in a new match, the old one is put away. `keeps`: "persons": each hand stays with
    the persons for whom it was entered, the winds alone were wrong; "names": it stays with the winds, the names alone
    were wrong. Repeated with the same `key` it is done once. Raises `RuleViolation` (fields `order`, `reason`,
    `seats`), `NotAllowed`.
    """
    checked_key(key)
    why = required_reason(reason)
    with acting(tournament, by, Role.REFEREE) as now:
        here = with_match(now, table)  # a hand that comes in now would be only in the match that is put away
        if Match.objects.filter(start_key=key).exists():
            return here.table
        refuse_over(now)
        _check_order(here, order)
        before = [seat.entrant.number for seat in here.seats]
        after = [order[seat.wind] for seat in here.seats]
        if before == after:
            raise RuleViolation("order", _("They sit just so already."))
        _change_seats(here, order, why, by)
        told = here_now(now, table)
        if here.table.match:
            _replay(here, told, order if keeps == PERSONS else None, key, record)
        doubt(here, key, why, by)
        was = here.table.match.code if here.table.match else ""
        seats = {"seats": after, "keeps": keeps}
        record("table_reseated", club=now.club, user=by, match=was, before={"seats": before}, after=place(told) | seats)
        return here_now(now, table).table


def _replay(here: AtTable, told: AtTable, order: Mapping[str, int] | None, key: str, record: Record) -> None:
    """The table plays on in a new match of those who sit there now (`told`); `order`: where each person's hands go."""
    chairs = SAME
    if order is not None:
        chairs = {CHAIRS[seat.wind]: CHAIRS[_wind(order, seat.entrant.number)] for seat in here.seats}
    assert here.table.match
    match = replayed(
        match=here.table.match,
        part=part_of(told),
        names=PerSeat(*(told.sitting[seat.entrant_id] for seat in told.seats)),
        chairs=chairs,
        key=key,
        record=record,
    )
    Table.objects.filter(pk=told.table.pk).update(match=match)


def doubt(here: AtTable, key: str, why: str, by: User) -> None:
    """A result that was entered for the old seats is not to be confirmed: its points are those of the winds."""
    if here.result is None:
        return
    told = {"kind": Verdict.Kind.DISPUTED, "at": datetime.now(UTC), "user": by, "reason": why}
    Verdict.objects.create(result=here.result, number=len(here.verdicts) + 1, key=key, **told)


def _wind(order: Mapping[str, int], number: int) -> str:
    return next(wind for wind, entrant in order.items() if entrant == number)


def _check_order(here: AtTable, order: Mapping[str, int]) -> None:
    if len(here.seats) != 3:
        raise RuleViolation("order", _("Only a table of three can be seated anew here."))
    check_winds(here, order)
    if here.round.closed_at is not None:
        raise RuleViolation("order", _("Round %(round)s is closed."), round=here.round.number)
    if here.confirmed:
        raise RuleViolation("order", _("The result of this table is confirmed: dispute or correct it first."))


def check_winds(here: AtTable, order: Mapping[str, int]) -> None:
    """Raises `RuleViolation` (field `order`) unless `order` has each of the table's three on one wind."""
    if set(order) != set("ESW") or sorted(order.values()) != sorted(seat.entrant.number for seat in here.seats):
        raise RuleViolation("order", _("Each of the three sits on one wind."))


def _change_seats(here: AtTable, order: Mapping[str, int], why: str, by: User) -> None:
    """Put everybody on their wind, and write down in the round what stood before."""
    before = seating_of(here.round)
    put_on_winds(here, order)
    note_change(here.round, by, why, before)


def put_on_winds(here: AtTable, order: Mapping[str, int]) -> None:
    """Put everybody of the table on their wind."""
    numbers = {seat.entrant.number: seat for seat in here.seats}
    for wind in "ESW":  # out of the way first: no two may be on one wind at any moment
        Seat.objects.filter(pk=numbers[order[wind]].pk).update(table=None, wind="")
    for wind in "ESW":
        Seat.objects.filter(pk=numbers[order[wind]].pk).update(table=here.table, wind=wind)
