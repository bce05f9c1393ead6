"""`make dist` and `make release`: the files of a release, the same each time, and what stops one."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from cyclonedx.exception import MissingOptionalDependencyException
from cyclonedx.validation.json import JsonStrictValidator

from scorekeeper import __version__
from tests.packaging.conftest import git
from tools import dist, sbom
from tools.draw_map import APPS

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = (
    f"# Changelog\n\n## {__version__} – 2026-12-01\n\n### Added\n- Something.\n\n## 1.0.0 – 2026-11-22\n\n- Old.\n"
)


@pytest.fixture
def released(dist_folder):
    """The wheel of the release."""
    return next(dist_folder.glob("*.whl"))


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_release_has_these_files(dist_folder):
    assert sorted(contents(dist_folder)) == [
        "NOTES.md",
        "SHA256SUMS",
        f"mahjong_scorekeeper-{__version__}-py3-none-any.whl",
        f"mahjong_scorekeeper-{__version__}.tar.gz",
        "requirements-postgres.txt",
        "requirements.txt",
        "sbom.cdx.json",
    ]


def test_another_folder_umask_and_time_zone_give_the_same_bytes(repository, dist_folder, tmp_path):
    clone, into = tmp_path / "elsewhere", tmp_path / "into"
    subprocess.run(["git", "clone", "--quiet", repository, clone], check=True, umask=0o077)
    (clone / "templates/untracked.html").write_text("This must not be in the wheel.")
    code = "import sys; from pathlib import Path; from tools.dist import build; build(*map(Path, sys.argv[1:]))"
    environment = {**os.environ, "TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    words = [sys.executable, "-c", code, into, clone]
    subprocess.run(words, cwd=ROOT, env=environment, umask=0o077, check=True)
    assert contents(into) == contents(dist_folder)


def test_the_source_archive_gives_the_same_wheel(repository, dist_folder, released, tmp_path):
    with tarfile.open(next(dist_folder.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path)
    time = git(repository, "log", "-1", "--format=%ct").strip()
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=next(tmp_path.iterdir()),
        env={**os.environ, "SOURCE_DATE_EPOCH": time},
        capture_output=True,
        check=True,
    )
    assert (tmp_path / released.name).read_bytes() == released.read_bytes()


def test_the_wheel_has_every_file_of_the_program_and_nothing_else(repository, released):
    tracked = git(repository, "ls-files").splitlines()

    bundled = ("templates", "static", "locale", "deploy", "CHANGELOG.md")
    expected = {name for name in tracked if name.split("/")[0] in APPS}
    expected |= {f"scorekeeper/bundled/{name}" for name in tracked if name.split("/")[0] in bundled}
    with zipfile.ZipFile(released) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == expected
    assert {Path(name).suffix for name in names} >= {".html", ".js", ".css", ".mo", ".service", ".env", ".py"}


def test_the_checksums_are_right(dist_folder):
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=dist_folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(": OK\n") == len(contents(dist_folder)) - 1


def locked():
    """Each package of the lock files with its version and its hashes, read line by line."""
    packages, current = {}, None
    for name in ("requirements.lock", "requirements-postgres.lock"):
        for line in (ROOT / name).read_text().splitlines():
            if found := re.match(r"([a-z0-9-]+)(?:\[.*\])?==(\S+)", line):
                current = packages.setdefault(found.groups(), set())
            elif found := re.match(r"    --hash=sha256:(\w{64})", line):
                current.add(found[1])
    return packages


def test_the_bill_of_materials_matches_the_lock_files(dist_folder):
    told = json.loads((dist_folder / "sbom.cdx.json").read_text())
    listed = {
        (each["name"], each["version"]): {one["content"] for one in each["hashes"] if one["alg"] == "SHA-256"}
        for each in told["components"]
    }
    assert listed == locked()
    assert all(each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}" for each in told["components"])
    optional = {each["name"] for each in told["components"] if each["scope"] == "optional"}
    assert optional == {"psycopg", "psycopg-binary", "psycopg-pool"}
    site = told["metadata"]["component"]
    assert (site["name"], site["version"], site["purl"]) == (
        "mahjong-scorekeeper",
        __version__,
        f"pkg:pypi/mahjong-scorekeeper@{__version__}",
    )


def test_the_bill_of_materials_lists_the_dependencies_between_packages(dist_folder):
    told = json.loads((dist_folder / "sbom.cdx.json").read_text())
    needs = {each["ref"].removeprefix("pkg:pypi/"): each.get("dependsOn", []) for each in told["dependencies"]}
    names = {name.partition("@")[0]: [each[9:].partition("@")[0] for each in refs] for name, refs in needs.items()}
    assert names["psycopg"] == ["psycopg-binary", "psycopg-pool", "typing-extensions", "tzdata"]
    assert names["whitenoise"] == ["brotli"]
    assert {"django", "psycopg", "waitress"} < set(names["mahjong-scorekeeper"])
    assert len(names) == len(told["components"]) + 1


def test_the_bill_of_materials_fits_the_schema(dist_folder):
    text = (dist_folder / "sbom.cdx.json").read_text()
    try:
        assert JsonStrictValidator(sbom.SCHEMA).validate_str(text) is None
    except MissingOptionalDependencyException:  # the extra isn't in the lock file: check the essential fields only
        told = json.loads(text)
        assert (told["bomFormat"], told["specVersion"], told["version"]) == ("CycloneDX", "1.6", 1)
        assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", told["serialNumber"])
        refs = [each["bom-ref"] for each in [told["metadata"]["component"], *told["components"]]]
        assert sorted(refs) == sorted(set(refs)) == sorted(each["ref"] for each in told["dependencies"])


@pytest.mark.parametrize("name", dist.LOCKS)
def test_pip_installs_the_wheel_by_its_hash(dist_folder, released, name, tmp_path):
    text, lock = (dist_folder / name).read_text(), (ROOT / dist.LOCKS[name]).read_text()
    assert text.endswith(lock)
    shutil.copy(released, tmp_path)
    head = text.removesuffix(lock)
    for digest, status in ((dist.digest_of(released), 0), ("0" * 64, 1)):
        (tmp_path / name).write_text(head.replace(dist.digest_of(released), digest))
        options = ["--no-deps", "--no-index", "--require-hashes", "--dry-run", "--ignore-installed", "--isolated"]
        words = [sys.executable, "-m", "pip", "install", *options, "-r", name]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr


def test_the_notes_are_the_section_of_this_version(dist_folder):
    _heading, text = dist.section_of((ROOT / "CHANGELOG.md").read_text(), __version__)
    assert (dist_folder / "NOTES.md").read_text() == f"{text}\n"
    assert dist.section_of(CHANGELOG, __version__) == (f"{__version__} – 2026-12-01", "### Added\n- Something.")
    assert dist.section_of(CHANGELOG, "1.0.0") == ("1.0.0 – 2026-11-22", "- Old.")


def test_a_folder_with_files_is_not_built_into(repository, tmp_path):
    (tmp_path / "mine").write_text("")
    with pytest.raises(dist.ReleaseError, match="is not empty: delete it first"):
        dist.build(tmp_path, root=repository)
