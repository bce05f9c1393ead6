"""`scorekeeper ready`, the health check of a container."""

import http.server
import threading
from contextlib import contextmanager

import pytest

from operations.probe import site_name
from proofs.site import free_port
from scorekeeper.__main__ import main


@contextmanager
def answering(status, text):
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers["Host"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], asked
        server.shutdown()


@pytest.mark.parametrize(("status", "leaves"), [(200, 0), (503, 1), (400, 1)])
def test_it_prints_the_response_and_exits_with_its_status(status, leaves, capsys, monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "score.test, www.score.test")
    with answering(status, "database: ok\n") as (port, asked), pytest.raises(SystemExit) as left:
        main(["ready", "--port", str(port)])
    assert (int(left.value.code), capsys.readouterr().out) == (leaves, "database: ok\n")
    assert asked == [("/readyz", "score.test")]


def test_without_a_server_it_says_so():
    port = free_port()
    with pytest.raises(SystemExit, match=f"No answer on port {port}: .*refused"):
        main(["ready", "--port", str(port)])


@pytest.mark.parametrize(
    ("hosts", "name"),
    [("score.test", "score.test"), (".score.test,b.test", "score.test"), ("", "localhost"), ("*", "localhost")],
)
def test_it_sends_a_host_name_that_the_server_accepts(hosts, name):
    assert site_name(hosts) == name
