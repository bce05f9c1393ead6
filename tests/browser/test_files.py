"""The files and printouts of a tournament in a browser: they fit a phone, are accessible, and paginate correctly."""

import os
import re
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import expect

from people.models import User
from tests.browser.clubs import LONG
from tests.browser.page_checks import barriers_in_themes, overflow
from tests.browser.pages import share_session
from tests.people.club_cast import Person
from tests.tournaments.whole import whole
from tournaments.files.sheet_registry import PRINTED_PAGES
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
    """The organiser's phone, signed in."""
    client = Client()
    client.force_login(User.objects.get(username__startswith="owner of"))
    share_session(page, client)


def shot(page, name):
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}.png", full_page=True)


@pytest.mark.thorough  # in `make test`, test_every_page.py visits the same pages of another tournament
def test_files_and_every_printed_sheet_fit_and_are_accessible(made, phone, desktop):
    problems = []
    for page in (phone, desktop):
        signed_in(page, made)
        for where in ("files", *(f"print/{sheet.key}" for sheet in PRINTED_PAGES)):
            assert page.goto(f"/e/{made.code}/{where}/").status == 200
            problems += [*overflow(page, where), *barriers_in_themes(page, where)]
            shot(page, where.replace("/", "-"))
    assert problems == []


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.thorough
def test_each_printed_sheet_has_the_expected_number_of_pages(made, desktop):
    signed_in(desktop, made)
    printed = {}
    for name in ("certificates", "blank", "filled", "cards", "tables", "names", "standings"):
        desktop.goto(f"/e/{made.code}/print/{name}/")
        pdf = desktop.pdf(format="A4", prefer_css_page_size=True)
        printed[name] = pages_of(pdf)
        if folder := os.environ.get("SHOTS"):
            Path(folder, f"{name}.pdf").write_bytes(pdf)
    assert printed == {
        "certificates": 10, "blank": 3, "filled": 3, "cards": 1, "tables": 2, "names": 1, "standings": 1,
    }  # fmt: skip


def test_an_archive_is_imported(made, desktop, tmp_path):
    from tournaments.files.archive.write import archive_bytes

    (tmp_path / "cup.zip").write_bytes(archive_bytes(made))
    otto = Person("otto")
    code = otto.found("Sunday club")
    share_session(desktop, otto.client)
    desktop.goto(f"/c/{code}/tournaments/import/")
    desktop.get_by_label("Tournament archive").set_input_files(tmp_path / "cup.zip")
    desktop.get_by_role("button", name="Import").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Downloads and printing")
    again = Tournament.objects.get(club__code=code)
    assert archive_bytes(again) == (tmp_path / "cup.zip").read_bytes()
