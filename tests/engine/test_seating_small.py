"""Small clubs: 4 to 12 players, who meet as evenly as possible."""

import pytest

from engine.errors import RuleViolation
from engine.seating import quality
from engine.seating.no_rematch_schedules import even

ALL = [(players, rounds) for players in range(4, 13) for rounds in range(2, 11)]


@pytest.mark.parametrize(("players", "rounds"), ALL)
def test_byes_and_winds_are_even_in_every_small_club(players, rounds):
    good = quality(even(players, rounds))
    assert (good.most_byes - good.least_byes <= 1, good.wind_spread <= 1) == (True, True)
    total = rounds * (players // 3) * 3  # meetings, over players * (players - 1) / 2 pairs
    ideal = -(-total // (players * (players - 1) // 2))
    assert good.most_meetings in (ideal, ideal + 1)


@pytest.mark.parametrize(("players", "rounds", "times"), [(7, 7, 2), (9, 8, 2), (5, 10, 3), (6, 10, 4), (10, 10, 2)])
def test_in_some_evenings_everybody_meets_everybody_equally_often(players, rounds, times):
    schedule = even(players, rounds)
    good = quality(schedule)
    assert (len(schedule.rounds), good.most_meetings) == (rounds, times)
    assert (good.least_meetings == times) is (rounds * (players // 3) * 3 == times * players * (players - 1) // 2)


def test_another_size_is_refused():
    with pytest.raises(RuleViolation) as refused:
        even(13, 5)
    assert str(refused.value) == "Balanced schedules exist for 4 to 12 players and 2 to 10 rounds."
