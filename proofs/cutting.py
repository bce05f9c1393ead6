"""The contents of the disk after a power cut: replay a trace of system calls, keeping everything synced and a random
part of the rest. Pure functions. The method is that of ALICE (Pillai et al., OSDI 2014): a write that was not followed
by fsync may be there completely, partly or not at all, and in any order."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

SECTOR = 512
_CALL = re.compile(
    r"^(?:\d+ +)?(?P<name>pwrite64|write|fsync|fdatasync|ftruncate|unlink|close)"
    r"\((?P<fd>\d+)?(?:<(?P<path>[^>]*)>)?(?P<rest>.*)\) = (?P<told>-?\d+)"
)
_BYTES = re.compile(r'^, "(?P<data>(?:\\x[0-9a-f]{2})*)"(?:\.\.\.)?, (?P<count>\d+)(?:, (?P<at>\d+))?$')


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a trace: `kind` is "write", "truncate", "sync" or "ack" (`data` is then the key)."""

    kind: str
    file: str
    at: int = 0
    data: bytes = b""


def steps(trace: str, files: dict[str, str]) -> Iterator[Step]:
    """Yield the steps on `files` (path → name), in order, with the acknowledgements between them."""
    for line in trace.splitlines():
        call = _CALL.match(line)
        if call is None or int(call["told"]) < 0:
            continue
        path = _plain(call["path"] or "")
        if call["name"] == "write" and call["fd"] == "1":
            if (data := _BYTES.match(call["rest"])) and (text := _raw(data["data"])).startswith(b"ACK "):
                yield Step("ack", "", data=text[4:].strip())
        elif path in files:
            yield from _step(call, files[path])


def _step(call: re.Match[str], file: str) -> Iterator[Step]:
    if call["name"] in ("fsync", "fdatasync"):
        yield Step("sync", file)
    elif call["name"] == "ftruncate":
        yield Step("truncate", file, int(call["rest"].strip(", ")))
    elif call["name"] == "pwrite64":
        data = _BYTES.match(call["rest"])
        if data is None:
            raise ValueError(f"a write that cannot be read: {call[0][:200]}")
        yield Step("write", file, int(data["at"]), _raw(data["data"]))


def _raw(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _plain(path: str) -> str:
    return _raw(path).decode() if path.startswith("\\x") else path


@dataclass
class Disk:
    """Files as they certainly are (`synced`), and the steps on each since then."""

    synced: dict[str, bytes]
    since: dict[str, list[Step]] = field(default_factory=dict)
    acked: list[str] = field(default_factory=list)

    def take(self, step: Step) -> None:
        """Apply one more step."""
        if step.kind == "ack":
            self.acked.append(step.data.decode())
        elif step.kind == "sync":
            self.synced[step.file] = _done(self.synced.get(step.file, b""), self.since.pop(step.file, []))
        else:
            self.since.setdefault(step.file, []).append(step)

    def after_a_cut(self, chance: random.Random) -> dict[str, bytes]:
        """The files after a power cut. One time in three, nothing that was not synced survives."""
        nothing = chance.random() < 1 / 3
        return {
            name: _done(self.synced.get(name, b""), [] if nothing else _survived(self.since.get(name, []), chance))
            for name in {*self.synced, *self.since}
        }


def _survived(since: list[Step], chance: random.Random) -> list[Step]:
    """A random part of the steps; the last write may be cut to whole sectors, as disks write."""
    share = chance.random()
    kept = [step for step in since if chance.random() < share]
    if kept and kept[-1].kind == "write" and chance.random() < 0.5:
        last = kept[-1]
        whole = chance.randrange(0, len(last.data) // SECTOR + 1) * SECTOR
        kept[-1] = Step("write", last.file, last.at, last.data[:whole])
    return kept


def _done(content: bytes, steps_: list[Step]) -> bytes:
    image = bytearray(content)
    for step in steps_:
        if step.kind == "truncate":
            del image[step.at :]
            image.extend(bytes(step.at - len(image)))
        elif step.data:
            image.extend(bytes(max(0, step.at - len(image))))
            image[step.at : step.at + len(step.data)] = step.data
    return bytes(image)
