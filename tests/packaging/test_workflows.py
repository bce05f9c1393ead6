"""The workflows of the hosting service only call make, with pinned actions and few rights."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github/workflows"
FILES = sorted(FOLDER.glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z.-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
# What each workflow may change.
RIGHTS = {
    "dependencies": {"contents": "write", "pull-requests": "write"},
    "release": {"contents": "write", "id-token": "write", "attestations": "write"},
    "test": {"contents": "read"},
}
# Each runs on a machine that is thrown away, so fewer actions are fewer people to trust.
ACTIONS = {"actions/checkout", "actions/setup-python", "actions/attest-build-provenance"}


def steps_of(file):
    return [step for job in yaml.safe_load(file.read_text())["jobs"].values() for step in job["steps"]]


def test_these_are_the_workflows():
    assert [file.stem for file in FILES] == sorted(RIGHTS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_workflow_declares_its_rights(file):
    told = yaml.safe_load(file.read_text())
    of_jobs = [job["permissions"] for job in told["jobs"].values() if "permissions" in job]
    assert (of_jobs or [told["permissions"]]) == [RIGHTS[file.stem]]
    assert not of_jobs or told["permissions"] == {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_action_is_pinned_by_its_commit_with_the_version_beside_it(file):
    lines = re.findall(r"uses: (.+)", file.read_text())
    assert [line for line in lines if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []
    assert {line.partition("@")[0] for line in lines} <= ACTIONS
    assert len(lines) == sum("uses" in step for step in steps_of(file))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_step_calls_make_and_only_a_proposal_calls_git(file):
    commands = [line for step in steps_of(file) for line in step.get("run", "").splitlines()]
    assert {line.split()[0] for line in commands} <= (
        {"make", "git", "gh"} if file.stem == "dependencies" else {"make"}
    )
    called = {word for line in commands if line.startswith("make ") for word in line.split()[1:] if "=" not in word}
    assert called <= TARGETS


def test_the_same_action_has_the_same_commit_everywhere():
    lines = {line for file in FILES for line in re.findall(r"uses: (.+)", file.read_text())}
    assert len(lines) == len({line.partition("@")[0] for line in lines})


def test_every_lock_file_is_in_the_proposal():
    text = (FOLDER / "dependencies.yml").read_text()
    assert set(re.findall(r"requirements\S*\.lock", text)) == {file.name for file in ROOT.glob("requirements*.lock")}
