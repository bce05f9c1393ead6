"""One writer at a time, and why something was not written: another process writes, or there is no room."""

import errno
import fcntl
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection

from people.db import disk_space, write_lock
from people.db.transactions import DiskFull, Unavailable, writing

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own queue and looks after its disk"),
]
MB = 1024 * 1024


@pytest.fixture(autouse=True)
def asked_anew():
    disk_space.forget()
    yield
    disk_space.forget()


def test_who_writes_waits_for_the_turn_of_another_process(monkeypatch):
    monkeypatch.setattr(write_lock, "PATIENCE", 0)
    with Path(f"{connection.settings_dict['NAME']}.wlock").open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(Unavailable, match="held by another process"), writing():
            pytest.fail("two wrote at once")
    with writing():
        pass


@pytest.mark.parametrize(
    ("error", "told"), [(errno.ENOSPC, DiskFull), (errno.EDQUOT, DiskFull), (errno.EACCES, Unavailable)]
)
def test_a_queue_that_finds_no_room_on_the_disk_says_so(monkeypatch, error, told):
    def refuse(*_args, **_options):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(Unavailable) as refused, writing():
        pytest.fail("written without a turn")
    assert type(refused.value) is told


@pytest.mark.parametrize(("left", "low"), [(7 * MB, False), (7 * MB - 1, True)], ids=["7 MB", "a byte less"])
def test_room_is_short_below_the_megabytes_that_are_set(monkeypatch, settings, left, low):
    settings.DISK_LOW_MB = 7
    monkeypatch.setattr(os, "statvfs", lambda _folder: SimpleNamespace(f_bavail=left, f_frsize=1))
    assert disk_space.is_low() is low


def test_only_a_database_that_is_a_file_of_ours_has_a_disk_to_look_at():
    assert disk_space.place() == Path(connection.settings_dict["NAME"])
