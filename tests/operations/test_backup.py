"""A backup contains everything and can be restored; an invalid backup changes nothing."""

import gzip
import io
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from operations.backups import bundle
from operations.backups.bundle import retained
from operations.management.commands import restore
from tests.forked import Commands
from tests.operations.site import ROOT, STRANGE, Site
from tests.thorough import THOROUGH, sized

pytestmark = pytest.mark.django_db(transaction=True)
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="damages a SQLite file")


FIRST = """
from django.core.management import call_command
call_command("load_demo")
call_command("backup")
"""


@pytest.fixture(scope="module")
def first(tmp_path_factory, django_db_setup, django_db_blocker):
    """A site with the demo match and a backup, which tests copy. `commands` runs commands that don't change it."""
    with django_db_blocker.unblock():
        found = Site(tmp_path_factory.mktemp("first") / STRANGE)
        found.migrate()
        with Commands(found.environment) as found.commands:
            done = found.commands.run("-c", FIRST)
            assert done.returncode == 0, done.stderr
            assert bundle.manifest_of(backup_of(found)).verified
            yield found
        found.remove()


@pytest.fixture
def site(first, tmp_path):
    """A site with the demo match and a backup of it."""
    found = first.copied(tmp_path / STRANGE)
    yield found
    found.remove()


def backup_of(site):
    """The only backup of a site."""
    (path,) = bundle.backups_in(site.folder / "backups")
    return path


def changed(path, name="scorekeeper-20200101T000000Z.tar.gz", **manifest):
    """A copy of the backup with a changed manifest."""
    out = path.with_name(name)
    with tarfile.open(path) as old, tarfile.open(out, "w:gz") as new:
        for member in old.getmembers():
            content = old.extractfile(member).read()
            if member.name == bundle.MANIFEST:
                content = json.dumps(json.loads(content) | manifest).encode()
                member.size = len(content)
            new.addfile(member, io.BytesIO(content))
    return out


@pytest.mark.both_databases
def test_a_restored_site_is_identical_and_its_links_still_work(site):
    before, key = site.stored(), (site.folder / "secret_key").read_text()
    path = backup_of(site)
    assert path.stat().st_mode & 0o777 == 0o600
    if THOROUGH:
        site.done("demo_tournament", "--players", "4", "--rounds", "1", "--typed")
    site.sql("UPDATE matches_match SET hand_no = 9")
    (site.folder / "secret_key").write_text("another key that somebody made in the meantime, long enough")
    assert site.stored() != before
    told = site.done("restore", str(path))
    assert re.search(r"^Restored the backup of \S+\. Matches: 1, entries: 6\.$", told, re.MULTILINE)
    assert "All chains are unbroken" in told
    assert "The secret key was restored too" in told
    assert (site.stored(), (site.folder / "secret_key").read_text()) == (before, key)


@pytest.mark.thorough
def test_a_completely_lost_site_is_restored_on_an_empty_disk(site, tmp_path):
    before, path = site.stored(), backup_of(site)
    site.remove()
    new = Site(tmp_path / "new")
    try:
        new.done("restore", str(path))
        assert new.stored() == before
        assert (new.folder / "secret_key").read_text() == (site.folder / "secret_key").read_text()
    finally:
        new.remove()


@pytest.mark.both_databases
def test_nothing_is_restored_while_a_server_runs(first):
    path, before = backup_of(first), first.stored()
    code = "import scorekeeper.wsgi, sys; print('serves', flush=True); sys.stdin.read()"
    pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen([sys.executable, "-c", code], env=first.environment, cwd=ROOT, **pipe) as server:
        assert server.stdout.readline() == "serves\n"
        told = first.commands.run("restore", str(path))
        server.stdin.close()
    assert told.returncode == 1
    assert b"A server for this site is running, here or on another machine. Stop it first." in told.stderr
    assert first.stored() == before
    after = first.commands.run("restore", "/nowhere/at/all.tar.gz")  # fails only at the file: the server has stopped
    assert (after.returncode, after.stderr.decode().splitlines()[-1]) == (1, f"CommandError: {REFUSED['missing']}")


