"""Results of tables: entered, confirmed by another player or a referee, disputed, corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions.append import checked_key
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from tournaments.models import Entrant, Result, Table, Tournament, Verdict
from tournaments.play.table_access import here_now, place, with_match
from tournaments.play.tables import AtTable, Sum, table_of
from tournaments.rights import rights_of
from tournaments.write_access import acting, locked, refuse_over, required_reason

MOST_POINTS = 10_000_000


@dataclass(frozen=True, slots=True)
class Signer:
    """Who acts at a table, from which phone: an entrant, or a referee (`entrant` None)."""

    entrant: Entrant | None
    user: User | None
    device: str

    @property
    def number(self) -> int | None:
        """The entrant's number, for the audit."""
        return self.entrant.number if self.entrant else None

    @property
    def told(self) -> dict[str, Any]:
        """The columns of a result or a verdict."""
        return {"entrant": self.entrant, "user": self.user, "device": self.device}


@dataclass(frozen=True, slots=True)
class TypedResult:
    """The totals of a table as typed in the order of the winds, what lies on it, and the number of the last result
    that was seen (0: none)."""

    points: tuple[int, ...]
    pot: int
    seen: int


def _signer(here: AtTable, device: str, by: User | None, number: int | None) -> Signer:
    """The entrant of this number at the table, if who asks may sign for them; None: the referee."""
    rights = rights_of(here.tournament, device or None, by)
    allowed = {entrant.number: entrant for entrant in here.signers(rights, by)}
    if number is None and not rights.referee or number is not None and number not in allowed:
        raise NotAllowed
    return Signer(None if number is None else allowed[number], by, device)


def enter_result(
    *,
    tournament: Tournament,
    table: Table,
    points: Sequence[int],
    key: str,
    pot: int = 0,
    entrant: int | None = None,
    device: str = "",
    by: User | None = None,
    after: int | None = None,
    record: Record = by_program,
) -> Result:
    """The totals of a table as typed, in the order of the winds; `pot`: what lies on the table. `entrant`: the number
    of who signs; None: the referee `by`, which confirms it as well. `after`: the number of the last result that was
    seen (0: none). The same key or the same result twice is one.

    Raises `RuleViolation` (fields `points`, `table`), `NotAllowed`, `Unavailable`.
    """
    with locked(tournament) as now:
        here = here_now(now, table)
        signer = _signer(here, device, by, entrant)
        return _entered(here, typed(here, points, pot), None, signer, key, after, record)


def read_result(
    *,
    tournament: Tournament,
    table: Table,
    key: str,
    entrant: int | None = None,
    device: str = "",
    by: User | None = None,
    after: int | None = None,
    record: Record = by_program,
) -> Result:
    """The same, read from what the table's match comes to at this moment."""
    with locked(tournament) as now:
        here = with_match(now, table)
        signer = _signer(here, device, by, entrant)
        return _entered(here, _of_match(here), _version(here), signer, key, after, record)


def confirm_result(
    *,
    tournament: Tournament,
    table: Table,
    number: int,
    key: str,
    entrant: int | None = None,
    device: str = "",
    by: User | None = None,
    record: Record = by_program,
) -> Verdict:
    """Say that result `number` is right: another entrant than who entered it, or a referee (`entrant` None). Confirmed
    already, it stays so. A result that is disputed is confirmed by a referee or by who disputed it.

    Raises `RuleViolation` (field `result`), `NotAllowed`, `Unavailable`.
    """
    with locked(tournament) as now:
        here = with_match(now, table)
        signer = _signer(here, device, by, entrant)
        result = _meant(here, number)
        if here.confirmed and here.verdict:
            return here.verdict
        return _confirm(here, result, signer, key, record)


def dispute_result(
    *,
    tournament: Tournament,
    table: Table,
    number: int,
    reason: str,
    key: str,
    entrant: int | None = None,
    device: str = "",
    by: User | None = None,
    record: Record = by_program,
) -> Verdict:
    """Say that result `number` is wrong, and why; as long as the round is open. It counts no more until a referee has
    decided or another one is entered. Raises `RuleViolation` (fields `result`, `reason`), `NotAllowed`, `Unavailable`.
    """
    why = required_reason(reason)
    with locked(tournament) as now:
        here = here_now(now, table)
        signer = _signer(here, device, by, entrant)
        result = _meant(here, number)
        if here.disputed and here.verdict:
            return here.verdict
        _still_open(here)
        return _said(here, result, Verdict.Kind.DISPUTED, signer, key, why, record)


