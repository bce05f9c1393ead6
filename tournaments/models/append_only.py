"""Database triggers that make results, verdicts and round changes append-only.

Only typed reasons may change, and only in a transaction that erases a person and inserts a row into
`tournaments_forgetting`.

A migration that rebuilds one of these tables on SQLite, or adds a column, must call `remove` before and `install`
after.
"""

from dataclasses import replace
from typing import Any

from django.db import connection

from people.db.append_only_triggers import Guard

MESSAGE = "results are never changed or removed"
FORGETTING = "tournaments_forgetting"
_WORDS: dict[str, Any] = {"words": ("reason",), "may_reword": f"EXISTS (SELECT 1 FROM {FORGETTING})"}  # nosec B608
_GUARDS = (
    Guard("tournaments_result", MESSAGE, unique=(("table_id", "number"), ("table_id", "key")), **_WORDS),
    Guard("tournaments_verdict", MESSAGE, unique=(("result_id", "number"), ("result_id", "key")), **_WORDS),
    Guard("tournaments_roundchange", MESSAGE, unique=(("round_id", "revision"),), **_WORDS),
)


def install(apps: Any = None, schema_editor: Any = None) -> None:
    """Create or replace the triggers. Reasons can't change until migrations have created `tournaments_forgetting`."""
    database = schema_editor.connection if schema_editor else connection
    forgets = FORGETTING in database.introspection.table_names()
    for guard in _GUARDS:
        (guard if forgets else replace(guard, words=())).install(apps, schema_editor)


def remove(apps: Any = None, schema_editor: Any = None) -> None:
    """Drop the triggers, for migrations that rebuild a table and for tests that flush the database."""
    for guard in _GUARDS:
        guard.remove(apps, schema_editor)
