"""The proofs' own arithmetic: what is on a disk after a cut, what is lost, what is doubled."""

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
    """A chance by which nothing survives that need not."""

    def random(self):
        return 0.0


def test_a_trace_is_read_as_what_happened_to_our_files_and_what_was_acknowledged():
    assert list(steps(TRACE, {"/d/db": "db"})) == [
        Step("write", "db", 3, b"ab"),
        Step("sync", "db"),
        Step("ack", "", data=b"k1"),
        Step("truncate", "db", 4),
    ]


def test_what_was_synced_is_there_after_a_cut_and_what_was_not_may_be_gone():
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


def test_a_last_write_may_be_there_in_whole_sectors():
    disk = Disk({"db": b""})
    disk.take(Step("write", "db", 0, bytes(range(256)) * 6))
    lengths = {len(disk.after_a_cut(random.Random(seed))["db"]) for seed in range(200)}
    assert lengths == {0, 512, 1024, 1536}


class Stored:
    """An event, as far as the judge looks at it."""

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
def test_the_judge_tells_lost_doubled_and_swapped_apart(entered, stored, verdict):
    points = {"a": 3, "b": 4, "x": 3}
    found = _judged(entered, [Stored(key, "P1", points[key]) for key in stored])
    assert tuple(found[what] for what in ("acked", "stored", "lost", "doubled", "swapped")) == verdict


def test_the_judge_takes_an_undo_for_an_entry_like_others_and_sees_when_it_is_gone():
    undo = {"key": "u", "winner": None, "points": None, "acked": True}
    hand, took_back = Stored("a", "P1", 3), Stored("u", None, None)
    took_back.payload = {"target": 1}
    both, alone = (_judged([sent("a", 3), undo], stored) for stored in ([hand, took_back], [hand]))
    assert [dict(each) for each in (both, alone)] == [
        {"acked": 2, "stored": 2, "lost": 0, "doubled": 0, "swapped": 0},
        {"acked": 2, "stored": 1, "lost": 1, "doubled": 0, "swapped": 0},
    ]


def test_a_control_that_does_not_break_is_said_to_have_failed():
    assert str(Found("races", "sqlite", False, {"rounds": 10}, sabotaged="locks")) == (
        "races on sqlite, without locks: DID NOT BREAK. rounds 10"
    )
    assert str(Found("races", "sqlite", True, {"rounds": 1000})) == "races on sqlite: held. rounds 1,000"


def test_a_suite_that_breaks_off_fails_and_the_next_one_runs_all_the_same(monkeypatch, capsys):
    def breaks(_place, _size, _seed):
        yield Found("first", "sqlite", True)
        raise SystemExit("make prove needs strace")

    def holds(_place, _size, seed):
        yield Found("second", "sqlite", True, {"seed": seed})

    monkeypatch.setattr(proving, "SUITES", {"breaks": SimpleNamespace(run=breaks), "holds": SimpleNamespace(run=holds)})
    found = proving._suites("sqlite", ["breaks", "holds"], SIZES["quick"], 7)
    assert [(each.suite, each.holds) for each in found] == [("first", True), ("breaks", False), ("second", True)]
    assert "breaks on sqlite: FAILED. broke off make prove needs strace" in capsys.readouterr().out
