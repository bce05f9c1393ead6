"""Start-up: settings, the data folder, databases, and what prevents a server from starting."""

import json
import os
import re
import socket
import stat

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from operations import checks
from operations.checks import database_is_safe, sqlite_warnings
from scorekeeper import lan
from scorekeeper import settings as site_settings
from tests.forked import Commands
from tests.production import in_production, production


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
def test_cookies_and_transport_follow_the_mode(commands, environment, shown, logged):
    """Also checks the log level, in the same process."""
    done = commands.run("-c", SHOW, **environment)
    assert (done.returncode, done.stdout.decode().strip()) == (0, shown)
    told = [re.search(r"WARNING django\.request Not Found: (\S+)$", line) for line in done.stderr.decode().splitlines()]
    assert [each and each[1] for each in told] == logged, done.stderr


def test_the_admin_is_off_unless_asked_for(client):
    assert client.get("/admin/").status_code == 404


def test_a_key_is_created_once_and_readable_only_by_its_owner(tmp_path):
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
def test_serving_creates_the_data_folder_and_its_contents(tmp_path):
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
    """Commands with production settings, each in its own process."""
    with Commands(production(DJANGO_SETTINGS_MODULE="scorekeeper.settings"), loaded=False) as found:
        yield found


def test_serving_with_debug_is_refused(settings):
    settings.DEBUG = True
    with pytest.raises(CommandError, match="^DEBUG is set, which would show the program's internals"):
        call_command("serve")


