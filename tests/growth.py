"""Checks that work on untrusted input takes linear, not quadratic time."""

import gc
import time
from collections.abc import Callable


def seconds_of(work: Callable[[], object]) -> float:
    """CPU time of the work in seconds: the shortest of five runs."""
    taken = []
    gc.disable()
    try:
        for _time in range(5):
            before = time.process_time()
            work()
            taken.append(time.process_time() - before)
    finally:
        gc.enable()
    return min(taken)


def assert_in_proportion(work: Callable[[int], object], size: int) -> None:
    """Fail if eight times the size takes more than 25 times as long. Quadratic work would take 64 times as long.

    Work that takes less than five milliseconds at the larger size is too fast to judge, and passes.
    """
    for _time in range(3):  # a busy machine slows one measurement, quadratic work slows all of them
        large = seconds_of(lambda: work(8 * size))
        if large < 0.005 or large < 25 * seconds_of(lambda: work(size)):
            return
    raise AssertionError(f"{large:.3f} s at {8 * size:,}")
