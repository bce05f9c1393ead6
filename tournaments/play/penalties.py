"""The referee's actions: answer calls, give penalties and cancel them, each with a reason."""

from datetime import UTC, datetime

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions.append import checked_key
from matches.event_hooks import Sent
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import NAME_LENGTH, Role, User
from people.text.cleaning import LONGEST_NOTE, clean_note
from tournaments.models import Adjustment, Call, Entrant, Round, Table, Tournament
from tournaments.play.table_access import here_now, may_play, place
from tournaments.rights import rights_of
from tournaments.wording import late_note
from tournaments.write_access import acting, locked, refuse_over, required_reason

MOST_PENALTY = 1_000_000
ISOLATES = "\u2066\u2067\u2068\u2069"  # around names: cut off, one would stay open
MOST_CALLS = 9  # of one table that wait at a time; what is refused beyond them stands in the audit alone


def call_referee(
    *,
    tournament: Tournament,
    table: Table,
    key: str,
    note: str = "",
    device: str = "",
    by: User | None = None,
    record: Record = by_program,
) -> Call:
    """Call the referee to a table. A table has at most one open call; a second call returns it.

    Raises `RuleViolation` (field `note`), `NotAllowed`, `Unavailable`.
    """
    checked_key(key)
    remark = clean_note(note, "note")
    with locked(tournament) as now:
        here = here_now(now, table)
        may_play(here, rights_of(now, device or None, by), by)
        if old := here.call or Call.objects.filter(table=here.table, key=key).first():
            return old
        call = Call.objects.create(table=here.table, key=key, at=datetime.now(UTC), note=remark, device=device)
        record("referee_called", club=now.club, user=by, after=place(here))
        return call


def call_about_entry(sent: Sent, record: Record = by_program) -> None:
    """Call the referee because a phone sent an entry after the result was confirmed, even if a call is open.

    Each entry calls once. Raises `Unavailable`.
    """
    table = Table.objects.filter(match=sent.match.pk).select_related("round__tournament").first()
    if table is None:
        return
    with locked(table.round.tournament) as now:
        calls = list(Call.objects.filter(table=table))
        waiting = sum(call.answered_at is None for call in calls)
        if waiting >= MOST_CALLS or any(call.key == sent.key for call in calls):
            return
        said = "".join(each for each in sent.said if each not in ISOLATES)
        note = clean_note(late_note(said)[:LONGEST_NOTE], "note")
        told = {"key": sent.key, "at": datetime.now(UTC), "note": note, "device": sent.device}
        Call.objects.create(table=table, **told)
        after = {"tournament": now.code, "round": table.round.number, "table": table.number}
        # With the names: what a person is called is taken out of them on request.
        short = said if len(said) <= NAME_LENGTH else f"{said[: NAME_LENGTH - 1]}…"
        record("referee_called", club=now.club, match=sent.match.code, after=after, names=("", short))


def answer_call(*, tournament: Tournament, table: Table, by: User, record: Record = by_program) -> None:
    """Mark a call as answered."""
    with acting(tournament, by, Role.REFEREE) as now:
        here = here_now(now, table)
        if here.call is None:
            return
        Call.objects.filter(pk=here.call.pk).update(answered_at=datetime.now(UTC), answered_by=by)
        record("referee_came", club=now.club, user=by, after=place(here))


def give_penalty(
    *,
    tournament: Tournament,
    entrant: int,
    points: int,
    reason: str,
    key: str,
    by: User,
    round: int | None = None,
    record: Record = by_program,
) -> Adjustment:
    """Give an entrant (number) a penalty (points below 0) or a grant, with a reason. Each key is applied once.

    Raises `RuleViolation` (fields `entrant`, `points`, `reason`, `round`, `tournament` once it is over), `NotAllowed`,
    `Unavailable`.
    """
    checked_key(key)
    why = required_reason(reason)
    if not 1 <= abs(points) <= MOST_PENALTY:
        raise RuleViolation(
            "points", _("Please enter a whole number from %(least)s to %(most)s."), least=1, most=MOST_PENALTY
        )
    with acting(tournament, by, Role.REFEREE) as now:
        if old := Adjustment.objects.filter(tournament=now, key=key).first():
            return old
        refuse_over(now)
        who = Entrant.objects.filter(tournament=now, number=entrant).first()
        if who is None:
            raise RuleViolation("entrant", _("Please choose who it is about."))
        shown = Round.objects.filter(tournament=now, published_at__isnull=False)
        if round is not None and not shown.filter(number=round).exists():
            raise RuleViolation("round", _("There is no such round."))
        told = {"at": datetime.now(UTC), "user": by, "reason": why}
        given = Adjustment.objects.create(tournament=now, key=key, entrant=who, round=round, points=points, **told)
        record("penalty_given", club=now.club, user=by, about=given.pk, after=_after(now, given))
        return given


def cancel_penalty(*, tournament: Tournament, penalty: int, reason: str, by: User, record: Record = by_program) -> None:
    """Cancel a penalty (its id). It stays in the list, with the reason. Raises as `give_penalty`."""
    why = required_reason(reason)
    with acting(tournament, by, Role.REFEREE) as now:
        found = Adjustment.objects.filter(tournament=now, pk=penalty).select_related("entrant").first()
        if found is None:
            raise NotAllowed
        if found.cancelled_at is not None:
            return
        refuse_over(now)
        told = {"cancelled_at": datetime.now(UTC), "cancelled_by": by, "cancel_reason": why}
        Adjustment.objects.filter(pk=found.pk).update(**told)
        record("penalty_cancelled", club=now.club, user=by, about=found.pk, after=_after(now, found))


def _after(now: Tournament, given: Adjustment) -> dict[str, object]:
    return {"tournament": now.code, "entrant": given.entrant.number, "points": given.points, "round": given.round}
