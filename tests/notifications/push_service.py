"""A local push service: an HTTP server that stores the messages that it receives. Asserts nothing."""

import base64
import http.server
import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field

from py_vapid import Vapid02


@dataclass
class Message:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def claims(self):
        """The claims of its VAPID token, after its signature was verified."""
        scheme, parts = self.headers["Authorization"].split(" ", 1)
        assert Vapid02.verify(f"{scheme} {parts}")
        claims = parts.split(",")[0].removeprefix("t=").split(".")[1]
        return json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))

    @property
    def key(self):
        return self.headers["Authorization"].rpartition("k=")[2]


@dataclass
class PushService:
    """`statuses`: of the next responses, then 201; `headers`: of responses; `on_message`: called with each message."""

    url: str
    messages: list[Message] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    on_message: object = None

    def endpoint(self, name="phone"):
        return f"{self.url}/push/{name}"


@contextmanager
def push_service():
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", -1)))
            message = Message(self.path, dict(self.headers), body)
            service.messages.append(message)
            self.send_response(service.statuses.pop(0) if service.statuses else 201)
            for name, value in {"Content-Length": "0", **service.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            if service.on_message:
                service.on_message(message)

        def log_message(self, *args):
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service = PushService(f"http://127.0.0.1:{server.server_port}")
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield service
        server.shutdown()
