"""Stages: the cut and its ties, what is carried over, groups, finals of three and four."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.tournament import (
    Carry,
    Cut,
    PlaceReason,
    PointAdjustment,
    Ranking,
    Results,
    TiedOnTheLine,
    carried,
    cut,
    cut_each,
    read_stage,
    standings,
)
from engine.tournament.stages import StageRules, stage_to_json

F = Fraction


def lines(*totals, lots=None, tie_breaks=("lot",), **more):
    """Standings of entrants 1, 2, … with these totals."""
    results = Results(
        tuple(range(1, len(totals) + 1)),
        adjustments=tuple(PointAdjustment(at, F(total), "given") for at, total in enumerate(totals, start=1)),
        lots=lots or {},
    )
    return standings(replace(results, **more), Ranking(tie_breaks))


# ── the cut ───────────────────────────────────────────────────────────────────


def test_the_first_so_many_of_each_group_go_on_and_of_a_small_one_all():
    told = lines(10, 40, 30, 20, 50, 60, withdrawn=frozenset({3}))
    assert cut_each(told, ({1, 2, 4}, {3, 5, 6}), 1) == Cut((6, 2), (5, 4, 1, 3), None)
    assert cut_each(told, ({1, 2, 4, 5}, {3, 6}), 2) == Cut((6, 5, 2), (4, 1, 3), None)


def test_ties_within_a_group_need_a_lot_but_ties_across_groups_do_not():
    told = lines(10, 10, 10, 5, 5, 5)
    assert cut_each(told, ({1, 4}, {2, 5}, {3, 6}), 1).through == (1, 2, 3)
    with pytest.raises(TiedOnTheLine) as tied:
        cut_each(told, ({1, 2, 4}, {3, 5, 6}), 1)
    assert set(tied.value.entrants) == {1, 2}


def test_the_first_so_many_go_on_and_the_withdrawn_do_not():
    told = cut(lines(10, 40, 30, 20, withdrawn=frozenset({2})), 2)
    assert told == Cut((3, 4), (1, 2), None)


def test_everybody_can_go_on():
    assert cut(lines(1, 2, 3), 3) == Cut((3, 2, 1), (), None)


def test_a_tie_at_the_cut_is_explained_by_what_decided_it():
    told = cut(lines(10, 10, 5, lots={1: 2, 2: 1}), 1)
    assert told == Cut((2,), (1, 3), PlaceReason("lot", 2, F(1), F(2)))


def test_players_tied_on_everything_at_the_cut_are_named():
    with pytest.raises(TiedOnTheLine, match="at the cut: 2, 3, 4") as refused:
        cut(lines(30, 20, 20, 20, 10), 3)
    assert (refused.value.entrants, refused.value.field) == ((2, 3, 4), "lots")


def test_a_tie_elsewhere_does_not_matter():
    assert cut(lines(20, 20, 10, 10), 2).through == (1, 2)


def test_a_lot_at_the_cut_does_not_change_the_places():
    level = lines(30, 20, 20, 20, 10, tie_breaks=())
    assert cut(level, 2, {2: 3, 3: 1, 4: 2}) == Cut((1, 3), (4, 2, 5), PlaceReason("lot", 3, F(1), F(2)))
    assert cut(level, 2, {2: 2, 3: 1, 4: 2}).through == (1, 3)


@pytest.mark.parametrize("lots", [{2: 1, 3: 2}, {2: 1, 3: 1, 4: 2}])
def test_a_lot_that_does_not_resolve_the_tie_is_not_enough(lots):
    with pytest.raises(TiedOnTheLine):
        cut(lines(30, 20, 20, 20, 10), 2, lots)


@pytest.mark.parametrize("k", [0, 4])
def test_the_cut_must_be_between_one_and_all_placed_players(k):
    with pytest.raises(RuleViolation, match="Choose 1 to 3 qualifiers"):
        cut(lines(3, 2, 1), k)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=8), st.integers(1, 8))
def test_no_eliminated_player_has_more_points_than_a_qualified_one(totals, k):
    table = lines(*totals, lots={at: at for at in range(1, len(totals) + 1)})
    if k > len(totals):
        return
    told = cut(table, k)
    total = dict(enumerate(totals, start=1))
    assert sorted((*told.through, *told.out)) == sorted(total)
    assert len(told.through) == k
    assert min(total[each] for each in told.through) >= max((total[each] for each in told.out), default=-9)


# ── carry-over ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("carry", "told"),
    [
        (Carry(), {1: 0, 2: 0, 3: 0, 4: 0}),
        (Carry("half"), {1: F(21, 2), 2: F(7, 2), 3: F(7, 2), 4: -4}),
        (Carry("full"), {1: 21, 2: 7, 3: 7, 4: -8}),
        (Carry("head_start", (F(9), F(4), F(1))), {1: 9, 2: F(5, 2), 3: F(5, 2), 4: 0}),
        (Carry("head_start", (F(9), F(4))), {1: 9, 2: 2, 3: 2, 4: 0}),
    ],
)
def test_what_goes_with_an_entrant_into_the_next_stage(carry, told):
    assert carried(lines(21, 7, 7, -8), carry) == told


def test_the_next_stage_begins_with_what_was_carried():
    before = carried(lines(21, 7, 6), Carry("half"))
    assert [each.total for each in standings(Results((1, 2, 3), carried=before))] == [F(21, 2), F(7, 2), 3]


# ── groups and finals ─────────────────────────────────────────────────────────


# ── options ───────────────────────────────────────────────────────────────────


def test_a_stage_survives_json():
    stage = StageRules("final", 8, 4, 1, Carry("head_start", (F(5), F(5, 2))))
    told = {
        "kind": "final",
        "rounds": 8,
        "takes": 4,
        "groups": 1,
        "carry": {"kind": "head_start", "values": [5, "5/2"]},
    }
    assert stage_to_json(stage) == told
    assert read_stage(told) == stage
    assert read_stage({}) == StageRules()


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("kind", {"kind": "knockout"}),
        ("kind", {"kind": ["swiss"]}),
        ("rounds", {"rounds": 0}),
        ("takes", {"takes": 2}),
        ("takes", {"kind": "final", "takes": 5}),
        ("rounds", {"kind": "final", "takes": 4, "rounds": 3}),
        ("groups", {"groups": 0}),
        ("carry", {"carry": "all"}),
        ("carry", {"carry": {"kind": "double"}}),
        ("carry", {"carry": {"kind": "head_start", "values": 5}}),
        ("carry", {"carry": {"kind": "head_start", "values": [1.5]}}),
        ("cut", {"cut": 4}),
    ],
)
def test_an_invalid_stage_is_refused_by_its_name(field, options):
    with pytest.raises(RuleViolation) as refused:
        read_stage(options)
    assert refused.value.field == field
