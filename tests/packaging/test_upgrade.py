"""Two versions of the installed program: the newer one backs up and migrates, the older one stops."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import __version__
from tests.packaging.conftest import ROOT, build_wheel
from tests.packaging.installation import Installation
from tools.draw_map import APPS

pytestmark = pytest.mark.thorough

NEXT = "9.0.0"
UP_TO_DATE = "The data is up to date.\n"
NEWS = f"""## {NEXT}

### Added
- A match can have a motto.

"""
MIGRATION = """from django.db import migrations, models


def explode(apps, schema_editor):
    raise RuntimeError("this migration cannot be done")


class Migration(migrations.Migration):
    dependencies = [("matches", "{last}")]
    operations = [
        migrations.AddField("match", "motto", models.CharField(null=True, max_length=99)),
        {failing}
    ]
"""


def next_version(folder: Path, *, fails: bool) -> Path:
    """The wheel of a later version of this tree, which has one more column. `fails`: its migration stops half-way."""
    for name in (*APPS, "templates", "static", "locale", "deploy"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder)
    package = folder / "scorekeeper/__init__.py"
    package.write_text(package.read_text().replace(__version__, NEXT))
    changes = folder / "CHANGELOG.md"
    changes.write_text(re.sub(r"^## ", f"{NEWS}## ", changes.read_text(), count=1, flags=re.MULTILINE))
    migrations = folder / "matches/migrations"
    last = max(path.stem for path in migrations.glob("0*.py"))
    text = MIGRATION.format(last=last, failing="migrations.RunPython(explode)," if fails else "")
    (migrations / "0999_motto.py").write_text(text)
    return build_wheel(folder, folder / "dist")


def columns(installation: Installation) -> set[str]:
    with closing(sqlite3.connect(installation.data / "scorekeeper.sqlite3")) as database:
        return {row[1] for row in database.execute("PRAGMA table_info(matches_match)")}


def stored(installation: Installation) -> list[str]:
    with closing(sqlite3.connect(installation.data / "scorekeeper.sqlite3")) as database:
        return list(database.iterdump())


def backups(installation: Installation) -> list[Path]:
    return sorted((installation.data / "backups").glob("*.tar.gz"))


@pytest.fixture(scope="module")
def site(tmp_path_factory, wheel):
    """A site of this version with a match."""
    installation = Installation(tmp_path_factory.mktemp("site"))
    installation.install(wheel)
    installation.done("scorekeeper", "migrate")
    installation.done("scorekeeper", "manage", "load_demo")
    return installation


@pytest.fixture
def change(site):
    """A function that installs another wheel in the site's environment; the site is reset after the test."""
    kept = site.folder / "kept"
    shutil.copytree(site.data, kept)

    def install(wheel: Path) -> None:
        site.pip("install", "--no-deps", "--no-index", "--force-reinstall", wheel)

    yield install
    shutil.rmtree(site.data)
    kept.rename(site.data)


def test_a_newer_version_backs_up_migrates_and_says_what_changed_and_the_older_one_stops(site, change, wheel, tmp_path):
    change(next_version(tmp_path, fails=False))
    assert "motto" not in columns(site)
    with site.served() as address:
        assert address.startswith("http://127.0.0.1:")
    assert f"Scorekeeper {NEXT} is new here. The data is backed up first." in site.log
    assert "- A match can have a motto." in site.log
    assert "motto" in columns(site)
    assert len(backups(site)) == 1
    assert site.done("scorekeeper", "migrate") == UP_TO_DATE
    assert len(backups(site)) == 1

    change(wheel)
    for command in ("serve", "migrate"):
        refused = site.run("scorekeeper", command)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert refused.stderr.strip() == (
            f"CommandError: Scorekeeper {NEXT} has used this data, and this is {__version__}. Install {NEXT} or a "
            f"newer version, or restore a backup that {__version__} has made."
        )
    assert "motto" in columns(site)
    assert f"Problem: Scorekeeper {NEXT} has used this data" in site.run("scorekeeper", "doctor").stdout
    # Go back by restoring the backup that the upgrade made.
    site.done("scorekeeper", "restore", backups(site)[0])
    assert "motto" not in columns(site)
    assert site.done("scorekeeper", "migrate") == UP_TO_DATE


def test_a_migration_that_fails_leaves_the_data_as_it_was_and_the_older_version_goes_on(site, change, wheel, tmp_path):
    before = stored(site)
    change(next_version(tmp_path, fails=True))
    failed = site.run("scorekeeper", "serve")
    assert failed.returncode == 1
    assert failed.stderr.strip() == (
        "CommandError: A migration failed, and the data is as it was: RuntimeError: this migration cannot be done"
    )
    assert stored(site) == before
    assert len(backups(site)) == 1
    assert not [path.name for path in site.data.iterdir() if path.name.startswith(".")]
    change(wheel)
    assert site.done("scorekeeper", "migrate") == UP_TO_DATE
    assert stored(site) == before


def test_newer_data_is_refused_without_its_version_file_too(site, change, wheel, tmp_path):
    change(next_version(tmp_path, fails=False))
    site.done("scorekeeper", "migrate")
    change(wheel)
    (site.data / "version").unlink()
    refused = site.run("scorekeeper", "serve")
    assert refused.stderr.strip() == (
        f"CommandError: The data is from a newer version of Scorekeeper than {__version__} (matches.0999_motto). "
        f"Install that version, or restore a backup that {__version__} has made."
    )
