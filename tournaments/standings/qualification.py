"""Who qualifies for a stage: by the standings before it, and by lot if they leave a tie. Draws no seats."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, groupby

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.tournament import Cut, StandingLine, TiedOnTheLine, cut, cut_each
from matches import wording
from tournaments.draw.methods import in_finals
from tournaments.models import Entrant, Seating
from tournaments.snapshot import Day
from tournaments.standings.groups import groups_before
from tournaments.standings.standings import Count


def cut_into(day: Day, number: int) -> Cut:
    """Who goes on into stage `number`, of those who are still there, by the standings of the stages before it; where it
    says so, of each group of the stage before. Of several finals a lot also decides who of equals plays the higher one.

    Raises `TiedOnTheLine` (its `entrants` are ids), `KeyError` where there is no such stage.
    """
    stage = {each.number: each for each in day.stages}[number]
    first = 1 + sum(one.stage.number < number for one in day.rounds)
    lines = [place.line for place in Count(day).after(before=number) if _is_here(day.by_pk[place.line.entrant], first)]
    placed = sum(line.place is not None for line in lines)
    groups = groups_before(day, number) if stage.by_group else []
    lots = {each.pk: each.lot for each in day.entrants if each.lot is not None}
    if stage.takes is None or stage.takes >= placed:
        told = Cut(tuple(line.entrant for line in lines), (), None)
    else:
        told = cut_each(lines, groups, stage.takes, lots) if groups else cut(lines, stage.takes, lots)
    return _by_finals(told, lines, lots) if stage.seating == Seating.FINAL else told


def _by_finals(told: Cut, lines: Sequence[StandingLine], lots: Mapping[int, int]) -> Cut:
    """The same people in the order of the finals that they play. Raises `TiedOnTheLine`."""
    going_on = [line for line in lines if line.entrant in told.through]
    placed = sum(line.place is not None for line in going_on)
    order: dict[int, None] = {}
    for end in accumulate(len(final) for final in in_finals(told.through)):
        if end < placed:
            order |= dict.fromkeys(cut(going_on, end, lots).through)
    return replace(told, through=tuple(order | dict.fromkeys(told.through)))


def ranking_into(day: Day, number: int) -> list[int]:
    """Everybody (ids) in the order in which stage `number` takes them, who goes on first. Of the first stage nobody:
    nothing is played yet.

    Raises `RuleViolation` (field "lots") with the names of those between whom a lot must decide.
    """
    if number == 1:
        return []
    try:
        told = cut_into(day, number)
    except TiedOnTheLine as tied:
        names = wording.listed(wording.isolated(day.names[pk]) for pk in tied.entrants)
        raise RuleViolation(
            "lots", _("Equal on everything where the line is drawn: %(names)s. Draw lots and record them."), names=names
        ) from tied
    return [*told.through, *told.out]


def equal(day: Day) -> list[tuple[int, ...]]:
    """Everybody (ids) whom nothing but a lot tells apart, the best first; nobody before something was played."""
    count = Count(day)
    if not count.results.games:
        return []
    count.parts = [replace(part, results=replace(part.results, lots={})) for part in count.parts]
    placed = [place.line for place in count.after() if place.line.place is not None]
    groups = (tuple(line.entrant for line in group) for _place, group in groupby(placed, key=lambda line: line.place))
    return [group for group in groups if len(group) > 1]


def on_the_line(day: Day) -> tuple[int, ...]:
    """Between whom a lot must decide before the next stage can be drawn (ids); nobody where the line is clear."""
    begun = {one.stage.number for one in day.shown}
    waits = next((stage.number for stage in day.stages if stage.number > max(begun, default=0)), None)
    if waits is None or waits == 1:
        return ()
    try:
        cut_into(day, waits)
    except TiedOnTheLine as tied:
        return tied.entrants
    return ()


def _is_here(entrant: Entrant, number: int) -> bool:
    """Whether somebody still plays in round `number`."""
    return entrant.state == Entrant.State.ENTERED and (entrant.left_after is None or entrant.left_after >= number)
