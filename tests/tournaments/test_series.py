"""Series of tournaments, counting rules, lots and teams: the actions and the pages."""

import csv
import io
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.errors import RuleViolation
from people.db.transactions import NotAllowed
from people.models import Club, Player
from tests.matches.table import new_key
from tests.people.club_cast import member, told
from tests.tournaments.cast import result, tournament
from tests.tournaments.persons import Person
from tests.tournaments.stage_cast import one_round, stage
from tests.tournaments.test_stages import tie
from tournaments.models import Entrant, Series, Stage, Table, Tournament
from tournaments.pages import cache
from tournaments.setup.series import add_event, create_series
from tournaments.snapshot import Day
from tournaments.standings.qualification import on_the_line, ranking_into, record_lots

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(founder):
    code = founder.found()
    founder.add(code, "Ann Abbot\nBea Brook")
    return Club.objects.get(code=code)


def event(club, name, points, *, names=(), day="2031-03-0", state="over"):
    """A tournament of three players and one game: 1, 2 and 3 get `points`. `names` replaces the default names."""
    number = 1 + Tournament.objects.filter(club=club).count()
    made = tournament(club, entrants=3, rounds=1, name=name, starts_on=f"{day}{number}", state=state)
    for at, called in enumerate(names, start=1):
        Entrant.objects.filter(tournament=made, number=at).update(name=called, player=None)
    if points:
        one_round(Stage.objects.get(tournament=made), [(1, 2, 3)], points=points)
    return made


def found(olga, club, *events, name="The year"):
    """Create a series of these tournaments, and return its URL."""
    series = create_series(club=club, by=olga.user, name=name, key=new_key())
    for each in events:
        add_event(series=series, by=olga.user, tournament=each.code)
    return f"/c/{club.code}/series/{series.code}/"


def founded_on_its_pages(olga, club, *events, **fields):
    """Create it through its pages."""
    page = f"/c/{club.code}/series/new/"
    settings = olga.send(olga.get(page).form(page), status=303, **{"name": "The year", **fields}).goes_to
    there = settings.partition("settings/")[0]
    for each in events:
        assert f'value="{each.code}"' in olga.get(f"{there}settings/").html
        olga.post(f"{there}events/", {"tournament": each.code}, status=303)
    return there


def rows(person, there):
    text = person.get(f"{there}standings.csv?bom=0").response.content.decode()
    return list(csv.reader(io.StringIO(text)))


def test_tournaments_of_a_series_add_up(olga, club):
    spring, autumn = event(club, "Spring cup", (30, 10, -40)), event(club, "Autumn cup", (-20, 50, -30))
    there = found(olga, club, spring, autumn)
    assert rows(olga, there) == [
        ["place", "name", "total", "events", "mark", "event_1", "event_2"],
        ["1", "Bea Brook", "60", "2", "", "10", "50"],
        ["2", "Ann Abbot", "10", "2", "", "30", "-20"],
        ["3", "Cho Chan", "-70", "2", "", "-40", "-30"],
    ]
    page = olga.get(there)
    assert "Spring cup" in page and "Bea Brook" in page
    assert f"{there}standings.csv" in page.html
    assert f"/c/{club.code}/series/" in olga.get(f"/c/{club.code}/tournaments/").html


def test_an_event_is_counted_once_for_each_of_its_versions_and_a_new_result_shows_at_once(olga, club):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            olga.get(there)
        return len(queries)

    one, other = event(club, "January", (30, 0, -30)), event(club, "February", (30, 0, -30))
    there = found(olga, club, one, other)
    cache.clear_all()
    first, again = asked(), asked()
    assert again <= first - 2 * 5
    before = rows(olga, there)
    result(Table.objects.get(round__tournament=other), (-30, 0, 30))
    assert rows(olga, there) != before


