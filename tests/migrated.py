"""A SQLite database that is migrated once a run and then copied, because migrating takes seconds."""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def copy_migrated_database(path: Path) -> None:
    """Copy the migrated database to this path, replacing any file there."""
    from django.conf import settings

    # The workers of a run share DATA_DIR; a later run may have other migrations.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    migrated = Path(settings.DATA_DIR) / f"migrated-{run}.sqlite3"
    with migrated.with_suffix(".lock").open("w") as lock, tempfile.TemporaryDirectory() as folder:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not migrated.exists():
            _migrate(folder)
            with closing(sqlite3.connect(Path(folder) / "scorekeeper.sqlite3")) as database:
                database.execute("VACUUM INTO ?", (str(migrated),))
    shutil.copyfile(migrated, path)


def _migrate(folder: str) -> None:
    """Run `manage.py migrate` for a site in this folder."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
    told = {**inherited, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "DATA_DIR": folder, "LAN_HTTP": "1"}
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity=0", "--skip-checks"]
    subprocess.run(command, env=told, check=True)
