"""What tournaments keep about a person, for that person's file. Writes nothing, names nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.hash_chain import stamp
from people.models import Player
from tournaments.models import Entrant, Seat


def told(players: Sequence[Player]) -> dict[str, list[dict[str, Any]]]:
    """`tournaments`: the entries in tournaments; `substituted`: the games in which they sat in for somebody."""
    entries = Entrant.objects.filter(player__in=players).select_related("tournament__club")
    seats = Seat.objects.filter(substitute_player__in=players).select_related("round__tournament__club", "table")
    return {
        "tournaments": [_entry(each) for each in entries.order_by("tournament__starts_on", "pk")],
        "substituted": [_game(each) for each in seats.order_by("round__tournament__starts_on", "round__number", "pk")],
    }


def _entry(entrant: Entrant) -> dict[str, Any]:
    event = entrant.tournament
    return {
        "tournament": event.name,
        "day": event.starts_on.isoformat(),
        "club": event.club.name,
        "number": entrant.number,
        "club_name": entrant.club_name,
        "country": entrant.country,
        "licence": entrant.licence,
        "wish": entrant.wish,
        "state": entrant.state,
        "entered_at": stamp(entrant.entered_at),
    }


def _game(seat: Seat) -> dict[str, Any]:
    event = seat.round.tournament
    return {
        "tournament": event.name,
        "day": event.starts_on.isoformat(),
        "club": event.club.name,
        "round": seat.round.number,
        "table": seat.table.number if seat.table else None,
        "name": seat.substitute,
    }
