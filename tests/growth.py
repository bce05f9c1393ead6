"""Whether work grows with its input, and not with the square of it: for what strangers may send."""

import gc
import time
from collections.abc import Callable


def seconds_of(work: Callable[[], object]) -> float:
    """The processor time of the work in seconds: the shortest of five runs."""
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
    """Eight times the size may take 25 times as long. With the square of the size it would be 64 times.

    What takes less than five milliseconds at the larger size is quick enough to say nothing about growth.
    """
    for _time in range(3):  # a busy machine slows one measurement, the square slows them all
        large = seconds_of(lambda: work(8 * size))
        if large < 0.005 or large < 25 * seconds_of(lambda: work(size)):
            return
    raise AssertionError(f"{large:.3f} s at {8 * size:,}")
