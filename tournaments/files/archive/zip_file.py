"""The ZIP file of an archive: written reproducibly, and read with size limits."""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.files import match_file

MOST_BYTES = 20 * 1024 * 1024
MOST_UNPACKED = 64 * 1024 * 1024
MOST_EVENT_BYTES = 8 * 1024 * 1024
MOST_FILES = 1_001
EVENT = "event.json"
_MATCH = re.compile(r"matches/r\d{2,6}-t\d{2,6}\.json\Z", re.ASCII)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # constant, so that equal data gives equal bytes
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError, OSError, IndexError)


def match_name(round_number: int, table: int) -> str:
    """Return the name of a table's match file in the archive."""
    return f"matches/r{round_number:02}-t{table:02}.json"


def packed(files: Mapping[str, bytes]) -> bytes:
    """Pack files into a ZIP without compression, because the output of deflate depends on the version of zlib."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, _NO_TIME)
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, content)
    return data.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """Unpack the event and its match files, within size limits. Raises `RuleViolation`."""
    if len(data) > MOST_BYTES:
        raise RuleViolation(
            "file", _("The archive is too large. The limit is %(most)s MB."), most=MOST_BYTES // 1024**2
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _contents(archive)
    except _BROKEN:
        text = _("This file isn’t a Scorekeeper archive: it can’t be opened as a ZIP file.")
        raise RuleViolation("file", text) from None


def _contents(archive: zipfile.ZipFile) -> dict[str, bytes]:
    entries = [info for info in archive.infolist() if info.filename != "matches/"]
    if len(entries) > MOST_FILES:
        raise RuleViolation("file", _("The archive contains too many files. The limit is %(most)s."), most=MOST_FILES)
    contents, total = dict[str, bytes](), 0
    for info in entries:
        if info.filename in contents:
            raise RuleViolation("file", _("%(name)s appears twice in the archive."), name=info.filename[:60])
        contents[info.filename] = _content(archive, info)
        total += len(contents[info.filename])
        if total > MOST_UNPACKED:
            raise RuleViolation("file", _("The archive is too large when unpacked."))
    if EVENT not in contents:
        raise RuleViolation("file", _("%(name)s is missing from the archive."), name=EVENT)
    return contents


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Unpack a file, but only up to its limit, because the size in its header may be false."""
    name = info.filename
    if name != EVENT and not _MATCH.match(name):
        raise RuleViolation("file", _("%(name)s doesn’t belong in an archive."), name=name[:60])
    if info.compress_type not in _METHODS or info.flag_bits & 0x1:
        text = _("%(name)s is compressed or encrypted in a way that Scorekeeper can’t read.")
        raise RuleViolation("file", text, name=name)
    most = MOST_EVENT_BYTES if name == EVENT else match_file.MOST_BYTES
    with archive.open(info) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise RuleViolation("file", _("%(name)s is too large. The limit is %(most)s kB."), name=name, most=most // 1024)
    return content
