"""The web server: Waitress, with the limits of this program and a stop that lets requests end which have begun.

    python -m scorekeeper.server --bind 127.0.0.1:8000

Waitress reads each request in its main loop and hands it to a thread when it is whole. It takes the answer from the
thread at once and sends it from the main loop. A client that sends slowly, or does not read, holds no thread.
"""

from __future__ import annotations

import argparse
import errno
import gc
import importlib
import logging
import resource
import signal
import socket
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.conf import settings
from waitress import create_server
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import WSGITask

from people.networks import network_of

THREADS = 8
OF_ONE = 5  # requests of one network that are worked on at a time, so that threads are left for everybody else
CONNECTIONS = 4_000
PER_ADDRESS = 1_000  # connections of one address; a club behind one router has some hundreds
FILES = 256  # descriptors for all that is not a connection
IDLE = 65  # seconds that a connection may stay silent
LOOKED_AT = 15  # seconds between two looks for connections that are idle
AT_ONCE = 10  # requests of a connection that wait for their answers; what is sent after them is not answered
KEPT = 256 * 1024  # bytes of a connection that are kept in memory; more of them are kept in a file
KEPT_IN_ALL = 512 * 1024 * 1024  # bytes of all connections; the one that would need more is closed
LARGEST_HEAD = 32 * 1024  # bytes
LARGEST_BODY = 10 * 1024 * 1024  # bytes, as in deploy/Caddyfile; the forms and imports accept less
STOPPING = 30.0  # seconds for the requests that have begun when the server is stopped
ARRIVING = 5.0  # of these, for requests of which a part has arrived
GARBAGE_THRESHOLD = 5_000

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Listener(socket.socket):
    """A listening socket that accepts `most` connections from one address; more are closed. 0: any number."""

    most = 0

    def count(self, most: int) -> Listener:
        """The same socket with a limit."""
        self.most, self.open = most, Counter[str]()
        return self

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection. Raises `BlockingIOError` where there is none, or where it was one too many."""
        accepted, address = super().accept()
        if not self.most:
            return accepted, address
        source = network_of(address[0])
        if self.open[source] >= self.most:
            accepted.close()
            raise BlockingIOError(errno.EAGAIN, "too many connections from one address")
        self.open[source] += 1
        connection = Connection(accepted.family, accepted.type, accepted.proto, accepted.detach())
        connection.closed = lambda: self.give_back(source)
        return connection, address

    def give_back(self, source: str) -> None:
        """One connection of `source` is closed."""
        self.open[source] -= 1
        if not self.open[source]:
            del self.open[source]


class Connection(socket.socket):
    """A connection that says once when it is closed."""

    closed: Callable[[], None] | None = None

    def close(self) -> None:
        told, self.closed = self.closed, None
        if told:
            told()
        super().close()


def listen(host: str, port: int) -> Listener:
    """A socket that listens. Raises `OSError` where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = Listener(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(1024)
    return listener


def without_file_wrapper(application: Application) -> Application:
    """Send files through the server's buffer: one that a slow client reads needs no descriptor of its own."""

    def wrapped(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        environ.pop("wsgi.file_wrapper", None)
        return application(environ, start_response)

    return wrapped


def serve(
    application: Application,
    listener: Listener,
    *,
    connections: int = CONNECTIONS,
    shared: bool = False,
    proxies: int = 0,
) -> None:
    """Answer until SIGTERM or SIGINT. `shared`: other processes listen on the same socket. `proxies`: how many of ours
    stand between the client and this server."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = create_server(
        without_file_wrapper(application),
        sockets=[listener],
        threads=THREADS,
        connection_limit=min(connections, more_files() - FILES),
        cleanup_interval=LOOKED_AT,
        inbuf_overflow=KEPT,
        outbuf_overflow=KEPT,
        asyncore_use_poll=True,
        max_request_header_size=LARGEST_HEAD,
        max_request_body_size=LARGEST_BODY,
        outbuf_high_watermark=2 * KEPT_IN_ALL,  # never: a thread would wait until the client has read
        clear_untrusted_proxy_headers=False,  # people.audit.address_of knows whom to trust
        ident=None,
    )
    server.channel_class = Channel
    server.proxies = proxies
    server.turns = Turns(server.task_dispatcher.add_task)
    server.add_task = server.turns.take
    server.maintenance = partial(close_idle, server)
    signal.signal(signal.SIGTERM, lambda *_signal: _in_main_loop(server, lambda: stop(server, shared)))
    # What is loaded by now stays. The garbage collector would look through it again and again, and hold up all threads.
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    server.run()


def more_files() -> int:
    """How many files this process may open, after asking for as many as `CONNECTIONS` needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def _in_main_loop(server: Any, work: Callable[[], None]) -> None:
    """Do `work` between two events. From a thread: the main thread may hold the trigger's lock when a signal comes."""
    threading.Thread(target=server.trigger.pull_trigger, args=(work,)).start()


def stop(server: Any, shared: bool) -> None:
    """Accept who is waiting at the door, then nobody; end when what has begun is answered. Runs in the main loop."""
    signal.signal(signal.SIGTERM, _end)
    server.del_channel()
    if not shared:
        while _accepted(server):
            pass
        server.socket.close()
    LastTask.stopping = True
    threading.Thread(target=_end_when_answered, args=(server,), daemon=True).start()


class LastTask(WSGITask):
    """The answer to one request. While the server stops, it is the last one on its connection."""

    stopping = False

    def set_close_on_finish(self) -> None:
        """Keep the connection after a 204 or 304, which Waitress closes because they have no length."""
        asked = self.version == "1.0" or self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.stopping or asked:
            super().set_close_on_finish()

    def build_response_header(self) -> bytes:
        if self.stopping:
            self.set_close_on_finish()
        head: bytes = super().build_response_header()
        return head


class Turns:
    """Lets `OF_ONE` requests of a network be worked on at a time; its others wait without a thread."""

    def __init__(self, work: Callable[[Any], None]) -> None:
        """`work`: gives a connection to a thread."""
        self._work, self._lock = work, threading.Lock()
        self._busy, self._waiting = Counter[str](), defaultdict[str, deque[Any]](deque)

    def take(self, channel: Any) -> None:
        """Work on the request of this connection, now or when it is the turn of its network."""
        network = channel.turn_of = channel.network
        with self._lock:
            if self._busy[network] >= OF_ONE:
                self._waiting[network].append(channel)
                return
            self._busy[network] += 1
        self._work(channel)

    def give_back(self, network: str) -> None:
        """A request of this network has been worked on: it is the turn of the next one."""
        with self._lock:
            if waiting := self._waiting.pop(network, None):
                following = waiting.popleft()
                if waiting:
                    self._waiting[network] = waiting
            else:
                following = None
                self._busy[network] -= 1
                if not self._busy[network]:
                    del self._busy[network]
        if following:
            self._work(following)


class Channel(HTTPChannel):
    """A connection as Waitress has it, with bounds to what it holds of the server."""

    task_class = LastTask
    turn_of = ""  # the network whose turn it is on this connection
    seen_activity, seen_at = 0, 0.0  # when something last moved, by Waitress's clock and by one that nobody sets

    @property
    def network(self) -> str:
        """Who asks: as the last proxy of ours saw it, else the other end of the line."""
        proxies = self.server.proxies
        told = self.requests[0].headers.get("X_FORWARDED_FOR", "") if proxies and self.requests else ""
        hops = [hop.strip() for hop in told.split(",") if hop.strip()]
        return network_of(hops[-proxies] if proxies and len(hops) >= proxies else str(self.addr[0]))

    def service(self) -> None:
        """Answer a request, then let the next one of the same network have its turn."""
        network = self.turn_of  # the next request on this connection may be another network's, behind a proxy
        try:
            super().service()
        finally:
            self.server.turns.give_back(network)

    def received(self, data: bytes) -> bool:
        """Of very many requests that are sent at once, the first ones are answered."""
        went_well: bool = super().received(data)
        with self.requests_lock:
            if len(self.requests) > AT_ONCE:
                for each in self.requests[AT_ONCE:]:
                    each.close()
                del self.requests[AT_ONCE:]
                self.requests[-1].headers["CONNECTION"] = "close"
        if self.kept > KEPT:
            self.close_if_too_much()
        return went_well

    def write_soon(self, data: bytes) -> int:
        """Keep a piece of the answer until the client reads it."""
        if self.will_close:
            raise ClientDisconnected
        written: int = super().write_soon(data)
        if self.kept > KEPT:
            self.close_if_too_much()
        return written

    @property
    def kept(self) -> int:
        """Bytes that wait here: of answers to be read, and of requests, also of one of which a part has arrived."""
        asked = filter(None, [*self.requests, self.request])
        return int(self.total_outbufs_len) + sum(each.body_bytes_received for each in asked)

    def close_if_too_much(self) -> None:
        """Close this connection if all of them together keep more than there is room for."""
        if sum(each.kept for each in list(self.server.active_channels.values())) > KEPT_IN_ALL:
            self.will_close = True
            self.server.trigger.pull_trigger(self.handle_close)

    def close_if_idle(self, arriving: bool) -> None:
        """As Waitress does with a connection that has been silent. `arriving`: not if part of a request is here."""
        if not (self.requests or self.total_outbufs_len or (arriving and self.request)):
            self.will_close = True


def close_idle(server: Any, _now: float) -> None:
    """Close the connections on which nothing has moved for `IDLE` seconds, also those whose client reads nothing. By a
    clock that nobody sets: Waitress has the time of day, and closes them all when that is set forward."""
    now = time.monotonic()
    for channel in list(server.active_channels.values()):
        if channel.last_activity != channel.seen_activity:
            channel.seen_activity, channel.seen_at = channel.last_activity, now
        if channel.will_close or (not channel.requests and channel.seen_at < now - IDLE):
            channel.handle_close()


def _accepted(server: Any) -> bool:
    """Whether somebody was waiting and has been accepted."""
    before = len(server.active_channels)
    server.handle_accept()
    return len(server.active_channels) > before


def _end_when_answered(server: Any) -> None:
    begun = time.monotonic()
    while server.active_channels and time.monotonic() < begun + STOPPING:
        arriving = time.monotonic() < begun + ARRIVING
        server.trigger.pull_trigger(partial(_close_idle, server, arriving))
        time.sleep(0.05)
    with server.trigger.lock:  # work in the main loop, which holds this lock, keeps every exception to itself
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)


def _close_idle(server: Any, arriving: bool) -> None:
    for channel in list(server.active_channels.values()):
        channel.close_if_idle(arriving)


def _end(*_signal: object) -> None:
    """In the main thread: `run` ends by this."""
    raise SystemExit(0)


def load(name: str) -> Application:
    """The application `module` or `module:name`."""
    module, _colon, attribute = name.partition(":")
    found: Application = getattr(importlib.import_module(module), attribute or "application")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scorekeeper.server", description="Serve Scorekeeper.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--bind", default="127.0.0.1:8000", help="address and port, such as 127.0.0.1:8000")
    where.add_argument("--fd", type=int, help="a socket that is open already, such as 3 from systemd")
    parser.add_argument("--connections", type=int, default=CONNECTIONS, help="how many may be open at once")
    parser.add_argument("application", nargs="?", default="scorekeeper.wsgi", help="module:name")
    told = parser.parse_args()
    application = load(told.application)
    if told.fd is None:
        host, _colon, port = told.bind.rpartition(":")
        listener = listen(host.strip("[]"), int(port))
    else:
        listener = Listener(fileno=told.fd)
    # Behind a proxy all connections are the proxy's.
    proxies = getattr(settings, "TRUSTED_PROXIES", 0) if settings.configured else 0
    limited = listener.count(0 if proxies else PER_ADDRESS)
    serve(application, limited, connections=told.connections, shared=told.fd is not None, proxies=proxies)


if __name__ == "__main__":
    main()
