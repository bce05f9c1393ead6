"""gunicorn's threads for requests that are here, whole: who sends slowly, or nothing, waits without one.

With threads alone, eight connections that stay silent are a site that answers nobody, and browsers open such ones by
themselves. So the head and a small body are awaited in the poller, by looking without taking (MSG_PEEK) and asking to
be woken for so many bytes (SO_RCVLOWAT). What is too large for that may keep half of the threads, and not for long. And
whoever does not hang up after the last answer keeps nobody waiting: gunicorn would wait two seconds for each. Nor does
who reads slowly, or nothing (`Line`): what is not read yet is sent from the poller, for as long as it is read.
"""

from __future__ import annotations

import errno
import gc
import re
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.line import Line, Shelf

MOST = 32 * 1024  # bytes of a request that are awaited; any form with room to spare
SILENT, SLOW = 65.0, 20.0  # seconds: without a byte; from the first byte to the last
LARGE = 45.0  # seconds for the body of a large one: a file of a megabyte from a weak network
LONGEST = 60.0  # seconds in a thread with no more of an answer; of a reader `line` says how long
HANGS_UP = 2.0  # seconds, after the last answer; and what is still thrown away meanwhile, in bytes
THROWN_AWAY = 64 * 1024
YOUNG = 5_000  # objects more than there were, before those in rings of no use are looked for
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.I)
_UNTOLD = re.compile(rb"\r\n(transfer-encoding|expect):", re.I)


def missing(data: bytes) -> int | None:
    """How many bytes of a request there must be before looking again; 0: it is whole, or not worth waiting for, since
    it is refused. None: too large to be awaited, or it does not say how large it is."""
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return len(data) + 1 if len(data) < MOST else 0
    head = data[: end + 4]
    if _UNTOLD.search(head):
        return None
    length = _LENGTH.search(head)
    whole = end + 4 + int(length[1]) if length else 0
    if len(data) >= whole:
        return 0
    return whole if whole <= MOST else None


class Conn(TConn):
    """A connection whose end does not stop the main thread. `leave`: what closes it gracefully. `line`: its socket;
    with TLS of gunicorn's own the one below, on which nothing is put by."""

    leave: Callable[[Conn], None]
    line: Line
    thrown_away = 0

    def close(self, graceful: bool = False) -> None:
        """At once; or `graceful`: when the other side has read the answer."""
        if graceful:
            self.leave(self)
        else:
            super().close()


