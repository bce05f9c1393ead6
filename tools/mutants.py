"""`make mutants`: makes mistakes in the engine and the write path, one at a time, and says which one no test notices.

    python -m tools.mutants

N=400 mistakes are drawn with SEED=… (printed; the same one goes on where a run was stopped), ONLY=engine|writing takes
one kind. For each, the tests that run its line, quickest first, in a copy of the tree; BUDGET=60 seconds of them at
most, of TESTS=engine,matches,people,tournaments,operations; JOBS=2 at a time. AGAIN=1 tries those anew that
survived. What was found out stands in var/mutants/. Exits with 1 where fewer than 85 % are noticed, with 2 where the
tests do not pass on a tree without a mistake.
"""

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

from tools.mutation.errand import Ended, Errand, Place, load_third_party
from tools.mutation.linemap import HARDLY_ANY, LineMap, in_order, inside_function
from tools.mutation.operators import Mutant, mutated
from tools.mutation.sample import sample

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "var" / "mutants"
BAR = 85  # per cent
TESTS = "engine,matches,people,tournaments,operations"
FIRST = 10  # tests that are tried before all others are loaded
CONTROLS = ("engine/match/ledger.py", "engine/match/payments.py", "matches/actions/append.py")
# What migrations put into an empty database: the one that is ready was made without the mistake.
OF_MIGRATIONS = {"people/db/append_only_triggers.py"}

NOTHING: Mapping[str, float] = {}

Work = Generator[Errand, Ended, Any]


