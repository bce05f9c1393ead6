"""The web server: Waitress with our own limits, and a graceful stop that finishes the open requests.

    python -m scorekeeper.server --bind 127.0.0.1:8000

Waitress reads each request in its main loop and passes it to a thread when it is complete. It buffers the response and
sends it from the main loop, so clients that send or read slowly do not occupy a thread.
"""

import argparse
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
from functools import cached_property, partial
from typing import Any

from django.apps import apps
from django.conf import settings
from waitress import create_server
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import WSGITask

from people.web.clients import network_of, seen_by_proxy
from people.web.stopping import STOPPING

THREADS = 8
REQUESTS_PER_NETWORK = 5  # threads that one network may use; the others remain for other networks
CONNECTIONS = 4_000
CONNECTIONS_PER_ADDRESS = 1_000  # a club behind one router has a few hundred
ACCEPTED_PER_TURN = 10  # connections accepted in one turn of the main loop
PAUSE_PER_CONNECTION = 10e-6  # seconds from one turn of the main loop to the next, for each open connection
SHORTEST_PAUSE = 0.001  # seconds; shorter pauses are skipped
OTHER_DESCRIPTORS = 256  # file descriptors for everything that is not a connection
IDLE_TIMEOUT = 65  # seconds that a connection may be idle
CLEANUP_INTERVAL = 15  # seconds between two searches for idle connections
PIPELINED_REQUESTS = 10  # requests that one connection may send before the first response; the rest are dropped
BUFFERED_IN_MEMORY = 256 * 1024  # bytes per connection; larger buffers use a temporary file
BUFFERED_IN_TOTAL = 512 * 1024 * 1024  # bytes for all connections; the one that exceeds the limit is closed
LARGEST_HEAD = 32 * 1024  # bytes
LARGEST_BODY = 10 * 1024 * 1024  # bytes, as in deploy/Caddyfile; forms and imports accept less
STOP_TIMEOUT = 30.0  # seconds to finish the open requests when the server stops
ARRIVAL_TIMEOUT = 5.0  # of these, seconds to wait for the rest of a partial request
GARBAGE_THRESHOLD = 5_000

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `OSError` if the address cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=1024, dualstack_ipv6=":" in host)


def serve(application: Application, listener: socket.socket, *, shared: bool = False, **limits: int) -> None:
    """Serve until SIGTERM or SIGINT. `shared`: other processes use the same socket. `limits`: as for `prepared`."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = prepared(application, listener, **limits)
    # `stop` runs in the main loop. A thread asks for it: in a signal, the main thread may hold the trigger's lock.
    trigger, stopping = server.trigger.pull_trigger, partial(stop, server, shared)
    signal.signal(signal.SIGTERM, lambda *_signal: threading.Thread(target=trigger, args=(stopping,)).start())
    # Loaded modules are never freed. Scanning them in each collection would block all threads.
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    server.run()


def prepared(
    application: Application, listener: socket.socket, *, connections: int = CONNECTIONS, proxies: int = 0
) -> Any:
    """A Waitress server with our limits, not yet running.

    `proxies`: the number of our own proxies between the client and this server.
    """
    server = create_server(
        application,
        sockets=[listener],
        threads=THREADS,
        connection_limit=min(connections, more_files() - OTHER_DESCRIPTORS),
        cleanup_interval=CLEANUP_INTERVAL,
        inbuf_overflow=BUFFERED_IN_MEMORY,
        outbuf_overflow=BUFFERED_IN_MEMORY,
        asyncore_use_poll=True,
        max_request_header_size=LARGEST_HEAD,
        max_request_body_size=LARGEST_BODY,
        outbuf_high_watermark=2 * BUFFERED_IN_TOTAL,  # never: a thread would wait until the client has read
        clear_untrusted_proxy_headers=False,  # people.web.clients.address_of checks them
        ident=None,
    )
    server.channel_class = Channel
    server.proxies = proxies
    server.network_queue = NetworkQueue(server.task_dispatcher.add_task)
    server.add_task = server.network_queue.take
    server.maintenance = partial(close_idle, server)
    server.accept = partial(accept, server, server.accept)
    server.handle_accept = partial(accept_several, server.handle_accept)
    server.readable = paced(server.readable, server.active_channels)
    return server


def accept(server: Any, accept_any: Callable[[], Any]) -> Any:
    """Accept a waiting connection, if any, and return it with its address; refuse it if its network has too many."""
    accepted = accept_any()
    if accepted and not server.proxies:  # behind a proxy all connections are the proxy's
        source = network_of(accepted[1][0])
        if sum(each.source == source for each in list(server.active_channels.values())) >= CONNECTIONS_PER_ADDRESS:
            accepted[0].close()
            return None
    return accepted


def accept_several(accept_one: Callable[[], None]) -> None:
    """Accept at most `ACCEPTED_PER_TURN` of the waiting connections."""
    for _each in range(ACCEPTED_PER_TURN):
        accept_one()


def paced(readable: Callable[[], bool], connections: dict[int, Any]) -> Callable[[], bool]:
    """Return `readable` with a pause that grows with the number of connections.

    Waitress calls `readable` in each turn of its main loop, which inspects every connection. With 500 connections and a
    turn for each event, this inspection would take half as much time as the responses to phones that watch a match.
    """
    last = 0.0

    def paused() -> bool:
        nonlocal last
        pause = last + PAUSE_PER_CONNECTION * len(connections) - time.monotonic()
        if pause > SHORTEST_PAUSE:
            time.sleep(pause)
        last = time.monotonic()
        return readable()

    return paused


def more_files() -> int:
    """Raise the limit on open files to what `CONNECTIONS` needs, as far as allowed. Return the number obtained."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHER_DESCRIPTORS
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def stop(server: Any, shared: bool) -> None:
    """Accept the waiting connections, stop listening, and exit when all open requests are answered.

    Runs in the main loop.
    """
    signal.signal(signal.SIGTERM, _end)
    server.del_channel()
    if not shared:
        accepted = -1
        while len(server.active_channels) > accepted:
            accepted = len(server.active_channels)
            server.handle_accept()
        server.socket.close()
    ResponseTask.stopping = True
    STOPPING.set()
    threading.Thread(target=_end_when_answered, args=(server,), daemon=True).start()


