"""Start-up checks for settings that could lose saved hands or let a stranger forge signatures.

The module also restricts file permissions. The database checks run with `migrate` and `check --database default`, not
with every command. All checks run before a server process accepts its first request.
"""

import logging
import os
import re
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import ERROR, CheckMessage, Error, Tags, Warning, register, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError, connections

from operations import versions

logger = logging.getLogger(__name__)

SHORTEST_KEY = 32  # characters; generated keys have 86
# One origin, or 'self', for `frame-ancestors`. Characters that would end the directive do not match.
ORIGIN = re.compile(r"'self'|https?://(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:\d{1,5})?")
# Older versions can corrupt a WAL database if several processes write (sqlite.org, 3.51.3 release notes).
SAFE_SQLITE = (3, 51, 3)
# The values of the pragmas that settings.py sets; "2" is FULL.
SQLITE_NEEDS = {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
# File systems without reliable locks and syncs (sqlite.org, "How To Corrupt An SQLite Database File", 2.1).
NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs", "fuse.grpcfuse"}
FOR_OTHERS = 0o077
MOUNTS = Path("/proc/self/mounts")


@register(Tags.database)
def database_is_safe(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Warn if SQLite is safe for one process only. Report an error if the database could lose saved data."""
    messages: list[CheckMessage] = []
    for connection in map(connections.__getitem__, databases or []):
        if connection.vendor == "sqlite":
            messages += [*sqlite_warnings(sqlite3.sqlite_version_info), *sqlite_errors(connection)]
        elif connection.vendor == "postgresql":
            messages += _postgresql_errors(connection)
    return messages


@register(Tags.database)
def data_is_not_newer(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Report an error if a newer version of the program has served or migrated the data."""
    problem = versions.newer_data() if databases else ""
    return [Error(problem, id="scorekeeper.E006")] if problem else []


def sqlite_warnings(version: tuple[int, ...]) -> list[CheckMessage]:
    """A list with a warning for SQLite versions below 3.51.3; otherwise an empty list."""
    hint = "Serve with one worker and several threads (make run does), or use PostgreSQL."
    text = f"SQLite {'.'.join(map(str, version))} is safe only with one server process."
    return [] if version >= SAFE_SQLITE else [Warning(text, hint, id="scorekeeper.W001")]


def sqlite_errors(connection: Any) -> list[CheckMessage]:
    """Errors for a file on a network file system, and for pragmas whose values differ from `SQLITE_NEEDS`."""
    name = str(settings.DATABASES[connection.alias]["NAME"])
    if name == ":memory:" or "mode=memory" in name:
        return []
    messages: list[CheckMessage] = []
    if (kind := file_system(Path(name))) in NETWORK:
        text = f"The SQLite database is on a network file system ({kind}), where two writers can damage it."
        messages.append(_error("E003", text, "Move DATA_DIR to a local disk, or use PostgreSQL."))
    with connection.cursor() as cursor:
        for setting, needed in SQLITE_NEEDS.items():
            cursor.execute(f"PRAGMA {setting}")
            if (value := str(cursor.fetchone()[0])) != needed:
                text = f"SQLite has {setting} = {value} instead of {needed}: a power cut could lose saved hands."
                messages.append(_error("E004", text, "Restore the database options in settings.py."))
    return messages


def _postgresql_errors(connection: Any) -> list[CheckMessage]:
    messages: list[CheckMessage] = []
    with connection.cursor() as cursor:
        for name in ("synchronous_commit", "fsync", "full_page_writes"):
            cursor.execute(f"SHOW {name}")
            if cursor.fetchone()[0] == "off":
                text = f"PostgreSQL has {name} turned off: a power cut could lose saved hands."
                messages.append(_error("E001", text, f"Set {name} = on in postgresql.conf."))
    return messages


def _error(number: str, text: str, hint: str) -> CheckMessage:
    return Error(text, hint, id=f"scorekeeper.{number}")


@register(Tags.security)
def frame_ancestors_are_origins(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Report an error if FRAME_ANCESTORS contains anything but origins: the value goes into a header unchanged."""
    wrong = [each for each in settings.FRAME_ANCESTORS if not ORIGIN.fullmatch(each)]
    hint = "Enter origins separated by commas, such as https://club.example,https://www.club.example"
    return [_error("E002", f"FRAME_ANCESTORS has {', '.join(wrong)}, which is not an origin.", hint)] if wrong else []


@register("start")
def secret_key_is_strong(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Report an error if SECRET_KEY can be guessed: it signs every link and session."""
    key = settings.SECRET_KEY
    if settings.DEBUG or (len(key) >= SHORTEST_KEY and not key.startswith("django-insecure") and len(set(key)) > 4):
        return []
    hint = "Leave it unset (a key is then created and kept in DATA_DIR), or set it to 50 random characters."
    return [_error("E005", "SECRET_KEY is easy to guess.", hint)]


def refuse_unsafe_database() -> None:
    """Raise `ImproperlyConfigured` if the database could lose saved data or the key can be guessed.

    Called by wsgi.py and asgi.py. If the database does not answer, that is only logged: `migrate` has already checked
    the database, and the pages show that it is unavailable.
    """
    try:
        messages = run_checks(tags=["start", Tags.database], databases=["default"])
    except (OperationalError, InterfaceError) as away:
        logger.warning("the database is not responding at start-up: %s", away)
        return
    finally:
        connections.close_all()  # a child process must not inherit one
    if wrong := [message for message in messages if message.level >= ERROR]:
        raise ImproperlyConfigured("\n".join(f"{message.msg} {message.hint or ''}".strip() for message in wrong))


def file_system(path: Path, mounts: str | None = None) -> str:
    """The type of the file system that holds `path`, such as "ext4"; "" if unknown, as on systems other than Linux.

    `mounts`: lines as in /proc/self/mounts. Of two mounts at the same point, the later one is in use.
    """
    if mounts is None:
        if not MOUNTS.exists():
            return ""
        mounts = MOUNTS.read_text(errors="replace")
    path, deepest, kind = path.resolve(), -1, ""
    for line in mounts.splitlines():
        _device, place, mounted, *_rest = line.split(" ")
        # Spaces and some other characters are octal escapes.
        point = Path(place.encode().decode("unicode_escape"))
        if path.is_relative_to(point) and len(point.parts) >= deepest:
            deepest, kind = len(point.parts), mounted
    return kind


def keep_private(connection: Any, **_signal: object) -> None:
    """Restrict a newly opened SQLite database, with its `-wal` and `-shm` files, to their owner."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA database_list")
        name = cursor.fetchone()[2]  # sequence number, schema, file
    for path in (Path(name), Path(f"{name}-wal"), Path(f"{name}-shm")):
        with suppress(OSError):  # an in-memory database, a deleted file, or another owner's file
            mode = path.stat().st_mode
            if mode & FOR_OTHERS:
                os.chmod(path, mode & ~FOR_OTHERS)
