"""The next seats of the players at a table, after its result is signed. Does not know requests."""

from dataclasses import dataclass
from typing import Any

from matches import wording
from tournaments.models import Entrant, Round, Seat, Stage, Table, TournamentState
from tournaments.play.tables import AtTable, is_of
from tournaments.rights import TournamentRights


@dataclass(frozen=True, slots=True)
class Next:
    """Where somebody sits in the next round; `table` 0: they sit out."""

    name: str
    table: int
    wind_name: str


def ahead(here: AtTable, rights: TournamentRights, user: Any, signers: list[Entrant]) -> dict[str, Any] | None:
    """What comes after this table's result, for who can sign it; None while there is none.

    `round`: the next one that everybody may see; `last`: this was the last of all stages; `seats`: those of who holds
    their own card or account here, of all at the table for who holds the table's; `tables`: of the cards that this
    phone has read, those that play then.
    """
    if here.result is None or not signers:
        return None
    found = Round.objects.filter(tournament=here.tournament, number__gt=here.round.number).exclude(published_at=None)
    one = found.order_by("number").first()
    own = [each for each in signers if each.pk in rights.entrants or is_of(each, user)] or signers
    return {
        "round": one,
        "seats": _seats(here, one, own) if one else [],
        "tables": _tables(one, rights) if one else [],
        "over": here.tournament.state == TournamentState.OVER,
        "last": one is None and here.round.number >= _rounds(here),
    }


def _rounds(here: AtTable) -> int:
    """How many rounds all stages have together."""
    return sum(Stage.objects.filter(tournament=here.tournament).values_list("rounds", flat=True))


def _seats(here: AtTable, one: Round, entrants: list[Entrant]) -> list[Next]:
    sat = {seat.entrant_id: seat for seat in Seat.objects.filter(round=one).select_related("table")}
    found = [(here.names[each.pk], sat[each.pk]) for each in entrants if each.pk in sat]
    return [
        Next(name, seat.table.number, wording.wind_name(seat.wind)) if seat.table else Next(name, 0, "")
        for name, seat in found
    ]


def _tables(one: Round, rights: TournamentRights) -> list[int]:
    there = Table.objects.filter(round=one, number__in=rights.tables)
    return list(there.order_by("number").values_list("number", flat=True))
