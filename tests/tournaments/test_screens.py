"""The public page and the big screen: their content, and how they update themselves."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.matches.cast import Phone
from tests.thorough import sized
from tests.tournaments import hall
from tests.tournaments.cast import result, tournament
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.models import Phone as LetIn
from tournaments.pages.tables.table_view import size_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def cup(club):
    return hall.second_round(club)


@pytest.fixture
def made(cup):
    return Tournament.objects.get(pk=cup.pk)


def at(made, page=""):
    return f"/e/{made.code}/{page}"


def version(page):
    return re.search(r'data-v="([^"]+)"', page.html).group(1)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Jan Novák", ""),
        ("Kateřina Nováčková", ""),
        ("Maximiliane Schwarzenbacher", "long"),
        ("Chinedu Okonkwo-Adeyemi", "long"),
        ("Aleksandra Wiśniewska-Kowalczykowska", "longest"),
        ("Bartholomew Featherstonehaugh", "longest word"),
        ("", ""),
    ],
)
def test_the_font_of_a_name_is_small_enough_for_its_longest_word(name, size):
    assert size_of(name) == size


# ── the public page ───────────────────────────────────────────────────────────


def test_everybody_sees_who_sits_where_now_and_nobody_a_hidden_round(made, stranger):
    page = stranger.get(at(made))
    assert "Round 2 of 3" in page
    assert "Seating for round 2" in page
    for number in range(1, 6):
        east, south, west = (each.name for each in hall.seated(hall.table_of(made, 2, number)))
        assert f"Table {number} Not started {east} {south} {west}" in page
    hidden = Round.objects.get(tournament=made, number=3)
    Round.objects.filter(tournament=made, number=2).update(published_at=None, started_at=None)
    assert hidden.published_at is None
    assert "Seating for round" not in stranger.get(at(made))


@pytest.fixture
def stranger():
    return Phone()


def test_outsiders_see_names_as_players_wish_and_members_see_full_names(club, olga, stranger):
    olga.add(club.code, "Ann Abbot")
    club.players.update(shown="initials")
    made = tournament(club, entrants=9, published=1, public=True)
    assert ("Ann Abbot" in stranger.get(at(made)), "A. A." in stranger.get(at(made))) == (False, True)
    assert "Ann Abbot" in olga.get(at(made))


def test_a_phone_that_scanned_a_player_card_is_shown_that_seat_first(made, stranger):
    table = hall.table_of(made, 2, 4)
    east, south, west = hall.seated(table)
    stranger.start()
    device = stranger.client.session["device"]
    LetIn.objects.create(tournament=made, device=device, entrant=south, joined_at=datetime.now(UTC))
    assert f"Round 2 Table 4, South with {east.name} and {west.name}" in stranger.get(at(made))


def test_before_the_first_round_the_page_lists_the_entrants(club, stranger):
    made = tournament(club, entrants=4, public=True)
    Entrant.objects.filter(tournament=made, number=4).update(state="waiting")
    page = stranger.get(at(made))
    assert "Players Ann Abbot Bea Brook Cho Chan" in page
    assert "Dan Drake" not in page


def test_a_players_page_is_there_before_the_first_round(club, stranger):
    made = tournament(club, public=True)
    page = stranger.get(f"/e/{made.code}/players/1/")
    assert (page.status, "Ann Abbot" in page) == (200, True)


@pytest.mark.parametrize("path", ["standings/", "penalties/", "files/"])
def test_back_leads_an_organiser_to_the_desk_and_others_to_the_tournament(made, olga, stranger, path):
    for person, back in ((olga, "desk/"), (stranger, "")):
        page = person.get(f"/e/{made.code}/{path}")
        assert f'href="/e/{made.code}/{back}" aria-label="Back"' in page.html


def test_a_private_tournament_is_not_found_by_strangers(made, stranger):
    Tournament.objects.filter(pk=made.pk).update(public=False)
    for page in ("", "standings/", "screen/", "players/1/"):
        stranger.get(at(made, page), status=404)


# ── live updates ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "path", ["", "standings/", "screen/", pytest.param("players/1/", marks=pytest.mark.thorough), "desk/"]
)
def test_a_page_that_polls_gets_only_news(made, olga, path, monkeypatch):
    match = hall.play(hall.table_of(made, 2, 1), hands=1)
    seen = version(olga.get(at(made, path)))
    ask = f"{at(made, path)}?v={seen}"
    assert olga.get(ask, htmx=True, status=None).status in ((204, 200) if path == "desk/" else (204,))
    assert olga.get(ask).status == 200  # a page that is opened is always whole
    hall.go_on(match)
    news = olga.get(ask, htmx=True)
    assert (version(news) != seen, "<html" in news.html) == (True, False)
    seen = version(news)
    hall.touched(made)
    assert version(olga.get(f"{at(made, path)}?v={seen}", htmx=True)) != seen


# ── the clock ─────────────────────────────────────────────────────────────────


def test_every_screen_shows_the_time_left_and_the_end(made, olga):
    for page in ("", "desk/", "screen/"):
        html = olga.get(at(made, page)).html
        left = int(re.search(r'data-left="(\d+)"', html).group(1))
        assert 40 * 60 < left <= 41 * 60
        begun = Round.objects.get(tournament=made, number=2).started_at
        assert f'data-ends="{begun + timedelta(hours=1):%Y-%m-%dT%H:%M:%S}' in html
        assert "When time is up, finish the hand" in olga.get(at(made, page))


def test_once_the_time_is_up_the_screens_say_what_to_do_now(made, olga):
    now = datetime.now(UTC)
    Round.objects.filter(tournament=made, number=2).update(started_at=now - timedelta(minutes=70))
    assert "Time is up. Finish this hand." in olga.get(at(made, "screen/"))
    for page in ("", "desk/"):
        told = olga.get(at(made, page))
        assert ("Time is up. Finish this hand." in told, "then finish" in told) == (True, False), page


def test_a_stopped_clock_says_so_and_has_no_end(made, olga):
    now = datetime.now(UTC)
    Round.objects.filter(tournament=made, number=2).update(started_at=now - timedelta(minutes=10), paused_at=now)
    page = olga.get(at(made, "desk/"))
    assert "50:00" in page
    assert "The clock is paused." in page
    assert "data-ends" not in page.html


def test_tables_with_more_time_are_named(made, olga):
    Table.objects.filter(round__tournament=made, round__number=2, number__in=(2, 4)).update(extra_seconds=300)
    assert "Extra time at tables 2 and 4: 5 min." in olga.get(at(made, "screen/"))


# ── the big screen ────────────────────────────────────────────────────────────


def parts(page):
    """The pages of the big screen: (whether it is shown first, its text)."""
    found = re.findall(r'<section class="[^"]*turn[^"]*"( data-on)?[^>]*>(.*?)</section>', page.html, re.DOTALL)
    return [(bool(on), re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))) for on, text in found]


def test_the_screen_of_99_shows_every_seat_and_every_place_on_some_page(club, stranger):
    made = tournament(club, entrants=99, rounds=2, played=1, published=2, public=True)
    told = parts(stranger.get(at(made, "screen/")))
    seats, lists = [text for _on, text in told if "Table" in text], [text for _on, text in told if "After" in text]
    for number in range(1, 100):
        name = Entrant.objects.get(tournament=made, number=number).name
        assert sum(f" {name} " in text for text in seats) == 1
        assert sum(f" {name} " in text for text in lists) == 1
    assert (len(seats), len(lists), [on for on, _text in told].count(True)) == (6, 13, 2)


def test_without_scripts_the_big_screen_turns_by_reloading_its_next_page(club, stranger):
    made = tournament(club, entrants=sized(15, 30), rounds=2, played=1, published=2, public=True)
    address, seen = at(made, "screen/"), set()
    for turn in range(12):
        page = stranger.get(address)
        seen |= {text for on, text in parts(page) if on}
        nxt = re.search(r'http-equiv="refresh" content="\d+;url=(\?turn=\d+)"', page.html).group(1)
        assert nxt == f"?turn={turn + 1}"
        address = at(made, "screen/") + nxt
    assert seen == {text for _on, text in parts(page)}


def test_the_big_screen_accepts_any_page_number(made, stranger):
    for turn in ("", "x", "-1", "99999999999", "٣"):
        stranger.get(at(made, f"screen/?turn={turn}"))


def test_a_substitute_is_called_to_the_table_by_their_own_name(made, stranger):
    seat = hall.table_of(made, 2, 3).seats.get(wind="W")
    type(seat).objects.filter(pk=seat.pk).update(substitute="Zita Zorn")
    assert "Zita Zorn" in stranger.get(at(made, "screen/"))
    assert f"{seat.entrant.name} (playing: Zita Zorn )" in stranger.get(at(made))


# ── queries ───────────────────────────────────────────────────────────────────


def asked(do):
    with CaptureQueriesContext(connection) as queries:
        do()
    return len(queries)


def test_a_page_takes_no_more_queries_for_many_players_than_for_few(club, olga):
    olga.get("/")  # the first page of a session takes more queries
    told = []
    for entrants in (9, sized(27, 48)):
        made = tournament(club, entrants=entrants, rounds=4, played=2, published=3, public=True)
        for table in Table.objects.filter(round__tournament=made, round__number=3):
            hall.play(table) if table.number % 2 else result(table)
        paths = ("", "desk/", "standings/", "screen/", "players/3/")
        told.append({path: asked(lambda made=made, path=path: olga.get(at(made, path))) for path in paths})
    assert told[0] == told[1]
    assert {path: many for path, many in told[0].items() if many > 20} == {}
