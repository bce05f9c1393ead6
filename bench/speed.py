"""Hands per second, ours and those of `mahjong`, in alternating slices in one new process without cached results.

Ours are the same hands of Honshu sanma and riichi sanma that `mahjong` scores, and hands of the Korean/Japanese game.
They are scored in three ways: by the riichi calculator, which like the package takes a hand as text and has no match;
by the rule book, as for an entry in a match's log; and by `engine.json_api.answer`, as `manage.py score` calls it for
each line.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from bench import dealt, peer, same
from bench.bars import Bar, Result, ratios
from bench.server import ROOT
from engine.json_api import answer
from engine.rulesets import rule_book
from engine.rulesets.riichi import calculator
from engine.rulesets.rule_book import RuleBook, Settlement, TableState
from engine.seats import Points

Bars = tuple[float | None, float | None]  # the bar and the aim
SLICE = 250  # hands; shorter slices would mostly measure cold processor caches


class Game(NamedTuple):
    """Hands of a rule book, and the bars of each way to score them, cold and warm."""

    lines: Callable[[int], list[str]]
    bars: Mapping[str, tuple[Bar, Bar]]
    asked: str


def _pair(key: str, how: str, cold: Bars = (None, None), warm: Bars = (None, None)) -> tuple[Bar, Bar]:
    return (
        Bar(f"{key} cold", f"{how}, each new", peer.NAME, "ratio", least=cold[0], stretch=cold[1]),
        Bar(f"{key} warm", "the same hands again", peer.NAME, "ratio", least=warm[0], stretch=warm[1]),
    )


TEXT, VALUES, JSON = "hands a second from text", "hands a second as entries", "hands a second as JSON"
OF_EACH = "{hands:,} different hands from each program's own game"
OF_BOTH = "{hands:,} different hands, the same for both programs"
GAMES = (
    Game(
        same.lines,
        {
            "text": _pair("E1 honshu", TEXT, (4, 5), (8, 10)),
            "engine": _pair("E1 honshu entry", VALUES),
            "answer": _pair("E1 honshu JSON", JSON),
        },
        OF_BOTH,
    ),
    Game(
        partial(same.lines, system=same.SANMA),
        {
            "text": _pair("E3 riichi", TEXT, (3, 4), (6, 8)),
            "engine": _pair("E3 riichi entry", VALUES),
            "answer": _pair("E3 riichi JSON", JSON),
        },
        OF_BOTH,
    ),
    Game(dealt.lines, {"engine": _pair("E1 KJ engine", VALUES), "answer": _pair("E1 KJ", JSON)}, OF_EACH),
)
HOW = {
    "text": "Scorekeeper runs engine.rulesets.riichi.calculator: tiles as text in; the best reading with "
    "every yaku, han, bonus and payment out",
    "engine": "Scorekeeper runs the rule book as a match does for an entry: input is checked key by key, sticks "
    "are paid, and payments are added up",
    "answer": "Scorekeeper runs engine.json_api.answer, as manage.py score does for a hand: JSON text in and out",
}
AGREED = Bar("E2", "yaku that both know, in the same hands", peer.NAME, "%", least=100)
ALIKE = Bar("E2 riichi", "yaku, han, fu and income, the same", peer.NAME, "%", least=100)


@dataclass(frozen=True, slots=True)
class Rates:
    """Hands per second of one pass."""

    ours: float
    theirs: float


@dataclass(frozen=True, slots=True)
class Round:
    """The rates of one process: `cold` for hands that are new, `warm` for the same hands again."""

    cold: Rates
    warm: Rates


class Entry(NamedTuple):
    """A hand as in a match: its rule book, the table before it, and its payload."""

    book: RuleBook
    state: TableState
    payload: dict[str, Any]


def measured(lines: Sequence[str], way: str) -> Round:
    """One round over these questions and the same number of hands for `mahjong`, in a separate process."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.speed", way], cwd=ROOT, input=json.dumps(lines), capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"bench.speed failed:\n{done.stdout}{done.stderr}")
    told = json.loads(done.stdout)
    return Round(Rates(*told["cold"]), Rates(*told["warm"]))


