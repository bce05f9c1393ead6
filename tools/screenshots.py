"""Takes the pictures of README.md from the running app: its demonstration match, a phone and a desk.

`make screenshots` runs it; it needs Chromium. It starts a server of its own on a free port and keeps nothing
but the pictures in docs/img/.
"""

import os
import shutil
import socket
import subprocess  # nosec B404 # starts our own server
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "img"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}


@contextmanager
def running_app() -> Iterator[str]:
    """The address of an app with a fresh database and the demonstration match."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATA_DIR": folder, "LAN_HTTP": "1", "LAN_ADDRESS": "127.0.0.1"}
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)  # nosec B603 # our own words
        try:
            yield _when_up(f"http://127.0.0.1:{port}")
        finally:
            server.terminate()
            server.wait()


def _when_up(address: str) -> str:
    for _attempt in range(120):
        try:
            urllib.request.urlopen(f"{address}/healthz").close()  # nosec B310 # our own server
        except OSError:
            time.sleep(0.5)
        else:
            return address
    raise SystemExit("the app did not start")


def shoot(page: Page, name: str) -> None:
    """One picture, once nothing moves any more."""
    page.wait_for_timeout(600)
    page.screenshot(path=str(PICTURES / f"{name}.png"))
    sys.stdout.write(f"docs/img/{name}.png\n")


def own_copy(browser: Browser, address: str, **look: object) -> Page:
    """A page on a copy of the demonstration, which may be scored."""
    page = browser.new_context(**look).new_page()  # type: ignore[arg-type]
    page.goto(address)
    page.locator("a[href^='/m/']").first.click()
    page.get_by_role("button", name="Try it on a copy").click()
    page.wait_for_url("**/m/*/")
    return page


def phone_pictures(browser: Browser, address: str) -> None:
    """The table, a hand being entered, and why everybody pays what they pay."""
    page = own_copy(browser, address, viewport=PHONE, device_scale_factor=2, color_scheme="light")
    shoot(page, "table-phone")
    page.locator("a.player", has_text="Bea").click()
    page.wait_for_timeout(600)  # what has just appeared takes no tap yet
    page.locator("label[for=source-P1]").click()
    page.locator("label[for=points-6]").click()
    shoot(page, "entry-phone")
    page.locator("button[name=save]:visible").click()
    page.locator("dialog").wait_for(state="hidden")
    page.locator("a.row", has_text="Bea from Ann").click()
    shoot(page, "reasons-phone")


def desk_picture(browser: Browser, address: str) -> None:
    """The same table on a big screen, in the dark."""
    page = own_copy(browser, address, viewport=DESK, color_scheme="dark")
    page.locator("figure.chart").wait_for()
    shoot(page, "table-desk")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    with running_app() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        phone_pictures(browser, address)
        desk_picture(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
