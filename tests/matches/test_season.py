"""The standings of a season, compared with a slow count from the logs, after all kinds of changes."""

from dataclasses import asdict
from datetime import UTC, date, datetime
from importlib import import_module
from itertools import combinations

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.season import player_history
from clubs.season.standings import Roster, Season
from clubs.season.statistics import Measure, Sums, rate
from engine.rulesets import BOOKS
from engine.seats import Seat
from matches import actions
from matches.log.state import open_match
from matches.models import Match, Sitting
from people.models import Player
from tests.matches.seasons import GAMES, NOON, club, counted, hand, match, players, random_entries
from tests.matches.table import PHONE, at, discard, read, wall
from tests.thorough import sized

pytestmark = pytest.mark.django_db


def season(of, system="korean_japanese", first=None, last=None, inside=True):
    return Season(Roster(of, inside), system, first, last)


def said(of, system="korean_japanese", **days):
    """{player: sums of the season without zeros}."""
    return {each.player: _some(asdict(each.sums)) for each in season(of, system, **days).standings}


def slow(of, system="korean_japanese", **days):
    return {player: _some(sums) for player, sums in counted(of, system, **days).items()}


def _some(sums):
    return {name: value for name, value in sums.items() if value}


@pytest.fixture
def friday():
    return club()


@pytest.fixture
def three(friday):
    return players(friday, "Ann", "Bea", "Cho")


@pytest.mark.both_databases
@pytest.mark.parametrize("system", GAMES)
def test_a_season_equals_the_count_from_the_logs(friday, system):
    people = players(friday, "Ann", "Bea", "Cho", "Dan", "Eva")
    for seed, those in enumerate(list(combinations(people, 3))[: sized(4, 8)]):
        entries = random_entries(system, seed)
        match(friday, those, *entries, system=system, close=seed % 4 != 3)
        if seed == 2:
            match(friday, (those[0], None, those[2]), *entries, system=system)
    assert said(friday, system) == slow(friday, system) != {}
    assert [said(friday, other) for other in BOOKS if other != system] == [{}] * (len(BOOKS) - 1)


def test_players_with_equal_points_share_the_mean_of_their_places(friday, three):
    match(friday, three, ("draw", {"draw": True}))
    match(friday, three, hand("P1"))
    match(friday, three, ("penalty", {"penalty": {"P1": 5, "P2": 5, "P3": -10}, "ends_hand": True}))
    ann, bea, cho = (each.pk for each in three)
    halves = {each.player: (each.sums.halves, each.sums.squares) for each in season(friday).standings}
    assert halves == {ann: (4 + 2 + 3, 16 + 4 + 9), bea: (4 + 5 + 3, 16 + 25 + 9), cho: (4 + 5 + 6, 16 + 25 + 36)}
    assert said(friday) == slow(friday)


def test_players_with_equal_points_share_a_place_in_the_standings(friday, three):
    match(friday, three, hand("P1"))
    assert [(each.place, each.name) for each in season(friday).standings] == [(1, "Ann"), (2, "Bea"), (2, "Cho")]


def test_a_replacement_gets_the_points_from_then_on_and_the_place_at_the_end(friday, three):
    (dan,) = players(friday, "Dan")
    new = match(friday, three, hand("P1"), hand("P2", "P1"), close=False)
    actions.replace_player(match=new, device=PHONE, chair=Seat.P1, name="Dan", from_hand=3)
    Sitting.objects.filter(match=new, from_hand=3).update(player=dan)
    for entry in [hand("P1")] * 7:
        actions.record_entry(**at(new), kind=entry[0], payload=entry[1])
    ann = three[0].pk
    assert open_match(new.code).log.state.finished
    assert said(friday) == slow(friday)
    assert (said(friday)[ann]["hands"], "matches" in said(friday)[ann]) == (2, False)
    assert (said(friday)[dan.pk]["hands"], said(friday)[dan.pk]["firsts"]) == (7, 1)


def test_a_substitute_who_is_named_after_the_end_counts_immediately(friday, three):
    (dan,) = players(friday, "Dan")
    new = match(friday, three, *[hand("P2")] * 9, close=False)
    actions.replace_player(match=new, device=PHONE, chair=Seat.P2, name="Dan", from_hand=6)
    Sitting.objects.filter(match=new, from_hand=6).update(player=dan)
    assert (said(friday)[dan.pk]["hands"], said(friday)[three[1].pk]["hands"]) == (4, 5)
    assert said(friday) == slow(friday)


