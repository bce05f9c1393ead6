"""Late arrivals, withdrawals and wrong seats: played rounds stay, and nobody meets again in later rounds."""

import pytest

from engine.errors import RuleViolation
from engine.seating import Budget, drawn, no_repeat, quality, repair
from engine.seating.schedule import Round, meetings
from tests.thorough import sized

BUDGET = Budget(150_000)
EVENTS = [(21, 7, 3), (30, 7, 3), (24, 8, 4), (20, 6, 2), (21, 9, 4), (36, 10, 5)]
SOME, OTHERS = sized((EVENTS[1::2], EVENTS[::2]), (EVENTS, EVENTS))


def played_and_plan(players: int, rounds: int, after: int) -> tuple[tuple[Round, ...], tuple[Round, ...]]:
    whole = drawn(no_repeat(players, rounds), "before").rounds
    return whole[:after], whole[after:]


def byes(rounds: tuple[Round, ...], player: int) -> int:
    return sum(all(player not in table for table in one) for one in rounds)


def check(players: int, rounds: int, after: int, gone: set[int], come: set[int]) -> None:
    played, plan = played_and_plan(players, rounds, after)
    present = set(range(players)) - gone | come
    missed = dict.fromkeys(come, after)
    schedule = repair(played, present, rounds - after, seed="s", budget=BUDGET, missed=missed, plan=plan)
    assert (schedule.rounds[:after], len(schedule.rounds)) == (played, rounds)
    assert max(meetings(schedule.rounds).values()) == 1
    rest = schedule.rounds[after:]
    assert [len(one) for one in rest] == [len(present) // 3] * (rounds - after)
    assert {player for one in rest for table in one for player in table} <= present
    free = [byes(schedule.rounds[missed.get(player, 0) :], player) for player in present]
    assert max(free) - min(free) <= 1


@pytest.mark.parametrize(("players", "rounds", "after"), SOME)
def test_a_late_player_meets_only_new_opponents(players, rounds, after):
    check(players, rounds, after, set(), {players})


@pytest.mark.parametrize(("players", "rounds", "after"), OTHERS)
def test_rounds_are_complete_after_a_player_leaves(players, rounds, after):
    check(players, rounds, after, {5}, set())


@pytest.mark.parametrize(("players", "rounds", "after"), SOME)
def test_one_leaves_and_another_comes(players, rounds, after):
    check(players, rounds, after, {0}, {players})


@pytest.mark.parametrize(("players", "rounds", "after"), sized(EVENTS[3:4], EVENTS[:4]))
def test_three_leave_at_once(players, rounds, after):
    check(players, rounds, after, {1, 2, 3}, set())


def test_a_player_at_the_wrong_table_meets_nobody_again():
    played, plan = played_and_plan(24, 8, 3)
    (a, b, c), (d, e, f), *others = played[2]
    wrong = ((a, b, f), (d, e, c), *others)  # c and f swapped tables, which was noticed after the round
    schedule = repair((*played[:2], wrong), range(24), 5, seed="s", budget=BUDGET, plan=plan)
    assert schedule.rounds[2] == wrong
    assert max(meetings(schedule.rounds[2:]).values()) == 1


WINDS = [
    *((each, change) for each in EVENTS[:2] for change in (({5}, 0), (set(), 1), ({0}, 1), ({1, 2, 3}, 0))),
    *((each, change) for each in EVENTS[2:5] for change in (({5}, 0), ({0}, 1))),
    *((each, ({0}, 1)) for each in [(24, 6, 1), (18, 6, 2), (15, 5, 2), (27, 8, 5), (30, 10, 4)]),
]


@pytest.mark.parametrize(("event", "change"), sized(WINDS[::2], WINDS))
def test_winds_stay_one_apart_after_a_change(event, change):
    (players, rounds, after), (gone, come) = event, change
    played, plan = played_and_plan(players, rounds, after)
    present = set(range(players)) - gone | set(range(players, players + come))
    missed = dict.fromkeys(range(players, players + come), after)
    schedule = repair(played, present, rounds - after, seed="s", budget=Budget(), missed=missed, plan=plan)
    assert (quality(schedule).repeats, quality(schedule).wind_spread) == (0, 1)


def test_three_players_who_need_the_same_wind_get_no_further_out_of_balance():
    played, plan = played_and_plan(18, 6, 2)
    sat = {player: {one.index(player) for t in played for one in t if player in one} for player in range(18)}
    leaving = {player for player, winds in sat.items() if winds == {0, 1}}  # they all want West
    present = set(range(18)) - set(sorted(leaving)[:3])
    schedule = repair(played, present, 1, seed="s", budget=BUDGET, plan=plan[:1])
    assert (quality(schedule).repeats, quality(schedule).wind_spread) == (0, 2)


def test_a_plan_that_is_still_valid_is_kept():
    played, plan = played_and_plan(21, 7, 3)
    schedule = repair(played, range(21), 4, seed="s", budget=BUDGET, plan=plan)
    assert [{frozenset(table) for table in one} for one in schedule.rounds[3:]] == [
        {frozenset(table) for table in one} for one in plan
    ]


def test_two_players_are_too_few_for_a_round():
    with pytest.raises(RuleViolation) as refused:
        repair((), {3, 4}, 1, seed="s", budget=BUDGET)
    assert str(refused.value) == "A round needs at least three players."
