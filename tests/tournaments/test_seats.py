"""Seats that are swapped by hand, late arrivals and withdrawals: the preview, and the notice of published changes."""

import pytest

from engine.errors import RuleViolation
from tests.matches.table import new_key
from tests.tournaments.cast import close, result, tournament
from tournaments.draw import draw, round_view, seat_changes, seat_plans, write_rounds
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.entries.entries import EntryDetails, add_entrants
from tournaments.models import Entrant, Round, RoundChange, Seat, Stage, Table
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db


def rounds(found):
    day = Day(found)
    return [seat_plans.seats_of(day, each) for each in day.rounds]


def newcomer(found, number, name="Zoe Zander"):
    return Entrant.objects.create(
        tournament=found, number=number, key=new_key(), name=name, entered_at=found.created_at
    )


def refused(sentence, step):
    with pytest.raises(RuleViolation) as caught:
        step()
    assert str(caught.value) == sentence


def swap(found, olga, number, one, other, **told):
    return seat_changes.swap_seats(tournament=found, number=number, one=one, other=other, by=olga.user, **told)


def reseat(found, olga, first, leaves=(), comes=(), **told):
    return seat_changes.reseat(tournament=found, first=first, leaves=leaves, comes=comes, by=olga.user, **told)


def test_two_change_places_in_a_hidden_round(club, olga):
    found = tournament(club, entrants=10, drawn=3)
    before = rounds(found)
    one, other = before[1].tables[0][1], before[1].byes[0]
    Seat.objects.filter(round__number=2, entrant__number=one).update(substitute="Sub Stitute")
    swap(found, olga, 2, one, other)
    assert rounds(found) == [before[0], before[1].swapped(one, other), before[2]]
    assert Seat.objects.get(substitute="Sub Stitute").entrant.number == one
    assert RoundChange.objects.count() == 0


def test_the_same_tap_twice_does_not_swap_them_back(club, olga):
    found = tournament(club, drawn=3)
    before = rounds(found)[0]
    one, other = before.tables[0][0], before.tables[1][0]
    swap(found, olga, 1, one, other, seen=before.mark)
    refused(
        "The seats have changed in the meantime. Check them again.",
        lambda: swap(found, olga, 1, one, other, seen=before.mark),
    )
    assert rounds(found)[0] == before.swapped(one, other)


def test_a_published_round_changes_with_a_reason_that_everybody_can_read(club, olga):
    found = tournament(club, drawn=3, published=1)
    before = rounds(found)[0]
    one, other = before.tables[0][0], before.tables[1][0]
    refused("Enter a reason. It will be visible to everyone.", lambda: swap(found, olga, 1, one, other))
    swap(found, olga, 1, one, other, reason="They share a car")
    change = RoundChange.objects.get(revision=1)
    assert (change.reason, change.before, change.after) == (
        "They share a car", before.saved, before.swapped(one, other).saved,
    )  # fmt: skip
    assert Round.objects.get(number=1).revision == 1


def test_a_published_round_that_was_hidden_changes_with_a_reason_that_everybody_can_read(club, olga):
    found = tournament(club, entrants=10, drawn=3)
    write_rounds.publish_rounds(tournament=found, upto=1, by=olga.user)
    write_rounds.hide_rounds(tournament=found, first=1, by=olga.user)
    one, other = rounds(found)[0].tables[0][0], rounds(found)[0].tables[1][0]
    refused("Enter a reason. It will be visible to everyone.", lambda: swap(found, olga, 1, one, other))
    refused("Enter a reason. It will be visible to everyone.", lambda: reseat(found, olga, 1, (other,)))
    swap(found, olga, 1, one, other, reason="published")
    reseat(found, olga, 1, (other,), reason="They are ill")
    write_rounds.publish_rounds(tournament=found, upto=1, by=olga.user)
    day = Day(found)
    assert [each.reason for each in round_view.changes(day, day.rounds[0])] == ["They are ill", "published"]


def test_a_locked_round_changes_only_with_a_reason(club, olga):
    found = tournament(club, drawn=3)
    write_rounds.lock_round(tournament=found, number=1, locked=True, by=olga.user)
    one, other = rounds(found)[0].tables[0][:2]
    refused("Enter a reason. It will be visible to everyone.", lambda: swap(found, olga, 1, one, other))
    write_rounds.lock_round(tournament=found, number=1, locked=False, by=olga.user)
    swap(found, olga, 1, one, other)


