"""What root makes beside the database of a server is the server's; nobody else's files change hands."""

import os

import pytest
from django.db import connection

from operations.backups import bundle
from people.db import write_lock
from people.db.disk import hand_over
from tests.operations.site import Site

ROOT = os.geteuid() == 0
SERVER = 65534 if ROOT else os.geteuid()  # without root everything stays with who runs the tests
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no file beside ours")


def owners(*paths):
    return [path.lstat().st_uid for path in paths]


def given(path):
    """This file or folder is the server's."""
    if ROOT:
        os.chown(path, SERVER, SERVER)


@sqlite_only
def test_the_lock_that_root_leaves_beside_the_database_can_be_taken_by_the_server(tmp_path, monkeypatch):
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
def test_what_root_backs_up_and_restores_is_the_servers(tmp_path):
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
def test_a_folder_of_roots_own_stays_roots_with_what_is_put_there(tmp_path):
    site, own = Site(tmp_path / "data"), tmp_path / "own"
    own.mkdir()
    site.migrate()
    given(site.folder)
    site.done("backup", f"--to={own}")
    assert owners(own, *bundle.backups_in(own)) == [os.geteuid()] * 2


def test_another_name_in_the_servers_folder_gives_no_file_of_roots_away(tmp_path):
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
