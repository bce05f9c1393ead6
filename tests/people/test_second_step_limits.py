"""The limits for somebody who knows the password, and that they can't lock out the owner."""

from datetime import timedelta

import pyotp
import pytest
from django.db.models import F

from people.accounts import rate_limits
from people.models import Audit, Tries
from tests.people.cast import PASSWORD, Person, done
from tests.people.second_factor_cast import Holder, change, enter, guess_elsewhere, half, one_account, set_up
from tests.people.soft_passkey import SoftPasskey

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("clock")]
TOO_MANY = "too many wrong codes for this account today"
ELSEWHERE = "You’ve been signed out everywhere else."
WARNING = "This signs you out everywhere else."


first_ann, ann = one_account()


@pytest.fixture
def three_a_day(monkeypatch):
    for name in ("WRONG_CODES", "WRONG_CODES_KNOWN"):
        monkeypatch.setattr(rate_limits, name, getattr(rate_limits, name)._replace(most=3))


def later(**time):
    Tries.objects.update(since=F("since") - timedelta(**time))


# ── wrong codes in a day ─────────────────────────────────────────────────────


def test_wrong_codes_count_for_a_day_even_with_an_hour_between_them(app, three_a_day):
    for _try in range(3):
        enter(half(), "000000", status=422)
        later(minutes=61)
    assert TOO_MANY in enter(half(), app(), status=422)
    later(hours=21)
    enter(half(), app())


def test_each_daily_limit_counts_its_own_kind(rf, app, ann):
    request, user = rf.get("/"), ann.account
    request.session = {}
    parties = [*rate_limits.code_parties(request, user), *rate_limits.unguessable_parties(request, user)]
    limits = [rate_limits.WRONG_CODES, rate_limits.WRONG_CODES_KNOWN]
    assert len({each.what for each in (*parties, *limits)}) == len(parties) + len(limits)


def test_phones_signed_in_before_the_second_step_have_no_separate_limit(ann, clock, three_a_day):
    """Somebody with the password signed in on three phones before the owner set up the app."""
    phones = [Person("ann") for _each in range(3)]
    for person in phones:
        person.sign_in()
    set_up(ann, clock)
    for person in phones:
        assert person.sign_in().goes_to == "/account/in/code/"
        enter(person, "000000", status=422)
    assert TOO_MANY in enter(half(), "000000", status=422)


def test_phones_on_which_the_owner_has_signed_in_share_a_separate_daily_limit(app, ann, clock, three_a_day):
    phones = [half(), half()]
    for person in phones:
        enter(person, app())
        clock(30)
    for person in (*phones, ann):
        person.sign_out()
        person.sign_in()
        enter(person, "000000", status=422)
    assert TOO_MANY in enter(ann, app(), status=422)
    enter(half(), app())


def test_a_new_password_forgets_the_phones_on_which_the_old_one_was_used(app, ann, clock, three_a_day):
    thief = half()
    enter(thief, app())
    form = ann.get("/account/password/").form("/account/password/")
    ann.send(form, status=303, old_password=PASSWORD, password="five quiet tiles")
    for person in (thief, *(Person("ann") for _each in range(2))):
        person.password = "five quiet tiles"
        person.sign_in()
        enter(person, "000000", status=422)
    clock(30)
    assert TOO_MANY in enter(thief, app(), status=422)


# ── a stranger does not lock the owner out ───────────────────────────────────


def test_wrong_codes_from_elsewhere_do_not_delay_a_recovery_code_or_a_passkey(app, ann):
    key = SoftPasskey()
    ann.client.defaults["SERVER_NAME"] = "localhost"
    add_passkey(ann, key)
    guess_elsewhere("000000", times=20)
    owner = half(address="192.0.2.1")
    enter(owner, app(), status=429)
    enter(owner, app.recovery[0], where="?recovery=1")
    holder = Holder("ann", address="192.0.2.2")
    holder.sign_in()
    form = holder.get("/account/in/code/").forms[0]
    holder.send(form, status=303, credential=key.answer(holder.challenge))


def test_wrong_recovery_codes_from_elsewhere_delay_nobody_else(app):
    guess_elsewhere("AAAA-AAAA-AAAA-AAAA", times=25)
    enter(half(address="192.0.2.1"), app())
    enter(half(address="192.0.2.1"), app.recovery[0])


def test_wrong_recovery_codes_from_one_network_have_to_wait(app):
    for _try in range(5):
        enter(half(), "AAAA-AAAA-AAAA-AAAA", status=422)
    enter(half(), app.recovery[0], status=429)
    enter(half(), app())


# ── the first factor ends other sessions ─────────────────────────────────────


def add_passkey(person, key, status=303):
    """Add a passkey in a browser at http://localhost, and return the page after it."""
    challenge = person.client.get("/account/in/challenge/").json()["challenge"]
    form = person.get("/account/security/passkey/").form("/security/passkey/")
    return person.send(form, status=status, credential=key.created(challenge), old_password=PASSWORD, name="Phone")


@pytest.mark.parametrize("kind", ["app", "passkey"])
def test_the_first_factor_signs_the_account_out_everywhere_else_and_says_so(ann, clock, kind):
    ann.client.defaults["SERVER_NAME"] = "localhost"
    stranger = Person("ann")
    stranger.sign_in()
    assert WARNING in ann.get(f"/account/security/{kind}/")
    page = add_passkey(ann, SoftPasskey(), status=200) if kind == "passkey" else set_up(ann, clock)[1]
    assert ELSEWHERE in page
    assert ann.is_in and not stranger.is_in
    assert Audit.objects.get(what="sessions_ended").after == {"sessions_ended": 1}
    assert "ann signed out 1 other device" in ann.get("/account/history/")


def test_a_phone_that_was_signed_out_elsewhere_may_mistype_its_code(ann, clock):
    other = Person("ann")
    other.sign_in()
    secret, _page = set_up(ann, clock)
    other.sign_in()
    enter(other, "000000", status=422)
    clock(60)
    enter(other, pyotp.TOTP(secret).at(clock.now()))
    assert other.is_in


def test_a_further_factor_and_new_recovery_codes_sign_nobody_out(app, ann):
    other = half()
    enter(other, app())
    ann.client.defaults["SERVER_NAME"] = "localhost"
    assert WARNING not in ann.get("/account/security/passkey/")
    add_passkey(ann, SoftPasskey())
    assert ELSEWHERE not in change(ann, "codes", status=200)
    assert other.is_in
    assert "sessions_ended" not in [what for what, *_rest in done()]


def test_a_first_factor_without_other_sessions_writes_no_row_about_them(app):
    assert "sessions_ended" not in [what for what, *_rest in done()]
