"""The wheel of this tree and the files of a release, each built once in a run of these tests."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import dist

ROOT = Path(__file__).resolve().parents[2]


def build_wheel(source: Path, into: Path) -> Path:
    """Build the wheel of a source folder, and return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(into)]
    subprocess.run(command, cwd=source, capture_output=True, check=True)
    return next(into.glob("*.whl"))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    """The wheel of this tree."""
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


def git(folder, *words):
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="session")
def repository(tmp_path_factory):
    """A repository with one commit, which has every file of this folder that git does not ignore."""
    folder = tmp_path_factory.mktemp("repository")
    for name in git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name, follow_symlinks=False)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=Everything", "--date=2026-11-01T12:00:00Z")
    return folder


@pytest.fixture(scope="session")
def dist_folder(repository, tmp_path_factory):
    """What `make dist` builds."""
    folder = tmp_path_factory.mktemp("dist")
    dist.build(folder, root=repository)
    return folder
