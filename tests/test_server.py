"""The server: whoever sends slowly, reads slowly or does neither holds up nobody, and a stop lets requests end."""

import http.client
import os
import resource
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from scorekeeper.server import LARGEST_BODY, listen

ROOT = Path(__file__).resolve().parent.parent
MANY = 40
# Sends back how much it was sent; or as much as is asked for: at once, piece by piece, or as a file.
APP = """
import gc, os, tempfile, time
from functools import lru_cache

@lru_cache
def numbered(many):
    return b"".join(b"%159d\\n" % number for number in range(many // 160))

def application(environ, start):
    way, asked = environ["PATH_INFO"], environ["QUERY_STRING"]
    if way != "/" and asked:
        data = numbered(int(asked))
        start("200 OK", [] if way == "/pieces" else [("Content-Length", str(len(data)))])
        if way == "/file":
            file = tempfile.TemporaryFile()
            file.write(data)
            file.seek(0)
            wrapper = environ.get("wsgi.file_wrapper", lambda file: iter(lambda: file.read(4096), b""))
            return wrapper(file)
        return [data] if way == "/whole" else (data[at : at + 500_000] for at in range(0, len(data), 500_000))
    if way in ("/204", "/304"):
        start(f"{way[1:]} Nothing", [])
        return []
    time.sleep(2 if way == "/long" else 0)
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    if way == "/set-aside":
        body = bytes(gc.get_freeze_count() * (gc.get_threshold()[0] > 700))
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(str(len(body)))))])
    return [str(len(body)).encode()]
"""
HEAD = b" HTTP/1.1\r\nHost: a\r\n"
CLOSE = HEAD + b"Connection: close\r\n\r\n"
NEVER_CLOSE = HEAD + b"\r\n"


