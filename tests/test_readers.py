"""Whoever reads slowly, or nothing, takes no thread of the server from others; what is read slowly arrives whole."""

import socket
import time
from contextlib import ExitStack

import pytest

from scorekeeper import line as lines
from scorekeeper.line import ALL, BEHIND, SMALL, Line, Shelf
from tests.test_server import ask, server, serving

__all__ = ["server"]
CLOSE = b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
NEVER_CLOSE = b" HTTP/1.1\r\nHost: a\r\n\r\n"


@pytest.fixture
def port(server):
    return server[1]


@pytest.fixture
def hurried(tmp_path):
    """The same, where a second is what an answer may take, and what a reader may read nothing."""
    with serving(tmp_path, HURRIED="1") as (_process, port):
        yield port


def far(port):
    """A connection as over a network: on one within the machine the system itself holds megabytes."""
    line = socket.socket()
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1460)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(15)
    line.connect(("127.0.0.1", port))
    return line


def slowly(line, pause, every):
    """All that comes until the other side closes, with a pause after every so many bytes."""
    got, rest = bytearray(), every
    while piece := line.recv(65536):
        got += piece
        rest -= len(piece)
        if rest < 0:
            time.sleep(pause)
            rest = every
    return bytes(got)


def numbered(many):
    return b"".join(b"%159d\n" % number for number in range(many // 160))


def unchunked(body):
    data = bytearray()
    while body:
        size, _mark, body = body.partition(b"\r\n")
        data += body[: int(size, 16)]
        body = body[int(size, 16) + 2 :]
    return bytes(data)


@pytest.mark.parametrize(
    "asked",
    [
        b"GET /whole?160000" + NEVER_CLOSE,
        b"GET /file?160000" + NEVER_CLOSE,
        b"GET /pieces?3200000" + NEVER_CLOSE,
        b"GET /pieces?12800000" + NEVER_CLOSE,
        (b"GET /whole?16000" + NEVER_CLOSE) * 40,
    ],
    ids=["a page", "a file of the site", "a long file", "a file too long to be put by", "many pages at once"],
)
def test_twenty_who_ask_and_read_nothing_keep_nobody_waiting(port, asked):
    with ExitStack() as all_:
        for _number in range(20):
            all_.enter_context(far(port)).sendall(asked)
        time.sleep(1)
        for _request in range(3):
            assert ask(port, b"abc") == b"3"


@pytest.mark.parametrize("way", [b"whole", b"file", b"pieces"])
@pytest.mark.parametrize("many", [160_000, BEHIND + 4_000_000])
def test_what_is_read_slowly_arrives_whole(port, way, many):
    with far(port) as line:
        line.sendall(b"GET /%s?%d" % (way, many) + CLOSE)
        time.sleep(0.5)
        head, _mark, body = slowly(line, 0.002, 100_000).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert (unchunked(body) if way == b"pieces" else body) == numbered(many)


def test_after_a_long_answer_the_next_request_on_the_line_is_answered(port):
    with far(port) as line:
        line.sendall(b"GET /whole?3200000" + NEVER_CLOSE)
        time.sleep(0.3)
        line.sendall(b"GET /whole?320" + CLOSE)
        got = slowly(line, 0, 1)
    assert got.count(b"HTTP/1.1 200 OK") == 2
    assert got.endswith(b"\r\n\r\n" + numbered(320))


def test_a_server_that_is_stopped_sends_to_its_end_what_is_being_read(server):
    process, port = server
    with far(port) as line:
        line.sendall(b"GET /pieces?3200000" + CLOSE)
        time.sleep(0.5)
        process.terminate()
        body = slowly(line, 0.02, 100_000).partition(b"\r\n\r\n")[2]
    assert unchunked(body) == numbered(3_200_000)
    assert process.wait(20) == 0


@pytest.mark.parametrize("many", [3_200_000, BEHIND + 4_000_000])
def test_an_honest_slow_download_may_take_longer_than_any_other_answer(hurried, many):
    with far(hurried) as line:
        line.sendall(b"GET /pieces?%d" % many + CLOSE)
        began = time.monotonic()
        body = slowly(line, 0.1, many // 30).partition(b"\r\n\r\n")[2]
    assert time.monotonic() - began > 2.5
    assert unchunked(body) == numbered(many)


@pytest.mark.parametrize("many", [3_200_000, BEHIND + 4_000_000])
def test_who_reads_nothing_is_cut_off_and_gets_no_whole_file(hurried, many):
    with far(hurried) as line:
        line.sendall(b"GET /whole?%d" % many + CLOSE)
        time.sleep(4)
        got = slowly(line, 0, many)
    assert 0 < len(got) < 1_000_000


@pytest.fixture
def pair():
    """A line with room on the shelf for one thread that waits, and who reads from it."""
    ours, theirs = socket.socketpair()
    line = Line.over(ours, Shelf(1))
    with line, theirs:
        yield line, theirs


def test_what_is_put_by_is_of_no_more_than_one_answer_may_have_and_is_given_back(pair):
    line, _reader = pair
    line.sendall(b"x" * (BEHIND // 2))
    assert line.behind
    assert BEHIND // 4 < line.shelf._held <= BEHIND // 2
    line.close()
    assert (line.behind, line.shelf._held) == (False, 0)


def test_a_page_is_put_by_where_there_is_no_room_for_files(pair):
    line, _reader = pair
    assert line.shelf.take(ALL)
    while not line.behind:
        line.sendall(b"x" * (SMALL // 4))
    assert line.shelf._held == ALL


def test_who_would_wait_where_all_places_are_taken_is_cut_off_at_once(pair):
    line, _reader = pair
    assert line.shelf.places.acquire(blocking=False)
    began = time.monotonic()
    with pytest.raises(BrokenPipeError):
        line.sendall(b"x" * (BEHIND + 4_000_000))
    assert time.monotonic() - began < 1
    assert (line.behind, line.waits, line.shelf._held) == (False, False, 0)


def test_a_place_to_wait_is_free_again_when_the_thread_is(pair, monkeypatch):
    line, reader = pair
    monkeypatch.setattr(lines, "STALLED", 0.01)
    line.shutdown(socket.SHUT_WR)
    line.waits = line.shelf.places.acquire(blocking=False)
    with pytest.raises(BrokenPipeError):
        line.sendall(b"x")
    line.free()
    line.free()
    assert line.shelf.places.acquire(blocking=False)
    assert not line.shelf.places.acquire(blocking=False)
    assert reader.recv(1) == b""


def test_of_a_line_that_is_closed_meanwhile_nothing_is_asked_of_the_system(pair):
    line, _reader = pair
    line.close()
    assert not line.stalls(time.monotonic())


def test_who_reads_the_pace_and_no_less_goes_on(pair, monkeypatch):
    line, reader = pair
    monkeypatch.setattr(lines, "_unread", lambda _line: 0)
    line.sendall(b"x" * BEHIND)
    assert not line.stalls(line._look - 1)
    assert line.stalls(line._look)
    for _piece in range(40):
        reader.recv(65536)
        line.push()
    assert not line.stalls(line._look)
    assert line.stalls(line._look)
