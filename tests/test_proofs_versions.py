"""The control of the suite of versions: a restore that fails shows nothing of what it did without asking."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from proofs.suites.versions import _blindly

MEANT = {"abc": [{"key": "k", "winner": "P1", "points": 3, "acked": True}]}
PLACE = SimpleNamespace(database="sqlite")


class Restoring:
    """A site whose restore ends so, and in which the judge then finds this."""

    def __init__(self, lost, fails=""):
        self.lost, self.fails = lost, fails

    def run(self, *words):
        assert words == ("proofs.older", "restore-blindly", "later.tar.gz")
        if self.fails:
            raise SystemExit(f"proofs.older failed:\n{self.fails}\n")
        return ""

    def judge(self, meant):
        assert meant == MEANT
        return {"acked": 1, "lost": self.lost}


@pytest.mark.parametrize(
    ("site", "said"),
    [
        (Restoring(lost=1), "broke, as it must. acked 1, lost 1"),
        (Restoring(lost=0), "DID NOT BREAK. acked 1, lost 0"),
        (
            Restoring(lost=1, fails="CommandError: The backup is from a newer version of Scorekeeper"),
            'DID NOT BREAK. said "CommandError: The backup is from a newer version of Scorekeeper"',
        ),
    ],
    ids=["hands are gone", "nothing is gone", "refused after all"],
)
def test_only_hands_that_the_judge_misses_count_for_the_control(site, said):
    found = _blindly(PLACE, site, Path("later.tar.gz"), MEANT)
    assert str(found) == f"later version on sqlite, without asking for the version: {said}"
