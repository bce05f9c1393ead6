"""Swiss rounds: neighbours in the ranking meet, no rematch, no dead end. SWISS_EVENTS: number of tournaments."""

from itertools import combinations
from random import Random

import pytest

from engine.errors import RuleViolation
from engine.seating import Budget, longest, no_repeat, quality, swiss, why
from engine.seating.schedule import Round, Schedule, meetings
from engine.seating.swiss import Pairing
from tests.thorough import amount

EVENTS = amount("SWISS_EVENTS", 4, 50)
QUICK = Budget(4000)


def played_out(players: int, rounds: int, seed: int, budget: Budget = QUICK) -> tuple[list[Pairing], list[Round]]:
    """Play a whole tournament with 3-1-0 points, in which stronger players win slightly more often."""
    chance = Random(seed)
    strength = [chance.gauss(0, 1) for _ in range(players)]
    points = [0.0] * players
    told: list[Pairing] = []
    played: list[Round] = []
    for _ in range(rounds):
        ranking = sorted(range(players), key=lambda player: (-points[player], player))
        plan = told[-1].plan if told else ()
        told.append(swiss(ranking, played, rounds, seed=str(seed), plan=plan, budget=budget))
        played.append(told[-1].round)
        for table in played[-1]:
            order = sorted(table, key=lambda player: -strength[player] - chance.gauss(0, 1))
            for player, worth in zip(order, (3, 1, 0), strict=True):
                points[player] += worth
    return told, played


