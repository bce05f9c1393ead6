"""`make release` and `make publish`: each thing that stops them says so in one sentence."""

import re
import subprocess
import sys

import pytest

from scorekeeper import __version__
from tests.packaging.conftest import ROOT, git
from tools import release
from tools.dist import ReleaseError

TAG = f"v{__version__}"
CHANGELOG = f"# Changelog\n\n## {__version__} – 2026-12-01\n\n### Added\n- Something.\n"
SMALL = ("scorekeeper/__init__.py", "CHANGELOG.md")


@pytest.fixture
def small(tmp_path):
    """A small repository that is ready for a release."""
    folder = tmp_path / "small"
    (folder / "scorekeeper").mkdir(parents=True)
    (folder / SMALL[0]).write_text((ROOT / SMALL[0]).read_text())
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    (folder / ".gitignore").write_text("dist/\n")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    return folder


def commit(folder):
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=Something")


class Runner:
    """Records the commands instead of running them, and lets one fail. `there`: whether GitHub has the release."""

    def __init__(self, failing="", then=None, there=False):
        self.failing, self.then, self.there, self.ran = failing, then, there, []

    def __call__(self, command, _root):
        self.ran.append(" ".join(command))
        if self.then:
            self.then()
        if "release view" in self.ran[-1]:
            return self.there
        return self.failing not in self.ran[-1] if self.failing else True


def refused(folder, runner=None):
    with pytest.raises(ReleaseError) as why:
        release.release(folder, runner or Runner(failing="nothing may run"))
    assert not (folder / "dist").exists()
    return str(why.value)


def test_a_folder_with_changes_is_refused(small):
    (small / "new.py").write_text("")
    assert refused(small) == "Some files are not committed: commit or remove them (git status lists them)."


def test_a_version_without_a_section_is_refused(small):
    (small / "CHANGELOG.md").write_text("# Changelog\n\n## 1.0.0 – 2026-11-22\n\n- Old.\n")
    commit(small)
    assert refused(small) == f"CHANGELOG.md has no section for {__version__}."


def test_a_section_without_a_date_is_refused(small):
    (small / "CHANGELOG.md").write_text(CHANGELOG.replace("– 2026-12-01", "(not released yet)"))
    commit(small)
    assert refused(small) == (
        f"The heading of {__version__} in CHANGELOG.md must be “## {__version__} – 2026-12-31” with its date."
    )


def test_a_version_that_is_not_one_is_refused(small):
    (small / SMALL[0]).write_text('__version__ = "soon"\n')
    commit(small)
    assert refused(small) == "scorekeeper/__init__.py has no version such as 1.2.3."


def test_a_version_that_was_released_is_refused(small):
    git(small, "tag", TAG)
    assert refused(small) == f"The tag {TAG} exists already: give this release a new version."


@pytest.mark.parametrize("number", range(len(release.GATES)))
def test_each_gate_stops_the_release(small, number):
    gates = [" ".join(gate) for gate in release.GATES]
    runner = Runner(failing=gates[number])
    assert refused(small, runner) == f"{gates[number]} failed: nothing was built."
    assert runner.ran == gates[: number + 1]


def test_a_change_during_the_checks_stops_the_release(small):
    runner = Runner(then=lambda: (small / "late.py").write_text(""))
    assert refused(small, runner) == "The files changed while they were checked: start again."


@pytest.mark.thorough
def test_after_all_gates_the_release_is_built_and_the_tag_is_left_to_you(repository, tmp_path):
    folder, runner = tmp_path / "clone", Runner()
    git(tmp_path, "clone", "--quiet", repository, folder)
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    commit(folder)
    told = release.release(folder, runner)
    assert runner.ran == ["make check", "make test-thorough", "make prove SIZE=release"]
    assert (folder / "dist/NOTES.md").read_text() == "### Added\n- Something.\n"
    commands = [line.strip() for line in told.splitlines() if line.startswith("    ")]
    assert [command.split(" --message")[0] for command in commands] == [
        f"git tag --annotate {TAG}",
        f"git push origin {TAG}",
    ]
    check_publishing(folder)


