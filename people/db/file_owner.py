"""The owner of files beside the database: the owner of the database, as with SQLite's own files."""

import os
import stat
from contextlib import suppress
from pathlib import Path


def hand_over(made: Path, like: Path) -> None:
    """Give a file that root created to the owner of `like`; otherwise the server could not write it.

    Does nothing for other users, nor to links, which may lead to a file of root's.
    """
    if os.geteuid() != 0:
        return
    with suppress(OSError):  # a disk without owners
        file, owner = made.lstat(), like.stat()
        is_link = not stat.S_ISDIR(file.st_mode) and (not stat.S_ISREG(file.st_mode) or file.st_nlink > 1)
        if file.st_uid == 0 and owner.st_uid != 0 and not is_link:
            os.chown(made, owner.st_uid, owner.st_gid, follow_symlinks=False)
