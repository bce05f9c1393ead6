"""The results of a whole round, typed by the referee on one page and saved in one request."""

import pytest

from engine.errors import RuleViolation
from people.db.transactions import NotAllowed
from people.models import Audit
from tests.matches.table import new_key
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import Hall, names
from tournaments.models import Result, Round, Verdict
from tournaments.play import results, rounds
from tournaments.play.results import TypedResult

pytestmark = pytest.mark.django_db


@pytest.fixture
def address(hall):
    return f"/e/{hall.tournament.code}/rounds/1/results/"


@pytest.fixture
def rita(hall):
    return Person("rita")


def row(number, *points):
    """The fields of a table's row."""
    return {f"t{number}-{wind}": str(each) for wind, each in zip("ESW", points, strict=False)}


def stored_results():
    """Each table with its results in the order of entry: points, and whether confirmed."""
    return [
        (each.table.number, each.points[:3], each.verdicts.filter(kind="confirmed").exists())
        for each in Result.objects.order_by("table__number", "number")
    ]


def test_a_whole_round_is_typed_and_saved_at_once(hall, address, rita):
    form = rita.get(address).form("/results/")
    sent = rita.send(form, **row(1, 20, -5, -15), **row(2, "1", "2", "\u22123"), **row(3, 0, 0, 0))
    assert sent.goes_to == f"/e/{hall.tournament.code}/desk/"
    assert stored_results() == [(1, (20, -5, -15), True), (2, (1, 2, -3), True), (3, (0, 0, 0), True)]
    assert {(each.user, each.entrant) for each in Verdict.objects.all()} == {(rita.user, None)}
    assert Audit.objects.filter(what="result_entered").count() == 3
    tables = next(link for link in rita.get(sent.goes_to).links if link.endswith("/tables/"))
    rita.send(rita.get(tables).form("/close/"), status=303)
    assert Round.objects.get(number=1).closed_at


def test_sent_twice_each_table_is_saved_once(address, rita):
    form = rita.get(address).form("/results/")
    for _time in range(2):
        rita.send(form, **row(1, 20, -5, -15), status=303)
    assert stored_results() == [(1, (20, -5, -15), True)]


def test_errors_are_shown_at_their_table_and_nothing_typed_is_lost(address, rita):
    form = rita.get(address).form("/results/")
    answer = rita.send(form, **row(1, 20, -5, -15), **row(2, 7, 7, 7), **row(3, "x", "", 4), status=422)
    assert stored_results() == [(1, (20, -5, -15), True)]
    assert "Result saved for 1 table" in answer and "Some results aren’t saved yet" in answer
    assert "Table 2: These points add up to 21" in answer
    assert "Table 3: Enter a whole number" in answer
    again = answer.form("/results/")
    assert [again.values(f"t{number}-{wind}") for number in (2, 3) for wind in "ESW"] == [
        ["7"], ["7"], ["7"], ["x"], [""], ["4"],
    ]  # fmt: skip
    assert "t1-E" not in again.names
    rita.send(again, **row(2, 7, 7, -14), **row(3, 0, -4, 4), status=303)
    assert stored_results() == [(1, (20, -5, -15), True), (2, (7, 7, -14), True), (3, (0, -4, 4), True)]


def test_rows_that_are_left_empty_stay_as_they_are(address, rita):
    rita.send(rita.get(address).form("/results/"), **row(2, 1, 2, -3), status=303)
    assert stored_results() == [(2, (1, 2, -3), True)]
    assert "Enter the result of at least one table." in rita.send(rita.get(address).form("/results/"), status=422)
    assert len(stored_results()) == 1


def test_typing_the_same_totals_confirms_a_players_result(hall, address, rita):
    results.enter_result(points=(20, -5, -15), **hall.at(entrant=hall.numbers()[0]))
    shown = rita.get(address)
    assert "Entered: +20" in shown
    rita.send(shown.form("/results/"), **row(1, 20, -5, -15), status=303)
    assert stored_results() == [(1, (20, -5, -15), True)]


