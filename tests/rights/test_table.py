"""Everybody asks for everything, and gets what the table says: no address and no method without a row."""

import json
import random
import re
from contextlib import contextmanager

import pytest
from django.db import connection
from django.urls import URLResolver, get_resolver

from people.models import Membership, Role
from people.web.codes import new_key
from tests.matches.cast import Page
from tests.people.cast import PASSWORD
from tests.people.club_cast import Person
from tests.rights.cast import GUESTS, ROLES, TOKENS, UNKNOWN, taken_back, urls
from tests.rights.headers import unlike
from tests.rights.table import COLUMNS, HEADERS, ROWS
from tests.thorough import sized

pytestmark = pytest.mark.django_db

USUAL, RARE = ("GET", "POST", "PUT", "DELETE", "OPTIONS"), ("PATCH", "TRACE", "BREW")
NAMES = sorted({name.partition("@")[0] for name, _how in ROWS})
# What a question may leave behind: counters, sessions and what is bound to them, and the audit, which tells
# what was refused as well.
SESSIONS = {"django_session", "people_device", "notifications_subscription"}
COUNTERS = SESSIONS | {"people_tries", "people_audit", "people_auditaddress"}
WRITES = re.compile(r'^(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')


def plain(page):
    """A page without the token of its forms, which is another each time."""
    return re.sub(r'"x-csrftoken": "\w+"', "", page.html)


@contextmanager
def writes():
    """The tables that are written to inside, one entry for each statement."""
    found = []

    def look(execute, sql, *rest):
        found.extend(WRITES.findall(sql))
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield found


def asked(who, how, where, body=()):
    """The answer, and the tables that were written to on the way."""
    with writes() as written:
        if how == "GET":
            page = who.get(where, status=None)
        elif where.startswith("/api/v1/"):
            headers = {"Idempotency-Key": new_key()}
            told, path = json.dumps(body), where.partition("?")[0]  # what only GET takes is left out
            page = Page(who.client.generic(how, path, told, content_type="application/json", headers=headers))
        else:
            page = who.post(where, body)
    for closer in page.response._resource_closers:
        closer()  # `close` would end the test's own connection
    return page, set(written) - COUNTERS


def breaches(world, role, who, rows):
    """Where an answer is not what the table says, lacks a header, or a page that may not tells or changes things."""
    api = who.get(f"/api/v1/clubs/{UNKNOWN}", status=404).response.content
    nothing, found = plain(who.get(f"/m/{UNKNOWN}/", status=404)), []
    no_link = plain(who.get("/p/nothing", status=404))  # says whom to ask for a link, whatever the address is
    for (row, how), cells in rows.items():
        with taken_back(who):
            if row.endswith("@public"):
                world.public()
            page, written = asked(who, how, world.address(row), world.body(row))
        if page.status != cells[role]:
            found.append(f"{row} {how}: {page.status} instead of {cells[role]}")
        is_api = row.startswith("api-v1:")
        expected = api if is_api else no_link if row.startswith("people:set_password") else nothing
        if page.status == 404 and (page.response.content if is_api else plain(page)) != expected:
            found.append(f"{row} {how}: not the page of what is not there")
        # An answer with nothing in it needs no word on how to show it.
        if (
            page.status < 400
            and page.status != 204
            and (other := unlike(page.headers, HEADERS.get(row.partition("@")[0], {})))
        ):
            found.append(f"{row} {how}: {other}")
        if page.status >= 400 and (other := unlike(page.headers)):
            found.append(f"{row} {how}: {page.status}: {other}")
        if written and (how == "GET" or page.status >= 400):
            found.append(f"{row} {how}: {page.status}, but wrote {sorted(written)}")
    return found


# The roles by what they may do, so that few neighbours get different answers.
LADDER = (*reversed(TOKENS), *GUESTS, "shut", "acct", "away", "memb", "seat", "scor", "ref", "org", "own", "site")


