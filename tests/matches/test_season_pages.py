"""The pages and files of a season: permissions, names and content."""

import csv
import io
import json
import re

import openpyxl
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.season import files
from matches.models import Match
from people.models import Membership, NameDisplay, Player, User
from tests.matches.cast import Page, Phone
from tests.matches.seasons import NOON, club, counted, hand, match, players

pytestmark = pytest.mark.django_db
ADDRESSES = ("season/", "season.csv", "season.xlsx", "season.json", "players/{player}/")


def member(of, name="ann", role="member", **changes):
    """A browser in which an account of the club is signed in."""
    user = User.objects.create(username=name, **changes)
    if of:
        Membership.objects.create(club=of, user=user, role=role, since=NOON)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture(scope="module")
def friday(standing):
    """A club with two matches of Ann, Bea and Cho; 2 hands for Ann, 1 for Bea, a goulash."""
    friday = club(public=False)
    three = players(friday, "Ann Alder", "Bea", "Cho")
    match(friday, three, hand("P1"), hand("P2", "P1"))
    match(friday, three, ("draw", {"draw": True}), hand("P1", "P3", 9))
    return friday


def addresses(of):
    ann = Player.objects.filter(club=of).first()
    return [f"/c/{of.code}/{each.format(player=ann.pk)}" for each in ADDRESSES]


@pytest.mark.parametrize("public", [True, False])
def test_members_read_always_others_where_the_club_is_public(friday, public):
    type(friday).objects.filter(pk=friday.pk).update(public=public)
    inside = [member(friday), member(None, "root", is_superuser=True)]
    outside = [Client(), member(club(), "xan", "owner"), Phone().client]
    for address in addresses(friday):
        assert [each.get(address).status_code for each in inside] == [200, 200]
        assert {each.get(address).status_code for each in outside} == {200 if public else 404}


def test_a_players_page_leads_members_to_each_match(friday):
    type(friday).objects.filter(pk=friday.pk).update(public=True)
    ann = Player.objects.get(club=friday, name="Ann Alder")
    results = [f"/m/{each.code}/end/" for each in Match.objects.order_by("pk")]
    address = f"/c/{friday.code}/players/{ann.pk}/"

    def shown(client):
        return [link for link in Page(client.get(address)).links if link.startswith("/m/")]

    inside = member(friday)
    assert (shown(inside), shown(Client())) == (results, [])
    assert {inside.get(link).status_code for link in results} == {200}


def test_a_closed_club_an_unknown_one_and_another_clubs_player_look_alike(friday):
    other = club()
    stranger = players(other, "Xan")[0]
    unknown = [f"/c/{'A' * 22}/season/", f"/c/{'A' * 22}/players/1/", f"/c/{other.code}/players/999999/"]
    wrong = [*addresses(friday), f"/c/{friday.code}/players/{stranger.pk}/", f"/c/{other.code}/players/1/", *unknown]
    told = {re.sub('"x-csrftoken": "[^"]*"', "", Client().get(address).content.decode()) for address in wrong}
    assert len(told) == 1 and "Page not found" in told.pop()


def test_reading_a_public_season_creates_no_session(friday):
    type(friday).objects.update(public=True)
    client = Client()
    assert client.get(f"/c/{friday.code}/season.csv").status_code == 200
    assert "sid" not in client.cookies


@pytest.mark.parametrize(
    ("shown", "seen"),
    [
        (NameDisplay.FULL, "Ann Alder"),
        (NameDisplay.INITIALS, "A. A."),
        (NameDisplay.NICKNAME, "Dragon"),
        (NameDisplay.NOBODY, "Player 7"),
    ],
)
def test_outsiders_see_display_names_and_members_full_names(friday, shown, seen):
    type(friday).objects.update(public=True)
    Player.objects.filter(name="Ann Alder").update(shown=shown, nickname="Dragon", number=7)
    for address in addresses(friday):
        theirs, ours = (_text(each.get(address)) for each in (Client(), member(friday, name=f"m{address[-6:]}")))
        assert seen in theirs and "Ann Alder" in ours
        assert shown == NameDisplay.FULL or ("Ann Alder" not in theirs and seen not in ours)


def _text(answer):
    if answer["Content-Type"].endswith("sheet"):
        book = openpyxl.load_workbook(io.BytesIO(answer.content))
        return " ".join(str(cell.value) for sheet in book for line in sheet.iter_rows() for cell in line)
    return answer.content.decode()


