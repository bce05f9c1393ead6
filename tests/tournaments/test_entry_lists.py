"""Add entrants from a pasted list or a spreadsheet: columns in any order, duplicates, lines with errors."""

import io

import pytest
import xlsxwriter
from django.core.files.uploadedfile import SimpleUploadedFile

from people.models import Club, Player
from tests.matches.cast import Page
from tests.tournaments.cast import tournament as a_tournament
from tests.tournaments.entry_cast import add, listed
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(founder):
    code = founder.found()
    founder.add(code, "Jan Novák\nBea Brook")
    return Club.objects.get(code=code)


@pytest.fixture
def cup(club):
    return a_tournament(club, entrants=0)


def upload(olga, cup, data, name="list.xlsx"):
    path = f"/e/{cup.code}/entries/add/"
    form = olga.get(path).form(path)
    sent = {**form.data(button=("action", "add")), "file": SimpleUploadedFile(name, data)}
    return Page(olga.client.post(path, sent))


def workbook(*rows):
    held = io.BytesIO()
    with xlsxwriter.Workbook(held) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
            if str(row[0]).startswith("="):
                sheet.write_formula(number, 0, row[0], value="Dan")
    return held.getvalue()


def test_a_pasted_list_can_contain_every_field_of_an_entrant(olga, cup):
    assert add(olga, cup, "Cho Chan\tDragons\tCZ\t0077\tRed\t2\nDan Drake").goes_to.endswith("?added=2")
    cho = Entrant.objects.get(tournament=cup, number=1)
    told = (cho.name, cho.club_name, cho.country, cho.licence, cho.team.name, cho.seeding)
    assert told == ("Cho Chan", "Dragons", "CZ", "0077", "Red", 2)


@pytest.mark.parametrize(
    "text",
    [
        "Příjmení;Jméno křestní;x;Seed;Klub\nChan;Cho;;4;Dragons".replace("Jméno křestní", "First name"),
        "seed,name,club\n4,Cho Chan,Dragons",
        'Name;Club;Seed\n"Cho Chan";"Dragons";4',
    ],
)
def test_a_header_puts_the_columns_in_any_order(olga, cup, text):
    page = add(olga, cup, text)
    if page.status == 200:
        raise AssertionError(page.text)
    cho = Entrant.objects.get(tournament=cup)
    assert (sorted(cho.name.split()), cho.club_name, cho.seeding) == (["Chan", "Cho"], "Dragons", 4)


def test_the_columns_of_the_entrants_file_are_an_entry_list(olga, cup):
    add(
        olga,
        cup,
        "name,club,country,licence,team,seed,entrant,state,house\nCho Chan,Dragons,CZ,7,Red,4,9,asked,0\nEva,,,,,,,,1",
    )
    found = Entrant.objects.order_by("number").values_list("number", "name", "licence", "seeding", "state", "house")
    assert list(found) == [(1, "Cho Chan", "7", 4, "entered", False), (2, "Eva", "", None, "entered", True)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1. Ann\n2) Bea\n(3) Cho\n10.Dan", ["Ann", "Bea", "Cho", "Dan"]),
        ("- Ann\n• Bea\n•Cho\n– Dan\n* Eva", ["Ann", "Bea", "Cho", "Dan", "Eva"]),
        ("\tAnn\n\t\tBea\n1.\tCho\n\t2.\tDan\n•\tEva", ["Ann", "Bea", "Cho", "Dan", "Eva"]),
        ("1\tAnn\tBrno\n2\tBea", ["Ann", "Bea"]),
        ("1. Ann, Brno\n2. Bea\n3.", ["Ann", "Bea"]),
        ("Club;Name\nBrno;1. Ann\n;2. Bea", ["Ann", "Bea"]),
        (
            "3rd Dan\n50 Cent\n2.5 Max\nJean-Luc\nDan 2. Eder\n7",
            ["3rd Dan", "50 Cent", "2.5 Max", "Jean-Luc", "Dan 2. Eder", "7"],
        ),
        ("7;Ann\n9;Bea", ["7", "9"]),
    ],
)
def test_a_bullet_or_number_before_a_name_is_not_part_of_it(olga, cup, text, names):
    add(olga, cup, text)
    assert [name for _number, name, _state in listed(cup)] == names


def test_duplicates_are_shown_and_skipped(olga, cup):
    add(olga, cup, "Cho Chan")
    form = olga.get(f"/e/{cup.code}/entries/add/").form("/entries/add/")
    page = olga.send(form, button=("action", "preview"), names="cho CHAN\nDan Drake\nDAN DRAKE", status=200)
    assert ("is already registered" in page, "appears twice in the list" in page) == (True, True)
    olga.send(page.form("/entries/add/"), button=("action", "add"), status=303)
    assert listed(cup) == [(1, "Cho Chan", "entered"), (2, "Dan Drake", "entered")]


