"""`make dist`: build the files of a release from the last commit into dist/.

Files that are not committed can't slip in: everything is built from an export of the commit. The same commit gives the
same bytes on every machine: the time of the files is the time of the commit.
"""

import hashlib
import os
import re
import shutil
import subprocess  # nosec B404 # runs git and hatchling
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {"requirements.txt": "requirements.lock", "requirements-postgres.txt": "requirements-postgres.lock"}
INSTALLING = """\
# Scorekeeper {version} and everything that it needs. pip refuses a file whose hash differs. Put this file and the wheel
# into one folder, and install both:
#
#     pip install --require-hashes -r {name}
--find-links .
{package}=={version} \\
    --hash=sha256:{digest}
"""


class ReleaseError(Exception):
    """Something that stops a release; the message is one sentence."""


def git(*words: str, folder: Path = ROOT) -> str:
    """What git prints, without spaces around it. Raises `ReleaseError` if git fails."""
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True)  # nosec B603 B607 # our own words
    if done.returncode:
        raise ReleaseError(f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def version_of(folder: Path) -> str:
    """The version of the program in this folder. scorekeeper/__init__.py is the only place that has it."""
    found = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', (folder / "scorekeeper/__init__.py").read_text(), re.M)
    if not found:
        raise ReleaseError("scorekeeper/__init__.py has no version such as 1.2.3.")
    return found[1]


def section_of(changelog: str, version: str) -> tuple[str, str]:
    """The heading of this version in the changelog and the text below it. Raises `ReleaseError` if it has none."""
    found = re.search(rf"^## ({re.escape(version)}\b[^\n]*)\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if not found or not found[2].strip():
        raise ReleaseError(f"CHANGELOG.md has no section for {version}.")
    return found[1], found[2].strip()


def build(into: Path, root: Path = ROOT, commit: str = "HEAD") -> list[Path]:
    """Build the files of this commit of the repository `root` into an empty folder, and return them."""
    from tools.sbom import NAME, sbom  # imported here because `make publish` doesn't install its packages

    time = git("log", "-1", "--format=%ct", commit, folder=root)
    into.mkdir(parents=True, exist_ok=True)
    if any(into.iterdir()):
        raise ReleaseError(f"{into} is not empty: delete it first.")
    with tempfile.TemporaryDirectory(prefix="scorekeeper-dist-") as folder:
        source = Path(folder)
        _export(commit, source, root)
        version = version_of(source)
        wheel = _packages(source, into, time)
        (into / "NOTES.md").write_text(section_of((source / "CHANGELOG.md").read_text(), version)[1] + "\n")
        locks = {lock: (source / lock).read_text() for lock in LOCKS.values()}
    (into / "sbom.cdx.json").write_text(sbom(version, int(time), *locks.values()))
    for name, lock in LOCKS.items():
        head = INSTALLING.format(name=name, version=version, package=NAME, digest=digest_of(wheel))
        (into / name).write_text(head + locks[lock])
    files = sorted(into.iterdir())
    (into / "SHA256SUMS").write_text("".join(f"{digest_of(file)}  {file.name}\n" for file in files))
    return sorted(into.iterdir())


def _export(commit: str, folder: Path, root: Path) -> None:
    archive = folder.with_suffix(".tar")
    git("archive", "--format=tar", f"--output={archive}", commit, folder=root)
    try:
        subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)  # nosec B603 B607 # our own words
    finally:
        archive.unlink(missing_ok=True)


def _packages(source: Path, into: Path, time: str) -> Path:
    """Build the source archive and the wheel, and return the wheel."""
    done = subprocess.run(  # nosec B603 # our own words
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(into.resolve())],
        cwd=source,
        env={**os.environ, "SOURCE_DATE_EPOCH": time},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ReleaseError(f"hatchling failed: {done.stderr.strip()}")
    return next(into.glob("*.whl"))


def digest_of(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def main() -> None:
    """Build into dist/, replacing its contents."""
    into = ROOT / "dist"
    shutil.rmtree(into, ignore_errors=True)
    for file in build(into):
        sys.stdout.write(f"{digest_of(file)}  dist/{file.name}\n")


if __name__ == "__main__":
    try:
        main()
    except ReleaseError as error:
        sys.exit(f"make dist: {error}")
