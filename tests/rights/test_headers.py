"""Headers of error pages and static files; cookies of a server with production settings."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches import actions
from matches.actions import DiskFull, Unavailable
from tests.matches.cast import Page, Phone, join
from tests.migrated import copy_migrated_database
from tests.production import in_production
from tests.rights.headers import unlike

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone():
    return Phone()


@pytest.fixture
def code(phone):
    return phone.start()


def conflict(phone, code):
    form = phone.get(f"/m/{code}/draw/").form("/draw/")
    phone.hand(code)
    return phone.send(form)


def revoked(phone, code):
    other = Phone()
    join(code, other)
    phone.post(f"/m/{code}/share/phones/2/", status=303)
    return other.get(f"/m/{code}/hand/", status=None)


def guessed(phone, code):
    return [phone.get(f"/s/{no:022}", status=None) for no in range(61)][-1]


def too_large(phone, code):
    return phone.post("/import/", {"file": SimpleUploadedFile("match.json", b" " * 3_000_000)})


def too_many(phone, code):
    return phone.post("/start/", {f"field{no}": "1" for no in range(600)})


def long_report(phone, code):
    return Page(phone.client.post("/csp-report", b"x" * 9000, content_type="text/plain"))


def unavailable(trouble):
    def ask(phone, code):
        form = phone.get(f"/m/{code}/draw/").form("/draw/")
        with pytest.MonkeyPatch.context() as patch:

            def fail(**told):
                raise trouble

            patch.setattr(actions, "record_entry", fail)
            return phone.send(form)

    return ask


WRONG = {
    400: too_many,
    403: lambda phone, code: Page(phone.client.post("/theme/")),
    404: lambda phone, code: phone.get("/nothing/", status=None),
    405: lambda phone, code: phone.get(f"/m/{code}/undo/", status=None),
    409: conflict,
    410: revoked,
    413: long_report,
    422: lambda phone, code: phone.post("/start/"),
    429: guessed,
    503: unavailable(Unavailable("busy")),
    507: unavailable(DiskFull("full")),
}


@pytest.mark.parametrize("status", WRONG)
def test_every_error_page_has_all_headers(phone, code, status):
    page = WRONG[status](phone, code)
    assert (page.status, unlike(page.headers)) == (status, {})
    assert status == 413 or "<h1" in page.html


def test_a_file_that_is_too_large_is_refused_with_all_headers(phone, code):
    page = too_large(phone, code)
    assert page.status in (400, 413, 422)
    assert unlike(page.headers) == {}


def test_an_unknown_host_is_refused_with_all_headers(phone, settings):
    settings.ALLOWED_HOSTS = ["example.org"]
    for host in ("evil.example", "example.org.evil.example", "example.org@evil.example", ""):
        page = Page(phone.client.get("/", headers={"host": host}))
        assert (page.status, unlike(page.headers)) == (400, {}), host


def test_htmx_evaluates_nothing_requests_no_other_host_and_shows_errors(phone):
    (told,) = re.findall(r"<meta name=\"htmx-config\"\s+content='([^']*)'>", phone.get("/").html)
    config = json.loads(told)
    kept = ("allowEval", "allowScriptTags", "includeIndicatorStyles", "selfRequestsOnly", "historyCacheSize", "timeout")
    assert [config[name] for name in kept] == [False, False, False, True, 0, 10000]
    assert config["responseHandling"] == [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "(400|401|403|404|409|410|413|422|429|503|507)", "swap": True, "error": True},
        {"code": "[45]..", "swap": False, "error": True},
    ]


COOKIES = """
import django, json; django.setup()
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import Client
staticfiles_storage.compress_files = lambda names: []  # test_proxy.py asks for compressed files
call_command("collectstatic", interactive=False, verbosity=0)
from django.conf import settings
from matches.models import Match
from matches.links import links_of
client = Client(headers={"host": "example.org", "origin": "https://example.org"}, enforce_csrf_checks=True)
def send(where, **told):
    page = client.get("/start/", secure=True)
    told["csrfmiddlewaretoken"] = client.cookies["__Host-csrf"].value
    return client.post(where, told, secure=True)
pages = [client.get("/start/", secure=True)]
pages.append(send("/start/", P1="Ann", P2="Bea", P3="Cho", action="start", key="k" * 22, preset="club"))
pages.append(send("/account/new/", username="ann", password="four quiet tiles"))
pages.append(send("/theme/", theme="dark"))
pages.append(send("/language", language="cs"))
pages.append(client.get("/s/" + links_of(Match.objects.get())["watching"].token, secure=True))
found = {}
for page in pages:
    for cookie in page.cookies.values():
        told = {name: value for name, value in cookie.items() if value and name not in ("expires",)}
        found[cookie.key] = told | {"path": told["path"].replace(Match.objects.get().code, "…")}
plain = client.get("/start/")
from django.templatetags.static import static
files = [client.get(static(name), secure=True) for name in ("css/app.css", "js/app.js", "img/sprite.svg")]
for file in files: file.close()
files = [dict(file.headers) for file in (*files, client.get("/", secure=True, headers={"host": "evil.example"}))]
told = [pages[0].headers[name] for name in ("Strict-Transport-Security", "Content-Security-Policy")]
print(json.dumps([files, found, plain.status_code, plain.headers["Location"], *told]))
"""


def test_a_server_in_production_sends_secure_headers_and_cookies(tmp_path):
    (tmp_path / "static").mkdir()
    copy_migrated_database(tmp_path / "scorekeeper.sqlite3")
    settings = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "DATA_DIR": str(tmp_path), "LOG_LEVEL": "ERROR"}
    done = in_production("-c", COOKIES, **settings)
    assert done.returncode == 0, done.stderr
    files, cookies, status, where, transport, policy = json.loads(done.stdout)
    for headers in files:
        assert unlike(headers, {name: headers[name] for name in ("Cache-Control", "Content-Security-Policy")}) == {}
        assert headers["Content-Security-Policy"].endswith("; upgrade-insecure-requests")
        assert "Access-Control-Allow-Origin" not in headers
    assert ["immutable" in headers["Cache-Control"] for headers in files] == [True, True, True, False]
    lax = {"samesite": "Lax", "secure": True}
    day = 24 * 3600
    assert cookies == {
        "__Host-sid": {**lax, "path": "/", "httponly": True, "max-age": 180 * day},
        "__Host-csrf": {**lax, "path": "/", "max-age": 31449600},
        "__Host-lang": {**lax, "path": "/", "httponly": True, "max-age": 365 * day},
        "__Secure-watch": {**lax, "path": "/m/…/", "httponly": True, "max-age": 60 * day},
        "__Host-theme": {**lax, "path": "/", "httponly": True, "max-age": 365 * day},
    }
    assert (transport, status, where) == ("max-age=31536000; includeSubDomains", 301, "https://example.org/start/")
    assert policy.endswith("; upgrade-insecure-requests")


def test_opening_the_address_of_a_form_says_that_nothing_was_changed_and_where_to_go(phone, code):
    page = phone.get(f"/m/{code}/undo/", status=405)
    assert "Nothing was changed. Go back and use the button on the page." in page
    assert "/" in page.links
    assert page.headers["Allow"] == "POST"
