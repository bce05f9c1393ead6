"""Hands a second, ours and those of `mahjong`, a slice of each in turn in one new process: nothing is remembered there.

What is timed of ours is `engine.questions.answer`, as `manage.py score` calls it for each of its lines.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

from bench import peer
from bench.bars import Bar, Result, ratios
from bench.server import ROOT
from engine.questions import answer

COLD = Bar("E1 KJ cold", "hands by tiles a second, each new", peer.NAME, "ratio")
WARM = Bar("E1 KJ warm", "the same hands again", peer.NAME, "ratio")
SLICE = 50


@dataclass(frozen=True, slots=True)
class Rates:
    """Hands a second of one pass."""

    ours: float
    theirs: float


@dataclass(frozen=True, slots=True)
class Round:
    """What one process found: `cold` when it met each hand for the first time, `warm` when once more."""

    cold: Rates
    warm: Rates


def measured(lines: Sequence[str]) -> Round:
    """One round over these questions and as many hands of `mahjong`'s, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.speed"], cwd=ROOT, input=json.dumps(lines), capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"bench.speed failed:\n{done.stdout}{done.stderr}")
    told = json.loads(done.stdout)
    return Round(Rates(*told["cold"]), Rates(*told["warm"]))


def results(rounds: Sequence[Round], hands: int) -> list[Result]:
    """The two rows: how many times as many hands a second as `mahjong`."""
    cold, warm = [each.cold for each in rounds], [each.warm for each in rounds]
    asked = f"{hands:,} different hands of each one's own game; ours asked of engine.questions.answer, as manage.py "
    asked += "score asks for a hand: JSON text in, patterns, bonuses, payments of the best reading out; no bar is set"
    return [_result(COLD, cold, f"; {asked}"), _result(WARM, warm)]


def _result(bar: Bar, rates: Sequence[Rates], asked: str = "") -> Result:
    ours, theirs = [each.ours for each in rates], [each.theirs for each in rates]
    made_of = f"{median(ours):,.0f} hands a second of CPU, {peer.NAME} {median(theirs):,.0f}"
    return Result(bar, ratios(ours, theirs), made_of + asked)


def passed(lines: Sequence[str], hands: Sequence[dict[str, Any]]) -> Rates:
    """Every question and every hand once."""
    ours = theirs = 0.0
    for start in range(0, len(lines), SLICE):
        ours += _spent(answer, lines[start : start + SLICE], _answered)
        theirs += _spent(peer.worth, hands[start : start + SLICE], lambda worth: worth.error is None)
    return Rates(len(lines) / ours, len(hands) / theirs)


def _spent(ask: Callable[[Any], Any], asked: Sequence[Any], well: Callable[[Any], bool]) -> float:
    """CPU-seconds for all of `asked`. An answer that is none ends the bench: it would be quick."""
    before = process_time()
    told = [ask(each) for each in asked]
    spent = process_time() - before
    for each, reply in zip(asked, told, strict=True):
        if not well(reply):
            raise SystemExit(f"{each} was answered with {reply}")
    return spent


def _answered(reply: dict[str, Any]) -> bool:
    return "result" in reply and bool(reply["result"]["legal"])


def main(lines: list[str]) -> None:
    """Cold, then warm; as JSON."""
    hands = peer.hands()[: len(lines)]
    assert len(hands) == len(lines)
    gc.collect()
    gc.freeze()  # what the bench itself holds is no work of either
    told = {name: passed(lines, hands) for name in ("cold", "warm")}
    sys.stdout.write(json.dumps({name: (rates.ours, rates.theirs) for name, rates in told.items()}))


if __name__ == "__main__":
    main(json.load(sys.stdin))
