"""The two sizes of a test run: the seed of each, and when the thorough run fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import test_thoroughly

ROOT = Path(__file__).resolve().parent.parent
# Runs the tool, and prints the seed that each of its two test runs would get.
TOOL = """
import sys
from tools import test_thoroughly as tool
tool._pytest = lambda database, environment, arguments: print(environment["SEED"]) or 0
sys.exit(tool.main([]))
"""
NOWHERE = "postgres://nobody@127.0.0.1:1/nothing"
SEED = "from tests.thorough import SEED; print(SEED)"


def seeds(code: str, **environment: str) -> list[str]:
    """The seeds that a new process prints."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("SEED", "THOROUGH")}
    told = {**inherited, "DATABASE_URL": NOWHERE, **environment}
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=told, capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.parametrize(("ends", "status"), [((0, 0), 0), ((1, 0), 1), ((0, 2), 1), ((-9, 0), 1), ((0, -15), 1)])
def test_the_thorough_run_fails_if_one_of_its_two_runs_fails_or_is_killed(monkeypatch, ends, status):
    statuses = iter(ends)
    monkeypatch.setenv("DATABASE_URL", NOWHERE)
    monkeypatch.setenv("SEED", "1")
    monkeypatch.setattr(test_thoroughly, "_pytest", lambda *_told: next(statuses))
    assert test_thoroughly.main([]) == status


def test_each_thorough_run_draws_a_new_seed_for_both_databases():
    drawn = [seeds(TOOL) for _run in range(3)]
    assert [each[0] for each in drawn] == [each[1] for each in drawn]
    assert len({each[0] for each in drawn}) > 1, drawn


def test_a_given_seed_repeats_the_run():
    assert seeds(TOOL, SEED="734206") == ["734206"] * 2
    assert seeds(SEED, SEED="734206") == ["734206"]


def test_every_change_is_tested_with_the_same_seed():
    assert seeds(SEED) == ["20"]
