"""Database triggers that keep the results of tables append-only: rows are added, never changed or removed.

Only typed reasons may change, and only while a person who may be named in them is erased: a row of
`tournaments_forgetting` exists during that transaction.

A later migration that rebuilds one of these tables on SQLite, or adds a column, calls `remove` before and `install`
after.
"""

from dataclasses import replace
from typing import Any

from django.db import connection

from people.db.append_only_triggers import Guard
from people.db.tables import has_table

MESSAGE = "results are never changed or removed"
FORGETTING = "tournaments_forgetting"
_WORDS: dict[str, Any] = {"words": ("reason",), "may_reword": f"EXISTS (SELECT 1 FROM {FORGETTING})"}  # nosec B608
_GUARDS = (
    Guard("tournaments_result", MESSAGE, unique=(("table_id", "number"), ("table_id", "key")), **_WORDS),
    Guard("tournaments_verdict", MESSAGE, unique=(("result_id", "number"), ("result_id", "key")), **_WORDS),
    Guard("tournaments_roundchange", MESSAGE, unique=(("round_id", "revision"),), **_WORDS),
)


def install(apps: Any = None, schema_editor: Any = None) -> None:
    """Put the triggers up; also where they stand already. Without an exception while the database has no table for it:
    in the migrations before it."""
    database = schema_editor.connection if schema_editor else connection
    forgets = has_table(database, FORGETTING)
    for guard in _GUARDS:
        (guard if forgets else replace(guard, words=())).install(apps, schema_editor)


def remove(apps: Any = None, schema_editor: Any = None) -> None:
    """Take them down: for migrations that rebuild a table, and for tests that empty every table."""
    for guard in _GUARDS:
        guard.remove(apps, schema_editor)
