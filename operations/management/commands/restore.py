"""`manage.py restore FILE`: restore the site from a backup."""

import tempfile
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from operations import server_lock, subcommand, versions
from operations.backups import bundle, databases
from people.db.disk import hand_over

KEY_FILE = "secret_key"


class Command(BaseCommand):
    help = (
        "Replace the site's database and secret key with those from a backup. Stop the server first. The old database "
        "is kept in DATA_DIR; the restored one is migrated to this version and verified."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a file that the command backup has written")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        """Restore the site from `file`.

        If that fails, nothing is changed, and the exit status is 1. If the restored data cannot be migrated or
        verified, the old database is kept under the name that was printed.
        """
        now = datetime.now(UTC)
        Path(settings.DATA_DIR).mkdir(parents=True, exist_ok=True)
        try:
            with server_lock.exclusive():
                self._replace(Path(file), now)
                versions.record_version()
                # While the lock is held: a server must not start with a database of another version.
                for command in (["migrate", "--noinput", "--verbosity=0", "--skip-checks"], ["verify_ledger"]):
                    self._run_command(command)
            self.stdout.write("Done. You can start the site again.")
        except server_lock.ServerRunning:
            raise CommandError(
                "A server for this site is running, here or on another machine. Stop it first. Phones keep unsent "
                "entries until it is back."
            ) from None
        except (bundle.BackupError, databases.DatabaseToolError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or file}: {error.strerror or error}.") from error

    def _replace(self, path: Path, now: datetime) -> None:
        # In the database's folder: a rename is atomic only on one disk.
        name = Path(str(settings.DATABASES["default"]["NAME"]))
        beside = name.parent if connection.vendor == "sqlite" else Path(settings.DATA_DIR)
        beside.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=beside, prefix=".restoring-") as folder:
            manifest, database, key = bundle.unpack(path, Path(folder))
            _check_compatible(manifest)
            old = databases.place(database, now)
        counts = f"Matches: {manifest.matches}, entries: {manifest.entries}."
        self.stdout.write(f"Restored the backup of {manifest.made}. {counts}")
        if old:
            self.stdout.write(f"The old database is kept as {old}")
        self._restore_key(key, now)

    def _restore_key(self, key: str, now: datetime) -> None:
        """Write the key to its file, or print a warning if the environment sets a different one."""
        if key == settings.SECRET_KEY:
            return
        file = Path(settings.DATA_DIR) / KEY_FILE
        if file.exists() and file.read_text().strip() == settings.SECRET_KEY:
            file.rename(file.with_name(f"{KEY_FILE}.before-{now:%Y%m%dT%H%M%SZ}"))
            file.touch(0o600, exist_ok=False)
            file.write_text(key)
            hand_over(file, like=file.parent)
            self.stdout.write("The secret key was restored too, so links and QR codes work again.")
        else:
            self.stdout.write(
                "SECRET_KEY in the environment differs from the key in the backup, so existing links and QR codes "
                f"will not work. To print the key in the backup: tar -xzOf FILE {bundle.KEY}"
            )

    def _run_command(self, command: list[str]) -> None:
        self.stdout.flush()
        if subcommand.run(*command, capture_output=False).returncode:
            raise CommandError(f"{settings.MANAGE} {command[0]} found errors in the restored data (see above).")


def _check_compatible(manifest: bundle.Manifest) -> None:
    if manifest.engine != connection.vendor:
        raise bundle.BackupError(f"The backup is from {manifest.engine}, but DATABASE_URL uses {connection.vendor}.")
    if newer := databases.unknown_migrations(manifest.migrations.items()):
        raise bundle.BackupError(
            f"The backup is from a newer version of Scorekeeper ({', '.join(newer)}). Install that version first."
        )
