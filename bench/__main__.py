"""`make bench`: measure, print and (in a full run) write docs/performance.md.

QUICK=1: one short round, nothing is written. CHECK=1: exit with an error if a bar is missed by more than a quarter.
DATE=2026-11-21: the date to write, if not today.
"""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from bench import bars, report, run

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


@dataclass(frozen=True, slots=True)
class Asked:
    """The options from the environment."""

    quick: bool
    check: bool
    day: str


def asked() -> Asked:
    """Read QUICK, CHECK and DATE."""
    day = os.environ.get("DATE") or date.today().isoformat()
    return Asked(os.environ.get("QUICK", "0") != "0", os.environ.get("CHECK", "0") != "0", day)


def main() -> int:
    """Return the exit status: 1 if CHECK is set and a bar was missed."""
    ArgumentParser("python -m bench", description=__doc__, formatter_class=RawDescriptionHelpFormatter).parse_args()
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
        sys.stdout.write(f"Targets missed by more than a quarter: {', '.join(failed)}\n")
    return 1 if failed and wish.check else 0


if __name__ == "__main__":
    raise SystemExit(main())
