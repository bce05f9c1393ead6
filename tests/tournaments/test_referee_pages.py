"""The referee's pages: the list of a round, calls, penalties, clock, substitutes, corrections."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F

from matches.models import Match
from people.models import Player
from tests.matches.cast import Phone
from tests.matches.table import new_key
from tests.people.club_cast import member
from tests.thorough import sized
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import east, names
from tests.wording import REASON_NEEDED, whole_number
from tournaments.files.sheet_registry import EXPORTS
from tournaments.models import Adjustment, Call, Result, Round, Seat, Table, Tournament, TournamentState
from tournaments.play.penalties import cancel_penalty, give_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(hall):
    return f"/e/{hall.tournament.code}"


@pytest.fixture
def referee(hall):
    return Person("rita")


def test_a_correction_without_balance_and_reason_shows_both_errors(hall, table, referee):
    hall.played()
    form = referee.get(f"{table}correct/").form("/correct/")
    page = referee.send(form, status=422, E="1", S="0", W="0", reason="")
    assert "These points add up to 1, but the table’s total must be 0." in page
    assert REASON_NEEDED in page
    assert Result.objects.count() == 1


def test_an_empty_penalty_form_shows_everything_that_is_missing(base, referee):
    page = referee.send(referee.get(f"{base}/penalties/").form("/penalties/"), status=422, entrant="", points="")
    assert "Choose a player." in page
    assert whole_number(1, 1000000) in page
    assert REASON_NEEDED in page


def test_the_list_of_the_round_says_which_results_are_missing(hall, base, table, referee):
    page = referee.get(f"{base}/rounds/1/tables/")
    assert page.text.count("Not started") == 3
    answer = referee.send(page.form("/close/"), status=422)
    assert "The round can’t be closed yet. Tables without a confirmed result: 1, 2, 3." in answer
    for number in (1, 2, 3):
        form = referee.get(f"{base}/rounds/1/tables/{number}/result/").form("/result/")
        referee.send(form, status=303, E="20", S="-5", W="-15", entrant="")
    referee.send(referee.get(f"{base}/rounds/1/tables/").form("/close/"), status=303)
    assert Round.objects.get(number=1).closed_at is not None
    page = referee.get(f"{base}/rounds/1/tables/")
    assert REASON_NEEDED in referee.send(page.form("/reopen/"), status=422)
    referee.send(page.form("/reopen/"), status=303, reason="Table 2 was mixed up")
    one = Round.objects.get(number=1)
    assert one.closed_at is None
    assert one.changes.last().reason == "Table 2 was mixed up"


def test_a_table_calls_and_the_referee_comes(table, phone, referee):
    form = phone.get(f"{table}call/").form("/call/")
    phone.send(form, status=303, note="A wall fell over")
    phone.send(form, status=303, note="A wall fell over")
    assert [each.note for each in Call.objects.all()] == ["A wall fell over"]
    page = referee.get(table)
    assert "A wall fell over" in page
    referee.send(page.form("/answer/"), status=303)
    assert Call.objects.get().answered_by == referee.user
    assert "A wall fell over" not in referee.get(table)


def test_a_penalty_is_given_once_and_cancelled_with_a_reason(hall, base, phone, referee):
    form = referee.get(f"{base}/penalties/").form("/penalties/")
    told = {"entrant": "4", "points": "20", "round": "1", "reason": "Came late"}
    assert REASON_NEEDED in referee.send(form, status=422, **told | {"reason": ""})
    for _twice in range(2):
        referee.send(form, status=303, **told)
    given = Adjustment.objects.get()
    assert (given.entrant.number, given.points, given.round, given.user) == (4, -20, 1, referee.user)
    cancel = f"{base}/penalties/{given.pk}/cancel/"
    referee.send(referee.get(cancel).form("/cancel/"), status=303, reason="The tram stood still")
    assert "Came late Cancelled: The tram stood still" in referee.get(f"{base}/penalties/")
    assert "loses 20 points · Round 1 Cancelled" in phone.get(f"{base}/penalties/")


def test_only_referees_and_organisers_see_the_reason_for_a_penalty(hall, base, phone):
    told = {"tournament": hall.tournament, "by": hall.referee}
    for points in (-20, -3):
        fine = give_penalty(entrant=4, points=points, round=1, reason="Because of tea", key=new_key(), **told)
    cancel_penalty(penalty=fine.pk, reason="Because of coffee", **told)
    lists = ("penalties/", "standings/", "players/4/")
    pages = ("", "screen/", "met/", "files/", "rounds/1/tables/1/", "print/standings/", "print/check/", *lists)
    public = [name for name, listing in EXPORTS.items() if not listing.staff_only]
    files = [f"files/{name}.{kind}" for name in public for kind in sized(["csv", "json"], ["csv", "tsv", "json"])]
    for who in (Phone(), phone, member(hall.club.code, "scorer", "mara")):
        for path in (*pages, *files):
            answer = who.client.get(f"{base}/{path}")
            assert (path, answer.status_code, b"Because" in answer.content) == (path, 200, False)
        for name in EXPORTS.keys() - set(public):
            who.get(f"{base}/files/{name}.csv", status=404)
        who.get(f"{base}/print/penalties/", status=404)
        who.get(f"{base}/files/archive.zip", status=404)
    for who in (Person("rita"), hall.owner):
        for path in lists:
            page = who.get(f"{base}/{path}")
            assert "Because of tea" in page and "Cancelled: Because of coffee" in page, path


def test_the_clock_of_a_closed_round_stands_still_on_every_page_without_a_gong(hall, base, table, phone, referee):
    Round.objects.filter(tournament=hall.tournament, number=1).update(
        started_at=datetime.now(UTC) - timedelta(minutes=41), closed_at=datetime.now(UTC) - timedelta(minutes=1)
    )
    for path in (table, f"{base}/rounds/1/tables/", f"{base}/rounds/1/clock/"):
        page = phone.get(path).html
        assert "data-clock" in page, path
        assert ("data-ends" in page, "clock-up" in page, ">20:00<" in page) == (False, False, True), path
    for path in ("desk/", "screen/"):
        assert "data-ends" not in referee.get(f"{base}/{path}").html, path


def test_a_finished_tournament_shows_no_clock(hall, base, table, phone):
    began = datetime.now(UTC) - timedelta(minutes=41)
    rounds = Round.objects.filter(tournament=hall.tournament, number=1)
    rounds.update(started_at=began, closed_at=began + timedelta(minutes=40))
    Tournament.objects.update(state=TournamentState.OVER)
    for path in (table, f"{base}/rounds/1/tables/", f"{base}/rounds/1/clock/"):
        page = phone.get(path)
        assert ("data-clock" in page.html, "data-gong" in page.html, ">20:00<" in page.html) == (False,) * 3, path
        assert "The tournament has finished" in page, path
    assert f"{base}/rounds/1/clock/" not in phone.get(f"{base}/rounds/1/tables/").links


def test_a_players_page_links_to_each_match_that_the_reader_may_watch(hall, base, phone, score):
    player, match = f"{base}/players/{east(hall)}/", f"/m/{score.split('/')[2]}/end/"
    assert match in Phone().get(player).links
    assert "Match in round 1" in Phone().get(player)
    Match.objects.update(public=False)
    Tournament.objects.update(version=F("version") + 1)
    assert [match in who.get(player).links for who in (Phone(), Person("olga"))] == [False, True]


def test_the_menu_of_the_score_page_calls_the_referee(hall, table, phone, score, referee):
    call = f"{table}call/"
    assert phone.get(score).links.count(call) == 1
    phone.send(phone.get(call).form("/call/"), status=303)
    assert Call.objects.get().table == hall.table()
    assert [call in other.get(score).links for other in (Phone(), referee)] == [False, False]


def test_a_penalty_subtracts_points_unless_the_referee_chooses_to_add_them(hall, base, phone, referee):
    form = referee.get(f"{base}/penalties/").form("/penalties/")
    told = {"entrant": "4", "reason": "Fair play"}
    referee.send(form, status=303, points="10", **told)
    form = referee.get(f"{base}/penalties/").form("/penalties/")
    referee.send(form, status=303, points="1", way="gives", **told)
    assert [each.points for each in Adjustment.objects.all()] == [-10, 1]
    for path in ("penalties", "standings", "players/4"):
        page = phone.get(f"{base}/{path}/")
        assert "loses 10 points" in page
        assert "gets 1 point" in page


def test_a_penalty_with_a_minus_sign_is_refused_and_everything_typed_is_kept(hall, base, referee):
    form = referee.get(f"{base}/penalties/").form("/penalties/")
    told = {"entrant": "4", "way": "gives", "points": "-10", "round": "1", "reason": "Fair play"}
    page = referee.send(form, status=422, **told)
    assert whole_number(1, 1000000) in page
    sent = page.form("/penalties/")
    assert {name: sent.values(name) for name in told} == {name: [value] for name, value in told.items()}
    page = referee.send(form, status=422, **told | {"way": "", "points": "10"})
    assert "Choose whether points are deducted or added." in page
    assert not Adjustment.objects.exists()


def test_the_referee_controls_the_clock_and_everybody_sees_it(base, table, phone, referee):
    clock = f"{base}/rounds/1/clock/"
    page = phone.get(clock)
    assert ("60:00" in page, "Start clock" in page) == (True, False)
    referee.send(referee.get(clock).form("/clock/"), button=("do", "start"), status=303)
    left, ends = re.search(r'data-left="(\d+)"\s+data-ends="([^"]+)"', phone.get(table).html).groups()
    assert (3590 < int(left) <= 3600, ends[:2]) == (True, "20")
    referee.send(referee.get(clock).form("/clock/"), button=("do", "pause"), status=303)
    page = phone.get(table)
    assert ("The clock is paused." in page, "data-ends" in page.html) == (True, False)
    form = referee.get(table).form("/clock/")
    for _twice in range(2):
        referee.send(form, button=("minutes", "3"), status=303)
    assert Table.objects.get(round__number=1, number=1).extra_seconds == 180
    assert "Extra time for this table: 3 min." in phone.get(table)


def test_a_substitute_is_named_at_the_table_and_in_the_match(hall, table, phone, referee):
    score = phone.send(phone.get(table).form("/open/"), status=303).goes_to
    number = hall.numbers()[2]
    form = referee.get(f"{table}substitute/").form("/substitute/", entrant=str(number))
    referee.send(form, status=303, name="Sub Stitute")
    assert Seat.objects.get(round__number=1, entrant__number=number).substitute == "Sub Stitute"
    assert f"substitute for {names(hall)[2]}" in phone.get(table)
    assert "Sub Stitute" in phone.get(score)


def test_outsiders_see_the_name_that_a_substitute_from_the_roster_chose(hall, base, table, phone, referee):
    hall.owner.add(hall.club.code, "Zita Zorn")
    Player.objects.filter(name="Zita Zorn").update(shown="initials")
    number = hall.numbers()[2]
    form = referee.get(f"{table}substitute/").form("/substitute/", entrant=str(number))
    referee.send(form, status=303, name="Zita Zorn")
    score = phone.send(phone.get(table).form("/open/"), status=303).goes_to
    player = f"{base}/players/{number}/"
    for page in (f"{base}/", f"{base}/screen/", player, f"{base}/rounds/1/tables/", table, f"{base}/rounds/1/", score):
        told = phone.get(page).text
        assert (page, "Z. Z." in told, "Zita" in told) == (page, True, False)
    assert "Zita Zorn" in referee.get(player)


def bar(page):
    """The text of the bar at the bottom of the page."""
    return page.tight.rpartition('<div class="bar">')[2].partition("</main>")[0]


def test_at_a_disputed_table_the_bar_has_the_referees_next_step(hall, table, phone, referee):
    phone.send(phone.get(table).form("/open/"), status=303)
    phone.send(phone.get(f"{table}result/").form("/result/"), status=303, E="20", S="-5", W="-15", entrant=east(hall))
    told = {"entrant": str(hall.numbers()[1]), "reason": "My last hand is missing"}
    phone.send(phone.get(f"{table}dispute/").form("/dispute/"), status=303, **told)
    page = referee.get(table)
    found = bar(page)
    assert "Score on this phone" not in page
    assert "Call the referee" not in page
    assert "Call the referee" in phone.get(table)
    assert found.count("btn-go") == 1
    assert 'btn-go">Confirm result</button>' in found
    assert f'href="{table}correct/">Correct result</a>' in found
    assert page.text.count("Confirm result") == 1
    referee.send(page.form("/confirm/"), status=303)
    assert hall.here().confirmed
    assert "Go to desk" in bar(referee.get(table))


def test_if_the_match_went_on_the_bar_leads_the_referee_to_the_correction(hall, table, phone, referee):
    code = phone.send(phone.get(table).form("/open/"), status=303).goes_to.split("/")[2]
    phone.hand(code)
    form = next(each for each in phone.get(f"{table}result/").forms if each.values("from"))
    phone.send(form, button=("entrant", str(hall.numbers()[0])), status=303)
    phone.hand(code, winner="P2")
    found = bar(referee.get(table))
    assert f'<a class="btn btn-go" href="{table}correct/">Correct result</a>' in found
    assert "/confirm/" not in found