def test_merged_entries_count_as_one_person(friday, three):
    double, again = players(friday, "Ann K.", "A. K.")
    match(friday, three, hand("P1"), hand("P3"))
    match(friday, (double, *three[1:]), hand("P1", "P2"))
    match(friday, (three[1], again, three[2]), hand("P2", "P3"))
    Player.objects.filter(pk=again.pk).update(merged_into=double)
    Player.objects.filter(pk=double.pk).update(merged_into=three[0])
    assert said(friday) == slow(friday)
    assert {each.name for each in season(friday).standings if each.sums.matches == 3} == {"Ann", "Bea", "Cho"}


@pytest.mark.both_databases
def test_what_changes_an_earlier_match_changes_the_season(friday, three):
    new = match(friday, three, *[hand("P1")] * 3)
    before = said(friday)
    actions.reopen_match(note="wrong winner", **at(new))
    assert said(friday) == {}
    wrong = read(new).log.rows[0].seq
    actions.correct_entry(target=wrong, kind="hand", payload=discard("P2", "P3", 12), **at(new))
    assert said(friday) == {}
    actions.close_match(balances=read(new).log.state.balances, **at(new))
    assert said(friday) == slow(friday) != before


def test_a_match_counts_from_its_last_hand_until_that_is_undone(friday, three):
    new = match(friday, three, *[hand("P1")] * 8, close=False)
    assert said(friday) == {}
    actions.record_entry(kind="hand", payload=wall("P3", 9), **at(new))
    assert said(friday) == slow(friday) != {}
    actions.undo_last(target=9, **at(new))
    assert said(friday) == {}
    actions.redo(**at(new))
    assert said(friday) == slow(friday) != {}
    actions.correct_entry(target=3, kind="hand", payload=discard("P2", "P1", 12), **at(new))
    assert said(friday) == slow(friday) != {}
    actions.void_entry(target=9, **at(new))
    assert said(friday) == {}


def test_an_extended_match_counts_only_after_its_new_end(friday, three):
    new = match(friday, three, *[hand("P1")] * 9, close=False)
    actions.extend_match(match_length=18, **at(new))
    assert said(friday) == {}


def test_the_first_and_the_last_day_belong_to_the_season(friday, three):
    for day in (1, 2, 3, 4):
        began = datetime(2026, 5, day, 23, 59, 59, tzinfo=UTC)
        match(friday, three, *[hand("P1")] * day, began=began)
    ann = three[0].pk

    def hands(first, last):
        days = {"first": first and date(2026, 5, first), "last": last and date(2026, 5, last)}
        assert said(friday, **days) == slow(friday, **days)
        return said(friday, **days).get(ann, {}).get("hands")

    assert [hands(*days) for days in ((2, 3), (2, None), (None, 3), (4, 4), (5, None), (None, None))] == [
        5, 9, 6, 4, None, 10,
    ]  # fmt: skip


def test_another_clubs_matches_and_guests_do_not_count(friday, three):
    other = club()
    match(other, players(other, "Ann", "Xan", "Yva"), hand("P1"))
    match(None, (None, None, None), hand("P1"))
    match(friday, three, hand("P2"))
    assert [each.name for each in season(friday).standings] == ["Bea", "Ann", "Cho"]
    assert [each.name for each in season(other).standings] == ["Ann", "Xan", "Yva"]


def test_a_removed_match_does_not_count(friday, three):
    new = match(friday, three, hand("P1"))
    actions.purge_match(match=new, device=PHONE)
    assert said(friday) == {}


def test_an_imported_match_counts(friday, three):
    from matches.files import match_file
    from tests.matches.table import new_key

    old = match(friday, three, *random_entries("korean_japanese", 7))
    data = match_file.dump(match_file.document(open_match(old.code)))
    new = actions.import_match(device=PHONE, data=data, key=new_key())
    names = ("chair", "from_hand", "hands", "points", "won", "dealt_in", "drawn", "received", "best", "values", "rank")
    rows = [list(Sitting.objects.filter(match=each).values(*names)) for each in (old, new)]
    assert rows[0] == rows[1]
    assert {each.name for each in Sitting.objects.filter(match=new)} == {"Ann", "Bea", "Cho"}


