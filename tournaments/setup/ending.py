"""Ends a tournament, and reopens it."""

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.models import Role, User
from tournaments.models import Round, Tournament, TournamentState
from tournaments.write_access import acting


def end_tournament(*, tournament: Tournament, by: User, record: Record = by_program) -> None:
    """Say that the tournament is over: its standings are final, nobody enters any more. Over already, it stays so.

    A referee may still correct a result, with a reason. Raises `RuleViolation` (field `tournament`) while a round is
    not closed, `NotAllowed`, `Unavailable`.
    """
    with acting(tournament, by, Role.ORGANISER) as now:
        if now.state == TournamentState.OVER:
            return
        open_rounds = list(Round.objects.filter(tournament=now, closed_at=None).values_list("number", flat=True))
        if open_rounds:
            text = _("Round %(round)s is not closed. Close it, or take it out if it is not to be played.")
            raise RuleViolation("tournament", text, round=open_rounds[0])
        if not Round.objects.filter(tournament=now).exists():
            raise RuleViolation("tournament", _("Nothing has been played yet."))
        Tournament.objects.filter(pk=now.pk).update(state=TournamentState.OVER, open_for_entry=False)
        record("tournament_ended", club=now.club, user=by, after={"tournament": now.code})


def take_up(*, tournament: Tournament, by: User, record: Record = by_program) -> None:
    """Take up a tournament that was over. Raises `NotAllowed`, `Unavailable`."""
    with acting(tournament, by, Role.ORGANISER) as now:
        if now.state == TournamentState.OVER:
            Tournament.objects.filter(pk=now.pk).update(state=TournamentState.RUNNING)
            record("tournament_taken_up", club=now.club, user=by, after={"tournament": now.code})
