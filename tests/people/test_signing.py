"""Signing up, in and out without scripts, and what happens to the session."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from people.models import Audit, Device, User
from tests.matches.cast import Phone
from tests.people.cast import PASSWORD, Person, agent, done
from tests.thorough import sized

pytestmark = pytest.mark.django_db


def test_signing_up_signs_in_and_needs_no_e_mail_and_no_name(guest):
    page = Person("Ann.Lee").sign_up()
    assert page.goes_to == "/c/"
    user = User.objects.get()
    assert (user.username, user.name, user.email, user.shown_name) == ("ann.lee", "", "", "ann.lee")
    assert (user.is_superuser, user.is_staff, user.is_active) == (False, False, True)
    assert done() == [("signed_up", "ann.lee", str(user.pk), False)]


def test_a_name_and_an_e_mail_address_are_optional(guest):
    guest.sign_up(name="  Ann  Lee ", email="ann@example.org")
    user = User.objects.get()
    assert (user.name, user.email, user.shown_name) == ("Ann Lee", "ann@example.org", "Ann Lee")
    assert "Ann Lee Your account" in guest.get("/")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"username": ""}, "Fill in this field."),
        ({"username": "ann lee"}, "Enter a valid username."),
        ({"username": "x" * 41}, "at most 40 characters"),
        ({"username": "ANN"}, "This username is taken. Choose another one."),
        ({"password": ""}, "Fill in this field."),
        ({"password": "1234567"}, "at least 8 characters"),
        ({"password": "x1" * 65}, "at most 128 characters"),
        ({"password": "password123"}, "too common"),
        ({"password": "Scorekeeper1!"}, "easy to guess"),
        ({"username": "beatrice", "password": "beatrice-77"}, "easy to guess"),
        ({"name": "Bea Ostrava", "password": "ostrava2026"[:10]}, "easy to guess"),
        ({"name": "\u202eaeB"}, "can’t be displayed"),
        ({"email": "no address"}, "valid email address"),
    ],
)
def test_errors_are_shown_and_the_input_except_the_password_is_kept(ann, fields, said):
    told = {"username": "bea", "name": "Bea", **fields}
    page = Person("bea").sign_up(status=422, **told)
    assert said in page
    assert User.objects.count() == 1
    form = page.form("/account/new/")
    assert form.values("username") == [told["username"]]
    assert form.values("name") == [told["name"]]
    assert form.values("password") == [""]


@pytest.mark.parametrize(
    ("language", "said"), [("cs", "aspoň 8 znaků"), ("ms", "sekurang-kurangnya 8"), ("zh-hans", "至少需要8个字符")]
)
def test_a_short_password_is_refused_in_the_language_of_the_reader(db, language, said):
    bea = Person("bea", password="1234567")
    bea.client.cookies["lang"] = language
    assert said in bea.sign_up(status=422)


@pytest.mark.parametrize(
    "password", ["ěščřžýáí", "  spaces at the ends  ", "🀄🀅🀆🀇🀈🀉🀊🀋", "x" * 64 + "y" * 64, "'; -- <b>%s"]
)
def test_a_password_may_contain_every_character(password):
    person = Person("ann", password)
    person.sign_up()
    person.sign_out()
    person.sign_in()
    assert person.is_in
    person.sign_out()
    person.sign_in(password=password[:-1], status=422)


def test_letters_are_the_same_however_the_keyboard_composes_them():
    Person("ann", "p\u0159\u00edli\u0161 sta\u0159\u00ed").sign_up()
    other = Person("ann", "pr\u030ci\u0301lis\u030c star\u030ci\u0301")
    other.sign_in()
    assert other.is_in


def hurried(path):
    """A form, and two browsers with the same CSRF token that send it without seeing each other's response."""
    first, second = Person("ann"), Person("ann")
    form = first.get(path).form(path)
    second.client.cookies["csrf"] = first.client.cookies["csrf"].value
    return form, first, second


