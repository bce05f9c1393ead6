"""The files of a tournament: sheets, the calendar, the archive, and the page that explains them."""

import csv
import io
import json
import re
from datetime import UTC, datetime

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from people.models import Audit, Player
from tests.matches.cast import Phone
from tests.matches.table import new_key
from tests.people.club_cast import member
from tests.thorough import sized
from tests.tournaments.cast import result
from tests.tournaments.persons import Person
from tests.tournaments.whole import play, whole
from tournaments.files.archive.write import archive_bytes
from tournaments.files.points_audit import Checked, checks
from tournaments.models import Adjustment, Entrant, Round, Seat, Table, Tournament
from tournaments.pages import cache
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(standing):
    return whole()


@pytest.fixture
def referee(made):
    return member(made.club.code, "referee")


def taken(who, made, name, query=""):
    response = who.client.get(f"/e/{made.code}/files/{name}{query}")
    assert response.status_code == 200, response.content[:300]
    return response.content


def rows(who, made, sheet, query=""):
    """The CSV as a list of objects."""
    return list(csv.DictReader(io.StringIO(taken(who, made, f"{sheet}.csv", query).decode("utf-8-sig"))))


# ── tables ───────────────────────────────────────────────────────────────────


def test_the_standings_have_places_totals_and_each_round_as_numbers(made, referee):
    found = rows(referee, made, "standings")
    day = Day(made, inside=True)
    counted = {
        day.names[seat.entrant_id]: day.confirmed(table).points["ESW".index(seat.wind)]
        for table in day.tables[day.rounds[0].pk]
        for seat in day.seats[table.pk]
    }
    bye = day.names[day.byes[day.rounds[0].pk][0].pk]
    assert {each["name"]: int(each["round_1"]) for each in found} == {**counted, bye: 0}
    ann = next(each for each in found if each["name"] == "Ann Abbot")
    assert (int(ann["total"]), ann["adjusted"]) == (counted.get("Ann Abbot", 0) - 20, "-20")
    assert [int(each["place"]) for each in found] == sorted(int(each["place"]) for each in found)
    assert found[0].keys() >= {"entrant", "club", "country", "team", "games", "byes", "average_place", "decided_by"}


def test_the_standings_say_who_left_the_tournament(made, referee):
    def gone():
        cache.clear_all()
        return {each["entrant"] for each in rows(referee, made, "standings") if each["withdrawn"] == "1"}

    Entrant.objects.filter(tournament=made).update(left_after=None)
    assert gone() == set()
    Entrant.objects.filter(tournament=made, number=2).update(left_after=1)
    assert gone() == {"2"}


def test_the_standings_of_an_earlier_round_do_not_change(made, referee):
    before = taken(referee, made, "standings.csv", "?after=1")
    for table in Table.objects.filter(round__tournament=made, round__number=2):
        result(table, (9, -3, -6))
    Round.objects.filter(tournament=made, number=2).update(closed_at=datetime.now(UTC))
    assert taken(referee, made, "standings.csv", "?after=1") == before
    assert taken(referee, made, "standings.csv") != before
    assert referee.client.get(f"/e/{made.code}/files/standings.csv?after=3").status_code == 400
    assert referee.client.get(f"/e/{made.code}/files/standings.csv?after=x").status_code == 400


def test_a_csv_for_spreadsheets_has_their_separator_a_byte_order_mark_and_readable_headings(made, referee):
    text = taken(referee, made, "standings.csv", "?sep=%3B&head=words").decode()
    assert text.startswith("\ufeffPlace;No.;Name;Club;")
    referee.client.cookies["lang"] = "cs"
    keys = taken(referee, made, "standings.csv", "?bom=0").decode()
    assert keys.startswith("place,entrant,name,club,country,licence,team,total,round_1,round_2,games")


def test_a_workbook_has_words_on_one_sheet_and_keys_on_the_other_and_numbers_are_numbers(made, referee):
    book = openpyxl.load_workbook(io.BytesIO(taken(referee, made, "standings.xlsx")))
    assert book.sheetnames == ["Standings", "data"]
    words, keys = ([cell.value for cell in next(book[name].iter_rows())] for name in book.sheetnames)
    assert (words[:3], keys[:3]) == (["Place", "No.", "Name"], ["place", "entrant", "name"])
    assert isinstance(book["data"].cell(2, 8).value, int)


