"""Qualification for a stage: by the standings before it, overall or per group, and by lot after a tie."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, groupby
from typing import NamedTuple, Unpack

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.tournament import Cut, StandingLine, TiedOnTheLine, cut, cut_each
from matches import wording
from people.db.transactions import NotAllowed
from people.models import Role
from tournaments.draw.methods import group_name, in_finals
from tournaments.draw.seat_plans import plan_of
from tournaments.models import Entrant, Seating, Stage
from tournaments.snapshot import Day
from tournaments.standings.standings import Count
from tournaments.write_access import Action, unless_over

MOST_LOT = 999


class StageGroup(NamedTuple):
    """The standings of a group. `name`: its letter; `lines`: pairs of a place within the group (or None) and a line."""

    name: str
    lines: tuple[tuple[int | None, StandingLine], ...]


def groups_of(day: Day, stage: Stage | None) -> list[frozenset[int]]:
    """Return the players (ids) of each group of a stage; empty if it has none or isn't drawn. Finals aren't groups."""
    groups = plan_of(stage).get("groups", []) if stage and stage.seating == Seating.GROUPS else []
    return [frozenset(day.by_number[number].pk for number in group if number in day.by_number) for group in groups]


def groups_before(day: Day, number: int) -> list[frozenset[int]]:
    """Return the groups of the stage before stage `number`."""
    return groups_of(day, next((stage for stage in day.stages if stage.number == number - 1), None))


def group_standings(day: Day, upto: int | None = None) -> list[StageGroup]:
    """Return the standings of each group in the last published stage with groups, now or after round `upto`."""
    shown = [row for row in day.shown if upto is None or row.number <= upto]
    stage = next((row.stage for row in reversed(shown) if groups_of(day, row.stage)), None)
    if stage is None:
        return []
    lines = [place.line for place in Count(day).after(upto, before=stage.number + 1)]  # without later stages
    return [StageGroup(group_name(at), _within(lines, group)) for at, group in enumerate(groups_of(day, stage))]


def _within(lines: Sequence[StandingLine], group: frozenset[int]) -> tuple[tuple[int | None, StandingLine], ...]:
    """Return the lines of a group with places within it. Places shared in the whole list stay shared."""
    own = [line for line in lines if line.entrant in group]
    places = [line.place for line in own if line.place is not None]
    return tuple(
        (None if line.place is None else 1 + sum(place < line.place for place in places), line) for line in own
    )


def cut_into(day: Day, number: int) -> Cut:
    """Return the cut for stage `number`, by the earlier standings, overall or within groups.

    Players who left are ignored. Lots break ties at the cut and between finals. Raises `TiedOnTheLine` (with ids) or
    `KeyError` (unknown stage).
    """
    stage = {stage.number: stage for stage in day.stages}[number]
    first = 1 + sum(row.stage.number < number for row in day.rounds)
    playing = {entrant.pk for entrant in day.entered if entrant.left_after is None or entrant.left_after >= first}
    lines = [place.line for place in Count(day).after(before=number) if place.line.entrant in playing]
    placed = sum(line.place is not None for line in lines)
    groups = groups_before(day, number) if stage.by_group else []
    lots = {entrant.pk: entrant.lot for entrant in day.entrants if entrant.lot is not None}
    if stage.takes is None or stage.takes >= placed:
        qualified = Cut(tuple(line.entrant for line in lines), (), None)
    else:
        qualified = cut_each(lines, groups, stage.takes, lots) if groups else cut(lines, stage.takes, lots)
    return _by_finals(qualified, lines, lots) if stage.seating == Seating.FINAL else qualified


def _by_finals(qualified: Cut, lines: Sequence[StandingLine], lots: Mapping[int, int]) -> Cut:
    """Return the cut, with the qualified players in the order of their finals. Raises `TiedOnTheLine`."""
    going_on = [line for line in lines if line.entrant in qualified.through]
    placed = sum(line.place is not None for line in going_on)
    order: dict[int, None] = {}
    for end in accumulate(len(final) for final in in_finals(qualified.through)):
        if end < placed:
            order |= dict.fromkeys(cut(going_on, end, lots).through)
    return replace(qualified, through=tuple(order | dict.fromkeys(qualified.through)))


def ranking_into(day: Day, number: int) -> list[int]:
    """Return all entrants (ids) in order of qualification for stage `number`; empty for the first stage.

    Raises `RuleViolation` (field `lots`) with the names of the players who need a tie-break draw.
    """
    if number == 1:
        return []
    try:
        qualified = cut_into(day, number)
    except TiedOnTheLine as tied:
        names = wording.listed((wording.isolated(day.names[pk]) for pk in tied.entrants), "names")
        text = _(
            "These players are level on everything at the cut: %(names)s. Hold a tie-break draw and enter the numbers."
        )
        raise RuleViolation("lots", text, names=names) from tied
    return [*qualified.through, *qualified.out]


def equal(day: Day) -> list[tuple[int, ...]]:
    """Return groups of entrants (ids) with equal results, best first; empty before the first match."""
    count = Count(day)
    if not count.results.games:
        return []
    count.parts = [replace(part, results=replace(part.results, lots={})) for part in count.parts]
    placed = [place.line for place in count.after() if place.line.place is not None]
    groups = (tuple(line.entrant for line in group) for _place, group in groupby(placed, key=lambda line: line.place))
    return [group for group in groups if len(group) > 1]


def on_the_line(day: Day) -> tuple[int, ...]:
    """Return the entrants (ids) who need a tie-break draw before the next stage can be drawn."""
    begun = max((row.stage.number for row in day.shown), default=0)
    following = next((stage.number for stage in day.stages if stage.number > begun), 1)
    try:
        if following > 1:
            cut_into(day, following)
    except TiedOnTheLine as tied:
        return tied.entrants
    return ()


def record_lots(*, lots: Mapping[int, int | None], **action: Unpack[Action]) -> None:
    """Save lots by entrant number (the lowest is best; None removes it). Raises `RuleViolation` (`lot_1` and so on)."""
    for number, lot in lots.items():
        if lot is not None and not 1 <= lot <= MOST_LOT:
            raise RuleViolation(f"lot_{number}", _("A draw number must be between 1 and %(most)s."), most=MOST_LOT)
    with unless_over(Role.ORGANISER, **action) as (now, log):
        people = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=now, number__in=lots)}
        if len(people) < len(lots):
            raise NotAllowed
        changed = {number: lot for number, lot in lots.items() if people[number].lot != lot}
        for number, lot in changed.items():
            Entrant.objects.filter(pk=people[number].pk).update(lot=lot)
        if changed:
            log("tournament_lots", about=now.code, lots={str(number): lot for number, lot in changed.items()})
