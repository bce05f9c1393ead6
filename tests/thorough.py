"""Two sizes of a test run: `make test` for every change, `make test-thorough` before a release.

A test that takes too long for every change either does less work in `make test` (`sized`) or has the marker `thorough`
and runs only in the thorough run. docs/testing.md says what each level is meant to catch.
"""

import os
import random
from typing import TypeVar

T = TypeVar("T")

THOROUGH = os.environ.get("THOROUGH") == "1"


def run_seed(thorough: bool = THOROUGH) -> int:
    """The seed of every random test that draws its own numbers.

    `make test` uses a fixed seed, so that tests only fail because of a change. The thorough run draws a new seed and
    passes it to xdist's workers in the environment. `SEED=…` repeats a run.
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
