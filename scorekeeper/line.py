"""A connection on which no thread waits for whoever reads slowly: what is not read yet is put by and sent without one.

A reader who opens a small window and reads nothing leaves no room for a page of 80 kB, or for the answers to a dozen
requests sent at once; gunicorn's threads would wait for room, each for one. Only an answer of which too much is put by
already keeps its thread, as far as there are threads for that. Knows nothing of gunicorn.
"""

from __future__ import annotations

import errno
import fcntl
import select
import socket
import struct
import termios
import threading
import time
from tempfile import SpooledTemporaryFile
from typing import IO, Any

SMALL = 64 * 1024  # bytes put by that are held in memory, for whoever asks
BEHIND, ALL = 8 * 2**20, 64 * 2**20  # bytes put by in a file of the temporary folder: of one answer; of all
STALLED, PACE = 30.0, 16 * 1024  # seconds in which so many bytes are to be read, and no fewer
PIECE, AT_ONCE = 64 * 1024, 16  # bytes read from what was put by; pieces sent before it is somebody else's turn


class Shelf:
    """What one process has put by, and how many of its threads may wait for readers."""

    def __init__(self, waiting: int) -> None:
        self.places = threading.Semaphore(waiting)
        self._turn, self._held = threading.Lock(), 0

    def take(self, many: int) -> bool:
        """Room for so many bytes more, if there is any."""
        with self._turn:
            if self._held + many > ALL:
                return False
            self._held += many
            return True

    def give(self, many: int) -> None:
        with self._turn:
            self._held -= many


class Line(socket.socket):
    """A socket that takes all it is given. A thread writes on it, and when that has ended the main thread."""

    shelf: Shelf
    waits = False  # a thread, for the reader
    given = 0.0  # when a thread last had something to send
    _file: IO[bytes] | None = None  # what is put by: so many bytes of it, on the shelf, sent
    _size = _shelved = _at = 0
    _sent = _seen = 0  # bytes since the beginning; those read when it was looked at
    _look = 0.0

    @classmethod
    def over(cls, sock: socket.socket, shelf: Shelf) -> Line:
        """The same connection."""
        line = cls(sock.family, sock.type, sock.proto, sock.detach())
        line.shelf = shelf
        return line

    @property
    def behind(self) -> bool:
        """Whether something is put by."""
        return self._file is not None

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """What does not go at once is put by; where there is too much of that, the thread waits."""
        left = memoryview(data)
        self.given = time.monotonic()
        try:
            while True:
                if self.push():
                    left = left[self._send(left) :]
                if not left or self._put_by(left):
                    return
                self._wait()
        except OSError:
            self.drop()
            raise

    def sendfile(self, file: IO[bytes], offset: int = 0, count: int | None = None) -> int:  # type: ignore[override]
        """The same of a file: the system would send it by itself, and let the thread wait."""
        file.seek(offset)
        sent = 0
        while piece := file.read(PIECE if count is None else min(PIECE, count - sent)):
            self.sendall(piece)
            sent += len(piece)
        return sent

    def push(self) -> bool:
        """Send of what was put by as much as goes; whether nothing of it is left."""
        for _turn in range(AT_ONCE):
            if self._file is None:
                return True
            self._file.seek(self._at)
            piece = self._file.read(PIECE)
            sent = self._send(piece)
            self._at += sent
            if self._at == self._size:
                self.drop()
            elif sent < len(piece):
                return False
        return self._file is None

    def stalls(self, now: float) -> bool:
        """Whether too little was read since it was looked at, of what there was. What the system still holds to be sent
        was not read: it takes many bytes at a time, and of a slow reader then none for long."""
        if now < self._look:
            return False
        unread = _unread(self)
        read = self._sent - unread
        slow = read - self._seen < PACE and (self.behind or unread > 0)
        self._seen, self._look = read, now + STALLED
        return slow

    def drop(self) -> None:
        """Forget what was put by."""
        if self._file is not None:
            self._file.close()
            self.shelf.give(self._shelved)
        self._file, self._size, self._shelved, self._at = None, 0, 0, 0

    def free(self) -> None:
        """The thread has ended."""
        if self.waits:
            self.waits = False
            self.shelf.places.release()

    def close(self) -> None:
        self.drop()
        super().close()

    def _send(self, data: Any) -> int:
        """How much of it went at once."""
        try:
            sent = self.send(data, socket.MSG_DONTWAIT) if data else 0
        except BlockingIOError:
            return 0
        self._sent += sent
        return sent

    def _put_by(self, data: memoryview) -> bool:
        """Whether there was room for it. A file counts whole until all of it is sent: so long it lies on the disk."""
        size = self._size + len(data)
        if size > SMALL:
            if size > BEHIND or not self.shelf.take(len(data)):
                return False
            self._shelved += len(data)
        if self._file is None:
            self._file = SpooledTemporaryFile(SMALL)  # noqa: SIM115 # closed by `drop`
            self._begin()
        self._file.seek(self._size)
        self._file.write(data)
        self._size = size
        return True

    def _wait(self) -> None:
        """Until the reader has read something; whoever finds no place to wait is cut off, and so is who stalls."""
        if not self.waits:
            if not self.shelf.places.acquire(blocking=False):
                raise BrokenPipeError(errno.EPIPE, "too many read slowly")
            self._begin()
            self.waits = True
        door = select.poll()
        door.register(self, select.POLLOUT)
        door.poll(STALLED * 1000)  # the main thread cuts off who stalls, and that is heard here

    def _begin(self) -> None:
        self._seen, self._look = self._sent - _unread(self), time.monotonic() + STALLED


def _unread(line: socket.socket) -> int:
    """Bytes that the system still holds for the other side. Some systems do not say, and none of what is closed: 0."""
    try:
        return int(struct.unpack("i", fcntl.ioctl(line, termios.TIOCOUTQ, b"\0" * 4))[0])
    except (OSError, ValueError):
        return 0
