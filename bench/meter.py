"""CPU time of a process and its descendants, from /proc (Linux). Independent of wall time."""

from __future__ import annotations

import os
from pathlib import Path

TICK = 1000 / os.sysconf("SC_CLK_TCK")


def cpu_ms(root: int) -> float:
    """The user and system time in milliseconds that the process `root` and its descendants have used so far."""
    parents, ticks = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _fields(entry / "stat")):
            pid = int(entry.name)
            # Fields of proc(5), counted after the name: 4 ppid, 14 utime, 15 stime.
            parents[pid], ticks[pid] = int(fields[1]), int(fields[11]) + int(fields[12])
    return TICK * sum(spent for pid, spent in ticks.items() if _stands_under(pid, root, parents))


def _fields(stat: Path) -> list[str]:
    """The fields after the process's name, which can contain any character; none if the process has ended."""
    try:
        return stat.read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _stands_under(pid: int, root: int, parents: dict[int, int]) -> bool:
    while pid and pid != root:
        pid = parents.get(pid, 0)
    return pid == root
