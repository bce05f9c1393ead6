"""The results of a round, typed with the keyboard only, without JavaScript."""

import pytest
from playwright.sync_api import expect

from people.models import Club
from tests.browser.pages import share_session
from tests.tournaments.cast import tournament
from tests.tournaments.persons import Person
from tournaments.models import Round, Verdict


@pytest.fixture
def page(new_context):
    """A phone of 360 by 740 without scripts."""
    return new_context(java_script_enabled=False).new_page()


def test_a_round_is_typed_with_the_keyboard_only_and_without_scripts(transactional_db, page):
    olga = Person("olga")
    made = tournament(Club.objects.get(code=olga.found()), entrants=9, rounds=1, published=1)
    Round.objects.filter(tournament=made).update(started_at=made.created_at)
    share_session(page, olga.client)
    page.goto(f"/e/{made.code}/desk/")
    page.get_by_role("link", name="Enter results").last.click()
    page.get_by_role("group", name="1").get_by_role("textbox").first.focus()
    for points in ("12", "-4", "-8", "30", "0", "-30", "1", "2", "-3"):
        page.keyboard.type(points)
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Save results")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Close round 1").last).to_be_visible()
    assert Verdict.objects.filter(kind="confirmed").count() == 3
