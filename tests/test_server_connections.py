"""Connections of the server: their limits, the cost of many of them, and a stop that lets requests finish."""

import http.client
import os
import resource
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager

import pytest

from scorekeeper.server import listen, prepared
from tests.serving import CLOSE, HEAD, MANY, NEVER_CLOSE, ask, far, numbered, serving, slowly, unchunked


@pytest.fixture
def server(tmp_path):
    """A server for one test: its process and its port."""
    with serving(tmp_path) as found:
        yield found


# ── connections ──────────────────────────────────────────────────────────────


@contextmanager
def held(many, **limits):
    """A server object that isn't running, with `many` connections that it hasn't accepted yet."""
    with ExitStack() as all_:
        listener = all_.enter_context(listen("127.0.0.1", 0))
        server = prepared(lambda _environ, _start: [], listener, **limits)
        all_.callback(server.task_dispatcher.shutdown)
        for _number in range(many):
            all_.enter_context(socket.create_connection(listener.getsockname()))
        yield server
        for channel in list(server.active_channels.values()):
            channel.handle_close()
        server.trigger.close()


def test_simultaneous_connections_are_accepted_ten_at_a_time():
    with held(35) as server:
        counted = []
        for _turn in range(4):
            server.handle_accept()
            counted.append(len(server.active_channels))
    assert counted == [10, 20, 30, 35]


def test_with_many_connections_the_server_checks_them_less_often():
    def looks():
        end, many = time.monotonic() + 0.3, 0
        while time.monotonic() < end:
            server.readable()
            many += 1
        return many

    with held(500) as server:
        often = looks()
        while len(server.active_channels) < 500:
            server.handle_accept()
        assert looks() <= 61  # five milliseconds from one to the next
    assert often > 300


def test_the_connections_of_one_address_are_limited_until_some_are_closed(tmp_path):
    with serving(tmp_path, told="server.CONNECTIONS_PER_ADDRESS = 3") as (_process, port), ExitStack() as all_:
        time.sleep(0.3)
        lines = [all_.enter_context(socket.create_connection(("127.0.0.1", port), 8)) for _number in range(4)]
        assert lines[3].recv(1) == b""
        other = all_.enter_context(socket.create_connection(("127.0.0.1", port), 8, ("127.0.0.2", 0)))
        other.sendall(b"GET /" + CLOSE)
        assert other.recv(15) == b"HTTP/1.1 200 OK"
        lines[0].close()
        time.sleep(0.3)
        assert ask(port, b"abc") == b"3"
        for line in lines[1:3]:
            line.sendall(b"GET /" + CLOSE)
            assert line.recv(15) == b"HTTP/1.1 200 OK"


def test_the_connections_of_a_proxy_are_not_limited(monkeypatch):
    monkeypatch.setattr("scorekeeper.server.CONNECTIONS_PER_ADDRESS", 3)
    with held(5) as server, held(5, proxies=1) as behind_a_proxy:
        server.handle_accept()
        behind_a_proxy.handle_accept()
        assert (len(server.active_channels), len(behind_a_proxy.active_channels)) == (3, 5)


def test_connections_beyond_the_file_limit_wait_and_the_server_goes_on(tmp_path):
    few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))  # noqa: E731
    with serving(tmp_path, preexec_fn=few) as (server, port):
        with ExitStack() as all_:
            for _number in range(400):
                all_.enter_context(socket.create_connection(("127.0.0.1", port)))
            time.sleep(0.5)
            assert server.poll() is None
            assert len(os.listdir(f"/proc/{server.pid}/fd")) < 300
        assert ask(port, b"abc") == b"3"


def test_one_address_cannot_use_all_threads(server):
    port = server[1]
    with ExitStack() as all_:
        lines = [all_.enter_context(socket.create_connection(("127.0.0.1", port))) for _number in range(8)]
        for line in lines:
            line.settimeout(15)
            line.sendall(b"GET /long" + CLOSE)
        time.sleep(0.3)
        with closing(http.client.HTTPConnection("127.0.0.1", port, 8, source_address=("127.0.0.2", 0))) as other:
            before = time.monotonic()
            other.request("POST", "/", b"abc")
            assert other.getresponse().read() == b"3"
            assert time.monotonic() - before < 1
        assert [line.recv(4096)[:15] for line in lines] == [b"HTTP/1.1 200 OK"] * 8


def test_setting_the_clock_forward_closes_no_connection(tmp_path):
    forward = "clock = time.time; time.time = lambda: clock() + 3600 * os.path.exists('forward')"
    told = f"import os, time; {forward}; server.CLEANUP_INTERVAL = 0.2"
    with serving(tmp_path, told=told) as (_process, port), far(port) as line:
        line.sendall(b"GET /204" + NEVER_CLOSE)
        assert line.recv(4096).startswith(b"HTTP/1.1 204")
        time.sleep(0.6)  # the server checks it before and after
        (tmp_path / "forward").touch()
        time.sleep(0.6)
        line.sendall(b"GET /204" + NEVER_CLOSE)
        assert line.recv(4096).startswith(b"HTTP/1.1 204")


# ── stopping ─────────────────────────────────────────────────────────────────


def test_a_server_that_is_stopped_finishes_started_requests_and_refuses_new_ones(server):
    """The requests: a slow one, a long poll, one that is still arriving, and a download."""
    process, port = server
    with (
        ThreadPoolExecutor(2) as threads,
        far(port) as reading,
        socket.create_connection(("127.0.0.1", port), timeout=15) as arriving,
    ):
        reading.sendall(b"GET /pieces?3200000" + CLOSE)
        arriving.sendall(b"POST /" + HEAD + b"Connection: close\r\nContent-Length: 6\r\n\r\nabc")
        waits = threads.submit(ask, port, b"abc", path="/waiting")
        begun = threads.submit(ask, port, b"abc", path="/long")
        time.sleep(0.3)
        assert not waits.done()
        process.terminate()
        time.sleep(0.3)
        with pytest.raises(ConnectionRefusedError):
            ask(port)
        assert not begun.done()
        assert waits.result(5) == b"3"
        arriving.sendall(b"def")
        assert b"".join(iter(lambda: arriving.recv(4096), b"")).endswith(b"\r\n\r\n6")
        assert unchunked(slowly(reading, 0.02, 100_000).partition(b"\r\n\r\n")[2]) == numbered(3_200_000)
        assert begun.result() == b"3"
    assert process.wait(20) == 0


def test_silent_connections_do_not_delay_a_stop(server):
    process, port = server
    with ExitStack() as all_:
        for _number in range(MANY):
            all_.enter_context(socket.create_connection(("127.0.0.1", port)))
        time.sleep(0.3)
        process.terminate()
        assert process.wait(3) == 0
