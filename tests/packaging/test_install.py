"""From nothing to a hand and back: install the wheel, serve, play, back up, uninstall, install again, restore."""

import shutil

import pytest
from playwright.sync_api import Page

from tests.browser.pages import Table, start
from tests.packaging.installation import LOCK, NAME, Installation

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


@pytest.fixture
def empty(tmp_path) -> Installation:
    return Installation(tmp_path)


@pytest.fixture
def wheels(empty, tmp_path, wheel):
    """A folder of wheels for a machine without a network."""
    folder = tmp_path / "wheels"
    empty.pip("download", "--require-hashes", "--only-binary=:all:", "--requirement", LOCK, "--dest", folder)
    shutil.copy(wheel, folder)
    return folder


def leave(page: Page) -> None:
    """Close the page before its server stops, because an open page would go on polling."""
    page.wait_for_load_state("networkidle")
    page.goto("about:blank")


def journey(installation: Installation, page: Page, wheel, *options: object) -> None:
    installation.install(wheel, *options)
    with installation.served() as site:
        table = start(page, site=site)
        table.win(1, "Bea", "Ann", 6)
        table.shows(-14, 16, -2)
        match = page.url.removeprefix(site)
        leave(page)
    backup = installation.done("scorekeeper", "backup").split(": ")[0]
    installation.pip("uninstall", "--yes", NAME)
    assert installation.run("python", "-c", "import scorekeeper").returncode == 1
    kept = installation.folder / "kept.tar.gz"
    shutil.move(backup, kept)
    shutil.rmtree(installation.data)

    installation.install(wheel, *options)
    assert "entries: " in installation.done("scorekeeper", "restore", kept)
    with installation.served() as site:
        page.goto(site + match)
        Table(page).shows(-14, 16, -2)
        leave(page)


def test_a_hand_played_on_an_installed_site_is_there_after_uninstalling_and_restoring(empty, page, wheel):
    journey(empty, page, wheel)


def test_it_is_installed_from_a_folder_of_wheels_without_a_network(empty, page, wheel, wheels, monkeypatch):
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # nothing listens there, so any access to the network fails
    journey(empty, page, wheel, "--no-index", "--find-links", wheels)
