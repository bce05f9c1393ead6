"""The one way to write to the database, and the reasons why something was not saved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError, transaction

from people.db import disk_space
from people.db.write_lock import write_queue


class NotAllowed(Exception):
    """No such thing, or not for who asks: the two look alike."""


class Unavailable(Exception):
    """The database cannot be written now; nothing was saved, the same key may be tried again."""

    status = 503


class DiskFull(Unavailable):
    """The server has no space left; nothing was saved and nothing was lost."""

    status = 507


@contextmanager
def writing() -> Iterator[None]:
    """The one way to write: queue, transaction, and the database's troubles in our own words.

    `durable`: when this returns, the commit is on disk; it refuses to stand in an outer transaction,
    whose later rollback would take back what a phone was told is saved. A disk that is nearly full is
    left alone: a database that stops in the middle of a write is the worse trouble.
    """
    if disk_space.is_full():
        raise DiskFull("the disk is nearly full")
    try:
        with write_queue(), transaction.atomic(durable=True):
            yield
    except (OperationalError, InterfaceError) as error:
        raise (DiskFull if _is_full(error) else Unavailable)(str(error)) from error
    except OSError as error:  # the lock file of the queue
        raise (DiskFull if _is_full(error) else Unavailable)(str(error)) from error


def _is_full(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in (28, 122)  # ENOSPC, EDQUOT
    state = getattr(error.__cause__, "sqlstate", None)
    return state == "53100" or "disk is full" in str(error)
