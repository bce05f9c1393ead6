"""The checks that run on every browser page find what they should. Without browsers, browser tests are skipped."""

import os
import subprocess
import sys

import pytest

from tests.browser.page_checks import overflow, overflow_of_large_text


def test_a_plain_page_opens_without_complaint(phone):
    assert phone.goto("/healthz").text() == "ok\n"


def test_an_inline_script_is_blocked_and_reported(phone, complaints):
    phone.goto("/healthz")
    phone.evaluate("document.body.innerHTML = '<img src=x onerror=document.title=1>'")
    phone.wait_for_timeout(100)
    assert phone.title() == ""
    assert any("Content Security Policy" in text for text in complaints.left())
    complaints.allow("Content Security Policy|404")


def test_a_request_to_another_host_is_reported(desktop, complaints):
    desktop.goto("/healthz")
    desktop.evaluate("fetch('http://example.invalid/').catch(() => 0)")
    desktop.wait_for_timeout(100)
    assert complaints.left() != []
    complaints.allow("example.invalid")


def test_text_that_keeps_its_size_or_overflows_with_large_text_is_found(desktop):
    desktop.set_content("<main><p style='font-size: 16px'>Ann</p></main>")
    assert overflow_of_large_text(desktop, "small") == ["small: text of 16 px grows to 16 px only"]
    desktop.set_content("<main><p style='inline-size: 50rem'>Ann</p></main>")
    assert overflow_of_large_text(desktop, "wide") == ["wide, text twice as large: 1608 px on 1280: ['P.']"]
    desktop.set_content("<style>@media (min-width: 50rem) { p { inline-size: 50rem } }</style><main><p>Ann</p></main>")
    assert overflow_of_large_text(desktop, "wide where there is room") == []


def test_text_that_is_cut_at_the_left_is_found_unless_it_can_be_scrolled_to(desktop):
    desktop.set_content("<main><h1 style='margin-inline-start: -9px'>Ann</h1></main>")
    assert overflow(desktop, "left") == ["left: ['Ann'] cut at the left"]
    row = "<main dir=rtl style='display: flex; overflow-x: auto'>"
    desktop.set_content(f"{row}<a style='flex: none; inline-size: 100rem'>Ann</a><a href='/'>Bea</a></main>")
    assert desktop.locator("a").last.bounding_box()["x"] < 0
    assert overflow(desktop, "scrolls") == []


@pytest.mark.thorough
def test_without_browsers_browser_tests_are_skipped_and_say_what_to_install(tmp_path):
    ours = ("REQUIRE_", "DATA_DIR", "CHROMIUM", "PYTEST_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    tests = ("tests/browser/test_looks.py", "tests/browser/test_other_browsers.py")
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *tests]
    run = subprocess.run(command, env={**environment, "PATH": str(tmp_path)}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    for package in ("chromium", "firefox-esr", "xvfb"):
        assert package in run.stdout
