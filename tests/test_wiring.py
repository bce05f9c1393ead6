"""The wiring as a browser and an operator meet it: headers, cookies, errors, settings, start-up."""

import os
import re
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

from scorekeeper import checks, lan, logs
from scorekeeper.headers import DOWNLOAD_POLICY, HTTPS_POLICY, PAGE_POLICY, HeadersMiddleware

ROOT = Path(__file__).resolve().parent.parent
EXACT = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "object-src 'none'; report-uri /csp-report"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), screen-wake-lock=(self)"
    ),
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
    "Cache-Control": "no-store",
}


def in_production(*code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with production settings, in a process of its own."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME", "DATA_DIR") if name in os.environ}
    given = {"SECRET_KEY": "a key of production " * 4 + "0123456789", "ALLOWED_HOSTS": "example.org", **environment}
    return subprocess.run([sys.executable, *code], cwd=ROOT, env={**keep, **given}, capture_output=True, text=True)


def test_the_probe_answers_without_a_database(client):
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.parametrize("address", ["/healthz", "/no-such-page"])
def test_every_answer_carries_the_headers(client, address):
    headers = client.get(address).headers
    assert {name: headers.get(name) for name in EXACT} == EXACT


def crash(request):
    raise RuntimeError("on purpose")


urlpatterns = [path("crash", crash)]
handler500 = "scorekeeper.errors.server_error"


@pytest.mark.urls(__name__)
def test_a_crash_shows_a_page_with_the_same_headers(client):
    client.raise_request_exception = False
    answer = client.get("/crash")
    assert answer.status_code == 500
    assert "The program has failed" in answer.content.decode()
    assert {name: answer.headers.get(name) for name in EXACT} == EXACT


@pytest.mark.parametrize(
    ("secure", "response", "policy"),
    [
        (False, HttpResponse(), PAGE_POLICY),
        (True, HttpResponse(), HTTPS_POLICY),
        (True, HttpResponse(headers={"Content-Disposition": 'attachment; filename="a.csv"'}), DOWNLOAD_POLICY),
    ],
)
def test_each_kind_of_answer_has_its_policy(secure, response, policy):
    answer = HeadersMiddleware(lambda request: response)(RequestFactory().get("/", secure=secure))
    assert answer.headers["Content-Security-Policy"] == policy


def test_a_view_may_ask_for_another_cache_rule():
    page = HttpResponse(headers={"Cache-Control": "no-cache"})
    assert HeadersMiddleware(lambda request: page)(RequestFactory().get("/")).headers["Cache-Control"] == "no-cache"


@pytest.fixture
def strict():
    """A client that is checked for its token, as browsers are."""
    return Client(enforce_csrf_checks=True)


def test_a_form_gone_stale_keeps_what_was_typed_and_can_be_sent_again(strict):
    page = strict.post("/language", {"language": "cs", "next": '/"<b>', "csrfmiddlewaretoken": "stale"})
    text = page.content.decode()
    assert page.status_code == 403
    assert '<form method="post" action="/language">' in text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', text))
    token = fields.pop("csrfmiddlewaretoken")
    assert fields == {"language": "cs", "next": "/&quot;&lt;b&gt;"}
    again = strict.post("/language", {"language": "cs", "csrfmiddlewaretoken": token})
    assert (again.status_code, again.cookies["lang"].value) == (302, "cs")


def test_a_stale_fragment_is_answered_with_a_fragment(strict):
    text = strict.post("/language", {"language": "cs"}, headers={"HX-Request": "true"}).content.decode()
    assert "<form" in text
    assert "<html" not in text


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}])
def test_what_another_site_sent_is_not_one_click_from_being_saved(strict, headers):
    page = strict.post("/language", {"language": "cs"}, headers=headers)
    assert page.status_code == 403
    assert 'name="language"' not in page.content.decode()


def test_a_policy_report_is_counted_and_a_long_one_refused(strict):
    def report(size):
        return strict.post("/csp-report", b"x" * size, content_type="application/csp-report").status_code

    assert (report(100), report(9000)) == (204, 413)


def test_a_browser_that_looks_for_an_icon_is_led_to_it(client):
    assert client.get("/favicon.ico").headers["Location"] == "/static/img/favicon.svg"


def test_production_settings_pass_the_deployment_checks():
    done = in_production("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert (done.returncode, done.stdout + done.stderr[-500:]) == (
        0,
        "System check identified no issues (1 silenced).\n",
    )


SHOW = (
    "import django; django.setup(); from django.conf import settings as s;"
    "print(s.SESSION_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_NAME, s.CSRF_COOKIE_SECURE,"
    " s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS, '127.0.0.1' in s.ALLOWED_HOSTS, s.DEBUG)"
)


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        ({}, "__Host-sid True __Host-csrf True True 31536000 False False"),
        ({"LAN_HTTP": "1"}, "sid False csrf False False 0 True False"),
    ],
)
def test_cookies_and_transport_follow_the_mode(environment, shown):
    done = in_production("-c", SHOW, DJANGO_SETTINGS_MODULE="scorekeeper.settings", **environment)
    assert (done.stdout.strip(), done.stderr) == (shown, "")


def test_the_admin_is_off_unless_asked_for(client):
    assert client.get("/admin/").status_code == 404


def test_the_admin_can_be_switched_on():
    done = in_production("manage.py", "check", ENABLE_ADMIN="1")
    assert (done.returncode, done.stderr) == (0, "")


def test_serving_with_debug_is_refused():
    done = in_production("manage.py", "serve", DEBUG="1")
    assert done.returncode == 1
    assert "DEBUG" in done.stderr


def test_a_key_is_made_once_and_readable_by_its_owner_alone(tmp_path):
    file = tmp_path / "new" / "secret_key"
    key = lan.kept_secret(file)
    assert len(key) >= 64
    assert lan.kept_secret(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [found.name for found in file.parent.iterdir()] == ["secret_key"]


def test_a_taken_port_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert lan.free_port(port) > port


def test_links_do_not_reach_the_log():
    assert logs.redact("Not Found: /m/abcdEFGH1234567890-_xx/hand/") == "Not Found: /m/abcd…/hand/"


@pytest.mark.parametrize(("version", "warnings"), [((3, 51, 2), 1), ((3, 51, 3), 0), ((3, 52, 0), 0)])
def test_an_old_sqlite_is_warned_of(version, warnings):
    assert len(checks.sqlite_warnings(version)) == warnings


def test_the_database_keeps_what_it_has_confirmed(db):
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            pragmas = {}
            for name in ("journal_mode", "synchronous", "foreign_keys", "wal_autocheckpoint", "journal_size_limit"):
                pragmas[name] = cursor.execute(f"PRAGMA {name}").fetchone()[0]
        assert pragmas == {
            "journal_mode": "wal",
            "synchronous": 2,  # FULL
            "foreign_keys": 1,
            "wal_autocheckpoint": 1000,
            "journal_size_limit": 67108864,
        }
        assert connection.transaction_mode == "IMMEDIATE"
    else:
        assert checks.database_is_safe(databases=["default"]) == []
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == ("5s",)
