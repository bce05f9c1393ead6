"""A table's pages on a phone: card, score, result, confirmation, dispute."""

import re

import pytest

from matches.models import Match
from tests.matches.cast import Phone
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import east, names
from tests.wording import REASON_NEEDED
from tournaments.links import table_token
from tournaments.models import Result, Round, Table, Verdict

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(hall):
    return f"/e/{hall.tournament.code}"


@pytest.fixture
def table(base):
    return f"{base}/rounds/1/tables/1/"


@pytest.fixture
def phone(hall, base):
    return let_in(Phone(), hall, base)


@pytest.fixture
def referee(hall):
    return Person("rita")


def let_in(phone, hall, base, number=1):
    """A phone that has scanned the card of a table."""
    card = f"{base}/t/{number}/{table_token(hall.tournament, number)}"
    phone.send(phone.get(card).form(card), status=303)
    return phone


def sign(phone, table, hall, seat, ending):
    """Press the button of a seat (0: East) on the table's page."""
    number = str(hall.numbers()[seat])
    form = phone.get(table).form(ending)
    assert ("entrant", number) in form.buttons
    return phone.send(form, button=("entrant", number), status=303)


def test_a_card_leads_to_the_tables_current_round(hall, base, phone):
    card = f"{base}/t/1/{table_token(hall.tournament, 1)}"
    assert phone.get(card, status=303).goes_to == f"{base}/rounds/1/tables/1/"
    Round.objects.update(published_at=None)
    assert "Nobody is playing here right now" in phone.get(card)


def test_from_the_card_to_the_score_and_back(hall, base, table, phone):
    page = phone.get(table)
    assert all(name in page for name in names(hall))
    score = phone.send(page.form("/open/"), status=303).goes_to
    match = Table.objects.get(round__number=1, number=1).match
    assert score == f"/m/{match.code}/"
    assert table in phone.get(score).links
    assert table in phone.get(f"{score}end/").links
    assert "Go to scoring" in phone.get(table)


def test_a_standalone_match_has_no_link_to_a_tournament(phone):
    code = phone.start()
    page = phone.get(f"/m/{code}/")
    assert "tournament" not in page.html
    assert "tournament" not in phone.get(f"/m/{code}/end/").html


def test_two_players_sign_the_result_of_the_match(hall, base, table, phone):
    score = phone.send(phone.get(table).form("/open/"), status=303).goes_to
    code = score.split("/")[2]
    for _no in range(9):
        phone.hand(code)
    assert "Confirm result" in phone.get(score)
    sign(phone, table, hall, 0, "/result/")
    result = Result.objects.get()
    match = Match.objects.get(code=code)
    assert (result.points[:3], result.match_version, result.entrant.number) == (
        tuple(match.balances),
        9,
        hall.numbers()[0],
    )
    form = phone.get(table).form("/confirm/")
    assert sorted(value for _name, value in form.buttons) == sorted(map(str, hall.numbers()[1:]))
    sign(phone, table, hall, 2, "/confirm/")
    assert [(each.kind, each.entrant.number) for each in Verdict.objects.all()] == [("confirmed", hall.numbers()[2])]
    page = phone.get(table)
    assert "Result confirmed" in page
    assert "on the phone used to enter the result" in page


def test_players_who_sign_can_say_that_the_result_is_wrong(hall, table, phone):
    score = phone.send(phone.get(table).form("/open/"), status=303).goes_to
    for _no in range(9):
        phone.hand(score.split("/")[2])
    page = phone.get(table)
    assert "The result is wrong: correct a hand" in page and score in page.links
    sign(phone, table, hall, 0, "/result/")
    signing = phone.get(table).html.partition('aria-labelledby="h-sign"')[2].partition("</section>")[0]
    assert f'href="{table}dispute/">The result is wrong</a>' in signing


@pytest.mark.parametrize("left_out", ["E", "S", "W"])
def test_a_total_that_is_left_empty_is_worked_out_from_the_others(hall, table, phone, left_out):
    totals = {"E": "20", "S": "-5", "W": "-15"}
    form = phone.get(f"{table}result/").form("/result/")
    phone.send(form, status=303, **{**totals, left_out: ""}, entrant=east(hall))
    assert Result.objects.get().points[:3] == (20, -5, -15)


def test_two_totals_that_are_left_empty_are_asked_for(hall, table, phone):
    form = phone.get(f"{table}result/").form("/result/")
    page = phone.send(form, status=422, E="20", S="", W="", entrant=east(hall))
    assert "Enter a whole number from" in page
    assert not Result.objects.exists()


def test_totals_that_do_not_balance_are_kept_on_the_page(hall, table, phone):
    form = phone.get(f"{table}result/").form("/result/")
    page = phone.send(form, status=422, E="20", S="-5", W="-10", entrant=east(hall))
    assert "These points add up to 5, but the table’s total must be 0." in page
    again = page.form("/result/")
    assert [again.values(wind) for wind in "ESW"] == [["20"], ["-5"], ["-10"]]
    assert not Result.objects.exists()
    phone.send(again, status=303, W="−15", entrant=east(hall))
    assert Result.objects.get().points == (20, -5, -15, 0)


def test_text_instead_of_totals_is_refused_at_its_field(hall, table, phone):
    form = phone.get(f"{table}result/").form("/result/")
    page = phone.send(form, status=422, E="many", S="1", W="2", entrant=east(hall))
    assert page.html.count('aria-invalid="true"') == 1
    assert "Enter a whole number from" in page


