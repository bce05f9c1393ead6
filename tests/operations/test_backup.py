"""A backup holds everything, and restores it; what cannot be restored changes nothing."""

import gzip
import io
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tarfile
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from operations.backups import bundle
from operations.backups.keep import kept
from tests.operations.site import ROOT, Site

pytestmark = pytest.mark.django_db(transaction=True)
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="damages a SQLite file")


@pytest.fixture(scope="module")
def first(tmp_path_factory, django_db_setup, django_db_blocker):
    """A site with the demo match, of which others are made."""
    with django_db_blocker.unblock():
        found = Site(tmp_path_factory.mktemp("first"))
        found.done("migrate", "--verbosity=0")
        found.done("load_demo")
        yield found
        found.remove()


@pytest.fixture
def site(first, tmp_path):
    """A site with the demo match."""
    found = first.copied(tmp_path / "data")
    yield found
    found.remove()


def backup(site):
    site.done("backup")
    (path,) = bundle.found(site.folder / "backups")
    return path


def changed(path, **manifest):
    """The same backup with another manifest."""
    out = path.with_name("scorekeeper-20200101T000000Z.tar.gz")
    with tarfile.open(path) as old, tarfile.open(out, "w:gz") as new:
        for member in old.getmembers():
            content = old.extractfile(member).read()
            if member.name == bundle.MANIFEST:
                content = json.dumps(json.loads(content) | manifest).encode()
                member.size = len(content)
            new.addfile(member, io.BytesIO(content))
    return out


def test_a_restored_site_is_the_one_that_was_saved_links_and_all(site):
    before, key = site.stored(), (site.folder / "secret_key").read_text()
    path = backup(site)
    assert path.stat().st_mode & 0o777 == 0o600
    site.done("demo_tournament", "--players", "4", "--rounds", "1", "--typed")
    (site.folder / "secret_key").write_text("another key that somebody made in the meantime, long enough")
    assert site.stored() != before
    told = site.done("restore", str(path))
    assert re.search(r"^Restored, of \S+\. Matches: 1, entries: 6\.$", told, re.MULTILINE)
    assert "chains are whole" in told
    assert "The key of the site is that of the backup" in told
    assert (site.stored(), (site.folder / "secret_key").read_text()) == (before, key)


def test_a_site_that_is_lost_altogether_comes_back_on_an_empty_disk(site, tmp_path):
    before, path = site.stored(), backup(site)
    site.remove()
    new = Site(tmp_path / "new")
    try:
        new.done("restore", str(path))
        assert new.stored() == before
        assert (new.folder / "secret_key").read_text() == (site.folder / "secret_key").read_text()
    finally:
        new.remove()


def test_under_a_server_that_runs_nothing_is_replaced(site):
    path, before = backup(site), site.stored()
    code = "import scorekeeper.wsgi, sys; print('serves', flush=True); sys.stdin.read()"
    pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen([sys.executable, "-c", code], env=site.environment, cwd=ROOT, **pipe) as server:
        assert server.stdout.readline() == "serves\n"
        told = site.manage("restore", str(path))
        server.stdin.close()
    assert told.returncode == 1
    assert "A server of this site runs: stop it first." in told.stderr
    assert site.stored() == before
    site.done("restore", str(path))


@pytest.mark.parametrize(
    ("manifest", "sentence"),
    [
        ({"sha256": "0" * 64}, "is damaged: the database in it is not the one that was put in."),
        ({"version": 2}, "The backup is of version 2; this Scorekeeper reads version 1."),
        ({"format": "diary"}, "manifest.json is not of a backup of Scorekeeper."),
        ({"migrations": {"matches": "9999_later"}}, "The backup is of a newer Scorekeeper (matches.9999_later)"),
        ({"surprise": 1}, "manifest.json cannot be read"),
    ],
    ids=["damaged", "version", "format", "newer", "unknown"],
)
def test_what_is_no_backup_for_this_site_is_refused_and_changes_nothing(site, manifest, sentence):
    before, path = site.stored(), changed(backup(site), **manifest)
    told = site.manage("restore", str(path))
    assert told.returncode == 1
    assert sentence in told.stderr
    assert "Traceback" not in told.stderr
    assert site.stored() == before


@pytest.mark.parametrize("cut", [0, 10, 0.5, 0.95], ids=["empty", "head", "half", "tail"])
def test_half_a_backup_is_refused(site, cut):
    path = backup(site)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(cut * len(whole)) if cut < 1 else cut])
    told = site.manage("restore", str(path))
    assert told.returncode == 1
    assert "is no backup, or is damaged" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_file_that_is_not_there_is_named(site):
    told = site.manage("restore", "/nowhere/at/all.tar.gz")
    assert (told.returncode, told.stderr.splitlines()[-1]) == (
        1,
        "CommandError: /nowhere/at/all.tar.gz: No such file or directory.",
    )


def test_a_foreign_archive_writes_no_file_of_its_own(site, tmp_path):
    path = tmp_path / "scorekeeper-20260101T000000Z.tar.gz"
    with gzip.open(path, "wb") as zipped, tarfile.open(fileobj=zipped, mode="w") as tar:
        info = tarfile.TarInfo("../escaped")
        info.size = 2
        tar.addfile(info, io.BytesIO(b"hi"))
    assert site.manage("restore", str(path)).returncode == 1
    assert not list(tmp_path.rglob("escaped"))


