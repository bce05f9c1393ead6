"""Results of tables. All actions raise `RuleViolation` (docstrings name its fields), `NotAllowed` or `Unavailable`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.db.transactions import NotAllowed, existing
from people.models import Role
from people.text.cleaning import checked_key
from tournaments.models import Entrant, Result, Verdict
from tournaments.play.table_access import TableAction, current_game, refuse_closed, with_match
from tournaments.play.tables import AtTable, TableTotals, table_of
from tournaments.rights import rights_of
from tournaments.write_access import Action, ActionLog, acting, locked, refuse_over, required_reason

MOST_POINTS = 10_000_000
MOST_CHIPS = 100_000


class TypedResult(NamedTuple):
    """Typed totals of a table by wind.

    `pot`: the points left on the table; `seen`: the number of the result that the page showed; `chips`: by wind, empty
    if the table plays without chips.
    """

    points: tuple[int, ...]
    pot: int
    seen: int
    chips: tuple[int, ...] = ()


def enter_result(
    action: TableAction, *, points: Sequence[int], pot: int = 0, chips: Sequence[int] = (), after: int | None = None
) -> Result:
    """Enter typed totals in wind order. Idempotent per key and for equal totals.

    A referee's result is confirmed immediately. `pot`: points left on the table; `chips`: in wind order, if the rule
    book has chips; `after`: the number of the latest result on the page (0: none). Raises `RuleViolation` (fields
    `points`, `pot`, `chips` or `table`).
    """
    with _signed(action) as signed:
        return signed.enter(checked_totals(signed.at, points, pot, chips), after)


def read_result(action: TableAction, *, after: int | None = None) -> Result:
    """Enter the current totals of the table's match as its result. Otherwise works like `enter_result`."""
    with _signed(action, with_hands=True) as signed:
        return signed.enter(signed.match_totals, after)


def confirm_result(action: TableAction, *, number: int) -> Verdict:
    """Confirm result `number`, as an entrant who didn't enter it or as a referee. Idempotent.

    Only a referee or the entrant who disputed the result can confirm it after a dispute. Raises `RuleViolation`
    (`result`).
    """
    with _signed(action, with_hands=True) as signed:
        result = signed.last_result(number)
        if signed.at.confirmed and signed.at.verdict:
            return signed.at.verdict
        return signed.confirm(result)


def dispute_result(action: TableAction, *, number: int, reason: str) -> Verdict:
    """Dispute result `number` of an open round: it doesn't count until a referee decides or another one is entered.

    Raises `RuleViolation` (fields `result`, `reason`).
    """
    why = required_reason(reason)
    with _signed(action) as signed:
        result = signed.last_result(number)
        if signed.at.disputed and signed.at.verdict:
            return signed.at.verdict
        signed.refuse_settled()
        return signed.add_verdict(result, Verdict.Kind.DISPUTED, why)


def correct_result(
    action: TableAction,
    *,
    number: int,
    points: Sequence[int] | None,
    reason: str,
    pot: int = 0,
    chips: Sequence[int] = (),
) -> Result:
    """Replace result `number` with a corrected one, confirmed by the referee; allowed in a closed round.

    `points`: None for the current totals of the match. Raises `RuleViolation` (`points`, `pot`, `chips`, `reason`,
    `result`).
    """
    why = required_reason(reason)
    with _signed(replace(action, entrant=None, device=""), with_hands=True) as signed:
        if old := signed.result_of_key():
            return old
        refuse_over(signed.at.tournament)
        signed.last_result(number)
        totals = signed.match_totals if points is None else checked_totals(signed.at, points, pot, chips)
        return signed.save(totals, why)


