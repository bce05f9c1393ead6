"""State machine tests: after any steps in any order, a match equals what was entered: actions, plain forms, htmx.

MACHINE_EXAMPLES: number of tables. MACHINE_REPORT: a file for a report of the steps.
"""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from engine.rulesets import rule_book
from tests.engine.random_logs import GAMES
from tests.matches.machine_sent import ByActions, ByPages
from tests.matches.machine_sheets import BOTH, CLAIMED, COUNTED, HONSHU_SHEETS, RAN, SHEETS, Step
from tests.thorough import amount

pytestmark = pytest.mark.django_db
TABLES = amount("MACHINE_EXAMPLES", 2, 100)
STEPS = 14
PAPER = {"korean_japanese": SHEETS, "honshu": HONSHU_SHEETS}
CLAIMS = {"korean_japanese": CLAIMED, "honshu": BOTH}


@pytest.fixture(autouse=True)
def report():
    """Write the report of the steps if MACHINE_REPORT is set."""
    COUNTED.clear()
    RAN.subtract(RAN.copy())
    yield
    if path := os.environ.get("MACHINE_REPORT"):
        with Path(path).open("a") as file:
            file.write(json.dumps({"counted": COUNTED, "ran": RAN}) + "\n")


def run(machine, share=1, **how):
    """Run the machine with this share of the tables, each with up to STEPS steps."""
    told = {"stateful_step_count": STEPS, "suppress_health_check": list(HealthCheck), **how}
    run_state_machine_as_test(machine, settings=settings(max_examples=max(1, TABLES // share), **told))


def table_of(name):
    """A machine of this game that calls the actions."""
    game_ = GAMES[name]

    class Table(ByActions):
        game = game_
        entries = game_.entries.map(lambda entry: Step(*entry))
        claims = CLAIMS.get(name)

    return Table


@pytest.mark.parametrize(
    "name", ["korean_japanese", "honshu", pytest.param("malaysian_fan", marks=pytest.mark.thorough)]
)
def test_a_match_equals_what_was_entered_after_any_steps(name):
    run(table_of(name))


@pytest.mark.parametrize(
    ("name", "scripts"),
    [
        pytest.param("korean_japanese", False, id="korean_japanese-plain"),
        pytest.param("korean_japanese", True, id="korean_japanese-htmx", marks=pytest.mark.thorough),
        pytest.param("honshu", False, id="honshu-plain", marks=pytest.mark.thorough),
        pytest.param("honshu", True, id="honshu-htmx"),
    ],
)
def test_a_match_on_the_pages_equals_what_was_entered_after_any_steps(name, scripts):
    class Table(ByPages):
        game = replace(GAMES[name], rules=rule_book(name, {}))
        entries, claims, htmx = PAPER[name], CLAIMS[name], scripts

    run(Table, share=2)
