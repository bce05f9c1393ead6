"""Charts for a player's page and the ratings, as SVG shapes for `_chart.html`. CSS sets the colours."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

from clubs.ratings import Rating
from clubs.season.player_history import PlayedMatch
from clubs.season.standings import SeasonStanding
from clubs.season.statistics import Sums
from matches import wording as game
from people.text.lists import percentage

WIDTH, HEIGHT = 304, 200
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 12, 30
GROUPS = 8  # most groups in the chart of hand values


@dataclass
class Picture:
    """A chart for the template. `title`: the title; `grid`: lines with labels; `below`: labels under the x axis."""

    title: str
    grid: list[dict[str, Any]] = field(default_factory=list)
    below: list[dict[str, Any]] = field(default_factory=list)
    paths: list[dict[str, Any]] = field(default_factory=list)
    bars: list[dict[str, Any]] = field(default_factory=list)
    dots: list[dict[str, Any]] = field(default_factory=list)
    width: int = WIDTH
    height: int = HEIGHT

    def across(self, share: float) -> float:
        """The x coordinate of a share from 0 (left edge) to 1 (right edge)."""
        return round(LEFT + share * (self.width - LEFT - RIGHT), 1)

    def up(self, share: float) -> float:
        """The y coordinate of a share from 0 (lower edge) to 1 (upper edge)."""
        return round(self.height - BOTTOM - share * (self.height - TOP - BOTTOM), 1)

    def line(self, share: float, label: str, zero: bool = False) -> None:
        y = self.up(share)
        at = {"y": y, "text_y": y + 4.5, "from": LEFT, "label_x": LEFT - 8, "to": self.width - RIGHT}
        self.grid.append({"label": label, "kind": "zero" if zero else "grid", **at})

    def label(self, share: float, text: str) -> None:
        self.below.append({"x": self.across(share), "y": self.height - 10, "text": text})

    def dot(self, x: float, y: float, kind: str, radius: float = 3.5) -> None:
        self.dots.append({"x": self.across(x), "y": self.up(y), "kind": kind, "r": radius})

    def through(self, points: Sequence[tuple[float, float]], kind: str) -> None:
        path = "L".join(f"{self.across(x)} {self.up(y)}" for x, y in points)
        self.paths.append({"d": f"M{path}", "kind": kind})


def step_of(reach: float, parts: int) -> int:
    """Return the smallest step among 1, 2, 5, 10, 20 … such that `parts` steps cover `reach`."""
    return next(s for e in count() for s in (10**e, 2 * 10**e, 5 * 10**e) if s * parts >= reach)


def points(played: Sequence[PlayedMatch], title: str) -> Picture:
    """Draw the cumulative points after each match."""
    picture = Picture(title)
    sums = [played[0].after - played[0].points, *(each.after for each in played)]
    low, high = min(0, *sums), max(0, *sums)
    step = step_of(max(high - low, 1), 4)
    low, high = low // step * step, -(-high // step) * step
    high = max(high, low + step)
    for value in range(low, high + 1, step):
        picture.line((value - low) / (high - low), game.signed(value), value == 0)
    places = [(at / len(played), (value - low) / (high - low)) for at, value in enumerate(sums)]
    picture.through(places, "l1")
    picture.dot(*places[-1], "d1")
    _matches_below(picture, len(played), lambda no: no / len(played))
    return picture


def ranks(played: Sequence[PlayedMatch], title: str) -> Picture:
    """Draw the place in each match that the player finished, with first place at the top."""
    picture = Picture(title, height=150)
    ended = [each for each in played if each.halves is not None]
    for place in (1, 2, 3):
        picture.line((3 - place) / 2, str(place))
    spots = [((at + 0.5) / len(ended), (6 - (each.halves or 0)) / 4) for at, each in enumerate(ended)]
    picture.through(spots, "thin")
    for spot in spots:
        picture.dot(*spot, "d1", 3.5 if len(spots) <= 60 else 2)
    _matches_below(picture, len(ended), lambda no: (no - 0.5) / len(ended))
    return picture


def _matches_below(picture: Picture, many: int, where: Callable[[int], float]) -> None:
    step = step_of(many, 5)
    for no in range(step, many + 1, step):
        picture.label(where(no), str(no))


def placements(sums: Sums, title: str) -> Picture:
    """Draw bars for the shares of first, second and third places, with 95 % intervals."""
    picture = Picture(title)
    for tenth in range(0, 101, 25):
        picture.line(tenth / 100, percentage(tenth), tenth == 0)
    for at, measure in enumerate(sums.placements):
        if measure is None:
            continue
        middle = (at + 0.5) / 3
        _bar(picture, middle, 0.2, measure.value)
        if measure.half is not None:
            low, high = max(measure.value - measure.half, 0), min(measure.value + measure.half, 1)
            picture.through([(middle, low), (middle, high)], "whisker")
            for end in (low, high):
                picture.through([(middle - 0.03, end), (middle + 0.03, end)], "whisker")
        picture.label(middle, str(at + 1))
    return picture


def _bar(picture: Picture, middle: float, width: float, share: float) -> None:
    x, y = picture.across(middle - width / 2), picture.up(share)
    picture.bars.append(
        {"x": x, "y": y, "w": round(picture.across(middle + width / 2) - x, 1), "h": round(picture.up(0) - y, 1)}
    )


def win_and_deal_in(standings: Sequence[SeasonStanding], player: int, club: Sums, title: str) -> Picture:
    """Draw each player's deal-in rate (x) and win rate (y), and the club's means. This player's dot is highlighted."""
    picture = Picture(title)
    spots = {
        each.player: (each.sums.dealt_in / each.sums.hands, each.sums.won / each.sums.hands)
        for each in standings
        if each.sums.hands
    }
    reach = max((max(spot) for spot in spots.values()), default=0)
    step = step_of(max(100 * reach, 1), 5) / 100
    top = step * max(-(-round(100 * reach) // round(100 * step)), 1)
    for no in range(round(top / step) + 1):
        share = percentage(round(100 * no * step))
        picture.line(no * step / top, share, no == 0)
        picture.label(no * step / top, share)
    if club.hands:
        across, up = club.dealt_in / club.hands / top, club.won / club.hands / top
        picture.through([(across, 0), (across, 1)], "mean")
        picture.through([(0, up), (1, up)], "mean")
    for each, (x, y) in sorted(spots.items(), key=lambda spot: spot[0] == player):
        picture.dot(x / top, y / top, "d1" if each == player else "other", 5.5 if each == player else 3.5)
    return picture


def grouped(values: Counter[int]) -> list[tuple[int, int, int]]:
    """Return (from, to, count) for each of at most eight ranges of equal width, including empty ones."""
    low, high = min(values), max(values)
    step = step_of(max(high - low + 1, 1), GROUPS - 1)
    first = low // step * step
    groups = [(start, start + step - 1) for start in range(first, high + 1, step)]
    return [(start, end, sum(values[value] for value in values if start <= value <= end)) for start, end in groups]


def values_won(values: Counter[int], title: str) -> Picture:
    """Draw bars for the values of hands won."""
    picture = Picture(title)
    groups = grouped(values)
    most = max(often for _start, _end, often in groups)
    step = step_of(most, 4)
    top = -(-most // step) * step
    for value in range(0, top + 1, step):
        picture.line(value / top, str(value), value == 0)
    every = 1 if len(groups) <= 4 else 2
    for at, (start, _end, often) in enumerate(groups):
        _bar(picture, (at + 0.5) / len(groups), 0.8 / len(groups), often / top)
        if at % every == 0:
            picture.label((at + 0.5) / len(groups), game.number(start))
    return picture


# ── ratings: a dot and a 95 % interval for each player, for `ratings/_interval_chart.html` ──

RATINGS_WIDTH, SIDE, FOOT, ROW = 320, 20, 30, 36
NAME_Y, LINE_Y = 14, 25  # relative to the top of the row
LONGEST = 34  # Latin letters in a name
MOST_RATINGS = 60  # players


class Bar(NamedTuple):
    """A player's row in the ratings chart, with the x positions of the dot (`middle`) and the ends of the interval."""

    name: str
    name_y: float
    y: float
    low: float
    middle: float
    high: float
    provisional: bool


class Intervals(NamedTuple):
    """The ratings chart. `ticks`: the (x, number) pairs of the scale. `mean`: the x position of the mean rating."""

    bars: Sequence[Bar]
    ticks: Sequence[tuple[float, int]]
    mean: float
    height: int
    width: int = RATINGS_WIDTH

    @property
    def foot(self) -> int:
        return self.height - FOOT


def intervals(rows: Sequence[Rating], mean: float) -> Intervals | None:
    """Draw the first `MOST_RATINGS` of these ratings; return None if there are none."""
    shown = rows[:MOST_RATINGS]
    if not shown:
        return None
    low = min(row.strength.value - row.strength.half for row in shown)
    high = max(row.strength.value + row.strength.half for row in shown)
    step = step_of(high - low, 4)
    first, last = int(low // step * step), int(-(-high // step) * step)

    def across(value: float) -> float:
        return round(SIDE + (value - first) / (last - first) * (RATINGS_WIDTH - 2 * SIDE), 1)

    bars = []
    for no, row in enumerate(shown):
        value, half = row.strength.value, row.strength.half
        name = shortened(row.name if row.place is None else f"{row.place} {row.name}")
        ends = (across(value - half), across(value), across(value + half))
        bars.append(Bar(name, no * ROW + NAME_Y, no * ROW + LINE_Y, *ends, row.provisional))
    ticks = [(across(value), value) for value in range(first, last + 1, step)]
    return Intervals(bars, ticks, across(mean), ROW * len(shown) + FOOT)


def shortened(name: str) -> str:
    """Cut a name longer than `LONGEST` letters and add an ellipsis. Full-width letters count as two."""
    room = LONGEST
    for at, letter in enumerate(name):
        room -= 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if room < 0:
            return name[: max(at - 1, 1)].rstrip() + "…"
    return name
