"""The type of file system under a path, from the mount list of Linux; unknown on other systems."""

from pathlib import Path

MOUNTS = Path("/proc/self/mounts")


def file_system(path: Path, mounts: str | None = None) -> str:
    """The type of the file system that holds `path` ("ext4"), or "" where that is not known.

    `mounts`: lines as in /proc/self/mounts, the later one wins: it lies over the earlier.
    """
    if mounts is None:
        if not MOUNTS.exists():
            return ""
        mounts = MOUNTS.read_text(errors="replace")
    wanted, best, found = path.resolve(), -1, ""
    for line in mounts.splitlines():
        _device, place, kind, *_rest = line.split(" ")
        # Spaces and the like are written as octal digits.
        point = Path(place.encode().decode("unicode_escape"))
        if wanted.is_relative_to(point) and len(point.parts) >= best:
            best, found = len(point.parts), kind
    return found