class Worker(ThreadWorker):
    """`--worker-class=scorekeeper.server.Worker`. All but `handle` runs in the main thread."""

    def __init__(self, *args: Any, **told: Any) -> None:
        super().__init__(*args, **told)
        self._since: dict[Conn, float] = {}  # the first byte of a request
        self._until: dict[Conn, float] = {}  # of who is awaited
        self._wanted: dict[Conn, int] = {}  # bytes
        self._in_threads: dict[Conn, float] = {}
        self._large: set[Conn] = set()  # those in threads that are not whole
        self._queue: deque[Conn] = deque()  # large ones without a thread
        self._leaving: dict[Conn, float] = {}  # until when they may hang up by themselves
        self._behind: set[Conn] = set()  # those who still read what was put by for them; their threads are free
        # Of eight threads two for readers: with four for large bodies, two are left whatever the others do.
        self._shelf = Shelf(max(1, self.cfg.threads // 4))

    def load_wsgi(self) -> None:
        """As gunicorn does. What is there then stays as long as the process does: it is not looked through again and
        again for what nobody needs any more, which takes as long as saving ten hands and holds up all threads."""
        super().load_wsgi()
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG)

    def set_accept_enabled(self, enabled: bool) -> None:
        """As gunicorn does. When stopping, who stands at the door is let in, and it is shut: who comes later is refused
        at once and asks whoever is started next, instead of waiting for the end of this one, unheard."""
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            there = -1
            while there < self.nr_conns:
                there = self.nr_conns
                self.accept(listener)
            listener.close()

    def accept(self, listener: socket.socket) -> None:
        """As gunicorn does, with connections of ours."""
        try:
            sock, address = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return
        self.nr_conns += 1
        line = Line.over(sock, self._shelf)
        conn = Conn(self.cfg, line, address, listener.getsockname())
        conn.leave, conn.line = self._leave, line
        self.enqueue_req(conn)

    def enqueue_req(self, conn: Conn) -> None:
        """A thread for a request that is whole; for others a place in the poller."""
        if self.cfg.is_ssl:
            super().enqueue_req(conn)
            return
        conn.sock.setblocking(False)
        held = conn.parser.unreader.buf.getvalue() if conn.parser else b""
        try:
            there = conn.sock.recv(MOST, socket.MSG_PEEK)
            ended = len(there) < self._wanted.pop(conn, 1)  # woken with less than was asked for: there is no more
        except BlockingIOError:
            there, ended = b"", False
        except OSError:
            there, ended = b"", True
        if held or there:
            self._since.setdefault(conn, time.monotonic())
        want = 0 if ended else missing(held + there)
        if want is None and len(self._large) >= max(1, self.cfg.threads // 2):
            self._queue.append(conn)
        elif want:
            self._await(conn, want - len(held))
        else:
            if want is None:
                self._large.add(conn)
            self._hand_over(conn)

    def _await(self, conn: Conn, want: int) -> None:
        """Look again when so many bytes are there."""
        began = self._since.get(conn)
        self._until[conn] = began + SLOW if began else time.monotonic() + SILENT
        self._wanted[conn] = want
        _wake_at(conn, want)
        conn.timeout = self._until[conn]
        self.pending_conns.append(conn)
        again = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, again)

    def _hand_over(self, conn: Conn) -> None:
        self._until.pop(conn, None)
        _wake_at(conn, 1)
        conn.data_ready = True
        self._in_threads[conn] = time.monotonic()
        super().enqueue_req(conn)

    def finish_request(self, conn: Conn, fs: Any) -> None:
        """The thread is free. The request has ended when its answer is sent."""
        self._since.pop(conn, None)
        self._in_threads.pop(conn, None)
        self._large.discard(conn)
        conn.line.free()
        if conn.line.behind:
            conn.line.setblocking(False)
            self._behind.add(conn)
            self.poller.register(conn.line, selectors.EVENT_WRITE, partial(self._send_on, conn, fs))
        else:
            super().finish_request(conn, fs)
        while self._queue and len(self._large) < max(1, self.cfg.threads // 2):
            waiting = self._queue.popleft()
            self._large.add(waiting)
            self._hand_over(waiting)

    def _send_on(self, conn: Conn, fs: Any, _sock: object) -> None:
        """There is room for more of what was put by."""
        try:
            if not conn.line.push():
                return
        except OSError:
            self._read_no_more(conn)
            return
        self._behind.discard(conn)
        self.poller.unregister(conn.line)
        super().finish_request(conn, fs)

    def _read_no_more(self, conn: Conn) -> None:
        self._behind.discard(conn)
        self.poller.unregister(conn.line)
        self._close(conn)

    def murder_pending(self) -> None:
        """Close who was awaited too long; when stopping, who has not begun. Cut short who keeps a thread too long, and
        who stopped reading."""
        now = time.monotonic()
        for conn in [each for each in self.pending_conns if self._is_over(each, now)]:
            self.pending_conns.remove(conn)
            self.poller.unregister(conn.sock)
            self._close(conn)
        for conn in [each for each in self._queue if now > self._since[each] + SLOW]:
            self._queue.remove(conn)
            self._close(conn)
        for conn in [each for each in self._behind if each.line.stalls(now)]:
            self._read_no_more(conn)
        for conn, since in self._in_threads.items():
            if conn.line.stalls(now) if conn.line.waits else now > max(since, conn.line.given) + LONGEST:
                _cut(conn, socket.SHUT_RDWR)
            elif conn in self._large and now > since + LARGE:
                _cut(conn, socket.SHUT_RD)

        for conn in [each for each, until in self._leaving.items() if now > until]:
            self._gone(conn)

    def _leave(self, conn: Conn) -> None:
        """Say that nothing more comes, and wait for the same without a thread: closed at once, what was not read yet
        would tear away the end of the answer (RFC 9112, 9.6)."""
        self.nr_conns += 1  # gunicorn has counted it off
        self._leaving[conn] = time.monotonic() + HANGS_UP
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            conn.sock.setblocking(False)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._throw_away, conn))
        except (OSError, ValueError):
            self._gone(conn)

    def _throw_away(self, conn: Conn, _sock: object) -> None:
        try:
            more = conn.sock.recv(THROWN_AWAY)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        conn.thrown_away += len(more)
        if not more or conn.thrown_away > THROWN_AWAY:
            self._gone(conn)

    def _gone(self, conn: Conn) -> None:
        self._leaving.pop(conn, None)
        with suppress(KeyError, ValueError):
            self.poller.unregister(conn.sock)
        self._close(conn)

    def _is_over(self, conn: Conn, now: float) -> bool:
        return now > self._until.get(conn, 0.0) or not (self.alive or conn in self._since)

    def _close(self, conn: Conn) -> None:
        for kept in (self._since, self._until, self._wanted):
            kept.pop(conn, None)
        self.nr_conns -= 1
        conn.close()


def _wake_at(conn: Conn, many: int) -> None:
    """The poller tells of `many` bytes. Who is gone already is told of all the same, and some systems say so here."""
    with suppress(OSError):
        conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, many)


def _cut(conn: Conn, how: int) -> None:
    """Whoever reads from it in a thread reads an end."""
    with suppress(OSError):
        conn.sock.shutdown(how)
