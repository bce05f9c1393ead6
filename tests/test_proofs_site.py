"""Where a site of the proofs has its secret key, and its tables."""

import sqlite3
from contextlib import closing

from proofs.fresh import migrated
from proofs.site import Site


def test_a_site_has_a_key_of_its_own_and_never_that_of_who_runs_the_proofs(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "of-who-runs-the-proofs")
    one, other = (Site(tmp_path / name).environment["SECRET_KEY"] for name in ("one", "other"))
    assert "of-who-runs-the-proofs" not in (one, other)
    assert one != other


def test_a_site_that_keeps_its_key_finds_none_in_its_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "of-who-runs-the-proofs")
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", "of-before")
    told = Site(tmp_path / "site", keeps_key=True).environment
    assert {name for name in told if name.startswith("SECRET_KEY")} == set()
    assert told["DATA_DIR"] == str(tmp_path / "site")


def test_a_site_that_is_copied_has_the_tables_triggers_and_migrations_of_one_that_was_migrated(tmp_path):
    first, second = (Site(tmp_path / "suite" / name) for name in ("first", "second"))
    for site in (first, second):
        migrated(site, tmp_path)
    assert (tmp_path / "migrated.sqlite3").exists()
    assert schema(second) == schema(first)
    assert len(schema(first)) > 100


def schema(site):
    """What is declared in a site's database, and which migrations it knows."""
    with closing(sqlite3.connect(site.folder / "scorekeeper.sqlite3")) as database:
        declared = "SELECT type, name, sql FROM sqlite_master"
        known = "SELECT 'migration', app, name FROM django_migrations"
        return sorted(database.execute(f"{declared} UNION ALL {known}"), key=str)
