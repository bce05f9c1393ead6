"""The list of an account's sessions. A session that is ended is signed out at its next request."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as now
from django.test import Client

from people.models import Device, Tries, User
from tests.people.cast import PASSWORD, Person, agent, done

pytestmark = pytest.mark.django_db

PHONE = agent("Firefox/128.0", "Android 14")
DESK = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0"


@pytest.fixture
def ann(db):
    """Ann on her phone."""
    person = Person("ann", agent=PHONE)
    person.sign_up()
    return person


@pytest.fixture
def desk(ann):
    """Ann at a desk."""
    person = Person("ann", agent=DESK)
    person.sign_in()
    return person


def end(person, which, status=303, password=PASSWORD):
    form = person.get("/account/sessions/").form("/end/")
    assert ("which", which) in form.buttons
    return person.send(form, button=("which", which), status=status, old_password=password)


def test_each_session_is_listed_with_its_browser_the_current_one_first(ann, desk):
    for person, first, second in (
        (ann, "Firefox, Android", "Edge, Windows"),
        (desk, "Edge, Windows", "Firefox, Android"),
    ):
        page = person.get("/account/sessions/")
        assert page.text.index(f"{first} This device") < page.text.index(second)
        assert page.text.count("Sign out device") == 1
    assert "2 devices" in ann.get("/account/")


def test_a_session_is_ended_from_another_and_signed_out_at_its_next_request(ann, desk):
    phone = Device.objects.get(label="Firefox, Android")
    page = end(desk, which=str(phone.pk))
    assert "Signed out ✓" in desk.follow(page)
    assert (ann.is_in, desk.is_in) == (False, True)
    assert done()[-1] == ("session_ended", "ann", str(desk.account.pk), False)
    assert "sessionid" not in ann.session and not any(name.startswith("_") for name in ann.session)


def test_all_others_are_ended_at_once(ann, desk):
    third = Person("ann")
    third.sign_in()
    end(desk, which="others")
    assert [person.is_in for person in (ann, desk, third)] == [False, True, False]
    assert done()[-1][0] == "sessions_ended"
    end_again = desk.post("/account/sessions/end/", {"which": "others", "old_password": PASSWORD})
    assert end_again.status == 303
    assert [what for what, *_rest in done()].count("sessions_ended") == 1


def test_a_session_of_another_account_looks_like_an_ended_one(ann):
    bea = Person("bea")
    bea.sign_up()
    answers = [
        ann.post("/account/sessions/end/", {"which": which, "old_password": PASSWORD})
        for which in (bea.account.signed_in.get().pk, 999999)
    ]
    assert answers[0].goes_to == answers[1].goes_to
    assert bea.is_in
    assert "session_ended" not in [what for what, *_rest in done()]


def test_no_session_is_ended_without_the_password(ann, desk):
    """Otherwise somebody who finds the phone could sign its owner out."""
    before = desk.session_id
    place = str(Device.objects.get(label="Firefox, Android").pk)
    for which in ("others", place):
        page = end(desk, which=which, status=422, password="not this one")
        assert "Not signed out yet The password is wrong." in page
        assert "not this one" not in page.html
        assert "Fill in this field." in end(desk, which=which, status=422, password="")
    assert ann.is_in
    assert done()[-2:] == [("password_wrong", "ann", str(ann.account.pk), True)] * 2
    for _try in range(3):
        end(desk, which="others", status=422, password="not this one")
    assert "Too many attempts." in end(desk, which="others", status=429)
    assert ann.is_in
    Tries.objects.all().delete()
    end(desk, which="others")
    assert (ann.is_in, desk.is_in) == (False, True)
    assert desk.session_id != before


@pytest.mark.parametrize("which", ["", "all", "-1", "1e3", "9" * 40, "²", "None"])
def test_an_invalid_session_is_not_found(ann, which):
    ann.post("/account/sessions/end/", {"which": which}, status=404)


def test_a_phone_signed_out_from_elsewhere_may_go_on_scoring(phone, code, desk):
    table = Person("ann")
    table.client.cookies = phone.client.cookies
    table.sign_in()
    device = table.session["device"]
    end(desk, which="others")
    assert not table.is_in
    assert table.session["device"] == device
    assert table.hand(code, status=303).goes_to == f"/m/{code}/?saved=1"


def test_a_new_password_ends_every_other_session(ann, desk):
    before = desk.session_id
    form = desk.get("/account/password/").form("/account/password/")
    page = desk.send(form, status=303, old_password=PASSWORD, password="five quiet tiles")
    assert "Password changed ✓ You’ve been signed out everywhere else." in desk.follow(page)
    assert (ann.is_in, desk.is_in) == (False, True)
    assert desk.session_id != before
    assert done()[-1] == ("password_changed", "ann", str(desk.account.pk), False)
    Person("ann").sign_in(status=422)
    Person("ann", "five quiet tiles").sign_in()


def test_a_password_set_with_a_link_ends_all_sessions(ann, desk):
    user = ann.account
    user.set_password("five quiet tiles")
    user.save()
    assert (ann.is_in, desk.is_in) == (False, False)
    assert not Device.objects.exists()


def test_a_closed_account_is_signed_out_everywhere_and_stays_signed_out(ann, desk):
    User.objects.update(is_active=False)
    assert (ann.is_in, desk.is_in) == (False, False)
    User.objects.update(is_active=True)
    assert (ann.is_in, desk.is_in) == (False, False)


def test_a_session_ends_after_a_fortnight_without_use_and_after_thirty_days(ann):
    def aged(**times):
        Device.objects.update(**times)
        return ann.is_in

    today = datetime.now(UTC)
    assert aged(seen_at=today - timedelta(days=13), since=today - timedelta(days=29))
    assert aged(seen_at=today - timedelta(days=15)) is False
    ann.sign_in()
    assert aged(since=today - timedelta(days=31)) is False
    assert not Device.objects.exists()


def test_the_last_visit_is_stored_at_most_every_ten_minutes(ann, django_assert_num_queries):
    def seen():
        return Device.objects.get().seen_at

    first = seen()
    with django_assert_num_queries(6):
        ann.client.get("/")
    assert seen() == first
    Device.objects.update(seen_at=first - timedelta(minutes=11))
    with django_assert_num_queries(7):
        ann.client.get("/")
    assert seen() > first


def test_a_session_signed_in_by_code_is_listed_and_can_be_ended(ann):
    program = Client()
    program.force_login(ann.account)
    assert program.get("/account/").status_code == 200
    assert Device.objects.count() == 2
    end(ann, which="others")
    assert program.get("/account/").status_code == 303


def test_a_new_server_key_signs_nobody_out_while_the_old_one_is_kept(ann, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [now.SECRET_KEY], "another key " * 6
    before = ann.session_id
    assert ann.is_in
    assert ann.session_id != before
    settings.SECRET_KEY_FALLBACKS = []
    assert ann.is_in


def test_without_the_old_key_all_are_signed_out(ann, settings):
    settings.SECRET_KEY = "another key " * 6
    assert not ann.is_in


@pytest.mark.parametrize(
    ("said", "label"),
    [
        (PHONE, "Firefox, Android"),
        (DESK, "Edge, Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) CriOS/126.0 Mobile/15E148 Safari/604.1", "Chrome, iPad"),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36",
            "Samsung Internet, Android",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15", "Safari, Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36", "Chrome, Linux"),
        ("curl/8.5 <script>", ""),
        ("", ""),
    ],
)
def test_browsers_and_systems_have_the_names_that_people_use(db, said, label):
    person = Person("ann", agent=said)
    person.sign_up()
    assert Device.objects.get().label == label
    assert (label or "Unknown browser") in person.get("/account/sessions/")