CHANGED = {
    "damaged": {"sha256": "0" * 64},
    "version": {"version": 2},
    "format": {"format": "diary"},
    "newer": {"migrations": {"matches": "9999_later"}},
    "unknown": {"surprise": 1},
    "other": {"engine": "postgresql" if connection.vendor == "sqlite" else "sqlite"},
}
CUT = {"empty": 0, "head": 10, "half": 0.5, "tail": 0.95}
REFUSED = {
    "damaged": "is damaged: its database has changed since the backup was made.",
    "version": "The backup has format version 2, but this version of Scorekeeper reads version 1.",
    "format": "manifest.json is not from a Scorekeeper backup.",
    "newer": "The backup is from a newer version of Scorekeeper (matches.9999_later)",
    "unknown": "manifest.json cannot be read",
    "other": "is not a backup, or is damaged",  # the other engine's database file has a different name
    "missing": "/nowhere/at/all.tar.gz: No such file or directory.",
    "foreign": "is not a backup, or is damaged",
    **dict.fromkeys(CUT, "is not a backup, or is damaged"),
}


def invalid_backups(path):
    """Invalid backups by what is wrong with them."""
    found = {name: changed(path, f"{name}.tar.gz", **manifest) for name, manifest in CHANGED.items()}
    whole = path.read_bytes()
    for name, cut in CUT.items():
        found[name] = path.with_name(f"{name}.tar.gz")
        found[name].write_bytes(whole[: int(cut * len(whole)) if cut < 1 else cut])
    found["foreign"] = path.with_name("foreign.tar.gz")
    with gzip.open(found["foreign"], "wb") as zipped, tarfile.open(fileobj=zipped, mode="w") as tar:
        info = tarfile.TarInfo("../escaped")
        info.size = 2
        tar.addfile(info, io.BytesIO(b"hi"))
    return {**found, "missing": "/nowhere/at/all.tar.gz"}


@pytest.fixture(scope="module")
def asked(first, tmp_path_factory, django_db_blocker):
    """Try to restore each damaged file. Return the data before and after, and what the command printed."""
    path = tmp_path_factory.mktemp("asked") / "scorekeeper.tar.gz"
    shutil.copy(backup_of(first), path)
    with django_db_blocker.unblock():
        before = first.stored()
        told = {name: first.commands.run("restore", str(file)) for name, file in invalid_backups(path).items()}
        return before, first.stored(), told


@pytest.mark.parametrize("name", REFUSED)
def test_an_invalid_backup_is_refused_in_one_sentence(asked, name):
    _before, _after, told = asked
    assert told[name].returncode == 1
    assert REFUSED[name] in told[name].stderr.decode()
    assert b"Traceback" not in told[name].stderr


def test_a_refused_backup_changes_nothing_and_writes_no_file(asked, first):
    before, after, _told = asked
    assert after == before
    assert not list(first.folder.parent.rglob("escaped"))


WRITER = """
import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
while True:
    database.execute("UPDATE filler SET text = text || 'x' WHERE rowid = 1")
    time.sleep(0.002)
"""


@pytest.mark.thorough
@sqlite_only
def test_a_backup_finishes_during_constant_writes(site, tmp_path):
    file = site.folder / "scorekeeper.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE filler (text)")
        database.executemany("INSERT INTO filler VALUES (?)", [("x" * 2000,)] * 10_000)
    with subprocess.Popen([sys.executable, "-c", WRITER, str(file)]) as writer:
        words = [sys.executable, str(ROOT / "manage.py"), "backup", "--to", str(tmp_path / "saved")]
        try:
            done = subprocess.run(words, env=site.environment, capture_output=True, timeout=120, check=False)
            assert writer.poll() is None
        finally:
            writer.kill()
    assert done.returncode == 0, done.stderr
    (path,) = bundle.backups_in(tmp_path / "saved")
    assert bundle.manifest_of(path).verified


@pytest.mark.thorough
def test_a_backup_of_a_site_whose_admin_was_disabled_again_is_restored(site, tmp_path):
    site.manage("migrate", "--verbosity=0", ENABLE_ADMIN="1")
    site.done("backup", "--to", str(tmp_path / "saved"))
    (path,) = bundle.backups_in(tmp_path / "saved")
    before = site.stored()
    assert bundle.manifest_of(path).migrations["admin"]
    site.done("restore", str(path))
    assert site.stored() == before


def manifest(**migrations):
    return bundle.Manifest("", connection.vendor, "", migrations, 0, 0)


def test_migrations_of_the_disabled_admin_do_not_count_as_a_newer_version():
    restore._check_compatible(manifest(admin="0001_initial"))
    with pytest.raises(bundle.BackupError, match=r"newer version of Scorekeeper \(diary.0001_initial\)"):
        restore._check_compatible(manifest(admin="0001_initial", diary="0001_initial"))


TRIES = sized(50, 150)


