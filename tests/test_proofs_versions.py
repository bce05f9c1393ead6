"""The control of the versions suite: a restore that fails proves nothing about a restore without checks."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from proofs.suites.versions import _blindly

MEANT = {"abc": [{"key": "k", "winner": "P1", "points": 3, "acked": True}]}
PLACE = SimpleNamespace(database="sqlite")


class Restoring:
    """A site whose restore has this result and whose judge counts this many lost hands."""

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
def test_the_control_counts_only_hands_that_the_judge_reports_lost(site, said):
    found = _blindly(PLACE, site, Path("later.tar.gz"), MEANT)
    assert str(found) == f"later version on sqlite, without asking for the version: {said}"