def test_the_best_events_count_and_places_give_points(olga, club):
    cups = [event(club, name, points) for name, points in (("A", (30, 10, -40)), ("B", (5, 0, -5)), ("C", (0, 9, -9)))]
    there = founded_on_its_pages(olga, club, *cups, values="25 18 7/2", way="best", many="2", up="1")
    data = json.loads(olga.get(f"{there}standings.json").response.content)
    assert [(each["place"], each["name"], each["total"], each["mark"]) for each in data["standings"]] == [
        (1, "Ann Abbot", 50, "up"),
        (2, "Bea Brook", 43, ""),
        (3, "Cho Chan", 7, ""),
    ]
    assert data["standings"][1]["results"] == [
        {"event": 1, "value": 18, "counted": True},
        {"event": 2, "value": 18, "counted": False},
        {"event": 3, "value": 25, "counted": True},
    ]
    assert data["counting"] == {"best": 2, "up": 1, "values": [25, 18, "7/2"]}
    page = olga.get(there)
    assert "The best 2 events count." in page and "(18)" in page and "25, 18, 3.5" in page


def test_people_are_matched_by_the_roster_or_by_name(olga, club):
    first = event(club, "A", (30, 10, -40))
    second = event(club, "B", (1, 2, -3), names=("ann abbot", "Zoe Zimmer", "Cho  Chan".replace("  ", " ")))
    there = found(olga, club, first, second)
    assert [row[1:4] for row in rows(olga, there)[1:]] == [
        ["Ann Abbot", "31", "2"],
        ["Bea Brook", "10", "1"],
        ["Zoe Zimmer", "2", "1"],
        ["Cho Chan", "-43", "2"],
    ]


def test_entries_of_the_roster_that_were_merged_are_one_person(olga, club):
    first, second = event(club, "A", (30, 10, -40)), event(club, "B", (1, 2, -3), names=("x",))
    twin = Player.objects.create(club=club, name="Anni", created_at=club.created_at)
    Entrant.objects.filter(tournament=second, number=1).update(player=twin, name="")
    Player.objects.filter(pk=twin.pk).update(merged_into=Player.objects.get(name="Ann Abbot"))
    assert rows(olga, found(olga, club, first, second))[1][2:4] == ["31", "2"]


def test_coming_tournaments_do_not_count_and_running_ones_are_provisional(olga, club):
    there = found(olga, club, event(club, "A", (30, 10, -40), state="running"), event(club, "B", None))
    assert [row[3] for row in rows(olga, there)[1:]] == ["1", "1", "1"]
    page = olga.get(there)
    assert "provisional" in page and "nothing played yet" in page


@pytest.mark.parametrize(
    ("language", "order"), [("cs", "Cyril Čeněk Hynek Chvátal"), ("en", "Čeněk Chvátal Cyril Hynek")]
)
def test_the_series_of_a_club_are_in_the_order_of_the_readers_language(olga, club, language, order):
    names = order.split()
    for name in names[::-1]:
        found(olga, club, name=name)
    olga.client.cookies["lang"] = language
    text = olga.get(f"/c/{club.code}/series/").text
    assert sorted(names, key=text.index) == names


def test_a_series_is_created_once_changed_and_its_tournaments_removed(olga, club):
    cup, page = event(club, "A", (30, 10, -40)), f"/c/{club.code}/series/new/"
    form = olga.get(page).form(page)
    twice = {olga.send(form, status=303, name="The year").goes_to for _tap in range(2)}
    assert (len(twice), Series.objects.count()) == (1, 1)
    there = found(olga, club, cup, name="Another")
    settings = f"{there}settings/"
    olga.send(olga.get(settings).form("/settings/"), status=303, name="The league", minimum="2")
    assert [row[0] for row in rows(olga, there)[1:]] == ["", "", ""]
    olga.post(f"{there}events/", {"tournament": cup.code, "out": "1"}, status=303)
    assert rows(olga, there) == [["place", "name", "total", "events", "mark"]]
    other = Series.objects.get(name="The league")
    assert [(what, about) for what, _who, about in told(club.code) if about == other.code] == [
        ("series_founded", other.code),
        ("series_event_added", other.code),
        ("series_changed", other.code),
        ("series_exported", other.code),
        ("series_event_removed", other.code),
        ("series_exported", other.code),
    ]


