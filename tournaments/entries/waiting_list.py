"""The places of a tournament and its waiting list. Call these functions while the tournament is locked."""

from tournaments.models import Entrant, Round, Seat, Tournament
from tournaments.write_access import ActionLog

State = Entrant.State


def drawn(tournament: Tournament) -> bool:
    """Whether a round is drawn. From then on players come and leave on the page of the draw."""
    return Round.objects.filter(tournament=tournament).exists()


def was_seated(entrant: Entrant) -> bool:
    """Whether the entrant has a seat or a bye in a published round."""
    return Seat.objects.filter(entrant=entrant.pk, round__published_at__isnull=False).exists()


def places_left(tournament: Tournament) -> int | None:
    """How many places are left; None: any number. House players take no place."""
    if tournament.capacity is None:
        return None
    taken = Entrant.objects.filter(tournament=tournament, state=State.ENTERED, house=False).count()
    return max(tournament.capacity - taken, 0)


def place_for(tournament: Tournament, house: bool = False) -> Entrant.State:
    """The state of a new entrant: entered, or on the waiting list if no place is left or a round is drawn."""
    if drawn(tournament):
        return State.WAITING
    return State.ENTERED if house or places_left(tournament) != 0 else State.WAITING


def promote(tournament: Tournament, log: ActionLog, *, only_here: bool = False) -> list[Entrant]:
    """Let as many of the waiting list move up as there are places, in order, and return them; nobody once a round is
    drawn. `only_here`: only those who are checked in."""
    if drawn(tournament):
        return []
    waiting = Entrant.objects.filter(tournament=tournament, state=State.WAITING).order_by("entered_at", "number")
    if only_here:
        waiting = waiting.filter(checked_in_at__isnull=False)
    moved = list(waiting[: places_left(tournament)])
    for entrant in moved:
        Entrant.objects.filter(pk=entrant.pk).update(state=State.ENTERED)
        log("entrant_moved", about=entrant.number, state=State.ENTERED.value)
    return moved