@pytest.mark.parametrize("event", range(EVENTS))
def test_no_tournament_needs_a_rematch(event):
    chance = Random(event)
    players = chance.randrange(9, 61)
    rounds = chance.randrange(1, longest(players) - 1)
    _, played = played_out(players, rounds, event)
    good = quality(Schedule(players, tuple(played)))
    assert (len(played), good.repeats, good.most_byes - good.least_byes <= 1) == (rounds, 0, True)
    assert all(len(one) == players // 3 for one in played)


@pytest.mark.parametrize("players", [12, 15, 18])
def test_the_longest_swiss_succeeds_where_greedy_pairing_fails(players):
    rounds = longest(players) - 2
    _, played = played_out(players, rounds, players)
    assert quality(Schedule(players, tuple(played))).repeats == 0


def test_neighbours_in_the_ranking_meet():
    told, _ = played_out(30, 5, 3, Budget(30_000))
    fixed = sum((a - b) ** 2 for table in no_repeat(30, 1).rounds[0] for a in table for b in table if a < b)
    assert told[0].gap == 60  # ten tables of neighbours: 1 + 1 + 4 each
    assert [pairing.gap < fixed / 10 for pairing in told] == [True] * 5


def test_a_search_without_steps_still_finds_a_round_without_rematch():
    told, played = played_out(21, 8, 5, Budget(0))
    assert quality(Schedule(21, tuple(played))).repeats == 0


def test_the_same_seed_pairs_the_same():
    assert played_out(16, 4, 9) == played_out(16, 4, 9)


def test_swiss_goes_on_when_somebody_left():
    _, played = played_out(24, 3, 2)
    ranking = [player for player in range(24) if player != 7]
    pairing = swiss(ranking, played, 6, seed="s", budget=Budget(60_000))
    assert len(pairing.round) == 7
    both = Schedule(24, (*played, pairing.round))
    assert (quality(both).repeats, len(pairing.plan)) == (0, 2)


def test_too_many_rounds_are_refused_with_the_reason():
    with pytest.raises(RuleViolation) as refused:
        swiss(range(18), (), 7, seed="s")
    assert (refused.value.field, str(refused.value)) == (
        "rounds",
        "With 18 players, the Swiss system allows at most 6 rounds; after that, hardly any new pairings "
        "are left, whatever the standings. The fixed schedule allows 8.",
    )


def test_seven_players_are_too_few():
    with pytest.raises(RuleViolation) as refused:
        swiss(range(7), (), 1, seed="s")
    assert str(refused.value) == "The Swiss system needs at least 8 players. With fewer, use the balanced schedule."


def test_after_the_last_round_there_is_no_next():
    with pytest.raises(RuleViolation) as refused:
        swiss(range(9), no_repeat(9, 2).rounds, 2, seed="s")
    assert str(refused.value) == "All 2 rounds have been played."


def test_players_who_cannot_be_paired_without_a_rematch_are_named():
    with pytest.raises(RuleViolation) as refused:
        swiss(range(9), (*no_repeat(9, 1).rounds,) * 2 + no_repeat(9, 4).rounds[1:], 6, seed="s", budget=QUICK)
    assert refused.value.field == "rounds"


def test_every_pairing_can_be_asked_why():
    ranking = list(range(9))
    first = swiss(ranking, (), 2, seed="s", budget=QUICK)
    again = swiss(ranking, [first.round], 2, seed="s", plan=first.plan, budget=QUICK)
    table = next(table for table in again.round if 0 in table)
    told = [str(reason) for reason in why(again, table, ranking, [first.round])]
    assert told[1].startswith("Places 1, ")
    assert all("met the player in place" in each and each.endswith("in round 1.") for each in told[2:])
    assert len(told) > 2


# ── winds, and who is kept apart ─────────────────────────────────────────────


def apart_by(players: int, played: list[Round]) -> list[int]:
    """The difference between the most and least frequent wind of each player."""
    counts = [[0, 0, 0] for _ in range(players)]
    for table in (table for one in played for table in one):
        for wind, player in enumerate(table):
            counts[player][wind] += 1
    return [max(mine) - min(mine) for mine in counts]


@pytest.mark.thorough
def test_unbalanced_winds_are_rarer_than_if_the_ranking_alone_decided():
    sizes = ((16, 4), (24, 6), (30, 5), (60, 8))
    events = [(players, rounds, seed) for players, rounds in sizes for seed in (1, 2)]
    told = [spread for event in events for spread in apart_by(event[0], played_out(*event, Budget(30_000))[1])]
    assert len(told) == 260
    assert max(told) <= 2
    assert sum(spread > 1 for spread in told) <= 14  # 22 if the ranking alone decides


COUPLES = frozenset((first, first + 1) for first in range(0, 12, 2))


@pytest.mark.parametrize(("players", "rounds"), [(24, 6), (25, 5), (15, 4)])
def test_players_who_are_kept_apart_do_not_meet_in_any_round_or_plan(players, rounds):
    chance, points, played, plan = Random(players), [0.0] * players, [], ()
    for number in range(rounds):
        ranking = sorted(range(players), key=lambda player: (-points[player], player))
        told = swiss(ranking, played, rounds, seed="s", plan=plan, apart=COUPLES, budget=QUICK)
        played.append(told.round)
        plan = told.plan
        assert not COUPLES & meetings((*played, *plan)).keys()
        assert len(plan) >= rounds - number - 1
        for table in told.round:
            for player in table:
                points[player] += chance.random()
    assert quality(Schedule(players, tuple(played))).repeats == 0


def test_players_who_are_kept_apart_do_not_meet_after_somebody_left():
    _, played = played_out(24, 2, 2)
    free = [pair for pair in combinations(range(24), 2) if pair not in meetings(played)]
    apart = frozenset(Random(3).sample(free, 10))
    pairing = swiss([each for each in range(24) if each != 7], played, 5, seed="s", apart=apart, budget=Budget(60_000))
    assert not apart & meetings((pairing.round, *pairing.plan)).keys()


def test_players_who_cannot_possibly_be_kept_apart_are_named():
    with pytest.raises(RuleViolation) as refused:
        swiss(range(9), (), 2, seed="s", apart=frozenset((0, other) for other in range(1, 6)), budget=QUICK)
    assert (refused.value.field, str(refused.value)) == (
        "apart",
        "Too many pairs are kept apart: every player needs at least 4 opponents, and one has only 3 (rounds: 2).",
    )


def test_if_no_pairing_keeps_them_apart_it_is_refused_with_that_reason():
    with pytest.raises(RuleViolation) as refused:
        swiss(range(12), list(no_repeat(12, 1).rounds), 2, seed="s", apart=everybody(12), budget=QUICK)
    assert (refused.value.field, str(refused.value)) == (
        "apart",
        "The remaining rounds (1) can’t be played without a rematch or a table of players who must be kept apart.",
    )


def everybody(players: int) -> frozenset[tuple[int, int]]:
    """All pairs, so that nobody may meet anybody."""
    return frozenset(combinations(range(players), 2))