def correct_result(
    *,
    tournament: Tournament,
    table: Table,
    number: int,
    points: Sequence[int] | None,
    reason: str,
    key: str,
    by: User,
    pot: int = 0,
    record: Record = by_program,
) -> Result:
    """Another result in the place of result `number`, confirmed by the referee who enters it, with the reason; also of
    a round that is closed. `points` None: what the match comes to now.

    Raises `RuleViolation` (fields `points`, `reason`, `result`), `NotAllowed`, `Unavailable`.
    """
    why = required_reason(reason)
    with locked(tournament) as now:
        here = with_match(now, table)
        signer = _signer(here, "", by, None)
        if old := _with_key(here, key):
            return old
        refuse_over(here.tournament)
        _meant(here, number)
        come_to = _of_match(here) if points is None else typed(here, points, pot)
        version = _version(here) if points is None else None
        result = _saved(here, come_to, version, signer, key, why, record)
        _confirmed_with_it(here, result, signer, key, why, record)
        return result


def enter_round(
    *,
    tournament: Tournament,
    round: int,
    results: Mapping[int, TypedResult],
    key: str,
    by: User,
    record: Record = by_program,
) -> dict[int, RuleViolation]:
    """The totals of several tables of a round (by number), as the referee `by` types them: saved and confirmed. What
    somebody has entered already is confirmed by typing the same. Returns why tables are refused; the others are saved.

    Raises `RuleViolation` where the round is closed, `NotAllowed`, `Unavailable`.
    """
    refused: dict[int, RuleViolation] = {}
    with acting(tournament, by, Role.REFEREE) as now:
        for number, told in sorted(results.items()):
            table = table_of(now, round, number)
            if table is None:
                raise NotAllowed
            here = with_match(now, table)
            _still_open(here)
            try:
                _typed_by_referee(here, told, Signer(None, by, ""), key, record)
            except RuleViolation as violation:
                refused[number] = violation
    return refused


def _typed_by_referee(here: AtTable, told: TypedResult, signer: Signer, key: str, record: Record) -> None:
    come_to = typed(here, told.points, told.pot)
    same = _same(here, come_to)
    if same is None or here.confirmed:
        _entered(here, come_to, None, signer, key, told.seen, record)
    else:
        _confirm(here, same, signer, key, record)


# ── entering ─────────────────────────────────────────────────────────────────


def _entered(
    here: AtTable, come_to: Sum, version: int | None, signer: Signer, key: str, after: int | None, record: Record
) -> Result:
    if old := _with_key(here, key) or _same(here, come_to):
        return old
    last = here.result.number if here.result else 0
    if after not in (None, last):
        raise RuleViolation("table", _("Meanwhile somebody has entered a result. Look at it first."))
    if here.confirmed:
        raise RuleViolation("table", _("The result is confirmed. Only a referee can correct it now."))
    _still_open(here)
    result = _saved(here, come_to, version, signer, key, "", record)
    if signer.entrant is None:
        _confirmed_with_it(here, result, signer, key, "", record)
    return result


def _with_key(here: AtTable, key: str) -> Result | None:
    checked_key(key)
    return next((result for result in here.results if result.key == key), None)


def _same(here: AtTable, come_to: Sum) -> Result | None:
    """The last result, if it says the same and nobody disputes it."""
    result = here.result
    same = result is not None and (result.points, result.pot) == (come_to.points, come_to.pot)
    return result if same and not here.disputed else None


