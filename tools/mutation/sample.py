"""Where mistakes are made: the engine and what a saved hand goes through, and how many of each are drawn."""

import random
from pathlib import Path

from tools.mutation.operators import Mutant, mutants

# Seating, ratings and the standings of tournaments have proofs of their own; the others hold texts.
NOT_THE_GAME = {"seating", "ratings", "tournament", "card"}
TEXTS = {"wording", "refusals", "language", "errors", "display"}
# A hand that is saved goes through these, from the form that was sent to the row that is on disk.
WRITING = (
    "matches/actions/*.py", "matches/log/queries.py", "matches/pages/corrections.py",
    "matches/log/state.py",
    "people/web/cache.py",
    "matches/models.py",
    "matches/log/state.py", "matches/rights.py", "matches/event_hooks.py", "matches/files/schema.py",
    "matches/entry/entry_form.py", "matches/entry/hand.py",
    "matches/forms/point_value.py", "engine/match_totals.py", "matches/views/table.py", "people/db/transactions.py",
    "people/db/write_lock.py", "people/db/disk_space.py", "people/audit/refusals.py", "people/text/cleaning.py",
    "people/db/append_only_triggers.py",
)  # fmt: skip


def engine(root: Path) -> list[str]:
    """Files of the engine that score, pay and keep the ledger."""
    found = (path.relative_to(root) for path in sorted((root / "engine").rglob("*.py")))
    return [str(path) for path in found if not NOT_THE_GAME & set(path.parts) and path.stem not in TEXTS]


def writing(root: Path) -> list[str]:
    """Files that write."""
    return [str(path.relative_to(root)) for pattern in WRITING for path in sorted(root.glob(pattern))]


def sample(root: Path, seed: int, many: int, only: str = "") -> list[Mutant]:
    """So many mistakes, two of the engine for one of writing; a longer sample of the same seed begins like a shorter.

    `only`: "engine" or "writing" leaves the others out: `many` of that kind, the first ones of the whole sample.
    """
    kinds = {"engine": engine(root), "writing": writing(root)}
    drawn = {}
    for kind, files in kinds.items():
        drawn[kind] = [each for file in files for each in mutants(file, (root / file).read_text())]
        random.Random(f"{seed} {kind}").shuffle(drawn[kind])  # nosec B311 # a sample, no secret
    if only:
        return drawn[only][:many]
    iterators = {kind: iter(each) for kind, each in drawn.items()}
    order = ("engine", "engine", "writing")
    picked = (next(iterators[order[turn % 3]], None) for turn in range(many))
    return [each for each in picked if each]
