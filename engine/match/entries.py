"""Entries as the scorer made them: plain records read from a payload, without scores or payments.

The payloads are those of a match file: docs/formats.md, "Entries of a match".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import gettext_noop as _
from engine.match.fields import NONE, Payload, flag, known_keys, mapping, seat, whole_number
from engine.seats import NOTHING, PerSeat, Points, Seat

MOST_POINTS = 99_999


@dataclass(frozen=True, slots=True)
class Numbers:
    """A hand entered as numbers: the values of the rule book's number fields."""

    values: Mapping[str, int | str | bool]


@dataclass(frozen=True, slots=True)
class Ticks:
    """A hand ticked in a list. `patterns`: the id of each pattern, once per occurrence; `bonus_items`: points by id."""

    patterns: tuple[str, ...] = ()
    bonus_items: Mapping[str, int] = field(default_factory=dict)
    limit: str | None = None


Count = Numbers | Ticks | TileHand


class Win(NamedTuple):
    """One player's winning hand: how it was won, how it was counted, and who was waiting.

    `given` holds the entry's values for facts that the match can calculate (hand number, winds, carry-over); `details`
    holds what only one rule book asks about every win.
    """

    winner: Seat
    by: str
    source: Seat | None
    count: Count  # type: ignore[assignment]  # hides tuple.count, which is not used
    waiting: frozenset[Seat] = frozenset()
    opp_declared: frozenset[Seat] = frozenset()
    declared_ready: bool = False
    everybody_declared: bool = False
    given: Mapping[str, Any] = NONE
    details: Mapping[str, Any] = NONE

    @property
    def all_declared(self) -> bool:
        """Whether all three players declared ready, whether that was entered once for all or for each of them."""
        return self.everybody_declared or (self.declared_ready and set(self.winner.others) <= self.opp_declared)


class Hand(NamedTuple):
    """A hand won by one player, or by two if the rule book allows that (`RuleBook.two_win`).

    `riichi_by`: the players who put down a riichi stick during the hand, if the rule book has sticks.
    """

    wins: tuple[Win, ...]
    riichi_by: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn hand, with the players who were tenpai or put down a riichi stick, if the rule book records them."""

    tenpai: frozenset[Seat] = frozenset()
    riichi_by: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Penalty:
    """The payments agreed for an irregularity (A14); `riichi_by`: the players whose riichi stick is returned."""

    points: Points
    ends_hand: bool = True
    riichi_by: frozenset[Seat] = frozenset()


Entry = Hand | Draw | Penalty


def read_penalty(payload: Payload, also: frozenset[str] = frozenset()) -> Penalty:
    """Read a penalty. Raises `RuleViolation`.

    Format: `{"penalty": {"P1": 10, "P2": -20, "P3": 10}, "ends_hand": true}`. `also`: additional keys to allow.
    """
    known_keys(payload, frozenset({"penalty", "ends_hand", "note"}) | also)
    amounts = mapping(payload, "penalty")
    for name in amounts:
        seat(name, "penalty")
        whole_number({"penalty": amounts[name]}, "penalty", -MOST_POINTS, MOST_POINTS)
    points = PerSeat.read(amounts, 0)
    if sum(points) != 0 or points == NOTHING:
        raise RuleViolation(
            "penalty",
            _("penalty must give each player’s gain or loss: at least one player must pay, and the sum must be 0."),
        )
    return Penalty(points, flag(payload, "ends_hand", True))


def read_draw(payload: Payload) -> Draw:
    """Read a drawn hand, `{"draw": true}`. Raises `RuleViolation`."""
    known_keys(payload, frozenset({"draw"}))
    if payload.get("draw") is not True:
        raise RuleViolation("draw", _("draw must be true."))
    return Draw()
