"""/readyz, the start-up checks, and entries while the disk is nearly full."""

import os
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.utils import ConnectionHandler

from matches.models import Event
from operations import checks, readiness
from operations.backups import bundle
from operations.checks import file_system
from people.db import disk
from tests.matches.cast import Phone
from tests.wording import hand_saved

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
MUCH = 1024 * 1024 * 1024  # megabytes: more than any disk has
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL looks after its own disk")


@pytest.fixture(autouse=True)
def fresh_checks(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    disk.forget()


def backup(folder, age, verified=True):
    """Create a backup of an empty file with this age."""
    (folder / "nothing").touch()
    at = datetime.now(UTC) - age
    manifest = bundle.Manifest(at.isoformat(), "sqlite", bundle.digest(folder / "nothing"), {}, 0, 0, verified)
    bundle.pack(folder / bundle.name(at), manifest, folder / "nothing", "key")


def lines(client, status):
    answer = client.get("/readyz")
    assert answer.status_code == status
    return dict(line.split(": ", 1) for line in answer.content.decode().splitlines()[1:])


def test_a_ready_site_reports_every_check(client, tmp_path):
    backup(tmp_path, timedelta(hours=3, minutes=1))
    told = lines(client, 200)
    standby = ["standby"] if connection.vendor == "postgresql" else []
    assert list(told) == ["database", *standby, "migrations", "disk", "sqlite", "backup"]
    assert (told["database"], told["migrations"], told["backup"]) == (
        f"ok, {connection.vendor}",
        "ok",
        "ok, 3 hours old",
    )
    assert told["disk"].startswith("ok, ")
    assert told["disk"].endswith(" MB free")


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("names", "told"),
    [("", "ok, commits wait for none"), ("other", "failed, saving waits for other, which is not connected")],
)
def test_a_missing_synchronous_standby_is_reported(monkeypatch, names, told):
    """The setting is patched: on the tests' real server, no transaction could commit."""
    monkeypatch.setattr(readiness, "STANDBYS", f"SELECT '{names}', count(*) FROM pg_stat_replication")
    assert str(readiness._standby()) == f"standby: {told}"


@pytest.mark.parametrize("asked", [{"REMOTE_ADDR": "192.0.2.1"}, {"HTTP_X_FORWARDED_FOR": "192.0.2.1"}])
def test_strangers_do_not_see_versions_and_sizes(client, tmp_path, asked):
    backup(tmp_path, timedelta(hours=3))
    answer = client.get("/readyz", **asked)
    lines = [*("ready", "database: ok", "migrations: ok", "disk: ok"), "backup: ok"]
    told = answer.content.decode().splitlines()
    assert [line for line in told if line.partition(":")[0] not in ("sqlite", "standby")] == lines
    assert answer.status_code == 200


def test_the_files_of_a_database_are_readable_only_by_their_owner(tmp_path):
    path = tmp_path / "some.sqlite3"
    told = {"ENGINE": "django.db.backends.sqlite3", "NAME": path}
    made = ConnectionHandler({"default": told})["default"]
    with closing(made):
        path.touch(mode=0o644)
        made.ensure_connection()
        with made.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("CREATE TABLE a (b)")
        assert {each.name: oct(each.stat().st_mode & 0o777) for each in tmp_path.iterdir()} == {
            "some.sqlite3": "0o600",
            "some.sqlite3-shm": "0o600",
            "some.sqlite3-wal": "0o600",
        }


def test_no_backup_or_an_old_one_is_a_warning(client, tmp_path):
    assert lines(client, 200)["backup"] == "warning, none in BACKUP_DIR: run manage.py backup"
    backup(tmp_path, timedelta(days=3))
    assert lines(client, 200)["backup"] == "warning, 72 hours old"
    backup(tmp_path, timedelta(hours=1, minutes=1), verified=False)
    assert lines(client, 200)["backup"] == "warning, 1 hours old; its data has errors: run manage.py verify_ledger"
    (tmp_path / bundle.name(datetime.now(UTC))).touch()
    assert lines(client, 200)["backup"] == "warning, the newest backup cannot be read"