def test_unbalanced_totals_and_a_missing_signature_are_reported_together(hall, table, phone):
    form = phone.get(f"{table}result/").form("/result/")
    page = phone.send(form, status=422, E="1", S="0", W="0")
    assert "These points add up to 1, but the table’s total must be 0." in page
    assert "Choose a name." in page
    assert [page.form("/result/").values(wind) for wind in "ESW"] == [["1"], ["0"], ["0"]]
    assert not Result.objects.exists()


def test_a_dispute_without_a_name_and_a_reason_shows_both_errors(hall, table, phone):
    hall.played()
    page = phone.send(phone.get(f"{table}dispute/").form("/dispute/"), status=422)
    assert "Choose your name." in page
    assert REASON_NEEDED in page


def test_the_same_form_sent_twice_is_one_result(hall, table, phone):
    form = phone.get(f"{table}result/").form("/result/")
    for _twice in range(2):
        phone.send(form, status=303, E="20", S="-5", W="-15", entrant=east(hall))
    assert Result.objects.count() == 1


def test_nobody_is_chosen_to_sign_before_somebody_chooses(hall, table, phone):
    form = phone.get(f"{table}result/").form("/result/")
    assert (form.values("entrant"), "entrant" in form.names) == ([], True)
    page = phone.send(form, status=422, E="20", S="-5", W="-15")
    assert "Choose a name." in page
    again = page.form("/result/")
    assert [again.values(field) for field in ("E", "S", "W", "entrant")] == [["20"], ["-5"], ["-15"], []]
    assert not Result.objects.exists()
    phone.send(again, status=303, entrant=east(hall))
    assert Result.objects.get().entrant.number == hall.numbers()[0]


def test_nobody_is_chosen_to_dispute_before_somebody_chooses(hall, table, phone):
    hall.played()
    form = phone.get(f"{table}dispute/").form("/dispute/")
    assert form.values("entrant") == []
    page = phone.send(form, status=422, reason="My last hand is missing")
    assert "Choose your name." in page
    assert page.form("/dispute/").values("reason") == ["My last hand is missing"]
    assert not Verdict.objects.exists()


def test_the_chosen_player_stays_chosen_if_the_totals_are_wrong(hall, table, phone):
    form = phone.get(f"{table}result/").form("/result/")
    page = phone.send(form, status=422, E="20", S="-5", W="-10", entrant=east(hall))
    assert page.form("/result/").values("entrant") == [east(hall)]


def test_a_disputed_result_is_decided_by_the_referee_with_a_reason(hall, table, phone, referee):
    phone.send(phone.get(f"{table}result/").form("/result/"), status=303, E="20", S="-5", W="-15", entrant=east(hall))
    form = phone.get(f"{table}dispute/").form("/dispute/")
    assert REASON_NEEDED in phone.send(form, status=422, entrant=str(hall.numbers()[1]))
    phone.send(form, status=303, entrant=str(hall.numbers()[1]), reason="My last hand is missing")
    assert "My last hand is missing" in phone.get(table)
    fix = referee.get(f"{table}correct/").form("/correct/")
    referee.send(fix, status=303, E="10", S="5", reason="One hand was not entered")
    results = list(Result.objects.order_by("number"))
    assert [(each.points[:3], each.reason) for each in results] == [
        ((20, -5, -15), ""),
        ((10, 5, -15), "One hand was not entered"),
    ]
    said = [(each.result, each.kind) for each in Verdict.objects.order_by("pk")]
    assert said == [(results[0], "disputed"), (results[1], "confirmed")]
    assert "My last hand is missing" in phone.get(table)
    assert "One hand was not entered" in phone.get(table)


def test_the_page_says_that_a_match_went_on_after_its_result_was_read(hall, table, phone):
    score = phone.send(phone.get(table).form("/open/"), status=303).goes_to
    code = score.split("/")[2]
    phone.hand(code)
    form = next(each for each in phone.get(f"{table}result/").forms if each.values("from"))
    phone.send(form, button=("entrant", str(hall.numbers()[0])), status=303)
    phone.hand(code, winner="P2")
    page = phone.get(table)
    assert "The match has changed since the result was read from it" in page
    late = phone.post(f"{table}confirm/", {"result": "1", "entrant": str(hall.numbers()[1]), "key": "k" * 22})
    assert (late.status, Verdict.objects.count()) == (422, 0)
    sign(phone, table, hall, 1, "/result/")
    assert [each.entrant.number for each in Result.objects.order_by("number")] == hall.numbers()[:2]


def test_the_error_about_unbalanced_totals_uses_a_real_minus_sign(table, referee):
    form = referee.get(f"{table}result/").form("/result/")
    page = referee.send(form, status=422, E="5", S="-5", W="-1")
    assert "These points add up to −1, but the table’s total must be 0." in page


def test_a_page_that_polls_gets_only_news(hall, table, phone):
    stand = re.search(r'data-v="([^"]+)"', phone.get(table).html).group(1)
    assert phone.client.get(f"{table}?v={stand}", headers={"HX-Request": "true"}).status_code == 204
    phone.send(phone.get(f"{table}result/").form("/result/"), status=303, E="20", S="-5", W="-15", entrant=east(hall))
    news = phone.get(f"{table}?v={stand}", htmx=True)
    assert "Result not confirmed yet" in news and "<html" not in news.html


def test_without_a_card_a_public_table_can_be_read_but_not_signed(hall, table, phone):
    phone.send(phone.get(f"{table}result/").form("/result/"), status=303, E="20", S="-5", W="-15", entrant=east(hall))
    stranger = Phone()
    page = stranger.get(table)
    assert [form.action for form in page.forms] == []
    told = {"result": "1", "entrant": str(hall.numbers()[1]), "key": "k" * 22}
    assert stranger.post(f"{table}confirm/", told).status == 404
    assert not Verdict.objects.exists()
