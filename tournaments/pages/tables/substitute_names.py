"""Who sits for somebody else, as the reader may know them. Writes nothing."""

from __future__ import annotations

from tournaments.models import Seat
from tournaments.play.tables import plays
from tournaments.snapshot import Day


def substitutes(day: Day) -> dict[int, str]:
    """What the substitute on each seat (id) is called, where there is one: one question for all."""
    found = Seat.objects.filter(round__tournament=day.tournament).exclude(substitute="", substitute_player=None)
    return {seat.pk: plays(seat, day.inside) for seat in found.select_related("substitute_player")}
