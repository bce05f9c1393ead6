"""The running balance as SVG shapes, without colours."""

from itertools import count, pairwise
from typing import NamedTuple

from engine.rulesets.rule_book import RuleBook
from engine.seats import Points, Seat
from matches import wording
from matches.log.state import MatchState

LEFT, TOP = 38, 12  # room for labels such as +100; longer ones need more
LETTER, SHORT = 7, 4
MARKS = ("circle", "square", "triangle")


class Frame(NamedTuple):
    """The scale of the chart: converts hands and points to pixels."""

    width: int
    height: int
    hands: int
    step: int
    low: int
    high: int
    left: int
    top: int = TOP

    @property
    def right(self) -> float:
        return self.x(self.hands)

    @property
    def bottom(self) -> float:
        return self.y(self.low)

    def x(self, hand: float) -> float:
        return round(self.left + hand * (self.width - self.left - 74) / max(self.hands, 1), 1)

    def y(self, points: int) -> float:
        span = (self.high - self.low) or 1
        return round(TOP + (self.high - points) * (self.height - TOP - 26) / span, 1)


class GridLine(NamedTuple):
    """A horizontal grid line. `zero`: whether it marks zero."""

    y: float
    label: str
    zero: bool


class BalanceLine(NamedTuple):
    """One player's balance: the line, its marks, and the label at its end."""

    mark: str
    path: str
    marks: list[tuple[float, float]]
    label: str
    label_y: float


class BalanceChart(NamedTuple):
    """The shapes of the chart for `_chart.html`. `rounds`: the x of each round's start; `ticks`: (x, hand number)."""

    frame: Frame
    grid: list[GridLine]
    rounds: list[float]
    ticks: list[tuple[float, int]]
    lines: list[BalanceLine]
    end: float


def frame_of(book: RuleBook, values: list[int], hands: int, width: int, height: int) -> Frame:
    """Return a frame with round numbers at its grid lines, zero included.

    In games in which players start with points, the area below zero is shown only if a balance is negative.
    """
    lowest, highest = min(values), max(values)
    reach = max(highest, -lowest, 1)
    sizes = (10**power * first for power in count() for first in (2, 5, 10))
    step = next(size for size in sizes if size * 3 >= reach)
    low = -step * -(-max(-lowest, int(book.signed_balances)) // step)
    high = step * -(-max(highest, 1) // step)
    longest = max(len(wording.balance(book, value)) for value in (low, high))
    return Frame(width, height, hands, step, low, high, LEFT + LETTER * max(longest - SHORT, 0))


def balance_chart(reading: MatchState, width: int = 304, height: int = 222) -> BalanceChart:
    book, rows = reading.book, reading.log.rows
    played = [row.before.round_wind for row in rows if row.ends_hand]
    winds = [*played, *(table.round_wind for table in book.ahead(reading.log.state))]
    points = _points(reading)
    frame = frame_of(book, [balance for _hand, balances in points for balance in balances], len(winds), width, height)
    step = 1 if frame.hands <= 9 else 3
    levels = range(frame.low, frame.high + 1, frame.step)
    return BalanceChart(
        frame=frame,
        grid=[GridLine(frame.y(level), wording.balance(book, level), level == 0) for level in levels],
        rounds=[frame.x(no) for no, (old, new) in enumerate(pairwise(winds), start=1) if old is not new],
        ticks=[(frame.x(no), no) for no in range(step, frame.hands + 1, step)],
        lines=_lines(reading, frame, points) if rows else [],
        end=frame.x(points[-1][0]),
    )


def _points(reading: MatchState) -> list[tuple[float, Points]]:
    """Return (hand, balances) after each entry. An entry that doesn't end a hand is halfway between two hands."""
    points: list[tuple[float, Points]] = [(0.0, reading.book.start().balances)]
    ended = 0
    for row in reading.log.rows:
        ended += row.ends_hand
        points.append((ended if row.ends_hand else ended + 0.5, row.balances))
    return points


def _lines(reading: MatchState, frame: Frame, points: list[tuple[float, Points]]) -> list[BalanceLine]:
    paths = [[(frame.x(hand), frame.y(balances[seat])) for hand, balances in points] for seat in Seat]
    label_ys = _spread([path[-1][1] + 4.5 for path in paths])
    return [
        BalanceLine(
            mark=mark,
            path="M" + "L".join(f"{x} {y}" for x, y in path),
            marks=path[1:],
            label=name if len(name) <= 8 else f"{name[:7]}…",  # the table below has the full name
            label_y=label_y,
        )
        for mark, path, name, label_y in zip(MARKS, paths, reading.names, label_ys, strict=True)
    ]


def _spread(heights: list[float], gap: float = 14.0) -> list[float]:
    """Return the heights of the labels, moved down until no two overlap."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = list(heights)
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + gap)
    return moved
