"""What is measured and what it may cost: the bars, ratios of rounds, verdicts. Plain arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

TOLERANCE = 1.25  # a bar counts as missed from a quarter beyond it: shared machines are noisy
EXACT = ("count", "%")  # units of what is no measurement of time


@dataclass(frozen=True, slots=True)
class Bar:
    """One thing measured. The bar is `most` or `least`, `stretch` the aim beyond it, all in `unit` (None: only looked
    at)."""

    key: str
    what: str
    yardstick: str
    unit: str
    most: float | None = None
    stretch: float | None = None
    least: float | None = None

    def kept(self, value: float, bar: float | None, tolerance: float = 1.0) -> bool:
        """Whether `value` is on the right side of `bar`, or off it by no more than the factor `tolerance`."""
        if bar is None:
            return False
        return value <= bar * tolerance if self.least is None else value * tolerance >= bar


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a bar: one value a round, and a word on what the values were made of, or on why there is none."""

    bar: Bar
    values: tuple[float, ...]
    detail: str = ""

    @property
    def value(self) -> float:
        """The median of the rounds."""
        return median(self.values)

    @property
    def verdict(self) -> str:
        """stretch, met, near (within the tolerance), missed; not measured; empty without a bar."""
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
    """Round by round: what a round's yardstick cost is not compared with another round."""
    return tuple(mine / theirs for mine, theirs in zip(ours, yardstick, strict=True))


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` (0 to 1) of `values` do not exceed, an actual value of them."""
    ordered = sorted(values)
    return ordered[max(ceil(share * len(ordered)) - 1, 0)]


def missed(results: Sequence[Result]) -> Iterator[str]:
    """The keys of the bars that were missed by more than the tolerance."""
    return (result.bar.key for result in results if result.verdict == "missed")
