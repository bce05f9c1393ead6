"""Files that root creates next to a server's database get the server's user as owner; no other file does."""

import os

import pytest
from django.db import connection

from operations.backups import bundle
from people.db import write_lock
from people.db.disk import hand_over
from tests.operations.site import Site

ROOT = os.geteuid() == 0
SERVER = 65534 if ROOT else os.geteuid()  # without root, the user who runs the tests owns everything
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no file beside ours")


def owners(*paths):
    return [path.lstat().st_uid for path in paths]


def given(path):
    """Give this file or folder to the server's user."""
    if ROOT:
        os.chown(path, SERVER, SERVER)


@sqlite_only
def test_a_lock_file_that_root_creates_beside_the_database_can_be_locked_by_the_server(tmp_path, monkeypatch):
    database = tmp_path / "scorekeeper.sqlite3"
    database.touch()
    given(database)
    monkeypatch.setitem(connection.settings_dict, "NAME", str(database))
    with write_lock.write_queue():
        pass
    assert owners(tmp_path / "scorekeeper.sqlite3.wlock") == [SERVER]


@pytest.mark.thorough
@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_the_server_owns_what_root_backs_up_and_restores(tmp_path):
    site = Site(tmp_path / "data")
    site.migrate()
    for path in (site.folder, *site.folder.iterdir()):
        given(path)
    site.done("backup")
    (backup,) = bundle.backups_in(site.folder / "backups")
    assert owners(backup.parent, backup) == [SERVER, SERVER]
    (site.folder / "secret_key").write_text("another key that somebody made in the meantime, long enough")
    site.done("restore", str(backup))
    assert (
        owners(*(site.folder / name for name in ("scorekeeper.sqlite3", "secret_key", "serving.lock"))) == [SERVER] * 3
    )


@pytest.mark.thorough
@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_a_backup_in_roots_own_folder_stays_roots(tmp_path):
    site, own = Site(tmp_path / "data"), tmp_path / "own"
    own.mkdir()
    site.migrate()
    given(site.folder)
    site.done("backup", f"--to={own}")
    assert owners(own, *bundle.backups_in(own)) == [os.geteuid()] * 2


def test_a_link_in_the_servers_folder_does_not_give_away_a_file_of_root(tmp_path):
    secret = tmp_path / "secret"
    secret.touch()
    there = tmp_path / "there"
    there.mkdir()
    given(there)
    soft, hard = there / "soft", there / "hard"
    soft.symlink_to(secret)
    os.link(secret, hard)
    for name in (soft, hard):
        hand_over(name, like=there)
    assert owners(secret, soft, hard) == [os.geteuid()] * 3
