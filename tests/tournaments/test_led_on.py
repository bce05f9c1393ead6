"""Every page offers a next step: from the first page to a tournament, and through its day to its end."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from people.models import Club, Player, User
from tests.matches.cast import Phone
from tests.people.club_cast import member
from tests.tournaments import hall
from tests.tournaments.cast import close, result, tournament
from tests.tournaments.persons import Person
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.models import Phone as Card

pytestmark = pytest.mark.django_db
TODAY = datetime.now(UTC).date()


def at(made, page=""):
    return f"/e/{made.code}/{page}"


def shown(page, *names):
    """Those of these names that are on the page, in the order of the page."""
    return sorted((name for name in names if name in page.text), key=page.text.index)


# ── finding a tournament ──────────────────────────────────────────────────────


def four(club):
    """Four tournaments: one that is running, two to come, one whose date is long past."""
    running = tournament(club, name="Running cup", drawn=1, state="running", starts_on=TODAY)
    later = tournament(club, name="Later cup", starts_on=TODAY + timedelta(days=9))
    sooner = tournament(club, name="Sooner cup", starts_on=TODAY + timedelta(days=2))
    tournament(club, name="Forgotten cup", starts_on=date(2020, 2, 2))
    tournament(club, name="Played cup", state="over", starts_on=TODAY)
    return running, later, sooner


ALL = ("Running cup", "Sooner cup", "Later cup", "Forgotten cup", "Played cup")


@pytest.mark.parametrize("address", ["/", "/c/{club}/"])
def test_running_and_coming_tournaments_are_on_a_members_start_pages(olga, club, address):
    running, later, sooner = four(club)
    found = olga.get(address.format(club=club.code))
    assert shown(found, *ALL) == ["Running cup", "Sooner cup", "Later cup"]
    ways = [at(running, "desk/"), at(sooner, "entries/"), at(later, "entries/")]
    assert [link for link in found.links if link in ways] == ways
    ann = member(club.code, "member", "ann")
    ways = [at(running), at(sooner), at(later)]
    assert [link for link in ann.get(address.format(club=club.code)).links if link in ways] == ways


def test_ones_own_tournaments_come_first_and_are_found_without_being_a_member(olga, club):
    _running, later, _sooner = four(club)
    ann = Person("ann")
    assert shown(ann.get("/"), *ALL) == []
    account, now = User.objects.get(username="ann"), datetime.now(UTC)
    player = Player.objects.create(club=club, name="Ann Abbot", user=account, created_at=now)
    entry = Entrant.objects.filter(tournament=later).first()
    Entrant.objects.filter(pk=entry.pk).update(player=player, name="")
    assert shown(ann.get("/"), *ALL, "You’re playing") == ["Later cup", "You’re playing"]
    member(club.code, "member", "ann")
    assert shown(ann.get("/"), *ALL) == ["Later cup", "Running cup", "Sooner cup"]
    Entrant.objects.filter(pk=entry.pk).update(state="withdrawn")
    assert shown(ann.get("/"), *ALL) == ["Running cup", "Sooner cup", "Later cup"]


def test_a_phone_that_has_scanned_a_card_finds_its_tournament_again(club):
    running, *_others = four(club)
    phone = Phone()
    phone.start()
    assert shown(phone.get("/"), *ALL) == []
    device = phone.client.session["device"]
    Card.objects.create(tournament=running, device=device, table=1, joined_at=datetime.now(UTC))
    assert shown(phone.get("/"), *ALL) == ["Running cup"]


def test_strangers_find_public_tournaments_on_the_local_network_and_elsewhere_only_by_their_url(club, settings):
    four(club)
    tournament(club, name="Open cup", public=True, starts_on=TODAY)
    assert shown(Phone().get("/"), *ALL, "Open cup") == ["Open cup"]
    settings.LAN_HTTP = False
    assert shown(Phone().get("/"), *ALL, "Open cup") == []
    Club.objects.filter(pk=club.pk).update(public=True)
    assert shown(Phone().get(f"/c/{club.code}/"), *ALL, "Open cup") == ["Open cup"]


def test_the_first_page_reads_only_the_tournaments_that_it_shows(olga, club):
    four(club)
    with CaptureQueriesContext(connection) as queries:
        olga.get("/")
    listed, example = (each["sql"] for each in queries if 'FROM "tournaments_tournament"' in each["sql"])
    assert listed.endswith("LIMIT 5")
    assert example.endswith("LIMIT 1")  # the demonstration, shown while there is no match


def test_an_organiser_starts_a_tournament_on_the_page_of_the_club(olga, club):
    new = f"/c/{club.code}/tournaments/new/"
    assert new in olga.get(f"/c/{club.code}/").links
    assert new not in member(club.code, "scorer", "sam").get(f"/c/{club.code}/").links


@pytest.mark.parametrize("address", ["/", "/c/{club}/"])
def test_many_tournaments_cost_no_more_than_one(olga, club, address, django_assert_num_queries):
    tournament(club, starts_on=TODAY)
    olga.get("/")  # the first page of a session takes more queries
    with CaptureQueriesContext(connection) as one:
        olga.get(address.format(club=club.code))
    for number in range(6):
        tournament(club, name=f"Cup {number}", starts_on=TODAY)
    with django_assert_num_queries(len(one)):
        olga.get(address.format(club=club.code))


# ── entering ──────────────────────────────────────────────────────────────────


def main_button(page):
    """The text of the main button in the bar at the bottom."""
    bar = page.html[page.html.index('<footer class="bar">') :]
    words = bar[bar.index("btn-go") :]
    return " ".join(words[words.index(">") + 1 : words.index("</")].split())


def test_after_pasting_a_list_the_page_leads_to_the_draw(olga, club):
    made = tournament(club, entrants=0)
    page = olga.get(at(made, "entries/add/"))
    assert main_button(page) == "Preview"
    page = olga.send(page.form("/add/"), button=("action", "preview"), names="1. Ann\n2. Bea\n3. Cho", status=200)
    assert main_button(page) == "Add 3 players"
    olga.send(page.form("/add/"), button=("action", "add"), status=303)
    assert main_button(olga.get(at(made, "entries/"))) == "Go to seating draw"
    again = olga.get(at(made, "entries/add/")).form("/add/")
    page = olga.send(again, button=("action", "preview"), names="Ann\nBea", status=200)
    assert main_button(page) == "Go to players"
    page = olga.send(again, button=("action", "preview"), names="Dan;;;;;minus one", status=422)
    assert main_button(page) == "Preview"


def test_with_too_few_entrants_the_page_leads_to_adding_more_and_after_the_draw_to_the_desk(olga, club):
    assert main_button(olga.get(at(tournament(club, entrants=2), "entries/"))) == "Add players"
    assert main_button(olga.get(at(tournament(club, drawn=1), "entries/"))) == "Go to desk"


# ── the day ───────────────────────────────────────────────────────────────────


def test_a_published_round_says_what_comes_next_until_it_begins(olga, club):
    made = tournament(club, drawn=2)
    page = olga.get(at(made, "rounds/1/"))
    assert ("next steps" in page, main_button(page)) == (False, "Publish round 1")
    assert main_button(olga.get(at(made, "rounds/2/"))) == "Publish rounds 1 to 2"
    olga.send(page.form("/publish/"), status=303)
    page = olga.get(at(made, "rounds/1/"))
    ways = [at(made, "print/cards/"), at(made, "print/names/"), at(made, "screen/"), at(made, "desk/")]
    assert "Round 1 is published: next steps" in page
    assert [link for link in page.links if link in ways][-5:-1] == ways
    assert main_button(page) == "Go to desk"
    assert "next steps" not in member(club.code, "member", "ann").get(at(made, "rounds/1/"))
    hall.begin(made)
    assert "next steps" not in olga.get(at(made, "rounds/1/"))


def desk_button(page):
    """The text and target of the desk's main button."""
    bar = page.html[page.html.index('desk-bar"') :]
    button = bar[: bar.index("btn-go")]
    words = bar[bar.index("btn-go") :]
    return " ".join(words[words.index(">") + 1 : words.index("</")].split()), button.count("<form")