def test_json_names_its_format_and_has_one_object_per_row(made, referee):
    found = json.loads(taken(referee, made, "games.json", "?after=1"))
    assert (found["format"], found["tournament"], found["after"]) == ("scorekeeper-event-games", "Spring cup", 1)
    assert {row["round"] for row in found["rows"]} == {1}
    first = found["rows"][0]
    terms = first["table_score"] + first["oka"] + first["uma"] + first["sinking"] + first["pot_score"]
    assert (first["points"], first["result"], first["status"]) == (30, terms, "confirmed")


def test_text_to_copy_is_shown_and_holds_no_formula(made, referee):
    Entrant.objects.filter(tournament=made, number=5).update(name="=1+1\tx")
    response = referee.client.get(f"/e/{made.code}/files/standings.tsv?head=words")
    assert response["Content-Type"] == "text/plain; charset=utf-8" and "Content-Disposition" not in response
    text = response.content.decode()
    assert "\t'=1+1 x\t" in text and len({line.count("\t") for line in text.splitlines()}) == 1


def test_the_game_log_has_every_seat_and_bye_of_the_rounds_that_are_published(made, referee):
    found = rows(referee, made, "games")
    assert len(found) == Seat.objects.filter(round__tournament=made, round__published_at__isnull=False).count() == 20
    assert {(each["round"], each["status"]) for each in found} == {
        ("1", "confirmed"), ("1", "bye"), ("2", "open"), ("2", "bye"),
    }  # fmt: skip
    assert [each["substitute"] for each in found if each["substitute"]] == ["Ann Abbot"]


def test_the_hand_log_has_every_hand_with_its_round_and_table(made, referee):
    found = rows(referee, made, "hands")
    assert [(each["event_round"], each["event_table"], each["hand"], each["entry"]) for each in found] == [
        ("2", "1", "1", "hand"), ("2", "1", "2", "penalty"), ("2", "1", "2", "hand"),
    ]  # fmt: skip
    assert all(sum(int(each[f"change_P{n}"]) for n in (1, 2, 3)) == 0 for each in found)


def test_others_read_the_names_that_players_show(made):
    Tournament.objects.filter(pk=made.pk).update(public=True)
    Player.objects.filter(name="Ann Abbot").update(shown="initials")
    guest, inside = Phone(), member(made.club.code, "member")
    bea = Table.objects.get(round__tournament=made, round__number=2, seats__entrant__player__name="Bea Brook")
    if bea.match is None:
        play(made, bea)
    for sheet in ("standings", "games", "hands", "seating"):
        outside = taken(guest, made, f"{sheet}.csv").decode()
        assert "Bea Brook" not in outside and "Ann Abbot" not in outside, sheet
        assert "Bea Brook" in taken(inside, made, f"{sheet}.csv").decode(), sheet


def test_the_seating_can_be_imported_again(made, referee):
    text = taken(referee, made, "seating.txt").decode()
    day = Day(made)
    rounds = [
        [[seat.entrant.number for seat in day.seats[table.pk]] for table in day.tables[each.pk]] for each in day.shown
    ]
    assert [
        [list(map(int, line.split("-"))) for line in part.split("\n") if line] for part in text.split("\n\n")
    ] == rounds
    found = rows(referee, made, "seating")
    assert [[int(each[wind]) for wind in ("east", "south", "west")] for each in found] == sum(rounds, [])
    assert [each["byes"] for each in found if each["byes"]] == [str(day.byes[each.pk][0].number) for each in day.shown]


def test_a_hidden_round_is_in_no_file(made, referee):
    hidden = Round.objects.get(tournament=made, number=3)
    assert hidden.published_at is None
    for sheet in ("games", "hands", "seating"):
        assert {each.get("round", each.get("event_round")) for each in rows(referee, made, sheet)} <= {"1", "2"}
    assert taken(referee, made, "seating.txt").decode().count("\n\n") == 1