class ResponseTask(WSGITask):
    """The response to one request. While the server is stopping, each response is the last on its connection."""

    stopping = False

    def get_environment(self) -> dict[str, Any]:
        """The WSGI environment without a file wrapper: with one, a slow client would keep a file descriptor open."""
        environment: dict[str, Any] = super().get_environment()
        environment.pop("wsgi.file_wrapper", None)
        return environment

    def set_close_on_finish(self) -> None:
        """Keep the connection open after status 204 or 304; Waitress would close it for lack of a length."""
        requested = self.version == "1.0" or self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.stopping or requested:
            super().set_close_on_finish()

    def build_response_header(self) -> bytes:
        if self.stopping:
            self.set_close_on_finish()
        head: bytes = super().build_response_header()
        return head


class NetworkQueue:
    """A queue that gives each network at most `REQUESTS_PER_NETWORK` threads. Further requests of a network wait."""

    def __init__(self, work: Callable[[Any], None]) -> None:
        """Start with an empty queue. `work`: the function that passes a connection to a thread."""
        self._work, self._lock = work, threading.Lock()
        self._busy, self._waiting = Counter[str](), defaultdict[str, deque[Any]](deque)

    def take(self, channel: Any) -> None:
        """Start the request of this connection, or queue it if its network has no free thread."""
        network = channel.queued_network = channel.network
        with self._lock:
            if self._busy[network] >= REQUESTS_PER_NETWORK:
                self._waiting[network].append(channel)
                return
            self._busy[network] += 1
        self._work(channel)

    def give_back(self, network: str) -> None:
        """Release the thread of a finished request, or use it for the next request from the same network."""
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
    """A Waitress connection with limits on threads, queued requests and buffers."""

    task_class = ResponseTask
    queued_network = ""  # the network of the request in progress
    seen_activity, seen_at = 0, 0.0  # the last activity: wall clock time, from Waitress, and monotonic time

    @cached_property
    def source(self) -> str:
        """The network at the other end of the connection."""
        return network_of(str(self.addr[0]))

    @property
    def network(self) -> str:
        """The client's network: the one that our outermost proxy saw, otherwise that of the connection."""
        forwarded = self.requests[0].headers.get("X_FORWARDED_FOR", "") if self.requests else ""
        seen = seen_by_proxy(forwarded, self.server.proxies)
        return network_of(seen) if seen else self.source

    def service(self) -> None:
        """Answer a request, then start the next request from the same network."""
        network = self.queued_network  # behind a proxy, the next request may be from another network
        try:
            super().service()
        finally:
            self.server.network_queue.give_back(network)

    def received(self, data: bytes) -> bool:
        """Read `data`. If requests exceed `PIPELINED_REQUESTS`, keep the first ones, then close the connection."""
        complete: bool = super().received(data)
        with self.requests_lock:
            if len(self.requests) > PIPELINED_REQUESTS:
                for each in self.requests[PIPELINED_REQUESTS:]:
                    each.close()
                del self.requests[PIPELINED_REQUESTS:]
                self.requests[-1].headers["CONNECTION"] = "close"
        self.close_if_too_much()
        return complete

    def check_client_disconnected(self) -> bool:
        """Return whether the client has disconnected. Waiting requests ask, because they read and write nothing."""
        try:
            return not self.connected or self.socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    def write_soon(self, data: bytes) -> int:
        """Buffer a piece of the response until the client reads it."""
        if self.will_close:
            raise ClientDisconnected
        written: int = super().write_soon(data)
        self.close_if_too_much()
        return written

    @property
    def buffered(self) -> int:
        """The number of bytes buffered for this connection: unsent responses, and complete and partial requests."""
        requests = filter(None, [*self.requests, self.request])
        return int(self.total_outbufs_len) + sum(request.body_bytes_received for request in requests)

    def close_if_too_much(self) -> None:
        """Close this connection if it has a large buffer and all connections together exceed `BUFFERED_IN_TOTAL`."""
        if self.buffered <= BUFFERED_IN_MEMORY:
            return
        if sum(each.buffered for each in list(self.server.active_channels.values())) > BUFFERED_IN_TOTAL:
            self.will_close = True
            self.server.trigger.pull_trigger(self.handle_close)


