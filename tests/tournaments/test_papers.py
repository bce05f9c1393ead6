"""Printed sheets of a tournament: the content of each, and that none shows a round before it is published."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from people.models import Audit
from people.web.public_urls import qr_code
from tests.people.club_cast import member
from tests.tournaments.cast import result, tournament
from tests.tournaments.whole import whole
from tournaments.files.sheet_registry import PRINTED_PAGES
from tournaments.links import opened_by_code, table_token
from tournaments.models import Round, Table, Tournament
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(standing):
    return whole()


@pytest.fixture
def organiser(made):
    return member(made.club.code, "organiser")


def sheet(who, made, name, query=""):
    return who.get(f"/e/{made.code}/print/{name}/{query}")


@pytest.mark.parametrize("name", [each.key for each in PRINTED_PAGES])
def test_each_sheet_prints_and_is_logged_with_the_same_number_of_queries_however_many_play(made, organiser, name):
    with CaptureQueriesContext(connection) as asked:
        page = sheet(organiser, made, name)
    assert len(asked) < 45
    assert "Spring cup" in page and "Nothing to print yet." not in page
    assert Audit.objects.get(what="tournament_exported").after == {"kind": "print"}


@pytest.mark.parametrize("name", [each.key for each in PRINTED_PAGES])
def test_sheets_of_an_empty_tournament_say_that_there_is_nothing_to_print_yet(made, organiser, name):
    empty = tournament(made.club, entrants=0, name="Empty cup")
    if name == "standings":
        Tournament.objects.filter(pk=empty.pk).update(state="preparing")
    assert "Nothing to print yet." in sheet(organiser, empty, name)


def test_everybody_finds_their_table_on_the_wall(made, organiser):
    page, day = sheet(organiser, made, "names"), Day(made, inside=True)
    for each in day.shown:
        for table in day.tables[each.pk]:
            for seat in day.seats[table.pk]:
                assert day.names[seat.entrant_id] in page
    table = day.tables[day.shown[0].pk][0]
    names = [day.names[seat.entrant_id] for seat in day.seats[table.pk]]
    assert f"1 East {names[0]} South {names[1]} West {names[2]}" in sheet(organiser, made, "tables")


def test_a_hidden_round_is_on_no_sheet(made, organiser):
    assert "Round 3" not in sheet(organiser, made, "names")
    assert "Round 3" not in sheet(organiser, made, "tables")
    assert organiser.get(f"/e/{made.code}/print/blank/?round=3", status=400)


def test_the_code_on_a_tables_card_opens_that_table(made, organiser):
    page = sheet(organiser, made, "cards")
    found = re.findall(r"testserver/at/ (\w{3,6}) (\w{3}) (\w{3})\b", page.text)
    assert [opened_by_code("".join(each)) for each in found] == [(made, number) for number in (1, 2, 3)]
    for number in (1, 2, 3):
        card = f"http://testserver/e/{made.code}/t/{number}/{table_token(made, number)}"
        assert f'<path d="{qr_code(card).path}"/>' in page.html


def test_a_player_card_has_the_whole_schedule(made, organiser):
    page = sheet(organiser, made, "players")
    day = Day(made, inside=True)
    assert page.html.count('leaf-card"') == 10
    bye = day.byes[day.shown[0].pk][0]
    card = page.text[page.text.index(f"{bye.number} {day.names[bye.pk]}") :]
    assert card.index("1 bye") < card.index("Spring cup")


def test_a_blank_score_sheet_has_a_line_for_every_hand(made, organiser):
    page = sheet(organiser, made, "blank", "?round=1")
    assert page.html.count("<table") == 3
    assert page.html.count('<th scope="row">') == 3 * 18


def test_a_blank_score_sheet_of_honshu_has_lines_for_deals_that_repeat(made, organiser):
    cup = tournament(made.club, entrants=3, published=1, system="honshu", name="Honshu cup")
    page = sheet(organiser, cup, "blank")
    lines = re.findall(r'<tr><th scope="row">(.*?)</th>', page.tight)
    assert lines == ["E1", "", "", "E2", "", "", "E3", "", "", "S1", "", "", "S2", "", "", "S3", "", "", "", "", ""]
    assert "Write repeated deals, such as E1.1, on the lines without a label." in page
    Tournament.objects.filter(pk=cup.pk).update(options={"renchan": "none"})
    page = sheet(organiser, cup, "blank")
    assert re.findall(r'<tr><th scope="row">(.*?)</th>', page.tight) == ["E1", "E2", "E3", "S1", "S2", "S3"]
    assert "Write repeated deals, such as E1.1, on the lines without a label." not in page


def test_a_filled_score_sheet_has_the_hands_of_the_match_and_typed_results(made, organiser):
    page = sheet(organiser, made, "filled")
    assert "Round 2, table 1" in page and "Penalty" in page and "Wall fell" not in page
    assert "\u221220" in sheet(organiser, made, "filled", "?round=1")


def test_certificates_are_in_the_order_of_the_places(made, organiser):
    page = sheet(organiser, made, "certificates")
    places = [int(place) for place in re.findall(r"Place (\d+)", page.text)]
    assert len(places) == 10 and places == sorted(places)
    assert page.tight.count(f'<p class="leaf-club"><bdi>{made.club.name}</bdi></p>') == 10


def test_the_printed_audit_says_that_everything_holds(made, organiser):
    assert "Everything adds up:" in sheet(organiser, made, "check")


def test_a_penalty_that_was_cancelled_is_struck_out_with_the_reason(made, organiser):
    page = sheet(organiser, made, "penalties")
    assert "<s>5</s>" in page.html and "Cancelled: Not so" in page


def test_the_printed_standings_are_those_after_the_round(made, organiser):
    before = sheet(organiser, made, "standings", "?after=1").text
    for table in Table.objects.filter(round__tournament=made, round__number=2):
        result(table, (9, -3, -6))
    Round.objects.filter(tournament=made, number=2).update(closed_at=made.created_at)
    assert "Standings after round 1" in before
    assert sheet(organiser, made, "standings", "?after=1").text == before != sheet(organiser, made, "standings").text


OTHERWISE = {"cards", "blank"}  # `make test` prints only these in another language; the others are thorough


@pytest.mark.parametrize(
    "name",
    [pytest.param(each.key, marks=() if each.key in OTHERWISE else pytest.mark.thorough) for each in PRINTED_PAGES],
)
def test_each_sheet_prints_in_another_language_as_well(made, organiser, name):
    for query in ("?language=cs", "?round=1&language=cs"):
        page = sheet(organiser, made, name, query)
        assert '<html lang="cs"' in page.html and page.headers["Content-Language"] == "cs"
        assert "Jazyk tisku" in page and "lang" not in organiser.client.cookies
    if name in ("blank", "filled"):
        assert '<input type="hidden" name="round" value="1">' in page.html
        assert '<input type="hidden" name="language" value="cs">' in page.html
    assert '<html lang="en"' in sheet(organiser, made, name).html


def test_no_cache_stores_a_sheet_and_shows_it_in_the_wrong_language(made, organiser):
    prints = [f"/e/{made.code}/print/{each.key}/" for each in PRINTED_PAGES]
    for address in (*prints, f"/e/{made.code}/cards/"):
        headers = organiser.get(f"{address}?language=cs").headers
        assert (headers["Cache-Control"], headers.get("ETag")) == ("no-store", None), address


def test_the_404_page_of_a_sheet_is_in_the_language_of_the_phone(made, organiser):
    for address in (f"/e/{made.code}/print/none/", "/e/AAAAAAAA/print/names/", "/e/AAAAAAAA/cards/"):
        page = organiser.get(f"{address}?language=cs", status=404)
        assert '<html lang="en"' in page.html and page.headers["Content-Language"] == "en", address


def test_check_in_cards_print_in_another_language_as_well(made, organiser):
    page = organiser.get(f"/e/{made.code}/cards/?language=cs")
    assert '<html lang="cs"' in page.html and "Jazyk tisku" in page
