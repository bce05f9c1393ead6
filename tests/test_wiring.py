"""The wiring as a browser and an operator meet it: headers, cookies, errors, settings, start-up."""

import json
import logging
import os
import re
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_resolver, include, path

from operations import checks
from operations.checks import database_is_safe, sqlite_warnings
from scorekeeper import lan
from scorekeeper import settings as site_settings
from scorekeeper.web import logs, views
from scorekeeper.web.headers import DOWNLOAD_POLICY, HTTPS_POLICY, PAGE_POLICY, HeadersMiddleware
from tests.forked import Commands
from tests.rights.headers import unlike

ROOT = Path(__file__).resolve().parent.parent


def production(**environment: str) -> dict[str, str]:
    """The environment of a process with production settings."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME", "DATA_DIR") if name in os.environ}
    return {
        **keep,
        "SECRET_KEY": "a key of production " * 4 + "0123456789",
        "ALLOWED_HOSTS": "example.org",
        **environment,
    }


def in_production(*code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with production settings, in a process of its own."""
    told = production(**environment)
    return subprocess.run([sys.executable, *code], cwd=ROOT, env=told, capture_output=True, text=True)


def test_the_probe_answers_without_a_database(client):
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.parametrize("address", ["/healthz", "/no-such-page"])
def test_every_answer_carries_the_headers(client, address):
    headers = client.get(address).headers
    assert unlike(headers) == {}


def crash(request):
    raise RuntimeError("on purpose")


def away(request):
    raise OperationalError("the server closed the connection unexpectedly")


urlpatterns = [path("crash", crash), path("away", away), path("", include("scorekeeper.urls"))]
handler500 = "scorekeeper.web.errors.server_error"


@pytest.mark.urls(__name__)
def test_a_crash_shows_a_page_with_the_same_headers(client):
    client.raise_request_exception = False
    answer = client.get("/crash")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()
    assert unlike(answer.headers) == {}


@pytest.mark.urls(__name__)
def test_a_database_that_goes_away_while_it_is_asked_is_no_fault_of_ours_and_loses_nothing_typed(client, db):
    client.raise_request_exception = False
    page = client.post("/away", {"points": "5", "password": "secret"})
    text = page.content.decode()
    assert (page.status_code, page["Retry-After"]) == (503, "2")
    assert "The server is busy right now." in text
    assert '<form method="post" action="/away"' in text
    assert 'name="points" value="5"' in text
    assert "secret" not in text
    assert client.get("/away").status_code == 503


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


def test_an_answer_without_a_document_says_nothing_about_documents():
    empty = HttpResponse(status=204, headers={"Vary": "Cookie", "X-Frame-Options": "DENY"})
    answer = HeadersMiddleware(lambda request: empty)(RequestFactory().get("/"))
    assert dict(answer.headers) == {"Cache-Control": "no-store"}


@pytest.mark.parametrize(
    ("named", "wrong"),
    [
        ([], []),
        (["https://club.example", "https://*.club.example:8443", "'self'", "http://localhost:8000"], []),
        (["https://club.example/page"], ["scorekeeper.E002"]),
        (["https://a.example; script-src *"], ["scorekeeper.E002"]),
        (["*"], ["scorekeeper.E002"]),
        (["club.example", "'self'"], ["scorekeeper.E002"]),
    ],
)
def test_sites_that_may_frame_a_page_are_origins(settings, named, wrong):
    settings.FRAME_ANCESTORS = named
    assert [each.id for each in checks.frame_ancestors_are_origins()] == wrong


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
        answer = strict.post("/csp-report", b"x" * size, content_type="application/csp-report")
        return answer.status_code, answer.content.decode()

    assert (report(100), report(9000)) == ((204, ""), (413, "a report has at most 8192 bytes\n"))


@pytest.mark.parametrize(
    ("told", "status"),
    [("8192", 204), ("8193", 413), ("9" * 400, 413), ("-1", 400), ("1e3", 400), ("\u0661", 400), ("x", 400), ("", 204)],
)
def test_a_report_that_lies_about_its_length_is_no_crash(strict, told, status):
    assert strict.post("/csp-report", b"{}", content_type="text/plain", CONTENT_LENGTH=told).status_code == status


def test_many_reports_are_one_line_in_the_log():
    reports = views.ReportCounter()
    assert [reports.add(now) for now in (0.0, 1.0, 2.0, 9.9, 10.0, 10.1, 25.0)] == [1, 0, 0, 0, 4, 0, 2]


def test_a_browser_that_looks_for_an_icon_is_led_to_it(client):
    assert client.get("/favicon.ico").headers["Location"] == "/static/img/favicon.svg"


