#!/usr/bin/env python3
"""Starts the program that FIREFOX names, so that Playwright can drive it.

Playwright sends every page a command that Debian's Firefox doesn't know yet, and gives up when it is refused. This
proxy passes on all messages, but replaces that command with a no-op. Remove this file when Firefox knows the command.
"""

import os
import re
import socket
import subprocess
import sys
import threading

UNKNOWN, HARMLESS = b'"emulation.setMediaFeaturesOverride"', b'"session.status"'.ljust(36)


def main() -> int:
    command = [os.environ["FIREFOX"], *sys.argv[1:]]
    server = socket.create_server(("127.0.0.1", 0))
    with subprocess.Popen(command, stderr=subprocess.PIPE) as firefox:
        threading.Thread(target=serve, args=[server, firefox.stderr], daemon=True).start()
        return firefox.wait()


def serve(server: socket.socket, said) -> None:
    """Print the proxy's address instead of Firefox's, and forward whatever is sent there."""
    for line in said:
        if found := re.search(rb"BiDi listening on ws://[\w.]+:(\d+)", line):
            sys.stderr.write(f"WebDriver BiDi listening on ws://127.0.0.1:{server.getsockname()[1]}\n")
            sys.stderr.flush()
            playwright = server.accept()[0]
            firefox = socket.create_connection(("127.0.0.1", int(found[1])))
            threading.Thread(target=answers, args=[firefox, playwright], daemon=True).start()
            threading.Thread(target=commands, args=[playwright.makefile("rb"), firefox], daemon=True).start()


def answers(firefox: socket.socket, playwright: socket.socket) -> None:
    while part := firefox.recv(65536):
        playwright.sendall(part)


def commands(playwright, firefox: socket.socket) -> None:
    """Forward the HTTP request line by line, then WebSocket frames: two bytes, length, four-byte mask, masked text."""
    host = b"Host: 127.0.0.1:%d\r\n" % firefox.getpeername()[1]
    for line in iter(playwright.readline, b"\r\n"):
        firefox.sendall(host if line.lower().startswith(b"host:") else line)
    firefox.sendall(b"\r\n")
    while head := playwright.read(2):
        size = head[1] & 127
        length = playwright.read({126: 2, 127: 8}.get(size, 0))
        count = int.from_bytes(length, "big") if length else size
        key = playwright.read(4)
        text = masked(playwright.read(count), key).replace(UNKNOWN, HARMLESS)
        firefox.sendall(head + length + key + masked(text, key))


def masked(text: bytes, key: bytes) -> bytes:
    """XOR each byte with a byte of the key. Applying it twice gives the text again."""
    keys = (key * (len(text) // 4 + 1))[: len(text)]
    return (int.from_bytes(text, "big") ^ int.from_bytes(keys, "big")).to_bytes(len(text), "big")


if __name__ == "__main__":
    raise SystemExit(main())