def enter_round(
    *, round: int, results: Mapping[int, TypedResult], key: str, **action: Unpack[Action]
) -> dict[int, RuleViolation]:
    """Save and confirm a referee's totals for tables (by number) of a round. Equal totals confirm an entered result.

    Returns the violations by table number; all other tables are saved. Raises `RuleViolation` if the round is closed.
    """
    refused: dict[int, RuleViolation] = {}
    with acting(Role.REFEREE, **action) as (now, log):
        for number, typed in sorted(results.items()):
            table = existing(table_of(now, round, number))
            signer = TableAction(tournament=now, table=table, key=key, by=log.by, record=log.record)
            signed = _Signed(with_match(now, table), signer, None, log)
            signed.refuse_settled()
            try:
                totals = checked_totals(signed.at, typed.points, typed.pot, typed.chips)
                if (same := signed.same_result(totals)) and not signed.at.confirmed:
                    signed.confirm(same)
                else:
                    signed.enter(totals, typed.seen)
            except RuleViolation as violation:
                refused[number] = violation
    return refused


def checked_totals(at: AtTable, points: Sequence[int], pot: int, chips: Sequence[int] = ()) -> TableTotals:
    """Return valid totals of a table. Empty `chips` mean 0 each. Raises `RuleViolation` (`points`, `pot`, `chips`)."""
    if len(points) != len(at.seats):
        raise RuleViolation("points", _("Enter points for each seat at the table."))
    if any(abs(number) > MOST_POINTS for number in (*points, pot)):
        raise RuleViolation("points", _("Enter points between −%(most)s and %(most)s."), most=MOST_POINTS)
    if pot < 0:
        raise RuleViolation("pot", _("The points left on the table can’t be negative."))
    total = sum(points) + pot
    if total != at.total:
        text = _("These points add up to %(sum)s, but the table’s total must be %(total)s.")
        raise RuleViolation("points", text, sum=total, total=at.total)
    if any(chips) and not at.book.plays_chips:
        raise RuleViolation("chips", _("The rule book of this tournament has no chips."))
    if any(abs(number) > MOST_CHIPS for number in chips):
        raise RuleViolation("chips", _("Enter chips between −%(most)s and %(most)s."), most=MOST_CHIPS)
    if sum(chips) or len(chips) not in (0, len(points)):
        raise RuleViolation("chips", _("The chips add up to %(sum)s; they must add up to 0."), sum=sum(chips))
    return TableTotals(_four(points), pot, at.total, chips=_four(chips))


def _four(numbers: Sequence[int]) -> tuple[int, int, int, int]:
    first, second, third, fourth = (*numbers, 0, 0, 0, 0)[:4]
    return first, second, third, fourth


@contextmanager
def _signed(action: TableAction, with_hands: bool = False) -> Iterator["_Signed"]:
    """Lock a table for an action, and check who signs. `with_hands`: lock the match, too."""
    with locked(action.tournament, action.by, action.record) as (now, log):
        at = with_match(now, action.table) if with_hands else current_game(now, action.table)
        rights = rights_of(at.tournament, action.device or None, action.by)
        allowed = {entrant.number: entrant for entrant in at.signers(rights, action.by)}
        if not rights.referee if action.entrant is None else action.entrant not in allowed:
            raise NotAllowed
        yield _Signed(at, action, None if action.entrant is None else allowed[action.entrant], log)


