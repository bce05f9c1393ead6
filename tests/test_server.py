"""Requests to the server: clients that are slow to send or read, or do neither, block no others."""

import os
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from scorekeeper.server import LARGEST_BODY
from tests.serving import CLOSE, HEAD, MANY, NEVER_CLOSE, ask, far, numbered, serving, slowly, unchunked


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server for all tests of this module: its process and its port."""
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def port(shared):
    return shared[1]


# ── sending ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "piece",
    [
        b"",
        b"GET /" + HEAD + b"X-",
        b"POST /" + HEAD + b"Content-Length: 9\r\n\r\nabc",
        b"POST /" + HEAD + b"Content-Length: 900000\r\n\r\nabc",
        b"POST /" + HEAD + b"Content-Length: 0000000000000000000005\r\n\r\nabc",
        b"POST /" + HEAD + b"Content-Length: 9999999999999999999\r\n\r\nabc",
        b"POST /" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\na",
        b"GET /" + NEVER_CLOSE + b"GET /" + HEAD + b"X-",
        b"nonsense\r\n\r\n",
    ],
    ids=[
        "silent", "half a head", "half a body", "half a large body", "a length with zeros", "a length of 19 digits",
        "half a chunk", "half a second request", "refused, and never hung up",
    ],
)  # fmt: skip
def test_forty_slow_connections_keep_nobody_waiting(port, piece):
    with ExitStack() as all_:
        lines = [all_.enter_context(socket.create_connection(("127.0.0.1", port))) for _number in range(MANY)]
        for line in lines:
            line.sendall(piece)
        time.sleep(0.1)
        assert ask(port, b"abc") == b"3"


def test_a_body_in_pieces_arrives_whole_small_or_large(port):
    for size in (20, 5000, 40_000, 900_000):
        head = b"POST /" + HEAD + f"Connection: close\r\nContent-Length: {size}\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
            for piece in (head[:9], head[9:], b"x" * (size // 2), b"x" * (size - size // 2)):
                line.sendall(piece)
                time.sleep(0.02)
            answer = b"".join(iter(lambda line=line: line.recv(4096), b""))
        assert answer.endswith(b"\r\n\r\n" + str(size).encode())


@pytest.mark.parametrize("status", [204, 304])
def test_a_phone_that_polls_keeps_its_connection(port, status):
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
        line.sendall(f"GET /{status}".encode() + NEVER_CLOSE)
        first = line.recv(4096)
        line.sendall(f"GET /{status}".encode() + CLOSE)
        rest = b"".join(iter(lambda: line.recv(4096), b""))
    assert [each.split(b" ")[1] for each in (first, rest)] == [b"%d" % status] * 2
    assert (b"Connection: close" in first, b"Connection: close" in rest) == (False, True)


def test_each_line_of_a_stream_is_sent_at_once_and_the_stream_learns_that_its_reader_has_hung_up(shared):
    server, port = shared
    hung_up = Path(f"/proc/{server.pid}/cwd/hung-up")
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
        line.sendall(b"GET /lines" + NEVER_CLOSE)
        read = b""
        while b"first" not in read:
            read += line.recv(4096)
        time.sleep(0.3)
        assert not hung_up.exists()
    deadline = time.monotonic() + 15
    while not hung_up.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert hung_up.exists()


def test_requests_sent_at_once_on_one_connection_are_all_answered(port):
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
        line.sendall((b"GET /" + NEVER_CLOSE) * 5 + b"GET /" + CLOSE)
        answer = b"".join(iter(lambda: line.recv(4096), b""))
    assert answer.count(b"HTTP/1.1 200") == 6


@pytest.mark.parametrize("length", [LARGEST_BODY, 300_000_000])
def test_a_body_that_is_too_large_is_refused_before_it_is_sent(port, length):
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
        line.sendall(b"POST /" + HEAD + b"Content-Length: %d\r\n\r\nabc" % length)
        assert line.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_chunks_that_add_up_to_too_much_are_refused_during_the_upload(port):
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line, suppress(ConnectionError):
        line.sendall(b"POST /" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        for _chunk in range(30):
            line.sendall(b"100000\r\n" + b"x" * 0x100000 + b"\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 413 ")
    assert ask(port, b"abc") == b"3"


# ── reading ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "asked",
    [
        b"GET /whole?160000" + NEVER_CLOSE,
        b"GET /file?160000" + NEVER_CLOSE,
        b"GET /pieces?3200000" + NEVER_CLOSE,
        b"GET /pieces?12800000" + NEVER_CLOSE,
        (b"GET /whole?16000" + NEVER_CLOSE) * 40,
    ],
    ids=["a page", "a file of the site", "a long file", "a very long file", "many pages at once"],
)
def test_forty_clients_that_read_no_response_keep_nobody_waiting(port, asked):
    with ExitStack() as all_:
        for _number in range(MANY):
            all_.enter_context(far(port)).sendall(asked)
        time.sleep(0.25)
        for _request in range(3):
            assert ask(port, b"abc") == b"3"


def test_of_very_many_pipelined_requests_the_first_are_answered(tmp_path):
    """Sixty unread large pages exceeded the output buffer of a connection, so its thread blocked; eight blocked all."""
    with serving(tmp_path, told="server.PIPELINED_REQUESTS = 3") as (_process, port), far(port) as line:
        line.sendall((b"GET /whole?1600" + NEVER_CLOSE) * 60)
        assert slowly(line, 0, 1).count(b"HTTP/1.1 200 OK") == 3


def test_a_client_that_reads_nothing_is_disconnected_and_a_slow_download_arrives_whole(tmp_path):
    told = "server.IDLE_TIMEOUT = server.CLEANUP_INTERVAL = 1"
    with serving(tmp_path, told=told) as (_process, port), far(port) as unread, far(port) as line:
        unread.sendall(b"GET /whole?12800000" + NEVER_CLOSE)
        line.sendall(b"GET /whole?12800000" + CLOSE)
        begun = time.monotonic()
        body = slowly(line, 0.1, 400_000).partition(b"\r\n\r\n")[2]
        assert time.monotonic() - begun > 3
        assert body == numbered(12_800_000)
        with suppress(ConnectionError):
            assert len(slowly(unread, 0, 1)) < 12_800_000


def test_unread_responses_are_limited_in_total_but_small_pages_are_not(tmp_path):
    def is_whole(line):
        with suppress(ConnectionError):
            return len(slowly(line, 0, 1)) > 4_800_000

    with serving(tmp_path, told="server.BUFFERED_IN_TOTAL = 20_000_000") as (_process, port), ExitStack() as all_:
        lines = [all_.enter_context(far(port)) for _number in range(8)]
        for line in lines:
            line.sendall(b"GET /whole?4800000" + CLOSE)
        time.sleep(1)
        assert ask(port, b"abc") == b"3"
        assert 1 <= len(list(filter(is_whole, lines))) <= 4


def test_an_unread_file_holds_no_descriptor_besides_its_connection(shared):
    server, port = shared
    files = lambda: len(os.listdir(f"/proc/{server.pid}/fd"))  # noqa: E731
    before = files()
    with ExitStack() as all_:
        for _number in range(MANY):
            all_.enter_context(far(port)).sendall(b"GET /file?160000" + NEVER_CLOSE)
        time.sleep(0.5)
        assert files() <= before + MANY + 8


@pytest.mark.parametrize("way", [b"whole", b"file", b"pieces"])
@pytest.mark.parametrize("many", [pytest.param(160_000, marks=pytest.mark.thorough), 12_800_000])
def test_a_response_that_is_read_slowly_arrives_whole(port, way, many):
    with far(port) as line:
        line.sendall(b"GET /%s?%d" % (way, many) + CLOSE)
        time.sleep(0.5)
        head, _mark, body = slowly(line, 0.002, 100_000).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert (unchunked(body) if way == b"pieces" else body) == numbered(many)


def test_after_a_long_response_the_next_request_on_the_connection_is_answered(port):
    with far(port) as line:
        line.sendall(b"GET /whole?3200000" + NEVER_CLOSE)
        time.sleep(0.3)
        line.sendall(b"GET /whole?320" + CLOSE)
        got = slowly(line, 0, 1)
    assert got.count(b"HTTP/1.1 200 OK") == 2
    assert got.endswith(b"\r\n\r\n" + numbered(320))


# ── loading ──────────────────────────────────────────────────────────────────


def test_loaded_modules_are_excluded_from_garbage_collection(port):
    assert int(ask(port, path="/set-aside")) > 10_000
