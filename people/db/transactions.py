"""The context manager for all database writes, and the errors for data that was not saved."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import IntegrityError, InterfaceError, OperationalError, transaction

from people.db import disk
from people.db.write_lock import write_queue

T = TypeVar("T")


class NotAllowed(Exception):
    """The object does not exist, or the user has no right to it. The two cases are not distinguished."""


def existing(row: T | None) -> T:
    """Return `row`. Raises `NotAllowed` if it is None."""
    if row is None:
        raise NotAllowed
    return row


class Unavailable(Exception):
    """The database cannot be written now. Nothing was saved; the form can be sent again with the same key."""

    status = 503


class DiskFull(Unavailable):
    """The server's disk is full. Nothing was saved, and no saved data was lost."""

    status = 507


@contextmanager
def writing() -> Iterator[None]:
    """Wait in the write queue and open a transaction.

    Raises `Unavailable` for database errors, and `DiskFull` before writing if the disk is nearly full.

    The transaction is durable: the commit is on disk when this returns. An outer transaction is not allowed, since its
    rollback could undo an entry that a phone already shows as saved.
    """
    if disk.is_full():
        raise DiskFull("the disk is nearly full")
    try:
        with write_queue(), transaction.atomic(durable=True):
            yield
    except (OperationalError, InterfaceError, OSError) as error:  # OSError: the lock file of the queue
        raise (DiskFull if _is_full(error) else Unavailable)(str(error)) from error


def created_once(existing: Callable[[], T | None], create: Callable[[], T]) -> T:
    """Return the row that an earlier request with the same key created, or create it now, in one transaction."""
    try:
        with writing():
            return existing() or create()
    except IntegrityError:
        # Another process created it at the same time.
        with writing():
            row = existing()
        if row is None:
            raise
        return row


def _is_full(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in (28, 122)  # ENOSPC, EDQUOT
    state = getattr(error.__cause__, "sqlstate", None)
    return state == "53100" or "disk is full" in str(error)
