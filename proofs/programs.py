"""PostgreSQL's own programs on this machine."""

from __future__ import annotations

import shutil
from pathlib import Path


def tools() -> Path:
    """Where this machine has the server's own programs: the newest. Raises `SystemExit` where it has none."""
    for folder in sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True
    ):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    if found is None:
        raise SystemExit(
            "make prove needs PostgreSQL's own programs (initdb, pg_ctl); on Debian: apt-get install postgresql"
        )
    return Path(found).parent
