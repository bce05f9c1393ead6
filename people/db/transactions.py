"""The one way to write to the database, and the reasons why something was not saved."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import IntegrityError, InterfaceError, OperationalError, transaction

from people.db import disk_space
from people.db.write_lock import write_queue

T = TypeVar("T")


class NotAllowed(Exception):
    """The object does not exist, or the user has no right to it: the two look the same."""


def existing(row: T | None) -> T:
    """The row that was looked for. Raises `NotAllowed` if there is none."""
    if row is None:
        raise NotAllowed
    return row


class Unavailable(Exception):
    """The database cannot be written now. Nothing was saved; the same key can be sent again."""

    status = 503


class DiskFull(Unavailable):
    """The server has no space left; nothing was saved and nothing was lost."""

    status = 507


@contextmanager
def writing() -> Iterator[None]:
    """Write to the database: wait in the queue, open a transaction, and turn database errors into `Unavailable`.

    `durable`: when this returns, the commit is on disk. It refuses an outer transaction, whose rollback could undo
    what a phone already shows as saved. Nothing is written to a nearly full disk, because a database that stops in
    the middle of a write is worse.
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


def created_once(existing: Callable[[], T | None], create: Callable[[], T]) -> T:
    """Return the row that an earlier request with the same key created, or create it now, in one transaction."""
    try:
        with writing():
            return existing() or create()
    except IntegrityError:
        # Another process created it at the same moment.
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
