"""The number of players of a stage that is not drawn yet, as far as it is known, and whether they can be seated."""

from dataclasses import dataclass
from typing import Protocol

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from tournaments.draw.methods import refuse_impossible
from tournaments.models import Seating
from tournaments.snapshot import Day
from tournaments.standings.groups import groups_before


class Shape(Protocol):
    """What a stage says of itself, saved or only typed."""

    @property
    def seating(self) -> str: ...
    @property
    def rounds(self) -> int: ...
    @property
    def takes(self) -> int | None: ...
    @property
    def by_group(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class KnownSizes:
    """What is known of the players: how many are there (None before the first draw: more may come), how many of them
    are house players, and the sizes of the groups of the stage before (empty: not drawn)."""

    players: int | None
    house: int
    groups: tuple[int, ...]


def known_for(day: Day, number: int) -> KnownSizes:
    """What is known of the players before stage `number` is drawn."""
    groups = tuple(len(group) for group in groups_before(day, number))
    if not day.rounds:
        return KnownSizes(None, 0, groups)
    playing = [each for each in day.entered if each.left_after is None]
    return KnownSizes(len(playing), sum(each.house for each in playing), groups)


def possible_sizes(stage: Shape, known: KnownSizes) -> tuple[int, ...]:
    """The numbers of players that the stage may have; empty where nobody can say yet."""
    if stage.takes is None:
        return () if known.players is None else (known.players,)
    if not stage.by_group:
        return (stage.takes if known.players is None else min(stage.takes, known.players - known.house),)
    if known.groups:
        return (sum(min(stage.takes, size) for size in known.groups),)
    return () if known.players is None else tuple(stage.takes * many for many in range(2, known.players // 3 + 1))


def refuse_undrawable(number: int, stage: Shape, known: KnownSizes) -> None:
    """Raises `RuleViolation` (field `takes` or `rounds`) where stage `number` could not be drawn with any number of
    players that it may have."""
    if number > 1 and stage.seating == Seating.FINAL and stage.takes is None:
        raise RuleViolation(
            "takes", _("Please say how many go on into the final: 3 or 4, or 6, 9 … for several finals.")
        )
    refused = [_refusal(stage, players) for players in possible_sizes(stage, known)]
    last = refused[-1] if refused else None
    if last and all(refused):
        field = "takes" if last.field == "players" else last.field
        raise RuleViolation(field, last.sentence, **last.values)


def _refusal(stage: Shape, players: int) -> RuleViolation | None:
    try:
        refuse_impossible(stage.seating, players, stage.rounds)
    except RuleViolation as violation:
        return violation
    return None
