"""Password guessing is throttled; people who mistype are not locked out, and scoring is not affected."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection
from django.db.models import F

from people.accounts import rate_limits
from people.models import Device, Tries, User
from scorekeeper import settings as site
from tests.people.cast import PASSWORD, Person, done
from tests.thorough import sized

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Stop the counters' clock until `later` is called, so that no wait ends by itself on a slow machine."""

    class Still(datetime):
        started = datetime.now(UTC)

        @classmethod
        def now(cls, tz=None):
            return cls.started

    monkeypatch.setattr("people.accounts.rate_limits.datetime", Still)


def later(seconds):
    """Move the counters' clock forward."""
    Tries.objects.update(since=F("since") - timedelta(seconds=seconds))


def fail(person, times, status=422):
    for _each in range(times):
        person.sign_in(status=status, password="not this one")


@pytest.fixture
def bea(db):
    """Bea's account, used from a phone on which nobody has signed in before."""
    User.objects.create_user("bea", password=PASSWORD)
    return Person("bea")


def test_after_five_failures_the_wait_grows_to_at_most_a_minute(bea):
    fail(bea, 5)
    for seconds in (5, 10, 20, 40, 60, 60, 60):
        page = bea.sign_in(status=429)
        assert (page.headers["Retry-After"], f"Wait {seconds} seconds" in page) == (str(seconds), True)
        later(seconds)
        fail(bea, 1)


def test_the_right_password_works_after_the_wait_and_ends_it(bea):
    fail(bea, 5)
    later(4)
    assert "Wait 1 second and try again." in bea.sign_in(status=429)
    later(1)
    bea.sign_in()
    assert bea.is_in
    bea.sign_out()
    fail(bea, 5)
    later(5)
    bea.sign_in()


def test_tries_during_the_wait_are_neither_counted_nor_checked(bea):
    fail(bea, 5)
    before = list(Tries.objects.order_by("pk").values())
    for _each in range(10):
        bea.sign_in(status=429)
        bea.sign_in(status=429, password="not this one")
    assert list(Tries.objects.order_by("pk").values()) == before
    assert len(done()) == 5


def test_an_unknown_username_gets_the_same_response(bea):
    nobody = Person("nobody")
    for _each in range(7):
        pages = [person.sign_in(status=None, password="not this one") for person in (bea, nobody)]
        assert pages[0].status == pages[1].status
        assert pages[0].text == pages[1].text
    assert not any(about for _what, _who, about, _refused in done()[5:])


def test_an_unknown_username_takes_the_same_time(bea, settings):
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    user = User.objects.get()
    user.set_password(PASSWORD)
    user.save()

    def effort(username):
        spent = []
        for number in range(4):
            person = Person(username, address=f"10.0.0.{number}")
            form = person.get("/account/in/").form("/account/in/")
            begun = time.process_time()
            person.send(form, status=422, username=username, password="not this one")
            spent.append(time.process_time() - begun)
        return min(spent)

    known, unknown = effort("bea"), effort("nobody")
    assert 0.6 < known / unknown < 1.7


@pytest.mark.django_db(transaction=True)
def test_of_a_dozen_simultaneous_guesses_only_five_are_checked():
    User.objects.create_user("bea", password=PASSWORD)

    def guess(_number):
        try:
            return Person("bea").sign_in(status=None, password="not this one").status
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(guess, range(12)))
    assert sorted(answers) == [422] * 5 + [429] * 7


def test_after_an_hour_without_failures_the_count_starts_again(bea):
    fail(bea, 5)
    later(3601)
    fail(bea, 5)
    later(5)
    bea.sign_in()
    assert sorted((row.what, row.count) for row in Tries.objects.all()) == [("account", 5), ("network", 5)]


def test_guessing_from_many_addresses_is_throttled_and_the_owner_is_not(bea):
    own = Person("bea", address="192.0.2.1")
    own.sign_in()
    own.sign_out()
    thief = Person("bea")
    for number in range(20):
        thief.client.defaults["REMOTE_ADDR"] = f"10.0.0.{number}"
        fail(thief, 1)
    page = Person("bea", address="10.0.1.1").sign_in(status=429)
    assert page.headers["Retry-After"] == "5"
    own.sign_in()
    assert own.is_in


