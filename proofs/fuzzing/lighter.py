"""Changes that the fuzzer makes in its own process; except for the control, none affects the responses."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection
from django.db.backends.signals import connection_created


def cheap_passwords() -> None:
    """Use the same hasher with little work, because passwords would take half of the time."""
    Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost = 1, 64


def nobody_waits() -> None:
    """Let requests for the next event and streams of events end at once."""
    from api.endpoints import live

    live.LONGEST_WAIT = live.LONGEST_STREAM = 0


def unsynced_writes() -> None:
    """Don't wait for the disk on writes: the other proofs are about disks."""

    def quick(sender: Any, connection: Any, **told: Any) -> None:
        off = "PRAGMA synchronous = OFF" if connection.vendor == "sqlite" else "SET synchronous_commit = off"
        with connection.cursor() as cursor:
            cursor.execute(off)

    connection_created.connect(quick, weak=False)
    connection.close()


def lines_nowhere(failed: Callable[[BaseException | None], None]) -> None:
    """Format and discard every log line; call `failed` with the error if one cannot be formatted."""

    class Nowhere(logging.StreamHandler[Any]):
        def handleError(self, record: logging.LogRecord) -> None:
            failed(sys.exc_info()[1])

    root = logging.getLogger()
    nowhere = Nowhere(open(os.devnull, "w", encoding="utf-8", errors="backslashreplace"))  # noqa: SIM115 - open until the end
    nowhere.setFormatter(root.handlers[0].formatter)
    root.handlers[:] = [nowhere]


def parse_numbers_carelessly() -> None:
    """The control: replace `people.text.cleaning.whole_number` with only int(), in every module that imported it."""
    import scorekeeper.urls  # noqa: F401 - imports everything
    from people.text import cleaning

    careful: Any = cleaning.whole_number

    def careless(text: str, field: str, least: int, most: int) -> int:
        return int(text)

    for module in list(sys.modules.values()):
        if getattr(module, "whole_number", None) is careful:
            vars(module)["whole_number"] = careless
