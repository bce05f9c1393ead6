"""The authenticator app and recovery codes: set up, asked for after the password, used once each, removed."""

import re
from datetime import timedelta
from io import StringIO

import pyotp
import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from clubs import player_changes
from people.accounts import half_signed_in, rate_limits
from people.accounts.passwords import link_for
from people.models import Audit, Authenticator, Device, RecoveryCode, Tries, User
from people.web.codes import new_key
from tests.people.cast import PASSWORD, Person, done
from tests.people.second_factor_cast import CODE, change, enter, guess_elsewhere, half, one_account, set_up

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("clock")]


first_ann, ann = one_account()


# ── setting up ───────────────────────────────────────────────────────────────


def test_an_app_is_set_up_by_its_first_code_and_ten_recovery_codes_are_shown_once(ann, clock):
    before = ann.session_id
    _secret, page = set_up(ann, clock)
    codes = CODE.findall(page.text)
    assert len(set(codes)) == 10
    assert not any(RecoveryCode.objects.filter(code_hash__contains=code) for code in codes)
    assert "10 codes left" in ann.get("/account/security/") and codes[0] not in ann.get("/account/security/").html
    assert [what for what, *_rest in done()][-2:] == ["authenticator_added", "recovery_codes_made"]
    assert ann.session_id != before


def test_nothing_is_stored_before_the_code_and_the_password_are_right(ann, clock):
    first, page = set_up(ann, clock, status=422, code="000000")
    assert "The app hasn’t been set up This code isn’t valid." in page
    form = page.form("/account/security/app/")
    again = ann.send(form, status=422, code=pyotp.TOTP(first).at(clock.now()), old_password="not this one")
    assert "The password is wrong." in again and "not this one" not in again.html
    assert not Authenticator.objects.exists() and not RecoveryCode.objects.exists()
    (opens,) = (link for link in again.links if link.startswith("otpauth:"))
    assert pyotp.parse_uri(opens).secret == first  # no need to scan it again


def test_a_secret_that_this_page_did_not_create_is_refused(ann, clock):
    bea = Person("bea")
    bea.sign_up()
    theirs = bea.get("/account/security/app/").form("/security/app/").values("secret")[0]
    for secret in (theirs, "JBSWY3DPEHPK3PXP", "", "a:b:c"):
        page = ann.post("/account/security/app/", {"secret": secret, "code": "123456", "old_password": PASSWORD})
        assert page.status == 422 and "Scan the new QR code." in page
    assert not Authenticator.objects.exists()


def test_on_the_phone_with_the_app_a_link_opens_it_and_the_key_can_be_copied(ann):
    page = ann.get("/account/security/app/")
    (opens,) = (link for link in page.links if link.startswith("otpauth:"))
    key = pyotp.parse_uri(opens).secret
    assert f'data-copy="{key}"' in page.html
    assert "".join(re.search(r"type a key into the app ((?:[A-Z2-7]{4} ){8})", page.text)[1].split()) == key


# ── the second step ──────────────────────────────────────────────────────────


def test_the_code_is_asked_for_after_the_password_and_the_next_parameter_is_kept(app):
    person = half(where="?next=/start/")
    before = person.session_id
    form = person.get("/account/in/code/").form("/account/in/code/")
    assert person.send(form, code=app()).goes_to == "/start/"
    assert person.is_in and person.session_id != before
    assert "Password and code" in person.get("/account/sessions/")
    assert Audit.objects.filter(what="signed_in").latest("pk").after == {"method": "code"}


def test_spaces_in_a_code_are_ignored(app):
    enter(half(), f" {app()[:3]} {app()[3:]} ")


def test_with_the_password_alone_nothing_opens(app, ann):
    person = half()
    places = Device.objects.count()
    for where in (
        "/account/",
        "/account/security/",
        "/account/sessions/",
        "/account/password/",
        "/my-data/person.json",
    ):
        assert person.get(where, status=None).status in (302, 303), where
    told = {"old_password": PASSWORD, "password": "five quiet tiles", "which": "app"}
    for where in ("/account/password/", "/account/security/change/", "/account/security/app/"):
        assert person.post(where, told).goes_to.startswith("/account/in/"), where
    assert Device.objects.count() == places and not any(name.startswith("_auth") for name in person.session)
    assert "Sign in" in person.get("/")
    assert Authenticator.objects.exists() and ann.account.check_password(PASSWORD)


def test_entering_the_password_starts_a_new_session(app):
    """Against session fixation: a session planted before is not the one after the password."""
    person = Person("ann")
    person.start()
    before = person.session_id
    person.sign_in()
    assert person.session_id != before


