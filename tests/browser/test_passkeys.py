"""Signing in with a passkey and with codes, using Chromium's virtual authenticator."""

import re
from datetime import UTC, datetime

import pyotp
import pytest
from playwright.sync_api import Page, expect

from people.models import Device, Passkey, User
from tests.people.cast import PASSWORD

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def ann(transactional_db):
    return User.objects.create_user("ann", password=PASSWORD)


def authenticator(page: Page) -> None:
    """Give the browser an authenticator whose fingerprint check always succeeds."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def enter(page: Page, where: str = "/account/in/") -> None:
    page.goto(where)
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(page).not_to_have_url(re.compile(r"/account/in/(\?|$)"))


def add_passkey(page: Page) -> None:
    page.goto("/account/")
    page.get_by_role("link", name="Sign-in security").tap()
    page.get_by_role("link", name="Add passkey").tap()
    page.get_by_label("Name of the passkey").fill("My phone")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Add passkey").tap()
    expect(page.locator(".codes li")).to_have_count(10)


def sign_out(page: Page) -> None:
    page.goto("/account/")
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_passkey_is_added_and_signs_in_and_the_session_is_listed(ann, phone):
    authenticator(phone)
    enter(phone)
    add_passkey(phone)
    expect(phone.locator(".codes li")).to_have_count(10)
    phone.get_by_role("link", name="I’ve saved them").tap()
    expect(phone.get_by_role("heading", name="My phone")).to_be_visible()
    sign_out(phone)
    phone.goto("/account/in/?next=/account/sessions/")
    phone.get_by_role("button", name="Sign in with a passkey").tap()
    expect(phone.locator(".place")).to_contain_text("Passkey")
    assert Device.objects.get().method == "passkey"
    assert Passkey.objects.get().used_at


@pytest.mark.thorough
def test_a_passkey_is_required_after_the_password_and_cannot_be_added_twice_on_one_device(ann, phone, complaints):
    complaints.allow("422")
    authenticator(phone)
    enter(phone)
    add_passkey(phone)
    sign_out(phone)
    enter(phone, "/account/in/?next=/account/sessions/")
    expect(phone.get_by_role("heading", name="One more step")).to_be_visible()
    phone.get_by_role("button", name="Sign in with a passkey").tap()
    expect(phone.locator(".place")).to_contain_text("Password and passkey")
    phone.goto("/account/security/passkey/")
    phone.get_by_label("Your password").fill(PASSWORD)
    phone.get_by_role("button", name="Add passkey").tap()
    expect(phone.get_by_role("alert")).to_have_text("This device already has a passkey for your account.")


@pytest.mark.thorough
def test_a_wrong_password_does_not_make_a_second_passkey(ann, phone, complaints):
    complaints.allow("422")
    authenticator(phone)
    enter(phone)
    phone.goto("/account/security/passkey/")
    phone.get_by_label("Your password").fill("not this one")
    phone.get_by_role("button", name="Add passkey").tap()
    expect(phone.get_by_role("alert")).to_contain_text("The password is wrong.")
    phone.get_by_label("Your password").fill(PASSWORD)
    phone.get_by_role("button", name="Add passkey").tap()
    expect(phone.locator(".codes li")).to_have_count(10)
    assert Passkey.objects.count() == 1


@pytest.mark.thorough
def test_after_cancelling_there_is_a_message_and_another_try(ann, phone):
    cdp = phone.context.new_cdp_session(phone)
    cdp.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, "isUserVerified": False}})
    enter(phone)
    phone.goto("/account/security/passkey/")
    phone.get_by_label("Your password").fill(PASSWORD)
    phone.get_by_role("button", name="Add passkey").tap()
    expect(phone.get_by_role("alert")).to_have_text("No passkey was created. Try again.")
    expect(phone.get_by_label("Your password")).to_have_value(PASSWORD)
    assert not Passkey.objects.exists()


@pytest.mark.thorough  # tests/people/test_second_factors.py has the same without a browser
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_an_authenticator_app_is_set_up_and_its_code_required(ann, new_context, scripts):
    page = new_context(java_script_enabled=scripts, viewport=PHONE, has_touch=True).new_page()
    enter(page)
    page.goto("/account/security/")
    page.get_by_role("link", name="Set up app").tap()
    page.get_by_text("Or type a key into the app").click()
    secret = re.sub(r"\s", "", page.locator(".key").inner_text())
    page.get_by_label("6-digit code").fill(pyotp.TOTP(secret).at(datetime.now(UTC)))
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Set up app").tap()
    code = page.locator(".codes li").first.inner_text()
    sign_out(page)
    enter(page, "/account/in/?next=/account/sessions/")
    page.get_by_label("6-digit code").fill(pyotp.TOTP(secret).at(datetime.now(UTC), counter_offset=1))
    page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(page.locator(".place")).to_contain_text("Password and code")
    sign_out(page)
    enter(page)
    page.get_by_role("link", name="Use a recovery code").tap()
    page.get_by_label("Recovery code").fill(code)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(page.get_by_role("link", name="Your account")).to_be_visible()


def test_without_scripts_a_sentence_replaces_each_passkey_button(ann, new_context):
    page = new_context(java_script_enabled=False, viewport=PHONE, has_touch=True).new_page()
    page.goto("/account/in/")
    sentence = page.get_by_text("Passkeys need JavaScript and a browser that supports them.")
    expect(sentence).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    enter(page)
    page.goto("/account/security/passkey/")
    expect(sentence).to_be_visible()
    expect(page.get_by_role("button", name="Add passkey")).to_be_hidden()
