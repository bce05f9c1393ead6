"""The ratings chart as SVG shapes: a dot and a 95 % interval for each player. Knows no colours."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from clubs.ratings.ratings import Rating
from clubs.season.charts import step_of

WIDTH, SIDE, BOTTOM, ROW = 320, 20, 30, 36
NAME_Y, LINE_Y = 14, 25  # in a row
LONGEST = 34  # of a name, in letters of Latin
MOST = 60  # players


class Bar(NamedTuple):
    """One player: the name, and where the dot and the ends of the interval are."""

    name: str
    name_y: float
    y: float
    low: float
    middle: float
    high: float
    provisional: bool


class Intervals(NamedTuple):
    """All of them over one scale: `ticks` are (across, number), `mean` is where 1500 is."""

    bars: Sequence[Bar]
    ticks: Sequence[tuple[float, int]]
    mean: float
    height: int
    width: int = WIDTH

    @property
    def foot(self) -> int:
        return self.height - BOTTOM


def intervals(rows: Sequence[Rating], mean: float) -> Intervals | None:
    """The picture of the first `MOST` of these ratings; None without any."""
    shown = rows[:MOST]
    if not shown:
        return None
    low = min(row.strength.value - row.strength.half for row in shown)
    high = max(row.strength.value + row.strength.half for row in shown)
    step = step_of(high - low, 4)
    first, last = int(low // step * step), int(-(-high // step) * step)

    def across(value: float) -> float:
        return round(SIDE + (value - first) / (last - first) * (WIDTH - 2 * SIDE), 1)

    bars = [_bar(no, row, across) for no, row in enumerate(shown)]
    ticks = [(across(value), value) for value in range(first, last + 1, step)]
    return Intervals(bars, ticks, across(mean), ROW * len(shown) + BOTTOM)


def _bar(no: int, row: Rating, across: Callable[[float], float]) -> Bar:
    value, half = row.strength.value, row.strength.half
    name = row.name if row.place is None else f"{row.place} {row.name}"
    ends = (across(value - half), across(value), across(value + half))
    return Bar(shortened(name), no * ROW + NAME_Y, no * ROW + LINE_Y, *ends, row.provisional)


def shortened(name: str) -> str:
    """As much of a name as fits; wide letters take twice the room."""
    room = LONGEST
    for at, letter in enumerate(name):
        room -= 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if room < 0:
            return name[: max(at - 1, 1)].rstrip() + "…"
    return name