def results(game: Game, rounds: Mapping[str, Sequence[Round]], hands: int) -> list[Result]:
    """The rows of a game: our hands per second as a multiple of those of `mahjong`; `rounds` by way of scoring."""
    found = []
    for way, (cold, warm) in game.bars.items():
        asked = f"; {game.asked.format(hands=hands)}; {HOW[way]}"
        found += [
            _result(cold, [each.cold for each in rounds[way]], asked),
            _result(warm, [each.warm for each in rounds[way]]),
        ]
    return found


def agreement(hands: int) -> tuple[Result, Result]:
    """The share of hands in which Honshu sanma finds the same yaku, and in which riichi sanma counts the same."""
    asked = peer.hands()[:hands]
    return Result(AGREED, (same.agreed(asked),)), Result(ALIKE, (same.counted_alike(asked),))


def _result(bar: Bar, rates: Sequence[Rates], asked: str = "") -> Result:
    ours, theirs = [each.ours for each in rates], [each.theirs for each in rates]
    made_of = f"{median(ours):,.0f} hands a second of CPU, {peer.NAME} {median(theirs):,.0f}"
    return Result(bar, ratios(ours, theirs), made_of + asked)


class Way(NamedTuple):
    """One way to score hands: `made_of` prepares a question beforehand."""

    made_of: Callable[[str], Any]
    ask: Callable[[Any], Any]
    well: Callable[[Any], bool]


def entry(line: str) -> Entry:
    """A question as an entry of a match."""
    question = json.loads(line)
    book, payload = rule_book(question["system"], question.get("options", {})), question["input"]
    return Entry(book, book.table_at(payload.pop("hand_no")), payload)


def text(line: str) -> same.Asked:
    """A question of a riichi book as text."""
    question = json.loads(line)
    return same.asked(question["input"], question["system"])


def worth(asked: same.Asked) -> Settlement:
    """The calculator's answer to a question."""
    return calculator.score_text(*asked)


def counted(asked: Entry) -> tuple[Settlement, Points]:
    """The scores and the payments of an entry."""
    settled = asked.book.settle(asked.state, asked.book.read("hand", asked.payload))
    return settled, settled.payments


def _answered(reply: dict[str, Any]) -> bool:
    return "result" in reply and bool(reply["result"]["legal"])


WAYS = {
    "text": Way(text, worth, lambda told: told.scores[0].legal),
    "answer": Way(str, answer, _answered),
    "engine": Way(entry, counted, lambda told: told[0].scores[0].legal),
}


def passed(way: Way, asked: Sequence[Any], hands: Sequence[dict[str, Any]], three: bool = False) -> Rates:
    """Score each question and each hand once. `three`: whether `mahjong` scores by its rules for three players."""
    their = partial(peer.worth, rules=peer.THREE if three else peer.FOUR)
    ours = theirs = 0.0
    for start in range(0, len(asked), SLICE):
        ours += _spent(way.ask, asked[start : start + SLICE], way.well)
        theirs += _spent(their, hands[start : start + SLICE], lambda worth: worth.error is None)
    return Rates(len(asked) / ours, len(hands) / theirs)


def _spent(ask: Callable[[Any], Any], asked: Sequence[Any], well: Callable[[Any], bool]) -> float:
    """CPU seconds for all of `asked`. An invalid answer ends the bench, because it would be quick."""
    before = process_time()
    told = [ask(each) for each in asked]
    spent = process_time() - before
    for each, reply in zip(asked, told, strict=True):
        if not well(reply):
            raise SystemExit(f"{each} was answered with {reply}")
    return spent


def main(way: Way, lines: list[str]) -> None:
    """Measure cold, then warm; print the rates as JSON."""
    hands = peer.hands()[: len(lines)]
    assert len(hands) == len(lines)
    asked = [way.made_of(line) for line in lines]
    three = json.loads(lines[0])["system"] == same.SANMA
    gc.collect()
    gc.freeze()  # the bench's objects must not cost either program time
    told = {name: passed(way, asked, hands, three) for name in ("cold", "warm")}
    sys.stdout.write(json.dumps({name: (rates.ours, rates.theirs) for name, rates in told.items()}))


if __name__ == "__main__":
    main(WAYS[sys.argv[1]], json.load(sys.stdin))