WRITER = """
import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
while True:
    database.execute("UPDATE filler SET text = text || 'x' WHERE rowid = 1")
    time.sleep(0.002)
"""


@sqlite_only
def test_a_backup_ends_though_somebody_writes_all_the_while(site):
    file = site.folder / "scorekeeper.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE filler (text)")
        database.executemany("INSERT INTO filler VALUES (?)", [("x" * 2000,)] * 10_000)
    with subprocess.Popen([sys.executable, "-c", WRITER, str(file)]) as writer:
        words = [sys.executable, str(ROOT / "manage.py"), "backup"]
        try:
            done = subprocess.run(words, env=site.environment, capture_output=True, timeout=120, check=False)
            assert writer.poll() is None
        finally:
            writer.kill()
    assert done.returncode == 0, done.stderr
    (path,) = bundle.found(site.folder / "backups")
    assert bundle.manifest_of(path).verified


def test_a_backup_of_a_site_whose_admin_was_switched_off_again_is_restored(site):
    site.manage("migrate", "--verbosity=0", ENABLE_ADMIN="1")
    before, path = site.stored(), backup(site)
    assert bundle.manifest_of(path).migrations["admin"]
    site.done("restore", str(path))
    assert site.stored() == before


def test_a_backup_with_any_bit_turned_round_is_one_or_is_refused_in_words(site, tmp_path):
    whole = backup(site).read_bytes()
    spoilt, lots = tmp_path / "scorekeeper-20260101T000000Z.tar.gz", random.Random(20261122)
    refused = 0
    for no in range(150):
        at = lots.randrange(len(whole))
        spoilt.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << lots.randrange(8)]) + whole[at + 1 :])
        for read in (bundle.manifest_of, lambda path, no=no: bundle.unpack(path, _folder(tmp_path, no))):
            try:
                read(spoilt)
            except bundle.NoBackup as error:
                refused += 1
                assert str(error)
    assert refused > 40


def _folder(parent, no):
    made = parent / str(no)
    made.mkdir()
    return made


@sqlite_only
def test_backups_that_do_not_hold_are_thrown_away_for_each_other_and_never_those_that_hold(site):
    path = backup(site)
    folder = path.parent
    for day in range(10):
        changed(path, verified=True).rename(folder / f"scorekeeper-202601{10 + day}T120000Z.tar.gz")
        changed(path, verified=False).rename(folder / f"scorekeeper-202602{10 + day}T120000Z.tar.gz")
    left = folder / ".making-killed"
    left.mkdir()
    os.utime(left, (0, 0))
    with sqlite3.connect(site.folder / "scorekeeper.sqlite3") as database:
        database.execute("UPDATE matches_ledgerrow SET d1 = d1 + 1, d2 = d2 - 1 WHERE position = 1")
    assert site.manage("backup").returncode == 1
    stay = {each: bundle.manifest_of(each).verified for each in bundle.found(folder)}
    assert list(stay.values()).count(True) == 11
    assert [each.name[:18] for each, verified in stay.items() if not verified] == [
        f"scorekeeper-{datetime.now(UTC):%Y%m}"
    ]
    assert not left.exists()


@sqlite_only
def test_a_backup_of_entries_that_do_not_hold_is_kept_and_says_so(site):
    with sqlite3.connect(site.folder / "scorekeeper.sqlite3") as database:
        database.execute("UPDATE matches_ledgerrow SET d1 = d1 + 1, d2 = d2 - 1 WHERE position = 1")
    told = site.manage("backup")
    assert told.returncode == 1
    assert "The backup is made, but what is stored does not hold:" in told.stderr
    assert "row 1 of its ledger is not what its entries come to" in told.stderr
    (path,) = bundle.found(site.folder / "backups")
    assert bundle.manifest_of(path).verified is False


def test_a_backup_of_before_an_upgrade_is_restored_after_it(site):
    """What the newer version has added goes, and comes again with its migrations."""
    site.done("migrate", "tournaments", "0004", "--verbosity=0")
    before, path = site.stored(), backup(site)
    site.done("migrate", "--verbosity=0")
    after = site.stored()
    assert before != after
    told = site.done("restore", str(path))
    assert "What was there before: " in told
    (old,) = [*site.folder.glob("*.before-*.dump"), *site.folder.glob("*.sqlite3.before-*Z")]
    assert str(old) in told
    assert "[ ]" not in site.done("showmigrations")


@sqlite_only
def test_a_backup_of_another_database_says_so(site):
    told = site.manage("restore", str(changed(backup(site), engine="postgresql")))
    assert told.returncode == 1
    assert "is no backup, or is damaged" in told.stderr or "The backup is of postgresql" in told.stderr


NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def test_of_hourly_backups_a_day_a_week_of_days_and_four_weeks_stay():
    hourly = [NOW - timedelta(hours=hour) for hour in range(24 * 60)]
    stay = sorted(kept(hourly, NOW), reverse=True)
    assert stay[:25] == hourly[:25]
    days = [each for each in stay[25:] if NOW - each <= timedelta(days=7)]
    assert [(each.day, each.hour) for each in days] == [(day, 23) for day in (20, 19, 18, 17, 16, 15)]
    weeks = [each.isocalendar()[1:] for each in stay[25 + len(days) :]]
    assert weeks == [(45, 7), (44, 7), (43, 7)]


def test_the_newest_backup_stays_however_old_it_is():
    old = NOW - timedelta(days=400)
    assert kept([old, old - timedelta(days=1)], NOW) == {old}