def test_a_backup_with_any_bit_flipped_is_valid_or_refused_with_a_message(first, tmp_path):
    whole = backup_of(first).read_bytes()
    path, lots = tmp_path / "scorekeeper-20260101T000000Z.tar.gz", random.Random(20261122)
    refused = 0
    for no in range(TRIES):
        at = lots.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << lots.randrange(8)]) + whole[at + 1 :])
        for read in (bundle.manifest_of, lambda path, no=no: bundle.unpack(path, _folder(tmp_path, no))):
            try:
                read(path)
            except bundle.BackupError as error:
                refused += 1
                assert str(error)
    assert refused > TRIES * 4 / 15


def _folder(parent, no):
    made = parent / str(no)
    made.mkdir()
    return made


@pytest.fixture(scope="module")
def unsound(first, tmp_path_factory, django_db_blocker):
    """A site with invalid entries that was backed up beside older valid and invalid backups: (output, site)."""
    with django_db_blocker.unblock():
        site = first.copied(tmp_path_factory.mktemp("unsound") / "data")
        path = backup_of(site)
        for day in range(10):
            changed(path, f"scorekeeper-202601{10 + day}T120000Z.tar.gz", verified=True)
            changed(path, f"scorekeeper-202602{10 + day}T120000Z.tar.gz", verified=False)
        left = path.parent / ".making-killed"
        left.mkdir()
        os.utime(left, (0, 0))
        site.sql("UPDATE matches_ledgerrow SET d1 = d1 + 1, d2 = d2 - 1 WHERE position = 1")
        yield site.manage("backup"), site
        site.remove()


@pytest.mark.thorough
@sqlite_only
def test_only_invalid_backups_are_deleted_in_favour_of_invalid_ones(unsound):
    _told, site = unsound
    folder = site.folder / "backups"
    stay = {each: bundle.manifest_of(each).verified for each in bundle.backups_in(folder)}
    assert list(stay.values()).count(True) == 11
    assert [each.name[:18] for each, verified in stay.items() if not verified] == [
        f"scorekeeper-{datetime.now(UTC):%Y%m}"
    ]
    assert not (folder / ".making-killed").exists()


@pytest.mark.thorough
@sqlite_only
def test_a_backup_of_invalid_entries_is_kept_and_reported(unsound):
    told, site = unsound
    assert told.returncode == 1
    assert "The backup was written, but the stored data has errors:" in told.stderr
    assert "row 1 of its ledger does not match its entries" in told.stderr
    assert bundle.manifest_of(bundle.backups_in(site.folder / "backups")[-1]).verified is False


OLDER = """
import sys
from django.core.management import call_command
call_command("migrate", "tournaments", "0004", verbosity=0)
call_command("backup", to=sys.argv[1])
"""
MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY app, name"


@pytest.mark.thorough
@pytest.mark.both_databases
def test_a_backup_from_before_an_upgrade_is_restored_after_it(site, first, tmp_path):
    """The newer version's tables are dropped, and its migrations create them again."""
    older = first.copied(tmp_path / "older")
    try:
        older.python(OLDER, str(tmp_path / "saved"))
        (path,) = bundle.backups_in(tmp_path / "saved")
        assert set(older.sql(MIGRATIONS)) < set(first.sql(MIGRATIONS))
    finally:
        older.remove()
    told = site.done("restore", str(path))
    assert "The old database is kept as " in told
    (old,) = [*site.folder.glob("*.before-*.dump"), *site.folder.glob("*.sqlite3.before-*Z")]
    assert str(old) in told
    assert site.sql(MIGRATIONS) == first.sql(MIGRATIONS)
    assert bundle.manifest_of(path).migrations["tournaments"].startswith("0004")


NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def test_hourly_backups_are_kept_for_a_day_daily_ones_for_a_week_and_weekly_ones_for_four_weeks():
    hourly = [NOW - timedelta(hours=hour) for hour in range(24 * 60)]
    stay = sorted(retained(hourly, NOW), reverse=True)
    assert stay[:25] == hourly[:25]
    days = [each for each in stay[25:] if NOW - each <= timedelta(days=7)]
    assert [(each.day, each.hour) for each in days] == [(day, 23) for day in (20, 19, 18, 17, 16, 15)]
    weeks = [each.isocalendar()[1:] for each in stay[25 + len(days) :]]
    assert weeks == [(45, 7), (44, 7), (43, 7)]


def test_the_newest_backup_is_kept_however_old_it_is():
    old = NOW - timedelta(days=400)
    assert retained([old, old - timedelta(days=1)], NOW) == {old}
