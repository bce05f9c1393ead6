"""The results as a table, for the terminal and for docs/performance.md."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from bench.bars import Bar, Result

BEGIN, END = "<!-- measured: written by `make bench` -->", "<!-- end of what was measured -->"
HEADINGS = ("", "what", "against", "measured", "range", "bar", "aim", "")


def table(results: Sequence[Result]) -> str:
    """The results as a Markdown table with padded columns."""
    lines = [HEADINGS, *(_cells(result) for result in results)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    rows = ["| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines]
    rows.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(rows)


def _cells(result: Result) -> tuple[str, ...]:
    bar = result.bar
    low, high = min(result.values, default=0), max(result.values, default=0)
    return (
        bar.key,
        bar.what,
        bar.yardstick,
        shown(result.value, bar.unit) if result.values else "",
        f"{shown(low, '')}–{shown(high, '')}" if len(result.values) > 1 else "",
        _bar(bar, bar.most if bar.least is None else bar.least),
        _bar(bar, bar.stretch),
        result.verdict,
    )


def _bar(bar: Bar, value: float | None) -> str:
    if value is None:
        return ""
    return f"{'≤' if bar.least is None else '≥'} {shown(value, bar.unit)}"


def shown(value: float, unit: str) -> str:
    """A value with its unit: ratios and milliseconds with two decimals, counts and bytes without."""
    number = f"{value:,.0f}" if unit in ("B", "count") or value == int(value) > 20 else f"{value:.2f}"
    return number + {"ratio": "×", "count": "", "": ""}.get(unit, f" {unit}")


def machine() -> str:
    """The machine and the versions, in one line."""
    return (
        f"{_processor()}, {len(os.sched_getaffinity(0))} cores, Linux {platform.release()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def details(results: Sequence[Result]) -> str:
    """The notes on the values, one line each."""
    return "\n".join(f"- {result.bar.key}: {result.detail}" for result in results if result.detail)


def measured(results: Sequence[Result], date: str, rounds: int) -> str:
    """The whole report: the date, the machine, the table and the notes."""
    head = f"Measured on {date}: {machine()}. {rounds} round{'s' if rounds > 1 else ''}."
    return f"{head}\n\n{table(results)}\n\n{details(results)}\n"


def write(page: Path, text: str) -> None:
    """Replace the text between the marks of `page`; the rest is written by hand."""
    before, _begin, rest = page.read_text().partition(BEGIN)
    _old, _end, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{text}{END}{after}")
