"""Live updates: each screen gets only what is new; a club's open tables; embedding on other sites."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.seats import PerSeat
from matches import actions
from matches.log.state import LOGS
from matches.models import Event, Match
from people.models import Club
from scorekeeper.web.headers import PAGE_POLICY
from tests.matches import table as tables
from tests.matches.cast import Phone, link, watch
from tests.matches.table import new_key, wall
from tests.matches.worlds import one_match
from tests.people.club_cast import Person, member
from tests.thorough import sized
from tests.wording import from_the_wall, hand_of

pytestmark = pytest.mark.django_db
started, phone, code = one_match()

SCREENS = ("", "screen/", "overlay/", "embed/")
LIVE = {"HX-Request": "true"}


def said(page):
    """The announcement for screen readers, with plain spaces."""
    found = re.search(r'<div id="announce"[^>]*>(.*?)</div>', page.html, re.DOTALL)
    return re.sub(r"\s+", " ", found.group(1)).strip() if found else ""


def asked(action):
    with CaptureQueriesContext(connection) as queries:
        action()
    return len(queries)


# ── one match ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("screen", SCREENS)
def test_an_up_to_date_screen_gets_nothing_with_one_query(phone, code, watcher, screen):
    phone.hand(code)
    answers = []
    count = asked(lambda: answers.append(watcher.get(f"/m/{code}/{screen}?v=1", htmx=True, status=204)))
    assert (count, answers[0].response.content) == (1, b"")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_gets_an_update_and_announces_it_once(phone, code, watcher, screen):
    assert 'data-v="0"' in watcher.get(f"/m/{code}/{screen}").html
    phone.hand(code)
    page = watcher.get(f"/m/{code}/{screen}?v=0", htmx=True)
    paid = "Ann gains 16, Bea loses 8, Cho loses 8. Ann +16, Bea −8, Cho −8."
    assert said(page) == f"Hand 1: {from_the_wall('Ann')}. {paid}"
    assert 'data-v="1"' in page.html
    assert "<html" not in page.html
    assert watcher.get(f"/m/{code}/{screen}?v=1", htmx=True, status=204)


def test_several_changes_are_announced_as_one(phone, code, watcher):
    phone.hand(code)
    phone.draw(code)
    assert said(watcher.get(f"/m/{code}/?v=0", htmx=True)).startswith("2 changes. Hand 2: Goulash. No balance changes.")
    phone.undo(code)
    assert said(watcher.get(f"/m/{code}/?v=2", htmx=True)).startswith("The last step was undone.")
    phone.redo(code)
    assert said(watcher.get(f"/m/{code}/?v=3", htmx=True)).startswith("The last step was redone.")


@pytest.mark.parametrize("seen", ["x", "-1", "1e9", "９", "", "99999999999", "0-P9"])
def test_an_invalid_version_returns_the_current_table(phone, code, watcher, seen):
    phone.hand(code)
    assert 'data-v="1"' in watcher.get(f"/m/{code}/", htmx=True, data={"v": seen}).html


def test_an_open_sheet_shows_who_saved_meanwhile(phone, code, second, watcher):
    phone.hand(code)
    told = "What you enter here is kept, and nothing is counted twice unless you say so."
    what = f"Hand 1: {from_the_wall('Ann')}. Ann gains 16, Bea loses 8, Cho loses 8."
    assert f"Saved on another phone in the meantime: {what} {told}" in second.get(f"/m/{code}/?v=0", htmx=True)
    assert f"Saved on this phone in the meantime: {what} {told}" in phone.get(f"/m/{code}/?v=0", htmx=True)
    assert "meanwhile" not in watcher.get(f"/m/{code}/?v=0", htmx=True)


def test_without_scripts_a_watchers_page_reloads_automatically(phone, code, watcher):
    refresh = '<noscript><meta http-equiv="refresh" content="15"></noscript>'
    assert refresh in watcher.get(f"/m/{code}/").tight
    for screen in SCREENS[1:]:
        assert refresh in phone.get(f"/m/{code}/{screen}").tight
    assert "refresh" not in phone.get(f"/m/{code}/").html  # a form may be on its way


def test_a_finished_match_is_polled_less_often(phone, code, watcher):
    for _hand in range(9):
        phone.draw(code)
    for screen in SCREENS:
        page = watcher.get(f"/m/{code}/{screen}")
        assert 'data-v="9" data-over' in page.html
        assert '<noscript><meta http-equiv="refresh" content="60"></noscript>' in page.tight


def test_the_big_screen_shows_seats_and_payers(phone, code, watcher):
    phone.hand(code, "P2", source="P1")
    page = watcher.get(f"/m/{code}/screen/")
    assert "Ann West last hand −12 −12 Bea East Dealer last hand +14 +14 Cho South last hand −2 −2" in page
    assert "Last hand Hand 1 Bea from Ann 5 hand-points Bea wins 14. Ann pays 12, Cho pays 2." in page
    assert [form.action for form in page.forms if code in form.action] == []


@pytest.mark.parametrize("to", ["screen", "overlay"])
def test_the_watch_link_opens_a_screen_without_cookies(phone, code, to):
    other = Phone()
    assert other.get(f"{link(code, 'watching')}?to={to}", status=303).goes_to == f"/m/{code}/{to}/"
    other.get(f"/m/{code}/{to}/")


@pytest.mark.parametrize("to", ["", "end", "//example.org", "share"])
def test_the_watch_link_opens_no_other_pages(phone, code, to):
    assert Phone().get(f"{link(code, 'watching')}?to={to}", status=303).goes_to == f"/m/{code}/"


def test_the_page_with_the_links_names_the_other_screens(phone, code, settings):
    page = phone.get(f"/m/{code}/share/")
    assert f"/m/{code}/screen/" in page.links
    assert f"http://testserver{link(code, 'watching')}?to=overlay" in page.links
    assert "iframe" not in page
    settings.FRAME_ANCESTORS = ["https://club.example"]
    assert (
        "The embedded score stays empty unless the match is public, because other websites don’t have the watch link."
        in phone.get(f"/m/{code}/share/")
    )
    Match.objects.filter(code=code).update(public=True)
    assert f'<iframe src="http://testserver/m/{code}/embed/"' in phone.get(f"/m/{code}/share/")


# ── frames ───────────────────────────────────────────────────────────────────


def frames(answer):
    return answer.headers["Content-Security-Policy"], answer.headers.get("X-Frame-Options")


@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_can_be_framed(phone, code, screen):
    assert frames(phone.get(f"/m/{code}/{screen}")) == (PAGE_POLICY, "DENY")


def test_the_sites_of_the_setting_may_frame_the_card_and_nothing_else(phone, code, settings):
    settings.FRAME_ANCESTORS = ["https://club.example", "'self'"]
    allowed = PAGE_POLICY.replace("frame-ancestors 'none'", "frame-ancestors https://club.example 'self'")
    Match.objects.filter(code=code).update(public=True)
    card = Phone().get(f"/m/{code}/embed/")
    assert frames(card) == (allowed, None)
    assert card.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert not card.response.cookies
    for other in ("", "screen/", "overlay/", "hand/"):
        assert frames(phone.get(f"/m/{code}/{other}")) == (PAGE_POLICY, "DENY")
    assert frames(Phone().get("/m/nothing/embed/", status=404)) == (PAGE_POLICY, "DENY")


# ── a club's tables ──────────────────────────────────────────────────────────


@pytest.fixture
def owner():
    """The owner of the club `club`."""
    return Person("olga")


@pytest.fixture
def club(owner):
    return Club.objects.get(code=owner.found("Friday club"))


def begun(club, owner, name="", names=tables.NAMES, hands=1):
    match = actions.start_match(
        device=tables.PHONE, name=name, names=names, system="korean_japanese", options={}, key=new_key(),
        club=club, user=owner.user,
    )  # fmt: skip
    for _hand in range(hands):
        actions.record_entry(**tables.at(match), kind="hand", payload=wall("P1", 5))
    return match


def board(who, club, **options):
    return who.get(f"/c/{club.code}/tables/", **options)


def stand(page):
    return re.search('data-v="([^"]+)"', page.html).group(1)


def test_members_see_all_open_tables_and_get_no_update_without_changes(club, owner):
    first = begun(club, owner, "Window")
    begun(club, owner, names=PerSeat("Dan", "Eva", "Fay"))
    mia = member(club.code, "member", "mia")
    page = board(mia, club)
    assert f"2 open tables Window {hand_of(2)} Ann" in page
    assert f"Table 2 {hand_of(2)} Dan" in page
    board(mia, club, htmx=True, data={"v": stand(page)}, status=204)
    actions.record_entry(**tables.at(first), kind="hand", payload=wall("P2", 5))
    news = board(mia, club, htmx=True, data={"v": stand(page)})
    assert f"Hand 2 {from_the_wall('Bea')}" in news
    assert "<html" not in news.html
    assert stand(news) != stand(page)


def test_visitors_of_a_public_club_see_public_matches(club, owner):
    begun(club, owner, "Window")
    shown = begun(club, owner, "Door")
    board(Phone(), club, status=404)
    Club.objects.filter(pk=club.pk).update(public=True)
    assert "No open tables" in board(Phone(), club)
    Match.objects.filter(pk=shown.pk).update(public=True)
    page = board(Phone(), club)
    assert "Door" in page
    assert "Window" not in page
    assert "Window" in board(owner, club)


def test_closed_archived_or_abandoned_matches_are_not_open_tables(club, owner):
    kinds = {name: begun(club, owner, name) for name in ("Closed", "Away", "Forgotten", "Long")}
    Match.objects.filter(pk=kinds["Closed"].pk).update(closed=True)
    Match.objects.filter(pk=kinds["Away"].pk).update(archived_at=kinds["Away"].created_at)
    old = kinds["Long"].created_at - timedelta(days=2)
    Match.objects.filter(pk__in=[kinds["Forgotten"].pk, kinds["Long"].pk]).update(created_at=old)
    forgotten = begun(club, owner, "Never begun", hands=0)
    Match.objects.filter(pk=forgotten.pk).update(created_at=old)
    page = board(owner, club)
    assert "2 open tables" in page
    assert "Long" in page
    assert "Forgotten" in page  # its hand was played today
    for name in ("Closed", "Away", "Never begun"):
        assert name not in page


def test_thirty_tables_cost_no_more_queries_than_one(club, owner):
    board(owner, club)  # the first page of a phone stores its session
    told = []
    for many in (1, sized(8, 30)):
        while Match.objects.filter(club=club).count() < many:
            begun(club, owner)
        LOGS.clear()
        cold = asked(lambda: board(owner, club))
        warm = asked(lambda: board(owner, club))
        seen = stand(board(owner, club))
        poll = asked(lambda seen=seen: board(owner, club, htmx=True, data={"v": seen}, status=204))
        told.append((cold, warm, poll))
    assert told[0] == told[1]
    assert told[0][2] <= 5


def test_tables_from_the_database_and_from_the_cache_are_equal(club, owner):
    begun(club, owner)
    begun(club, owner, names=PerSeat("Dan", "Eva", "Fay"), hands=3)
    warm = board(owner, club).text
    LOGS.clear()
    assert board(owner, club).text == warm
    assert Event.objects.count() == 4


def test_the_watch_link_does_not_open_other_tables_of_the_club(club, owner):
    begun(club, owner, "Window")
    other = Phone()
    watch(begun(club, owner, "Door").code, other)
    board(other, club, status=404)
