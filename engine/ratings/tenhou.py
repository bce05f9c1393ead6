"""The R of tenhou.net for three players, game after game. Whole millionths: the same on every machine.

After each game a player's R changes by

    (1 − 0.002 · games before it, at least 0.2) · (30, 0 or −30 + (mean R of the table − own R) / 40)

and everybody starts at 1500. A mean below 1500 counts as 1500. Sources: tenhou.net/man, "Rating" (30, 0, −30 for three
players; 0.2 from 400 games on; the correction by the mean), as quoted by the riichi wiki ("Tenhou.net ranking"). That
the mean is at least 1500 is how programs that cite the manual compute it. Tenhou breaks ties by seat; here equal places
share the mean of their points, as everywhere in this program. The change is rounded to the nearest millionth.
"""

from collections.abc import Iterable
from fractions import Fraction

from engine.ratings.games import RatedGame

UNIT = 1_000_000  # millionths in 1 R
START = 1500 * UNIT


def rated(games: Iterable[RatedGame]) -> dict[int, Fraction]:
    """Each player's R after these games, the earliest first."""
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
    """What a game changes a player's R by: `games` before it, the place in halves, own R and the sum of the table's
    three (at least 4500 R), all in millionths."""
    thousandths = max(200, 1000 - 2 * games)
    points = 15 * (4 - halves) * UNIT  # 30, 15, 0, −15, −30
    over = 1000 * 3 * 40
    return (2 * thousandths * (3 * 40 * points + total - 3 * own) + over) // (2 * over)