def test_a_migration_that_is_missing_is_not_ready(client):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'matches' AND name LIKE '0009%%'")
    assert lines(client, 503)["migrations"] == "failed, 1 not applied: run manage.py upgrade"


def test_a_disk_that_fills_up_is_reported_early(client, settings):
    settings.DISK_LOW_MB = MUCH
    assert lines(client, 200)["disk"].startswith("warning, ")
    settings.DISK_FULL_MB = MUCH
    assert lines(client, 503)["disk"].endswith(f"MB free: saving stops below {MUCH} MB")


@sqlite_only
def test_while_the_disk_is_low_every_page_says_so_and_entries_are_saved(settings):
    settings.DISK_LOW_MB = MUCH
    phone = Phone()
    code = phone.start()
    phone.hand(code)
    assert "The server is almost out of space and will soon stop saving. Tell its administrator." in phone.get(
        f"/m/{code}/"
    )
    assert Event.objects.count() == 1
    settings.DISK_LOW_MB = 0
    assert "The server is almost out of space and will soon stop saving. Tell its administrator." not in phone.get(
        f"/m/{code}/"
    )


@sqlite_only
def test_on_a_nearly_full_disk_nothing_is_written_and_no_input_is_lost(settings):
    phone = Phone()
    code = phone.start()
    form = phone.get(f"/m/{code}/hand/?winner=P1").form("/hand/")
    settings.DISK_FULL_MB = MUCH
    page = phone.send(form, source="wall", points="5")
    assert page.status == 507
    assert "The server’s disk is full. Its administrator must free up some space." in page
    assert Event.objects.count() == 0
    assert phone.get(f"/m/{code}/").status == 200
    settings.DISK_FULL_MB = 0
    again = page.form("/hand/")
    assert again.values("key") == form.values("key")
    assert hand_saved(1) in phone.follow(phone.send(again))


def test_the_disk_is_checked_every_two_seconds_at_most(monkeypatch, tmp_path):
    asked = []
    real = os.statvfs
    monkeypatch.setattr(os, "statvfs", lambda path: asked.append(path) or real(path))
    for _time in range(50):
        disk.free(tmp_path)
    assert asked == [str(tmp_path)]


MOUNTS = "/dev/vda / ext4 rw 0 0\nserver:/x /home nfs4 rw 0 0\n/dev/vdb /home/club\\040night xfs rw 0 0\n"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/x.sqlite3", "ext4"),
        ("/home/x.sqlite3", "nfs4"),
        ("/home/club night/x.sqlite3", "xfs"),
        ("/homes/x", "ext4"),
    ],
)
def test_the_file_system_of_a_path_is_found_by_the_nearest_mount(tmp_path, path, kind):
    from pathlib import Path

    assert file_system(Path(path), MOUNTS) == kind


def test_a_database_on_another_machine_is_refused(monkeypatch):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has no file of ours")
    monkeypatch.setattr(checks, "file_system", lambda path: "nfs4")
    (error,) = checks.sqlite_errors(connection)
    assert error.id == "scorekeeper.E003"
    assert str(error.msg).startswith("The SQLite database is on a network file system (nfs4)")


@sqlite_only
def test_a_connection_that_syncs_too_little_is_refused(transactional_db):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous = NORMAL")
    try:
        (error,) = checks.sqlite_errors(connection)
        assert error.msg == "SQLite has synchronous = 1 instead of 2: a power cut could lose saved hands."
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous = FULL")
    assert checks.sqlite_errors(connection) == []


def test_a_check_that_raises_an_error_counts_as_failed(monkeypatch):
    def gone():
        raise OSError("the disk is away")

    monkeypatch.setattr(readiness, "_disk", gone)
    gone.__name__ = "_disk"
    assert readiness.ReadinessCheck("disk", "failed", "OSError") in readiness.readiness_checks()
