"""The backup file: a gzipped tar of `manifest.json`, the database and `secret_key`.

Without the key, links and QR codes would stop working after a restore. The key makes the file as confidential as the
server, so its mode is 0600.
"""

import hashlib
import io
import json
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO

FORMAT = "scorekeeper-backup"
VERSION = 1
MANIFEST, KEY = "manifest.json", "secret_key"
DATABASES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
_CHUNK = 1024 * 1024


class BackupError(Exception):
    """The file is not a backup, is damaged, or is the wrong kind of backup; the message says which."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of a backup.

    `made`: UTC, ISO 8601. `sha256`: the hash of the database file, in hexadecimal. `migrations`: the last migration of
    each app. `matches`, `entries`: the number of each. `verified`: whether verify_ledger found no
    errors; None if it was not run, as before an upgrade.
    """

    made: str
    engine: str
    sha256: str
    migrations: dict[str, str]
    matches: int
    entries: int
    verified: bool | None = True
    format: str = FORMAT
    version: int = VERSION


def name(at: datetime) -> str:
    """The name of a backup made at this time, such as scorekeeper-20261122T101500Z.tar.gz."""
    return f"scorekeeper-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}.tar.gz"


def made_at(path: Path) -> datetime | None:
    """The time of a backup, read from the name of its file; None if the file is not a backup."""
    try:
        return datetime.strptime(path.name, "scorekeeper-%Y%m%dT%H%M%SZ.tar.gz").replace(tzinfo=UTC)
    except ValueError:
        return None


def backups_in(folder: Path) -> list[Path]:
    """The backups in a folder, oldest first."""
    return sorted(path for path in folder.glob("scorekeeper-*.tar.gz") if made_at(path))


def retained(made: Iterable[datetime], now: datetime) -> set[datetime]:
    """The times of the backups to keep. The newest backup is always kept.

    The others to keep are all backups from the last 24 hours, the last backup of each day in the last week, and the
    last backup of each week in the last four weeks.
    """
    stay: set[datetime] = set()
    seen: set[tuple[str, object]] = set()
    for at in sorted(made, reverse=True):
        age = now - at
        day, week = ("day", at.date()), ("week", at.isocalendar()[:2])
        by_day = age <= timedelta(days=7) and day not in seen
        by_week = age <= timedelta(weeks=4) and week not in seen
        if not stay or age <= timedelta(hours=24) or by_day or by_week:
            stay.add(at)
        seen |= {day, week}
    return stay


def digest(path: Path) -> str:
    """The SHA-256 hash of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pack(path: Path, manifest: Manifest, database: Path, key: str) -> None:
    """Write the backup atomically: to a temporary file, which is synced and then renamed."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    texts = {MANIFEST: json.dumps(asdict(manifest), indent=2) + "\n", KEY: key}
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
                for member, text in texts.items():
                    info = _anonymous(tarfile.TarInfo(member))
                    info.size = len(text.encode())
                    tar.addfile(info, io.BytesIO(text.encode()))
                tar.add(database, DATABASES[manifest.engine], filter=_anonymous)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
        sync(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def _anonymous(info: tarfile.TarInfo) -> tarfile.TarInfo:
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    info.mode = 0o600
    return info


def sync(folder: Path) -> None:
    """Flush a folder's directory entries to disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def unpack(path: Path, into: Path) -> tuple[Manifest, Path, str]:
    """Unpack a backup into the folder `into`, and return its manifest, the path of its database, and its key.

    The hash of the database is checked. Only the three known members are read, and the paths in the archive are
    ignored. Raises `BackupError` or `OSError`.
    """
    with _opened(path) as tar:
        manifest = _manifest(_member(tar, MANIFEST).read(_CHUNK))
        key = _member(tar, KEY).read(_CHUNK).decode().strip()
        database = into / DATABASES[manifest.engine]
        with open(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            shutil.copyfileobj(_member(tar, database.name), out, _CHUNK)
            out.flush()
            os.fsync(out.fileno())
    if digest(database) != manifest.sha256:
        raise BackupError(f"{path.name} is damaged: its database has changed since the backup was made.")
    return manifest, database, key


def manifest_of(path: Path) -> Manifest:
    """The manifest of a backup, without reading its database. Raises `BackupError` or `OSError`."""
    with _opened(path) as tar:
        return _manifest(_member(tar, MANIFEST).read(_CHUNK))


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    """Open the archive for reading. Raises `BackupError` if it is damaged, and `OSError` if the disk fails."""
    try:
        with tarfile.open(path, "r:gz") as tar:
            yield tar
    except (tarfile.TarError, zlib.error, EOFError, UnicodeDecodeError, KeyError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # errors raised by gzip have no errno
            raise
        raise BackupError(f"{path.name} is not a backup, or is damaged: {error}") from error


def _member(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    file = tar.extractfile(name)
    if file is None:
        raise KeyError(name)
    return file


def _manifest(content: bytes) -> Manifest:
    try:
        manifest = Manifest(**json.loads(content))
    except (ValueError, TypeError) as error:
        raise BackupError(f"{MANIFEST} cannot be read: {error}") from error
    if manifest.format != FORMAT or manifest.engine not in DATABASES:
        raise BackupError(f"{MANIFEST} is not from a Scorekeeper backup.")
    if manifest.version != VERSION:
        versions = f"format version {manifest.version}, but this version of Scorekeeper reads version {VERSION}"
        raise BackupError(f"The backup has {versions}.")
    return manifest
