"""Hands a second, ours and those of `mahjong`, a slice of each in turn in one new process: nothing is remembered there.

Ours are asked in two ways: `engine.questions.answer`, as `manage.py score` calls it for each of its lines; and the
engine alone, as a match calls it for an entry of its log: tiles as text in, scores and payments out, without JSON.
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
from typing import Any, NamedTuple

from bench import peer
from bench.bars import Bar, Result, ratios
from bench.server import ROOT
from engine.questions import answer
from engine.rulesets import rule_book
from engine.rulesets.base import RuleBook, Settlement, TableState
from engine.seats import Points

COLD = Bar("E1 KJ cold", "hands by tiles a second, each new", peer.NAME, "ratio")
WARM = Bar("E1 KJ warm", "the same hands again", peer.NAME, "ratio")
ENGINE_COLD = Bar("E1 KJ engine, cold", "the same without JSON, each new", peer.NAME, "ratio")
ENGINE_WARM = Bar("E1 KJ engine, warm", "the same hands again", peer.NAME, "ratio")
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


class Entry(NamedTuple):
    """A hand as a match has it: its rule book, the table before it, and what was put in."""

    book: RuleBook
    state: TableState
    payload: dict[str, Any]


def measured(lines: Sequence[str], way: str) -> Round:
    """One round over these questions and as many hands of `mahjong`'s, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.speed", way], cwd=ROOT, input=json.dumps(lines), capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"bench.speed failed:\n{done.stdout}{done.stderr}")
    told = json.loads(done.stdout)
    return Round(Rates(*told["cold"]), Rates(*told["warm"]))


def results(rounds: Sequence[Round], engine_rounds: Sequence[Round], hands: int) -> list[Result]:
    """The rows: how many times as many hands a second as `mahjong`."""
    asked = f"{hands:,} different hands of each one's own game; ours asked of engine.questions.answer, as manage.py "
    asked += "score asks for a hand: JSON text in, patterns, bonuses, payments of the best reading out; no bar is set"
    engine = "ours asked of the rule book, as a match asks for an entry: tiles as text in, the same out"
    return [
        _result(COLD, [each.cold for each in rounds], f"; {asked}"),
        _result(WARM, [each.warm for each in rounds]),
        _result(ENGINE_COLD, [each.cold for each in engine_rounds], f"; {engine}"),
        _result(ENGINE_WARM, [each.warm for each in engine_rounds]),
    ]


def _result(bar: Bar, rates: Sequence[Rates], asked: str = "") -> Result:
    ours, theirs = [each.ours for each in rates], [each.theirs for each in rates]
    made_of = f"{median(ours):,.0f} hands a second of CPU, {peer.NAME} {median(theirs):,.0f}"
    return Result(bar, ratios(ours, theirs), made_of + asked)


class Way(NamedTuple):
    """One way to ask: what is asked is made of a question beforehand."""

    made_of: Callable[[str], Any]
    ask: Callable[[Any], Any]
    well: Callable[[Any], bool]


def entry(line: str) -> Entry:
    """A question as an entry of a match."""
    question = json.loads(line)
    book, payload = rule_book(question["system"], question.get("options", {})), question["input"]
    return Entry(book, book.table_at(payload.pop("hand_no"), 0), payload)


def counted(asked: Entry) -> tuple[Settlement, Points]:
    """The scores and the payments of an entry."""
    settled = asked.book.settle(asked.state, asked.book.read("hand", asked.payload))
    return settled, settled.payments


def _answered(reply: dict[str, Any]) -> bool:
    return "result" in reply and bool(reply["result"]["legal"])


WAYS = {
    "answer": Way(str, answer, _answered),
    "engine": Way(entry, counted, lambda told: told[0].scores[0].legal),
}


def passed(way: Way, asked: Sequence[Any], hands: Sequence[dict[str, Any]]) -> Rates:
    """Everything asked and every hand once."""
    ours = theirs = 0.0
    for start in range(0, len(asked), SLICE):
        ours += _spent(way.ask, asked[start : start + SLICE], way.well)
        theirs += _spent(peer.worth, hands[start : start + SLICE], lambda worth: worth.error is None)
    return Rates(len(asked) / ours, len(hands) / theirs)


def _spent(ask: Callable[[Any], Any], asked: Sequence[Any], well: Callable[[Any], bool]) -> float:
    """CPU-seconds for all of `asked`. An answer that is none ends the bench: it would be quick."""
    before = process_time()
    told = [ask(each) for each in asked]
    spent = process_time() - before
    for each, reply in zip(asked, told, strict=True):
        if not well(reply):
            raise SystemExit(f"{each} was answered with {reply}")
    return spent


def main(way: Way, lines: list[str]) -> None:
    """Cold, then warm; as JSON."""
    hands = peer.hands()[: len(lines)]
    assert len(hands) == len(lines)
    asked = [way.made_of(line) for line in lines]
    gc.collect()
    gc.freeze()  # what the bench itself holds is no work of either
    told = {name: passed(way, asked, hands) for name in ("cold", "warm")}
    sys.stdout.write(json.dumps({name: (rates.ours, rates.theirs) for name, rates in told.items()}))


if __name__ == "__main__":
    main(WAYS[sys.argv[1]], json.load(sys.stdin))