def test_a_form_sent_twice_is_one_account_and_one_sign_in(db):
    form, *taps = hurried("/account/new/")
    for tap in taps:
        tap.send(form, status=303, username="ann", password=PASSWORD)
    assert all(tap.is_in for tap in taps)
    assert (User.objects.count(), Device.objects.count()) == (1, 1)
    taps[0].sign_out()
    assert not taps[1].is_in
    form, *taps = hurried("/account/in/")
    for tap in taps:
        tap.send(form, status=303, username="ann", password=PASSWORD)
    assert all(tap.is_in for tap in taps)
    assert Device.objects.count() == 1


def test_repeating_the_sign_up_form_with_another_password_signs_nobody_in(ann):
    form, first, second = hurried("/account/new/")
    first.send(form, status=303, username="bea", password=PASSWORD)
    second.send(form, status=422, username="bea", password="another long one")
    assert not second.is_in


def test_signing_in_and_out_is_logged(ann):
    pk = str(ann.account.pk)
    ann.sign_out()
    ann.sign_in(status=422, password="not this one")
    Person("zoe").sign_in(status=422)
    ann.sign_in()
    assert done() == [
        ("signed_up", "ann", pk, False),
        ("signed_out", "ann", pk, False),
        ("sign_in_failed", None, pk, True),
        ("signed_in", "ann", pk, False),
    ]
    assert {row.from_address.address for row in Audit.objects.all()} == {"127.0.0.1"}


@pytest.mark.parametrize("typed", ["ann", "Ann", "ANN", " ann "])
def test_usernames_are_case_insensitive(ann, typed):
    other = Person("ann")
    other.sign_in(username=typed)
    assert other.is_in


def test_an_account_with_capitals_that_a_command_created_can_sign_in(db):
    User.objects.create_user("Admin", password=PASSWORD)
    person = Person("Admin")
    person.sign_in()
    assert person.is_in


def test_wrong_password_unknown_name_and_closed_account_look_alike(ann):
    User.objects.create_user("closed", password=PASSWORD, is_active=False)

    def told(username, password):
        page = Person(username).sign_in(status=422, password=password)
        return re.sub(r'value="[^"]*"|"x-csrftoken": "[^"]*"', "", page.html)

    wrong = told("ann", "not this one")
    assert "The username and password don’t match." in wrong
    assert told("zoe", PASSWORD) == told("closed", PASSWORD) == wrong


def test_the_username_stays_in_the_page_and_the_password_does_not(ann):
    page = Person("ann").sign_in(status=422, password="not this one")
    assert page.form("/account/in/").values("username") == ["ann"]
    assert page.form("/account/in/").values("password") == [""]
    assert "not this one" not in page.html


def test_a_stale_form_keeps_the_username_and_never_the_password(ann):
    for path, sent in (
        ("/account/in/", {"username": "ann", "password": PASSWORD}),
        ("/account/new/", {"username": "bea", "password": PASSWORD}),
        ("/account/password/", {"old_password": PASSWORD, "password": PASSWORD, "username": "ann"}),
    ):
        answer = Client(enforce_csrf_checks=True).post(path, {**sent, "csrfmiddlewaretoken": "stale"})
        text = answer.content.decode()
        assert answer.status_code == 403
        assert f'name="username" value="{sent["username"]}"' in text
        assert PASSWORD not in text and 'name="password"' not in text


# ── the page after signing in ────────────────────────────────────────────────


def test_after_signing_in_people_return_to_the_page_they_wanted(ann, guest):
    Person("bea").sign_up()
    page = guest.get("/account/sessions/", status=303)
    assert page.goes_to == "/account/in/?next=%2Faccount%2Fsessions%2F"
    form = guest.follow(page).form("/account/in/")
    assert guest.send(form, username="bea", password=PASSWORD).goes_to == "/account/sessions/"