def test_the_entry_list_is_for_organisers_and_referees_and_has_everybody(made, referee):
    found = rows(referee, made, "entrants")
    assert [each["name"] for each in found][:2] == ["Ann Abbot", "Bea Brook"]
    assert (found[10]["name"], found[10]["state"], found[10]["house"]) == ("'=cmd|'x'", "waiting", "1")
    assert (found[0]["team"], found[0]["country"], found[0]["seed"]) == ("Team 1", "CZ", "3")
    member(made.club.code, "member").get(f"/e/{made.code}/files/entrants.csv", status=404)


def test_the_list_of_penalties_has_their_reasons_and_those_that_were_cancelled(made, referee):
    found = rows(referee, made, "penalties")
    assert [(each["entrant"], each["points"], each["reason"], each["cancel_reason"]) for each in found] == [
        ("1", "-20", "Late", ""), ("2", "5", "Late", "Not so"),
    ]  # fmt: skip
    assert found[0]["by"].startswith("Owner Of")


# ── the audit of the points ──────────────────────────────────────────────────


def test_the_audit_confirms_every_game_and_every_total(made, referee):
    found = rows(referee, made, "check")
    assert [(each["sum"], each["expected"], each["difference"], each["uma_sum"], each["holds"]) for each in found] == [
        ("0", "0", "0", "0", "1")
    ] * 3
    assert checks(Day(made)).hold


def test_the_audit_holds_with_a_penalty_from_a_deleted_round(made):
    made.stages.filter(number__gt=1).delete()
    Adjustment.objects.filter(tournament=made).update(round=9)
    assert checks(Day(made)).hold
    assert checks(Day(made), 1).hold


@pytest.mark.parametrize(
    "scheme",
    [
        {"uma": [10, 0, -10]},
        {"basis": "placement", "placement": "2-1-0"},
        {"uma": ["7/2", 0, "-7/2"], "sinking": 2, "divisor": 3},
    ],
    ids=["uma", "placement", "fractions"],
)
def test_the_audit_holds_whatever_a_game_is_worth(made, scheme):
    Tournament.objects.filter(pk=made.pk).update(scheme=scheme, bye={"kind": "own"})
    for table in Table.objects.filter(round__tournament=made, round__number=2):
        result(table, (5, 5, -10))
    assert checks(Day(Tournament.objects.get(pk=made.pk))).hold


@pytest.mark.parametrize(
    ("changed", "holds"), [({}, True), ({"points": 1}, False), ({"uma": 1}, False), ({"results": 2}, False)]
)
def test_a_game_holds_only_if_every_point_has_a_source(changed, holds):
    told = {"round": 1, "table": 1, "points": 0, "pot": 0, "expected": 0, "uma": 0, "results": 0, "due": 0}
    assert Checked(**{**told, **changed}).holds is holds


# ── association ──────────────────────────────────────────────────────────────


def test_the_associations_sheet_has_its_nineteen_columns_in_order(made, referee):
    Entrant.objects.filter(tournament=made, number=4).update(licence="EMA 7", club_name="Lions")
    query = "?country=CZ&weight=2&short=SC26"
    text = taken(referee, made, "association.csv", query).decode("utf-8-sig").splitlines()
    assert text[0] == (
        "Tournament name,Number of participants,Place,first name,last name,number,Table points,Score,member,Country,"
        "Date,court country,city,weight,short name,rules,period,days,extra"
    )
    dan = next(line for line in csv.reader(text) if line[4] == "Drake")
    place, points = dan[2], dan[7]
    assert dan[:6] == ["Spring cup", "10", place, "Dan", "Drake", "EMA 7"]
    assert dan[8:] == [
        "1", "CZ", "2026-11-21", "CZ", "Brno", "2", "SC26", "Korean/Japanese", "2026-11-21", "1", "Lions",
    ]  # fmt: skip
    assert int(points) in (30, 20, 0, -20, -30)


# ── calendar ─────────────────────────────────────────────────────────────────


