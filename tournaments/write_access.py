"""The transaction, lock and permission check of every tournament action. Independent of requests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NotRequired, TypedDict, TypeVar, Unpack

from django.db.models import F

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.announcements import announce
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed, created_once, existing, writing
from people.models import Club, Role, User
from people.text.cleaning import checked_key, clean_note
from tournaments.models import Round, RoundChange, Seat, Series, Tournament, TournamentState
from tournaments.snapshot import WINDS

Row = TypeVar("Row", Tournament, Series)
Old = dict[str, Any] | None  # values before an action
Pair = tuple[str, str] | None  # names before and after


class Action(TypedDict):
    """The arguments of every action: the tournament, the acting account, and the audit log function."""

    tournament: Tournament
    by: User
    record: NotRequired[Record]


@dataclass(frozen=True, slots=True)
class ActionLog:
    """A writer to the audit log of the tournament's club. `by`: the acting account, None for guests."""

    tournament: Tournament
    by: User | None
    record: Record

    def __call__(
        self, what: str, *, about: object = "", match: str = "", before: Old = None, names: Pair = None, **after: object
    ) -> None:
        """Record the action `what`. `after`: its values, besides the code of the tournament."""
        values, club = {"tournament": self.tournament.code, **after}, self.tournament.club
        self.record(what, club=club, user=self.by, about=about, match=match, before=before, after=values, names=names)
        announce(what, club.pk, **{**after, "about": about, "tournament": self.tournament.pk})


@contextmanager
def acting(
    needed: Role, *, tournament: Tournament, by: User | None, record: Record = by_program
) -> Iterator[tuple[Tournament, ActionLog]]:
    """Lock a tournament in a transaction for an account with the role `needed`; yield it and the action log.

    Increments the version of the tournament. Raises `NotAllowed` or `Unavailable`.
    """
    with locked(tournament, by, record) as (now, log):
        rights.needs(rights.current(by), now.club, needed)
        yield now, log


@contextmanager
def unless_over(needed: Role, **action: Unpack[Action]) -> Iterator[tuple[Tournament, ActionLog]]:
    """Lock a tournament as `acting` does, for an action that changes the standings.

    Raises `RuleViolation` if the tournament has finished.
    """
    with acting(needed, **action) as (now, log):
        refuse_over(now)
        yield now, log


def refuse_over(tournament: Tournament) -> None:
    """Raise `RuleViolation` (field `tournament`) if the tournament has finished."""
    if tournament.state == TournamentState.OVER:
        raise RuleViolation("tournament", _("The tournament has finished. Reopen it first."))


@contextmanager
def locked(
    tournament: Tournament, by: User | None = None, record: Record = by_program
) -> Iterator[tuple[Tournament, ActionLog]]:
    """Lock a tournament in a transaction; yield it and the action log. The caller checks permissions."""
    with writing(), locked_row(tournament) as now:
        yield now, ActionLog(now, by, record)


@contextmanager
def locked_row(tournament: Tournament) -> Iterator[Tournament]:
    """Lock the tournament inside an open transaction, and increment its version."""
    rows = Tournament.objects.select_for_update(of=("self",)).select_related("club")
    now = existing(rows.filter(pk=tournament.pk).first())
    yield now
    Tournament.objects.filter(pk=now.pk).update(version=F("version") + 1)


def create_once(model: type[Row], club: Club, by: User, key: str, create: Callable[[Club], Row]) -> Row:
    """Lock the club and create a row as one of its organisers. A repeated `key` returns the existing row.

    Raises `RuleViolation` (field `key`), `NotAllowed` or `Unavailable`.
    """
    checked_key(key)

    def created() -> Row | None:
        rights.locked(club, by, Role.ORGANISER)
        row = model.objects.filter(start_key=key).select_related("club").first()
        if row and row.club_id != club.pk:
            raise NotAllowed
        return row

    return created_once(created, lambda: create(rights.locked(club, by, Role.ORGANISER)[0]))


def refuse_outside(field: str, number: int, least: int, most: int) -> None:
    """Raise `RuleViolation` for `field` unless the number is between `least` and `most`."""
    if not least <= number <= most:
        raise RuleViolation(field, _("Enter a whole number from %(least)s to %(most)s."), least=least, most=most)


def required_reason(reason: str, field: str = "reason") -> str:
    """Return the cleaned reason. Raises `RuleViolation` if it is empty."""
    why = clean_note(reason, field)
    if not why:
        raise RuleViolation(field, _("Enter a reason."))
    return why


def seating_of(round: Round) -> dict[str, Any]:
    """Return the seating of a round as stored in `RoundChange`: entrant numbers by table, in wind order, and byes."""
    tables: dict[int, dict[str, int]] = {}
    byes: list[int] = []
    rows = Seat.objects.filter(round=round).values_list("table__number", "wind", "entrant__number")
    for number, wind, entrant in rows.order_by("entrant__number"):
        if number is None:
            byes.append(entrant)
        else:
            tables.setdefault(number, {})[wind] = entrant
    seats = [[tables[number][wind] for wind in WINDS if wind in tables[number]] for number in sorted(tables)]
    return {"tables": seats, "byes": byes}


def note_change(round: Round, by: User | None, reason: str, before: dict[str, Any] | None) -> None:
    """Record publicly that a round was published, changed or reopened.

    `before`: the old seating; None for the seating after the last recorded change.
    """
    last = RoundChange.objects.filter(round=round).order_by("-revision").first()
    if last or before:
        round.revision = max(round.revision, last.revision if last else 0) + 1
        Round.objects.filter(pk=round.pk).update(revision=round.revision)
    RoundChange.objects.create(
        round=round,
        revision=round.revision,
        at=datetime.now(UTC),
        by=by.pk if by else None,
        reason=reason,
        before=before or (last.after if last else []),
        after=seating_of(round),
    )