TARGETS = [
    "https://evil.example/", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "javascript:alert(1)", "http:evil.example", " //evil.example", "/\t/evil.example", "https:///evil.example", "",
]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "target"), [("in", each) for each in TARGETS] + [("new", each) for each in sized(TARGETS[::3], TARGETS)]
)
def test_no_link_leads_away_from_the_site(ann, where, target):
    person = Person("ann" if where == "in" else "bea")
    page = person.get(f"/account/{where}/", data={"next": target})
    assert "evil" not in page.html and "javascript" not in page.html
    form = page.form(f"/account/{where}/")
    assert form.values("next") == ["/"]
    form.fields = [(name, target if name == "next" else value) for name, value in form.fields]
    after = "/" if where == "in" else "/c/"
    assert person.send(form, username=person.username, password=PASSWORD).goes_to == after


# ── the session ──────────────────────────────────────────────────────────────


def test_signing_in_replaces_a_planted_session(ann):
    victim, planted = Person("ann"), Person()
    planted.start()
    victim.client.cookies["sid"] = planted.session_id
    victim.sign_in()
    assert victim.session_id != planted.session_id
    assert not Session.objects.filter(session_key=planted.session_id).exists()
    assert victim.is_in and not planted.is_in


def test_signing_in_again_starts_a_new_session(ann):
    before = ann.session_id
    ann.sign_in()
    assert ann.session_id != before
    assert not Session.objects.filter(session_key=before).exists()
    assert Device.objects.count() == 1


def test_the_phone_may_go_on_scoring_after_signing_up_in_and_out(phone, code):
    device = phone.client.session["device"]
    person = Person("ann")
    person.client.cookies = phone.client.cookies
    points = iter("345678")

    def scores():
        assert person.client.session["device"] == device
        page = person.hand(code, points=next(points), status=303)
        assert page.goes_to.startswith(f"/m/{code}/?saved=")

    scores()
    for step in (person.sign_up, person.sign_out, person.sign_in, person.sign_out):
        before = person.session_id
        step()
        assert person.session_id != before
        scores()
    Person("bea").sign_up()
    person.sign_in(username="bea")
    scores()


def test_signing_in_as_somebody_else_ends_the_first_persons_session(ann):
    Person("bea").sign_up()
    ann.sign_in(username="bea")
    assert "bea" in ann.get("/account/")
    assert sorted(Device.objects.values_list("user__username", flat=True)) == ["bea", "bea"]


def test_nothing_of_the_account_is_left_after_signing_out(ann):
    old = ann.session_id
    ann.sign_out()
    assert not ann.is_in
    assert set(ann.session) == {"known_accounts"}
    assert Device.objects.count() == 0
    thief = Phone()
    thief.client.cookies["sid"] = old
    assert thief.get("/account/", status=None).status == 303


def test_signing_out_needs_a_post(ann, guest):
    ann.get("/account/out/", status=405)
    assert ann.is_in
    assert guest.post("/account/out/").goes_to == "/"


def test_the_first_page_asks_nobody_to_sign_in_and_costs_a_guest_nothing(guest, settings, django_assert_num_queries):
    settings.LAN_HTTP = False  # on a local network, the page also reads the matches that are played there
    with django_assert_num_queries(2):  # the demonstrations
        page = guest.client.get("/").content.decode()
    assert page.count("/account/") == 1


def test_an_account_is_read_in_one_query(ann, django_assert_num_queries):
    # Session, account with its device, two demonstrations, own clubs, own tournaments.
    with django_assert_num_queries(6):
        ann.client.get("/")


def test_being_signed_in_takes_no_more_queries_at_the_table(phone, code):
    def cost(client):
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/m/{code}/")
        return len(queries)

    before = cost(phone.client)
    person = Person("ann", agent=agent())
    person.client.cookies = phone.client.cookies
    person.sign_up()
    assert cost(person.client) == before


def test_the_account_page_links_to_ones_own_data(ann):
    assert "/my-data/" in ann.get("/account/").links
    assert "All data about you" in ann.get("/my-data/")