def test_a_table_that_has_started_keeps_its_seats_and_the_others_may_change(club, olga):
    found = tournament(club, drawn=3, published=1)
    before = rounds(found)[0]
    result(Table.objects.get(round__number=1, number=1))
    refused(
        "Table 1 has started, so its seats can’t be changed.",
        lambda: swap(found, olga, 1, before.tables[0][0], before.tables[1][0], reason="why not"),
    )
    swap(found, olga, 1, before.tables[1][0], before.tables[2][0], reason="why not")
    assert rounds(found)[0].tables[0] == before.tables[0]


def test_players_who_are_not_in_the_round_are_not_swapped(club, olga):
    found = tournament(club, drawn=3)
    refused("Choose two different players from this round.", lambda: swap(found, olga, 1, 1, 77))
    refused("Choose two different players from this round.", lambda: swap(found, olga, 1, 1, 1))


# ── late arrivals and withdrawals ────────────────────────────────────────────


def test_a_late_arrival_and_a_withdrawal_reseat_the_coming_rounds(club, olga):
    found = tournament(club, entrants=10, rounds=4, drawn=4, played=1)
    newcomer(found, 11)
    before = rounds(found)
    day = Day(found)
    assert [each.number for each in seat_plans.unseated(day)] == [11]
    assert seat_changes.first_open(day) == 2
    preview = seat_changes.plan_reseating(day, 2, (3,), (11,))
    taken = reseat(found, olga, 2, (3,), (11,), mark=preview.mark)
    assert taken.after == preview.after == tuple(rounds(found)[1:])
    assert rounds(found)[0] == before[0]
    for one in rounds(found)[1:]:
        assert one.everybody == set(range(1, 12)) - {3}
        assert len(one.byes) == 1
    assert seat_plans.quality(rounds(found)).repeats == 0
    told = Entrant.objects.filter(tournament=found, number__in=(3, 11)).values_list("from_round", "left_after")
    assert list(told) == [(1, 1), (2, None)]
    assert seat_plans.unseated(Day(found)) == seat_plans.gone(Day(found)) == []


def test_people_on_the_waiting_list_are_accepted_once_rounds_are_drawn(club, olga):
    found = tournament(club, entrants=10, rounds=4, drawn=4, played=1)
    told = [EntryDetails(name="Zoe Zander")]
    (zoe,) = add_entrants(tournament=found, by=olga.user, entries=told)
    assert (zoe.state, [each.number for each in Day(found).waiting]) == ("waiting", [11])
    reseat(found, olga, 2, comes=(11,))
    zoe.refresh_from_db()
    assert (zoe.state, zoe.from_round) == ("entered", 2)
    assert [11 in one.everybody for one in rounds(found)] == [False, True, True, True]


def test_tables_with_unchanged_players_keep_their_numbers(club, olga):
    found = tournament(club, entrants=25, rounds=5, drawn=5, played=2)
    newcomer(found, 26)
    before = rounds(found)
    reseat(found, olga, 3, (4,), (26,))
    kept = 0
    for old, new in zip(before[2:], rounds(found)[2:], strict=True):
        same = {frozenset(table) for table in old.tables} & {frozenset(table) for table in new.tables}
        kept += len(same)
        assert all(
            [frozenset(table) for table in old.tables].index(each)
            == [frozenset(table) for table in new.tables].index(each)
            for each in same
        )
    assert kept > 6


def test_nobody_has_two_byes_because_somebody_came_late(club, olga):
    found = tournament(club, entrants=10, rounds=5, drawn=5, played=2)
    newcomer(found, 11)
    reseat(found, olga, 3, (), (11,))
    byes = [number for one in rounds(found) for number in one.byes]
    assert len(byes) == 8
    assert max(byes.count(number) for number in byes) == 1


def test_a_published_round_says_that_it_was_reseated(club, olga):
    found = tournament(club, entrants=10, rounds=4, drawn=4, published=2, played=1)
    before = rounds(found)
    assert seat_changes.first_open(Day(found)) == 3
    refused("Enter a reason. It will be visible to everyone.", lambda: reseat(found, olga, 2, (5,)))
    reseat(found, olga, 2, (5,), reason="Eva had to leave")
    change = RoundChange.objects.get(round__number=2, revision=1)
    assert (change.reason, change.before, change.after) == (
        "Eva had to leave", before[1].saved, rounds(found)[1].saved,
    )  # fmt: skip
    assert 5 not in rounds(found)[1].everybody