def test_invalid_input_is_kept_and_explained(olga, club):
    page = f"/c/{club.code}/series/new/"
    answer = olga.send(olga.get(page).form(page), status=422, name="", values="25 eighteen", way="best", many="")
    assert "Enter a name." in answer and "Enter the number of results." in answer
    assert "Enter numbers separated by spaces, such as 25 18 15." in answer
    assert answer.form("/new/").values("values") == ["25 eighteen"]
    assert not Series.objects.exists()


def test_a_tournament_of_another_club_cannot_be_added(olga, club):
    there = found(olga, club)
    stranger = event(Club.objects.get(code=Person("eve").found("Other")), "A", (1, 0, -1))
    olga.post(f"{there}events/", {"tournament": stranger.code}, status=404)
    assert Series.objects.get().events.count() == 0


@pytest.mark.parametrize("out", ["", "1"])
def test_an_invalid_code_cannot_be_added(olga, club, out):
    there = found(olga, club)
    olga.post(f"{there}events/", {"tournament": "a\0b", "out": out}, status=404)


def test_others_see_a_series_when_everything_in_it_is_public(olga, club):
    cup, guest = event(club, "A", (30, 10, -40)), Person("guest")
    there = found(olga, club, cup)
    Club.objects.filter(pk=club.pk).update(public=True)
    guest.get(there, status=404)
    assert "Only members can see this series, because one of its tournaments isn’t public." in olga.get(there)
    assert there not in guest.get(f"/c/{club.code}/series/").html
    Tournament.objects.filter(pk=cup.pk).update(public=True)
    Player.objects.filter(name="Ann Abbot").update(shown="initials")
    assert [row[1] for row in rows(guest, there)[1:]] == ["A. A.", "Bea Brook", "Cho Chan"]
    assert there in guest.get(f"/c/{club.code}/series/").html


# ── counting rules, lots, teams ──────────────────────────────────────────────


def test_counting_rules_are_chosen_before_a_round_is_published(olga, club):
    cup = tournament(club, entrants=6, rounds=2)
    page = f"/e/{cup.code}/counting/"
    olga.send(olga.get(page).form(page), status=303, way="drop", many="1", minimum="2", team_best="3", team_rounds="1")
    cup.refresh_from_db()
    assert cup.counting == {"minimum": 2, "drop": 1, "team_best": 3, "team_rounds": True}
    assert olga.get(page).form(page).values("way") == ["drop"]
    one_round(Stage.objects.get(tournament=cup), [(1, 2, 3), (4, 5, 6)], points=(9, 0, -9))
    assert "The worst match is dropped." in olga.get(page)
    answer = olga.post(page, {"way": "all"}, status=422)
    assert "A round has been published, so you can’t change the rules." in answer


def test_the_standings_mark_results_that_do_not_count_and_players_who_are_promoted(olga, club):
    cup = tournament(club, entrants=3, rounds=2, counting={"best": 1, "up": 1, "down": 1})
    for points in ((30, 0, -30), (0, 10, -10)):
        one_round(Stage.objects.get(tournament=cup), [(1, 2, 3)], points=points)
    page = olga.get(f"/e/{cup.code}/standings/")
    assert "The best match counts." in page and "promoted" in page and "relegated" in page
    assert "(0)" in page and "(−30)" in page


def test_draw_numbers_are_stored_and_decide_who_qualifies(olga, club):
    cup = tournament(club, entrants=6, rounds=2)
    for _round in range(2):
        one_round(Stage.objects.get(tournament=cup), [(1, 2, 3), (4, 5, 6)], points=(50, 0, -50))
    tie(cup)
    stage(cup, 2, takes=3)
    page = f"/e/{cup.code}/lots/"
    assert "The cut for the next stage falls here" in olga.get(page)
    draw = olga.get(f"/e/{cup.code}/draw/")
    refused = olga.send(draw.form("/draw/2/"), button=("do", "draw"), status=422)
    assert "These players are level on everything at the cut: Bea Brook, Eva Eder." in refused
    wrong = olga.send(olga.get(page).form(page), status=422, lot_2="1", lot_5="1")
    assert "Two players have draw number 1. Give each a different number." in wrong
    olga.send(olga.get(page).form(page), status=303, lot_2="2", lot_5="1")
    by_pk = Day(cup).by_pk
    assert [by_pk[pk].number for pk in ranking_into(Day(cup), 2)][:3] == [1, 4, 5]
    assert ("tournament_lots", "olga", cup.code) in told(club.code)
    assert olga.get(page).form(page).values("lot_5") == ["1"]
    olga.send(olga.get(f"/e/{cup.code}/draw/").form("/draw/2/"), button=("do", "draw"), status=303)
    drawn = {seat.entrant_id for table in Day(cup).seats.values() for seat in table if seat.round.number == 3}
    assert {by_pk[pk].number for pk in drawn} == {1, 4, 5}


