"""Data of an older version is backed up and migrated as a whole, on both databases."""

import subprocess
import sys

import pytest

from scorekeeper import __version__
from tests.operations.site import ROOT, Site

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

OLDER = {"tournaments": "0009", "matches": "0009"}  # as version 1.0.0 had them
MISSING = "SELECT name FROM django_migrations WHERE name = '0010_chips' ORDER BY name"
# Fails after the migration's own operations.
FAILING = """
from importlib import import_module
from django.core.management import call_command
from django.db import migrations

def fail(apps, schema_editor):
    schema_editor.connection.cursor().execute("SELECT * FROM nowhere")

last = import_module("tournaments.migrations.0010_chips").Migration
last.operations = [*last.operations, migrations.RunPython(fail)]
call_command("upgrade")
"""


@pytest.fixture
def older(tmp_path):
    """A site with a match, and its database as version 1.0.0 left it."""
    site = Site(tmp_path / "site")
    site.migrate()
    site.done("load_demo")
    for app, last in OLDER.items():
        site.done("migrate", app, last)
    yield site
    site.remove()


def rows(site: Site) -> list[str]:
    """What the database holds, without the counters of its sequences, which a transaction doesn't take back."""
    return [line for line in site.stored().splitlines() if "pg_catalog.setval" not in line]


def test_an_older_site_is_backed_up_and_migrated_and_its_matches_still_hold(older):
    assert older.sql(MISSING) == []
    said = older.done("upgrade").splitlines()
    assert said[0] == f"Scorekeeper {__version__} is new here. The data is backed up first."
    assert said[2:5] == ["The database is being migrated.", "What has changed:", ""]
    assert said[5].startswith(f"## {__version__}")
    assert older.sql(MISSING) == ["0010_chips", "0010_chips"]
    assert "Matches: 1" in older.done("verify_ledger")
    assert (older.folder / "version").read_text() == f"{__version__}\n"
    assert older.done("upgrade") == ""
    assert [path.suffix for path in (older.folder / "backups").iterdir()] == [".gz"]


@pytest.mark.postgres
def test_a_migration_that_fails_on_postgresql_leaves_the_database_as_it_was(older):
    before = rows(older)
    command = [sys.executable, "-c", f"import django; django.setup()\n{FAILING}"]
    failed = subprocess.run(command, env=older.environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert failed.returncode == 1
    assert 'A migration failed, and the data is as it was: relation "nowhere" does not exist' in failed.stderr
    assert rows(older) == before


@pytest.mark.postgres
def test_two_machines_that_upgrade_at_once_migrate_the_database_once(older):
    command = [sys.executable, str(ROOT / "manage.py"), "upgrade"]
    both = [
        subprocess.Popen(
            command, env={**older.environment, "DATA_DIR": str(older.folder / name)}, text=True, stdout=subprocess.PIPE
        )
        for name in ("a", "b")
        if (older.folder / name).mkdir() is None
    ]
    said = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sum("The database is being migrated." in text for text in said) == 1
    assert older.sql(MISSING) == ["0010_chips", "0010_chips"]
