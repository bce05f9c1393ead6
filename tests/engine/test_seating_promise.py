"""The guarantees of docs/seating.md, one test for each. The other files test details."""

from hashlib import sha256

import pytest

from engine.errors import RuleViolation
from engine.seating import (
    Budget,
    best,
    drawn,
    longest,
    meetings,
    no_repeat,
    prescribed,
    problems,
    promise,
    quality,
    repair,
    separated,
    still_meeting,
    swiss,
    why,
    wind_spread,
    written,
)
from engine.seating.annealing.repair import fewest_repeats
from engine.seating.assignment import balanced
from engine.seating.constraints import kept_apart
from engine.seating.methods import rotating
from engine.seating.no_rematch_schedules import even
from engine.seating.schedule import Schedule
from tests.thorough import sized

SIZES = sized([*range(8, 26), 49, 62, 73, 97, 99], range(8, 100))  # test_seating_fixed.py checks all schedules
SHORT = Budget(60_000)


@pytest.mark.parametrize("players", SIZES)
def test_from_8_to_99_players_nobody_meets_or_sits_out_twice_and_winds_are_even_in_every_round(players):
    rounds = longest(players)
    good = quality(best(players, rounds, "promise"))
    # The theoretical maximum, except for 12 and for three sizes with one round less.
    counted = (players - 1 + 2 * (players % 3 > 0)) // 2
    assert rounds in {12: (4,), 49: (23,), 73: (35,), 97: (47,)}.get(players, (counted, (players - 1) // 2))
    assert (good.repeats, good.most_byes <= 1, good.wind_spread) == (0, True, 1)


@pytest.mark.parametrize("players", range(4, 13))
def test_small_clubs_meet_as_evenly_as_possible(players):
    for rounds in range(2, 11):
        good = quality(best(players, rounds, "promise"))
        pairs, met = players * (players - 1) // 2, rounds * (players // 3) * 3
        assert good.most_meetings <= -(-met // pairs) + 1
        assert (good.most_byes - good.least_byes <= 1, good.wind_spread) == (True, 1)


def test_seven_players_meet_exactly_twice_in_seven_rounds():
    assert set(meetings(even(7, 7).rounds).values()) == {2}


def test_winds_of_any_seating_are_balanced():
    same = tuple(((0, 1, 2), (3, 4, 5)) for _ in range(10))
    assert wind_spread(Schedule(6, same)) == 10
    assert wind_spread(Schedule(6, balanced(same))) == 1


@pytest.mark.parametrize(("players", "rounds"), [(7, 1), (8, 13), (10, 17), (13, 20), (20, 9), (25, 21), (50, 6)])
def test_numbers_of_byes_differ_by_one_at_most(players, rounds):
    good = quality(best(players, rounds, "promise"))
    assert good.most_byes - good.least_byes <= 1


def test_numbers_of_byes_differ_by_one_at_most_even_if_people_cannot_be_kept_apart():
    good = quality(best(7, 6, "s", SHORT, separated([(0, 1, 2, 3)])))
    assert good.most_byes - good.least_byes <= 1


def test_people_are_kept_apart_and_who_could_not_be_is_named():
    apart = separated([(0, 1, 2), (3, 4), (5, 6, 7, 8)])
    schedule = kept_apart(no_repeat(30, 10), apart, "s", SHORT)
    assert (still_meeting(schedule, apart), quality(schedule).repeats) == ((), 0)
    everybody = separated([(0, 1, 2)])
    assert still_meeting(best(6, 3, "s", SHORT, everybody), everybody) != ()


def test_swiss_looks_ahead_and_is_refused_with_the_reason_if_it_is_impossible():
    pairing = swiss(range(24), (), 9, seed="s", budget=Budget(4000))
    assert max(meetings((pairing.round, *pairing.plan)).values()) == 1
    assert len(pairing.plan) >= 8
    with pytest.raises(RuleViolation, match="at most 9 rounds; after that, hardly any new pairings are left"):
        swiss(range(24), (), 10, seed="s")


def test_every_swiss_pairing_can_be_asked_why():
    pairing = swiss(range(24), (), 5, seed="s", budget=Budget(4000))
    assert all(why(pairing, table, range(24), ()) for table in pairing.round)


def test_prescribed_seating_is_checked_before_it_starts():
    names = ["Ann", "Bob", "Cem", "Dee", "Eve", "Fay"]
    assert prescribed("Ann-Bob-Cem\nDee-Eve-Fay", names).rounds == (((0, 1, 2), (3, 4, 5)),)
    assert [str(each) for each in problems(written("Ann-Bob-Ann\nDee-Eve-Gil"), names)] == [
        "Round 1: Ann sits at table 1 twice.",
        "Round 1, table 2: Gil isn’t in the player list.",
        "Round 1: no table for Cem, Fay. The maximum number of byes is 0.",
    ]


def test_random_seating_has_the_fewest_repeats():
    one, other = (fewest_repeats(20, 13, seed=seed, budget=SHORT) for seed in "ab")
    assert one != other
    # 234 meetings of 190 pairs
    assert [quality(each).repeats for each in (one, other)] == [44, 44]
    assert [quality(each).most_meetings for each in (one, other)] == [2, 2]


CHANGES = [(set(), 1), ({5}, 0), ({0}, 1), ({1, 2, 3}, 0), ({1, 2}, 2), (set(), 3)]
EVENTS = [(21, 7, 3), (30, 7, 2), (24, 8, 4), (20, 6, 2), (36, 10, 5)]
# `make test` has every event and every kind of change once, the thorough run all combinations.
FEW = [(*event, *CHANGES[(number + 3) % len(CHANGES)]) for number, event in enumerate([*EVENTS, EVENTS[0]])]
EACH = [(*event, *change) for event in EVENTS for change in CHANGES]


@pytest.mark.parametrize(("players", "rounds", "after", "gone", "come"), sized(FEW, EACH))
def test_after_late_entries_and_drop_outs_nobody_meets_again(players, rounds, after, gone, come):
    whole = drawn(no_repeat(players, rounds), "promise").rounds
    new = set(range(players, players + come))
    present = set(range(players)) - gone | new
    missed = dict.fromkeys(new, after)
    told = {"budget": Budget(150_000), "missed": missed, "plan": whole[after:]}
    schedule = repair(whole[:after], present, rounds - after, seed="s", **told)
    assert (schedule.rounds[:after], quality(schedule).repeats) == (whole[:after], 0)
    assert wind_spread(schedule) <= 2


def test_play_can_go_on_after_wrong_seats():
    whole = drawn(no_repeat(24, 8), "promise").rounds
    (a, b, c), (d, e, f), *others = whole[2]
    seated = (*whole[:2], ((a, b, f), (d, e, c), *others))
    schedule = repair(seated, range(24), 5, seed="s", budget=Budget(150_000), plan=whole[3:])
    assert (schedule.rounds[:3], max(meetings(schedule.rounds[2:]).values())) == (seated, 1)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [pytest.param(13, 4, marks=pytest.mark.thorough), pytest.param(14, 4, marks=pytest.mark.thorough), (16, 6)],
)
def test_at_tables_of_four_nobody_meets_twice(players, rounds):
    schedule = rotating(players, rounds, seed="s", budget=Budget())
    assert quality(schedule).repeats == 0


FOURS = sized([(7, 8), (8, 6), (14, 6), (26, 8)], [(7, 8), (8, 6), (11, 6), (14, 6), (17, 8), (20, 6), (26, 8)])


@pytest.mark.parametrize(("players", "rounds"), FOURS)
def test_sitting_out_first_at_tables_of_four_is_shared_evenly(players, rounds):
    schedule = rotating(players, rounds, seed="s", budget=SHORT)
    fours = [table for one in schedule.rounds for table in one if len(table) == 4]
    first = [sum(table[3] == player for table in fours) for player in range(players)]
    assert max(first) - min(first) <= 1
    begun = Schedule(players, tuple((table[:3],) for table in fours))
    assert (wind_spread(begun) <= 1, quality(schedule).wind_spread <= 1) == (True, True)


def test_a_search_shows_its_progress_and_can_be_stopped_with_the_best_so_far():
    shares = []

    def stop(share: float) -> bool:
        shares.append(share)
        return share < 0.1

    schedule = best(28, 30, "s", Budget(keep_going=stop))
    assert shares == sorted(shares)
    assert (shares[0], shares[-2] < 0.1 <= shares[-1] < 0.2, len(schedule.rounds)) == (0.0, True, 30)


def test_anybody_can_repeat_the_draw():
    assert promise("21 November") == sha256(b"21 November").hexdigest()
    assert best(21, 5, "21 November") == best(21, 5, "21 November") != best(21, 5, "22 November")


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (21, 9), (22, 9), (29, 13), (30, 20)])
def test_tables_set_by_the_organiser_are_kept_and_nobody_meets_twice_if_possible(players, rounds):
    given = {0: [(0, 2, 4)], 2: [(1, 5, 3), (6, 7, 8)]}
    schedule = best(players, rounds, "s", Budget(), fixed=given)
    for number, tables in given.items():
        assert set(map(frozenset, tables)) <= set(map(frozenset, schedule.rounds[number]))
    good = quality(schedule)
    assert (good.repeats == 0) is (rounds <= longest(players))
    assert (good.wind_spread, good.most_byes - good.least_byes <= 1) == (1, True)


@pytest.mark.parametrize(
    ("fixed", "sentence"),
    [
        ({0: [(0, 1)]}, "A fixed table must have three players and belong to a round of this tournament."),
        ({5: [(0, 1, 2)]}, "A fixed table must have three players and belong to a round of this tournament."),
        (
            {1: [(0, 1, 2), (2, 3, 4)]},
            "The fixed tables in round 2 include the same player twice, or an unknown player.",
        ),
        ({1: [(0, 1, 9)]}, "The fixed tables in round 2 include the same player twice, or an unknown player."),
        ({0: [(3, 8, 2)]}, "A fixed table in round 1 has two players who must be kept apart."),
    ],
)
def test_impossible_tables_are_refused(fixed, sentence):
    with pytest.raises(RuleViolation) as refused:
        best(9, 3, "s", SHORT, separated([(2, 8)]), fixed)
    assert (refused.value.field, str(refused.value)) == ("fixed", sentence)
