"""Calls for the referee, and penalties and bonuses. The actions raise `NotAllowed` and `Unavailable`."""

from datetime import UTC, datetime
from typing import Any, Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.event_hooks import LateEntry
from people.audit.log import Record, by_program
from people.db.transactions import existing
from people.models import NAME_LENGTH, Role
from people.text.cleaning import LONGEST_NOTE, checked_key, clean_note
from tournaments.models import Adjustment, Call, Entrant, Round, Table
from tournaments.play.table_access import TableAction, current_game, refuse_strangers
from tournaments.play.tables import AtTable
from tournaments.rights import rights_of
from tournaments.write_access import Action, acting, locked, refuse_outside, refuse_over, required_reason

MOST_PENALTY = 1_000_000
ISOLATES = "\u2066\u2067\u2068\u2069"  # bidi isolates around names; cutting the text could leave one unclosed
MOST_CALLS = 9  # open calls per table; further late entries are only in the audit log


def call_referee(action: TableAction, note: str = "") -> Call:
    """Call the referee to a table, or return its open call. Raises `RuleViolation` (field `note`)."""
    key, device, remark = checked_key(action.key), action.device, clean_note(note, "note")
    with locked(action.tournament, action.by, action.record) as (now, log):
        game = current_game(now, action.table)
        refuse_strangers(game, rights_of(now, device or None, action.by), action.by)
        if old := game.call or Call.objects.filter(table=game.table, key=key).first():
            return old
        call = Call.objects.create(table=game.table, key=key, at=datetime.now(UTC), note=remark, device=device)
        log("referee_called", **game.place)
        return call


def call_about_entry(sent: LateEntry, record: Record = by_program) -> None:
    """Call the referee about a hand that was sent too late, even if another call is open. Idempotent per entry."""
    table = Table.objects.filter(match=sent.match.pk).select_related("round__tournament").first()
    if table is None:
        return
    with locked(table.round.tournament, record=record) as (now, log):
        calls = list(Call.objects.filter(table=table))
        waiting = sum(call.answered_at is None for call in calls)
        if waiting >= MOST_CALLS or any(call.key == sent.key for call in calls):
            return
        entry = "".join(letter for letter in sent.said if letter not in ISOLATES)
        values = {"key": sent.key, "at": datetime.now(UTC), "device": sent.device, "late_entry": True}
        Call.objects.create(table=table, note=clean_note(entry[:LONGEST_NOTE], "note"), **values)
        # Logged as a name, because erasing a person removes names from the log.
        short = entry if len(entry) <= NAME_LENGTH else f"{entry[: NAME_LENGTH - 1]}…"
        log("referee_called", match=sent.match.code, names=("", short), **AtTable(table).place)


def answer_call(*, table: Table, **action: Unpack[Action]) -> None:
    """Mark the open call of a table as answered."""
    with acting(Role.REFEREE, **action) as (now, log):
        game = current_game(now, table)
        if game.call is None:
            return
        Call.objects.filter(pk=game.call.pk).update(answered_at=datetime.now(UTC), answered_by=log.by)
        log("referee_came", **game.place)


def give_penalty(
    *, entrant: int, points: int, reason: str, key: str, round: int | None = None, **action: Unpack[Action]
) -> Adjustment:
    """Give an entrant (number) a penalty (negative points) or a bonus, with a reason. Idempotent per `key`.

    Raises `RuleViolation` (fields `entrant`, `points`, `reason`, `round`; `tournament` once it is over).
    """
    checked_key(key)
    why = required_reason(reason)
    refuse_outside("points", abs(points), 1, MOST_PENALTY)
    with acting(Role.REFEREE, **action) as (now, log):
        if old := Adjustment.objects.filter(tournament=now, key=key).first():
            return old
        refuse_over(now)
        row = Entrant.objects.filter(tournament=now, number=entrant).first()
        if row is None:
            raise RuleViolation("entrant", _("Choose a player."))
        shown = Round.objects.filter(tournament=now, published_at__isnull=False)
        if round is not None and not shown.filter(number=round).exists():
            raise RuleViolation("round", _("That round doesn’t exist."))
        values = {"at": datetime.now(UTC), "user": log.by, "reason": why}
        given = Adjustment.objects.create(tournament=now, key=key, entrant=row, round=round, points=points, **values)
        log("penalty_given", about=given.pk, **_values(given))
        return given


def cancel_penalty(*, penalty: int, reason: str, **action: Unpack[Action]) -> None:
    """Cancel a penalty (id). It stays listed, with this reason. Raises `RuleViolation` (`reason`, `tournament`)."""
    why = required_reason(reason)
    with acting(Role.REFEREE, **action) as (now, log):
        given = existing(Adjustment.objects.filter(tournament=now, pk=penalty).select_related("entrant").first())
        if given.cancelled_at is not None:
            return
        refuse_over(now)
        values = {"cancelled_at": datetime.now(UTC), "cancelled_by": log.by, "cancel_reason": why}
        Adjustment.objects.filter(pk=given.pk).update(**values)
        log("penalty_cancelled", about=given.pk, **_values(given))


def _values(given: Adjustment) -> dict[str, Any]:
    return {"entrant": given.entrant.number, "points": given.points, "round": given.round}
