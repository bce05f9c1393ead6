"""Whoever sends slowly, or nothing, takes no thread of the server from others."""

import http.client
import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from scorekeeper.server import MOST, missing

ROOT = Path(__file__).resolve().parent.parent
# Sends back how much it was sent; or as much as is asked for: at once, piece by piece, or as a file.
APP = """
import gc, os, tempfile, time
from functools import lru_cache
import scorekeeper.line, scorekeeper.server
if "HURRIED" in os.environ:
    scorekeeper.server.LONGEST = scorekeeper.line.STALLED = 1.0

@lru_cache
def numbered(many):
    return b"".join(b"%159d\\n" % number for number in range(many // 160))

def application(environ, start):
    if environ["PATH_INFO"] != "/" and environ["QUERY_STRING"]:
        data = numbered(int(environ["QUERY_STRING"]))
        way = environ["PATH_INFO"]
        start("200 OK", [] if way == "/pieces" else [("Content-Length", str(len(data)))])
        if way == "/file":
            file = tempfile.TemporaryFile()
            file.write(data)
            file.seek(0)
            return environ["wsgi.file_wrapper"](file)
        return [data] if way == "/whole" else (data[at : at + 500_000] for at in range(0, len(data), 500_000))
    time.sleep(2 if environ["PATH_INFO"] == "/long" else 0)
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    if environ["PATH_INFO"] == "/set-aside":
        body = bytes(gc.get_freeze_count() * (gc.get_threshold()[0] > 700))
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(str(len(body)))))])
    return [str(len(body)).encode()]
"""


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"", 1),
        (b"GET / HTTP/1.1\r\n", 17),
        (b"x" * MOST, 0),
        (b"GET / HTTP/1.1\r\n\r\n", 0),
        (b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", 42),
        (b"GET / HTTP/1.1\r\ncontent-length:5\r\n\r\nabcde", 0),
        (b"GET / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n", None),
        (b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 0),
        (b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", None),
        (b"GET / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n", None),
    ],
)
def test_a_request_is_awaited_until_it_is_whole(data, wanted):
    assert missing(data) == wanted


@pytest.fixture
def server(tmp_path):
    """gunicorn as it is served, with two threads: its process and its port."""
    with serving(tmp_path) as found:
        yield found


@contextmanager
def serving(tmp_path, **environment):
    (tmp_path / "tiny.py").write_text(APP)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number = probe.getsockname()[1]
    words = ["--worker-class=scorekeeper.server.Worker", "--threads=2", "--keep-alive=65", "--no-control-socket"]
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", f"--bind=127.0.0.1:{number}", *words, "--log-level=error", "tiny"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{tmp_path}", **environment},
    )
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with suppress(OSError):
            ask(number)
            break
        time.sleep(0.05)
    yield server, number
    server.terminate()
    server.wait(20)


@pytest.fixture
def port(server):
    return server[1]


def ask(port, body=b"", timeout=8, path="/"):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)) as line:
        line.request("POST", path, body)
        return line.getresponse().read()


@pytest.mark.parametrize(
    "piece",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: a\r\nX-",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
        b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nX-",
        b"nonsense\r\n\r\n",
    ],
    ids=["silent", "half a head", "half a body", "half a second request", "refused, and never hung up"],
)
def test_twenty_slow_connections_keep_nobody_waiting(port, piece):
    with ExitStack() as all_:
        lines = [all_.enter_context(socket.create_connection(("127.0.0.1", port))) for _number in range(20)]
        for line in lines:
            line.sendall(piece)
        time.sleep(0.2)
        assert ask(port, b"abc") == b"3"


def test_a_body_in_pieces_arrives_whole_small_or_large(port):
    for size in (20, 5000, MOST + 5000, 900_000):
        head = f"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {size}\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
            for piece in (head[:9], head[9:], b"x" * (size // 2), b"x" * (size - size // 2)):
                line.sendall(piece)
                time.sleep(0.02)
            answer = b"".join(iter(lambda line=line: line.recv(4096), b""))
        assert answer.endswith(b"\r\n\r\n" + str(size).encode())


def test_requests_sent_at_once_on_one_line_are_all_answered(port):
    with socket.create_connection(("127.0.0.1", port), timeout=15) as line:
        line.sendall(
            b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 5 + b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        )
        answer = b"".join(iter(lambda: line.recv(4096), b""))
    assert answer.count(b"HTTP/1.1 200") == 6


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
