"""A separate site for tests that replace its database: a folder, a database, and manage.py in a subprocess."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from django.db import connection

from tests.migrated import copy_migrated_database

ROOT = Path(__file__).resolve().parents[2]
STRANGE = "club #1? 50%+x & “more”"  # a folder name; `#`, `?` and `%` have a meaning in a database URL


class Site:
    """`manage` runs a command of the site. A PostgreSQL database is called `scorekeeper_of_…`; `remove` drops it."""

    def __init__(self, folder: Path, of: Site | None = None) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.name = f"scorekeeper_of_{os.getpid()}_{secrets.token_hex(4)}"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")},
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "DATA_DIR": str(folder),
            "LAN_HTTP": "1",
            "LOG_LEVEL": "ERROR",
        }
        if connection.vendor == "postgresql":
            like = f' TEMPLATE "{of.name}"' if of else ""
            self._ask(f'DROP DATABASE IF EXISTS "{self.name}"', f'CREATE DATABASE "{self.name}"{like}')
            told = connection.settings_dict
            user = f"{quote(told['USER'], '')}:{quote(told['PASSWORD'], '')}"
            self.environment["DATABASE_URL"] = f"postgres://{user}@{told['HOST']}:{told['PORT']}/{self.name}"

    def migrate(self) -> None:
        """Create the tables."""
        if connection.vendor == "postgresql":
            self.done("migrate", "--verbosity=0")
        else:
            copy_migrated_database(self.folder / "scorekeeper.sqlite3")

    def manage(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run `manage.py` with these arguments."""
        told = {**self.environment, **environment}
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        return subprocess.run(command, env=told, capture_output=True, text=True, check=False)

    def python(self, code: str, *words: str) -> str:
        """Run `code` in a process of this site after `django.setup()`, and return what it prints. It must succeed."""
        command = [sys.executable, "-c", f"import django; django.setup()\n{code}", *words]
        told = subprocess.run(command, env=self.environment, cwd=ROOT, capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stderr
        return told.stdout

    def sql(self, question: str) -> list[str]:
        """Run one statement on the site's database; return each row as text, with columns joined by `|`."""
        if url := self.environment.get("DATABASE_URL"):
            words = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", f"--command={question}", url]
            return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
        with closing(sqlite3.connect(self.folder / "scorekeeper.sqlite3")) as database, database:
            return ["|".join(map(str, row)) for row in database.execute(question)]

    def done(self, *words: str) -> str:
        """Run a command, which must succeed; return what it prints."""
        told = self.manage(*words)
        assert told.returncode == 0, told.stderr
        return told.stdout

    def done_in(self, folder: Path, *words: str) -> str:
        """Run a command, which must succeed, with another data folder on the same database; return what it prints."""
        told = self.manage(*words, DATA_DIR=str(folder))
        assert told.returncode == 0, told.stderr
        return told.stdout

    def copied(self, folder: Path) -> Site:
        """Another site with a copy of the data."""
        shutil.copytree(self.folder, folder)
        return Site(folder, self)

    def stored(self) -> str:
        """The whole content of the database, as text."""
        if connection.vendor == "postgresql":
            words = ["pg_dump", "--data-only", "--inserts", self.environment["DATABASE_URL"]]
            told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
            # Each dump has a random key (`\restrict`), which protects psql from injected commands.
            return "\n".join(line for line in told.splitlines() if not line.startswith(("\\restrict", "\\unrestrict")))
        with closing(sqlite3.connect(self.folder / "scorekeeper.sqlite3")) as database:
            return "\n".join(database.iterdump())

    def remove(self) -> None:
        if connection.vendor == "postgresql":
            self._ask(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')

    def _ask(self, *questions: str) -> None:
        with connection.cursor() as cursor:
            for question in questions:
                cursor.execute(question)
