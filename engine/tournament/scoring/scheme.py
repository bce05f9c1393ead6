"""What one game of a tournament is worth. Data alone; `games` applies it, `worth` reads and tells it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Values = tuple[Fraction, ...]  # for first, second, third; at a table of four one more


def values(*numbers: int) -> Values:
    """Whole numbers as fractions."""
    return tuple(Fraction(number) for number in numbers)


# Placement points for three, by their usual names.
PLACEMENTS: dict[str, Values] = {"3-1-0": values(3, 1, 0), "2-1-0": values(2, 1, 0), "30/0/-30": values(30, 0, -30)}
BASES = ("points", "placement")
TIES = ("share", "seat", "book")
POTS = ("first", "nobody")


@dataclass(frozen=True, slots=True)
class Scheme:
    """How the points of a table become the result of a game. As it stands: the points, of a book that starts at 0.

    `basis`: the result is the "points" with oka and uma, or the "placement" points.
    `placement`: placement points for first, second, third; `placement_four` at tables of four, where empty:
    the three values spread evenly over four places, so that the average of a table stays the same.
    `uma`, `uma_four`: the same of uma; each sums to 0. `floating`: (how many ended at or above `start_points`, the uma
    then); a number that is not listed has the uma as ever. `sinking`: what everybody behind first who ends below
    `return_points` pays to first.
    `start_points`, `return_points`: points of the table that everybody begins with, and that are taken off at the end;
    the difference of all players is the oka and goes to first.
    `divisor`: points of the table to one point of the result. `pot`: who gets what is left on the table.
    `tie`: equal points "share" the place and all that comes with it, or stand in the order of "seat" or rule "book".
    """

    basis: str = "points"
    placement: Values = PLACEMENTS["3-1-0"]
    placement_four: Values = ()
    uma: Values = values(0, 0, 0)
    uma_four: Values = ()
    floating: tuple[tuple[int, Values], ...] = ()
    sinking: Fraction = Fraction(0)
    start_points: int = 0
    return_points: int = 0
    divisor: int = 1
    pot: str = "first"
    tie: str = "share"

    def placement_of(self, players: int) -> Values:
        """Placement points for each place at a table of three or four."""
        return (self.placement_four or spread(self.placement, players)) if players == 4 else self.placement

    def uma_of(self, players: int, above: int) -> Values:
        """The uma for each place at a table of three or four where `above` ended at or above the start."""
        floating = dict(self.floating).get(above)
        if floating is not None:
            return spread(floating, players)
        return (self.uma_four or spread(self.uma, players)) if players == 4 else self.uma


def spread(three: Values, players: int) -> Values:
    """Three values drawn out over `players` places in equal steps; over four, their average stays the same."""
    if players == len(three):
        return three
    return tuple(_between(three, Fraction(2 * at, players - 1)) for at in range(players))


def _between(three: Sequence[Fraction], at: Fraction) -> Fraction:
    """The value at place `at`, counted from 0, on the straight lines through the three."""
    left = min(int(at), 1)
    return three[left] + (at - left) * (three[left + 1] - three[left])