@pytest.fixture
def server(tmp_path):
    """A server: its process and its port. For tests that stop it."""
    with serving(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server like that, which the tests of a module share."""
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def port(shared):
    return shared[1]


@contextmanager
def serving(folder, told="", **options):
    """`told`: what is other in the server, as Python."""
    (folder / "tiny.py").write_text(APP)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number = probe.getsockname()[1]
    code = f"from scorekeeper import server\n{told}\nserver.main()"
    server = subprocess.Popen(
        [sys.executable, "-c", code, f"--bind=127.0.0.1:{number}", "tiny"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{folder}"},
        **options,
    )
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with suppress(OSError):
            ask(number)
            break
        time.sleep(0.05)
    yield server, number
    server.terminate()
    server.wait(40)


def ask(port, body=b"", timeout=8, path="/"):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)) as line:
        line.request("POST", path, body)
        return line.getresponse().read()


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
        time.sleep(0.2)
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
def test_a_phone_that_asks_for_news_again_and_again_keeps_its_connection(port, status):
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
        line.sendall(f"GET /{status}".encode() + NEVER_CLOSE)
        first = line.recv(4096)
        line.sendall(f"GET /{status}".encode() + CLOSE)
        rest = b"".join(iter(lambda: line.recv(4096), b""))
    assert [each.split(b" ")[1] for each in (first, rest)] == [b"%d" % status] * 2
    assert (b"Connection: close" in first, b"Connection: close" in rest) == (False, True)


def test_requests_sent_at_once_on_one_line_are_all_answered(port):
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
        line.sendall((b"GET /" + NEVER_CLOSE) * 5 + b"GET /" + CLOSE)
        answer = b"".join(iter(lambda: line.recv(4096), b""))
    assert answer.count(b"HTTP/1.1 200") == 6


@pytest.mark.parametrize("length", [LARGEST_BODY, 300_000_000])
def test_what_is_too_large_is_refused_before_it_is_sent(port, length):
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
        line.sendall(b"POST /" + HEAD + b"Content-Length: %d\r\n\r\nabc" % length)
        assert line.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_chunks_that_come_to_too_much_are_refused_on_the_way(port):
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line, suppress(ConnectionError):
        line.sendall(b"POST /" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        for _chunk in range(30):
            line.sendall(b"100000\r\n" + b"x" * 0x100000 + b"\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 413 ")
    assert ask(port, b"abc") == b"3"


# ── connections ──────────────────────────────────────────────────────────────


def test_one_address_has_only_so_many_connections_and_gets_them_back():
    with ExitStack() as all_:
        listener = all_.enter_context(listen("127.0.0.1", 0)).count(3)
        listener.setblocking(False)
        address = listener.getsockname()
        callers = [all_.enter_context(socket.create_connection(address)) for _number in range(4)]
        accepted = [listener.accept()[0] for _number in range(3)]
        with pytest.raises(BlockingIOError, match="too many connections from one address"):
            listener.accept()
        assert callers[3].recv(1) == b""
        accepted[0].close()
        accepted[0].close()
        all_.enter_context(socket.create_connection(address))
        accepted.append(listener.accept()[0])
        assert listener.open == {"127.0.0.1": 3}
        for each in accepted:
            each.close()
        assert listener.open == {}


def test_more_connections_than_files_wait_and_the_server_goes_on(tmp_path):
    few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))  # noqa: E731
    with serving(tmp_path, preexec_fn=few) as (server, port):
        with ExitStack() as all_:
            for _number in range(400):
                all_.enter_context(socket.create_connection(("127.0.0.1", port)))
            time.sleep(1)
            assert server.poll() is None
            assert len(os.listdir(f"/proc/{server.pid}/fd")) < 300
        assert ask(port, b"abc") == b"3"


def test_one_address_does_not_have_all_threads(port):
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
def test_forty_who_ask_and_read_nothing_keep_nobody_waiting(port, asked):
    with ExitStack() as all_:
        for _number in range(MANY):
            all_.enter_context(far(port)).sendall(asked)
        time.sleep(0.5)
        for _request in range(3):
            assert ask(port, b"abc") == b"3"


def test_of_very_many_requests_sent_at_once_the_first_are_answered(tmp_path):
    """Sixty large pages that nobody read were more than was kept of a connection: its thread waited, eight of them."""
    with serving(tmp_path, told="server.PIPELINED_REQUESTS = 3") as (_process, port), far(port) as line:
        line.sendall((b"GET /whole?1600" + NEVER_CLOSE) * 60)
        assert slowly(line, 0, 1).count(b"HTTP/1.1 200 OK") == 3


def test_who_reads_nothing_is_hung_up_on(tmp_path):
    with (
        serving(tmp_path, told="server.IDLE_TIMEOUT = server.CLEANUP_INTERVAL = 1") as (_process, port),
        far(port) as line,
    ):
        line.sendall(b"GET /whole?12800000" + NEVER_CLOSE)
        time.sleep(5)
        with suppress(ConnectionError):
            assert len(slowly(line, 0, 1)) < 12_800_000


def test_a_download_that_takes_longer_than_silence_may_last_arrives_whole(tmp_path):
    told = "server.IDLE_TIMEOUT = server.CLEANUP_INTERVAL = 1"
    with serving(tmp_path, told=told) as (_process, port), far(port) as line:
        line.sendall(b"GET /whole?12800000" + CLOSE)
        begun = time.monotonic()
        body = slowly(line, 0.1, 400_000).partition(b"\r\n\r\n")[2]
    assert time.monotonic() - begun > 3
    assert body == numbered(12_800_000)


def test_a_clock_that_is_set_forward_hangs_up_on_nobody(tmp_path):
    forward = "clock, begun = time.time, time.time(); time.time = lambda: clock() + 3600 * (clock() > begun + 2)"
    told = f"import time; {forward}; server.CLEANUP_INTERVAL = 1"
    with serving(tmp_path, told=told) as (_process, port), far(port) as line:
        line.sendall(b"GET /" + NEVER_CLOSE)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")
        time.sleep(4)
        line.sendall(b"GET /" + NEVER_CLOSE)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")


def test_what_all_together_do_not_read_has_a_bound_and_small_pages_have_none(tmp_path):
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


def test_a_file_that_is_not_read_holds_no_descriptor_beside_its_connection(shared):
    server, port = shared
    files = lambda: len(os.listdir(f"/proc/{server.pid}/fd"))  # noqa: E731
    before = files()
    with ExitStack() as all_:
        for _number in range(MANY):
            all_.enter_context(far(port)).sendall(b"GET /file?160000" + NEVER_CLOSE)
        time.sleep(1)
        assert files() <= before + MANY + 8


@pytest.mark.parametrize("way", [b"whole", b"file", b"pieces"])
@pytest.mark.parametrize("many", [pytest.param(160_000, marks=pytest.mark.thorough), 12_800_000])
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


# ── stopping ─────────────────────────────────────────────────────────────────


def test_a_server_that_is_stopped_answers_what_has_begun_and_refuses_the_rest_meanwhile(server):
    process, port = server
    with ThreadPoolExecutor(1) as thread:
        begun = thread.submit(ask, port, b"abc", path="/long")
        time.sleep(0.5)
        process.terminate()
        time.sleep(0.5)
        with pytest.raises(ConnectionRefusedError):
            ask(port)
        assert not begun.done()
        assert begun.result() == b"3"
    assert process.wait(20) == 0


def test_a_server_that_is_stopped_sends_to_its_end_what_is_being_read(server):
    process, port = server
    with far(port) as line:
        line.sendall(b"GET /pieces?3200000" + CLOSE)
        time.sleep(0.5)
        process.terminate()
        body = slowly(line, 0.02, 100_000).partition(b"\r\n\r\n")[2]
    assert unchunked(body) == numbered(3_200_000)
    assert process.wait(20) == 0


def test_a_request_that_arrives_while_the_server_is_stopped_is_answered(server):
    process, port = server
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
        line.sendall(b"POST /" + HEAD + b"Connection: close\r\nContent-Length: 6\r\n\r\nabc")
        time.sleep(0.3)
        process.terminate()
        time.sleep(0.3)
        line.sendall(b"def")
        answer = b"".join(iter(lambda: line.recv(4096), b""))
    assert answer.endswith(b"\r\n\r\n6")
    assert process.wait(20) == 0


def test_silent_connections_do_not_delay_a_stop(server):
    process, port = server
    with ExitStack() as all_:
        for _number in range(MANY):
            all_.enter_context(socket.create_connection(("127.0.0.1", port)))
        time.sleep(0.3)
        process.terminate()
        assert process.wait(3) == 0


# ── loading ──────────────────────────────────────────────────────────────────


def test_what_the_server_has_loaded_is_not_looked_through_for_rubbish_while_people_wait(port):
    assert int(ask(port, path="/set-aside")) > 10_000


def test_every_view_is_loaded_before_the_first_page_is_asked_for(tmp_path):
    ours = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    told = {**ours, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "DATA_DIR": str(tmp_path), "LAN_HTTP": "1"}
    look = "import scorekeeper.wsgi, sys; print('tournaments.urls' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", look], cwd=ROOT, env=told, capture_output=True, text=True
    )
    assert done.stdout == "True\n", done.stderr
