"""`make mutants`: whether the tests kill a random sample of the mutants that mutmut makes.

Draws N=100 mutants with SEED=… (printed; a larger sample of the same seed contains the smaller one), two of the engine
for each of the write path, or ONLY=engine|writing. Prints each survivor as a diff, then the share that was killed.
`[tool.mutmut]` in pyproject.toml names the modules and the tests. `mutants/` holds mutmut's copy of the project.
"""

import json
import os
import random
import subprocess  # nosec B404 # runs mutmut
import sys
import tempfile
from collections import Counter
from itertools import accumulate
from pathlib import Path

MUTMUT = str(Path(sys.executable).with_name("mutmut"))
STATS = Path("mutants/mutmut-stats.json")  # which tests call which function, and how long each test takes
BUDGET = 60  # seconds of tests for a mutant
# Running this one mutant makes mutmut write all mutants and collect STATS.
FIRST = "people.audit.refusals.x_record_export__mutmut_1"


def main() -> None:
    seed = int(os.environ.pop("SEED", "") or random.SystemRandom().randrange(10**6))
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # nosec B108 # a new folder is made in it
    with tempfile.TemporaryDirectory(prefix="scorekeeper-mutants-", dir=memory) as data:
        # The tests of all mutants copy the migrated database with this name.
        os.environ.update(DATA_DIR=data, PYTEST_XDIST_TESTRUNUID="mutants")
        mutmut("run", FIRST)
        STATS.write_text(json.dumps(limited(json.loads(STATS.read_text()))))
        drawn = sample(sorted(statuses()), seed, int(os.environ.get("N") or 100), os.environ.get("ONLY") or "")
        mutmut("run", *drawn)
    found = {name: status for name, status in statuses().items() if name in drawn}
    survivors = [name for name, status in found.items() if status in ("survived", "no tests")]
    for name in survivors:
        mutmut("show", name)
    counts = ", ".join(f"{count} {status}" for status, count in Counter(found.values()).most_common())
    share = 100 * (1 - len(survivors) / len(drawn))
    sys.stdout.write(f"SEED={seed}: {share:.1f} % of {len(drawn)} mutants killed ({counts})\n")


def mutmut(*arguments: str, output: int | None = None) -> str:
    """Run mutmut. Return its output if `output` is a pipe."""
    sys.stdout.flush()
    command = [MUTMUT, *arguments]
    return subprocess.run(command, check=True, stdout=output, encoding="utf-8").stdout  # nosec B603


def statuses() -> dict[str, str]:
    lines = mutmut("results", "--all", "true", output=subprocess.PIPE).splitlines()
    return dict(line.strip().rsplit(": ", 1) for line in lines)


def limited(stats: dict) -> dict:
    """Keep, for each function, the fastest tests that call it, within the budget."""
    seconds = stats["duration_by_test"]
    for tests in stats["tests_by_mangled_function_name"].values():
        tests.sort(key=lambda test: (seconds[test], test))
        spent = accumulate(seconds[test] for test in tests)
        tests[:] = [test for test, total in zip(tests, spent, strict=True) if total <= BUDGET] or tests[:1]
    return stats


def sample(names: list[str], seed: int, count: int, only: str) -> list[str]:
    engine = [name for name in names if name.startswith("engine.")]
    parts = {"engine": engine, "writing": sorted(set(names) - set(engine))}
    for part, mutants in parts.items():
        random.Random(f"{seed} {part}").shuffle(mutants)  # nosec B311 # a sample, no secret
    return parts[only][:count] if only else parts["engine"][: count - count // 3] + parts["writing"][: count // 3]


if __name__ == "__main__":
    main()
