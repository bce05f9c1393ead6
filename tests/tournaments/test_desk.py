"""The organiser's desk: each table's progress, the tasks that wait for somebody, the next step."""

from datetime import UTC, datetime, timedelta

import pytest

from clubs import open_tables
from people.web.responses import as_context
from tests.people.club_cast import member
from tests.tournaments import hall
from tests.tournaments.cast import close, result, tournament
from tests.tournaments.stage_cast import stage
from tournaments.models import Entrant, Result, Round, Table, Tournament, Verdict
from tournaments.pages.desk import DeskPage
from tournaments.play.tables import TableProgress, tables_of
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def cup(club):
    return hall.second_round(club)


@pytest.fixture
def made(cup):
    return Tournament.objects.get(pk=cup.pk)


def at(made, page=""):
    return f"/e/{made.code}/{page}"


def desk(made, **told):
    return as_context(DeskPage(Day(Tournament.objects.get(pk=made.pk)), datetime.now(UTC), **told))


# ── what a table is doing ─────────────────────────────────────────────────────


def test_the_desk_shows_the_progress_of_each_table(made):
    tables = [hall.table_of(made, 2, number) for number in range(1, 6)]
    hall.play(tables[0], hands=4)
    hall.play(tables[1], hands=9)
    result(tables[2], confirmed=False)
    result(tables[3])
    told = [(each["number"], each["said"], each["hands"]) for each in shown(made)]
    assert told == [
        (1, "Playing", "4 of 9 hands"),
        (2, "Ended", "9 of 9 hands"),
        (3, "To confirm", "Only totals entered"),
        (4, "Confirmed", "Only totals entered"),
        (5, "Not started", ""),
    ]


def shown(made):
    return [
        {"number": each.number, "said": each.status, "hands": each.hands, "points": [c.points for c in each.chairs]}
        for each in desk(made)["tables"]
    ]


def test_a_hall_may_have_more_tables_than_the_page_of_a_club_shows(made, monkeypatch):
    monkeypatch.setattr(open_tables, "MOST", 2)
    for number in range(1, 6):
        hall.play(hall.table_of(made, 2, number), hands=1)
    assert [each["said"] for each in shown(made)] == ["Playing"] * 5


def test_a_table_that_plays_shows_its_current_points_and_a_result_shows_its_own(made):
    one, two = (hall.table_of(made, 2, number) for number in (1, 2))
    hall.play(one, hands=1)
    result(two, (12, -5, -7), confirmed=False)
    east, *others = shown(made)[0]["points"]
    assert east.startswith("+") and all(each.startswith("−") for each in others)
    assert shown(made)[1]["points"] == ["+12", "−5", "−7"]
    assert shown(made)[2]["points"] == ["", "", ""]


def test_a_result_whose_match_went_on_is_flagged(made):
    table = hall.table_of(made, 2, 1)
    match = hall.play(table, hands=2)
    read = hall.from_match(table, match)
    assert [each.doing for each in tables_of(Day(made), Day(made).current)][0] is TableProgress.ENTERED
    hall.go_on(match)
    assert [each.doing for each in tables_of(Day(made), Day(made).current)][0] is TableProgress.MOVED
    # Nobody can confirm that today; imported events may contain it.
    Verdict.objects.create(result=read, number=1, key="k" * 22, kind="confirmed", at=datetime.now(UTC))
    assert [each.doing for each in tables_of(Day(made), Day(made).current)][0] is TableProgress.MOVED
    assert [need.title for need in desk(made)["tasks"]] == [
        "The match at table 1 has changed since the result was read from it"
    ]


# ── tasks ─────────────────────────────────────────────────────────────────────


def test_the_desk_lists_tasks_oldest_first(made):
    one, two, three = (hall.table_of(made, 2, number) for number in (1, 2, 3))
    hall.call(one, note="", minutes=2)
    hall.dispute(result(two, confirmed=False))
    hall.play(three, hands=6)
    hall.call(three, note="Dead hand?", minutes=7)
    assert [(need.title, need.details) for need in desk(made)["tasks"]] == [
        ("Table 3 has called the referee", "“Dead hand?”, Hand 7, 7 min ago"),
        ("Table 1 has called the referee", "2 min ago"),
        ("The result at table 2 is disputed", "“We counted 13”, just now"),
    ]


def test_the_desk_says_who_could_confirm_a_result_only_after_a_while(made):
    table = hall.table_of(made, 2, 1)
    result(table, confirmed=False)
    assert desk(made)["tasks"] == []
    later = datetime.now(UTC) + timedelta(minutes=6)
    _east, south, west = (each.name for each in hall.seated(table))
    told = DeskPage(Day(made), later).tasks
    assert [(need.title, need.details) for need in told] == [
        (
            "The result at table 1 is waiting for confirmation",
            f"Result entered 6 min ago, can be confirmed by {south} or {west}",
        )
    ]


def test_an_answered_call_is_no_longer_listed(made):
    call = hall.call(hall.table_of(made, 2, 1))
    assert len(desk(made)["tasks"]) == 1
    type(call).objects.filter(pk=call.pk).update(answered_at=datetime.now(UTC))
    assert desk(made)["tasks"] == []


