"""Player ratings from the finishes of games of three. Independent of names, dates, clubs and points."""

from dataclasses import dataclass

# The possible places of three players, in halves; equal players share the mean of their places.
FINISHES = frozenset({(2, 4, 6), (3, 3, 6), (2, 5, 5), (4, 4, 4)})


@dataclass(frozen=True, slots=True)
class RatedGame:
    """Three different players, and the place of each in halves: 2 first, 4 second, 6 third, 3 and 5 shared by two, 4 by
    all three. Raises `ValueError` for anything else."""

    players: tuple[int, int, int]
    halves: tuple[int, int, int]

    def __post_init__(self) -> None:
        if len(set(self.players)) != 3 or tuple(sorted(self.halves)) not in FINISHES:
            raise ValueError(f"not a finish of three players: {self}")
