"""Saving, publishing, hiding, locking and deleting rounds. The actions also raise `NotAllowed` and `Unavailable`."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.models import Role
from people.text.cleaning import clean_note
from tournaments.draw import seat_plans
from tournaments.draw.seat_plans import Seats
from tournaments.models import Entrant, Round, RoundChange, Seat, Stage, Table
from tournaments.snapshot import WINDS, Day
from tournaments.write_access import Action, acting, note_change, unless_over

NO_REASONS: Mapping[str, Any] = {"how": [], "tables": {}}


def publish_rounds(*, upto: int, **action: Unpack[Action]) -> list[Round]:
    """Publish all hidden rounds up to round `upto`."""
    with unless_over(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        day.existing_round(upto)
        hidden = [row for row in day.rounds if row.number <= upto and not row.published_at]
        for row in hidden:
            row.published_at = datetime.now(UTC)
            row.save(update_fields=["published_at"])
            note_change(row, log.by, "published", None)
            log("round_published", round=row.number)
    return hidden


def hide_rounds(*, first: int, **action: Unpack[Action]) -> list[Round]:
    """Hide round `first` and all later ones. Raises `RuleViolation` if one of them has started."""
    with unless_over(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        day.existing_round(first)
        shown = [row for row in day.rounds if row.number >= first and row.published_at]
        for row in shown:
            if seat_plans.begun(day, row):
                text = _("Round %(round)s has started and can no longer be hidden.")
                raise RuleViolation("round", text, round=row.number)
            row.published_at = None
            row.save(update_fields=["published_at"])
            log("round_hidden", round=row.number)
    return shown


def lock_round(*, number: int, locked: bool, **action: Unpack[Action]) -> Round:
    """Lock or unlock the seats of a round. Locked seats change only with a reason."""
    with acting(Role.ORGANISER, **action) as (now, log):
        row = Day(now).existing_round(number)
        if bool(row.locked_at) != locked:
            row.locked_at = datetime.now(UTC) if locked else None
            row.save(update_fields=["locked_at"])
            log("round_locked" if locked else "round_unlocked", round=number)
    return row


def drop_rounds(*, first: int, **action: Unpack[Action]) -> None:
    """Delete round `first` and all later ones.

    Raises `RuleViolation` if round `first` is the first of a stage, or if one of the rounds was ever published.
    """
    with unless_over(Role.ORGANISER, **action) as (now, log):
        day = Day(now)
        if first == 1 or day.existing_round(first).stage_id != day.existing_round(first - 1).stage_id:
            text = _("The first round of a stage can’t be removed. Draw the stage again instead.")
            raise RuleViolation("round", text)
        late = [row for row in day.rounds if row.number >= first]
        delete_rounds(late)
        log("round_dropped", round=first, rounds=len(late))


# ── for callers that have locked the tournament and checked permissions ──────


def write_round(
    day: Day, stage: Stage, number: int, seats: Seats, key: str, reasons: Mapping[str, Any] = NO_REASONS
) -> Round:
    """Save round `number` as a hidden round, replacing any earlier draw of it."""
    event = day.tournament
    values = {"stage": stage, "key": key, "drawn_at": datetime.now(UTC), "published_at": None, "locked_at": None}
    values |= {"minutes": event.minutes, "end_policy": event.end_policy, "reasons": dict(reasons)}
    row, _new = Round.objects.update_or_create(tournament=event, number=number, defaults=values)
    write_seats(row, seats, day.by_number)
    return row


def write_seats(row: Round, seats: Seats, people: Mapping[int, Entrant]) -> None:
    """Replace all seats of a round that has not started. Entrants keep their substitutes."""
    substituted = {seat.entrant_id: seat for seat in Seat.objects.filter(round=row).exclude(substitute="")}
    Seat.objects.filter(round=row).delete()
    Table.objects.filter(round=row).delete()
    tables = Table.objects.bulk_create(Table(round=row, number=at) for at, _three in enumerate(seats.tables, start=1))
    new = [
        Seat(round=row, table=table, entrant=people[number], wind=wind)
        for table, numbers in zip(tables, seats.tables, strict=True)
        for wind, number in zip(WINDS, numbers, strict=False)
    ]
    new += [Seat(round=row, entrant=people[number]) for number in seats.byes]
    for seat in new:
        if old := substituted.get(seat.entrant_id):
            seat.substitute, seat.substitute_player_id = old.substitute, old.substitute_player_id
    Seat.objects.bulk_create(new)


def delete_rounds(rounds: Sequence[Round]) -> None:
    """Delete these rounds. Raises `RuleViolation` if one of them was ever published."""
    for row in rounds:
        if RoundChange.objects.filter(round=row).exists():
            text = _("Round %(round)s has been published before, so it can’t be removed.")
            raise RuleViolation("rounds", text, round=row.number)
        Seat.objects.filter(round=row).delete()
        row.delete()


def clean_reason(text: str, needed: bool) -> str:
    """Return the cleaned reason. Raises `RuleViolation` if it is `needed` and empty."""
    reason = clean_note(text, "reason")
    if needed and not reason:
        raise RuleViolation("reason", _("Enter a reason. It will be visible to everyone."))
    return reason