def test_guessing_at_many_usernames_is_throttled_and_the_owners_phone_is_not(bea):
    own = Person("bea", address="2001:db8:1:2::1")
    own.sign_in()
    own.sign_out()
    many = sized(70, 200)
    thief, answers = Person("nobody"), []
    for number in range(many):
        thief.client.defaults["REMOTE_ADDR"] = f"2001:db8:1:2::{number:x}"
        answers.append(thief.sign_in(status=None, username=f"player{number}", password="not this one").status)
    assert answers == [422] * 60 + [429] * (many - 60)
    Person("bea", address="2001:db8:1:2::9").sign_in(status=429)
    own.sign_in()
    Person("bea", address="2001:db8:1:3::9").sign_in()


def test_hashing_takes_little_memory_and_an_older_hash_is_replaced(bea, settings):
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    user = User.objects.get()
    user.password = Argon2PasswordHasher().encode(PASSWORD, "somesaltsomesalt")
    user.save()
    bea.sign_in()
    user.refresh_from_db()
    assert user.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert user.check_password(PASSWORD)


def test_a_forged_address_header_does_not_avoid_the_limit(bea):
    for number in range(5):
        bea.client.defaults["HTTP_X_FORWARDED_FOR"] = f"203.0.113.{number}"
        fail(bea, 1)
    bea.client.defaults["HTTP_X_FORWARDED_FOR"] = "203.0.113.99"
    bea.sign_in(status=429)


def test_the_counters_contain_neither_names_nor_addresses(bea):
    fail(bea, 1)
    kept = [(row.what, len(row.who), row.count) for row in Tries.objects.order_by("what")]
    assert kept == [("account", 64, 1), ("account+address", 64, 1), ("network", 64, 1)]


def test_forty_phones_behind_one_address_with_one_in_five_mistyping_all_get_in(db):
    people = [Person(f"player{number}") for number in range(40)]
    for person in people:
        User.objects.create_user(person.username, password=PASSWORD)
    for number, person in enumerate(people):
        if number % 5 == 0:
            fail(person, 4)
    for person in people:
        person.sign_in()
    assert sorted(device.user.username for device in Device.objects.all()) == sorted(each.username for each in people)


@pytest.mark.thorough
def test_forty_phones_with_one_account_get_in_though_one_in_five_mistypes(bea):
    phones = [Person("bea") for _each in range(40)]
    for number, person in enumerate(phones):
        if number % 5 == 0:
            fail(person, 1)
        person.sign_in()
    assert all(person.is_in for person in phones)


def test_a_table_goes_on_scoring_while_its_account_is_guessed_at(phone, code, bea):
    table = Person("ann")
    table.client.cookies = phone.client.cookies
    table.sign_up()
    table.sign_out()
    fail(Person("ann"), 5)
    fail(table, 5)
    table.sign_in(status=429)
    assert table.hand(code, status=303).goes_to == f"/m/{code}/?saved=1"


def test_an_address_that_creates_very_many_accounts_is_throttled(db, rf):
    for _each in range(sized(55, 0)):  # counted as by the form, but without creating accounts
        rate_limits.begin_attempt(rate_limits.sign_up_parties(rf.get("/")))
    for number in range(sized(55, 0), 60):
        Person(f"robot{number}").sign_up()
    page = Person("robot60").sign_up(status=429)
    assert page.headers["Retry-After"] == "5"
    Person("guest", address="192.0.2.1").sign_up()
    later(5)
    Person("robot60").sign_up()


def test_guessing_the_old_password_in_an_open_session_is_throttled_too(ann):
    def change(old, status):
        form = ann.get("/account/password/").form("/account/password/")
        return ann.send(form, status=status, old_password=old, password="five quiet tiles")

    for _each in range(5):
        assert "The password is wrong." in change("not this one", 422)
    change(PASSWORD, 429)
    later(5)
    change(PASSWORD, 303)