def main() -> int:
    """The exit status."""
    told = os.environ.get
    seed = int(told("SEED") or random.SystemRandom().randrange(10**6))
    many, only, budget = int(told("N") or 400), told("ONLY") or "", float(told("BUDGET") or 60)
    say(f"SEED={seed} N={many}{f' ONLY={only}' if only else ''}")
    load_third_party()
    drawn = sample(ROOT, seed, many, only)
    with tempfile.TemporaryDirectory(prefix="scorekeeper-mutants-", dir=_quick_folder()) as folder:
        ready = Path(folder) / "ready.sqlite3"
        crew = Crew([_place(Path(folder) / str(n), ready) for n in range(int(told("JOBS") or 2))])
        lines = LineMap(ROOT, KEPT / "lines", tuple((told("TESTS") or TESTS).split(",")))
        _watch(crew, lines)
        results = Results(KEPT / f"{seed}.jsonl", again=told("AGAIN") == "1")
        if not _controlled(crew, lines, budget):
            return 2
        left = {each: trial(each, lines, budget) for each in drawn if each.key not in results.known}
        try:
            crew.work(left, results.add)
        except KeyboardInterrupt:
            say(f"stopped; SEED={seed} N={many} goes on from here")
    return results.summed_up(drawn)


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _quick_folder() -> str | None:
    """Memory, where there is such a disk: every errand writes a database."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # nosec B108 # a folder of our own is made in it


def _place(folder: Path, ready: Path) -> Place:
    folder.mkdir()
    return Place(folder, ROOT, ready)


class Crew:
    """As many errands at a time as there are places; each piece of work sends one after the other."""

    def __init__(self, places: list[Place]) -> None:
        self.places = places

    def work(self, pieces: dict[Any, Any], done: Any) -> None:
        """`pieces`: {what: how, given a place}; `done(what, result)` is called as each one ends."""
        waiting: list[Any] = list(pieces.items())
        at_work: dict[Place, Any] = {}
        try:
            while waiting or at_work:
                self._turn(waiting, at_work, done)
                time.sleep(0.02)
        finally:
            for place in at_work:
                place.stop()

    def _turn(self, waiting: list[Any], at_work: dict[Place, Any], done: Any) -> None:
        for place in self.places:
            if place not in at_work and waiting:
                what, how = waiting.pop(0)
                self._go_on(place, what, how(place), None, at_work, done)
        for place, (what, work) in list(at_work.items()):
            if ended := place.ended():
                del at_work[place]
                self._go_on(place, what, work, ended, at_work, done)

    def _go_on(self, place: Place, what: Any, work: Work, ended: Ended | None, at_work: Any, done: Any) -> None:
        try:
            place.start(work.send(ended) if ended else next(work))
        except StopIteration as end:
            done(what, end.value)
        else:
            at_work[place] = (what, work)


def _watch(crew: Crew, lines: LineMap) -> None:
    """Find out which test runs which line, where that is not known."""
    missing = lines.missing()
    if missing:
        say(f"watching {len(missing)} files of tests, once, for which test runs which line")

    def watched(file: str, told: dict) -> None:
        say(f"  {file}: {len(told['tests'])} tests, {told['seconds']} s")

    crew.work({file: lambda place, file=file: lines.watch(file) for file in missing}, watched)
    for name in lines.bad():
        say(f"  judges nothing, for it does not pass (or is skipped): {name}")


def trial(mutant: Mutant, lines: LineMap, budget: float) -> Any:
    """How to find out whether a test notices the mistake, given a place."""

    def tried(place: Place) -> Work:
        source = (ROOT / mutant.path).read_text()
        tests = tests_of(mutant, source, lines)
        if not tests:
            return {"status": "not run", "by": "", "tests": 0, "of": 0, "seconds": 0.0}
        place.write(mutant.path, mutated(mutant.path, source, mutant.number))
        try:
            return (yield from judged(mutant.path, tests, budget, lines.on_loading(mutant.path)))
        finally:
            place.write(mutant.path, source)

    return tried


def tests_of(mutant: Mutant, source: str, lines: LineMap) -> dict[str, float]:
    """Who runs it, with seconds. What runs when a module is loaded is run by whoever runs that module."""
    tests = lines.of_lines(mutant.path, mutant.line, mutant.end)
    if tests and inside_function(source, mutant.line):
        return tests
    return lines.on_loading(mutant.path) if lines.loaded(mutant.path, mutant.line, mutant.end) else {}


def judged(path: str, tests: dict[str, float], budget: float, others: Mapping[str, float] = NOTHING) -> Work:
    """Killed by which test, or survived: the quickest few first, then those that fit into the time. After their like
    come `others`, of the same file: what is worked out once and kept is run by one test and looked at by many.
    """
    began, ran = time.monotonic(), 0
    order = [*in_order(tests), *in_order({name: others[name] for name in others.keys() - tests.keys()})]
    tests = {**others, **tests}
    chosen = _within(sorted(order, key=lambda name: tests[name] > HARDLY_ANY), tests, budget)
    for part in (chosen[:FIRST], chosen[FIRST:]):
        if not part:
            continue
        expected = sum(tests[name] for name in part)
        ended: Ended = yield Errand(
            files=tuple(dict.fromkeys(name.split("::")[0] for name in part)),
            tests=tuple(part),
            own_database=path in OF_MIGRATIONS,
            cpu_seconds=int(40 + 4 * expected),
            wall_seconds=int(300 + 30 * expected),
        )
        ran += ended.told.get("ran", 0)
        if ended.status not in (0, 5):
            by = ended.failed or ("its time was up" if ended.status is None else "the tests cannot be loaded")
            status = "killed" if ended.failed or ended.status != 70 else "trouble"
            return _result(status, by, ran, tests, began) | ({} if ended.failed else {"output": ended.output[-600:]})
    return _result("survived", "", ran, tests, began)


def _result(status: str, by: str, ran: int, tests: dict[str, float], began: float) -> dict[str, Any]:
    seconds = round(time.monotonic() - began, 1)
    return {"status": status, "by": by, "tests": ran, "of": len(tests), "seconds": seconds}


def _within(order: list[str], seconds: dict[str, float], budget: float) -> list[str]:
    """The first of them that take no more than `budget` together; one at least."""
    chosen, spent = [], 0.0
    for name in order:
        spent += seconds[name]
        if chosen and spent > budget:
            break
        chosen.append(name)
    return chosen


def _controlled(crew: Crew, lines: LineMap, budget: float) -> bool:
    """Whether nothing is noticed where no mistake was made: files that went through the same mill unchanged."""
    found: dict[str, str] = {}

    def control(path: str) -> Any:
        def tried(place: Place) -> Work:
            source = (ROOT / path).read_text()
            place.write(path, mutated(path, source, None))
            try:
                return (yield from judged(path, lines.on_loading(path), budget / 2))
            finally:
                place.write(path, source)

        return tried

    crew.work({path: control(path) for path in CONTROLS}, lambda path, told: found.update({path: told}))
    for path, told in found.items():
        if told["status"] != "survived":
            say(f"{path} without a mistake: {told}")
    return all(told["status"] == "survived" for told in found.values())


class Results:
    """One object a line, added as it comes; the last one of a mistake counts."""

    def __init__(self, path: Path, again: bool) -> None:
        self.path, self.known = path, {}
        told = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        for each in told:
            self.known[each["key"]] = each
        if again:
            self.known = {key: each for key, each in self.known.items() if each["status"] == "killed"}

    def add(self, mutant: Mutant, result: dict[str, Any]) -> None:
        line = {"key": mutant.key, "what": str(mutant), "kind": mutant.kind, **result}
        self.known[mutant.key] = line
        with self.path.open("a") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        by = f" by {result['by']}" if result["by"] else f" ({result['tests']} of {result['of']} tests)"
        say(f"{result['status']:8} {mutant}{by} ({result['seconds']} s)")

    def summed_up(self, drawn: list[Mutant]) -> int:
        """Say how many were noticed and which were not. The exit status."""
        told = [(each, self.known[each.key]) for each in drawn if each.key in self.known]
        if not told:
            return 1
        left = [(each, result["status"]) for each, result in told if result["status"] != "killed"]
        for each, status in left:
            say(f"{status}: {each}")
        killed = len(told) - len(left)
        share = 100 * killed / len(told)
        several = f"{len(told)} of {len(drawn)}" if len(told) < len(drawn) else len(told)
        say(f"{several} mutants, {killed} killed ({share:.1f} %), {len(left)} survived")
        not_run = sum(status == "not run" for _, status in left)
        run = f"; {not_run} of them are run by no test" if not_run else ""
        say(f"{sum(result['seconds'] for _, result in told) / len(told):.1f} s a mutant{run}")
        return 0 if share >= BAR and len(told) == len(drawn) else 1


if __name__ == "__main__":
    raise SystemExit(main())
