"""Invalid forms of a tournament: the page answers 422, says why and keeps the input; nothing is stored."""

from datetime import UTC, datetime

import pytest

from engine.errors import RuleViolation
from people.db.transactions import NotAllowed
from tests.matches.table import new_key
from tests.tournaments import cast
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import Hall, east, names
from tests.wording import REASON_NEEDED, whole_number
from tournaments.models import Adjustment, Result, Round, RoundChange, Seat, Tournament
from tournaments.play.penalties import cancel_penalty, give_penalty
from tournaments.play.results import confirm_result, enter_result, enter_round
from tournaments.play.substitutions import set_substitute

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(hall):
    return f"/e/{hall.tournament.code}"


@pytest.fixture
def referee(hall):
    return Person("rita")


def refused(step):
    """The field and the message of a refusal."""
    with pytest.raises(RuleViolation) as caught:
        step()
    return caught.value.field, str(caught.value)


def seated(number=1):
    """The entrants' numbers on East, South and West at a table."""
    rows = Seat.objects.filter(table__number=number).values_list("wind", "entrant__number")
    return [dict(rows)[wind] for wind in "ESW"]


# ── results ──────────────────────────────────────────────────────────────────


def test_totals_typed_while_somebody_else_entered_others_are_refused_and_kept_on_the_page(hall, table, phone):
    form = phone.get(f"{table}result/").form("/result/")
    cast.result(hall.table(), (9, 0, -9), confirmed=False)
    page = phone.send(form, status=422, E="20", S="-5", W="-15", entrant=east(hall))
    assert "Someone has entered a result in the meantime. Check it first." in page
    assert [page.form("/result/").values(wind) for wind in "ESW"] == [["20"], ["-5"], ["-15"]]
    assert [each.points for each in Result.objects.all()] == [(9, 0, -9, 0)]


def test_a_result_is_not_read_from_a_match_without_a_hand_and_the_table_says_so(hall, table, phone):
    phone.send(phone.get(table).form("/open/"), status=303)
    page = phone.post(f"{table}result/", {"from": "match", "entrant": east(hall), "key": new_key()}, status=422)
    assert "No hand has been played at this table yet." in page
    assert all(name in page for name in names(hall))
    assert not Result.objects.exists()


def test_a_missing_or_replaced_result_is_not_confirmed(hall, table, referee):
    page = referee.post(f"{table}confirm/", {"result": "1", "key": new_key()}, status=422)
    assert "No result has been entered yet." in page
    cast.result(hall.table(), (9, 0, -9), confirmed=False)
    cast.result(hall.table(), (8, 0, -8), confirmed=False)
    page = referee.post(f"{table}confirm/", {"result": "1", "key": new_key()}, status=422)
    assert "Another result was entered in the meantime. Check it first." in page
    assert not hall.here().confirmed
    confirm_result(number=2, **hall.at(by=hall.referee))
    assert hall.here().confirmed


def test_impossible_totals_are_refused_whoever_sends_them(hall):
    def enter(points, pot=0):
        return refused(lambda: enter_result(points=points, pot=pot, **hall.at(device="", by=hall.referee)))

    assert enter((10_000_001, 0, -10_000_001)) == ("points", "Enter points between −10000000 and 10000000.")
    assert enter((1, 0, 0), -1) == ("pot", "The points left on the table can’t be negative.")
    assert enter((1, -1)) == ("points", "Enter points for each seat at the table.")
    assert not Result.objects.exists()


def test_results_of_a_table_that_is_not_in_the_round_are_not_saved(hall):
    told = {"tournament": hall.tournament, "round": 1, "key": new_key(), "by": hall.referee}
    with pytest.raises(NotAllowed):
        enter_round(results={9: None}, **told)


def test_a_closed_round_takes_no_typed_results_and_keeps_what_was_typed(base, referee):
    form = referee.get(f"{base}/rounds/1/results/").form("/results/")
    Round.objects.update(closed_at=datetime.now(UTC))
    page = referee.send(form, status=422, **{"t1-E": "20", "t1-S": "-5", "t1-W": "-15"})
    assert "Round 1 is closed." in page
    assert [page.form("/results/").values(f"t1-{wind}") for wind in "ESW"] == [["20"], ["-5"], ["-15"]]
    assert not Result.objects.exists()


