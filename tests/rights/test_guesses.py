"""Guessing links finds nothing and is throttled, whatever address is claimed; correct links always work."""

from datetime import timedelta

import pytest
from django.test import override_settings

from matches.models import Event
from people.accounts.passwords import link_for
from people.models import Audit, Club, Membership, Role, Tries, User
from tests.matches.cast import Phone, join, link
from tests.people.cast import PASSWORD
from tests.people.club_cast import Person
from tests.thorough import sized

pytestmark = pytest.mark.django_db

GUESSES = sized(150, 10_000)
HERE = "203.0.113.7"


@pytest.fixture
def phone():
    return Phone()


@pytest.fixture
def code(phone):
    return phone.start()


@pytest.fixture
def club():
    return Club.objects.get(code=Person("olga").found())


def invitation(club):
    return Person("olga").invitation(club.code, Role.SCORER)


def guess(client, no, club, address=HERE):
    """Request a wrong link, with a different X-Forwarded-For each time."""
    forged = {"X-Forwarded-For": f"198.51.{no // 250}.{no % 250}", "X-Real-IP": f"198.51.100.{no % 250}"}
    made_up = f"guess{no:017}"
    sorts = (
        f"/s/{made_up}",
        f"/t/{made_up}",
        f"/c/join/{club.code}2{made_up}",
        f"/c/{club.code}/nights/{made_up}.ics",
        f"/p/1-abc123-{no:032x}",
    )
    return client.get(sorts[no % len(sorts)], headers=forged, REMOTE_ADDR=address)


def test_thousands_of_guesses_find_nothing_and_leave_two_rows(code, club, client):
    before = (Membership.objects.count(), User.objects.count(), Audit.objects.count())
    signed_in = list(Tries.objects.values())
    answers = [guess(client, no, club).status_code for no in range(GUESSES)]
    assert answers == [404] * 60 + [429] * (GUESSES - 60)
    counted = [row for row in Tries.objects.values() if row not in signed_in]
    assert [(row["what"], row["count"]) for row in counted] == [("link", 61)]
    rows = Audit.objects.filter(what="links_guessed")
    assert [(row.about, row.refused, row.after) for row in rows] == [("", True, {"tries": 61})]
    assert (Membership.objects.count(), User.objects.count(), Audit.objects.count() - 1) == before
    for no in range(5):
        page = guess(client, no, club)
        assert (page.status_code, page.headers["Retry-After"]) == (429, "600")
        assert "Too many invalid links" in page.content.decode()
    # Correct links still work, even from the same address.
    right = {
        link(code, "watching"): 303,
        link(code, "scoring"): 200,
        invitation(club): 200,
        link_for(User.objects.get(username="olga")): 200,
    }
    assert {where: client.get(where, REMOTE_ADDR=HERE).status_code for where in right} == right
    assert guess(client, 1, club, address="203.0.113.8").status_code == 404
    Tries.objects.update(since=Tries.objects.first().since - timedelta(minutes=11))
    assert guess(client, 1, club).status_code == 404


def test_two_simultaneous_guesses_over_the_limit_are_logged_once(client, monkeypatch):
    for _each in range(60):
        client.get(f"/s/{'x' * 22}")
    monkeypatch.setattr(
        "people.accounts.rate_limits.failures", lambda limit, who: 60
    )  # both have read the count before either has increased it
    assert [client.get(f"/s/{'x' * 22}").status_code for _each in range(2)] == [429, 429]
    assert [row.after for row in Audit.objects.filter(what="links_guessed")] == [{"tries": 61}]


def test_a_form_that_is_sent_with_a_guess_is_counted_too(club):
    other = Person("mallory")
    answers = [other.post(f"/c/join/{club.code}0{no:022}").status for no in range(61)]
    assert answers == [404] * 60 + [429]
    assert Membership.objects.filter(user=other.user).count() == 0


@override_settings(TRUSTED_PROXIES=1)
def test_behind_a_trusted_proxy_only_the_address_from_the_proxy_counts(client):
    """The proxy appends the client's address. Earlier addresses in the header can be forged."""
    for no in range(61):
        last = client.get(f"/s/{'x' * 22}", headers={"X-Forwarded-For": f"198.51.100.{no}, {HERE}"})
    assert last.status_code == 429
    assert Tries.objects.count() == 1
    other = client.get(f"/s/{'x' * 22}", headers={"X-Forwarded-For": f"{HERE}, 203.0.113.8"})
    assert other.status_code == 404


def mistyped(where):
    return where[:-1] + ("A" if where[-1] != "A" else "B")


@pytest.mark.thorough
def test_forty_phones_behind_one_address_can_join_and_score_although_some_mistype(phone, code):
    where = link(code, "scoring")
    others = [Phone() for _each in range(40)]
    for no, other in enumerate(others):
        if no % 5 == 0:  # every fifth one mistypes it repeatedly
            assert {other.get(mistyped(where), status=None).status for _try in range(10)} <= {404, 429}
        join(code, other)
    assert others[0].get(mistyped(where), status=None).status == 429
    for other in others:
        other.draw(code)
        other.undo(code)
    assert [event.by for event in Event.objects.order_by("seq")[::2]] == [f"d{no}" for no in range(2, 42)]
    assert Event.objects.count() == 80


@pytest.mark.thorough
def test_forty_people_behind_one_address_can_join_the_club_although_some_mistype(club):
    where = invitation(club)
    for no in range(40):
        person = Person(f"person {no}")
        if no % 5 == 0:
            assert {person.get(mistyped(where), status=None).status for _try in range(10)} <= {404, 429}
        person.join(where)
    assert Membership.objects.filter(club=club, role=Role.SCORER).count() == 40
    assert person.get(mistyped(where), status=None).status == 429


def test_a_password_link_works_from_an_address_that_others_have_guessed_from(club, client):
    for no in range(61):
        last = guess(client, no, club)
    assert last.status_code == 429
    person = Phone()
    where = link_for(User.objects.get(username="olga"))
    person.send(person.get(where).form(where), status=303, password=PASSWORD + " and more")