def test_who_met_whom_how_often_and_who_finished_above(friday, three):
    (dan,) = players(friday, "Dan")
    match(friday, three, hand("P1", "P2"), hand("P1"))
    match(friday, three, hand("P2", "P1"))
    match(friday, (three[0], three[1], dan), ("draw", {"draw": True}))
    ann, bea, cho = (each.pk for each in three)
    told = {(each.other, each.games, each.above, each.below) for each in player_history.met(season(friday), [ann])}
    assert told == {(bea, 3, 1, 1), (cho, 2, 1, 1), (dan.pk, 1, 0, 0)}
    points = [tuple(open_match(each.code).log.state.balances) for each in Match.objects.order_by("pk")]
    (with_bea,) = [each for each in player_history.met(season(friday), [ann]) if each.other == bea]
    assert with_bea.mean == sum(mine - other for mine, other, _third in points) / 3


def test_opponents_of_all_players_are_found_in_one_pass_over_the_roster():
    class Counted(dict):
        looked = 0

        def items(self):
            Counted.looked += 1
            return super().items()

    friday = club()
    players(friday, *(f"Player {no}" for no in range(9)))
    found = season(friday)
    found.roster.whose = Counted(found.roster.whose)
    assert player_history.met(found, list(found.roster.whose)) == []
    assert Counted.looked == 1


def test_a_players_matches_are_listed_with_the_running_sum_of_points(friday, three):
    for day, winner in ((3, "P1"), (1, "P2"), (2, "P1")):
        match(friday, three, hand(winner), began=datetime(2026, 5, day, 12, tzinfo=UTC))
    latest, values = player_history.played(season(friday), three[0].pk)
    told = [(each.day.day, each.points, each.after, each.rank) for each in latest]
    assert told == [(1, -8, -8, 2), (2, 16, 8, 1), (3, 16, 24, 1)]
    assert values == {16: 2}


def test_the_uncertainty_of_a_number_comes_from_the_sample():
    even = {10: 0.51, 30: 0.29, 100: 0.16}
    for games, half in even.items():
        # First, second and third places about equally often.
        places = [2 + 2 * (no % 3) for no in range(games)]
        sums = Sums(matches=games, halves=sum(places), squares=sum(place**2 for place in places))
        assert sums.average_place.half == pytest.approx(half, abs=0.04)
    assert [round(rate(n // 3, n).half, 2) for n in (30, 99)] == [0.17, 0.09]
    assert rate(1, 4) == Measure(0.25, 1.96 * (0.25 * 0.75 / 4) ** 0.5)
    assert (rate(0, 5), rate(5, 5), rate(0, 0)) == (Measure(0, None), Measure(1, None), None)
    assert Sums(matches=2, halves=8, squares=34).average_place == Measure(2.0, pytest.approx(0.98))
    assert (Sums(matches=1, halves=2, squares=4).average_place, Sums().average_place) == (Measure(1.0, None), None)


def test_standings_run_as_many_queries_for_one_match_as_for_many(friday, three):
    told = []
    for many in (1, 12):
        while Match.objects.count() < many:
            match(friday, three, hand("P1"), began=NOON)
        with CaptureQueriesContext(connection) as queries:
            assert len(season(friday).standings) == 3
        told.append(len(queries))
    assert told == [2, 2]


def test_the_migration_fills_in_the_results_of_finished_matches(friday, three):
    match(friday, three, *random_entries("korean_japanese", 3))
    match(friday, three, *random_entries("honshu", 4), system="honshu")
    match(friday, three, hand("P1"), close=False)
    names = [field.attname for field in Sitting._meta.concrete_fields]
    before = list(Sitting.objects.order_by("pk").values(*names))
    blank = {
        "played_on": None,
        "system": "",
        "points": 0,
        "hands": 0,
        "won": 0,
        "values": [],
        "rank": None,
        "halves": None,
    }
    Sitting.objects.update(**blank)
    assert said(friday) == {}
    import_module("matches.migrations.0008_season").tell_seasons(apps, None)
    assert list(Sitting.objects.order_by("pk").values(*names)) == before


def test_saving_a_hand_before_the_last_runs_no_queries_for_the_season(friday, three):
    new, told = match(friday, three, close=False), []
    for _hand in range(9):
        with CaptureQueriesContext(connection) as queries:
            actions.record_entry(kind="hand", payload=wall("P1"), **at(new)).reading.sittings  # noqa: B018
        told.append(len(queries))
    # The first finds no cached log. The last also stores the sittings, and has two more queries for webhooks.
    assert told[1:] == [told[1]] * 7 + [told[1] + 3]
