"""A real Chromium on the live server. Every page it opens is watched: an error in the console, a breach of the
content policy or a request to another host fails the test."""

import os
import re
import shutil
from functools import cache
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

expect.set_options(timeout=15_000)  # generous: a busy machine must not fail a test
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMES = ("chromium-headless-shell", *WHOLE)  # the headless shell starts and renders faster
FIXTURES = {"page", "context", "new_context", "browser", "browser_type"}  # or any fixture that depends on one
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}


@cache
def chromium() -> str | None:
    """Path of the browser: $CHROMIUM, or the first of the usual names."""
    given = os.environ.get("CHROMIUM")
    return given or next(filter(None, map(shutil.which, NAMES)), None)


@cache
def whole_chromium() -> str | None:
    """Path of the full browser: the headless shell lacks some features, such as the back/forward cache."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, WHOLE)), None)


def pytest_collection_modifyitems(items):
    """Mark every test that uses a browser fixture as a browser test."""
    for item in items:
        if FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    quiet = "--disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"
    args = ["--no-sandbox", "--disable-gpu", *quiet.split()]
    return {**browser_type_launch_args, "executable_path": chromium(), "args": args}


class Complaints:
    """Errors that the browser reported. `allow` takes a regular expression for errors that a test causes on purpose."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.allowed: list[str] = []

    def allow(self, pattern: str) -> None:
        self.allowed.append(pattern)

    def left(self) -> list[str]:
        return [text for text in self.heard if not any(re.search(p, text) for p in self.allowed)]

    def watch(self, context) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda error: self.heard.append(f"page error: {error.error}"))
        context.on("request", self._request)

    def _console(self, message) -> None:
        if message.type in ("error", "warning") and "blocked by Playwright" not in message.text:
            self.heard.append(f"console: {message.text} ({message.location.get('url')})")

    def _request(self, request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname not in ("localhost", "127.0.0.1"):
            self.heard.append(f"foreign host: {request.url}")


@pytest.fixture
def complaints():
    heard = Complaints()
    yield heard
    assert heard.left() == []


@pytest.fixture
def new_context(new_context, complaints):
    """pytest-playwright's `new_context`, with each context watched: by default a phone in English."""

    def make(**kwargs):
        # Requests through a service worker bypass `route`, so only the tests of the service worker allow one.
        context = new_context(**{**PHONE, "locale": "en-GB", "service_workers": "block", **kwargs})
        complaints.watch(context)
        return context

    return make


@pytest.fixture
def phone(new_context):
    """A page on a phone of 360 by 740."""
    return new_context().new_page()


@pytest.fixture
def desktop(new_context):
    """A page on a screen of 1280 by 800."""
    return new_context(**DESKTOP).new_page()
