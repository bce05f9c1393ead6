"""An account on a phone, with and without scripts: created, signed out, signed in again; passwords can be shown."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import pages


def fill(page: Page, password: str) -> None:
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password", exact=True).fill(password)


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["scripts", "none"])
def test_an_account_is_created_signed_out_and_signed_in_again(new_context, scripts, complaints):
    complaints.allow("422")
    page = new_context(java_script_enabled=scripts).new_page()
    page.goto("/")
    page.get_by_role("link", name="Sign in").tap()
    page.get_by_role("link", name="Create account").tap()
    fill(page, "four quiet tiles")
    page.get_by_role("button", name="Create account").tap()
    expect(page.get_by_role("link", name="Create club")).to_be_visible()
    page.goto("/account/")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.get_by_role("button", name="Sign out").tap()
    page.get_by_role("link", name="Sign in").tap()
    fill(page, "not this one")
    page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(page.get_by_role("alert")).to_contain_text("The username and password don’t match.")
    expect(page.get_by_label("Username")).to_have_value("ann")
    fill(page, "four quiet tiles")
    page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(page.get_by_role("link", name="Your account")).to_be_visible()


def test_a_typed_password_is_shown_and_hidden_again(phone):
    phone.goto("/account/in/")
    fill(phone, "four quiet tiles")
    field = phone.get_by_label("Password", exact=True)
    for link, kind in (("Show", "text"), ("Hide", "password")):
        phone.get_by_role("link", name=f"{link} password").tap()
        expect(field).to_have_attribute("type", kind)
        expect(field).to_have_value("four quiet tiles")
        expect(field).to_be_focused()


@pytest.mark.thorough
def test_a_phone_signed_out_from_another_device_can_still_score(phone, desktop):
    table = pages.open_match(phone)
    phone.goto("/account/new/")
    fill(phone, "four quiet tiles")
    phone.get_by_role("button", name="Create account").tap()
    expect(phone.get_by_role("link", name="Create club")).to_be_visible()
    desktop.goto("/account/in/?next=/account/sessions/")
    fill(desktop, "four quiet tiles")
    desktop.get_by_role("button", name="Sign in", exact=True).click()
    desktop.get_by_label("Your password", exact=True).fill("four quiet tiles")
    desktop.get_by_role("button", name="Sign out everywhere else").click()
    expect(desktop.get_by_role("status").filter(has_text="Signed out ✓")).to_be_visible()
    phone.goto("/account/")
    expect(phone.get_by_role("heading", name="Sign in")).to_be_visible()
    table.open()
    table.win(1, "Bea")