def test_nobody_draws_lots_before_a_match_has_been_played_or_after_the_last_cut(olga, club):
    cup = tournament(club, entrants=6, rounds=2)
    page, cut = f"/e/{cup.code}/lots/", "The cut for the next stage falls here"
    assert (on_the_line(Day(cup)), "No players are level on everything." in olga.get(page)) == ((), True)
    for _round in range(2):
        one_round(Stage.objects.get(tournament=cup), [(1, 2, 3), (4, 5, 6)], points=(50, 0, -50))
    tie(cup)
    assert on_the_line(Day(cup)) == ()
    assert ("Level on everything" in olga.get(page), cut in olga.get(page)) == (True, False)
    stage(cup, 2, takes=3)
    by_pk = Day(cup).by_pk
    assert [by_pk[pk].number for pk in on_the_line(Day(cup))] == [2, 5]
    assert cut in olga.get(page)
    Stage.objects.filter(tournament=cup, number=2).update(takes=4)
    assert (on_the_line(Day(cup)), cut in olga.get(page)) == ((), False)


def test_an_impossible_draw_number_is_refused_and_one_for_an_unknown_player_is_not_found(olga, club):
    told = {"tournament": tournament(club, entrants=6), "by": olga.user}
    for lot in (0, 1000):
        with pytest.raises(RuleViolation) as refused:
            record_lots(lots={2: 1, 5: lot}, **told)
        assert (refused.value.field, str(refused.value)) == ("lot_5", "A draw number must be between 1 and 999.")
    with pytest.raises(NotAllowed):
        record_lots(lots={2: 1, 77: 2}, **told)
    assert not Entrant.objects.exclude(lot=None).exists()


def test_teams_have_their_own_page(olga, club):
    cup = tournament(club, entrants=6, rounds=1, counting={"team_best": 1})
    one_round(Stage.objects.get(tournament=cup), [(1, 2, 3), (4, 5, 6)], points=(50, 10, -60))
    red, blue = (cup.teams.create(number=at, name=name) for at, name in ((1, "Red"), (2, "Blue")))
    Entrant.objects.filter(tournament=cup, number__in=(1, 3)).update(team=red)
    Entrant.objects.filter(tournament=cup, number__in=(2, 5)).update(team=blue)
    text = member(club.code, "member").get(f"/e/{cup.code}/standings/teams/").text
    assert text.index("Red") < text.index("Blue")
    assert "Cho Chan doesn’t count" in text and "Each team’s best member counts." in text
    page = f"/e/{cup.code}/standings/teams/"
    Entrant.objects.create(
        tournament=cup, number=7, key="k" * 22, name="Zoe Zander", team=red, entered_at=cup.created_at
    )
    for state, shown in [
        ("asked", False),
        ("refused", False),
        ("waiting", False),
        ("withdrawn", False),
        ("entered", True),
    ]:
        Entrant.objects.filter(tournament=cup, number=7).update(state=state)
        assert (state, "Zoe Zander" in olga.get(page)) == (state, shown)
    Entrant.objects.filter(tournament=cup, number=1).update(state="withdrawn")
    assert "Ann Abbot" in olga.get(page)
    assert f"/e/{cup.code}/standings/teams/" in olga.get(f"/e/{cup.code}/standings/").html
