"""A page restored from the browser's back/forward cache."""

import pytest

from scorekeeper.web.headers import HeadersMiddleware
from tests.browser import later, pages
from tests.browsing import PHONE, whole_chromium

# Shown before the page reloads, as a restored score page does.
CAME_BACK = "addEventListener('pageshow', (event) => event.persisted && sessionStorage.setItem('persisted', 'yes'))"
SILENT = "addEventListener('online', (event) => event.stopImmediatePropagation(), true)"


pytestmark = pytest.mark.whole_browser  # chromium-headless-shell has no back/forward cache


@pytest.fixture
def no_cache(monkeypatch) -> None:
    """Send `no-cache` instead of `no-store`: Chromium, unlike Safari, doesn't keep `no-store` pages that use fetch."""
    call = HeadersMiddleware.__call__

    def softer(self, request):
        response = call(self, request)
        response.headers["Cache-Control"] = response.headers["Cache-Control"].replace("no-store", "no-cache")
        return response

    monkeypatch.setattr(HeadersMiddleware, "__call__", softer)


@pytest.fixture
def remembering(no_cache, browser_type, browser_type_launch_args, base_url):
    """A page in a browser with the back/forward cache, which Playwright disables by default."""
    told = {
        **browser_type_launch_args,
        "executable_path": whole_chromium(),
        "ignore_default_args": ["--disable-back-forward-cache"],
    }
    browser = browser_type.launch(**told)
    context = browser.new_context(**PHONE, locale="en-GB", service_workers="block", base_url=base_url)
    context.add_init_script(CAME_BACK)
    context.add_init_script(SILENT)
    yield context.new_page()
    browser.close()


@pytest.mark.thorough
def test_going_back_to_a_cached_page_sends_waiting_entries(remembering):
    table = pages.open_match(remembering)
    later.ready(remembering)
    remembering.context.set_offline(True)
    later.enter(table, "Ann", "Wall", 5)
    later.enter(table, "Bea", "Wall", 6)
    later.waits(remembering, 2)
    remembering.context.set_offline(False)
    remembering.goto("/glossary/")
    remembering.evaluate("history.back()")
    remembering.wait_for_url(table.address)
    later.ready(remembering)
    later.is_empty(remembering)
    assert remembering.evaluate("sessionStorage.getItem('persisted')") == "yes"
    assert later.log(table.code) == [("P1", "wall", 5), ("P2", "wall", 6)]
    table.asks(3)
