"""The unreliable network of the proofs: what is forwarded, what is cut, and that a phone rejects half a response."""

import io
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from proofs.phones import Phone
from proofs.proxy import RATES, bad_network, cut, message

FORM = {"winner": "P1", "key": "k"}


def test_one_request_is_read_whole_and_the_next_is_left():
    stream = io.BytesIO(b"POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\n\r\nGET /c")
    assert [message(stream) for _each in range(3)] == [
        b"POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc",
        b"GET /b HTTP/1.1\r\n\r\n",
        b"",
    ]


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n12345678", b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n12"),
        (b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n1", b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n"),
        (b"HTTP/1.1 303 See Other\r\nContent-Length: 0\r\n\r\n", b"HTTP/1.1 303 See Other\r\n"),
        (b"", b"\r\n"),
    ],
    ids=["a page", "a short page", "a redirect, which has no body", "nothing came"],
)
def test_a_truncated_response_is_never_complete(answer, left):
    assert cut(answer) == left


@pytest.fixture
def server():
    """A server that accepts and counts every form."""
    met = Counter()

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            met[self.path] += 1
            self.send_response(303)
            self.send_header("Location", "/m/1/")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_told):
            pass

    with HTTPServer(("127.0.0.1", 0), Taking) as taking:
        thread = threading.Thread(target=taking.serve_forever, daemon=True)
        thread.start()
        yield taking.server_address[1], met
        taking.shutdown()
        thread.join()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "told", "came"),
    [
        ("request lost", "none", 0),
        ("answer lost", "none", 1),
        ("answer cut", "none", 1),
        ("late", "303", 1),
        ("twice", "303", 2),
    ],
)
def test_a_phone_treats_a_hand_as_saved_only_after_a_complete_response(server, kind, told, came):
    port, met = server
    with bad_network(f"http://127.0.0.1:{port}", 1, {kind: 1.0}) as network:
        phone = Phone(network.port, {"codes": [], "cookies": {}}, 1)
        assert phone.press("/m/1/hand/", FORM) == told
        assert network.met == {kind: 1}
    assert met["/m/1/hand/"] == came


@pytest.mark.thorough
def test_the_network_causes_each_fault_as_often_as_configured(server):
    port, _met = server
    with bad_network(f"http://127.0.0.1:{port}", 7) as network:
        for _each in range(2000):
            network.fault(b"POST /m/1/hand/ HTTP/1.1\r\n\r\nsave=1")
        found = {kind: network.met[kind] / 2000 for kind in RATES}
    assert found == {kind: pytest.approx(rate, abs=0.02) for kind, rate in RATES.items()}


def test_pages_and_previews_of_a_sheet_go_through(server):
    port, _met = server
    with bad_network(f"http://127.0.0.1:{port}", 7, {"request lost": 1.0}) as network:
        assert network.fault(b"GET /m/1/ HTTP/1.1\r\n\r\n") == ""
        assert network.fault(b"POST /m/1/hand/ HTTP/1.1\r\n\r\naction=check") == ""
        assert network.met == {}
