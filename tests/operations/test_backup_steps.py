"""The commands `backup` and `restore` in this process: deleting old backups, the secret key of a restored site."""

import io
import os
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from operations.backups import bundle
from operations.management.commands import backup, restore

sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's tools know another database")
NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
OLD_KEY, NEW_KEY = "the key of this server, long enough", "the key in the backup, long enough"


def made(folder, at, *, verified=True):
    """Create a backup of an empty database with this time, and return its name."""
    database = folder / "database"
    database.write_bytes(b"a database")
    about = bundle.Manifest(at.isoformat(), connection.vendor, bundle.digest(database), {}, 0, 0, verified)
    bundle.pack(folder / bundle.name(at), about, database, "key")
    database.unlink()
    return bundle.name(at)


@pytest.fixture
def sound(monkeypatch):
    """Skip `verify_ledger`, a subprocess that test_backup.py tests: the stored data counts as valid."""
    monkeypatch.setattr(backup, "_verify", lambda _copy: "")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_a_backup_deletes_old_backups_and_leftovers_and_nothing_else(sound, tmp_path):
    today = datetime.now(UTC)
    gone = [made(tmp_path, today - timedelta(days=days)) for days in (40, 50)]
    stays = [made(tmp_path, today - timedelta(hours=2)), made(tmp_path, today - timedelta(days=60), verified=False)]
    for name in ("scorekeeper-20200101T000000Z.tar.gz", "scorekeeper-of-my-own.tar.gz", "notes.txt"):
        (tmp_path / name).write_text("no backup")
        stays.append(name)
    killed, running = tmp_path / f"{backup.MAKING}killed", tmp_path / f"{backup.MAKING}running"
    killed.mkdir()
    (killed / "database").write_text("half of it")
    running.mkdir()
    os.utime(killed, (0, 0))
    out = io.StringIO()
    call_command("backup", to=str(tmp_path), stdout=out)
    first, *removed = out.getvalue().splitlines()
    new = first.partition(": ")[0].rpartition("/")[2]
    assert sorted(removed) == sorted(f"Deleted {name}" for name in gone)
    assert names(tmp_path) == sorted([*stays, new, running.name])
    assert bundle.manifest_of(tmp_path / new).verified


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_the_newest_three_backups_of_upgrades_are_kept_too(sound, tmp_path):
    today = datetime.now(UTC)
    gone = sorted(made(tmp_path, today - timedelta(hours=hours), verified=None) for hours in (3, 4, 5))
    stays = [made(tmp_path, today - timedelta(hours=hours), verified=None) for hours in (1, 2)]
    stays.append(made(tmp_path, today - timedelta(hours=6)))
    out = io.StringIO()
    call_command("backup", to=str(tmp_path), unverified=True, stdout=out)
    first, *removed = out.getvalue().splitlines()
    new = tmp_path / first.partition(": ")[0].rpartition("/")[2]
    assert (removed, names(tmp_path)) == ([f"Deleted {name}" for name in gone], sorted([*stays, new.name]))
    assert bundle.manifest_of(new).verified is None


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_an_invalid_backup_replaces_only_other_invalid_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(backup, "_verify", lambda _copy: "Match abcd…: row 1 does not hold.")
    today = datetime.now(UTC)
    stays = [made(tmp_path, today - timedelta(days=days)) for days in (40, 50)]
    gone = made(tmp_path, today - timedelta(days=60), verified=False)
    out = io.StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("backup", to=str(tmp_path), stdout=out)
    told = "The backup was written, but the stored data has errors:\nMatch abcd…: row 1 does not hold."
    assert str(refused.value) == told
    first, *removed = out.getvalue().splitlines()
    new = tmp_path / first.partition(": ")[0].rpartition("/")[2]
    assert (removed, names(tmp_path)) == ([f"Deleted {gone}"], sorted([*stays, new.name]))
    assert bundle.manifest_of(new).verified is False


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_all_old_backups_can_be_kept(sound, tmp_path):
    old = made(tmp_path, datetime.now(UTC) - timedelta(days=400))
    out = io.StringIO()
    call_command("backup", to=str(tmp_path), keep_all=True, stdout=out)
    assert len(out.getvalue().splitlines()) == 1
    assert old in names(tmp_path) and len(names(tmp_path)) == 2


def test_a_backup_into_something_that_is_not_a_folder_ends_with_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CommandError) as refused:
        call_command("backup", to=str(tmp_path / "file" / "backups"), stdout=io.StringIO())
    assert str(refused.value) == f"Cannot write to {tmp_path}/file/backups: Not a directory."


@sqlite_only
def test_a_backup_without_a_database_ends_with_one_sentence_and_creates_no_folder(tmp_path, monkeypatch):
    missing, folder = tmp_path / "db.sqlite3", tmp_path / "backups"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(missing))
    with pytest.raises(CommandError, match=f"^There is no database at {missing}. Set DATA_DIR to the data folder"):
        call_command("backup", to=str(folder))
    assert not folder.exists()


def test_a_new_folder_for_backups_is_readable_only_by_its_owner(tmp_path):
    backup._make_folder(tmp_path / "new" / "backups", like=tmp_path)
    assert (tmp_path / "new" / "backups").stat().st_mode & 0o777 == 0o700


# ── the key of a restored site ───────────────────────────────────────────────


@pytest.fixture
def key_file(tmp_path, settings):
    """The file with the server's secret key."""
    settings.DATA_DIR, settings.SECRET_KEY = tmp_path, OLD_KEY
    file = tmp_path / "secret_key"
    file.write_text(f"{OLD_KEY}\n")
    return file


def restored(key):
    """Restore the key of a backup, and return what is printed."""
    out = io.StringIO()
    restore.Command(stdout=out)._restore_key(key, NOW)
    return out.getvalue()


def test_the_backups_key_replaces_the_key_file_and_the_old_one_is_kept_beside_it(key_file):
    told = restored(NEW_KEY)
    assert told == "The secret key was restored too, so links and QR codes work again.\n"
    assert (key_file.read_text(), key_file.stat().st_mode & 0o777) == (NEW_KEY, 0o600)
    assert key_file.with_name("secret_key.before-20261122T120000Z").read_text() == f"{OLD_KEY}\n"


def test_an_identical_key_is_kept_silently(key_file):
    assert restored(OLD_KEY) == ""
    assert names(key_file.parent) == ["secret_key"]


@pytest.mark.parametrize("file", ["another key", None])
def test_with_a_key_in_the_environment_nothing_is_written_and_the_message_says_where_the_key_is(key_file, file):
    key_file.unlink() if file is None else key_file.write_text(file)
    told = restored(NEW_KEY)
    assert told.startswith("SECRET_KEY in the environment differs from the key in the backup")
    assert told.endswith("tar -xzOf FILE secret_key\n")
    assert names(key_file.parent) == ([] if file is None else ["secret_key"])
    assert file is None or key_file.read_text() == file


@pytest.mark.django_db
def test_a_backup_of_another_kind_of_database_is_refused(db):
    other = "postgresql" if connection.vendor == "sqlite" else "sqlite"
    with pytest.raises(bundle.BackupError) as refused:
        restore._check_compatible(bundle.Manifest("", other, "", {}, 0, 0))
    assert str(refused.value) == f"The backup is from {other}, but DATABASE_URL uses {connection.vendor}."
