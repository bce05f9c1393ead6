"""The versions of the program that have used the data, and the changes since.

The data folder stores the last version that served it in the file `version`.
"""

import os
import re
from pathlib import Path

from django.conf import settings
from django.db import connection

from operations.backups import databases
from people.db.disk import hand_over

SECTION = re.compile(r"^## (\d+\.\d+\.\d+)", re.MULTILINE)


def last_version() -> str | None:
    """The version that served this data folder last, or None if none is recorded."""
    try:
        return (Path(settings.DATA_DIR) / "version").read_text().strip() or None
    except OSError:
        return None


def record_version() -> None:
    """Record this version in the data folder, unless it is recorded already."""
    if last_version() == settings.VERSION:
        return
    file = Path(settings.DATA_DIR) / "version"
    draft = file.with_name(f".version.{os.getpid()}")
    draft.write_text(f"{settings.VERSION}\n")
    hand_over(draft, like=file.parent)
    draft.replace(file)


def newer_data() -> str:
    """A sentence if a newer version has served or migrated the data; otherwise "". Queries the database.

    With PostgreSQL, only the migrations count, because another machine may have restored an older backup since.
    """
    served = last_version()
    if connection.vendor == "sqlite" and served and _numbers(served) > _numbers(settings.VERSION):
        return (
            f"Scorekeeper {served} has used this data, and this is {settings.VERSION}. Install {served} or a newer "
            f"version, or restore a backup that {settings.VERSION} has made."
        )
    if unknown := databases.unknown_migrations(databases.applied_migrations()):
        return (
            f"The data is from a newer version of Scorekeeper than {settings.VERSION} ({', '.join(unknown)}). Install "
            f"that version, or restore a backup that {settings.VERSION} has made."
        )
    return ""


def changes_since(before: str | None) -> str:
    """The entries of CHANGELOG.md after version `before`; if it is None, the entry of this version."""
    text = Path(settings.CHANGELOG).read_text()
    starts = [*SECTION.finditer(text)]
    ends = [*(each.start() for each in starts[1:]), len(text)]
    after = _numbers(before) if before else None
    sections = [
        text[start.start() : end].strip()
        for start, end in zip(starts, ends, strict=True)
        if (start[1] == settings.VERSION if after is None else after < _numbers(start[1]) <= _numbers(settings.VERSION))
    ]
    return "\n\n".join(["What has changed:", *sections]) if sections else f"This is Scorekeeper {settings.VERSION} now."


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)[:3]))
