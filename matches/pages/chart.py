"""The running balance as SVG shapes. Knows no colours."""

from itertools import count, pairwise
from typing import Any, NamedTuple

from engine.rulesets.rule_book import RuleBook
from engine.seats import Points
from matches import wording
from matches.log.state import MatchState

LEFT, TOP = 38, 12  # room for labels such as +100; longer ones need more
LETTER, SHORT = 7, 4
MARK = {1: "circle", 2: "square", 3: "triangle"}


class Frame(NamedTuple):
    """The scale of the chart: pixels for hands and points."""

    width: int
    height: int
    hands: int
    step: int
    low: int
    high: int
    left: int = LEFT

    def x(self, hand: float) -> float:
        return round(self.left + hand * (self.width - self.left - 74) / max(self.hands, 1), 1)

    def y(self, points: int) -> float:
        span = (self.high - self.low) or 1
        return round(TOP + (self.high - points) * (self.height - TOP - 26) / span, 1)


def frame_of(book: RuleBook, values: list[int], hands: int, width: int, height: int) -> Frame:
    """Return a frame with round numbers at its grid lines, zero included.

    In games that start with points, the area below zero is shown only if a balance is there.
    """
    reach = max(max(values, default=0), -min(values, default=0), 1)
    sizes = (10**power * first for power in count() for first in (2, 5, 10))
    step = next(size for size in sizes if size * 3 >= reach)
    low = -step * -(-max(-min(values, default=0), int(book.signed_balances)) // step)
    high = step * -(-max(max(values, default=0), 1) // step)
    longest = max(len(wording.balance(book, value)) for value in (low, high))
    return Frame(width, height, hands, step, low, high, LEFT + LETTER * max(longest - SHORT, 0))


def balance_chart(reading: MatchState, width: int = 304, height: int = 222) -> dict[str, Any]:
    """Return the chart for `_chart.html`: one line per player, grid, marks and labels."""
    rows = reading.log.rows
    played = [row.before.round_wind for row in rows if row.ends_hand]
    winds = [*played, *(table.round_wind for table in reading.book.ahead(reading.log.state))]
    points = _points(reading)
    values = [value for _hand, three in points for value in three]
    frame = frame_of(reading.book, values, len(winds), width, height)
    every = 1 if frame.hands <= 9 else 3
    return {
        "width": width,
        "height": height,
        "grid": _grid(reading.book, frame),
        "rounds": [frame.x(no) for no, (old, new) in enumerate(pairwise(winds), start=1) if old is not new],
        "top": TOP,
        "bottom": frame.y(frame.low),
        "ticks": [{"x": frame.x(no), "no": no} for no in range(every, frame.hands + 1, every)],
        "tick_y": frame.y(frame.low) + 20,
        "lines": _lines(reading, frame, points) if rows else [],
    }


def _points(reading: MatchState) -> list[tuple[float, Points]]:
    points: list[tuple[float, Points]] = [(0.0, reading.book.start().balances)]
    ended = 0
    for row in reading.log.rows:
        ended += row.ends_hand
        points.append((ended if row.ends_hand else ended + 0.5, row.balances))
    return points


def _grid(book: RuleBook, frame: Frame) -> list[dict[str, Any]]:
    return [
        {
            "y": frame.y(v),
            "text_y": frame.y(v) + 4.5,
            "label": wording.balance(book, v),
            "zero": v == 0,
            "from": frame.left,
            "label_x": frame.left - 8,
            "to": frame.x(frame.hands),
        }
        for v in range(frame.low, frame.high + 1, frame.step)
    ]


def _lines(reading: MatchState, frame: Frame, points: Any) -> list[dict[str, Any]]:
    ends = _apart([frame.y(list(points[-1][1])[i]) + 4.5 for i in range(3)])
    last = frame.x(points[-1][0])
    return [
        {
            "n": i + 1,
            "mark": MARK[i + 1],
            "path": "M" + "L".join(f"{frame.x(hand)} {frame.y(list(three)[i])}" for hand, three in points),
            "marks": [(frame.x(hand), frame.y(list(three)[i])) for hand, three in points[1:]],
            "label": name if len(name) <= 8 else f"{name[:7]}…",  # the table below has the full name
            "label_x": last + 10,
            "label_y": ends[i],
        }
        for i, name in enumerate(reading.names)
    ]


def _apart(places: list[float], gap: float = 14.0) -> list[float]:
    order = sorted(range(len(places)), key=lambda i: places[i])
    moved = list(places)
    for before, after in zip(order, order[1:], strict=False):
        moved[after] = max(moved[after], moved[before] + gap)
    return moved