def test_the_desk_has_a_usable_button_in_every_state(olga, club):
    def says(made):
        return desk_button(olga.get(at(made, "desk/")))

    assert says(tournament(club, entrants=2)) == ("Add players", 0)
    assert says(tournament(club)) == ("Draw seating", 0)
    assert says(tournament(club, drawn=1, rounds=1)) == ("Publish round 1", 1)
    made = tournament(club, published=1, rounds=1)
    assert says(made) == ("Start clock", 1)
    assert [link for link in olga.get(at(made, "desk/")).links if "/print/" in link] == [
        at(made, "print/cards/"),
        at(made, "print/names/"),
    ]
    hall.begin(made)
    assert says(made) == ("Enter results", 0)
    step = olga.get(at(made, "desk/")).html.partition('class="desk-step')[2].partition('class="step-act"')[0]
    assert "Enter results" not in step  # it is on the button below
    tables = list(Table.objects.filter(round__tournament=made).order_by("number"))
    result(tables[1], confirmed=False)
    assert says(made) == ("View table 2", 0)
    result(tables[0])
    result(tables[2])
    table = olga.get(at(made, "rounds/1/tables/1/"))
    assert [link for link in table.links if link == at(made, "desk/")] == [at(made, "desk/")]


def test_the_end_leads_to_standings_certificates_and_files(olga, club):
    made = tournament(club, rounds=1, played=1)
    page = olga.get(at(made, "desk/"))
    assert desk_button(page) == ("End tournament", 1)
    olga.send(page.form("/finish/"), status=303)
    page = olga.get(at(made, "desk/"))
    assert desk_button(page) == ("Final standings", 0)
    assert {at(made, "print/certificates/"), at(made, "files/"), at(made, "standings/")} <= set(page.links)