def test_an_erased_player_has_no_name_and_no_page(friday):
    ann = Player.objects.get(name="Ann Alder")
    Player.objects.filter(pk=ann.pk).update(erased_at=NOON)
    reader = member(friday)
    page = Page(reader.get(f"/c/{friday.code}/season/"))
    assert "Former player" in page and "Ann" not in page
    assert f"/players/{ann.pk}/" not in page.html
    assert reader.get(f"/c/{friday.code}/players/{ann.pk}/").status_code == 404


def test_the_page_of_an_entry_that_was_merged_is_the_persons(friday):
    double = players(friday, "Ann again")[0]
    ann = Player.objects.get(name="Ann Alder")
    Player.objects.filter(pk=double.pk).update(merged_into=ann)
    answer = member(friday).get(f"/c/{friday.code}/players/{double.pk}/?from=2026-01-01")
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{friday.code}/players/{ann.pk}/?from=2026-01-01")


def test_csv_has_the_numbers_of_the_reference_count(friday):
    text = member(friday).get(f"/c/{friday.code}/season.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert tuple(rows[0]) == files.COLUMNS
    slow = counted(friday, "korean_japanese")
    for row in rows:
        mine = slow[int(row["player"])]
        for name in ("points", "hands", "won", "dealt_in", "drawn", "matches"):
            assert int(row[name]) == mine.get(name, 0)
        assert float(row["win_rate"]) == mine.get("won", 0) / mine["hands"]
        assert float(row["average_place"]) == mine["halves"] / 2 / mine["matches"]
    assert [row["place"] for row in rows] == ["1", "2", "3"]


@pytest.fixture
def often(friday):
    """In addition, Dan has won the only match that he played."""
    dan, *others = [*players(friday, "Dan"), *Player.objects.filter(club=friday, name__in=["Bea", "Cho"])]
    match(friday, (dan, *others), hand("P1", points=60), hand("P1", points=60))
    return friday


def asked_of(page):
    """The form for the days and the minimum number of matches."""
    return next(form for form in page.forms if "least" in form.names)


def test_players_with_too_few_matches_are_below_the_others_without_a_place(often):
    ann = member(often)
    text = ann.get(f"/c/{often.code}/season.csv?bom=0").content.decode()
    assert [(row["place"], row["name"]) for row in csv.DictReader(io.StringIO(text))][0] == ("1", "Dan")
    asked = f"/c/{often.code}/season.csv?bom=0&least=2"
    rows = list(csv.DictReader(io.StringIO(ann.get(asked).content.decode())))
    assert [(row["place"], row["name"]) for row in rows][0] == ("1", "Ann Alder")
    assert [(row["place"], row["name"]) for row in rows][-1] == ("", "Dan")
    data = ann.get(f"/c/{often.code}/season.json?least=2").json()
    assert (data["least"], data["standings"][-1]["place"]) == (2, None)


def test_the_minimum_number_of_matches_is_kept_in_links(often):
    ann, dan = member(often), Player.objects.get(name="Dan")
    page = Page(ann.get(f"/c/{often.code}/season/?least=2"))
    assert "– Dan" in page and "at least 2 matches" in page
    assert asked_of(page).values("least") == ["2"]
    assert all("least=2" in link for link in page.links if "/players/" in link or "season.csv" in link)
    assert "season.csv?least=2" in page.html  # the address of the file for spreadsheets
    assert "Not enough matches to be ranked" in Page(ann.get(f"/c/{often.code}/players/{dan.pk}/?least=2"))
    assert "Place 1 of 4" in Page(ann.get(f"/c/{often.code}/players/{dan.pk}/"))


@pytest.mark.parametrize("least", ["-1", "x", "1000", "2.5"])
def test_an_invalid_number_gets_an_error_at_its_field_and_is_kept(often, least):
    page = Page(member(often).get(f"/c/{often.code}/season/?least={least}"))
    assert page.status == 422
    assert "Enter a whole number from 0 to 999." in page
    assert asked_of(page).values("least") == [least]


def test_csv_can_have_semicolons_and_a_bom_and_has_no_formulas(friday):
    Player.objects.filter(name="Bea").update(name="=1+1")
    text = member(friday).get(f"/c/{friday.code}/season.csv?sep=;").content.decode()
    assert text.startswith("\ufeffplace;player;name;points;")
    rows = list(csv.DictReader(io.StringIO(text[1:]), delimiter=";"))
    (bea,) = [row for row in rows if "1+1" in row["name"]]
    assert (
        bea["name"] == "'=1+1"
        and int(bea["points"]) == counted(friday, "korean_japanese")[int(bea["player"])]["points"]
    )


def test_xlsx_and_json_agree_with_csv(friday):
    reader = member(friday)
    lines = list(csv.reader(io.StringIO(reader.get(f"/c/{friday.code}/season.csv?bom=0").content.decode())))
    book = openpyxl.load_workbook(io.BytesIO(reader.get(f"/c/{friday.code}/season.xlsx").content))
    assert book.sheetnames == ["Standings", "Head-to-head"]
    told = [[_number(cell) for cell in row] for row in lines]
    assert [[_number(cell) for cell in row] for row in book["Standings"].values] == told
    assert {cell.data_type for row in book["Standings"].iter_rows(min_row=2, min_col=4) for cell in row} == {"n"}
    data = json.loads(reader.get(f"/c/{friday.code}/season.json").content)
    assert [[_number(each) for each in row.values()] for row in data["standings"]] == told[1:]
    assert (data["format"], data["system"], data["from"], len(data["head_to_head"])) == (
        "scorekeeper-season", "korean_japanese", None, 6,
    )  # fmt: skip


def _number(cell):
    """A cell as a number, if it is one: 25 and 25.0 are the same."""
    try:
        return float(cell)
    except (TypeError, ValueError):
        return cell or None


@pytest.mark.parametrize("asked", ["from=yesterday", "to=2026-02-30", "from=2026-05-02&to=2026-05-01", "system=chess"])
def test_invalid_days_and_games_are_refused_with_a_message(friday, asked):
    reader = member(friday)
    page = Page(reader.get(f"/c/{friday.code}/season/?{asked}"))
    assert page.status == 422 and "Standings" not in page and "Show" in page
    assert Page(reader.get(addresses(friday)[-1] + f"?{asked}")).status == 422
    assert reader.get(f"/c/{friday.code}/season.csv?{asked}").status_code == 400


def test_an_empty_season_says_how_to_fill_it(friday):
    reader = member(friday)
    assert "No match has finished in this period. Choose other dates above." in Page(
        reader.get(f"/c/{friday.code}/season/?from=2020-01-01&to=2020-12-31")
    )
    new = club()
    assert "Finished club matches with roster players appear here." in Page(Client().get(f"/c/{new.code}/season/"))
    (xan,) = players(new, "Xan")
    assert "Results appear here after this player’s first finished match" in Page(
        Client().get(f"/c/{new.code}/players/{xan.pk}/")
    )
    assert Client().get(f"/c/{new.code}/season.csv?bom=0").content.decode() == ",".join(files.COLUMNS) + "\r\n"
    assert json.loads(Client().get(f"/c/{new.code}/season.json").content)["standings"] == []


def test_the_page_shows_place_uncertainty_and_too_small_samples(friday):
    page = Page(member(friday).get(f"/c/{friday.code}/season/"))
    sums = counted(friday, "korean_japanese")
    ann = Player.objects.get(name="Ann Alder").pk
    assert sums[ann]["won"] == 2 and "1 Ann Alder" in page
    assert "50 ±49" in page  # two hands of four: 1.96 · √(½ · ½ / 4)
    assert 'class="n few"' in page.html
    assert "Average place" in page and "NIST" in page


def test_a_page_runs_as_many_queries_for_two_matches_as_for_twelve(friday, monkeypatch):
    monkeypatch.setattr(
        "people.audit.log._TIDIED_EVERY", 10**9
    )  # old addresses go with every twentieth row of the audit
    reader, told = member(friday), {address: [] for address in addresses(friday)}
    three = list(Player.objects.filter(club=friday))
    reader.get("/account/")  # the first page after signing in stores the session in the list
    for many in (2, 12):
        while Match.objects.count() < many:
            match(friday, three, hand("P1"))
        for address, counts in told.items():
            with CaptureQueriesContext(connection) as queries:
                assert reader.get(address).status_code == 200
            counts.append(len(queries))
    for address, (few, more) in told.items():
        assert few == more <= (11 if "." in address else 7), address  # downloads are logged


def test_the_standings_run_few_queries(friday):
    type(friday).objects.update(public=True)
    told = []
    for reader in (Client(), member(friday)):
        reader.get("/account/")
        with CaptureQueriesContext(connection) as queries:
            reader.get(f"/c/{friday.code}/season/")
        told.append(len(queries))
    assert told == [3, 5]


def test_the_glossary_has_the_measures():
    page = Page(Client().get("/glossary/"))
    for word in ("Average place", "Win rate", "Deal-in rate", "Average win", "Drawn-hand rate"):
        assert word in page
