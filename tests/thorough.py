"""Two sizes of a test run: `make test` for every change, `make test-thorough` before a release.

A test that is too long for every change either does less work there (`sized`) or carries the marker `thorough`,
which leaves it to the thorough run. docs/testing.md says what each level is there to catch.
"""

import os
import random
from typing import TypeVar

T = TypeVar("T")

THOROUGH = os.environ.get("THOROUGH") == "1"


def run_seed(thorough: bool = THOROUGH) -> int:
    """The seed of every random test that draws its own numbers.

    A change is tested with one fixed seed, so that its tests fail because of the change. The thorough run draws a new
    one and leaves it in the environment for xdist's workers. `SEED=…` repeats a run.
    """
    if not os.environ.get("SEED"):
        if not thorough:
            return 20
        os.environ["SEED"] = str(random.SystemRandom().randrange(10**6))
    return int(os.environ["SEED"])


SEED = run_seed()


def sized(every_change: T, thorough: T) -> T:
    """How much of something this run does."""
    return thorough if THOROUGH else every_change


def amount(variable: str, every_change: int, thorough: int) -> int:
    """How many of something this run does; the environment variable overrides both sizes."""
    return int(os.environ.get(variable) or sized(every_change, thorough))
