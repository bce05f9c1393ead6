"""`make release`: check that everything is ready, run every test and proof, and build the files of a release.

Nothing can be skipped here. `make dist` builds the same files without the checks, and `make publish` publishes them.
"""

import os
import re
import shutil
import subprocess  # nosec B404 # runs make, gh and uv
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools import dist
from tools.dist import ROOT, ReleaseError, git

# The commands that must succeed, quickest first.
GATES: tuple[tuple[str, ...], ...] = (("make", "check"), ("make", "test-thorough"), ("make", "prove", "SIZE=release"))
# Environment variables that would weaken a gate, or let make continue after a failure.
SMALLER = {"ARGS", "ONLY", "WITHOUT", "SIZE", "PYTEST_ADDOPTS", "HYPOTHESIS_EXAMPLES", "MACHINE_EXAMPLES"}
SMALLER |= {
    "DESCRIPTION_EXAMPLES",
    "FUZZ_LINES",
    "FUZZ_REQUESTS",
    "RANDOM_HANDS",
    "RIICHI_HANDS",
    "RIICHI_MATCHES",
    "SWISS_EVENTS",
}
SMALLER |= {"MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS", "MAKEOVERRIDES", "MAKELEVEL"}
DATED = re.compile(r"\d+\.\d+\.\d+ – \d{4}-\d{2}-\d{2}")


def ready(root: Path = ROOT) -> tuple[str, str]:
    """The version and the commit that can be released. Raises `ReleaseError` if something isn't ready."""
    if git("status", "--porcelain", folder=root):
        raise ReleaseError("Some files are not committed: commit or remove them (git status lists them).")
    version = dist.version_of(root)
    heading, _text = dist.section_of((root / "CHANGELOG.md").read_text(), version)
    if not DATED.fullmatch(heading):
        raise ReleaseError(
            f"The heading of {version} in CHANGELOG.md must be “## {version} – 2026-12-31” with its date."
        )
    if git("tag", "--list", f"v{version}", folder=root):
        raise ReleaseError(f"The tag v{version} exists already: give this release a new version.")
    return version, git("rev-parse", "HEAD", folder=root)


def passed(command: Sequence[str], root: Path = ROOT) -> bool:
    """Run a command at full size and return whether it succeeded. A program that isn't there has failed."""
    environment = {name: value for name, value in os.environ.items() if name not in SMALLER}
    environment["REQUIRE_AUDIT"] = "1"  # the list of known flaws must have been read
    try:
        return subprocess.run(command, cwd=root, env=environment).returncode == 0  # nosec B603 # our own words
    except FileNotFoundError:
        return False


def release(root: Path = ROOT, run: Callable[[Sequence[str], Path], bool] = passed) -> str:
    """Pass every gate, build dist/, and return what is left to do. `run` runs a command in a folder."""
    version, commit = ready(root)
    for gate in GATES:
        if not run(gate, root):
            raise ReleaseError(f"{' '.join(gate)} failed: nothing was built.")
    if git("rev-parse", "HEAD", folder=root) != commit or git("status", "--porcelain", folder=root):
        raise ReleaseError("The files changed while they were checked: start again.")
    shutil.rmtree(root / "dist", ignore_errors=True)
    dist.build(root / "dist", root, commit)
    return (
        f"Scorekeeper {version} is in dist/. To publish it:\n\n"
        f"    git tag --annotate v{version} --message 'Scorekeeper {version}' {commit}\n"
        f"    git push origin v{version}\n"
    )


def to_publish(root: Path = ROOT) -> tuple[str, list[str]]:
    """The tag and the files to publish. Raises `ReleaseError` unless dist/ was built from the commit of the tag."""
    version, folder = dist.version_of(root), root / "dist"
    if f"v{version}" not in git("tag", "--points-at", "HEAD", folder=root).split():
        raise ReleaseError(f"The tag v{version} is not at this commit.")
    sums = folder / "SHA256SUMS"
    if not sums.exists():
        raise ReleaseError("dist/ is empty: run make dist first.")
    named = dict(line.split("  ")[::-1] for line in sums.read_text().splitlines())
    here = {file.name: dist.digest_of(file) for file in folder.iterdir() if file != sums}
    if here != named or f"mahjong_scorekeeper-{version}.tar.gz" not in here:
        raise ReleaseError("The files in dist/ are not those that SHA256SUMS names: run make dist again.")
    return f"v{version}", [*(f"dist/{name}" for name in sorted(here)), "dist/SHA256SUMS"]


def publish(root: Path = ROOT, run: Callable[[Sequence[str], Path], bool] = passed) -> str:
    """Publish the files of dist/ on GitHub and on the package index, and say so.

    After a failure, running it again continues: a release that exists gets the same files, and the package index
    accepts files that it has if they are identical.
    """
    tag, files = to_publish(root)
    uv = os.path.join(os.path.dirname(sys.executable), "uv")
    if not run([uv, "--version"], root):
        raise ReleaseError("uv doesn't run: nothing was published. Run make publish, which installs it.")
    notes = ["--title", f"Scorekeeper {tag[1:]}", "--notes-file", "dist/NOTES.md"]
    if run(["gh", "release", "view", tag], root):
        steps = [["upload", tag, "--clobber", *files], ["edit", tag, "--verify-tag", "--draft=false", *notes]]
    else:
        steps = [["create", tag, "--verify-tag", *notes, *files]]
    for step in steps:
        if not run(["gh", "release", *step], root):
            raise ReleaseError(f"gh release {step[0]} failed: run make publish again.")
    packages = [file for file in files if file.endswith((".whl", ".tar.gz"))]
    if not run([uv, "publish", *packages], root):
        raise ReleaseError(
            "uv publish failed: the release is on GitHub, but not on the package index. Run make publish again."
        )
    return f"Scorekeeper {tag[1:]} is published.\n"


if __name__ == "__main__":
    try:
        sys.stdout.write({"release": release, "publish": publish}[sys.argv[1]]())
    except ReleaseError as error:
        sys.exit(f"make {sys.argv[1]}: {error}")
