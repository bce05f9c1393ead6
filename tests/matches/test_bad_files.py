"""Imported files: a hostile or broken match file is refused with a message, and nothing is stored."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from engine.errors import RuleViolation
from engine.seats import PerSeat
from matches import wording
from matches.models import Match
from people.web.one_at_a_time import long_work
from tests.matches.cast import match_file
from tests.matches.hostile import NAMES

pytestmark = pytest.mark.django_db


def bring(phone, data, name="match.json"):
    form = phone.get("/import/").form("/import/")
    return phone.post("/import/", {**form.data(), "file": SimpleUploadedFile(name, data)})


def test_while_other_files_are_checked_a_file_waits_or_must_be_sent_again(phone, code, monkeypatch):
    monkeypatch.setattr("people.web.one_at_a_time.PATIENCE", 0.01)
    data, _document = match_file(phone, code)
    with long_work():
        page = bring(phone, data)
    assert (page.status, "The server is busy" in page, Match.objects.count()) == (503, True, 1)
    assert (bring(phone, data).status, Match.objects.count()) == (303, 2)


def test_a_match_file_with_hostile_names_is_refused(phone, code):
    phone.hand(code)
    _data, document = match_file(phone, code)
    for name, sentence in NAMES.items():
        page = bring(phone, json.dumps({**document, "players": {"P1": name, "P2": "Bea", "P3": "Cho"}}).encode())
        assert page.status == 422, (name, page)
        assert sentence in page
        assert "Match file" in page
    assert Match.objects.count() == 1


def test_lone_surrogates_in_a_match_file_are_refused(phone, code):
    phone.hand(code)
    _data, document = match_file(phone, code)
    half = "\ud800"
    event = document["events"][0]
    for changed in (
        {"players": {"P1": half, "P2": "Bea", "P3": "Cho"}},
        {half: 1},
        {"players": {"P1": "Ann", "P2": "Bea", half: "Cho"}},
        {"options": {half: 1}},
        {"system": half},
        {"notes": {"1": half}},
        {"notes": {half: "x"}},
        {"events": [{**event, "payload": {**event["payload"], half: 1}}]},
        {"events": [{**event, "payload": {**event["payload"], "winner": half}}]},
        {"events": [{**event, "kind": half}]},
    ):
        page = bring(phone, json.dumps({**document, **changed}).encode())
        assert page.status == 422, (changed, page)
    assert bring(phone, b'{"\\ud800": 1, "\\ud800": 2}').status == 422
    assert Match.objects.count() == 1


def test_a_refusal_that_quotes_a_lone_surrogate_can_be_shown():
    said = wording.sentence(RuleViolation("x", "%(key)s is odd.", key="\ud800"), PerSeat("Ann", "Bea", "Cho"))
    assert said.encode() == b"? is odd."


def test_other_files_are_refused_with_a_message(phone, code):
    phone.hand(code)
    data, document = match_file(phone, code)
    broken = json.loads(data)
    broken["events"][0]["payload"]["hand_points"] = 6
    short = json.loads(data)
    short["ledger"] = []
    for what in (
        b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"format": NaN}', b"9" * 5000, b"PK\x03\x04",
        data[:-20],
        data + b"x", json.dumps(broken).encode(), json.dumps(short).encode(), b"x" * 300_000, b"\0" * 100,
        json.dumps({**document, "system": "chess"}).encode(), json.dumps({**document, "rules_version": 99}).encode(),
        json.dumps({**document, "options": {"limit": 10**15}}).encode(),
        json.dumps({**document, "options": {"items_off": [[]]}}).encode(),
        json.dumps({**document, "options": {"payment_mode": {}}}).encode(),
    ):  # fmt: skip
        page = bring(phone, what)
        assert page.status == 422, (what[:40], page)
        assert "This file can’t be imported" in page
    for name in ("../../x.json", "a\0b", "<script>.json", "x" * 400):
        assert bring(phone, b"{}", name).status in (400, 422)
    assert phone.post("/import/", {"key": "bad key"}).status == 422
    assert phone.post("/import/", {"file": "no file"}).status == 422
    assert Match.objects.count() == 1
