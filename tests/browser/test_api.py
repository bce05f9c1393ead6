"""The API guide in a browser: its JavaScript example works, and requests can be tried."""

import pytest
from playwright.sync_api import expect

from api.guide import examples
from matches.models import Match
from people.models import Club
from tests.api.programs import program
from tests.people.club_cast import Person

pytestmark = pytest.mark.browser


@pytest.fixture
def tool(phone):
    """A club, and the token of a program that may score."""
    ann = Person("ann")
    club = Club.objects.get(code=ann.found())
    found = program(ann.user, club)
    found.club, found.token = club.code, found.headers["Authorization"].split()[1]
    return found


def run(page, text, **values):
    """The console output of the example, run with these values filled in."""
    for name, value in values.items():
        text = text.replace(name, value)
    logs = "let shown; const console = { log: (value) => { shown = value; } };"
    return page.evaluate(f"async () => {{ {logs}\n{text}\nreturn shown; }}")


@pytest.mark.thorough
def test_the_javascript_example_works(phone, tool):
    phone.goto("/api/")
    site = phone.evaluate("location.origin")
    values = {"TOKEN": tool.token, "CLUB": tool.club}
    match = run(phone, examples.START.javascript(site), **values)
    values["MATCH"] = match["code"]
    assert match["players"] == examples.NAMES
    entered = run(phone, examples.ENTER.javascript(site), **values)
    assert entered["match"]["balances"] == {"P1": -14, "P2": 16, "P3": -2}
    assert run(phone, examples.UNDO.javascript(site), **values)["match"]["balances"] == {"P1": 0, "P2": 0, "P3": 0}
    assert run(phone, examples.FOLLOW.javascript(site), **values)["events"] == []
    Match.objects.update(public=True)
    assert run(phone, examples.FIRST.javascript(site), **values)["version"] == 2
    assert run(phone, examples.SCORE.javascript(site), **values)["result"]["payments"]


def test_a_request_can_be_tried_on_the_page(phone, tool):
    phone.goto("/api/")
    phone.locator("#token-field").fill(tool.token)
    clubs = phone.locator("#clubs_read_club")
    clubs.locator("summary").tap()
    clubs.get_by_label("code").fill(tool.club)
    clubs.get_by_role("button").tap()
    expect(clubs.locator("[data-answer]")).to_contain_text("Friday club")