def test_the_buttons_of_the_desk_do_what_they_say_and_lead_back_to_it(made, olga):
    one, two = (hall.table_of(made, 2, number) for number in (1, 2))
    hall.call(one)
    waiting = result(two, confirmed=False)
    long_ago = datetime.now(UTC) - timedelta(minutes=9)
    entered = Result(**{each.attname: getattr(waiting, each.attname) for each in Result._meta.fields})
    entered.pk, entered.number, entered.key, entered.at = None, 2, "k" * 22, long_ago
    entered.save()

    def press(ending, button=None, **has):
        page = olga.get(at(made, "desk/"))
        sent = olga.send(page.form(ending, then="desk", **has), button=button)
        assert sent.goes_to == at(made, "desk/")

    press("tables/1/answer/")
    assert [need.kind for need in desk(made)["tasks"]] == ["confirm"]
    press("tables/2/confirm/", result="2")
    assert [need.kind for need in desk(made)["tasks"]] == []
    hall.call(one)
    press("clock/", do="add", table="1")
    assert hall.table_of(made, 2, 1).extra_seconds == 300
    press("clock/", ("do", "pause"))
    assert desk(made)["clock"].round.paused_at
    press("clock/", ("do", "go_on"))
    press("clock/", ("do", "add"))
    assert 45 * 60 < desk(made)["clock"].left <= 46 * 60
    press("tables/1/answer/")
    for number in (1, 3, 4, 5):
        result(hall.table_of(made, 2, number))
    page = olga.get(at(made, "desk/"))
    assert at(made, "rounds/2/tables/") in page.links
    page = olga.get(at(made, "rounds/2/tables/"))
    assert "Closing the round makes its standings final" in page
    assert olga.send(page.form("close/")).goes_to == at(made, "desk/")
    assert step(made)[:2] == ("publish", 3)


# ── the next step ─────────────────────────────────────────────────────────────


def step(made):
    found = desk(made)["step"]
    return found.kind, found.number, found.why


def test_the_desk_names_the_next_step_all_day_long(club):
    made = tournament(club, entrants=2)
    assert step(made) == ("entry", 0, "")
    made = tournament(club, entrants=9, rounds=2)
    assert step(made) == ("draw", 0, "")
    made = tournament(club, entrants=9, rounds=2, drawn=2)
    assert step(made) == ("publish", 1, "")
    Round.objects.filter(tournament=made).update(published_at=datetime.now(UTC))
    assert step(made) == ("start", 1, "")
    hall.begin(made)
    assert step(made) == ("close", 1, "Tables 1, 2 and 3 are still open.")
    for table in Table.objects.filter(round__tournament=made, round__number=1)[:2]:
        result(table)
    assert step(made) == ("close", 1, "Table 3 is still open.")
    result(hall.table_of(made, 1, 3))
    assert step(made) == ("close", 1, "")
    for one in Round.objects.filter(tournament=made):
        if one.number == 2:
            close(one)
        Round.objects.filter(pk=one.pk).update(closed_at=datetime.now(UTC))
    assert step(made) == ("finish", 0, "")


def test_after_the_last_round_the_desk_leads_to_a_final(club, olga):
    made = tournament(club, entrants=9, rounds=1, played=1, public=True)
    assert step(made)[0] == "finish"
    page = olga.get(at(made, "desk/"))
    assert ("Add final" in page, at(made, "stages/add/") in page.links) == (True, True)
    referee = member(club.code, "referee").get(at(made, "desk/"))
    assert "Add final" not in referee


def test_before_a_cut_the_desk_says_how_many_go_on(club, olga):
    made = tournament(club, entrants=9, rounds=1, played=1)
    stage(made, 2, takes=3)
    assert (desk(made)["step"].kind, desk(made)["step"].details) == ("stage", "The top 3 players qualify.")
    assert "9 are entered" not in olga.get(at(made, "draw/"))


def test_if_somebody_waits_the_desk_leads_to_the_page_that_seats_them(club, olga):
    made = tournament(club, entrants=9, rounds=2, published=1)
    assert at(made, "entries/add/") in olga.get(at(made, "desk/")).links
    Entrant.objects.filter(tournament=made, number=9).update(state="waiting")
    assert at(made, "entries/add/") not in olga.get(at(made, "desk/")).links


def test_the_strip_of_the_day_shows_what_is_done_and_what_comes(made):
    assert [(mark.label, mark.state) for mark in desk(made)["timeline"]] == [
        ("Players", "done"),
        ("Seating draw", "done"),
        ("1", "done"),
        ("Round 2", "now"),
        ("3", "next"),
        ("Standings", "next"),
    ]


def test_a_referee_has_the_desk_and_a_scorer_does_not(made, club, olga):
    member(club.code, "referee").get(at(made, "desk/"))
    member(club.code, "scorer").get(at(made, "desk/"), status=404)
    assert "Nothing needs your attention" in olga.get(at(made, "desk/"))