def test_the_results_of_a_finished_tournament_are_not_typed_again(base, referee):
    Tournament.objects.update(state="over")
    page = referee.get(f"{base}/rounds/1/results/")
    assert "The tournament has finished" in page
    assert f"{base}/rounds/1/tables/" in page.links
    assert all(not form.action.endswith("/results/") for form in page.forms)


# ── seats and substitutes ────────────────────────────────────────────────────


def test_the_referee_corrects_the_winds_of_the_players(table, referee):
    one, two, three = seated()
    form = referee.get(f"{table}reseat/").form("/reseat/")
    assert [form.values(wind) for wind in "ESW"] == [[str(one)], [str(two)], [str(three)]]
    changed = {"E": str(two), "S": str(one), "reason": "They mixed up the winds"}
    assert referee.send(form, status=303, **changed).goes_to == table
    assert seated() == [two, one, three]
    assert RoundChange.objects.latest("pk").reason == "They mixed up the winds"


def test_impossible_winds_are_refused_and_kept_on_the_page(table, referee):
    one, two, three = seated()
    form = referee.get(f"{table}reseat/").form("/reseat/")
    for changes, sentence in (
        ({"E": str(two), "reason": "Mixed up"}, "Give each of the three players a different wind."),
        ({"E": str(two), "S": str(one), "reason": ""}, REASON_NEEDED),
        ({"reason": "Mixed up"}, "The players are already seated like this."),
    ):
        page = referee.send(form, status=422, **changes)
        again = page.form("/reseat/")
        assert sentence in page
        assert (again.values("E"), again.values("reason")) == (form.data(**changes)["E"], [changes["reason"]])
    assert seated() == [one, two, three]


def test_replayed_hands_stay_with_the_players_or_the_winds_as_chosen(table, phone, score, referee):
    form = referee.get(f"{table}reseat/").form("/reseat/")
    assert form.values("keeps") == ["persons"]
    changes = {"E": form.values("S"), "reason": ""}
    assert referee.send(form, status=422, **changes).form("/reseat/").values("keeps") == ["persons"]
    assert referee.send(form, status=422, keeps="names", **changes).form("/reseat/").values("keeps") == ["names"]


def test_a_table_of_four_has_no_page_to_correct_seats(hall, table, referee):
    Seat.objects.filter(pk=Seat.objects.filter(table__number=2).first().pk).update(table=hall.table(), wind="N")
    for page in ("reseat", "exchange"):
        referee.get(f"{table}{page}/", status=404)
        referee.post(f"{table}{page}/", {"reason": "Mixed up", "with": "2"}, status=404)


def test_a_substitute_with_a_name_that_is_taken_or_too_long_is_refused_and_kept_on_the_page(
    hall, table, phone, referee
):
    phone.send(phone.get(table).form("/open/"), status=303)
    number, other = hall.numbers()[:2]
    form = referee.get(f"{table}substitute/").form("/substitute/", entrant=str(number))
    taken = names(hall)[1]
    for name, sentence in (
        (taken, f"Two players are called {taken}. Names must be different."),
        ("x" * 41, "A name can have at most 40 characters."),
    ):
        page = referee.send(form, status=422, name=name)
        assert sentence in page
        assert page.form("/substitute/", entrant=str(number)).values("name") == [name]
        assert page.form("/substitute/", entrant=str(other)).values("name") == [""]
    assert not Seat.objects.exclude(substitute="").exists()


def test_a_substitute_is_named_only_for_a_player_at_the_table(hall, table, referee):
    for entrant in (str(hall.numbers(2)[0]), "", "77"):
        referee.post(f"{table}substitute/", {"entrant": entrant, "name": "Sub Stitute"}, status=404)
    assert not Seat.objects.exclude(substitute="").exists()


def test_a_player_with_a_bye_has_no_substitute():
    hall = Hall(entrants=10)
    bye = Seat.objects.get(table=None).entrant.number
    told = {"tournament": hall.tournament, "round": 1, "name": "Sub Stitute", "by": hall.referee}
    sentence = "Only players seated at a table can have a substitute."
    assert refused(lambda: set_substitute(entrant=bye, **told)) == ("name", sentence)


