"""What the fuzzer changes in its own process: nothing that decides what an answer is, but for the control."""

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
    """The same hasher with little work: half of the time would go into passwords."""
    Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost = 1, 64


def unsynced_writes() -> None:
    """No write waits for the disk: the other proofs are about disks."""

    def quick(sender: Any, connection: Any, **told: Any) -> None:
        off = "PRAGMA synchronous = OFF" if connection.vendor == "sqlite" else "SET synchronous_commit = off"
        with connection.cursor() as cursor:
            cursor.execute(off)

    connection_created.connect(quick, weak=False)
    connection.close()


def lines_nowhere(failed: Callable[[BaseException | None], None]) -> None:
    """Every line of the log is made and thrown away; `failed` is called with the error of one that cannot be."""

    class Nowhere(logging.StreamHandler[Any]):
        def handleError(self, record: logging.LogRecord) -> None:
            failed(sys.exc_info()[1])

    root = logging.getLogger()
    nowhere = Nowhere(open(os.devnull, "w", encoding="utf-8", errors="backslashreplace"))  # noqa: SIM115 - to the end
    nowhere.setFormatter(root.handlers[0].formatter)
    root.handlers[:] = [nowhere]


def parse_numbers_carelessly() -> None:
    """The control: `people.text.cleaning.whole_number` is int() and nothing else, wherever it was imported."""
    import scorekeeper.urls  # noqa: F401 - so that everything that will be imported is
    from people.text import cleaning

    careful: Any = cleaning.whole_number

    def careless(text: str, field: str, least: int, most: int) -> int:
        return int(text)

    for module in list(sys.modules.values()):
        if getattr(module, "whole_number", None) is careful:
            vars(module)["whole_number"] = careless
