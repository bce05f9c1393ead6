"""An upgrade backs up and migrates the data of an older version, on both databases."""

import fcntl
import os
import subprocess
import sys
import time

import pytest

from operations.backups import bundle
from scorekeeper import __version__
from tests.forked import Commands
from tests.operations.site import ROOT, STRANGE, Site
from tests.thorough import sized

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

# Back to the last migrations but one; in thorough tests, to those of version 1.0.0.
BACK = sized(
    [("tournaments", "0010_chips"), ("matches", "0010_chips")],
    [("tournaments", "0009_seating_label"), ("matches", "0009_within")],
)
OLDER = f"""
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
call_command("load_demo")
MigrationExecutor(connection).migrate({BACK})
"""
AGAIN = "Again:"
AFTER = f"""
from django.core.management import call_command
call_command("verify_ledger")
print("{AGAIN}")
call_command("upgrade")
"""
FOUND = "SELECT app, name FROM django_migrations WHERE name IN ('0011_goulashes', '0011_planned_start') ORDER BY app"
LAST = ["matches|0011_goulashes", "tournaments|0011_planned_start"]
# Fails after the migration's own operations.
FAILING = """
from importlib import import_module
from django.core.management import call_command
from django.db import migrations

def fail(apps, schema_editor):
    schema_editor.connection.cursor().execute("SELECT * FROM nowhere")

last = import_module("tournaments.migrations.0011_planned_start").Migration
last.operations = [*last.operations, migrations.RunPython(fail)]
call_command("upgrade")
"""
FIVE_BACKUPS = """
import time
from django.core.management import call_command
for _time in range(5):
    call_command("backup", "--unverified")
    time.sleep(1.1)  # their names are seconds
"""


@pytest.fixture(scope="module")
def first_older(tmp_path_factory, django_db_setup, django_db_blocker):
    """A site with a match, and its database as an older version left it. Tests that change it get a copy."""
    with django_db_blocker.unblock():
        site = Site(tmp_path_factory.mktemp("older") / STRANGE)
        site.migrate()
        with Commands(site.environment) as site.commands:
            done = site.commands.run("-c", OLDER)
            assert done.returncode == 0, done.stderr
            yield site
        site.remove()


@pytest.fixture
def older(first_older, tmp_path):
    site = first_older.copied(tmp_path / STRANGE)
    yield site
    site.remove()


def rows(site: Site) -> list[str]:
    """The content of the database, without the values of its sequences, which a rollback doesn't reset."""
    return [line for line in site.stored().splitlines() if "pg_catalog.setval" not in line]


def test_an_older_site_is_backed_up_and_migrated_and_its_matches_are_still_valid(older):
    assert older.sql(FOUND) == []
    said = older.done("upgrade").splitlines()
    assert said[0] == f"Scorekeeper {__version__} is new here. The data is backed up first."
    assert said[2:5] == ["The database is being migrated.", "What has changed:", ""]
    assert said[5].startswith(f"## {__version__}")
    assert older.sql(FOUND) == LAST
    assert (older.folder / "version").read_text() == f"{__version__}\n"
    verified, up_to_date = older.python(AFTER).split(f"{AGAIN}\n")
    assert verified.startswith("Matches: 1, entries: 6. ")
    assert up_to_date == "The data is up to date.\n"
    (backup,) = (older.folder / "backups").iterdir()
    assert (bundle.manifest_of(backup).matches, bundle.manifest_of(backup).verified) == (1, None)
    assert [path.name for path in older.folder.parent.iterdir()] == [STRANGE]


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
    assert older.sql(FOUND) == LAST


def test_an_upgrade_waits_until_no_server_uses_the_data(first_older):
    before = rows(first_older)
    with (first_older.folder / "serving.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)  # like a server process
        refused = first_older.commands.run("upgrade", "--skip-checks")
    assert refused.returncode == 1
    assert refused.stderr.decode().strip() == (
        "CommandError: A server is using this data. Stop every server of the site first, then start this one again."
    )
    assert rows(first_older) == before
    assert not (first_older.folder / "backups").exists()


@pytest.mark.thorough
def test_a_first_start_that_was_killed_is_completed_by_the_next(tmp_path):
    site = Site(tmp_path / "site")
    try:
        site.done("migrate", "people")
        site.done("upgrade")
        assert "Matches: 0" in site.done("verify_ledger")
    finally:
        site.remove()


@pytest.mark.thorough
def test_backups_of_upgrades_do_not_fill_the_disk(older):
    older.python(FIVE_BACKUPS)
    assert len(list((older.folder / "backups").iterdir())) == 3
    older.done("upgrade")
    time.sleep(1.1)
    verified = older.done("backup")
    kept = sorted((older.folder / "backups").iterdir())
    assert len(kept) == 4
    assert verified.startswith(str(kept[-1]))


@pytest.mark.thorough
@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="PostgreSQL migrates in one transaction, without a copy")
def test_a_stopped_upgrade_leaves_the_data_unchanged_and_no_copy(older):
    before = rows(older)
    command = [sys.executable, str(ROOT / "manage.py"), "upgrade"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=older.environment, **pipes) as upgrade:
        for line in upgrade.stdout:
            if line.startswith("The database is being migrated"):
                break
        while not list(older.folder.glob(".upgrading-*")):
            assert upgrade.poll() is None
        upgrade.terminate()
        assert upgrade.stderr.read() == "The upgrade was stopped, and the data is as it was.\n"
    assert upgrade.returncode == 1
    assert list(older.folder.glob(".upgrading-*")) == []
    assert rows(older) == before
    older.done("upgrade")
