"""The rating R of tenhou.net for three players, updated after each match, in whole millionths of a point.

After each match a player's R changes by

    (1 − 0.002 · games before it, at least 0.2) · (30, 0 or −30 + (mean R of the table − own R) / 40)

and everyone starts at 1500. A mean below 1500 counts as 1500. Sources: tenhou.net/man, "Rating" (30, 0, −30 for three
players; 0.2 from 400 games on; the correction by the mean), as quoted by the riichi wiki ("Tenhou.net ranking"). The
minimum of 1500 for the mean follows programs that cite the manual. Tenhou breaks ties by seat; here players who share
places get the mean of their points, as everywhere in this program. The change is rounded to the nearest millionth.
"""

from collections.abc import Iterable
from fractions import Fraction

from engine.ratings import RatedGame

UNIT = 1_000_000  # millionths in 1 R
START = 1500 * UNIT


def rated(games: Iterable[RatedGame]) -> dict[int, Fraction]:
    """Each player's R after these games, which must be in order, the earliest first."""
    ratings: dict[int, int] = {}
    played: dict[int, int] = {}
    for game in games:
        before = [ratings.get(player, START) for player in game.players]
        total = max(sum(before), 3 * START)
        for player, own, halves in zip(game.players, before, game.halves, strict=True):
            many = played.get(player, 0)
            ratings[player] = own + change(many, halves, own, total)
            played[player] = many + 1
    return {player: Fraction(rating, UNIT) for player, rating in ratings.items()}


def change(games: int, halves: int, own: int, total: int) -> int:
    """The change in a player's R after a match, in millionths.

    `games`: the number of matches played before; `halves`: the place, doubled; `own`: the player's R before the match;
    `total`: the sum of the R of all three players, counted as at least 4500 points. R values are in millionths too.
    """
    thousandths = max(200, 1000 - 2 * games)
    points = 15 * (4 - halves) * UNIT  # 30, 15, 0, −15, −30
    over = 1000 * 3 * 40
    return (2 * thousandths * (3 * 40 * points + total - 3 * own) + over) // (2 * over)