def close_idle(server: Any, _now: float) -> None:
    """Close connections that have been idle for `IDLE_TIMEOUT` seconds, even if a response has not been read.

    Idle time is measured by the monotonic clock: with the time of day, setting the clock ahead would close them all.
    """
    now = time.monotonic()
    for channel in list(server.active_channels.values()):
        if channel.last_activity != channel.seen_activity:
            channel.seen_activity, channel.seen_at = channel.last_activity, now
        if channel.will_close or (not channel.requests and channel.seen_at < now - IDLE_TIMEOUT):
            channel.handle_close()


def _end_when_answered(server: Any) -> None:
    begun = time.monotonic()
    while server.active_channels and time.monotonic() < begun + STOP_TIMEOUT:
        arriving = time.monotonic() < begun + ARRIVAL_TIMEOUT
        server.trigger.pull_trigger(partial(_close_answered, server, arriving))
        time.sleep(0.05)
    with server.trigger.lock:  # the main loop holds this lock while it runs work, and swallows exceptions
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)


def _close_answered(server: Any, arriving: bool) -> None:
    """Close connections without a request or unsent response. `arriving`: keep those with a partial request."""
    for channel in list(server.active_channels.values()):
        if not (channel.requests or channel.total_outbufs_len or (arriving and channel.request)):
            channel.will_close = True


def _end(*_signal: object) -> None:
    raise SystemExit(0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scorekeeper.server", description="Serve Scorekeeper.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--bind", default="127.0.0.1:8000", help="address and port, such as 127.0.0.1:8000")
    where.add_argument("--fd", type=int, help="a socket that is open already, such as 3 from systemd")
    parser.add_argument("--connections", type=int, default=CONNECTIONS, help="how many may be open at once")
    parser.add_argument("application", nargs="?", default="scorekeeper.wsgi", help="module:name")
    options = parser.parse_args()
    module, _colon, attribute = options.application.partition(":")
    application: Application = getattr(importlib.import_module(module), attribute or "application")
    if options.fd is None:
        host, _colon, port = options.bind.rpartition(":")
        try:
            listener = listen(host.strip("[]"), int(port))
        except OSError as error:
            parser.exit(1, f"Cannot listen on {options.bind}: {error.strerror}.\n")
    else:
        listener = socket.socket(fileno=options.fd)
    proxies = getattr(settings, "TRUSTED_PROXIES", 0) if settings.configured else 0
    # The worker needs models, which are loaded with the application.
    worker = importlib.import_module("delivery.worker") if apps.ready and apps.is_installed("delivery") else None
    if worker:
        worker.start()
    serve(application, listener, shared=options.fd is not None, connections=options.connections, proxies=proxies)
    if worker:
        worker.stop()


if __name__ == "__main__":
    main()
