"""A guest signs up for a club night on a small phone and withdraws, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from people.models import ClubNight, NightSignUp
from tests.browser.page_checks import barriers, overflow
from tests.browser.pages import share_session
from tests.people.club_cast import member
from tests.people.night_cast import Evening

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[True, pytest.param(False, marks=pytest.mark.thorough)], ids=["with scripts", "without scripts"])
def small(request, new_context):
    """A phone of 360 by 740 pixels, and whether it has JavaScript."""
    return request.param, new_context(java_script_enabled=request.param).new_page()


@pytest.fixture(autouse=True)
def refusals(complaints):
    """Chromium logs each refused form (422), and the page of a guest who is no longer on the list (410)."""
    complaints.allow("4(10|22)")


def checked(page, scripts):
    if scripts:
        assert [*overflow(page, page.url), *barriers(page, page.url)] == []


def test_a_guest_signs_up_returns_and_withdraws(small, base_url):
    scripts, page = small
    evening = Evening(tables=1)
    evening.put("Ann", "Bea")
    page.goto(evening.link)
    expect(page.get_by_text("2 people are coming. 1 more makes a table. 1 place is free.")).to_be_visible()
    checked(page, scripts)
    page.get_by_role("button", name="I’m coming").tap()
    expect(page.get_by_role("alert")).to_contain_text("You haven’t signed up yet")
    page.get_by_label("Your name").fill("Petr Novák")
    page.get_by_role("button", name="I’m coming").tap()
    expect(page.get_by_text("You’re coming")).to_be_visible()
    expect(page.get_by_text("3 people are coming. That makes 1 table. All places are taken.")).to_be_visible()
    checked(page, scripts)
    page.goto(evening.link)
    page.get_by_role("link", name="Petr Novák").tap()
    page.get_by_text("I’m not coming after all").tap()
    own = page.url
    checked(page, scripts)
    page.get_by_role("button", name="Withdraw").tap()
    expect(page.get_by_role("link", name="Sign up again")).to_be_visible()
    expect(page.get_by_role("heading", name="You’re not coming")).to_be_visible()
    checked(page, scripts)
    assert evening.names == ["Ann", "Bea"]
    page.goto(own)
    expect(page.get_by_role("heading", name="You’re no longer on the list")).to_be_visible()
    checked(page, scripts)


@pytest.mark.thorough
def test_a_member_waits_with_one_tap_and_moves_up_when_somebody_withdraws(small, base_url):
    scripts, page = small
    evening = Evening(tables=1)
    evening.put("Ann", "Bea", "Cho")
    mia = member(evening.code, "member", "mia")
    share_session(page, mia.client)
    page.goto(f"/c/{evening.code}/")
    page.get_by_role("button", name="Join waiting list").tap()
    expect(page.get_by_text("You’re number 1 on the waiting list")).to_be_visible()
    NightSignUp.objects.filter(player__name="Ann").delete()
    page.get_by_role("link", name="See who’s coming").tap()
    expect(page.get_by_text("You’re coming")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Mia (you)")).to_be_visible()
    checked(page, scripts)
    page.get_by_role("button", name="I’m not coming after all").tap()
    expect(page.get_by_role("button", name="I’m coming")).to_be_visible()
    assert evening.names == ["Bea", "Cho"]


def box(locator):
    found = locator.bounding_box()
    return found["y"], found["y"] + found["height"]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    "size", [(360, 740), pytest.param((740, 360), marks=pytest.mark.thorough)], ids=["upright", "sideways"]
)
def test_an_invalid_field_is_marked_and_its_error_does_not_touch_the_box(new_context, base_url, size, scheme):
    page = new_context(viewport=dict(zip(("width", "height"), size, strict=True)), color_scheme=scheme).new_page()
    evening = Evening()
    page.goto(evening.link)
    edge = "element => getComputedStyle(element).borderTopColor"
    plain = page.get_by_label("Your name").evaluate(edge)
    page.get_by_role("button", name="I’m coming").tap()
    error, field = page.locator("#id_name_error"), page.get_by_label("Your name")
    expect(error).to_be_visible()
    padding = int(error.evaluate("element => getComputedStyle(element).paddingTop").removesuffix("px"))
    assert box(error)[0] + padding - box(field)[1] >= 8
    assert field.evaluate(edge) == error.evaluate("e => getComputedStyle(e).color") != plain


@pytest.mark.thorough
def test_on_a_phone_held_sideways_the_button_does_not_cover_the_name(new_context, base_url):
    page = new_context(viewport={"width": 740, "height": 360}).new_page()
    evening = Evening(tables=1)
    evening.put("Ann", "Bea", "Cho", "Dan")
    ClubNight.objects.update(note="Bring your own cup. The door is on the left, behind the garden. " * 4)
    page.goto(evening.link)
    field, button = page.get_by_label("Your name"), page.get_by_role("button", name="Join waiting list")
    assert box(button)[0] >= box(field)[1]
    field.fill("Petr")
    button.tap()
    expect(page.get_by_text("You’re number 2 on the waiting list")).to_be_visible()


@pytest.mark.thorough
def test_an_organiser_signs_a_player_up_and_removes_them(small, base_url):
    scripts, page = small
    evening = Evening()
    share_session(page, evening.olga.client)
    page.goto(evening.path)
    page.get_by_label("Name", exact=True).fill("Zuzana")
    page.get_by_role("button", name="Sign up").tap()
    expect(page.locator("#id_name_error")).to_contain_text("Zuzana isn’t on the roster.")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Zuzana")
    checked(page, scripts)
    page.get_by_label("Add as a guest").check()
    page.get_by_role("button", name="Sign up").tap()
    page.locator("summary", has_text="Remove").tap()
    expect(page.get_by_text("Remove Zuzana from this club night?")).to_be_visible()
    checked(page, scripts)
    page.get_by_role("button", name="Remove Zuzana").tap()
    expect(page.get_by_text("Nobody has signed up yet.")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("missing", [True, False], ids=["no clipboard", "refused"])
def test_a_browser_that_cannot_copy_selects_the_text_and_says_so(small, base_url, missing):
    scripts, page = small
    if not scripts:
        pytest.skip("without scripts there is no button")
    clipboard = "undefined" if missing else "{ writeText: () => Promise.reject(new Error('denied')) }"
    page.add_init_script(f"Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard} }})")
    evening = Evening()
    share_session(page, evening.olga.client)
    page.goto(f"{evening.path}guests/")
    for _tap in range(2):
        page.get_by_role("button", name="Copy address").tap()
        expect(page.locator("p.copy-text")).to_contain_text("Copying doesn’t work here. The text is selected")
        assert page.evaluate("getSelection().toString()").endswith(evening.link)
    checked(page, scripts)
