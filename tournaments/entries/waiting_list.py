"""Capacity and waiting list. Call these functions with the tournament locked."""

from tournaments.models import Entrant, Round, Seat, Tournament
from tournaments.write_access import ActionLog

State = Entrant.State


def drawn(tournament: Tournament) -> bool:
    """Whether a round is drawn, after which late arrivals and withdrawals change the seating."""
    return Round.objects.filter(tournament=tournament).exists()


def was_seated(entrant: Entrant) -> bool:
    """Whether the entrant has a seat or a bye in a published round."""
    return Seat.objects.filter(entrant=entrant.pk, round__published_at__isnull=False).exists()


def places_left(tournament: Tournament) -> int | None:
    """The number of free places, None for no limit. House players don't need one."""
    if tournament.capacity is None:
        return None
    taken = Entrant.objects.filter(tournament=tournament, state=State.ENTERED, house=False).count()
    return max(tournament.capacity - taken, 0)


def place_for(tournament: Tournament, house: bool = False) -> Entrant.State:
    """The state of a new entrant: waiting if the tournament is full or drawn, else entered."""
    if drawn(tournament):
        return State.WAITING
    return State.ENTERED if house or places_left(tournament) != 0 else State.WAITING


def promote(tournament: Tournament, log: ActionLog, *, checked_in: bool = False) -> list[Entrant]:
    """Fill free places from the waiting list and return the promoted entrants; none once a round is drawn.

    `checked_in`: promote only checked-in entrants.
    """
    if drawn(tournament):
        return []
    waiting = Entrant.objects.filter(tournament=tournament, state=State.WAITING).order_by("entered_at", "number")
    if checked_in:
        waiting = waiting.filter(checked_in_at__isnull=False)
    moved = list(waiting[: places_left(tournament)])
    for entrant in moved:
        Entrant.objects.filter(pk=entrant.pk).update(state=State.ENTERED)
        log("entrant_moved", about=entrant.number, state=State.ENTERED.value)
    return moved
