"""Seat winds for any seating: in every three games each player has each wind once."""

from collections import Counter
from random import Random

import pytest

from engine.seating import quality
from engine.seating.assignment import balanced
from engine.seating.schedule import Schedule


def at_random(players: int, rounds: int, seed: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Random seating, with repeated meetings and uneven byes."""
    chance = Random(seed)
    drawn = [chance.sample(range(players), players // 3 * 3) for _ in range(rounds)]
    return tuple(tuple(tuple(one[at : at + 3]) for at in range(0, len(one), 3)) for one in drawn)


@pytest.mark.parametrize("seed", range(40))
def test_any_seating_gets_winds_that_differ_by_one_at_most_after_every_round(seed):
    players, rounds = 3 + seed * 2, 1 + seed % 23
    seating = at_random(players, rounds, seed)
    seated = balanced(seating)
    assert [[set(table) for table in one] for one in seated] == [[set(table) for table in one] for one in seating]
    assert quality(Schedule(players, seated)).wind_spread <= 1


def test_every_three_games_of_a_player_have_every_wind_once():
    seated = balanced(at_random(10, 12, 7))
    winds = {player: [] for player in range(10)}
    for table in (table for one in seated for table in one):
        for wind, player in enumerate(table):
            winds[player].append(wind)
    threes = [tuple(mine[at : at + 3]) for mine in winds.values() for at in range(0, len(mine) // 3 * 3, 3)]
    assert Counter(map(frozenset, threes)) == {frozenset({0, 1, 2}): len(threes)}


def test_the_same_three_players_rotate_all_evening():
    seated = balanced([((0, 1, 2),)] * 9)
    assert quality(Schedule(3, seated)).wind_spread == 1


def test_no_rounds_need_no_winds():
    assert balanced([]) == ()