def typed(here: AtTable, points: Sequence[int], pot: int) -> Sum:
    """What these totals come to. Raises `RuleViolation` (fields `points`, `pot`) where a table cannot end so."""
    if len(points) != len(here.seats):
        raise RuleViolation("points", _("Each seat of the table has its points."))
    if any(abs(each) > MOST_POINTS for each in (*points, pot)):
        raise RuleViolation("points", _("Points have at most %(most)s."), most=MOST_POINTS)
    if pot < 0:
        raise RuleViolation("pot", _("What lies on the table is never less than 0."))
    come_to = sum(points) + pot
    if come_to != here.total:
        text = _("Together that comes to %(sum)s; a table must come to %(total)s.")
        raise RuleViolation("points", text, sum=come_to, total=here.total)
    first, second, third, *fourth = points
    return Sum((first, second, third, fourth[0] if fourth else 0), pot, here.total)


def _of_match(here: AtTable) -> Sum:
    if here.played is None:
        raise RuleViolation("table", _("No hand is played at this table yet."))
    return here.played


def _version(here: AtTable) -> int | None:
    return here.table.match.version if here.table.match else None


def _still_open(here: AtTable) -> None:
    refuse_over(here.tournament)
    if here.round.closed_at is not None:
        raise RuleViolation("table", _("Round %(round)s is closed."), round=here.round.number)


def _saved(
    here: AtTable, come_to: Sum, version: int | None, signer: Signer, key: str, why: str, record: Record
) -> Result:
    p1, p2, p3, p4 = come_to.points
    result = Result.objects.create(
        table=here.table,
        number=len(here.results) + 1,
        key=key,
        p1=p1,
        p2=p2,
        p3=p3,
        p4=p4,
        pot=come_to.pot,
        total=come_to.total,
        match_version=version,
        at=datetime.now(UTC),
        reason=why,
        **signer.told,
    )
    told = {"number": result.number, "points": list(come_to.points[: len(here.seats)]), "entrant": signer.number}
    before = {"points": list(here.result.points[: len(here.seats)])} if here.result else {}
    _told("result_corrected" if why else "result_entered", record, here, signer, before=before, after=told)
    return result


# ── judging ──────────────────────────────────────────────────────────────────


def _meant(here: AtTable, number: int) -> Result:
    """The last result, if it is the one that who asks has seen."""
    if here.result is None:
        raise RuleViolation("result", _("No result is entered yet."))
    if here.result.number != number:
        raise RuleViolation("result", _("Meanwhile another result was entered. Look at it first."))
    return here.result


def _confirm(here: AtTable, result: Result, signer: Signer, key: str, record: Record) -> Verdict:
    _may_confirm(here, result, signer)
    if here.moved_on:
        raise RuleViolation("result", _("The match has gone on since this result was read. Read it again."))
    return _said(here, result, Verdict.Kind.CONFIRMED, signer, key, "", record)


def _may_confirm(here: AtTable, result: Result, signer: Signer) -> None:
    refuse_over(here.tournament)
    player = signer.entrant
    own = result.entrant_id == player.pk if player else bool(result.entrant_id and result.user == signer.user)
    if own:
        raise RuleViolation("result", _("Who entered a result does not confirm it: another player does."))
    if player is None:
        return
    if here.disputed and here.verdict and here.verdict.entrant_id != player.pk:
        raise RuleViolation("result", _("The result is disputed: the referee decides, or enter what is right."))
    _still_open(here)


def _confirmed_with_it(here: AtTable, result: Result, signer: Signer, key: str, why: str, record: Record) -> None:
    """A referee's own entry needs nobody else."""
    here.results.append(result)
    _said(here, result, Verdict.Kind.CONFIRMED, signer, key, why, record)


def _said(
    here: AtTable, result: Result, kind: Verdict.Kind, signer: Signer, key: str, why: str, record: Record
) -> Verdict:
    checked_key(key)
    verdict = Verdict.objects.create(
        result=result,
        number=len(here.verdicts) + 1,
        key=key,
        kind=kind,
        at=datetime.now(UTC),
        reason=why,
        **signer.told,
    )
    _told(
        "result_disputed" if kind == Verdict.Kind.DISPUTED else "result_confirmed",
        record,
        here,
        signer,
        after={"number": result.number, "entrant": signer.number},
    )
    return verdict


def _told(what: str, record: Record, here: AtTable, signer: Signer, *, after: dict[str, Any], **told: Any) -> None:
    match = here.table.match.code if here.table.match else ""
    record(what, club=here.tournament.club, user=signer.user, match=match, after=place(here) | after, **told)
