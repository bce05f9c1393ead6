"""Real receivers on this machine: a test sets their responses, and they store their requests. Asserts nothing."""

import socket
import ssl
import subprocess
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

OK = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


@dataclass
class Got:
    """A request as it came over the wire."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server on 127.0.0.1. `answer`: bytes, or a function of the connection and the request that writes them."""

    answer: object = OK
    got: list[Got] = field(default_factory=list)
    context: ssl.SSLContext | None = None

    def __post_init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self._open = True
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self):
        return f"{'https' if self.context else 'http'}://127.0.0.1:{self.port}/hook?a=1"

    def close(self):
        self._open = False
        self.socket.shutdown(socket.SHUT_RDWR)  # ends the wait for the next connection
        self.socket.close()

    def _serve(self):
        while self._open:
            try:
                line, _address = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self._one, args=(line,), daemon=True).start()

    def _one(self, line):
        with suppress(OSError), line:
            if self.context:
                line = self.context.wrap_socket(line, server_side=True)
            file = line.makefile("rb")
            path = file.readline().decode().split(" ")[1]
            headers = {}
            while head := file.readline().decode().strip():
                name, _colon, value = head.partition(": ")
                headers[name.lower()] = value
            request = Got(path, headers, file.read(int(headers.get("content-length", 0))))
            self.got.append(request)
            if callable(self.answer):
                self.answer(line, request)
            else:
                line.sendall(self.answer)


@contextmanager
def receiver(answer=OK, context=None):
    """A receiver until the end of the block."""
    one = Receiver(answer, context=context)
    try:
        yield one
    finally:
        one.close()


def status(number, *headers, body=b""):
    """An answer with this status."""
    lines = [f"HTTP/1.1 {number} Answer", *headers, f"Content-Length: {len(body)}", "Connection: close", "", ""]
    return "\r\n".join(lines).encode() + body


def in_turn(*answers):
    """The first answer to the first request, and so on; the last one to all others."""
    left = list(answers)

    def write(line, _request):
        line.sendall(left.pop(0) if len(left) > 1 else left[0])

    return write


def dripping(line, _request):
    """Send a byte every 0.2 s, forever."""
    line.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        line.sendall(b"X")
        time.sleep(0.2)


def silent(_line, _request):
    """Send nothing for a minute."""
    time.sleep(60)


def own_certificate(folder):
    """A TLS server context with a self-signed certificate."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    more = ["-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*command, *more], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
