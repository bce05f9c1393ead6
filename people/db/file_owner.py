"""Give files next to the database the owner of the database, as SQLite does for its own files."""

import os
import stat
from contextlib import suppress
from pathlib import Path


def hand_over(made: Path, like: Path) -> None:
    """Give a file that root created to the owner of `like`, so that the server can write to it. Does nothing if this
    process does not run as root, or for links, which may point to a file that belongs to root."""
    if os.geteuid() != 0:
        return
    with suppress(OSError):  # a file system without owners
        file, owner = made.lstat(), like.stat()
        is_link = not stat.S_ISDIR(file.st_mode) and (not stat.S_ISREG(file.st_mode) or file.st_nlink > 1)
        if file.st_uid == 0 and owner.st_uid != 0 and not is_link:
            os.chown(made, owner.st_uid, owner.st_gid, follow_symlinks=False)