@dataclass(frozen=True, slots=True)
class _Signed:
    """An action on the results of a locked table. `entrant`: the signer; None for a referee."""

    at: AtTable
    action: TableAction
    entrant: Entrant | None
    log: ActionLog

    @property
    def match_totals(self) -> TableTotals:
        """The totals of the match. Raises `RuleViolation` before the first hand."""
        if self.at.played is None:
            raise RuleViolation("table", _("No hand has been played at this table yet."))
        return self.at.played

    def refuse_settled(self) -> None:
        """Raise `RuleViolation` if the tournament is over or the round is closed."""
        refuse_over(self.at.tournament)
        refuse_closed(self.at)

    def result_of_key(self) -> Result | None:
        """Return the result that was already entered with the key of this action, if any."""
        checked_key(self.action.key)
        return next((result for result in self.at.results if result.key == self.action.key), None)

    def same_result(self, totals: TableTotals) -> Result | None:
        """Return the last result, if it has the same totals and isn't disputed."""
        result = None if self.at.disputed else self.at.result
        sums = (totals.points, totals.pot, totals.chips)
        return result if result and (result.points, result.pot, result.chips) == sums else None

    def last_result(self, number: int) -> Result:
        """Return the last result. Raises `RuleViolation` unless it is the one (`number`) that the user has seen."""
        if self.at.result is None:
            raise RuleViolation("result", _("No result has been entered yet."))
        if self.at.result.number != number:
            raise RuleViolation("result", _("Another result was entered in the meantime. Check it first."))
        return self.at.result

    def enter(self, totals: TableTotals, after: int | None) -> Result:
        """Save a result of an open table, or return an equal one."""
        if old := self.result_of_key() or self.same_result(totals):
            return old
        last = self.at.result.number if self.at.result else 0
        if after not in (None, last):
            raise RuleViolation("table", _("Someone has entered a result in the meantime. Check it first."))
        if self.at.confirmed:
            raise RuleViolation(
                "table", _("The result is confirmed. A referee can still correct it on the table’s page.")
            )
        self.refuse_settled()
        return self.save(totals)

    def save(self, totals: TableTotals, why: str = "") -> Result:
        """Add a result, confirmed if a referee signs it. `why`: the reason for a correction."""
        at, places = self.at, len(self.at.seats)
        before = {"points": list(at.result.points[:places])} if at.result else {}
        result = Result.objects.create(
            table=at.table,
            number=len(at.results) + 1,
            **dict(zip(("p1", "p2", "p3", "p4"), totals.points, strict=True)),
            **dict(zip(("c1", "c2", "c3", "c4"), totals.chips, strict=True)),
            pot=totals.pot,
            total=totals.total,
            match_version=totals.match_version,
            **self._columns(why),
        )
        points = list(totals.points[:places])
        self._log("result_corrected" if why else "result_entered", before, number=result.number, points=points)
        if self.entrant is None:
            at.results.append(result)
            self.add_verdict(result, Verdict.Kind.CONFIRMED, why)
        return result

    def confirm(self, result: Result) -> Verdict:
        """Confirm the result. Raises `RuleViolation` if the signer may not do so, or if the match has changed since."""
        at, player = self.at, self.entrant
        refuse_over(at.tournament)
        if result.entrant_id == player.pk if player else result.entrant_id and result.user == self.action.by:
            raise RuleViolation("result", _("Someone else must confirm your result."))
        if player:
            if at.disputed and at.verdict and at.verdict.entrant_id != player.pk:
                text = _("The result is disputed. Let the referee decide, or enter the correct result.")
                raise RuleViolation("result", text)
            self.refuse_settled()
        if at.moved_on:
            raise RuleViolation("result", _("The match has changed since this result was read. Read the result again."))
        return self.add_verdict(result, Verdict.Kind.CONFIRMED)

    def add_verdict(self, result: Result, kind: Verdict.Kind, why: str = "") -> Verdict:
        """Confirm or dispute the last result."""
        checked_key(self.action.key)
        number = len(self.at.verdicts) + 1
        verdict = Verdict.objects.create(result=result, number=number, kind=kind, **self._columns(why))
        confirmed = kind is Verdict.Kind.CONFIRMED
        self._log("result_confirmed" if confirmed else "result_disputed", number=result.number)
        return verdict

    def _columns(self, why: str) -> dict[str, Any]:
        signed = {"key": self.action.key, "user": self.action.by, "device": self.action.device}
        return {**signed, "entrant": self.entrant, "at": datetime.now(UTC), "reason": why}

    def _log(self, what: str, before: dict[str, Any] | None = None, **after: Any) -> None:
        entrant = self.entrant.number if self.entrant else None
        self.log(what, match=self.at.code, before=before, **self.at.place, **after, entrant=entrant)
