"""The pages that import a log of tenhou.net/6: the preview, the names, the match."""

import json
import random
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from engine.seats import PerSeat
from matches.files import match_file
from matches.log.state import open_match
from matches.models import Match
from tests.matches.tenhou_cast import Table, broken_logs, bust, whole, won

pages = pytest.mark.django_db


def code_of(page):
    return page.goes_to.split("/")[2]


def preview(phone, data=None, text="", status=200):
    form = phone.get("/import/").form("/import/")
    sent = {**form.data(pasted=text), **({"file": SimpleUploadedFile("log.json", data)} if data else {})}
    return phone.post("/import/", sent, status=status)


@pages
def test_a_log_is_previewed_and_then_imported(phone):
    table = whole()
    page = preview(phone, table.data())
    for words in ("Aki", "East 2", "30 fu", "agrees with the log", "The match can go on"):
        assert words in page
    assert Match.objects.count() == 0
    sent = phone.send(page.form("/import/log/"))
    code = code_of(sent)
    reading = open_match(code)
    assert [row.kind for row in reading.log.rows] == ["hand", "draw", "hand"]
    assert list(reading.names) == ["Aki", "Botan", "Chie"]
    assert {event.by for event in reading.events} == {"d1"}
    match_file.check(match_file.read(match_file.dump(match_file.document(reading))))
    assert "Imported 3 hands" in phone.get(sent.goes_to)
    phone.undo(code)
    assert len(open_match(code).log.rows) == 2


@pages
@pytest.mark.parametrize("shape", ["plain", "address", "encoded", "mark"])
def test_the_text_may_be_pasted_with_or_without_the_address(phone, shape):
    text = whole().data().decode()
    pasted = {
        "plain": text,
        "address": f"https://tenhou.net/6/#json={text}&ts=1",
        "encoded": f"https://tenhou.net/6/#json={quote(text)}",
        "mark": f"#json={text}",
    }
    assert "Botan" in preview(phone, text=pasted[shape])


@pages
def test_differences_are_named_with_both_values(phone):
    table = Table()
    won(table, 3900, "30符3飜3900点")
    page = preview(phone, table.data())
    for words in (
        "Differences",
        "Botan gains 3,900",
        "Botan gains 2,000",
        "Import with Scorekeeper’s payments",
        "Cancel",
    ):
        assert words in page
    sent = phone.send(page.form("/import/log/"))
    assert "Imported 1 hand with Scorekeeper’s payments" in phone.get(sent.goes_to)
    assert open_match(code_of(sent)).log.state.balances == PerSeat(35000, 37000, 33000)


@pages
def test_the_names_can_be_changed(phone):
    table = whole()
    table.names = ("NoName", "NoName", "\ud800")
    page = preview(phone, json.dumps(table.log()).encode())
    form = page.form("/import/log/")
    assert form.data()["P3"] == [""]
    page = phone.send(form, status=422, P3="Chie")
    assert "Two players are called NoName." in page
    assert Match.objects.count() == 0
    code = code_of(phone.send(page.form("/import/log/"), P2="Botan"))
    assert list(open_match(code).names) == ["NoName", "Botan", "Chie"]


@pages
def test_a_preview_that_is_sent_twice_is_one_match(phone):
    form = preview(phone, whole().data()).form("/import/log/")
    assert phone.send(form).goes_to == phone.send(form).goes_to
    assert Match.objects.count() == 1


@pages
def test_a_finished_log_is_a_finished_match(phone):
    table, ending = bust()
    page = preview(phone, table.data(**ending))
    assert "The match is over" in page
    code = code_of(phone.send(page.form("/import/log/")))
    assert (open_match(code).over, Match.objects.get().finished) == (True, True)


@pages
def test_broken_logs_never_break_a_page(phone):
    random.seed(6)
    document = whole().log(sc=[32000, -8.0, 40200, 30.0, 32800, -22.0])
    for broken in broken_logs(document, 30):
        data = json.dumps(broken).encode()
        form = phone.get("/import/").form("/import/")
        page = phone.post("/import/", {**form.data(), "file": SimpleUploadedFile("log.json", data)})
        assert page.status in (200, 422)
        again = {"log": data.decode(), "P1": "Aki", "P2": "Botan", "P3": "Chie", "key": form.data()["key"]}
        assert phone.post("/import/log/", again).status in (303, 422)


@pages
def test_an_unreadable_log_is_refused_and_kept_in_the_form(phone):
    table = Table()
    won(table)
    page = preview(phone, text=json.dumps(table.log(name=["A", "B", "C", "D"], rule={})), status=422)
    assert "name has four players." in page
    assert page.form("/import/").data()["pasted"] != [""]
    assert preview(phone, text="[1, 2", status=422)
    assert preview(phone, text="{" + " " * 300_000, status=422)
    assert phone.post("/import/log/", {}, status=303).goes_to == "/import/"
