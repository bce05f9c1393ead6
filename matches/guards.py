"""The database's own guard of the log: events are added, never changed, and go only with their match.

A later migration that rebuilds the event table on SQLite drops its triggers: call `install` again.
"""

from __future__ import annotations

from typing import Any

from django.db import connection

MESSAGE = "events are never changed or removed"

# RAISE alone would let INSERT OR REPLACE through: SQLite removes the old row without a trigger.
SQLITE = (
    f"""CREATE TRIGGER IF NOT EXISTS matches_event_no_update BEFORE UPDATE ON matches_event
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END""",
    f"""CREATE TRIGGER IF NOT EXISTS matches_event_no_delete BEFORE DELETE ON matches_event
    WHEN NOT EXISTS (
        SELECT 1 FROM matches_match WHERE id = OLD.match_id AND purging_at IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END""",
    f"""CREATE TRIGGER IF NOT EXISTS matches_event_no_replace BEFORE INSERT ON matches_event
    WHEN EXISTS (
        SELECT 1 FROM matches_event
        WHERE id = NEW.id OR (match_id = NEW.match_id AND (seq = NEW.seq OR "key" = NEW."key")))
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END""",
)
SQLITE_OFF = (
    "DROP TRIGGER IF EXISTS matches_event_no_update",
    "DROP TRIGGER IF EXISTS matches_event_no_delete",
    "DROP TRIGGER IF EXISTS matches_event_no_replace",
)
POSTGRESQL = (
    f"""CREATE OR REPLACE FUNCTION matches_event_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' AND EXISTS (
            SELECT 1 FROM matches_match WHERE id = OLD.match_id AND purging_at IS NOT NULL)
        THEN RETURN OLD; END IF;
        RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation';
    END $$""",
    "DROP TRIGGER IF EXISTS matches_event_no_change ON matches_event",
    "DROP TRIGGER IF EXISTS matches_event_no_truncate ON matches_event",
    """CREATE TRIGGER matches_event_no_change BEFORE UPDATE OR DELETE ON matches_event
    FOR EACH ROW EXECUTE FUNCTION matches_event_guard()""",
    """CREATE TRIGGER matches_event_no_truncate BEFORE TRUNCATE ON matches_event
    FOR EACH STATEMENT EXECUTE FUNCTION matches_event_guard()""",
)
POSTGRESQL_OFF = (
    "DROP TRIGGER IF EXISTS matches_event_no_change ON matches_event",
    "DROP TRIGGER IF EXISTS matches_event_no_truncate ON matches_event",
    "DROP FUNCTION IF EXISTS matches_event_guard()",
)


def install(apps: Any = None, schema_editor: Any = None) -> None:
    """Put the triggers up; also where they stand already. Signature of a migration's RunPython."""
    _run(SQLITE, POSTGRESQL, schema_editor)


def remove(apps: Any = None, schema_editor: Any = None) -> None:
    """Take the triggers down: for undoing the migration, and for tests that empty every table."""
    _run(SQLITE_OFF, POSTGRESQL_OFF, schema_editor)


def _run(sqlite: tuple[str, ...], postgresql: tuple[str, ...], schema_editor: Any) -> None:
    database = schema_editor.connection if schema_editor else connection
    statements = {"sqlite": sqlite, "postgresql": postgresql}[database.vendor]
    with database.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
