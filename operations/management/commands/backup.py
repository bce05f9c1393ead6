"""`manage.py backup`: write the whole site to one file, even during matches."""

import shutil
import sqlite3
import tempfile
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection, models

from matches.models import Event, Match
from operations import subcommand
from operations.backups import bundle, databases
from people.db.disk import hand_over

MAKING = ".making-"  # a folder in which a backup is being made
KEPT_OF_UPGRADES = 3


class Command(BaseCommand):
    help = (
        "Write the site's database and secret key to one file and verify it, while the site keeps running. Then delete "
        "old backups, except all from the last day, one for each day of the last week and one for each of the last "
        "four weeks."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", help="the folder for the backup (default: BACKUP_DIR)")
        parser.add_argument("--keep-all", action="store_true", help="do not delete old backups")
        parser.add_argument(
            "--unverified", action="store_true", help="do not verify the data, which may be of an older version"
        )

    def handle(
        self, *args: Any, to: str | None = None, keep_all: bool = False, unverified: bool = False, **options: Any
    ) -> None:
        """Make a backup and print its path and size. If that fails, leave no file behind and exit with status 1."""
        folder = Path(to or settings.BACKUP_DIR)
        now = datetime.now(UTC)
        try:
            databases.check_exists()
            _make_folder(folder, like=folder.absolute().parent if to else Path(settings.DATA_DIR))
            for left in folder.glob(f"{MAKING}*"):  # of backups that were killed more than a day ago
                if now.timestamp() - left.stat().st_mtime > 24 * 3600:
                    shutil.rmtree(left, ignore_errors=True)
            path = folder / bundle.name(now)
            with tempfile.TemporaryDirectory(dir=folder, prefix=MAKING) as folder_name:
                copy = Path(folder_name) / "database"
                databases.copy(copy)
                wrong = "" if unverified else _verify(copy)
                verified = None if unverified else not wrong
                bundle.pack(path, _manifest(copy, now, verified), copy, settings.SECRET_KEY)
                hand_over(path, like=folder)
        except (bundle.BackupError, databases.DatabaseToolError) as error:
            raise CommandError(str(error)) from error
        except (Error, sqlite3.Error) as error:
            raise CommandError(f"The database cannot be copied: {error}.") from error
        except OSError as error:
            raise CommandError(f"Cannot write to {folder}: {error.strerror or error}.") from error
        self.stdout.write(f"{path}: {path.stat().st_size / 1024:,.0f} kB")
        if not keep_all:
            self._prune(folder, now, verified=verified)
        if wrong:
            raise CommandError(f"The backup was written, but the stored data has errors:\n{wrong}")

    def _prune(self, folder: Path, now: datetime, *, verified: bool | None) -> None:
        """Delete old backups whose `verified` is the same as that of the new backup.

        So a backup with errors never causes the deletion of a verified one, and backups with errors do not accumulate.
        Of those that were not verified, made before upgrades, the newest three stay.
        """
        alike = [path for path in bundle.backups_in(folder) if _verified(path) is verified]
        backups = {at: path for path in alike if (at := bundle.made_at(path))}
        retained = bundle.retained(backups, now) if verified is not None else sorted(backups)[-KEPT_OF_UPGRADES:]
        for at in sorted(set(backups) - set(retained)):
            backups[at].unlink()
            self.stdout.write(f"Deleted {backups[at].name}")


def _make_folder(folder: Path, like: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        hand_over(folder, like)


def _verified(path: Path) -> bool | None:
    """Whether the backup was verified without errors; None if it cannot be read."""
    try:
        return bundle.manifest_of(path).verified
    except (bundle.BackupError, OSError):
        return None


def _verify(copy: Path) -> str:
    """The errors that verify_ledger prints, or "". The command checks the copy or, for PostgreSQL, the database."""
    database = {"DATABASE_URL": databases.sqlite_url(copy)} if connection.vendor == "sqlite" else {}
    done = subcommand.run("verify_ledger", environment={**database, "SECRET_KEY": settings.SECRET_KEY})
    return (done.stdout or done.stderr).strip() if done.returncode else ""


def _count(model: type[models.Model]) -> int:
    """The number of rows; 0 in a database whose first migrations were interrupted."""
    if model._meta.db_table not in connection.introspection.table_names():
        return 0
    return int(model._default_manager.count())


def _manifest(copy: Path, now: datetime, verified: bool | None) -> bundle.Manifest:
    return bundle.Manifest(
        made=now.isoformat(timespec="seconds"),
        engine=connection.vendor,
        sha256=bundle.digest(copy),
        migrations=dict(sorted(databases.applied_migrations())),
        matches=_count(Match),
        entries=_count(Event),
        verified=verified,
    )
