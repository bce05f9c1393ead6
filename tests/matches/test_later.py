"""The offline bundle of a match, and how a phone recognises that an entry was saved."""

import re

import pytest

from matches.models import Event, MatchDevice
from tests.matches import table as tables
from tests.matches.cast import Phone, watch
from tests.matches.worlds import one_match

pytestmark = pytest.mark.django_db
started, phone, code = one_match()

HTMX = {"HTTP_HX_REQUEST": "true"}


def test_a_scorer_gets_the_sheets_for_the_next_position(phone, code):
    phone.hand(code)
    kit = phone.get(f"/m/{code}/later/")
    assert re.findall(r'data-(?:code|base|next|no|again)="([^"]*)"', kit.html) == [
        f"/m/{code}/later/",
        code,
        f"/m/{code}/",
        "2",
        "2",
    ]
    assert re.findall(r'<template id="later-(\w+)"', kit.html) == ["list", "item", "hand", "draw", "bar"]
    form = kit.form("/hand/")
    assert form.values("expected_seq") == ["2"]
    assert form.values("csrfmiddlewaretoken") != []
    assert "Keep and send later" in kit


@pytest.mark.parametrize("system", ["honshu", "malaysian_recap", "malaysian_fan"])
def test_every_game_has_offline_sheets(system):
    device = "phone-of-ann-000000000"
    match = tables.start(system=system, device=device)
    phone = Phone()
    phone.get("/")
    session = phone.client.session
    session["device"] = device
    session.save()
    phone.client.cookies["sid"] = session.session_key
    kit = phone.get(f"/m/{match.code}/later/")
    form = kit.form("/hand/")
    assert {"winner", "source", "points"} <= form.names
    assert "way" not in form.names
    assert kit.form("/draw/").values("expected_seq") == ["1"]


def test_a_watcher_gets_only_the_texts(phone, code):
    watcher = Phone()
    watch(code, watcher)
    kit = watcher.get(f"/m/{code}/later/")
    assert re.findall(r'<template id="later-(\w+)"', kit.html) == ["list", "item"]
    assert kit.forms == []


def test_a_finished_match_accepts_no_more_hands(phone, code):
    for _hand in range(9):
        phone.draw(code)
    assert re.findall(r'<template id="later-(\w+)"', phone.get(f"/m/{code}/later/").html) == ["list", "item"]


def test_a_response_with_position_and_key_means_that_the_entry_is_saved(phone, code):
    form = phone.get(f"/m/{code}/hand/?winner=P1").form("/hand/")
    first = phone.send(form, source="wall", points="5", htmx=True)
    again = phone.send(form, source="wall", points="5", htmx=True)
    key = form.values("key")[0]
    assert [first.headers["Saved-As"], again.headers["Saved-As"]] == [f"1 {key}", f"1 {key}"]
    assert Event.objects.get().key == key


def test_a_response_without_them_means_that_it_is_not_saved(phone, code):
    form = phone.get(f"/m/{code}/hand/?winner=P1").form("/hand/")
    assert "Saved-As" not in phone.send(form, source="", points="5", status=422, htmx=True).headers
    phone.hand(code)
    page = phone.send(form, source="wall", points="5", status=409, htmx=True)
    assert "Saved-As" not in page.headers
    assert f'data-drop="{form.values("key")[0]}" data-next="2"' in page.html


def test_a_phone_whose_right_was_revoked_shows_the_hand_as_a_code_to_scan(phone, code):
    form = phone.get(f"/m/{code}/hand/?winner=P2").form("/hand/")
    watch(code, phone)
    MatchDevice.objects.update(revoked_at="2026-01-01T00:00Z")
    page = phone.send(form, source="P1", points="6", waiting=["P1", "P3"], status=410, htmx=True)
    address = re.search(r'data-text="([^"]+)"', page.html)[1].replace("&amp;", "&")
    MatchDevice.objects.update(revoked_at=None)
    sheet = phone.get(address.removeprefix("http://testserver")).form("/hand/")
    assert [sheet.values(name) for name in ("winner", "source", "points", "waiting")] == [
        ["P2"],
        ["P1"],
        ["6"],
        ["P1", "P3"],
    ]
    assert sheet.values("key") != form.values("key")


def test_an_entry_that_cannot_be_put_into_a_url_is_shown_as_text(phone, code):
    form = phone.get(f"/m/{code}/draw/").form("/draw/")
    watch(code, phone)
    MatchDevice.objects.update(revoked_at="2026-01-01T00:00Z")
    page = phone.send(form, status=410, htmx=True)
    said = re.search(r'data-text="([^"]+)"', page.html)[1]
    assert "Goulash" in said
    assert "http" not in said


@pytest.mark.parametrize("query", ["waiting=x&waiting=P9", "how=nonsense&how=kong", "points=999&winner=P7&source=P1"])
def test_an_address_with_invalid_values_still_opens_a_sheet(phone, code, query):
    assert "Who won" in phone.get(f"/m/{code}/hand/?{query}")
