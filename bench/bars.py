"""The measurements and their bars, ratios of rounds, and verdicts. Plain arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

TOLERANCE = 1.25  # a bar is missed if exceeded by more than a quarter, because shared machines are noisy
EXACT = ("count", "%")  # units that don't measure time


@dataclass(frozen=True, slots=True)
class Bar:
    """One thing to measure, with a bar (`most` or `least`) and a further aim (`stretch`), all in `unit`."""

    key: str
    what: str
    yardstick: str
    unit: str
    most: float | None = None
    stretch: float | None = None
    least: float | None = None

    def kept(self, value: float, bar: float | None, tolerance: float = 1.0) -> bool:
        """Whether `value` meets `bar`, or misses it by at most the factor `tolerance`."""
        if bar is None:
            return False
        return value <= bar * tolerance if self.least is None else value * tolerance >= bar


@dataclass(frozen=True, slots=True)
class Result:
    """The result for a bar: one value per round, and a note on the values, or on why there are none."""

    bar: Bar
    values: tuple[float, ...]
    detail: str = ""

    @property
    def value(self) -> float:
        """The median of the rounds."""
        return median(self.values)

    @property
    def verdict(self) -> str:
        """One of "stretch", "met", "near" (within the tolerance), "missed" and "not measured"; empty without a bar."""
        bar = self.bar
        if not self.values:
            return "not measured"
        wanted = bar.most if bar.least is None else bar.least
        if wanted is None:
            return ""
        if bar.kept(self.value, bar.stretch):
            return "stretch"
        if bar.kept(self.value, wanted):
            return "met"
        return "near" if bar.unit not in EXACT and bar.kept(self.value, wanted, TOLERANCE) else "missed"


def ratios(ours: Sequence[float], yardstick: Sequence[float]) -> tuple[float, ...]:
    """The ratio of each round; values of different rounds are not compared."""
    return tuple(mine / theirs for mine, theirs in zip(ours, yardstick, strict=True))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of `values` that `share` (0 to 1) of them do not exceed."""
    ordered = sorted(values)
    return ordered[max(ceil(share * len(ordered)) - 1, 0)]


def missed(results: Sequence[Result]) -> Iterator[str]:
    """The keys of the bars missed by more than the tolerance."""
    return (result.bar.key for result in results if result.verdict == "missed")
