"""A finished game as ratings see it: who sat in it, and who finished where. Knows no points."""

from dataclasses import dataclass

# What three places can be, in halves; equal places share the mean of theirs.
FINISHES = frozenset({(2, 4, 6), (3, 3, 6), (2, 5, 5), (4, 4, 4)})


@dataclass(frozen=True, slots=True)
class RatedGame:
    """Three different players, and each one's place in halves: 2 first, 4 second, 6 third, 3 and 5 shared by two, 4 by
    all three. ValueError for anything else."""

    players: tuple[int, int, int]
    halves: tuple[int, int, int]

    def __post_init__(self) -> None:
        if len(set(self.players)) != 3 or tuple(sorted(self.halves)) not in FINISHES:
            raise ValueError(f"not a finish of three players: {self}")
