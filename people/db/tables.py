"""A check for the existence of a table, for SQLite and PostgreSQL."""

from typing import Any

_TABLE = {
    "sqlite": "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = %s",
    "postgresql": "SELECT 1 FROM pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename = %s",
}


def has_table(connection: Any, name: str) -> bool:
    """Return whether the database of `connection` has a table of this name."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE[connection.vendor], [name])
        return cursor.fetchone() is not None
