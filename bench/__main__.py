"""`make bench`: measures, prints, and (in a full run) writes docs/performance.md.

QUICK=1: one short round, nothing written. CHECK=1: a bar missed by more than a quarter is an error.
DATE=2026-11-21: the day to write down, if not today.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from bench import bars, report, run

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the environment asks for."""

    quick: bool
    check: bool
    day: str


def asked() -> Asked:
    """From QUICK, CHECK and DATE."""
    day = os.environ.get("DATE") or date.today().isoformat()
    return Asked(os.environ.get("QUICK", "0") != "0", os.environ.get("CHECK", "0") != "0", day)


def main() -> int:
    """The exit status: 1 where CHECK found a bar missed."""
    wish = asked()
    size = run.SHORT if wish.quick else run.FULL
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        results = run.everything(Path(folder), size, sys.stderr)
    text = report.measured(results, wish.day, size.rounds)
    sys.stdout.write(text)
    if not wish.quick:
        report.write(PAGE, text)
    failed = list(bars.missed(results))
    if failed:
        sys.stdout.write(f"Missed by more than a quarter: {', '.join(failed)}\n")
    return 1 if failed and wish.check else 0


if __name__ == "__main__":
    raise SystemExit(main())
