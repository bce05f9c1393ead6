"""The included schedules keep every promise of docs/seating.md, checked pair by pair."""

import hashlib
from collections import Counter
from itertools import combinations

import pytest

from engine.errors import RuleViolation
from engine.seating import Schedule, drawn, longest, moved_about, no_repeat, places, promise, quality

SIZES = range(8, 100)
ONE_SHORT = {49: 23, 73: 35, 97: 47}
PROVED = {12: 4}  # five rounds of twelve players are proved impossible


def bound(players: int) -> int:
    """The theoretical maximum of rounds, from the opponents of a player without a bye and at most one bye each."""
    free = players % 3
    return PROVED.get(players) or max(
        rounds
        for rounds in range(1, players)
        if rounds * free <= players and 2 * (rounds - (rounds * free == players)) <= players - 1
    )


def everything(schedule: Schedule) -> dict[str, object]:
    """All properties of a schedule, counted without the functions of the engine."""
    met: Counter[frozenset[int]] = Counter()
    winds = {player: [0, 0, 0] for player in range(schedule.players)}
    byes: Counter[int] = Counter()
    spread, sizes = 0, set()
    for one in schedule.rounds:
        seated = [player for table in one for player in table]
        sizes.add((len(one), len(seated), len(set(seated)), frozenset(map(len, one))))
        byes.update(set(range(schedule.players)) - set(seated))
        for table in one:
            met.update(map(frozenset, combinations(table, 2)))
            for wind, player in enumerate(table):
                winds[player][wind] += 1
        spread = max(spread, *(max(mine) - min(mine) for mine in winds.values()))
    each = schedule.players // 3
    assert sizes == {(each, 3 * each, 3 * each, frozenset({3}))}
    return {"meetings": max(met.values()), "byes": max(byes.values(), default=0) <= 1, "spread": spread <= 1}


@pytest.mark.parametrize("players", SIZES)
def test_nobody_meets_twice_or_sits_out_twice_and_winds_stay_even_after_every_round(players):
    schedule = no_repeat(players, longest(players))
    assert (len(schedule.rounds), everything(schedule)) == (
        longest(players),
        {"meetings": 1, "byes": True, "spread": True},
    )


@pytest.mark.parametrize("players", SIZES)
def test_there_are_as_many_rounds_as_possible(players):
    assert longest(players) == ONE_SHORT.get(players, bound(players))


@pytest.mark.parametrize("players", [8, 13, 21, 50, 99])
def test_a_shorter_tournament_is_the_beginning_of_the_longest(players):
    most = longest(players)
    whole = no_repeat(players, most)
    assert [no_repeat(players, rounds) for rounds in range(1, most + 1)] == [
        Schedule(whole.players, whole.rounds[:rounds]) for rounds in range(1, most + 1)
    ]


@pytest.mark.parametrize(("players", "most"), [(3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (12, 4)])
def test_few_players_have_a_limited_number_of_rounds_without_rematch(players, most):
    assert longest(players) == most
    assert everything(no_repeat(players, most))["meetings"] == 1


def test_too_many_rounds_are_refused_with_the_possible_number():
    with pytest.raises(RuleViolation) as refused:
        no_repeat(21, 11)
    assert (refused.value.field, str(refused.value)) == (
        "rounds",
        "With 21 players, a schedule without rematches can have 1 to 10 rounds, not 11.",
    )


@pytest.mark.parametrize("players", [-1, 0, 2, 100])
def test_too_few_or_too_many_players_are_refused(players):
    with pytest.raises(RuleViolation) as refused:
        no_repeat(players, 1)
    assert str(refused.value) == "A tournament can have 3 to 99 players."


def test_the_same_seed_gives_the_same_draw_on_every_machine():
    assert places(9, "club night") == places(9, "club night")
    assert sorted(places(99, "x")) == list(range(99))
    assert places(9, "2026-11-21") == (2, 6, 3, 4, 7, 5, 8, 1, 0)


def test_the_hash_of_the_seed_can_be_published_before_the_draw():
    assert promise("2026-11-21") == hashlib.sha256(b"2026-11-21").hexdigest()


def test_a_draw_keeps_what_the_schedule_promises():
    schedule = drawn(no_repeat(22, 10), "any")
    assert everything(schedule) == {"meetings": 1, "byes": True, "spread": True}
    assert schedule != no_repeat(22, 10)


@pytest.mark.parametrize(("players", "rounds", "most"), [(21, 10, 70), (30, 7, 20), (21, 5, 12)])
def test_few_players_come_back_to_a_table_where_they_sat(players, rounds, most):
    schedule = moved_about(no_repeat(players, rounds))
    assert quality(schedule).table_repeats <= most
    assert [set(one) for one in schedule.rounds] == [set(one) for one in no_repeat(players, rounds).rounds]
