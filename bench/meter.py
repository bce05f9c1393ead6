"""CPU time of a process and all that it started, from /proc (Linux). Knows no clock on the wall."""

from __future__ import annotations

import os
from pathlib import Path

TICK = 1000 / os.sysconf("SC_CLK_TCK")


def cpu_ms(root: int) -> float:
    """Milliseconds of user and system time that the tree under the process `root` has used so far."""
    parents, ticks = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _fields(entry / "stat")):
            pid = int(entry.name)
            # Fields of proc(5), counted after the name: 4 ppid, 14 utime, 15 stime.
            parents[pid], ticks[pid] = int(fields[1]), int(fields[11]) + int(fields[12])
    return TICK * sum(spent for pid, spent in ticks.items() if _stands_under(pid, root, parents))


def _fields(stat: Path) -> list[str]:
    """The fields after the process's name, which may hold anything; none for one that has ended."""
    try:
        return stat.read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _stands_under(pid: int, root: int, parents: dict[int, int]) -> bool:
    while pid and pid != root:
        pid = parents.get(pid, 0)
    return pid == root