def taken(page, made):
    """The prints and the archive that the page of files offers, in its order."""
    ways = [at(made, "print/"), at(made, "files/archive.zip")]
    found = [link.removeprefix(at(made)) for link in page.links if link.startswith(tuple(ways))]
    assert len(found) == len(set(found)) == 11
    return found


def test_the_page_of_files_shows_first_what_is_needed_now(olga, club):
    made = tournament(club, rounds=1, published=1)
    page = olga.get(at(made, "files/"))
    assert taken(page, made)[:4] == ["print/cards/", "print/names/", "print/tables/", "print/blank/"]
    assert page.text.index("Printouts") < page.text.index("For spreadsheets")
    for one in Round.objects.filter(tournament=made):
        close(one)
    Tournament.objects.filter(pk=made.pk).update(state="over")
    page = olga.get(at(made, "files/"))
    assert taken(page, made)[:3] == ["print/standings/", "print/certificates/", "files/archive.zip"]
    assert main_button(page) == "Go to desk"


# ── the draw ──────────────────────────────────────────────────────────────────


def test_the_draw_says_what_is_shown_before_and_after_and_how_to_check_it(olga, club):
    made = tournament(club, public=True)
    page = olga.get(at(made, "draw/"))
    assert "Everyone can verify this draw" in page
    assert "The seed itself appears with the first published round, so anyone can check that it matches." in page
    olga.send(page.form("/draw/1/"), button=("do", "promise"), seed="it's 3 5 1", status=303)
    page = olga.get(at(made, "draw/"))
    assert ("The fingerprint, published before the draw" in page, "sha256sum" in page) == (True, False)
    olga.send(page.form("/draw/1/"), button=("do", "draw"), status=303)
    page = olga.get(at(made, "draw/"))
    assert "The seed, published after the draw it's 3 5 1" in page
    assert """printf %s 'it'"'"'s 3 5 1' | sha256sum""" in page
    assert "sha256sum" not in Phone().get(at(made, "draw/"))
