"""Player ratings from the places in three-player matches. Independent of names, dates, clubs and points."""

from dataclasses import dataclass

# The possible places of three players, in halves; equal players share the mean of their places.
FINISHES = frozenset({(2, 4, 6), (3, 3, 6), (2, 5, 5), (4, 4, 4)})


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A match of three different players.

    `halves`: each player's place, doubled: 2 for first, 4 for second, 6 for third; 3 or 5 for a two-way tie, 4 for a
    three-way tie. Raises `ValueError` for anything else.
    """

    players: tuple[int, int, int]
    halves: tuple[int, int, int]

    def __post_init__(self) -> None:
        if len(set(self.players)) != 3 or tuple(sorted(self.halves)) not in FINISHES:
            raise ValueError(f"not a finish of three players: {self}")