def test_a_code_is_accepted_once_and_no_earlier_one_after_it(app):
    enter(half(), app())
    page = enter(half(), app(), status=422)
    assert "Not signed in yet This code isn’t valid." in page
    enter(half(), app(-1), status=422)
    enter(half(), app(1))


def test_a_phone_whose_clock_is_half_a_minute_wrong_signs_in(app):
    for steps in (-2, 2):
        enter(half(), app(steps), status=422)
    enter(half(), app(-1))
    enter(half(), app(1))


def test_codes_work_again_after_the_server_clock_was_a_year_ahead(app, clock):
    clock(365 * 86400)
    enter(half(), app())
    clock(-365 * 86400)
    enter(half(), app())
    enter(half(), app(), status=422)


def test_wrong_codes_are_throttled_and_logged(app, ann):
    person = half()
    for _try in range(5):
        enter(person, "000000", status=422)
    page = enter(person, app(), status=429)
    assert "Too many attempts." in page and page.headers["Retry-After"]
    assert done()[-1] == ("sign_in_code_failed", None, str(ann.account.pk), True)
    assert "entered the password of ann, but not a valid code" in ann.get("/account/history/")
    Tries.objects.update(since=F("since") - timedelta(seconds=61))
    enter(person, app())


def test_guesses_elsewhere_do_not_slow_the_owners_phone(app, ann):
    ann.sign_out()
    guess_elsewhere("000000", times=20)
    enter(half(address="10.0.1.1"), "000000", status=429)
    ann.sign_in()
    enter(ann, app())
    assert ann.is_in


def test_after_many_wrong_codes_in_a_day_only_known_phones_and_recovery_codes_are_accepted(app, ann, monkeypatch):
    monkeypatch.setattr(rate_limits, "WRONG_CODES", rate_limits.WRONG_CODES._replace(most=3))
    ann.sign_out()
    person = half()
    for _try in range(3):
        enter(person, "000000", status=422)
    assert "too many wrong codes for this account today" in enter(person, app(), status=422)
    enter(person, app.recovery[0], where="?recovery=1")
    ann.sign_in()
    enter(ann, app())
    Tries.objects.filter(what="wrong code").update(since=F("since") - timedelta(days=1))
    enter(half(), app(1))


def test_mistyping_on_a_known_phone_does_not_block_other_phones(app, ann, monkeypatch):
    monkeypatch.setattr(rate_limits, "WRONG_CODES", rate_limits.WRONG_CODES._replace(most=3))
    ann.sign_out()
    ann.sign_in()
    for _try in range(4):
        enter(ann, "000000", status=422)
    enter(half(), app())


def test_failed_tries_are_not_in_the_log_of_the_person_who_tried(app):
    mallory = Person("mallory")
    mallory.sign_up()
    mallory.sign_in(username="ann")
    enter(mallory, "000000", status=422)
    assert b"sign_in_code_failed" not in mallory.client.get("/my-data/person.json").content


def test_an_empty_code_is_reported(app):
    assert "Fill in this field." in enter(half(), "", status=422)


@pytest.mark.parametrize("code", ["12345", "1234567", "١٢٣٤٥٦", "²²²²²²", "abcdef", "x" * 100, "--", "\x00"])
def test_an_invalid_code_is_refused(app, code):
    enter(half(), code, status=422)


# ── recovery codes ───────────────────────────────────────────────────────────


def test_a_recovery_code_signs_in_once_however_it_is_typed(app, ann):
    first, second = app.recovery[:2]
    person = half()
    enter(person, first.lower().replace("-", " "), where="?recovery=1")
    assert "Password and recovery code" in person.get("/account/sessions/")
    assert "9 codes left" in person.get("/account/security/")
    assert "This recovery code isn’t valid." in enter(half(), first, status=422, where="?recovery=1")
    enter(half(), second)
    page = ann.get("/account/history/")
    assert "signed in with a recovery code (codes left: 8)" in page and page.text.count("ann signed in") == 2


def test_new_recovery_codes_replace_the_old_ones(app, ann):
    assert change(ann, "codes", status=422, password="not this one")
    page = change(ann, "codes", status=200)
    new = CODE.findall(page.text)
    assert len(new) == 10 and not set(new) & set(app.recovery)
    enter(half(), app.recovery[0], status=422)
    enter(half(), new[0])


def test_a_code_of_another_account_is_refused(app):
    bea = Person("bea")
    bea.sign_up()
    RecoveryCode.objects.update(user=bea.account)
    enter(half(), app.recovery[0], status=422)


# ── between the password and the code ────────────────────────────────────────


