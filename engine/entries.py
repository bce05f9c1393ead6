"""What the scorer saw, as plain records read from an entry's payload. Knows no values and no payments.

The payloads are those of a match file: docs/formats.md, "Entries of a match".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import NOTHING, PerSeat, Points, Seat

Payload = Mapping[str, Any]
NONE: Mapping[str, Any] = MappingProxyType({})
MOST_POINTS = 99_999


@dataclass(frozen=True, slots=True)
class Numbers:
    """A count that is known already: the rule book's number fields and what was typed in them."""

    values: Mapping[str, int | str | bool]


@dataclass(frozen=True, slots=True)
class Ticks:
    """A count by list: a pattern's id for each time it occurs, bonus items with their points."""

    patterns: tuple[str, ...] = ()
    bonus_items: Mapping[str, int] = field(default_factory=dict)
    limit: str | None = None


Count = Numbers | Ticks


@dataclass(frozen=True, slots=True)
class Win:
    """One player's winning hand: how it was won, how it was counted, who was waiting.

    `given` is what the entry says of things that the match knows itself (hand number, winds, carry).
    """

    winner: Seat
    by: str
    source: Seat | None
    count: Count
    waiting: frozenset[Seat] = frozenset()
    opp_declared: frozenset[Seat] = frozenset()
    declared_ready: bool = False
    everybody_declared: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)

    @property
    def all_declared(self) -> bool:
        """Whether all three had declared ready, said outright or one by one."""
        one_by_one = self.declared_ready and set(self.winner.others) <= self.opp_declared
        return self.everybody_declared or one_by_one


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that somebody won; two winners only where the rule book pays both."""

    wins: tuple[Win, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A hand that nobody won."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """What the table agreed that somebody pays for an irregularity (A14)."""

    points: Points
    ends_hand: bool = True


Entry = Hand | Draw | Penalty


def known_keys(payload: Payload, allowed: frozenset[str]) -> None:
    """Refuse a key that means nothing here, naming it."""
    for key in payload:
        if key not in allowed:
            raise RuleViolation(
                str(key),
                _("%(key)s is not known here. It takes one of: %(allowed)s."),
                key=str(key),
                allowed=", ".join(sorted(allowed)),
            )


def whole_number(payload: Payload, key: str, least: int, most: int) -> int:
    """A whole number between `least` and `most`; anything else is refused."""
    value = payload.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise RuleViolation(
            key,
            _("%(key)s takes a whole number from %(least)s to %(most)s."),
            key=key,
            least=least,
            most=most,
        )
    return value


def flag(payload: Payload, key: str, default: bool = False) -> bool:
    """True or false."""
    value = payload.get(key, default)
    if not isinstance(value, bool):
        raise RuleViolation(key, _("%(key)s takes true or false."), key=key)
    return value


def seat(value: object, key: str) -> Seat:
    """A chair by its name in the formats."""
    if not isinstance(value, str) or value not in Seat.__members__:
        raise RuleViolation(key, _("%(key)s takes one of the players P1, P2, P3."), key=key)
    return Seat(value)


def mapping(payload: Payload, key: str) -> Mapping[str, Any]:
    """An object of names and values; left out: empty."""
    value = payload.get(key, NONE)
    if not isinstance(value, Mapping):
        raise RuleViolation(key, _("%(key)s takes an object of names and values."), key=key)
    return value


def seats(payload: Payload, key: str) -> frozenset[Seat]:
    """The players for whom `{"P1": true, …}` says true."""
    chosen = mapping(payload, key)
    return frozenset(seat(name, key) for name in chosen if flag(chosen, name))


def read_penalty(payload: Payload) -> Penalty:
    """`{"penalty": {"P1": 10, "P2": -20, "P3": 10}, "ends_hand": true}`; sums to 0."""
    known_keys(payload, frozenset({"penalty", "ends_hand", "note"}))
    amounts = mapping(payload, "penalty")
    for name in amounts:
        seat(name, "penalty")
        whole_number(amounts, name, -MOST_POINTS, MOST_POINTS)
    points = PerSeat.read(amounts, 0)
    if sum(points) != 0 or points == NOTHING:
        raise RuleViolation(
            "penalty",
            _("penalty takes what each player gains or loses: somebody pays, and it sums to 0."),
        )
    return Penalty(points, flag(payload, "ends_hand", True))


def read_draw(payload: Payload) -> Draw:
    """`{"draw": true}`."""
    known_keys(payload, frozenset({"draw"}))
    if payload.get("draw") is not True:
        raise RuleViolation("draw", _("draw takes true."))
    return Draw()
