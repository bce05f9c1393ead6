"""The files and the paper of a tournament in a browser: they fit a phone, shut nobody out, and print page by page."""

import os
import re

import pytest
from django.test import Client
from playwright.sync_api import expect

from people.models import User
from tests.browser.clubs import LONG
from tests.browser.test_accessibility import look_at
from tests.people.club_cast import Person
from tests.tournaments.whole import whole
from tournaments.files.listed import PAPER
from tournaments.models import Entrant, Tournament


@pytest.fixture
def made(transactional_db):
    """The tournament, public, with long names."""
    made = whole("Donaudampfschifffahrtsgesellschaft")
    long = {"name": LONG, "club_name": "Donaudampfschifffahrtsgesellschaftskapitänsverein"}
    Entrant.objects.filter(tournament=made, number=4).update(**long)
    Tournament.objects.filter(pk=made.pk).update(public=True, name="Meisterschaft der Donaudampfschifffahrt")
    return made


def signed_in(page, made):
    """The phone of the tournament's organiser."""
    client = Client()
    client.force_login(User.objects.get(username__startswith="owner of"))
    page.goto("/start/")
    origin = page.evaluate("location.origin")
    page.context.add_cookies([{"name": "sid", "value": client.cookies["sid"].value, "url": origin}])


def shot(page, name):
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}.png", full_page=True)


def test_the_page_of_files_fits_and_shuts_nobody_out(made, phone, desktop):
    for page in (phone, desktop):
        signed_in(page, made)
        assert page.goto(f"/e/{made.code}/files/").status == 200
        expect(page.get_by_role("heading", level=1)).to_have_text("Files and paper")
        assert page.evaluate("document.scrollingElement.scrollWidth") == page.viewport_size["width"]
        assert look_at(page, "files") == {}
        shot(page, "files")


@pytest.mark.parametrize("name", [each.key for each in PAPER])
def test_each_sheet_of_paper_fits_and_shuts_nobody_out(made, phone, desktop, name):
    for page in (phone, desktop):
        signed_in(page, made)
        assert page.goto(f"/e/{made.code}/print/{name}/").status == 200
        assert page.evaluate("document.scrollingElement.scrollWidth") == page.viewport_size["width"]
        assert look_at(page, name) == {}
        shot(page, f"print-{name}")


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize(
    ("name", "pages"),
    [("certificates", 10), ("blank", 3), ("filled", 3), ("cards", 1), ("tables", 2), ("names", 1), ("standings", 1)],
)
def test_each_sheet_takes_as_many_pages_of_paper_as_it_must(made, desktop, name, pages):
    signed_in(desktop, made)
    desktop.goto(f"/e/{made.code}/print/{name}/")
    pdf = desktop.pdf(format="A4", prefer_css_page_size=True)
    if folder := os.environ.get("SHOTS"):
        with open(f"{folder}/{name}.pdf", "wb") as file:
            file.write(pdf)
    assert pages_of(pdf) == pages


def test_an_archive_is_brought_in_by_hand(made, desktop, tmp_path):
    from tournaments.files.archive import archive_bytes

    (tmp_path / "cup.zip").write_bytes(archive_bytes(made))
    otto = Person("otto")
    code = otto.found("Sunday club")
    desktop.goto("/start/")
    origin = desktop.evaluate("location.origin")
    desktop.context.add_cookies([{"name": "sid", "value": otto.client.cookies["sid"].value, "url": origin}])
    desktop.goto(f"/c/{code}/tournaments/import/")
    desktop.get_by_label("Archive of a tournament").set_input_files(tmp_path / "cup.zip")
    desktop.get_by_role("button", name="Bring it in").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Files and paper")
    again = Tournament.objects.get(club__code=code)
    assert archive_bytes(again) == (tmp_path / "cup.zip").read_bytes()
