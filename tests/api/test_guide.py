"""The guide at /api/: everything that a program needs, on one page without scripts."""

import re
from html import unescape

from django.test import Client

from api.guide import contents, payloads, programs, reference
from api.guide.examples import ALL
from engine.rulesets import BOOKS
from tests.matches.cast import Phone


def test_the_guide_shows_every_example_and_every_endpoint(db):
    html = Phone().get("/api/").html
    text = unescape(html)
    for example in ALL:
        for _name, program in example.programs("http://testserver"):
            assert program in text
    for endpoint in reference.endpoints():
        assert f'id="{endpoint.id}"' in html
        assert endpoint.short in text
    assert re.search(r'href="/api/v1/openapi.json"', html)


def test_the_guide_shows_every_payload_with_its_fields_and_keys(db):
    text = unescape(Phone().get("/api/").html)
    for example in payloads.PAYLOADS:
        assert example.text() in text
    for system in BOOKS:
        for field in payloads.fields(system):
            assert f"<code>{field.name}</code>" in text
        for _field, items in contents._patterns(system):
            assert all(f"<code>{key}</code>" in text for key, _name, _gloss in items)
    assert "<dd>Toitoi <small>All pongs</small></dd>" in text
    for _language, program in programs.programs("http://testserver"):
        assert program in text


def test_every_link_of_the_contents_leads_to_a_part(db):
    html = Phone().get("/api/").html
    for part in re.findall(r'href="#([^"]+)"', html):
        assert f'id="{part}"' in html


def test_the_guide_explains_every_field_of_every_type(db):
    for name, (_about, fields) in reference.types().items():
        for field in fields:
            assert field.about or field.kind in reference.types() or field.name in ("code", "system"), (name, field)


def test_the_examples_have_the_address_at_which_the_guide_was_opened(db, settings):
    settings.ALLOWED_HOSTS, settings.LAN_ADDRESS = ["*"], "192.0.2.2"
    html = Client().get("/api/", headers={"Host": "127.0.0.1:8123"}).content.decode()
    assert "http://127.0.0.1:8123/api/v1/clubs" in html
    assert "192.0.2.2" not in html
