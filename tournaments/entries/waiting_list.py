"""The places of a tournament and its waiting list. Call these functions while the tournament is locked."""

from people.audit.log import Record
from people.models import User
from tournaments.models import Entrant, Round, Seat, Tournament

State = Entrant.State


def drawn(tournament: Tournament) -> bool:
    """Whether a round is drawn: from then on the draw's own page lets people in and out."""
    return Round.objects.filter(tournament=tournament).exists()


def was_seated(entrant: Entrant) -> bool:
    """Whether somebody has a seat, or sits out, in a round that everybody may see."""
    return Seat.objects.filter(entrant=entrant.pk, round__published_at__isnull=False).exists()


def places_left(tournament: Tournament) -> int | None:
    """How many more players fit; None: as many as come. House players take no place."""
    if tournament.capacity is None:
        return None
    taken = Entrant.objects.filter(tournament=tournament, state=State.ENTERED, house=False).count()
    return max(tournament.capacity - taken, 0)


def place_for(tournament: Tournament, house: bool = False) -> Entrant.State:
    """Where somebody who may enter comes now: among those who play, or on the waiting list.

    Full is full; and once a round is drawn who comes waits until the draw's page lets them in.
    """
    if drawn(tournament):
        return State.WAITING
    return State.ENTERED if house or places_left(tournament) != 0 else State.WAITING


def promote(tournament: Tournament, by: User | None, record: Record, *, only_here: bool = False) -> list[Entrant]:
    """As many of the waiting list as fit now play, the first first; who moved up. None once a round is drawn.

    `only_here`: of those who have come.
    """
    if drawn(tournament):
        return []
    waiting = Entrant.objects.filter(tournament=tournament, state=State.WAITING).order_by("entered_at", "number")
    if only_here:
        waiting = waiting.filter(checked_in_at__isnull=False)
    moved = list(waiting[: places_left(tournament)])
    for entrant in moved:
        Entrant.objects.filter(pk=entrant.pk).update(state=State.ENTERED)
        said = {"tournament": tournament.code, "state": State.ENTERED.value}
        record("entrant_moved", club=tournament.club, user=by, about=entrant.number, after=said)
    return moved