def test_calendars_get_the_days_and_the_rounds_that_have_begun(made, referee):
    seat = Seat.objects.filter(round__tournament=made, round__number=2, table__number=1).first()
    response = referee.client.get(f"/e/{made.code}/files/rounds.ics?entrant={seat.entrant.number}")
    text = response.content.decode()
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert re.findall("(?:DTSTART|DTEND|SUMMARY|DESCRIPTION|LOCATION)[^\r]*", text) == [
        "DTSTART;VALUE=DATE:20261121",
        "DTEND;VALUE=DATE:20261122",
        "SUMMARY:Spring cup",
        "DESCRIPTION:Bring tea\\; =1+1",
        "LOCATION:Brno",
        "DTSTART:20261121T093015Z",
        "DTEND:20261121T103027Z",
        "SUMMARY:Spring cup\\, round 2",
        "DESCRIPTION:Table 1",
        "LOCATION:Brno",
    ]
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


# ── the page, and the activity log ───────────────────────────────────────────


def test_the_page_lists_the_files_that_each_reader_may_have(made, referee):
    Tournament.objects.filter(pk=made.pk).update(public=True)
    where = f"/e/{made.code}/files/"
    links = {who: set(who.get(where).links) for who in (Phone(), referee, member(made.club.code, "organiser"))}
    guest, judge, organiser = links.values()
    assert {
        f"{where}standings.csv",
        f"{where}check.xlsx",
        f"{where}rounds.ics",
        f"/e/{made.code}/print/names/",
    } <= guest
    assert judge - guest >= {f"{where}entrants.csv", f"{where}association.xlsx", f"/e/{made.code}/print/cards/"}
    assert organiser - judge == {f"{where}archive.zip", f"/e/{made.code}/cards/"}


def test_every_link_of_the_page_leads_somewhere(made):
    organiser = member(made.club.code, "organiser")
    page = organiser.get(f"/e/{made.code}/files/?after=1")
    links = [link for link in page.links if link.startswith("/e/")]
    for link in links[:: sized(3, 1)]:  # a third of them, each kind of file in turn
        assert organiser.client.get(link).status_code == 200, link
    assert len([link for link in page.links if "after=1" in link]) > 20


def test_downloads_are_in_the_activity_log(made, referee):
    taken(referee, made, "entrants.csv")
    row = Audit.objects.get(what="tournament_exported")
    assert (row.club, row.user, row.about, row.after) == (
        made.club, referee.user, made.code, {"kind": "entrants csv"},
    )  # fmt: skip


def test_a_spreadsheet_that_fetches_a_public_url_does_not_fill_the_activity_log(made):
    Tournament.objects.filter(pk=made.pk).update(public=True)
    taken(Phone(), made, "standings.csv")
    assert not Audit.objects.filter(what="tournament_exported").exists()


@pytest.mark.parametrize("sheet", ["games", "seating", "standings", "check", "hands"])
def test_a_sheet_takes_the_same_number_of_queries_however_many_play(made, sheet, django_assert_max_num_queries):
    from tournaments.files.exports import ExportRequest
    from tournaments.files.sheet_registry import EXPORTS

    with django_assert_max_num_queries(18):
        EXPORTS[sheet].table(ExportRequest(Day(Tournament.objects.get(pk=made.pk))))


# ── import through a page ────────────────────────────────────────────────────


def bring(person, code, data):
    page = person.get(f"/c/{code}/tournaments/import/")
    form = page.form("/tournaments/import/").data()
    return person.post(f"/c/{code}/tournaments/import/", {**form, "file": SimpleUploadedFile("a.zip", data)})


def test_an_archive_is_imported_into_a_club_through_its_page(made):
    otto = Person("otto")
    code = otto.found("Sunday club")
    page = bring(otto, code, archive_bytes(made))
    again = Tournament.objects.get(club__code=code)
    assert page.goes_to == f"/e/{again.code}/files/?imported=1"
    assert archive_bytes(again) == archive_bytes(made)


def test_a_file_that_is_not_an_archive_is_refused_at_its_field(made):
    otto = Person("otto")
    code = otto.found("Sunday club")
    page = bring(otto, code, b"no zip")
    assert page.status == 422
    assert page.text.count("This file isn’t a Scorekeeper archive: it can’t be opened as a ZIP file.") == 2
    assert otto.post(f"/c/{code}/tournaments/import/", {"key": new_key()}).status == 422
    assert Tournament.objects.filter(club__code=code).count() == 0