def rows_for(role):
    """The rows that this role requests. In the run for every change, a role requests the rows in which a neighbouring
    role gets another answer. A stranger requests every row; every second row is requested by another role in turn. An
    owner of another club requests every row in which an owner of the club gets another answer."""
    place = LADDER.index(role)
    beside = [LADDER[each] for each in (place - 1, place + 1) if 0 <= each < len(LADDER)]
    beside += ["own"] * (role == "away")
    few = {
        row: cells
        for number, (row, cells) in enumerate(ROWS.items())
        if role == "anon"
        or (number % 2 and role == ROLES[number // 2 % len(ROLES)])
        or any(cells[role] != cells[each] for each in beside)
    }
    return sized(few, ROWS)


def test_every_address_has_a_row_and_every_row_an_address():
    assert sorted(urls()) == NAMES
    assert COLUMNS == ROLES
    assert sorted(LADDER) == sorted(ROLES)


@pytest.mark.parametrize("roles", [ROLES[:4], ROLES[4:8], ROLES[8:12], ROLES[12:16], ROLES[16:]], ids="-".join)
def test_everybody_gets_what_the_table_says(world, who, roles):
    assert {role: breaches(world, role, who[role], rows_for(role)) for role in roles} == {role: [] for role in roles}


def patterns(resolver=None):
    """Every address of the site map, as Django holds it."""
    for each in (resolver or get_resolver()).url_patterns:
        yield from patterns(each) if isinstance(each, URLResolver) else [each]


def alone(name):
    """Whether no other app has an address of this name."""
    return sum(each.name == name.partition(":")[2] for each in patterns()) == 1


def unguarded(monkeypatch, name, user):
    """The page of this name takes whoever asks for `user`, as one whose guard was forgotten."""
    (pattern,) = [each for each in patterns() if each.name == name.partition(":")[2]]
    view = pattern.callback

    def open_to_all(request, *args, **told):
        request.user = user
        return view(request, *args, **told)

    monkeypatch.setattr(pattern, "callback", open_to_all)


def test_a_page_whose_guard_was_forgotten_is_found_whichever_it_is(monkeypatch, request, world, who):
    """The table would be worth nothing if it took what it sees."""
    guarded = {
        row: cells
        for row, cells in ROWS.items()
        if row[1] == "GET" and "@" not in row[0] and (cells["acct"], cells["own"]) == (404, 200)
    }
    names = [name for name in sorted({name for name, _how in guarded}) if alone(name)]
    seed = request.config.option.hypothesis_seed
    for name in random.Random(seed).sample(names, 5):
        with monkeypatch.context() as forgotten:
            unguarded(forgotten, name, world.owner.user)
            found = breaches(world, "acct", who["acct"], {(name, "GET"): ROWS[name, "GET"]})
        assert f"{name} GET: 200 instead of 404" in found, f"--hypothesis-seed={seed}"
        assert breaches(world, "acct", who["acct"], {(name, "GET"): ROWS[name, "GET"]}) == []


@pytest.mark.parametrize("role", ["anon", pytest.param("away", marks=pytest.mark.thorough)])
def test_what_is_public_is_what_the_table_says_and_no_more(world, who, role):
    rows = {
        (f"{row}@public", how): ROWS.get((f"{row}@public", how), cells)
        for (row, how), cells in ROWS.items()
        if "@" not in row
    }
    assert len(rows) > len(NAMES)
    assert breaches(world, role, who[role], rows) == []


@pytest.mark.thorough
@pytest.mark.parametrize("role", Role)
def test_no_role_of_another_club_is_more_than_nobody(world, other, role):
    """Request ids of one club with every role of another. In `make test`, only its owner does (`away` in the table)."""
    who = Person(f"a {role} elsewhere")
    Membership.objects.create(club=other.club, user=who.user, role=role, since=other.club.created_at)
    who.get("/start/")
    assert breaches(world, "away", who, rows_for("away")) == []


THREE = ("anon", "mine", "own")


def test_a_method_without_a_row_is_refused_to_everybody(world, who):
    """For every change one of three asks at each address, another one at the next. Views refuse all of RARE alike, so
    one of them in turn is sent; and where there is a page, HEAD is sent without an account."""
    found = []
    for number, name in enumerate(NAMES):
        where, ways = world.address(name), (*USUAL, *sized(RARE[number % len(RARE) :][:1], RARE))
        for role in sized(THREE[number % 3 :][:1], THREE):
            client = who[role].client
            headers = {"X-CSRFToken": client.cookies["csrf"].value}
            with taken_back(who[role]):
                for how in (how for how in ways if (name, how) not in ROWS):
                    answer = client.generic(how, where, headers=headers)
                    if how == "OPTIONS" and name.startswith("api-v1:"):  # browsers ask what other websites may send
                        if answer.status_code != 204 or answer.content:
                            found.append(f"{role}: {name} {how}: {answer.status_code}")
                    elif answer.status_code != 405 or unlike(answer.headers):
                        found.append(f"{role}: {name} {how}: {answer.status_code} {unlike(answer.headers)}")
                get = ROWS.get((name, "GET"), {}).get(role, 405)
                if sized(get == 405 or role == "anon", True) and client.head(where).status_code not in (405, get):
                    found.append(f"{role}: {name} HEAD: not {get}")
    assert found == []


SECRET = ("password", "old_password")


# Not called `htmx`: of each test with such a parameter, the run for every change keeps one of the two cases.
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_a_form_without_its_token_changes_nothing_and_keeps_what_was_typed(world, who, headers):
    """Except reports of browsers, of which nothing is kept; the API, which ignores cookies; and requests of service
    workers and e-mail programs, which send a secret.

    For every change a form is sent by one phone plain and by the other with htmx.
    """
    other = {"csp_report", "notifications:notify_worker", "notifications:notify_mail"}
    forms = [name for name, how in ROWS if how == "POST" and name not in other and not name.startswith("api-v1:")]
    for number, name in enumerate(forms):
        told, where = world.body(name), world.address(name)
        both = ("mine", "own")
        for role in sized(both[(number + len(headers)) % 2 :][:1], both):
            with taken_back(who[role]), writes() as written:
                page = Page(who[role].client.post(where, told, headers=headers))
            assert page.status == 403 and "This page is out of date" in page, name
            assert written == [], name
            (form,) = [form for form in page.forms if "csrfmiddlewaretoken" in form.names and form.action == where]
            kept = {field: values for field, values in form.data().items() if field != "csrfmiddlewaretoken"}
            assert kept == {field: [value] for field, value in told.items() if field not in SECRET}, name
            assert PASSWORD not in page.html
            assert unlike(page.headers) == {}
