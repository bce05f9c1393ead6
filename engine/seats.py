"""The three seats, and one value for each of them. Values are found by seat, so no list index can be wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Wind(Enum):
    """The wind of a tile, a seat or a round."""

    E = "E"
    S = "S"
    W = "W"
    N = "N"

    __hash__ = object.__hash__  # each wind is one object; an Enum's own hash is slow

    def __str__(self) -> str:
        return self.value


class Seat(Enum):
    """A seat, fixed for the match: P1 deals first, then P2, then P3 (A2.1)."""

    P1 = "P1"
    P2 = "P2"
    P3 = "P3"

    __hash__ = object.__hash__  # each seat is one object; an Enum's own hash is slow

    def __str__(self) -> str:
        return self.value

    def after(self, steps: int) -> Seat:
        """The seat `steps` seats later in turn order."""
        return _CHAIRS[(_PLACES[self] + steps) % 3]

    def steps_to(self, other: Seat) -> int:
        """The number of steps from this seat to `other` in turn order: 0, 1 or 2."""
        return (_PLACES[other] - _PLACES[self]) % 3

    @property
    def others(self) -> tuple[Seat, Seat]:
        """The two opponents, in turn order."""
        return _OTHERS[self]


_CHAIRS = (Seat.P1, Seat.P2, Seat.P3)
_PLACES = {seat: place for place, seat in enumerate(_CHAIRS)}
_OTHERS = {seat: (seat.after(1), seat.after(2)) for seat in _CHAIRS}
# The seats by their names in the file formats, and the names by seat.
CHAIRS = {seat.value: seat for seat in _CHAIRS}
NAMES = {seat: seat.value for seat in _CHAIRS}


@dataclass(frozen=True, slots=True)
class PerSeat(Generic[T]):
    """One value for each of the three seats; `add` adds whole numbers."""

    p1: T
    p2: T
    p3: T

    def __getitem__(self, seat: Seat) -> T:
        return (self.p1, self.p2, self.p3)[_PLACES[seat]]

    def __iter__(self) -> Iterator[T]:
        return iter((self.p1, self.p2, self.p3))

    def items(self) -> Iterator[tuple[Seat, T]]:
        """(seat, value) pairs in turn order from P1."""
        return zip(_CHAIRS, (self.p1, self.p2, self.p3), strict=True)

    @staticmethod
    def of(value: Callable[[Seat], U]) -> PerSeat[U]:
        """The result of `value` for each seat."""
        return PerSeat(value(Seat.P1), value(Seat.P2), value(Seat.P3))

    @staticmethod
    def read(values: Mapping[str, U], missing: U) -> PerSeat[U]:
        """Read `{"P1": …}`; seats left out get `missing`."""
        return PerSeat(*(values.get(seat.value, missing) for seat in _CHAIRS))

    def as_dict(self) -> dict[str, T]:
        """The values as `{"P1": …, "P2": …, "P3": …}`, as in every file format."""
        return {"P1": self.p1, "P2": self.p2, "P3": self.p3}


Points = PerSeat[int]
NOTHING: Points = PerSeat(0, 0, 0)


def add(left: Points, right: Points) -> Points:
    """Add the points seat by seat."""
    return PerSeat(left.p1 + right.p1, left.p2 + right.p2, left.p3 + right.p3)