def test_production_settings_pass_the_deployment_checks(commands):
    done = commands.run("check", "--deploy", "--fail-level", "WARNING")
    assert (done.returncode, done.stdout + done.stderr[-500:]) == (
        0,
        b"System check identified no issues (1 silenced).\n",
    )


SHOW = (
    "import django; django.setup(); from django.conf import settings as s;"
    "print(s.SESSION_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_NAME, s.CSRF_COOKIE_SECURE,"
    " s.WATCH_COOKIE_NAME, s.WATCH_COOKIE_SECURE,"
    " s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS, '127.0.0.1' in s.ALLOWED_HOSTS, s.DEBUG);"
    "import logging; logging.getLogger('django.request').warning('Not Found: /missing/')"
)


@pytest.mark.parametrize(
    ("environment", "shown", "logged"),
    [
        ({}, "__Host-sid True __Host-csrf True __Secure-watch True True 31536000 False False", ["/missing/"]),
        ({"LAN_HTTP": "1", "LOG_LEVEL": "ERROR"}, "sid False csrf False watch False False 0 True False", []),
    ],
)
def test_cookies_and_transport_follow_the_mode(environment, shown, logged):
    """And so does the log its level, asked in the same process."""
    done = in_production("-c", SHOW, DJANGO_SETTINGS_MODULE="scorekeeper.settings", **environment)
    assert (done.returncode, done.stdout.strip()) == (0, shown)
    told = [re.search(r"WARNING django\.request Not Found: (\S+)$", line) for line in done.stderr.splitlines()]
    assert [each and each[1] for each in told] == logged, done.stderr


def test_the_admin_is_off_unless_asked_for(client):
    assert client.get("/admin/").status_code == 404


