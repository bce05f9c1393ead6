"""Another `time.sleep` for processes under libfaketime, whose `clock_nanosleep` rejects that of Python."""

import select
import time


def _sleep(seconds: float) -> None:
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    select.select([], [], [], seconds)


time.sleep = _sleep  # type: ignore[assignment]
