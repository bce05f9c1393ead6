"""A push server for Firefox on this machine: the WebSocket protocol of Mozilla's autopush, as far as Firefox needs it.

Firefox asks it for addresses (`hello`, `register`) and gets its messages from it (`notification`).
Asserts nothing.
"""

import base64
import hashlib
import json
import socketserver
import threading
import uuid
from contextlib import contextmanager

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Autopush:
    """`endpoint`: the address that Firefox gives to the site; `{channel}` is the id of the subscription."""

    def __init__(self, url, endpoint):
        self.url, self.endpoint = url, endpoint
        self.lines = []
        self.said = []

    def notify(self, channel):
        """Deliver a message without data, as the push service got one from the site."""
        for line in self.lines:
            say(line, {"messageType": "notification", "channelID": channel, "version": uuid.uuid4().hex, "ttl": 60})


def say(line, message):
    text = json.dumps(message).encode()
    head = bytes([0x81, len(text)]) if len(text) < 126 else bytes([0x81, 126]) + len(text).to_bytes(2, "big")
    line.sendall(head + text)


def heard(reader):
    """The next text of the browser; "" at the end."""
    while head := reader.read(2):
        if len(head) < 2:
            return ""
        size = head[1] & 127
        if size > 125:
            size = int.from_bytes(reader.read({126: 2, 127: 8}[size]), "big")
        key, text = reader.read(4), reader.read(size)
        if head[0] & 15 == 8:
            return ""
        if head[0] & 15 == 1:
            return bytes(byte ^ key[at % 4] for at, byte in enumerate(text)).decode()
    return ""


@contextmanager
def autopush(endpoint):
    class Line(socketserver.StreamRequestHandler):
        def handle(self):
            headers = {}
            self.rfile.readline()
            while line := self.rfile.readline().strip().decode():
                name, _colon, value = line.partition(":")
                headers[name.strip().lower()] = value.strip()
            accept = base64.b64encode(hashlib.sha1(headers["sec-websocket-key"].encode() + MAGIC).digest())
            protocol = headers.get("sec-websocket-protocol", "")
            told = [b"HTTP/1.1 101 Switching", b"Upgrade: websocket", b"Connection: Upgrade"]
            told += [b"Sec-WebSocket-Accept: " + accept]
            told += [b"Sec-WebSocket-Protocol: " + protocol.encode()] if protocol else []
            self.wfile.write(b"\r\n".join(told) + b"\r\n\r\n")
            while text := heard(self.rfile):
                self.answer(json.loads(text))

        def answer(self, message):
            server.said.append(message)
            kind = message.get("messageType", "ping")
            if kind == "hello":
                server.lines.append(self.connection)
                uaid = message.get("uaid") or uuid.uuid4().hex
                say(self.connection, {"messageType": "hello", "uaid": uaid, "status": 200, "use_webpush": True})
            elif kind in ("register", "unregister"):
                channel = message["channelID"]
                address = server.endpoint.format(channel=channel)
                say(
                    self.connection, {"messageType": kind, "channelID": channel, "status": 200, "pushEndpoint": address}
                )
            elif kind == "ping":
                say(self.connection, {})

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Line) as tcp:
        tcp.daemon_threads = True
        server = Autopush(f"ws://127.0.0.1:{tcp.server_address[1]}/", endpoint)
        threading.Thread(target=tcp.serve_forever, args=[0.01], daemon=True).start()
        yield server
        tcp.shutdown()
