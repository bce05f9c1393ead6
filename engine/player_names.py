"""Player names in JSON questions, and their conversion to the seats that the engine uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import OBJECT, Payload
from engine.seats import CHAIRS, NAMES, PerSeat, Seat

T = TypeVar("T")
# The keys of an entry whose values, object keys or list items are player names.
AS_VALUE = ("winner", "from", "chombo")
AS_KEYS = ("seats", "waiting", "opp_declared", "penalty")
AS_LIST = ("tenpai", "riichi_by", "nagashi")
AS_PARTS = ("pao",)  # objects whose values are player names
PLAIN = frozenset((str, int, bool, type(None)))  # types that never contain a player's name
NAMING = frozenset((*AS_VALUE, *AS_KEYS, *AS_LIST, *AS_PARTS, "win", "wins"))


@dataclass(frozen=True)
class Players:
    """The names of the three players, all different, in seat order."""

    names: PerSeat[str]

    @cached_property
    def chairs(self) -> dict[str, str]:
        return {name: NAMES[seat] for seat, name in self.names.items()}

    @cached_property
    def by_chair(self) -> dict[Seat, str]:
        return dict(self.names.items())

    @classmethod
    def of(cls, given: Payload) -> Players:
        """Read the names from `players`, or use P1, P2 and P3 if there are none. Raises `RuleViolation`."""
        if "players" not in given:
            return BY_CHAIR
        names = given["players"]
        texts = isinstance(names, list) and all(isinstance(name, str) for name in names)
        if not texts or len(names) != 3 or len(set(names)) != 3:
            raise RuleViolation("players", _("players must be three different names."))
        return cls(PerSeat(*names))

    def seat(self, name: object, field: str) -> Seat:
        return CHAIRS[self._chair(name, field)]

    def _chair(self, name: object, field: str) -> str:
        if isinstance(name, str) and name in self.chairs:
            return self.chairs[name]
        raise RuleViolation(field, _("%(key)s must be one of these players: %(names)s."), names=tuple(self.names))

    def order(self, names: object, field: str = "turn_order") -> tuple[Seat, ...]:
        """Read `names`, the players in turn order; None means seat order. Raises `RuleViolation`."""
        if names is None:
            return tuple(Seat)
        if not isinstance(names, list) or len(names) != 3 or len(set(map(str, names))) != 3:
            raise RuleViolation(field, _("%(key)s must list the three players in turn order."))
        return tuple(self.seat(name, field) for name in names)

    def seated(self, entry: Payload) -> dict[str, Any]:
        """A copy of `entry`, including its wins, with names replaced by seats."""
        seated = dict(entry)
        if NAMING.isdisjoint(entry):
            return seated
        for key in AS_VALUE:
            if key in entry and entry[key] is not None:
                seated[key] = self._chair(entry[key], key)
        for key in AS_KEYS:
            if key in entry and isinstance(entry[key], OBJECT):
                seated[key] = self._keyed(entry[key], key)
        for key in AS_LIST:
            if key in entry and isinstance(entry[key], list):
                seated[key] = [self._chair(name, key) for name in entry[key]]
        for key in AS_PARTS:
            if key in entry and isinstance(entry[key], OBJECT):
                seated[key] = {part: self._chair(name, key) for part, name in entry[key].items()}
        if "win" in entry and isinstance(entry["win"], OBJECT):
            seated["win"] = self.seated(entry["win"])
        if "wins" in entry and isinstance(entry["wins"], list):
            seated["wins"] = [self.seated(hand) if isinstance(hand, OBJECT) else hand for hand in entry["wins"]]
        return seated

    def _keyed(self, values: Payload, field: str) -> Payload:
        if self is BY_CHAIR and self.chairs.keys() >= values.keys():
            return values
        return {self._chair(name, field): value for name, value in values.items()}

    def named(self, values: Mapping[Seat, T] | PerSeat[T]) -> dict[str, T]:
        """The values keyed by player name instead of by seat."""
        names = self.by_chair
        return {names[seat]: value for seat, value in values.items()}

    def with_names(self, value: Any) -> Any:
        """Return a rule book's `value` with seats replaced by names, including seats used as dict keys."""
        if isinstance(value, PerSeat):
            return self.named(value)
        if isinstance(value, dict):
            if value.keys() <= self.by_chair.keys():
                return self.named(value)
            return {key: part if type(part) in PLAIN else self.with_names(part) for key, part in value.items()}
        return self.by_chair[value] if isinstance(value, Seat) else value


BY_CHAIR = Players(PerSeat(*CHAIRS))
