"""A PostgreSQL connection with a time limit for each answer, shorter than that of a browser."""

from typing import Any

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

PATIENCE = 20.0  # seconds; more than the 15 after which PostgreSQL ends a statement


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that a server process closes if PostgreSQL doesn't answer within `patience` seconds.

    PostgreSQL limits the time of a statement but not of a COMMIT, which waits for the synchronous standby for as long
    as that is away. Without a limit, such commits would soon occupy every thread, and no page would be shown. The
    statement is never cancelled: PostgreSQL would then report the commit as done although the standby doesn't have it.
    """

    serves = False  # whether it holds the lock of operations/server_lock.py, which marks it as a server's
    patience: float | None = None  # no limit by default: commands wait for each other, and migrations take long

    def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:
        """Run `gen` to its end. Raises `OperationalError` after `patience`; the data may or may not have been saved."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.OperationalError:
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


def limit_waits() -> None:
    """Limit the wait for every answer in this process."""
    BoundedConnection.patience = PATIENCE
