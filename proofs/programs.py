"""The PostgreSQL server programs on this machine."""

from __future__ import annotations

import shutil
from pathlib import Path


def tools() -> Path:
    """The folder of the newest PostgreSQL server programs. Raises `SystemExit` if there are none."""
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