def test_a_late_arrival_who_was_withdrawn_is_accepted_and_seated(olga, club):
    cup = a_tournament(club, entrants=9, rounds=2, published=1)
    add(olga, cup, "Jon Jay")
    Entrant.objects.filter(tournament=cup, number=10).update(state="withdrawn")
    form = olga.get(f"/e/{cup.code}/entries/add/").form("/entries/add/")
    page = olga.send(form, button=("action", "preview"), names="Jon Jay", status=200)
    assert ("has withdrawn" in page, "is already registered" in page) == (True, False)
    entry = f"/e/{cup.code}/entries/10/"
    assert f'href="{entry}"' in page.html
    move = olga.get(entry).form("/entries/10/move/")
    assert olga.send(move, button=("to", "approve"), status=303).goes_to == f"/e/{cup.code}/late/?comes=10"


def test_once_seats_are_drawn_the_entries_link_to_the_page_for_late_arrivals(olga, club):
    cup = a_tournament(club, entrants=9, rounds=2, published=1)
    assert f'href="/e/{cup.code}/late/"' in olga.get(f"/e/{cup.code}/entries/").html


@pytest.mark.parametrize(("ticked", "linked"), [(True, True), (False, False)])
def test_the_page_asks_whether_a_similar_name_is_a_player_of_the_roster(olga, cup, ticked, linked):
    page = add(olga, cup, "Novak Jan")
    assert (page.status, "on the roster" in page, listed(cup)) == (200, True, [])
    form = page.form("/entries/add/")
    assert form.values("same") == [str(Player.objects.get(name="Jan Novák").pk)]
    olga.send(form, button=("action", "add"), status=303, **({} if ticked else {"same": None}))
    assert Entrant.objects.get(tournament=cup).player == (Player.objects.get(name="Jan Novák") if linked else None)


def test_an_unreadable_line_adds_nobody_and_keeps_the_list(olga, cup):
    page = add(olga, cup, "Cho Chan\nDan Drake;;;;;minus one")
    assert (page.status, listed(cup)) == (422, [])
    assert page.form("/entries/add/").values("names") == ["Cho Chan\nDan Drake;;;;;minus one"]


def test_a_spreadsheet_is_shown_first_and_entered_without_the_file_by_the_values_saved_in_it(olga, cup):
    page = upload(olga, cup, workbook(["Name", "Number", "Seeding"], ["Cho Chan", 77, 1.0], ['="D"&"an"', 5, 2]))
    assert (page.status, listed(cup)) == (200, [])
    olga.send(page.form("/entries/add/"), button=("action", "add"), status=303)
    assert list(Entrant.objects.values_list("name", "licence", "seeding")) == [("Cho Chan", "77", 1), ("Dan", "5", 2)]


def test_a_csv_in_a_central_european_encoding_is_read(olga, cup):
    page = upload(olga, cup, "Jméno;Klub\r\nŽofie Šťastná;Brno\r\n".encode("cp1250"), "list.csv")
    olga.send(page.form("/entries/add/"), button=("action", "add"), status=303)
    assert list(Entrant.objects.values_list("name", "club_name")) == [("Žofie Šťastná", "Brno")]


def test_house_players_are_marked_and_listed_separately(olga, cup):
    add(olga, cup, "Full table", house="1")
    page = olga.get(f"/e/{cup.code}/entries/")
    assert ("House players (1)" in page, Entrant.objects.get().house) == (True, True)


def test_lines_that_will_be_skipped_are_named_before_anybody_is_added(olga, cup):
    page = add(olga, cup, "Cho Chan\nDan Drake\nCho Chan")
    assert listed(cup) == []
    assert "Line 3, Cho Chan : appears twice in the list" in page
    assert "Two players can’t have the same name. Add a club or an initial, such as “Ann Novak (Brno)”." in page
    olga.send(page.form("/entries/add/"), button=("action", "add"), names="Cho Chan\nDan Drake\nCho Chan (Brno)")
    assert [name for _number, name, _state in listed(cup)] == ["Cho Chan", "Dan Drake", "Cho Chan (Brno)"]


def test_once_seen_skipped_lines_do_not_hold_up_the_others(olga, cup):
    page = add(olga, cup, "Cho Chan\nDan Drake\nCho Chan")
    olga.send(page.form("/entries/add/"), button=("action", "add"), status=303)
    assert [name for _number, name, _state in listed(cup)] == ["Cho Chan", "Dan Drake"]