def test_typing_other_totals_replaces_a_players_result(hall, address, rita):
    results.enter_result(points=(20, -5, -15), **hall.at(entrant=hall.numbers()[0]))
    rita.send(rita.get(address).form("/results/"), **row(1, 15, -5, -10), status=303)
    assert stored_results() == [(1, (20, -5, -15), False), (1, (15, -5, -10), True)]


def test_a_result_that_arrived_meanwhile_has_to_be_seen_first(hall, address, rita):
    form = rita.get(address).form("/results/")
    results.enter_result(points=(20, -5, -15), **hall.at(entrant=hall.numbers()[0]))
    answer = rita.send(form, **row(1, 15, -5, -10), status=422)
    assert "Someone has entered a result in the meantime. Check it first." in answer and "Entered: +20" in answer
    again = answer.form("/results/")
    assert again.values("t1-E") == ["15"]
    rita.send(again, status=303)
    assert stored_results() == [(1, (20, -5, -15), False), (1, (15, -5, -10), True)]


def test_totals_typed_too_late_are_still_shown(hall, address, rita):
    form = rita.get(address).form("/results/")
    results.enter_result(points=(20, -5, -15), **hall.at(by=hall.referee))
    answer = rita.send(form, **row(1, 15, -5, -10), status=422)
    assert "Someone has entered a result in the meantime. Check it first." in answer
    assert answer.form("/results/").values("t1-E") == ["15"]


def test_confirmed_tables_are_shown_with_the_way_to_correct_them(hall, address, rita):
    results.enter_result(points=(20, -5, -15), **hall.at(by=hall.referee))
    shown = rita.get(address)
    assert f"/e/{hall.tournament.code}/rounds/1/tables/1/correct/" in shown.links
    assert "t1-E" not in shown.form("/results/").names and "t2-E" in shown.form("/results/").names


def test_the_page_costs_as_many_queries_for_three_tables_as_for_eleven(django_assert_max_num_queries):
    for entrants in (9, 33):
        hall = Hall(public=True, entrants=entrants)
        rita = Person("rita")
        with django_assert_max_num_queries(30):
            assert names(hall, 1)[0] in rita.get(f"/e/{hall.tournament.code}/rounds/1/results/")


def test_deposits_have_their_field():
    made = Hall(public=True, system="honshu")
    rita = Person("rita")
    form = rita.get(f"/e/{made.tournament.code}/rounds/1/results/").form("/results/")
    total = made.here(1).total
    rita.send(form, **row(1, total - 1000, 0, 0), **{"t1-pot": "1000"}, status=303)
    assert [(each.points[:3], each.pot) for each in Result.objects.all()] == [((total - 1000, 0, 0), 1000)]


def test_a_round_that_is_closed_takes_no_results(hall, address, rita):
    form = rita.get(address).form("/results/")
    for number in (1, 2, 3):
        results.enter_result(points=(20, -5, -15), **hall.at(number, by=hall.referee))
    rounds.close_round(tournament=hall.tournament, round=1, by=hall.referee)
    assert "Round 1 is closed" in rita.send(form, **row(1, 15, -5, -10), status=422)
    told = {"tournament": hall.tournament, "round": 1, "results": {1: TypedResult((1, 2, -3), 0, 1)}, "key": new_key()}
    with pytest.raises(RuleViolation):
        results.enter_round(**told, by=hall.referee)
    assert len(stored_results()) == 3


def test_only_referees_type_a_round(hall, address):
    told = {"tournament": hall.tournament, "round": 1, "results": {1: TypedResult((1, 2, -3), 0, 0)}, "key": new_key()}
    with pytest.raises(NotAllowed):
        results.enter_round(**told, by=Person("stranger").user)
    Person("stranger").get(address, status=404)
