"""The start of each action of a tournament: transaction, lock, rights. Does not know pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.db.models import F, Max

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.clubs.rights import needs
from people.db.transactions import NotAllowed, writing
from people.models import Role, User
from people.text.cleaning import clean_note
from tournaments.models import Round, RoundChange, Seat, Tournament, TournamentState
from tournaments.snapshot import WINDS


@contextmanager
def acting(tournament: Tournament, by: User | None, needed: Role) -> Iterator[Tournament]:
    """One transaction for somebody with the role `needed` in the club: the tournament as it is now, locked.

    Its version rises with it. Raises `NotAllowed`, `Unavailable`.
    """
    with locked(tournament) as now:
        needs(User.objects.filter(pk=by.pk).first() if by else None, now.club, needed)
        yield now


@contextmanager
def going_on(tournament: Tournament, by: User | None, needed: Role) -> Iterator[Tournament]:
    """The same for actions that change the standings: raises `RuleViolation` if the tournament is over."""
    with acting(tournament, by, needed) as now:
        still_on(now)
        yield now


def still_on(tournament: Tournament) -> None:
    """Raises `RuleViolation` (field `tournament`) if the tournament is over, because its final list cannot change."""
    if tournament.state == TournamentState.OVER:
        raise RuleViolation("tournament", _("The tournament is over. Take it up again first."))


@contextmanager
def locked(tournament: Tournament) -> Iterator[Tournament]:
    """The same for whoever may: the action asks itself, by `now` and nothing that was read before."""
    with writing(), held(tournament) as now:
        yield now


def within(field: str, number: int, least: int, most: int) -> None:
    """Raises `RuleViolation` for `field` if the number is too small or too large."""
    if not least <= number <= most:
        raise RuleViolation(field, _("Please enter a whole number from %(least)s to %(most)s."), least=least, most=most)


@contextmanager
def held(tournament: Tournament) -> Iterator[Tournament]:
    """The same inside a transaction that stands already: that of a match which is started for it."""
    now = Tournament.objects.select_for_update(of=("self",)).select_related("club").filter(pk=tournament.pk).first()
    if now is None:
        raise NotAllowed
    yield now
    Tournament.objects.filter(pk=now.pk).update(version=F("version") + 1)


def said_why(reason: str, field: str = "reason") -> str:
    """The reason, tidied. Raises `RuleViolation` if it is empty."""
    why = clean_note(reason, field)
    if not why:
        raise RuleViolation(field, _("Please say why."))
    return why


def seating_of(round: Round) -> dict[str, Any]:
    """The seats of a round as entrants’ numbers, as `RoundChange` keeps them: tables in the order of the winds."""
    tables: dict[int, dict[str, int]] = {}
    byes: list[int] = []
    rows = Seat.objects.filter(round=round).values_list("table__number", "wind", "entrant__number")
    for number, wind, entrant in rows.order_by("entrant__number"):
        if number is None:
            byes.append(entrant)
        else:
            tables.setdefault(number, {})[wind] = entrant
    found = [[tables[number][wind] for wind in WINDS if wind in tables[number]] for number in sorted(tables)]
    return {"tables": found, "byes": byes}


def changed(round: Round, before: dict[str, Any], why: str, by: User) -> None:
    """Write down that a published round has changed, or was taken up again: how it was seated `before`, and why."""
    last = RoundChange.objects.filter(round=round).aggregate(last=Max("revision"))["last"]
    round.revision = max(round.revision, last or 0) + 1
    Round.objects.filter(pk=round.pk).update(revision=round.revision)
    told = {"revision": round.revision, "at": datetime.now(UTC), "by": by.pk, "reason": why}
    RoundChange.objects.create(round=round, **told, before=before, after=seating_of(round))