def test_a_swap_without_two_players_of_the_round_says_so_on_its_page(hall, base):
    before = seated()
    for other, sentence in (
        ("1", "Choose two different players from this round."),
        ("77", "Choose two players"),
        ("", "Choose two"),
    ):
        sent = {"reason": "Why not", "one": "1", "other": other}
        assert sentence in hall.owner.post(f"{base}/rounds/1/swap/", sent, status=422)
    assert seated() == before


def test_seats_and_byes_of_a_closed_round_cannot_be_changed():
    hall = Hall(entrants=11)
    one, other = Seat.objects.filter(table=None).values_list("entrant__number", flat=True)
    cast.close(Round.objects.get(tournament=hall.tournament))
    page = hall.owner.post(
        f"/e/{hall.tournament.code}/rounds/1/swap/",
        {"reason": "Why not", "one": str(one), "other": str(other)},
        status=422,
    )
    assert "Round 1 is closed, so its seats can’t be changed." in page


# ── penalties ────────────────────────────────────────────────────────────────


def test_a_penalty_for_an_unknown_player_is_refused_and_kept_on_the_page(base, referee):
    form = referee.get(f"{base}/penalties/").form("/penalties/")
    told = {"points": "20", "round": "1", "reason": "Came late"}
    page = referee.post(form.action, form.data(entrant="77", **told), status=422)
    again = page.form("/penalties/")
    assert "Choose a player." in page
    assert {name: again.values(name) for name in told} == {name: [value] for name, value in told.items()}
    assert not Adjustment.objects.exists()


def test_a_penalty_is_not_cancelled_without_a_reason(hall, base, referee):
    given = give_penalty(
        tournament=hall.tournament, entrant=4, points=-20, reason="Came late", key=new_key(), by=hall.referee
    )
    cancel = f"{base}/penalties/{given.pk}/cancel/"
    page = referee.send(referee.get(cancel).form("/cancel/"), status=422, reason=" ")
    assert REASON_NEEDED in page and "Came late" in page
    given.refresh_from_db()
    assert given.cancelled_at is None


def test_a_penalty_of_another_tournament_is_not_cancelled(hall, base, referee):
    cup = cast.tournament(hall.club)
    given = give_penalty(tournament=cup, entrant=4, points=-20, reason="Came late", key=new_key(), by=hall.referee)
    referee.get(f"{base}/penalties/{given.pk}/cancel/", status=404)
    referee.post(f"{base}/penalties/{given.pk}/cancel/", {"reason": "A mistake"}, status=404)
    with pytest.raises(NotAllowed):
        cancel_penalty(tournament=hall.tournament, penalty=given.pk, reason="A mistake", by=hall.referee)
    given.refresh_from_db()
    assert given.cancelled_at is None


# ── rules ────────────────────────────────────────────────────────────────────


def test_impossible_counting_rules_are_refused_and_kept_on_the_page():
    hall = Hall(published=0)
    page = f"/e/{hall.tournament.code}/counting/"
    form = hall.owner.get(page).form(page)
    typed = {"way": "best", "many": "0", "minimum": "x", "up": "-1", "team_best": "1000"}
    answer = hall.owner.send(form, status=422, **typed)
    again = answer.form(page)
    assert {name: again.values(name) for name in typed} == {name: [value] for name, value in typed.items()}
    assert all(whole_number(*span) in answer for span in ((1, 9999), (0, 9999), (0, 99)))
    hall.tournament.refresh_from_db()
    assert hall.tournament.counting == {}


def test_impossible_house_rules_are_refused_and_kept_on_the_page():
    hall = Hall(published=0)
    page = f"/e/{hall.tournament.code}/rules/"
    answer = hall.owner.send(hall.owner.get(page).form(page), button=("action", "save"), status=422, **{"o.limit": "x"})
    assert "Enter a whole number" in answer
    assert answer.form(page).values("o.limit") == ["x"]
    hall.tournament.refresh_from_db()
    assert hall.tournament.options == {}


def test_a_series_that_gives_points_to_too_many_places_is_refused(hall):
    page, values = f"/c/{hall.club.code}/series/new/", " ".join(["1"] * 201)
    answer = hall.owner.send(hall.owner.get(page).form(page), status=422, name="The year", values=values)
    assert "At most 200 places can score points." in answer
    assert answer.form(page).values("values") == [values]