def test_after_five_minutes_the_password_is_asked_for_again_and_the_next_parameter_is_kept(app, monkeypatch):
    person = half(where="?next=/start/")
    form = person.get("/account/in/code/").form("/account/in/code/")
    monkeypatch.setattr(half_signed_in, "LIFETIME", timedelta(0))
    assert person.get("/account/in/code/", status=303).goes_to == "/account/in/?next=%2Fstart%2F"
    assert person.send(form, code=app()).goes_to == "/account/in/?next=%2Fstart%2F"
    assert not person.is_in


def test_a_new_password_or_closing_the_account_ends_the_second_step(app, ann):
    persons = half(), half()
    user = ann.account
    user.set_password("five quiet tiles")
    user.save()
    assert persons[0].get("/account/in/code/", status=303).goes_to.startswith("/account/in/?next=")
    user.set_password(PASSWORD)
    user.save()
    person = half()
    User.objects.update(is_active=False)
    assert person.get("/account/in/code/", status=303)


def test_signing_out_ends_the_second_step(app):
    person = half()
    person.post("/account/out/", status=303)
    assert person.get("/account/in/code/", status=303)


def test_a_very_long_next_parameter_is_not_kept(app):
    person = half(where=f"?next=/{'x' * 3000}")
    assert enter(person, app()).goes_to == "/"


# ── no way around ────────────────────────────────────────────────────────────


def test_a_link_to_set_the_password_leads_to_the_second_step(app, ann):
    person = Person("ann", "five quiet tiles")
    form = person.get(link_for(ann.account)).form("/p/" + link_for(ann.account)[3:])
    assert person.send(form, password="five quiet tiles").goes_to == "/account/in/?set=1"
    assert person.sign_in().goes_to == "/account/in/code/"
    assert not person.is_in


def test_repeating_the_sign_up_form_does_not_bypass_the_second_step(clock):
    person, key = Person("zoe"), new_key()
    person.sign_up(key=key)
    set_up(person, clock)
    again = Person("zoe")
    assert "This username is taken." in again.sign_up(key=key, status=422)
    assert not again.is_in


# ── removing ─────────────────────────────────────────────────────────────────


def test_the_app_is_removed_with_the_password_and_its_recovery_codes_go_with_it(app, ann):
    assert "The password is wrong." in change(ann, "app", status=422, password="not this one")
    assert Authenticator.objects.exists()
    page = ann.follow(change(ann, "app"))
    assert "Removed ✓ Your password alone now signs you in; the recovery codes no longer work." in page
    assert not RecoveryCode.objects.exists()
    assert done()[-1][0] == "authenticator_removed"
    assert Person("ann").sign_in().goes_to == "/"


def test_an_app_that_is_replaced_no_longer_counts(app, ann, clock):
    old = app(1)
    _secret, page = set_up(ann, clock, status=303)
    assert page.goes_to == "/account/security/?saved=1"  # the recovery codes are still there
    enter(half(), old, status=422)


@pytest.mark.parametrize("which", ["", "passkey", "passkey-x", "passkey-²", "app-1", "all", "codes-2"])
def test_removing_a_missing_factor_is_not_found(ann, which):
    ann.post("/account/security/change/", {"which": which, "old_password": PASSWORD}, status=404)


def test_without_a_second_factor_there_are_no_recovery_codes(ann):
    page = ann.post("/account/security/change/", {"which": "codes", "old_password": PASSWORD}, status=422)
    assert "Add a passkey or set up an authenticator app first." in page
    assert not RecoveryCode.objects.exists()


def test_a_command_removes_all_second_factors_for_people_who_lost_them(app, ann):
    out = StringIO()
    call_command("remove_second_factor", "Ann", stdout=out)
    assert out.getvalue() == "ann can sign in with the password only.\n"
    assert done()[-1] == ("second_factor_removed", None, str(ann.account.pk), False)
    assert "recovery codes of ann were removed on the server" in ann.get("/account/history/")
    assert Person("ann").sign_in().goes_to == "/"
    for name, why in (("ann", "ann has no passkeys"), ("nobody", "There is no account called nobody.")):
        with pytest.raises(CommandError, match=why):
            call_command("remove_second_factor", name)


def test_an_erased_account_leaves_no_secret_and_a_closed_one_keeps_its_second_step(app, ann):
    User.objects.update(is_active=False)
    assert Authenticator.objects.exists()
    User.objects.update(is_active=True)
    half()
    player_changes.erase_account(by=ann.account)
    assert not Authenticator.objects.exists() and not RecoveryCode.objects.exists()


def test_the_file_of_my_data_has_dates_and_no_secrets(app, ann):
    data = ann.client.get("/my-data/person.json")
    told = data.json()["security"]
    assert told["recovery_codes"] == 10 and list(told["authenticator"]) == ["since"]
    secret = Authenticator.objects.get().secret
    assert secret.encode() not in data.content and app.recovery[0].encode() not in data.content
    assert RecoveryCode.objects.first().code_hash.encode() not in data.content
