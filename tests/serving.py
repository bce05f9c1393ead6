"""The server with a tiny application, and helpers that send requests to it."""

import http.client
import os
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANY = 40
# Answers with the number of bytes it was sent; or with as many bytes as requested: whole, in pieces, or as a file.
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
    time.sleep(1.5 if way == "/long" else 0)
    if way == "/lines":
        def lines():
            yield b"first\\n"
            while not environ["waitress.client_disconnected"]():
                time.sleep(0.05)
            open("hung-up", "w").close()
        start("200 OK", [])
        return lines()
    if way == "/waiting":
        from people.web.stopping import STOPPING
        STOPPING.wait(25)
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    if way == "/set-aside":
        body = bytes(gc.get_freeze_count() * (gc.get_threshold()[0] > 700))
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(str(len(body)))))])
    return [str(len(body)).encode()]
"""
HEAD = b" HTTP/1.1\r\nHost: a\r\n"
CLOSE = HEAD + b"Connection: close\r\n\r\n"
NEVER_CLOSE = HEAD + b"\r\n"


@contextmanager
def serving(folder, told="", **options):
    """Run the server. `told`: Python code that changes some of its values."""
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
    """A connection with small buffers, as over a network: on a local one the kernel buffers megabytes."""
    line = socket.socket()
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1460)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(15)
    line.connect(("127.0.0.1", port))
    return line


def slowly(line, pause, every):
    """Read until the other side closes, pausing after every `every` bytes."""
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
