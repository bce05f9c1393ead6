"""The effects of other versions of the program on a site's database: backups with another schema, a restore that
ignores the version, a migration that can be killed. Runs inside the site: `python -m proofs.older WHAT [FILE]`."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import django

LATER = ("matches", "9999_of_the_next_version")
SCHEMAS = {
    "sqlite": "SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2",
    "postgresql": """
        SELECT 'column', table_name || '.' || column_name, data_type || is_nullable FROM information_schema.columns
          WHERE table_schema = 'public'
        UNION ALL SELECT 'trigger', tgname::text, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT 'constraint', conname::text, conrelid::regclass::text FROM pg_constraint
          WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT 'index', indexname::text, tablename::text FROM pg_indexes WHERE schemaname = 'public'
        ORDER BY 1, 2, 3""",
}


def pack(path: Path, *further: tuple[str, str]) -> None:
    """Make a backup of a database, whatever its schema. The manifest lists the applied migrations and `further`."""
    from django.conf import settings
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    from operations.backups import bundle, databases

    with tempfile.TemporaryDirectory(dir=path.parent) as there:
        databases.copy(copy := Path(there) / "database")
        applied = dict(sorted([*MigrationRecorder(connection).applied_migrations(), *further]))
        now = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = bundle.Manifest(now, connection.vendor, bundle.digest(copy), applied, matches=0, entries=0)
        bundle.pack(path, manifest, copy, settings.SECRET_KEY)


def put_back(path: Path) -> None:
    """Restore only the database of a backup: as after an upgrade of the program, before its migrations."""
    from django.conf import settings

    from operations.backups import bundle, databases

    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as there:
        databases.place(bundle.unpack(path, Path(there))[1], datetime.now(UTC))


def restore_blindly(path: Path) -> None:
    """Run `manage.py restore` without the check of the backup's version, for the control."""
    from django.core.management import call_command

    from operations.management.commands import restore

    restore._check_compatible = lambda manifest: None
    call_command("restore", str(path))


def migrate() -> None:
    """Migrate, printing a line before and after each migration, so that it can be killed anywhere."""
    from django.core.management import call_command
    from django.core.management.commands.migrate import Command

    Command.migration_progress_callback = lambda self, *what: os.write(1, b"step\n")  # type: ignore[assignment]
    call_command("migrate", verbosity=0, interactive=False)


def back(path: Path, *states: Path) -> None:
    """Migrate back to an earlier schema ("matches/0008" …), with all matches, and make a backup of it."""
    from django.core.management import call_command

    for each in states:
        call_command("migrate", *each.parts, verbosity=0)
    pack(path)


def schema() -> None:
    """Print all tables, columns, indexes, constraints and triggers as JSON."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(SCHEMAS[connection.vendor])
        sys.stdout.write(json.dumps(sorted(map(list, cursor.fetchall()))))


def applied() -> None:
    """Print the number of migrations applied to the database."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    sys.stdout.write(str(len(MigrationRecorder(connection).applied_migrations())))


def main(what: str, *files: str) -> None:
    """Run one of the functions above."""
    paths = [Path(each) for each in files]
    steps: dict[str, Callable[..., None]] = {
        "pack-later": lambda path: pack(path, LATER),
        "back": back,
        "put-back": put_back,
        "restore-blindly": restore_blindly,
        "migrate": migrate,
        "schema": schema,
        "applied": applied,
    }
    steps[what](*paths)


if __name__ == "__main__":
    django.setup()
    main(*sys.argv[1:])