def test_a_key_is_made_once_and_readable_by_its_owner_alone(tmp_path):
    file = tmp_path / "new" / "secret_key"
    key = lan.stored_secret(file)
    assert len(key) >= 64
    assert lan.stored_secret(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [found.name for found in file.parent.iterdir()] == ["secret_key"]


NO_SERVER = """
import os
from django.core.management import execute_from_command_line

def answers(*_words):
    from django.test import Client
    print("serves")
    print(Client().get("/sw.js", HTTP_HOST="127.0.0.1").content.decode())

os.execve = answers
execute_from_command_line(["manage.py", "serve", "--port", "28760"])
"""


@pytest.mark.thorough
def test_serving_makes_the_folder_for_the_data_with_all_that_is_in_it(tmp_path):
    """With a key of its own in the environment nothing else makes the folder. Its files carry their hashes, as those of
    a server do."""
    folder = tmp_path / "not" / "yet"
    given = {"DATA_DIR": str(folder), "LAN_HTTP": "1", "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    done = in_production("-W", "ignore", "-c", NO_SERVER, **given)
    assert (done.returncode, "serves\n" in done.stdout, (folder / "scorekeeper.sqlite3").exists()) == (0, True, True)
    assert re.search(r"^Demo match: http://127\.0\.0\.1:28\d{3}/m/[\w-]+/$", done.stdout, re.MULTILINE)
    kit = json.loads(re.search(r"^const KIT = (.*);\n", done.stdout, re.MULTILINE)[1])
    assert re.fullmatch("[0-9a-f]{12}", kit["version"])
    assert [path for path in kit["shell"][2:] if not re.search(r"\.[0-9a-f]{12}\.(js|css|svg)$", path)] == []


@pytest.fixture(scope="module")
def commands():
    """Commands with production settings, each in a process of its own."""
    with Commands(production(), loaded=False) as found:
        yield found


def test_serving_with_debug_is_refused(commands):
    done = commands.run("serve", DEBUG="1")
    assert done.returncode == 1
    assert b"DEBUG" in done.stderr


@pytest.mark.parametrize(
    ("key", "said"), [("a key " * 20, "Cannot create DATA_DIR"), ("", "Cannot save the secret key in")]
)
def test_a_folder_that_cannot_be_made_is_named_with_its_setting(commands, tmp_path, key, said):
    file = tmp_path / "file"
    file.write_text("")
    done = commands.run("serve", DATA_DIR=str(file / "data"), LAN_HTTP="1", SECRET_KEY=key)
    told = done.stderr.decode()
    assert done.returncode == 1
    assert "DATA_DIR" in told and str(file / "data") in told and said in told
    assert "Traceback" not in told


TAKES_A_DATABASE = (
    "use postgres://user:password@host:5432/name or sqlite:////folder/file, or remove the line to use SQLite in "
    "DATA_DIR."
)
NEITHER = f"DATABASE_URL begins with neither postgres:// nor sqlite://: {TAKES_A_DATABASE}"
NO_NAME = f"DATABASE_URL has no name of a database: {TAKES_A_DATABASE}"
UNREADABLE = (
    "DATABASE_URL cannot be read (in a password : / ? # [ ] @ % are written %3A %2F %3F %23 %5B %5D %40 %25): "
    f"{TAKES_A_DATABASE}"
)
UNLIKE = f"DATABASE_URL names several servers, so each needs its host and port: {TAKES_A_DATABASE}"


WRONG = [
    ("DATABASE_URL", "hello", NEITHER),
    ("DATABASE_URL", "", f"DATABASE_URL is empty: {TAKES_A_DATABASE}"),
    ("DATABASE_URL", "postgre://ann:secret@127.0.0.1/scores", NEITHER),
    ("DATABASE_URL", "postgres://ann:secret@127.0.0.1:5432", NO_NAME),
    ("DATABASE_URL", "postgres://ann:secret@127.0.0.1/", NO_NAME),
    ("DATABASE_URL", "postgres://ann:sec/ret@127.0.0.1/scores", UNREADABLE),
    ("DATABASE_URL", "postgres://ann:secret@10.0.0.1,10.0.0.2:5433/scores", UNLIKE),
    ("DATABASE_URL", "postgres://ann:secret@10.0.0.1:5432,/scores", UNLIKE),
    ("TRUSTED_PROXIES", "one", "TRUSTED_PROXIES must be a whole number such as 0, not “one”."),
    ("TRUSTED_PROXIES", "-1", "TRUSTED_PROXIES must be a whole number such as 0, not “-1”."),
    ("DATABASE_POOL", "", "DATABASE_POOL must be a whole number such as 20, not “”."),
    ("DISK_LOW_MB", "200 MB", "DISK_LOW_MB must be a whole number such as 200, not “200 MB”."),
    ("SECURE_HSTS_SECONDS", "1h", "SECURE_HSTS_SECONDS must be a whole number such as 31536000, not “1h”."),
]


@pytest.mark.parametrize(("name", "told", "said"), WRONG)
def test_a_setting_that_is_wrong_is_named_in_one_sentence_with_what_it_takes(commands, name, told, said):
    done = commands.run("migrate", **{name: told})
    assert (done.returncode, done.stdout, done.stderr.decode()) == (1, b"", f"manage.py: {said}\n")


def test_a_database_on_two_servers_is_written_on_the_one_that_accepts_it():
    """A server that is switched off is given up after seconds."""
    url = "postgres://ann:secret@10.0.0.1:5432,[fd00::2]:5433/scores?target_session_attrs=any&sslmode=require"
    several, options = site_settings._named_database(url), site_settings.SEVERAL_SERVERS
    assert (several["HOST"], several["PORT"], several["NAME"]) == ("10.0.0.1,fd00::2", "5432,5433", "scores")
    assert several["OPTIONS"] == options | {"target_session_attrs": "any", "sslmode": "require"}
    assert (options["target_session_attrs"], options["connect_timeout"]) == ("read-write", 2)
    assert "OPTIONS" not in site_settings._named_database("postgres://ann:secret@[fd00::2]:5433/scores")
    assert site_settings._named_database("postgres://ann@one,two/scores")["HOST"] == "one,two"


def test_a_taken_port_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert lan.free_port(port) > port


def test_links_do_not_reach_the_log():
    assert logs.redact("Not Found: /m/abcdEFGH1234567890-_xx/hand/") == "Not Found: /m/abcd…/hand/"
    card = "/e/abcdEFGH1234567890-_xx/i/12/wxyzEFGH1234567890-_xx"
    assert logs.redact(f"Not Found: {card}") == "Not Found: /e/abcd…/i/12/wxyz…"


def test_no_code_of_any_page_reaches_the_log():
    shown = {"id": "1234567", "seq": "12", "code": "abcdEFGH1234567890-_xx"}
    patterns = [pattern for pattern in routes(get_resolver()) if "<code:" in pattern]
    assert len(patterns) > 100
    for pattern in patterns:
        path = "/" + re.sub(r"<(\w+):\w+>", lambda part: shown.get(part[1], "x"), pattern)
        assert logs.redact(path) == path.replace(shown["code"], "abcd…")


def routes(resolver, before=""):
    for each in resolver.url_patterns:
        path = before + str(each.pattern)
        yield from routes(each, path) if hasattr(each, "url_patterns") else [path]


@pytest.mark.parametrize(("version", "warnings"), [((3, 51, 2), 1), ((3, 51, 3), 0), ((3, 52, 0), 0)])
def test_an_old_sqlite_is_warned_of(version, warnings):
    assert len(sqlite_warnings(version)) == warnings


@pytest.mark.both_databases
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
        assert database_is_safe(databases=["default"]) == []
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == ("5s",)


def test_the_admin_is_entered_and_left_by_the_pages_of_everybody_else():
    """Where it is switched on. Its own would neither slow who guesses nor leave the phone its right to score."""
    show = (
        "import django; django.setup(); from django.test import Client; from django.urls import resolve;"
        "from django.core.management import call_command; call_command('check');"
        "print(Client().get('/admin/login/?next=/admin/', secure=True, headers={'host': 'example.org'}"
        ").headers['Location'],"
        " resolve('/admin/logout/').func.__module__)"
    )
    done = in_production("-c", show, DJANGO_SETTINGS_MODULE="scorekeeper.settings", ENABLE_ADMIN="1")
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (
        0,
        ["System check identified no issues (0 silenced).", "/account/in/?next=/admin/ people.views.accounts"],
        "",
    )


def at_start_up(server, **environment):
    return in_production("-W", "ignore", "-c", f"import scorekeeper.{server}; print('ready')", **environment)


@pytest.mark.parametrize("server", ["wsgi", "asgi"])
def test_a_server_starts_on_the_database_it_is_given(server, tmp_path):
    done = at_start_up(server, DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "ready\n"), done.stderr


@pytest.mark.thorough
def test_a_database_that_does_not_answer_yet_keeps_no_server_from_starting(tmp_path):
    """Its pages say so, and go on when it is back."""
    done = at_start_up("wsgi", DATA_DIR=str(tmp_path), DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing")
    assert (done.returncode, done.stdout) == (0, "ready\n"), done.stderr
    assert "the database is not responding at start-up" in done.stderr


@pytest.mark.postgres
@pytest.mark.parametrize("server", ["wsgi", "asgi"])
def test_no_server_starts_on_a_database_that_may_forget(server, tmp_path):
    url = os.environ["DATABASE_URL"]
    forgetful = f"{url}{'&' if '?' in url else '?'}options=-c%20synchronous_commit%3Doff"
    done = at_start_up(server, DATA_DIR=str(tmp_path), DATABASE_URL=forgetful)
    assert done.returncode == 1
    assert "PostgreSQL has synchronous_commit turned off: a power cut could lose saved hands." in done.stderr


FOREIGN = """
import scorekeeper.wsgi, scorekeeper.urls
from django.http import HttpResponse
from django.test import Client
scorekeeper.urls.handler400 = lambda request, exception: HttpResponse(status=400)
print(Client().get('/', headers={'host': 'evil.example'}).status_code)
"""


def test_a_name_that_is_not_ours_writes_no_traceback_into_the_log(tmp_path):
    done = in_production("-W", "ignore", "-c", FOREIGN, DATA_DIR=str(tmp_path), LOG_LEVEL="INFO")
    assert (done.stdout, done.stderr) == ("400\n", "")


def test_nobody_writes_a_line_of_their_own_into_the_log():
    told = "Not Found: /\nWARNING django.security somebody came in\r\x1b[31m\0"
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, told, None, None)
    line = logs.LineFormatter("{levelname} {message}", style="{").format(record)
    assert line == "WARNING Not Found: /\\x0aWARNING django.security somebody came in\\x0d\\x1b[31m\\x00"


@pytest.mark.parametrize("formatter", [logs.LineFormatter("{message}", style="{"), logs.JsonFormatter()])
def test_a_very_long_address_makes_a_short_line(formatter):
    record = logging.LogRecord(
        "django.request", logging.WARNING, __file__, 1, "Not Found: /" + "a" * 30_000, None, None
    )
    line = formatter.format(record)
    assert "Not Found: /aaa" in line
    assert len(line) < 800


def test_a_log_for_programs_is_an_object_a_line_without_tokens():
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s\nforged", None, None)
    record.args = ("/m/abcdEFGH1234ijklMNOP56/",)
    record.status_code = 404
    line = logs.JsonFormatter().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert told["message"] == "Not Found: /m/abcd…/\nforged"
    assert (told["level"], told["logger"], told["status"]) == ("WARNING", "django.request", 404)
    assert told["at"].endswith("+00:00")


@pytest.mark.parametrize(
    ("key", "ids"),
    [("short", ["scorekeeper.E005"]), ("a" * 60, ["scorekeeper.E005"]), ("x8R_2mQ-vT7nB4kJ0sLhYwZc9Dg3Fp6E", [])],
)
def test_a_key_that_can_be_guessed_is_refused(settings, key, ids):
    settings.SECRET_KEY = key
    assert [each.id for each in checks.secret_key_is_strong()] == ids
