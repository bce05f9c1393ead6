"""Seating search: its results, reproducible by seed, and that it can be stopped at any time."""

import pytest

from engine.errors import RuleViolation
from engine.seating import Budget, best, longest, no_repeat, quality, separated, still_meeting
from engine.seating.annealing.repair import fewest_repeats
from engine.seating.constraints import kept_apart
from engine.seating.methods import rotating


def test_a_short_tournament_is_found_without_repeats_by_search_alone():
    good = quality(fewest_repeats(20, 6, seed="s", budget=Budget()))
    assert (good.repeats, good.wind_spread, good.least_byes, good.most_byes) == (0, 1, 0, 1)


def test_more_rounds_than_opponents_have_as_few_repeats_as_possible():
    good = quality(best(13, 10, "s"))
    # 120 meetings of 78 pairs
    assert (good.repeats, good.most_meetings, good.wind_spread, good.most_byes - good.least_byes) == (42, 2, 1, 1)


def test_the_same_seed_finds_the_same():
    assert fewest_repeats(28, 14, seed="s", budget=Budget(9000)) == fewest_repeats(
        28, 14, seed="s", budget=Budget(9000)
    )


@pytest.mark.parametrize("after", [0, 1, 5])
def test_a_stopped_search_gives_the_best_so_far(after):
    told = []

    def stop(share: float) -> bool:
        told.append(share)
        return len(told) <= after

    schedule = fewest_repeats(28, 15, seed="s", budget=Budget(50_000, stop))
    assert len(told) == after + 1
    assert [sorted(player for table in one for player in table) for one in schedule.rounds] == [
        sorted(set(range(28)) - set(schedule.byes(number))) for number in range(15)
    ]
    assert quality(schedule).wind_spread <= 1


def test_parts_of_a_search_report_the_progress_of_the_whole():
    told = []
    for part in Budget(2048, lambda share: told.append(share) or True).split(1, 3):
        assert sum(1 for _ in part.going()) in (512, 1536)
    assert told == [step / 2048 for step in range(0, 2048, 256)]


def test_after_the_longest_schedule_meetings_are_as_even_as_possible():
    good = quality(best(99, 60, "s"))
    # 5,940 meetings of 4,851 pairs
    assert (good.repeats, good.least_meetings, good.most_meetings, good.wind_spread) == (1089, 1, 2, 1)


def test_a_search_reports_its_progress():
    told = []
    budget = Budget(5000, lambda share: told.append(share) or True)
    assert sum(1 for _ in budget.going()) == 5000
    assert told == [step / 5000 for step in range(0, 5000, 256)]


def test_a_search_ends_when_its_time_is_up():
    times = iter(range(100))
    budget = Budget(10_000_000, clock=lambda: float(next(times)), seconds=3)
    assert sum(1 for _ in budget.going()) == 2 * 256


@pytest.mark.parametrize(
    ("players", "rounds", "team"),
    [(24, 7, 3), (24, 8, 2), pytest.param(30, 7, 5, marks=pytest.mark.thorough), (36, 10, 4), (25, 6, 2)],
)
def test_team_mates_never_meet_and_nobody_meets_twice(players, rounds, team):
    teams = [range(first, min(players, first + team)) for first in range(0, players, team)]
    apart = separated(teams)
    schedule = kept_apart(no_repeat(players, rounds), apart, "seed", Budget(200_000))
    assert (still_meeting(schedule, apart), quality(schedule).repeats, quality(schedule).wind_spread) == ((), 0, 1)


def test_a_small_club_keeps_a_couple_apart_by_repeats_if_it_must():
    apart = separated([(0, 1)])
    assert still_meeting(best(9, 4, "s", Budget(60_000), separated([])), apart) == ((0, 1),)
    assert still_meeting(best(10, 6, "s", Budget(60_000), apart), apart) == ()


def test_a_player_kept_apart_from_too_many_is_refused_with_the_count():
    with pytest.raises(RuleViolation) as refused:
        kept_apart(no_repeat(21, 10), separated([(0, 1)]), "s", Budget(100))
    assert str(refused.value) == (
        "Too many pairs are kept apart: every player needs at least 20 opponents, and one has only 19 (rounds: 10)."
    )


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "rounds"), [(13, 4), (14, 4), (16, 6), (22, 6)])
def test_at_tables_of_four_nobody_has_a_bye_and_nobody_meets_twice(players, rounds):
    schedule = rotating(players, rounds, seed="a", budget=Budget())
    good = quality(schedule)
    assert (good.repeats, good.most_byes, good.wind_spread) == (0, 0, 1)
    assert {sorted(map(len, one))[-1] for one in schedule.rounds} == {4}
    assert longest(players) >= rounds


@pytest.mark.parametrize("players", [0, 2, 5])
def test_five_players_cannot_fill_tables_of_three_and_four(players):
    with pytest.raises(RuleViolation) as refused:
        rotating(players, 2, seed="a", budget=Budget(10))
    assert str(refused.value) == f"Tables of three and four aren’t possible with this number of players ({players})."


@pytest.mark.parametrize("rounds", [0, -3, 61])
def test_a_tournament_without_rounds_or_without_end_is_refused(rounds):
    with pytest.raises(RuleViolation) as refused:
        best(12, rounds, "s")
    assert str(refused.value) == "A tournament can have 1 to 60 rounds."