def check_publishing(folder):
    """Check `publish` in the folder of a release that was just built."""
    assert unpublished(folder) == f"The tag {TAG} is not at this commit."
    git(folder, "tag", TAG)
    runner = Runner()
    assert release.publish(folder, runner) == f"Scorekeeper {__version__} is published.\n"
    checked, viewed, created, uploaded = runner.ran
    assert checked.endswith("/uv --version")
    assert viewed == f"gh release view {TAG}"
    assert created.startswith(
        f"gh release create {TAG} --verify-tag --title Scorekeeper {__version__} --notes-file dist/NOTES.md dist/"
    )
    assert created.count(" dist/") == len([*(folder / "dist").iterdir()]) + 1
    assert [word.partition("-")[0] for word in uploaded.split()[1:]] == ["publish", *["dist/mahjong_scorekeeper"] * 2]
    check_publishing_again(folder, uploaded)
    runner = Runner(failing="uv --version")
    assert unpublished(folder, runner) == (
        "uv doesn't run: nothing was published. Run make publish, which installs it."
    )
    assert len(runner.ran) == 1
    assert unpublished(folder, Runner(failing="release create")) == "gh release create failed: run make publish again."
    late = "uv publish failed: the release is on GitHub, but not on the package index. Run make publish again."
    assert unpublished(folder, Runner(failing="uv publish")) == late
    with (folder / "dist/NOTES.md").open("a") as notes:
        notes.write("More.")
    assert unpublished(folder) == "The files in dist/ are not those that SHA256SUMS names: run make dist again."
    (folder / "dist/SHA256SUMS").unlink()
    assert unpublished(folder) == "dist/ is empty: run make dist first."


def check_publishing_again(folder, uploaded):
    """Check `publish` if GitHub already has the release, perhaps as a draft or without some of the files."""
    runner = Runner(there=True)
    assert release.publish(folder, runner) == f"Scorekeeper {__version__} is published.\n"
    _checked, _viewed, added, edited, *rest = runner.ran
    assert added.startswith(f"gh release upload {TAG} --clobber dist/")
    assert added.count(" dist/") == len([*(folder / "dist").iterdir()])
    assert edited.startswith(f"gh release edit {TAG} --verify-tag --draft=false --title Scorekeeper {__version__} ")
    assert rest == [uploaded]
    for step in ("upload", "edit"):
        told = unpublished(folder, Runner(failing=f"release {step}", there=True))
        assert told == f"gh release {step} failed: run make publish again."


def unpublished(folder, runner=None):
    with pytest.raises(ReleaseError) as why:
        release.publish(folder, runner or Runner(failing="nothing may run"))
    return str(why.value)


def test_nothing_in_the_environment_makes_a_gate_smaller(monkeypatch, capfd):
    smaller = {
        "ARGS": "-k nothing",
        "WITHOUT": "full",
        "ONLY": "cuts",
        "SIZE": "quick",
        "MAKEFLAGS": "i",
        "DATABASE_URL": "kept",
    }
    for name, value in smaller.items():
        monkeypatch.setenv(name, value)
    names = ", ".join(map(repr, [*smaller, "REQUIRE_AUDIT"]))
    assert release.passed([sys.executable, "-c", f"import os; print([os.environ.get(name) for name in ({names})])"])
    assert capfd.readouterr().out == "[None, None, None, None, None, 'kept', '1']\n"


def test_a_missing_program_counts_as_failed(tmp_path):
    assert not release.passed([str(tmp_path / "uv"), "--version"])


def test_publishing_needs_no_package_but_uv():
    """`make publish` installs no other package."""
    code = "import sys; sys.modules.update(cyclonedx=None, packageurl=None, django=None); import tools.release"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_every_amount_of_a_test_is_at_its_full_size():
    texts = [file.read_text() for file in (ROOT / "tests").rglob("*.py")]
    amounts = {name for text in texts for name in re.findall(r'\bamount\("([A-Z_]+)"', text)}
    assert amounts
    assert amounts <= release.SMALLER
