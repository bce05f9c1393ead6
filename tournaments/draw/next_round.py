"""What can be drawn now: the next Swiss round, or the next stage. Draws nothing."""

from __future__ import annotations

from tournaments.draw import seat_plans
from tournaments.models import Seating, Stage
from tournaments.snapshot import Day


def next_number(day: Day) -> int:
    """The number of the Swiss round that can be drawn now; 0 if there is none."""
    last = day.rounds[-1] if day.rounds else None
    if last is None or last.stage.seating != Seating.SWISS or not last.closed_at:
        return 0
    return last.number + 1 if len(seat_plans.rounds_of(day, last.stage)) < last.stage.rounds else 0


def stage_to_draw(day: Day) -> Stage | None:
    """The stage that comes next and is not drawn, where those before it are over."""
    waits = next((stage for stage in day.stages if not stage.drawn_at), None)
    return waits if waits and not next_number(day) and all(one.closed_at for one in day.rounds) else None
