"""Take the pictures for README.md from the running app: its demonstration match on a phone and on a desktop.

Run by `make screenshots`; needs Chromium. Starts a server on a free port and keeps only the pictures in docs/img/.
"""

import io
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

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "img"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
# A script that shows a mark at the place of the next tap.
MARK = """box => {
  const mark = document.createElement("div");
  mark.id = "finger";
  mark.popover = "manual";
  mark.style.cssText = `position: fixed; inset: auto; margin: 0; left: ${box.x + box.width / 2 - 24}px;
    top: ${box.y + box.height / 2 - 24}px; width: 48px; height: 48px; padding: 0; box-sizing: border-box;
    border: 4px solid #d6336c; border-radius: 50%; background: #d6336c40`;
  document.body.append(mark);
  mark.showPopover();
}"""


@contextmanager
def running_app() -> Iterator[str]:
    """Run the app with a new database and the demonstration match, and yield its address."""
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
    raise SystemExit("The app did not start.")


def shoot(page: Page, name: str) -> None:
    """Take one picture after the page has stopped moving."""
    page.wait_for_timeout(600)
    page.screenshot(path=str(PICTURES / f"{name}.png"))
    sys.stdout.write(f"docs/img/{name}.png\n")


def own_copy(browser: Browser, address: str, **look: object) -> Page:
    """Return a page with a copy of the demonstration, which can be scored."""
    page = browser.new_context(**look).new_page()  # type: ignore[arg-type]
    page.goto(address)
    page.locator("a[href^='/m/']").first.click()
    page.get_by_role("button", name="Try scoring a copy").click()
    page.wait_for_url("**/m/*/")
    return page


def phone_pictures(browser: Browser, address: str) -> None:
    """Take pictures of the table, of entering a hand, and of the reasons for its payments."""
    page = own_copy(browser, address, viewport=PHONE, device_scale_factor=2, color_scheme="light")
    shoot(page, "table-phone")
    page.locator("a.player", has_text="Bea").click()
    page.wait_for_timeout(600)  # new elements ignore taps
    page.locator("label[for=source-P1]").click()
    page.locator("label[for=points-6]").click()
    shoot(page, "entry-phone")
    page.locator("button[name=save]:visible").click()
    page.locator("dialog").wait_for(state="hidden")
    page.locator("a.row", has_text="Bea from Ann").click()
    shoot(page, "reasons-phone")


class Film:
    """An animation of taps on a page: before each tap, a picture with a mark at its place."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pictures: list[Image.Image] = []
        self.milliseconds: list[int] = []

    def take(self, milliseconds: int) -> None:
        """Add a picture of the page after it has stopped moving."""
        self.page.wait_for_timeout(600)
        self.pictures.append(Image.open(io.BytesIO(self.page.screenshot())).convert("RGB"))
        self.milliseconds.append(milliseconds)

    def tap(self, where: Locator) -> None:
        """Add the page and the page with a mark, and then tap."""
        self.take(700)
        self.page.evaluate(MARK, where.bounding_box())
        self.take(600)
        self.page.evaluate("document.getElementById('finger').remove()")
        where.click()

    def save(self, name: str) -> None:
        first, *others = [picture.quantize(128) for picture in self.pictures]
        path = PICTURES / name
        first.save(path, save_all=True, append_images=others, duration=self.milliseconds, loop=0, optimize=True)
        sys.stdout.write(f"docs/img/{name}\n")


def four_taps(browser: Browser, address: str) -> None:
    """Film a hand from the table to the ledger: the winner, the discarder, the points, save."""
    page = own_copy(browser, address, viewport=PHONE, device_scale_factor=1.5, color_scheme="light")
    film = Film(page)
    film.tap(page.locator("a.player", has_text="Bea"))
    film.tap(page.locator("label[for=source-P1]"))
    film.tap(page.locator("label[for=points-6]"))
    film.tap(page.locator("button[name=save]:visible"))
    page.locator("dialog").wait_for(state="hidden")
    film.take(2500)
    film.save("four-taps.gif")


def desk_picture(browser: Browser, address: str) -> None:
    """Take a picture of the same table on a big screen, in dark mode."""
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
        four_taps(browser, address)
        desk_picture(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
