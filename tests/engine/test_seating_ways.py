"""The schedules of each way of seating, groups of equal strength, and tables of four after somebody left."""

import pytest

from engine import seating
from engine.errors import RuleViolation
from engine.seating import Budget
from engine.seating.methods import rotating


@pytest.mark.thorough
def test_each_way_draws_a_different_schedule():
    assert seating.drawn_by_way("fixed", 10, 4, "s") == seating.best(10, 4, "s")
    assert seating.drawn_by_way("four", 10, 4, "s") == rotating(10, 4, seed="s", budget=Budget())
    at_random = seating.drawn_by_way("random", 9, 3, "s", budget=Budget(30_000))
    assert [sorted(player for table in one for player in table) for one in at_random.rounds] == [list(range(9))] * 3
    assert at_random == seating.drawn_by_way("random", 9, 3, "s", budget=Budget(30_000))


def test_players_are_dealt_to_groups_back_and_forth():
    assert seating.in_groups(range(8), 2) == ((0, 3, 4, 7), (1, 2, 5, 6))
    assert seating.in_groups((9, 8, 7, 6, 5, 4, 3, 2, 1, 0), 3) == ((3, 4, 9), (2, 5, 8), (0, 1, 6, 7))


@pytest.mark.parametrize("groups", [0, 1, 4])
def test_a_group_needs_three(groups):
    with pytest.raises(RuleViolation, match="11 players can form 3 at most"):
        seating.in_groups(range(11), groups)


def test_tables_of_four_go_on_without_somebody_and_repeat_nothing():
    schedule = rotating(14, 4, seed="s", budget=Budget())
    here = [player for player in range(14) if player != 5]
    rest = seating.rotating_on(schedule.rounds[:2], here, 1, seed="s", budget=Budget(60_000), plan=schedule.rounds[2:3])
    assert rest.rounds[:2] == schedule.rounds[:2]
    assert sorted(player for table in rest.rounds[2] for player in table) == here
    assert [len(table) for table in rest.rounds[2]] == [3, 3, 3, 4]
    assert max(seating.meetings(rest.rounds).values()) == 1