def test_the_applied_seats_are_those_of_the_preview(club, olga):
    found = tournament(club, entrants=10, rounds=3, drawn=3, played=1)
    mark = seat_changes.plan_reseating(Day(found), 2, (3,), ()).mark
    swap(found, olga, 2, *rounds(found)[1].tables[0][:2])
    refused(
        "Something has changed in the meantime. Check the preview again.",
        lambda: reseat(found, olga, 2, (3,), mark=mark),
    )


def test_a_round_that_has_started_is_not_reseated(club, olga):
    found = tournament(club, entrants=10, rounds=3, drawn=3, published=2, played=1)
    result(Table.objects.get(round__number=2, number=1))
    refused("Round 2 has started. Choose a later one.", lambda: reseat(found, olga, 2, (3,)))
    reseat(found, olga, 3, (3,))
    assert [3 in one.everybody for one in rounds(found)] == [True, True, False]


def test_a_withdrawn_player_can_return(club, olga):
    found = tournament(club, entrants=10, rounds=4, drawn=4, played=1)
    reseat(found, olga, 2, (3,))
    reseat(found, olga, 3, (), (3,))
    assert [3 in one.everybody for one in rounds(found)] == [True, False, True, True]
    assert Entrant.objects.get(tournament=found, number=3).left_after is None


def test_a_player_withdrawn_on_the_list_leaves_the_coming_rounds(club, olga):
    found = tournament(club, entrants=10, rounds=3, drawn=3)
    Entrant.objects.filter(tournament=found, number=4).update(state="withdrawn")
    assert [each.number for each in seat_plans.gone(Day(found))] == [4]
    reseat(found, olga, 1)
    assert [one.everybody for one in rounds(found)] == [set(range(1, 11)) - {4}] * 3


def test_groups_are_not_mixed_when_somebody_arrives_late(club, olga):
    found = tournament(club, entrants=9, rounds=3)
    Stage.objects.filter(tournament=found).update(seating="groups")
    draw.draw_stage(tournament=found, stage=1, key=new_key(), by=olga.user, options=DrawOptions(groups=2, seed="g"))
    small = min(Stage.objects.get(tournament=found).plan["groups"], key=len)
    newcomer(found, 10)
    reseat(found, olga, 1, (), (10,))
    groups = Stage.objects.get(tournament=found).plan["groups"]
    assert sorted(small + [10]) in groups
    for one in rounds(found):
        assert all(any(set(table) <= set(group) for group in groups) for table in one.tables)


def test_tables_of_four_stay_without_byes_when_somebody_leaves(club, olga):
    found = tournament(club, entrants=14, rounds=3)
    Stage.objects.filter(tournament=found).update(seating="four")
    draw.draw_stage(tournament=found, stage=1, key=new_key(), by=olga.user, options=DrawOptions(seed="f"))
    write_rounds.publish_rounds(tournament=found, upto=1, by=olga.user)
    close(Round.objects.get(tournament=found, number=1))
    reseat(found, olga, 2, (5,))
    assert [sorted(map(len, one.tables)) for one in rounds(found)] == [[3, 3, 4, 4], [3, 3, 3, 4], [3, 3, 3, 4]]
    assert [one.byes for one in rounds(found)] == [()] * 3


def test_the_next_swiss_round_accounts_for_late_arrivals_and_withdrawals(club, olga):
    found = tournament(club, entrants=15, rounds=3)
    Stage.objects.filter(tournament=found).update(seating="swiss")
    draw.draw_stage(tournament=found, stage=1, key=new_key(), by=olga.user, options=DrawOptions(seed="s"))
    write_rounds.publish_rounds(tournament=found, upto=1, by=olga.user)
    close(Round.objects.get(tournament=found, number=1))
    newcomer(found, 16)
    reseat(found, olga, 2, (7, 8), (16,))
    draw.generate_round(tournament=found, number=2, key=new_key(), by=olga.user)
    second = rounds(found)[1]
    assert second.everybody == set(range(1, 17)) - {7, 8}
    assert seat_plans.earlier_meetings(rounds(found)[:1], second) == {}


def test_too_few_players_are_refused(club, olga):
    found = tournament(club, entrants=4, rounds=2, drawn=2)
    refused("A round needs at least three players.", lambda: reseat(found, olga, 1, (1, 2)))
