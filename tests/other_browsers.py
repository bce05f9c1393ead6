"""Firefox, and WebKit, the engine of every iPhone, as Debian packages them.

Playwright drives both: Firefox through WebDriver BiDi, and WebKit through its inspector, as it drives the Safari of an
iPhone.
"""

import http.server
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from glob import glob
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright

FIREFOX = Path(__file__).with_name("firefox_for_playwright.py")
WINDOW = Path(__file__).with_name("webkit_window.py")
# Scroll bars that take up space, as on a desktop.
SCROLL_BARS = {"widget.gtk.overlay-scrollbars.enabled": False, "ui.useOverlayScrollbars": 0}


@cache
def firefox_path() -> str | None:
    """Path of Firefox."""
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


@cache
def webkit_path() -> str | None:
    """Path of WebKit's binding for Debian's own Python. It needs a display, so None without Xvfb."""
    found = glob("/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib")
    return found[0] if found and shutil.which("Xvfb") else None


@contextmanager
def firefox(playwright: Playwright, prefs: dict[str, str | int | bool] | None = None) -> Iterator[Browser]:
    """Headless Firefox. `prefs`: additional settings."""
    environment = {**os.environ, "FIREFOX": firefox_path()}
    told = {"channel": "moz-firefox", "executable_path": FIREFOX, "env": environment}
    browser = playwright.firefox.launch(**told, firefox_user_prefs={**SCROLL_BARS, **(prefs or {})})
    yield browser
    browser.close()


@contextmanager
def screen(width: int, height: int) -> Iterator[str]:
    """The name of a virtual display."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    with running(command, pass_fds=[writing]), os.fdopen(reading) as number:
        os.close(writing)
        yield f":{number.readline().strip()}"


@contextmanager
def running(command: list[str], **how) -> Iterator[None]:
    """Run a program, and stop it afterwards."""
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, **how) as process:
        try:
            yield
        finally:
            process.terminate()


@contextmanager
def webkit(playwright: Playwright, display: str, url: str, width: int, height: int) -> Iterator[Page]:
    """A page in a WebKit window, opened at this address, because Playwright can't navigate it to another site."""
    port = free_port()
    environment = {**os.environ, "DISPLAY": display, "WEBKIT_INSPECTOR_HTTP_SERVER": f"127.0.0.1:{port}"}
    command = ["/usr/bin/python3", str(WINDOW), url, str(width), str(height)]
    with running(command, env=environment), tabs_as_json(tab(port)) as tabs:
        browser = playwright.webkit.connect_over_cdp(tabs)
        page = browser.contexts[0].pages[0]
        page.wait_for_url(url)
        yield page
        browser.close()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def tab(port: int) -> str:
    """Address of the only tab's inspector, from the list that WebKit serves as HTML."""
    for _try in range(100):
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            if path := re.search(r"/socket/\d+/\d+/WebPage", answer.read().decode()):
                return f"ws://127.0.0.1:{port}{path[0]}"
        time.sleep(0.1)
    raise AssertionError("WebKit opened no window")


@contextmanager
def tabs_as_json(tab: str) -> Iterator[str]:
    """The address that tells Playwright which tabs there are, as ios_webkit_debug_proxy does for an iPhone."""

    class Tabs(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps([{"webSocketDebuggerUrl": tab}]).encode())

        def log_message(self, *args):
            """Log nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tabs) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
