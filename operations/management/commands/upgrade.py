"""`manage.py upgrade`: bring the data to this version of the program, after a backup."""

import sqlite3
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from operations import checks, upgrade
from operations.backups.bundle import BackupError
from operations.backups.databases import DatabaseToolError


class Command(BaseCommand):
    help = (
        "Bring the data to this version: back it up, run the migrations, and say what has changed. If a migration "
        "fails, the data is as it was. Does nothing if this version has served the data already."
    )

    said = False

    def handle(self, *args: Any, verbosity: int = 1, **options: Any) -> None:
        """Print what is done or, unless `verbosity` is 0, that there is nothing to do.

        Exit with status 1 and a sentence if the data is newer than the program, or cannot be migrated.
        """
        try:
            checks.refuse_unsafe_database()
            upgrade.upgrade(self._say)
        except (ImproperlyConfigured, BackupError, DatabaseToolError, upgrade.UpgradeError) as error:
            raise CommandError(str(error)) from error
        except (OSError, Error, sqlite3.Error) as error:
            raise CommandError(f"The data in {settings.DATA_DIR} cannot be used: {error}.") from error
        if verbosity and not self.said:
            self._say("The data is up to date.")

    def _say(self, line: str) -> None:
        self.said = True
        self.stdout.write(line)
        self.stdout.flush()
