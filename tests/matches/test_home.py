"""The home page: this phone's matches, colour scheme, language, glossary."""

import re
import tomllib

import pytest
from django.conf import settings

import scorekeeper
from matches.pages import rule_card
from matches.views import home
from tests.matches.cast import Phone
from tests.wording import hand_of

pytestmark = pytest.mark.django_db


def test_a_first_visit_says_what_the_app_does_and_offers_one_action(db):
    page = Phone().get("/")
    assert "Keep score in three\u2011player mahjong" in page
    assert "Take a look" not in page
    assert "Start match" in page
    shown = re.sub("<template.*?</template>", "", page.html, flags=re.DOTALL)  # needs scripts
    assert shown.count("btn-go") == 1


def test_running_finished_and_archived_matches_are_listed_separately(phone):
    running = phone.start(("Ann", "Bea", "Cho"), title="Friday")
    phone.hand(running)
    over = phone.start(("Dan", "Eve", "Fay"), title="Thursday")
    for _hand in range(9):
        phone.draw(over)
    away = phone.start(("Gus", "Hal", "Ida"))
    phone.send(phone.get(f"/m/{away}/end/").form("/archive/"), status=303)
    page = phone.get("/")
    text = page.text
    assert text.index("In progress") < text.index("Friday") < text.index("Finished") < text.index("Thursday")
    assert text.index("Thursday") < text.index("1 archived match") < text.index("Gus")
    assert f"Friday {hand_of(2)} Ann +16 Bea −8 Cho −8" in page
    assert "Resume hand 2, Friday" in page
    assert f"/m/{running}/" in page.links
    assert f"/m/{over}/end/" in page.links


def test_very_many_matches_are_paginated_running_ones_first(phone, monkeypatch):
    monkeypatch.setattr(home, "A_PAGE", 2)
    phone.start(("Ann", "Bea", "Cho"), title="Monday")
    for title in ("Tuesday", "Wednesday"):
        over = phone.start(("Ann", "Bea", "Cho"), title=title)
        for _hand in range(9):
            phone.draw(over)
    first, second = phone.get("/"), phone.get("/?page=2")
    assert [title for title in ("Monday", "Tuesday", "Wednesday") if title in first] == ["Monday", "Wednesday"]
    assert [title for title in ("Monday", "Tuesday", "Wednesday") if title in second] == ["Tuesday"]
    assert ("?page=2" in first.links, "?page=1" in second.links) == (True, True)
    assert "Score three-player mahjong" not in second


def test_a_phone_sees_only_its_own_matches(phone, code, stranger):
    assert "Ann" in phone.get("/")
    assert "Ann" not in stranger.get("/")
    assert "Xan" in stranger.get("/")
    assert "Ann" not in Phone().get("/")


def test_light_or_dark_can_be_chosen_and_reset_to_the_system_default(phone, code):
    assert "data-theme" not in phone.get("/").html
    form = phone.get("/").form("/theme/")
    for theme in ("dark", "light"):
        page = phone.send(form, button=("theme", theme))
        assert page.goes_to == "/"
        for where in ("/", f"/m/{code}/", "/start/"):
            assert f'data-theme="{theme}"' in phone.get(where).html
    phone.send(form, button=("theme", "system"), status=303)
    assert "data-theme" not in phone.get("/").html
    for odd in ("purple", "", '"><script>', "\0"):
        phone.send(form, button=("theme", odd), status=303)
        assert "data-theme" not in phone.get("/").html
    assert phone.client.cookies["theme"]["samesite"] == "Lax"


def test_the_language_is_switched_and_stays(phone, code):
    form = phone.get("/").form("/language")
    answer = phone.send(form, button=("language", "cs"))
    assert answer.status in (302, 303)
    html = phone.get("/").html
    assert '<html lang="cs"' in html
    for where in (f"/m/{code}/", f"/m/{code}/hand/?winner=P1", f"/m/{code}/end/", "/glossary/", "/start/"):
        assert '<html lang="cs"' in phone.get(where).html
    phone.send(phone.get("/").form("/language"), button=("language", "xx"))
    assert '<html lang="cs"' in phone.get("/").html
    phone.send(phone.get("/").form("/language"), button=("language", "en"))
    assert '<html lang="en"' in phone.get("/").html


def test_hands_are_entered_in_czech_as_well(phone, code):
    phone.send(phone.get("/").form("/language"), button=("language", "cs"))
    for winner in ("P1", "P2", "P3"):
        phone.hand(code, winner, status=303)
        assert phone.hand(code, winner, points="other", points_other="x", status=422)
    for where in ("", "history/", "hands/1/", "end/", "rules/", "balance/", "hands/1/correct/", "players/"):
        phone.get(f"/m/{code}/{where}")


def test_the_glossary_has_all_terms(phone):
    page = phone.get("/glossary/")
    assert "Goulash" in page
    words = {title: [word for word, _meaning in terms] for title, terms in rule_card.games()}
    assert all(title in page for title in words)
    assert len(words["Korean/Japanese"]) > 15 and "Goulash" in words["Korean/Japanese"]
    assert "Honba" in words["Riichi sanma"] and "Goulash" not in words["Riichi sanma"]
    assert "Bazoro" in words["Honshu sanma"] and "Honba" not in words["Honshu sanma"]  # each word once


def test_pages_are_not_cached_by_proxies(phone, code):
    for where in ("/", f"/m/{code}/", "/start/"):
        assert phone.get(where).headers["Cache-Control"] == "no-store"
        assert "Accept-Language" in phone.get(where).headers["Vary"]
        assert "Cookie" in phone.get(where).headers["Vary"]


def test_the_menu_shows_the_version_that_the_changelog_describes(db):
    changelog = (settings.BASE_DIR / "CHANGELOG.md").read_text()
    assert "version" in tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["dynamic"]
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)[1]
    assert newest == scorekeeper.__version__
    assert f"Scorekeeper {newest}" in Phone().get("/")


def test_help_says_how_to_enter_a_hand_and_is_one_tap_away(db):
    home = Phone().get("/")
    assert "/help/" in home.links
    page = Phone().get("/help/")
    steps = [page.text.index(word) for word in ("winner", "Wall", "points", "Save")]
    assert steps == sorted(steps)
