"""The groups of a stage: their members, and the standings within each. Writes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tournament import StandingLine
from tournaments.draw.methods import group_name
from tournaments.draw.seat_plans import plan_of
from tournaments.models import Seating, Stage
from tournaments.snapshot import Day
from tournaments.standings.standings import Count


@dataclass(frozen=True, slots=True)
class StageGroup:
    """One group: its letter, and its lines with the place within the group (None: not placed)."""

    name: str
    lines: tuple[tuple[int | None, StandingLine], ...]


def groups_of(day: Day, stage: Stage | None) -> list[frozenset[int]]:
    """Who (ids) plays in which group of a stage; nothing where it has none or is not drawn. Finals are no groups."""
    told = plan_of(stage).get("groups", []) if stage and stage.seating == Seating.GROUPS else []
    return [frozenset(day.by_number[number].pk for number in group if number in day.by_number) for group in told]


def groups_before(day: Day, number: int) -> list[frozenset[int]]:
    """The groups of the stage before stage `number`."""
    return groups_of(day, next((each for each in day.stages if each.number == number - 1), None))


def group_standings(day: Day, upto: int | None = None) -> list[StageGroup]:
    """The standings of each group, of now or after round `upto`, in the last stage with groups of which a round is
    shown. Of that stage: what is played after it changes nothing here."""
    shown = [each for each in day.shown if upto is None or each.number <= upto]
    stage = next((each.stage for each in reversed(shown) if groups_of(day, each.stage)), None)
    if stage is None:
        return []
    lines = [place.line for place in Count(day).after(upto, before=stage.number + 1)]
    return [StageGroup(group_name(at), _within(lines, group)) for at, group in enumerate(groups_of(day, stage))]


def _within(lines: Sequence[StandingLine], group: frozenset[int]) -> tuple[tuple[int | None, StandingLine], ...]:
    """The lines of a group; who shares a place in the whole list shares it here."""
    own = [line for line in lines if line.entrant in group]
    places = [line.place for line in own if line.place is not None]
    return tuple(
        (None if line.place is None else 1 + sum(place < line.place for place in places), line) for line in own
    )
