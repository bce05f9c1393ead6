"""Every role requests every URL with every method and gets the response in the table of rights (table.py)."""

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
# Tables that any request may write to: throttling counters, sessions and rows tied to them, and the audit log, which
# also records refused requests.
SESSIONS = {"django_session", "people_device", "notifications_subscription"}
COUNTERS = SESSIONS | {"people_tries", "people_audit", "people_auditaddress"}
WRITES = re.compile(r'^(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')


def plain(page):
    """A page without its CSRF token, which is different each time."""
    return re.sub(r'"x-csrftoken": "\w+"', "", page.html)


@contextmanager
def writes():
    """Collects the tables that are written to in this context, one entry per statement."""
    found = []

    def look(execute, sql, *rest):
        found.extend(WRITES.findall(sql))
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield found


def asked(who, how, where, body=()):
    """The response, and the tables that the request wrote to."""
    with writes() as written:
        if how == "GET":
            page = who.get(where, status=None)
        elif where.startswith("/api/v1/"):
            headers = {"Idempotency-Key": new_key()}
            told, path = json.dumps(body), where.partition("?")[0]  # the query string is only for GET
            page = Page(who.client.generic(how, path, told, content_type="application/json", headers=headers))
        else:
            page = who.post(where, body)
    for closer in page.response._resource_closers:
        closer()  # `close` would end the test's own connection
    return page, set(written) - COUNTERS


def breaches(world, role, who, rows):
    """Responses that differ from the table, lack a header, or reveal or change something without permission."""
    api = who.get(f"/api/v1/clubs/{UNKNOWN}", status=404).response.content
    nothing, found = plain(who.get(f"/m/{UNKNOWN}/", status=404)), []
    no_link = plain(who.get("/p/nothing", status=404))  # says whom to ask for a new link
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
        # An empty response doesn't need headers about displaying it.
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


# The roles, ordered so that few neighbours get different responses.
LADDER = (*reversed(TOKENS), *GUESTS, "shut", "acct", "away", "memb", "seat", "scor", "ref", "org", "own", "site")


def rows_for(role):
    """The rows that this role requests. In `make test`, a role requests the rows in which a neighbouring role gets
    another response. A stranger requests every row; another role, in turn, requests every second row. An owner of
    another club requests every row in which an owner of the club gets another response."""
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


def test_every_url_has_a_row_and_every_row_a_url():
    assert sorted(urls()) == NAMES
    assert COLUMNS == ROLES
    assert sorted(LADDER) == sorted(ROLES)


@pytest.mark.parametrize("roles", [ROLES[:4], ROLES[4:8], ROLES[8:12], ROLES[12:16], ROLES[16:]], ids="-".join)
def test_every_role_gets_the_responses_of_the_table(world, who, roles):
    assert {role: breaches(world, role, who[role], rows_for(role)) for role in roles} == {role: [] for role in roles}


def patterns(resolver=None):
    """Every URLPattern of the site."""
    for each in (resolver or get_resolver()).url_patterns:
        yield from patterns(each) if isinstance(each, URLResolver) else [each]


def is_unique(name):
    """Whether no other app has a URL with this name."""
    return sum(each.name == name.partition(":")[2] for each in patterns()) == 1


def unguarded(monkeypatch, name, user):
    """Make the view of this URL treat every requester as `user`, like a view with a missing permission check."""
    (pattern,) = [each for each in patterns() if each.name == name.partition(":")[2]]
    view = pattern.callback

    def open_to_all(request, *args, **told):
        request.user = user
        return view(request, *args, **told)

    monkeypatch.setattr(pattern, "callback", open_to_all)


def test_a_view_with_a_missing_permission_check_is_found(monkeypatch, request, world, who):
    """Checks the checker: it must notice a view with a missing permission check."""
    guarded = {
        row: cells
        for row, cells in ROWS.items()
        if row[1] == "GET" and "@" not in row[0] and (cells["acct"], cells["own"]) == (404, 200)
    }
    names = [name for name in sorted({name for name, _how in guarded}) if is_unique(name)]
    seed = request.config.option.hypothesis_seed
    for name in random.Random(seed).sample(names, 5):
        with monkeypatch.context() as forgotten:
            unguarded(forgotten, name, world.owner.user)
            found = breaches(world, "acct", who["acct"], {(name, "GET"): ROWS[name, "GET"]})
        assert f"{name} GET: 200 instead of 404" in found, f"--hypothesis-seed={seed}"
        assert breaches(world, "acct", who["acct"], {(name, "GET"): ROWS[name, "GET"]}) == []


@pytest.mark.parametrize("role", ["anon", pytest.param("away", marks=pytest.mark.thorough)])
def test_only_pages_that_the_table_calls_public_are_public(world, who, role):
    rows = {
        (f"{row}@public", how): ROWS.get((f"{row}@public", how), cells)
        for (row, how), cells in ROWS.items()
        if "@" not in row
    }
    assert len(rows) > len(NAMES)
    assert breaches(world, role, who[role], rows) == []


@pytest.mark.thorough
@pytest.mark.parametrize("role", Role)
def test_roles_of_another_club_have_no_rights(world, other, role):
    """Request ids of one club with every role of another. In `make test`, only its owner does (`away` in the table)."""
    who = Person(f"a {role} elsewhere")
    Membership.objects.create(club=other.club, user=who.user, role=role, since=other.club.created_at)
    who.get("/start/")
    assert breaches(world, "away", who, rows_for("away")) == []


THREE = ("anon", "mine", "own")


def test_a_method_without_a_row_is_refused_to_everybody(world, who):
    """In `make test`, three roles take turns. Views refuse all methods of RARE in the same way, so one of them is sent
    in turn; and if the URL has a page, HEAD is sent without an account."""
    found = []
    for number, name in enumerate(NAMES):
        where, ways = world.address(name), (*USUAL, *sized(RARE[number % len(RARE) :][:1], RARE))
        for role in sized(THREE[number % 3 :][:1], THREE):
            client = who[role].client
            headers = {"X-CSRFToken": client.cookies["csrf"].value}
            with taken_back(who[role]):
                for how in (how for how in ways if (name, how) not in ROWS):
                    answer = client.generic(how, where, headers=headers)
                    if how == "OPTIONS" and name.startswith("api-v1:"):  # a CORS preflight request
                        if answer.status_code != 204 or answer.content:
                            found.append(f"{role}: {name} {how}: {answer.status_code}")
                    elif answer.status_code != 405 or unlike(answer.headers):
                        found.append(f"{role}: {name} {how}: {answer.status_code} {unlike(answer.headers)}")
                get = ROWS.get((name, "GET"), {}).get(role, 405)
                if sized(get == 405 or role == "anon", True) and client.head(where).status_code not in (405, get):
                    found.append(f"{role}: {name} HEAD: not {get}")
    assert found == []


SECRET = ("password", "old_password")


# Not called `htmx`: of each test with that parameter, `make test` runs only one of the two cases.
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_a_form_without_its_token_changes_nothing_and_keeps_what_was_typed(world, who, headers):
    """Except browser reports, which are not stored; the API, which ignores cookies; and requests of service workers
    and e-mail programs, which contain a secret.

    In `make test`, one phone sends each form plain, the other with htmx.
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
