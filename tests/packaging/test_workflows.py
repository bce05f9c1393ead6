"""The workflows of the hosting service only call make, with pinned actions and few rights."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github/workflows"
FILES = sorted(FOLDER.glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z.-]+):", MAKEFILE, re.MULTILINE))
READ = {"contents": "read"}
# The permissions of each job.
RIGHTS = {
    "dependencies": {"lock": READ, "propose": {"contents": "write", "pull-requests": "write"}},
    "release": {"build": READ, "publish": {"contents": "write", "id-token": "write", "attestations": "write"}},
    "test": {"test": READ},
}
# The allowed actions. Every third-party action has to be trusted, so there are few.
ACTIONS = {"actions/checkout", "actions/setup-python", "actions/attest-build-provenance"}
ACTIONS |= {"actions/upload-artifact", "actions/download-artifact"}


def steps_of(file):
    return [step for job in yaml.safe_load(file.read_text())["jobs"].values() for step in job["steps"]]


def commands_of(steps):
    return [line for step in steps for line in step.get("run", "").splitlines()]


def test_there_are_these_workflows():
    assert [file.stem for file in FILES] == sorted(RIGHTS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_job_declares_its_rights(file):
    told = yaml.safe_load(file.read_text())
    assert {name: job.get("permissions", told["permissions"]) for name, job in told["jobs"].items()} == RIGHTS[
        file.stem
    ]
    assert told["permissions"] in ({}, READ)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_job_that_may_change_something_runs_no_package(file):
    for name, job in yaml.safe_load(file.read_text())["jobs"].items():
        kept = [step.get("with", {}).get("persist-credentials") for step in job["steps"] if "checkout@" in str(step)]
        if RIGHTS[file.stem][name] == READ:
            assert (kept, "github.token" in str(job)) == ([False], False)
        else:
            assert {line for line in commands_of(job["steps"]) if line.startswith("make")} <= {"make publish"}


def test_publishing_installs_nothing_but_uv_and_not_without_its_hash():
    make = subprocess.run(["make", "--dry-run", "publish"], cwd=ROOT, capture_output=True, text=True, check=True)
    picks, pip = (re.search(rf"^{word}.*", make.stdout, re.MULTILINE)[0] for word in ("awk", r"\S+/pip"))
    assert make.stdout.count("/pip") == 1
    assert "--require-hashes --only-binary=:all: -r var/publish/uv.lock" in pip
    picked = subprocess.run(
        ["sh", "-c", picks.partition(" >")[0]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert re.match(r"uv==[\d.]+ \\\n    --hash=sha256:", picked.stdout)
    assert picked.stdout.count("==") == 1


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_action_is_pinned_by_its_commit_with_the_version_beside_it(file):
    lines = re.findall(r"uses: (.+)", file.read_text())
    assert [line for line in lines if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []
    assert {line.partition("@")[0] for line in lines} <= ACTIONS
    assert len(lines) == sum("uses" in step for step in steps_of(file))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_step_calls_make_and_only_a_proposal_calls_git(file):
    commands = commands_of(steps_of(file))
    assert {line.split()[0] for line in commands} <= (
        {"make", "cp", "git", "gh"} if file.stem == "dependencies" else {"make"}
    )
    called = {word for line in commands if line.startswith("make ") for word in line.split()[1:] if "=" not in word}
    assert called <= TARGETS


def test_the_same_action_has_the_same_commit_everywhere():
    lines = {line for file in FILES for line in re.findall(r"uses: (.+)", file.read_text())}
    assert len(lines) == len({line.partition("@")[0] for line in lines})


def test_every_lock_file_is_in_the_proposal():
    text = (FOLDER / "dependencies.yml").read_text()
    locks = {file.name for file in ROOT.glob("*.lock")}
    assert set(re.findall(r"requirements[\w-]*\.lock", text)) == locks == {*re.findall(r"-o (\S+\.lock)", MAKEFILE)}
