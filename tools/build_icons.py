"""Draw the app's icons, static/img/icon-*.png, from favicon.svg with Chromium: `python tools/build_icons.py`.

In the maskable icon the picture stays inside the circle that no home screen crops.
"""

import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "static" / "img"
GROUND = "#17463b"
# name: size, the picture's share of the side, the corner radius of the background in percent
ICONS = {"icon-192": (192, 0.74, 22), "icon-512": (512, 0.74, 22), "icon-maskable-512": (512, 0.54, 0)}


def drawn(share: float, corner: int) -> str:
    """The tile on the app's background, as SVG."""
    picture = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", (IMAGES / "favicon.svg").read_text())
    side = 32 / share
    shift = (side - 32) / 2
    ground = f'<rect width="{side}" height="{side}" rx="{side * corner / 100}" fill="{GROUND}"/>'
    placed = f'<g transform="translate({shift} {shift})">{picture}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">{ground}{placed}</svg>'


def main() -> None:
    """Write all icons."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (size, share, corner) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawn(share, corner)}")
            page.screenshot(path=IMAGES / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
