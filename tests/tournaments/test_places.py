"""The standings and a player's page: totals, places, and how they are computed."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from engine.tournament import ByeValue, Scheme
from people.web.responses import as_context
from tests.matches.cast import Phone
from tests.tournaments import hall
from tests.tournaments.cast import close, result, tournament
from tournaments import wording
from tournaments.models import Adjustment, Entrant, Round, Seat, Table, Tournament
from tournaments.pages.player import PlayerPage
from tournaments.pages.public import FrontPage
from tournaments.pages.standings.standings_page import StandingsPage
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def cup(club):
    """Ten players with one bye a round: the first of three rounds is played, the second is running."""
    return tournament(club, entrants=10, rounds=3, drawn=3, published=2, played=1, public=True)


@pytest.fixture
def made(cup):
    return Tournament.objects.get(pk=cup.pk)


@pytest.fixture
def guest():
    return Phone()


def at(made, page=""):
    return f"/e/{made.code}/{page}"


def again(made):
    return Day(Tournament.objects.get(pk=made.pk))


def listed(made, after=None):
    return StandingsPage(again(made), after).standings.rows


def penalty(made, number, points, reason="Late", **told):
    entrant = Entrant.objects.get(tournament=made, number=number)
    now = datetime.now(UTC)
    return Adjustment.objects.create(
        tournament=made, key=f"k{number}{points}", entrant=entrant, points=points, reason=reason, at=now, **told
    )


def seat_of(made, round, number):
    return Seat.objects.get(round__tournament=made, round__number=round, entrant__number=number)


# ── numbers in words ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0", "0"),
        ("12", "12"),
        ("-7", "−7"),
        ("1/2", "0.5"),
        ("-3/2", "−1.5"),
        ("37/3", "12⅓"),
        ("-1/6", "−⅙"),
        ("-17/3", "−5⅔"),
        ("12345/1000", "12.345"),
        ("1/8", "0.125"),
        ("-100/7", "≈−14.29"),
        ("25/1", "25"),
    ],
)
def test_results_are_exact_or_marked_as_approximate(value, text):
    assert wording.amount(Fraction(value)) == text


def test_results_have_a_sign_unless_only_places_count_and_none_is_negative():
    told = [Scheme(), Scheme(basis="placement", placement=tuple(map(Fraction, (3, 1, 0))))]
    told.append(Scheme(basis="placement", placement=tuple(map(Fraction, (30, 0, -30)))))
    assert [wording.has_signs(scheme) for scheme in told] == [True, False, True]
    assert wording.signed(Fraction(3, 2)) == "+1.5"
    assert wording.bye(ByeValue("fixed", Fraction(10)), True) == "Points for a bye: +10."


# ── the list ──────────────────────────────────────────────────────────────────


def test_the_standings_show_each_round_with_byes_marked_and_penalties_separate(made, guest, olga):
    free = Seat.objects.get(round__tournament=made, round__number=1, table=None).entrant
    penalty(made, free.number, -10, "Late by ten minutes", round=1)
    row = next(row for row in listed(made) if row.number == free.number)
    assert (row.total, [(cell.kind, cell.value) for cell in row.cells]) == ("−10", [("bye", "0")])
    assert (row.adjusted, row.games, row.firsts, row.average) == ("−10", 0, 0, "")
    page = guest.get(at(made, "standings/"))
    assert f"Penalties {free.name} loses 10 points · Round 1 −10" in page and "Late" not in page
    assert "loses 10 points · Round 1 Late by ten minutes −10" in olga.get(at(made, "standings/"))
    assert "0 bye" in page


def test_a_cancelled_penalty_is_shown_and_not_counted(made, guest, olga):
    penalty(made, 3, -10, cancelled_at=datetime.now(UTC), cancel_reason="It was the tram")
    assert [row.adjusted for row in listed(made) if row.number == 3] == [""]
    page = guest.get(at(made, "standings/"))
    assert "loses 10 points Cancelled −10" in page and "tram" not in page
    assert "Late Cancelled: It was the tram −10" in olga.get(at(made, "standings/"))


def test_tied_players_share_a_place_and_the_next_place_is_skipped(made):
    rows = listed(made)
    assert [(row.place, row.shared) for row in rows] == [("1", True)] * 3 + [("4", True)] * 3 + [("7", False)] + [
        ("8", True)
    ] * 3
    named = rows[0].name
    assert rows[1].reason == f"Level with {named} on everything, so the place is shared."
    # The bye is worth as many points as second place, but second place has a placement point.
    assert rows[6].reason == f"Level with {rows[5].name}, who has more placement points: 1 to 0."


def test_a_place_below_somebody_with_the_same_total_says_which_tie_break_decided(made):
    seats = [seat_of(made, 1, number) for number in range(1, 11)]
    first = min((seat for seat in seats if seat.wind == "E"), key=lambda seat: seat.entrant.number)
    second = min((seat for seat in seats if seat.wind == "S"), key=lambda seat: seat.entrant.number)
    penalty(made, first.entrant.number, -30)
    Tournament.objects.filter(pk=made.pk).update(tie_breaks=["firsts"])
    rows = listed(made)
    row = next(row for row in rows if row.number == second.entrant.number)
    assert row.reason == f"Level with {first.entrant.name}, who has more first places: 1 to 0."
    assert rows.index(row) == 1 + [each.number for each in rows].index(first.entrant.number)


def test_the_current_standings_include_running_tables_and_say_that_they_are_provisional(made, guest):
    hall.begin(made, 2)
    hall.play(hall.table_of(made, 2, 1), hands=1)
    result(hall.table_of(made, 2, 2), (12, -5, -7))
    result(hall.table_of(made, 2, 3), (40, -20, -20), confirmed=False)
    told = {row.number: (row.now, row.cells[1].value) for row in listed(made)}
    east = [hall.seated(hall.table_of(made, 2, number))[0].number for number in (1, 2, 3)]
    assert [told[number][1] for number in east] == ["", "+12", ""]
    assert told[east[1]][0] == ""
    assert told[east[2]][0] == "+40"
    assert told[east[0]][0].startswith("+")
    assert "Provisional. Confirmed results in round 2: 1 of 3." in guest.get(at(made, "standings/"))


def test_the_standings_after_a_round_do_not_change(made, guest):
    before = [(row.number, row.total, row.place) for row in listed(made)]
    close(Round.objects.get(tournament=made, number=2), (-9, 3, 6))
    assert [(row.number, row.total, row.place) for row in listed(made, 1)] == before
    assert [(row.number, row.total, row.place) for row in listed(made)] != before
    page = guest.get(at(made, "standings/?after=1"))
    assert "After round 1 of 3" in page
    for wrong in ("3", "0", "x", "99"):
        guest.get(at(made, f"standings/?after={wrong}"), status=404)


def test_places_gained_and_lost_since_the_round_before_are_shown(made):
    before = {row.number: row.place for row in listed(made)}
    close(Round.objects.get(tournament=made, number=2), (-40, 3, 37))
    assert {row.number: row.moved for row in listed(made)} == {
        row.number: int(before[row.number]) - int(row.place) for row in listed(made)
    }


def test_house_players_are_not_listed_and_the_withdrawn_come_last(made):
    Entrant.objects.filter(tournament=made, number=1).update(house=True)
    Entrant.objects.filter(tournament=made, number=2).update(state="withdrawn", left_after=1)
    rows = listed(made)
    assert 1 not in [row.number for row in rows]
    assert (rows[-1].number, rows[-1].place, rows[-1].withdrawn) == (2, "", True)


def test_before_any_result_the_page_says_so_and_shows_no_ties(club, guest):
    made = tournament(club, entrants=9, published=1, public=True)
    page = guest.get(at(made, "standings/"))
    assert "Before the first result" in page
    assert "Level with" not in page
    result(hall.table_of(made, 1, 1), (12, -5, -7))
    assert "No match played yet: ranked below" in guest.get(at(made, "standings/"))


def test_the_standings_are_called_final_only_once_the_tournament_is_over(club, guest):
    made = tournament(club, rounds=2, played=2, public=True)
    for path, said in (("standings/", "After round 2 of 2"), ("", "After round 2 of 2"), ("screen/", "After round 2")):
        page = guest.get(at(made, path))
        assert (path, said in page, "Final standings" in page) == (path, True, False)
    Tournament.objects.filter(pk=made.pk).update(state="over", version=99)
    for path in ("standings/", "", "screen/", "standings/?after=2"):
        assert "Final standings" in guest.get(at(made, path)), path
    assert "Final standings" not in guest.get(at(made, "standings/?after=1"))


def test_a_running_round_is_shown_as_being_played(club, guest):
    made = tournament(club, published=1, public=True)
    result(hall.table_of(made, 1, 1), (12, -5, -7))
    assert "Round 1 of 3 is in progress" in guest.get(at(made, "standings/"))


def test_the_short_standings_leave_out_players_without_a_game(club, guest):
    made = tournament(club, published=1, public=True)
    result(hall.table_of(made, 1, 1), (40, -4, -36))
    told = FrontPage(again(made), datetime.now(UTC), frozenset()).leaders
    assert [(row.place, row.total) for row in told] == [("1", "+40"), ("2", "−4"), ("3", "−36")]


# ── a player's page ───────────────────────────────────────────────────────────


def page_of(made, number):
    day = again(made)
    return as_context(PlayerPage(day, day.by_number[number], datetime.now(UTC)))


def test_a_player_reads_where_they_sit_next_and_with_whom(made, guest):
    east, south, west = hall.seated(hall.table_of(made, 2, 2))
    page = guest.get(at(made, f"players/{west.number}/"))
    assert f"Seat in round 2 2 Table 2, West with {east.name} and {south.name}" in page


def test_a_player_with_a_bye_is_told_so(made, guest):
    free = Seat.objects.get(round__tournament=made, round__number=2, table=None).entrant
    page = guest.get(at(made, f"players/{free.number}/"))
    assert "Seat in round 2 Bye" in page
    assert "The players don’t divide evenly into tables, so they take turns having a bye." in page


def test_each_round_shows_its_result_and_the_running_total(made):
    close(Round.objects.get(tournament=made, number=2), (12, -5, -7))
    brought = {1: {"E": 30, "S": 0, "W": -30, "": 0}, 2: {"E": 12, "S": -5, "W": -7, "": 0}}
    for number in range(1, 11):
        seats = [seat_of(made, round, number) for round in (1, 2)]
        values = [brought[round][seat.wind] for round, seat in enumerate(seats, start=1)]
        sat = page_of(made, number)["rounds"]
        assert [each.value for each in sat] == [wording.signed(Fraction(value)) for value in values]
        assert sat[-1].after == wording.signed(Fraction(sum(values)))
        assert [(each.wind, each.table) for each in sat] == [
            (seat.wind, seat.table.number if seat.table else 0) for seat in seats
        ]


def test_running_totals_end_at_the_total_and_a_penalty_has_a_separate_line(made, guest, olga):
    close(Round.objects.get(tournament=made, number=2), (12, -5, -7))
    east = hall.seated(hall.table_of(made, 1, 1))[0]
    penalty(made, east.number, -10, "Late", round=1)
    penalty(made, east.number, -4, cancelled_at=datetime.now(UTC), cancel_reason="It was the tram")
    context = page_of(made, east.number)
    first, second = context["rounds"]
    assert (first.value, first.penalties, first.after) == ("+30", (("Penalty", "−10"),), "+20")
    assert (second.penalties, second.after) == ((), context["row"].total)
    page = guest.get(at(made, f"players/{east.number}/"))
    assert "Penalty −10 Total +20" in page
    assert "loses 10 points · Round 1 −10" in page
    assert "Late" not in page and "tram" not in page
    told = olga.get(at(made, f"players/{east.number}/"))
    assert "loses 10 points · Round 1 Late −10" in told
    assert "loses 4 points Late Cancelled: It was the tram −4" in told


def test_a_penalty_in_a_running_round_counts_in_the_running_total_immediately(made):
    east = hall.seated(hall.table_of(made, 2, 1))[0]
    penalty(made, east.number, -10, round=2)
    penalty(made, east.number, 3, "Kind")
    context = page_of(made, east.number)
    first, second = context["rounds"]
    assert first.penalties == (("Bonus", "+3"),)
    assert (second.value, second.penalties) == ("", (("Penalty", "−10"),))
    assert second.after == context["row"].total
    assert [no for no, _place in (context["charts"].places if context["charts"] else [])] == (
        [1, 2] if context["row"].games else []
    )


def test_the_chart_of_the_total_goes_from_zero_to_the_current_total(made):
    east = hall.seated(hall.table_of(made, 1, 1))[0]
    penalty(made, east.number, -10, round=1)
    chart = page_of(made, east.number)["charts"].total
    # The axis goes from 0 to +20, not to the +30 of the game.
    assert [line["label"] for line in chart.grid][-1] == "+20"


def test_a_game_with_uma_shows_every_term_of_its_result(made):
    Tournament.objects.filter(pk=made.pk).update(scheme={"uma": [15, 0, -15]})
    east = hall.seated(hall.table_of(made, 1, 1))[0]
    (first, *_rest) = page_of(made, east.number)["rounds"]
    assert first.terms == (("Raw points", "+30"), ("Uma", "+15"))
    assert (first.value, first.points, first.place) == ("+45", "+30", 1)


def test_a_players_page_lists_opponents_and_who_finished_above_whom(made):
    close(Round.objects.get(tournament=made, number=2), (12, -5, -7))
    for number in (1, 5):
        told = {(each.name, each.rounds, each.above, each.below) for each in page_of(made, number)["opponents"]}
        found = set()
        for round in (1, 2):
            mine = seat_of(made, round, number)
            if mine.table:
                for other in mine.table.seats.exclude(pk=mine.pk):
                    above = "ESW".index(mine.wind) < "ESW".index(other.wind)
                    found.add((other.entrant.name, str(round), int(above), int(not above)))
        assert told == found


def test_a_players_page_explains_their_seat(made):
    east, south, west = hall.seated(hall.table_of(made, 2, 1))
    told = page_of(made, east.number)["why"]
    assert told[1:] == [f"You haven’t met {south.name} before.", f"You haven’t met {west.name} before."]
    seat = Seat.objects.filter(round__tournament=made, round__number=1, entrant=east).get()
    met = seat.table.seats.exclude(pk=seat.pk).first()
    Seat.objects.filter(round__tournament=made, round__number=2, entrant=met.entrant).delete()
    Seat.objects.filter(round__tournament=made, round__number=2, entrant=south).update(entrant=met.entrant)
    assert f"You met {met.entrant.name} in round 1." in page_of(made, east.number)["why"]


def test_the_charts_have_their_numbers_in_tables(made, guest):
    close(Round.objects.get(tournament=made, number=2), (12, -5, -7))
    east = hall.seated(hall.table_of(made, 1, 1))[0]
    context = page_of(made, east.number)
    assert [number for number, _place in context["charts"].places] == [1, 2]
    page = guest.get(at(made, f"players/{east.number}/"))
    assert page.html.count("<svg viewBox") == 3
    assert page.text.count("As a table") >= 3


def test_whiskers_are_explained_only_if_the_chart_has_some(made, guest):
    said = "The thin lines show the 95% confidence interval. A small number of matches doesn’t prove much."
    always = hall.seated(hall.table_of(made, 1, 1))[0]
    assert said not in guest.get(at(made, f"players/{always.number}/"))
    close(Round.objects.get(tournament=made, number=2), (12, -5, -7))
    found = {}
    for number in range(1, 11):
        winds = {seat_of(made, round, number).wind for round in (1, 2)} - {""}
        drawn = any(path["kind"] == "whisker" for path in page_of(made, number)["charts"].placement.paths)
        assert drawn == (len(winds) > 1)
        found[drawn] = number
    for drawn, number in found.items():
        assert (drawn, said in guest.get(at(made, f"players/{number}/"))) == (drawn, drawn)
    assert len(found) == 2


def test_a_house_player_has_a_page_without_a_place(made, guest):
    Entrant.objects.filter(tournament=made, number=1).update(house=True)
    assert "House player, not ranked" in guest.get(at(made, "players/1/"))
    assert [each.value for each in page_of(made, 1)["rounds"]][0] in ("+30", "0", "−30")


def test_an_applicant_has_no_players_page(made, guest):
    Entrant.objects.filter(tournament=made, number=4).update(state="asked")
    for number in (4, 99):
        guest.get(at(made, f"players/{number}/"), status=404)
    assert Table.objects.filter(round__tournament=made).exists()


# ── meetings ──────────────────────────────────────────────────────────────────


def test_the_page_of_meetings_shows_that_nobody_meets_twice(made, guest):
    page = guest.get(at(made, "met/"))
    assert "No two players meet twice." in page
    pairs = {
        tuple(sorted((one.entrant.number, other.entrant.number)))
        for table in Table.objects.filter(round__tournament=made, round__number__lte=2)
        for one in table.seats.all()
        for other in table.seats.all()
        if one != other
    }
    # A square for each of the two who met, beside the diagonal of ten.
    assert page.html.count("h7v7h-7z") == 2 * len(pairs) + 10


def test_a_rematch_is_listed_with_its_rounds(made, guest):
    first = hall.table_of(made, 1, 1)
    one, other, _third = hall.seated(first)
    table = seat_of(made, 2, one.number).table or hall.table_of(made, 2, 1)
    away = table.seats.exclude(entrant=one).first()
    theirs = seat_of(made, 2, other.number)
    free = away.entrant
    Seat.objects.filter(pk=theirs.pk).delete()
    Seat.objects.filter(pk=away.pk).update(entrant=other)
    page = guest.get(at(made, "met/"))
    assert "1 pair meets more than once." in page
    low, high = sorted((one, other), key=lambda each: each.number)
    assert f"{low.name} and {high.name}: rounds 1, 2" in page
    assert free.name in page


def test_before_any_round_nobody_has_met_anybody(club, guest):
    made = tournament(club, entrants=9, public=True)
    assert "No players have met yet." in guest.get(at(made, "met/"))
