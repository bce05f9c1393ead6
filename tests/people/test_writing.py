"""One writer at a time, and the errors while another process writes or the disk is full."""

import errno
import fcntl
import os
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection, transaction

from people.db import disk, write_lock
from people.db.transactions import DiskFull, Unavailable, writing

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own queue and looks after its disk"),
]
MB = 1024 * 1024


@pytest.fixture(autouse=True)
def forget_disk_state():
    disk.forget()
    yield
    disk.forget()


def test_a_writer_waits_while_another_process_writes(monkeypatch):
    monkeypatch.setattr(write_lock, "PATIENCE", 0)
    with Path(f"{connection.settings_dict['NAME']}.wlock").open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(Unavailable, match="held by another process"), writing():
            pytest.fail("two wrote at once")
    with writing():
        pass


def test_a_writer_continues_once_another_process_has_finished():
    with Path(f"{connection.settings_dict['NAME']}.wlock").open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        finished = threading.Timer(0.05, fcntl.flock, (other, fcntl.LOCK_UN))
        began = time.monotonic()
        finished.start()
        with writing():
            assert time.monotonic() - began >= 0.05
        finished.join()


def test_a_writer_waits_while_another_thread_writes(monkeypatch):
    monkeypatch.setattr(write_lock, "PATIENCE", 0)
    refused = []

    def write():
        with pytest.raises(Unavailable) as unavailable, writing():
            pytest.fail("two wrote at once")
        refused.append(str(unavailable.value))

    with write_lock.write_queue():
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
    assert refused == ["the write queue is held by another thread"]


@pytest.mark.parametrize("name", [":memory:", "file:memorydb_default?mode=memory&cache=shared"])
def test_a_database_in_memory_has_no_write_queue_and_no_lock_file(monkeypatch, tmp_path, name):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(connection.settings_dict, "NAME", name)
    with write_lock.write_queue():
        assert list(tmp_path.iterdir()) == []
    assert disk.place() is None
    assert not disk.is_full()


def test_postgresql_has_no_write_queue(monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(write_lock, "PATIENCE", 0)
        patched.setattr(connection, "vendor", "postgresql")
        with write_lock.write_queue(), write_lock.write_queue():
            pass


def test_nothing_is_written_inside_a_transaction_that_may_still_be_rolled_back():
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"), writing():
        pytest.fail("a rollback would undo what was shown as saved")


@pytest.mark.parametrize(
    ("error", "told"), [(errno.ENOSPC, DiskFull), (errno.EDQUOT, DiskFull), (errno.EACCES, Unavailable)]
)
def test_a_lock_file_that_cannot_be_opened_is_reported_as_a_full_disk_or_a_busy_database(monkeypatch, error, told):
    def refuse(*_args, **_options):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(Unavailable) as refused, writing():
        pytest.fail("written without a turn")
    assert type(refused.value) is told


@pytest.mark.parametrize(("left", "low"), [(7 * MB, False), (7 * MB - 1, True)], ids=["7 MB", "a byte less"])
def test_the_disk_is_low_below_the_configured_megabytes(monkeypatch, settings, left, low):
    settings.DISK_LOW_MB = 7
    monkeypatch.setattr(os, "statvfs", lambda _folder: SimpleNamespace(f_bavail=left, f_frsize=1))
    assert disk.is_low() is low


def test_the_disk_of_a_sqlite_file_is_checked():
    assert disk.place() == Path(connection.settings_dict["NAME"])


def test_a_missing_folder_is_not_mistaken_for_a_full_disk(monkeypatch, tmp_path):
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "nowhere" / "scorekeeper.sqlite3"))
    assert (disk.is_low(), disk.is_full()) == (False, False)
