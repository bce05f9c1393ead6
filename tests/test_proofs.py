"""The logic of the proofs: what is on a disk after a power cut, which hands are lost, which are duplicated."""

import random
from types import SimpleNamespace

import pytest

from proofs import __main__ as proving
from proofs.cutting import Disk, Step, steps
from proofs.judge import _judged
from proofs.report import Found
from proofs.sizes import SIZES

TRACE = r"""
101 pwrite64(5</d/db>, "\x61\x62", 2, 3) = 2
101 pwrite64(6</d/other>, "\x61", 1, 0) = 1
102 fdatasync(5</d/db>) = 0
101 write(1<pipe:[7]>, "\x41\x43\x4b\x20\x6b\x31\x0a", 7) = 7
101 write(2</dev/null>, "\x41\x43\x4b\x20\x6b\x32\x0a", 7) = 7
101 ftruncate(5</d/db>, 4) = 0
101 pwrite64(5</d/db>, "\x63", 1, 0) = -1 ENOSPC (No space left on device)
""".strip()


class Never(random.Random):
    """Random numbers with which only synced writes survive a power cut."""

    def random(self):
        return 0.0


def test_a_trace_yields_changes_of_our_files_and_acknowledged_hands():
    assert list(steps(TRACE, {"/d/db": "db"})) == [
        Step("write", "db", 3, b"ab"),
        Step("sync", "db"),
        Step("ack", "", data=b"k1"),
        Step("truncate", "db", 4),
    ]


def test_synced_data_survives_a_power_cut_and_other_data_may_be_lost():
    disk = Disk({"db": b"0123"})
    for step in (
        Step("write", "db", 1, b"ab"),
        Step("sync", "db"),
        Step("write", "db", 6, b"z"),
        Step("ack", "", data=b"k"),
    ):
        disk.take(step)
    assert disk.after_a_cut(Never()) == {"db": b"0ab3"}
    assert disk.acked == ["k"]
    found = {disk.after_a_cut(random.Random(seed))["db"] for seed in range(60)}
    assert b"0ab3\0\0z" in found
    assert found <= {b"0ab3", b"0ab3\0\0z", b"0ab3\0\0"}


def test_a_last_write_may_survive_in_whole_sectors():
    disk = Disk({"db": b""})
    disk.take(Step("write", "db", 0, bytes(range(256)) * 6))
    lengths = {len(disk.after_a_cut(random.Random(seed))["db"]) for seed in range(200)}
    assert lengths == {0, 512, 1024, 1536}


class Stored:
    """The fields of an event that the judge reads."""

    def __init__(self, key, winner, points):
        self.key, self.payload = key, {"winner": winner, "hand_points": points}


def sent(key, points, acked=True, **more):
    return {"key": key, "winner": "P1", "points": points, "acked": acked, **more}


@pytest.mark.parametrize(
    ("entered", "stored", "verdict"),
    [
        ([sent("a", 3), sent("b", 4)], "ab", (2, 2, 0, 0, 0)),
        ([sent("a", 3), sent("b", 4)], "a", (2, 1, 1, 0, 0)),
        ([sent("a", 3), sent("b", 4, acked=False)], "a", (1, 1, 0, 0, 0)),
        ([sent("a", 3), sent("b", 4, acked=False)], "ab", (1, 2, 0, 0, 0)),
        ([sent("a", 3)], "ax", (1, 2, 0, 1, 0)),
        ([sent("a", 3), sent("b", 4)], "ba", (2, 2, 0, 0, 1)),
    ],
    ids=["all there", "lost", "unknown and not there", "unknown and there", "doubled", "swapped"],
)
def test_the_judge_tells_lost_duplicated_and_swapped_hands_apart(entered, stored, verdict):
    points = {"a": 3, "b": 4, "x": 3}
    found = _judged(entered, [Stored(key, "P1", points[key]) for key in stored])
    assert tuple(found[what] for what in ("acked", "stored", "lost", "doubled", "swapped")) == verdict


def test_the_judge_treats_an_undo_as_an_entry_and_notices_a_lost_one():
    undo = {"key": "u", "winner": None, "points": None, "acked": True}
    hand, took_back = Stored("a", "P1", 3), Stored("u", None, None)
    took_back.payload = {"target": 1}
    both, alone = (_judged([sent("a", 3), undo], stored) for stored in ([hand, took_back], [hand]))
    assert [dict(each) for each in (both, alone)] == [
        {"acked": 2, "stored": 2, "lost": 0, "doubled": 0, "swapped": 0},
        {"acked": 2, "stored": 1, "lost": 1, "doubled": 0, "swapped": 0},
    ]


def test_a_control_that_does_not_break_is_reported_as_failed():
    assert str(Found("races", "sqlite", False, {"rounds": 10}, sabotaged="locks")) == (
        "races on sqlite, without locks: DID NOT BREAK. rounds 10"
    )
    assert str(Found("races", "sqlite", True, {"rounds": 1000})) == "races on sqlite: held. rounds 1,000"


def test_a_suite_that_crashes_fails_and_the_next_one_still_runs(monkeypatch, capsys):
    def breaks(_place, _size, _seed):
        yield Found("first", "sqlite", True)
        raise SystemExit("make prove needs strace")

    def holds(_place, _size, seed):
        yield Found("second", "sqlite", True, {"seed": seed})

    monkeypatch.setattr(proving, "SUITES", {"breaks": SimpleNamespace(run=breaks), "holds": SimpleNamespace(run=holds)})
    found = proving._suites("sqlite", ["breaks", "holds"], SIZES["quick"], 7)
    assert [(each.suite, each.holds) for each in found] == [("first", True), ("breaks", False), ("second", True)]
    assert "breaks on sqlite: FAILED. broke off make prove needs strace" in capsys.readouterr().out
