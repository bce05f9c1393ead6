"""The secret key and the database tables of a site that the proofs create."""

import re
import sqlite3
import subprocess
from contextlib import closing

import pytest

from proofs.fresh import migrated
from proofs.programs import tools
from proofs.site import Site
from tests.operations.site import Site as OfTests


def test_a_site_has_its_own_key_and_never_one_from_the_environment(tmp_path, monkeypatch):
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


# PostgreSQL changes the casts in a constraint after a dump and restore.
CASTS = re.compile(r"::(?:text|character varying)(?:\[\])?|[()]")


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_a_copied_site_has_the_same_database_as_a_migrated_one(tmp_path):
    """On SQLite and, if the tests run on PostgreSQL, there too."""
    pair = [OfTests(tmp_path / name) for name in ("first", "second")]
    try:
        for each in pair:
            migrated(Site(each.folder, each.environment.get("DATABASE_URL", "")), tmp_path)
        assert [path.name for path in tmp_path.glob("migrated.sql*")] != []
        first, second = ((declared(each), sorted(each.stored().splitlines())) for each in pair)
        assert second == first
        assert "CREATE TRIGGER" in first[0] and any("django_migrations" in line for line in first[1])
    finally:
        for each in pair:
            each.remove()


def declared(site):
    """Tables, indexes, constraints and triggers, as text."""
    if url := site.environment.get("DATABASE_URL"):
        words = [tools() / "pg_dump", "--schema-only", "--no-owner", url]
        told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        told = "\n".join(line for line in told.splitlines() if not line.startswith(("\\restrict", "\\unrestrict")))
        return CASTS.sub("", told)
    with closing(sqlite3.connect(site.folder / "scorekeeper.sqlite3")) as database:
        return "\n".join(sorted(str(row) for row in database.execute("SELECT type, name, sql FROM sqlite_master")))
