"""Writes drawn rounds and notes their changes. Does not check rights."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.models import User
from people.text.cleaning import clean_note
from tournaments.draw.seat_plans import Seats
from tournaments.models import Entrant, Round, RoundChange, Seat, Stage, Table
from tournaments.snapshot import WINDS, Day

NO_REASONS: Mapping[str, Any] = {"how": [], "tables": {}}


def put_round(
    day: Day, stage: Stage, number: int, seats: Seats, key: str, reasons: Mapping[str, Any] = NO_REASONS
) -> Round:
    """Write round `number`, hidden. It replaces an earlier draw of the same round."""
    now = day.tournament
    told = {
        "stage": stage,
        "key": key,
        "drawn_at": datetime.now(UTC),
        "published_at": None,
        "locked_at": None,
        "minutes": now.minutes,
        "end_policy": now.end_policy,
        "reasons": dict(reasons),
    }
    one, _new = Round.objects.update_or_create(tournament=now, number=number, defaults=told)
    place(one, seats, day.by_number)
    return one


def place(one: Round, seats: Seats, people: Mapping[int, Entrant]) -> None:
    """Replace all seats of a round that has not begun. Entrants keep their substitutes."""
    kept = {seat.entrant_id: seat for seat in Seat.objects.filter(round=one).exclude(substitute="")}
    Seat.objects.filter(round=one).delete()
    Table.objects.filter(round=one).delete()
    tables = Table.objects.bulk_create(Table(round=one, number=at) for at, _three in enumerate(seats.tables, start=1))
    found = [
        Seat(round=one, table=table, entrant=people[number], wind=wind)
        for table, numbers in zip(tables, seats.tables, strict=True)
        for wind, number in zip(WINDS, numbers, strict=False)
    ]
    found += [Seat(round=one, entrant=people[number]) for number in seats.byes]
    for seat in found:
        if old := kept.get(seat.entrant_id):
            seat.substitute, seat.substitute_player_id = old.substitute, old.substitute_player_id
    Seat.objects.bulk_create(found)


def clear(rounds: Sequence[Round]) -> None:
    """Delete rounds that were never published. Raises `RuleViolation` for others."""
    for one in rounds:
        if RoundChange.objects.filter(round=one).exists():
            sentence = _("Round %(round)s was published once, so it stays.")
            raise RuleViolation("rounds", sentence, round=one.number)
        Seat.objects.filter(round=one).delete()
        one.delete()


def note_change(one: Round, by: User, reason: str, before: Seats | None, after: Seats) -> None:
    """Note a change for everybody to see. `before`: the seats published last; None for the first time."""
    last = RoundChange.objects.filter(round=one).order_by("-revision").first()
    RoundChange.objects.create(
        round=one,
        revision=last.revision + 1 if last else 0,
        at=datetime.now(UTC),
        by=by.pk,
        reason=reason,
        before=before.told if before else (last.after if last else []),
        after=after.told,
    )
    if last:
        Round.objects.filter(pk=one.pk).update(revision=last.revision + 1)


def a_reason(text: str, needed: bool) -> str:
    """The reason as it is saved. Raises `RuleViolation` if it is needed and empty."""
    reason = clean_note(text, "reason")
    if needed and not reason:
        raise RuleViolation("reason", _("Please say why: everybody can read it."))
    return reason
