"""Drawn lots for ties that nothing else breaks, as they are saved. Draws nothing."""

from collections.abc import Mapping

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from tournaments.models import Entrant, Tournament
from tournaments.write_access import unless_over

MOST_LOT = 999


def record_lots(
    *, tournament: Tournament, by: User, lots: Mapping[int, int | None], record: Record = by_program
) -> None:
    """The lot of each of these entrants (by number), the lowest is best; None takes it away.

    Raises `RuleViolation` (field `lot_` and the entrant's number), `NotAllowed`, `Unavailable`.
    """
    for number, lot in lots.items():
        if lot is not None and not 1 <= lot <= MOST_LOT:
            raise RuleViolation(f"lot_{number}", _("A lot is a number from 1 to %(most)s."), most=MOST_LOT)
    with unless_over(tournament, by, Role.ORGANISER) as now:
        people = {each.number: each for each in Entrant.objects.filter(tournament=now, number__in=lots)}
        if len(people) < len(lots):
            raise NotAllowed
        changed = {number: lot for number, lot in lots.items() if people[number].lot != lot}
        for number, lot in changed.items():
            Entrant.objects.filter(pk=people[number].pk).update(lot=lot)
        if changed:
            said = {"tournament": now.code, "lots": {str(number): lot for number, lot in changed.items()}}
            record("tournament_lots", club=now.club, user=by, about=now.code, after=said)