def test_a_folder_that_cannot_be_made_is_named_with_its_setting(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.DATA_DIR = tmp_path / "file" / "data"
    with pytest.raises(CommandError) as refused:
        call_command("serve")
    assert str(refused.value) == f"Cannot create DATA_DIR ({settings.DATA_DIR}): Not a directory."


def test_a_folder_for_the_key_that_cannot_be_made_is_named_with_its_setting(commands, tmp_path):
    file = tmp_path / "file"
    file.touch()
    done = commands.run("serve", DATA_DIR=str(file / "data"), LAN_HTTP="1", SECRET_KEY="")
    told = done.stderr.decode()
    assert done.returncode == 1
    assert "DATA_DIR" in told and str(file / "data") in told and "Cannot save the secret key in" in told
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
def test_a_wrong_setting_is_named_in_one_sentence_with_the_values_that_it_takes(commands, name, told, said):
    done = commands.run("migrate", **{name: told})
    assert (done.returncode, done.stdout, done.stderr.decode()) == (1, b"", f"manage.py: {said}\n")


def test_a_database_on_two_servers_is_written_on_the_one_that_accepts_it():
    """A server that is switched off is skipped after some seconds."""
    url = "postgres://ann:secret@10.0.0.1:5432,[fd00::2]:5433/scores?target_session_attrs=any&sslmode=require"
    several, options = site_settings._named_database(url), site_settings.SEVERAL_SERVERS
    assert (several["HOST"], several["PORT"], several["NAME"]) == ("10.0.0.1,fd00::2", "5432,5433", "scores")
    assert several["OPTIONS"] == options | {"target_session_attrs": "any", "sslmode": "require"}
    assert (options["target_session_attrs"], options["connect_timeout"]) == ("read-write", 2)
    assert "OPTIONS" not in site_settings._named_database("postgres://ann:secret@[fd00::2]:5433/scores")
    assert site_settings._named_database("postgres://ann@one,two/scores")["HOST"] == "one,two"


def test_a_port_in_use_is_skipped():
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert lan.free_port(port) > port


@pytest.mark.parametrize(("version", "warnings"), [((3, 51, 2), 1), ((3, 51, 3), 0), ((3, 52, 0), 0)])
def test_an_old_sqlite_is_warned_of(version, warnings):
    assert len(sqlite_warnings(version)) == warnings


@pytest.mark.both_databases
def test_the_database_syncs_before_it_confirms(db):
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


def test_the_admin_uses_the_sign_in_and_sign_out_pages_of_the_site(commands):
    """Its own pages would neither throttle password guessing nor keep the phone's right to score."""
    show = (
        "import django; django.setup(); from django.test import Client; from django.urls import resolve;"
        "from django.core.management import call_command; call_command('check');"
        "print(Client().get('/admin/login/?next=/admin/', secure=True, headers={'host': 'example.org'}"
        ").headers['Location'],"
        " resolve('/admin/logout/').func.__module__)"
    )
    done = commands.run("-c", show, ENABLE_ADMIN="1")
    assert (done.returncode, done.stdout.decode().splitlines(), done.stderr) == (
        0,
        ["System check identified no issues (0 silenced).", "/account/in/?next=/admin/ people.views.accounts"],
        b"",
    )


def at_start_up(server, **environment):
    return in_production("-W", "ignore", "-c", f"import scorekeeper.{server}; print('ready')", **environment)


STARTED = """
import sys, warnings
warnings.simplefilter("ignore")
import scorekeeper.wsgi
print("tournaments.urls" in sys.modules)
import scorekeeper.asgi, scorekeeper.urls
print("ready")
from django.http import HttpResponse
from django.test import Client
scorekeeper.urls.handler400 = lambda request, exception: HttpResponse(status=400)
print(Client().get('/', headers={'host': 'evil.example'}).status_code)
"""


@pytest.fixture(scope="module")
def started(commands, tmp_path_factory):
    """Exit status and output of a process that loads the application like both kinds of server and requests a page."""
    done = commands.run("-c", STARTED, DATA_DIR=str(tmp_path_factory.mktemp("started")), LOG_LEVEL="INFO")
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def test_a_server_starts_on_the_database_it_is_given(started):
    status, (_loaded, told, *_answer), errors = started
    assert (status, told) == (0, "ready"), errors


def test_every_view_is_loaded_before_the_first_request(started):
    assert started[1][0] == "True", started


def test_a_request_for_a_foreign_host_logs_no_traceback(started):
    _status, (*_started, answer), errors = started
    assert (answer, errors) == ("400", "")


@pytest.mark.thorough
@pytest.mark.parametrize("server", ["wsgi", "asgi"])
def test_each_kind_of_server_starts_by_itself(server, tmp_path):
    done = at_start_up(server, DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "ready\n"), done.stderr


def test_a_database_that_does_not_answer_yet_is_logged(monkeypatch, caplog):
    def away(**_asked):
        raise OperationalError("nobody there")

    monkeypatch.setattr(checks, "run_checks", away)
    with caplog.at_level("WARNING", logger="operations.checks"):
        checks.refuse_unsafe_database()
    assert [each.getMessage() for each in caplog.records] == [
        "the database is not responding at start-up: nobody there"
    ]


@pytest.mark.thorough
def test_a_server_starts_although_its_database_does_not_answer_yet(tmp_path):
    """The pages say that it's unavailable, and work again when it's back."""
    done = at_start_up("wsgi", DATA_DIR=str(tmp_path), DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing")
    assert (done.returncode, done.stdout) == (0, "ready\n"), done.stderr
    assert "the database is not responding at start-up" in done.stderr


@pytest.mark.postgres
@pytest.mark.parametrize("server", ["wsgi", "asgi"])
def test_no_server_starts_on_a_database_that_may_lose_commits(server, tmp_path):
    url = os.environ["DATABASE_URL"]
    forgetful = f"{url}{'&' if '?' in url else '?'}options=-c%20synchronous_commit%3Doff"
    done = at_start_up(server, DATA_DIR=str(tmp_path), DATABASE_URL=forgetful)
    assert done.returncode == 1
    assert "PostgreSQL has synchronous_commit turned off: a power cut could lose saved hands." in done.stderr


@pytest.mark.parametrize(
    ("key", "ids"),
    [("short", ["scorekeeper.E005"]), ("a" * 60, ["scorekeeper.E005"]), ("x8R_2mQ-vT7nB4kJ0sLhYwZc9Dg3Fp6E", [])],
)
def test_a_key_that_can_be_guessed_is_refused(settings, key, ids):
    settings.SECRET_KEY = key
    assert [each.id for each in checks.secret_key_is_strong()] == ids
