"""Triggers that keep a table append-only, on SQLite and on PostgreSQL."""

from dataclasses import dataclass, field
from typing import Any

from django.db import connection


@dataclass(frozen=True, slots=True)
class Guard:
    """Triggers that let rows of `table` be added but not changed or deleted.

    `may_go`: SQL about OLD that must hold for a deletion ("" if no row may be deleted). `words`: columns of free text,
    which may be changed to erase a person if `may_reword` (SQL) holds. `message`: the database's error. `unique`: the
    columns of each unique key except `id`, because SQLite's INSERT OR REPLACE deletes the old row without running
    delete triggers.
    """

    table: str
    message: str
    may_go: str = ""
    unique: tuple[tuple[str, ...], ...] = field(default=())
    words: tuple[str, ...] = ()
    may_reword: str = ""

    def install(self, apps: Any = None, schema_editor: Any = None) -> None:
        """Create the triggers if they do not exist. The signature is that of a migration's RunPython."""
        _run(self._sqlite(_columns(self.table, schema_editor)), self._postgresql, schema_editor)

    def remove(self, apps: Any = None, schema_editor: Any = None) -> None:
        """Drop the triggers, for migrations that rebuild the table and tests that empty every table."""
        _run(self._sqlite_off, self._postgresql_off, schema_editor)

    def _sqlite(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        unless = f"WHEN NOT {self.may_go}" if self.may_go else ""
        keys = (("id",), *self.unique)
        same = " OR ".join("(" + " AND ".join(f'"{name}" = NEW."{name}"' for name in key) + ")" for key in keys)
        refuse = f"BEGIN SELECT RAISE(ABORT, '{self.message}'); END"
        there = f"EXISTS (SELECT 1 FROM {self.table} WHERE {same})"  # nosec B608: fixed names
        new = "CREATE TRIGGER IF NOT EXISTS"
        rest = ", ".join(f'"{name}"' for name in columns if name not in self.words)
        of = f"OF {rest} " if self.words else ""
        reword = (
            f"{new} {self.table}_no_reword BEFORE UPDATE OF {', '.join(self.words)} ON {self.table} "
            f"WHEN NOT {self.may_reword} {refuse}",
        )
        return (
            f"{new} {self.table}_no_update BEFORE UPDATE {of}ON {self.table} {refuse}",
            *(reword if self.words else ()),
            f"{new} {self.table}_no_delete BEFORE DELETE ON {self.table} {unless} {refuse}",
            f"{new} {self.table}_no_replace BEFORE INSERT ON {self.table} WHEN {there} {refuse}",
        )

    @property
    def _sqlite_off(self) -> tuple[str, ...]:
        kinds = ("update", "reword", "delete", "replace")
        return tuple(f"DROP TRIGGER IF EXISTS {self.table}_no_{kind}" for kind in kinds)

    @property
    def _postgresql(self) -> tuple[str, ...]:
        lets = f"IF TG_OP = 'DELETE' AND {self.may_go} THEN RETURN OLD; END IF;" if self.may_go else ""
        if self.words:
            same = " = ".join(f"to_jsonb({row}) - ARRAY[{', '.join(map(repr, self.words))}]" for row in ("NEW", "OLD"))
            lets += f"IF TG_OP = 'UPDATE' THEN IF {self.may_reword} AND {same} THEN RETURN NEW; END IF; END IF;"
        calls = f"EXECUTE FUNCTION {self.table}_guard()"
        return (
            f"""CREATE OR REPLACE FUNCTION {self.table}_guard() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                {lets}
                RAISE EXCEPTION '{self.message}' USING ERRCODE = 'restrict_violation';
            END $$""",
            *self._postgresql_off[:2],
            f"""CREATE TRIGGER {self.table}_no_change BEFORE UPDATE OR DELETE ON {self.table}
            FOR EACH ROW {calls}""",
            f"""CREATE TRIGGER {self.table}_no_truncate BEFORE TRUNCATE ON {self.table}
            FOR EACH STATEMENT {calls}""",
        )

    @property
    def _postgresql_off(self) -> tuple[str, ...]:
        return (
            f"DROP TRIGGER IF EXISTS {self.table}_no_change ON {self.table}",
            f"DROP TRIGGER IF EXISTS {self.table}_no_truncate ON {self.table}",
            f"DROP FUNCTION IF EXISTS {self.table}_guard()",
        )


def _columns(table: str, schema_editor: Any) -> tuple[str, ...]:
    database = schema_editor.connection if schema_editor else connection
    with database.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} LIMIT 0")  # nosec B608 # a fixed name
        return tuple(column[0] for column in cursor.description)


def _run(sqlite: tuple[str, ...], postgresql: tuple[str, ...], schema_editor: Any) -> None:
    database = schema_editor.connection if schema_editor else connection
    statements = {"sqlite": sqlite, "postgresql": postgresql}[database.vendor]
    with database.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
