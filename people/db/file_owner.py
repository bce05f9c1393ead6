"""The owner of files beside the database: the owner of the database, as with SQLite's own files."""

import os
import stat
from contextlib import suppress
from pathlib import Path


def hand_over(made: Path, like: Path) -> None:
    """What root has made is given to the owner of `like`: left root's, the server could not write it and would save
    nothing more. Nothing is done for anybody else, nor to what another name leads to, which may be a file of root's."""
    if os.geteuid() != 0:
        return
    with suppress(OSError):  # a disk without owners
        found, owner = made.lstat(), like.stat()
        another_name = not stat.S_ISDIR(found.st_mode) and (not stat.S_ISREG(found.st_mode) or found.st_nlink > 1)
        if found.st_uid == 0 and owner.st_uid != 0 and not another_name:
            os.chown(made, owner.st_uid, owner.st_gid, follow_symlinks=False)
