"""The pages for entrants, as organisers, referees and players use them."""

import re

import pytest

from people.models import Club, Player
from tests.matches.cast import Phone
from tests.people.club_cast import member
from tests.tournaments.cast import tournament as a_tournament
from tests.tournaments.entry_cast import add, listed
from tournaments.links import entrant_token
from tournaments.models import Apart, Entrant, Team, Tournament
from tournaments.models import Phone as Card

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(founder):
    code = founder.found()
    founder.add(code, "Jan Novák\nBea Brook")
    return Club.objects.get(code=code)


@pytest.fixture
def cup(club):
    return a_tournament(club, entrants=0)


def test_the_players_of_the_club_can_be_listed_and_entered_with_one_tap_each(olga, club, cup):
    page = olga.get(f"/e/{cup.code}/entries/add/")
    assert "Add all club players" in page
    page = olga.send(page.form("/entries/add/"), button=("action", "roster"), status=200, names="")
    form = page.form("/entries/add/")
    assert form.values("names") == ["Bea Brook\nJan Novák"]
    olga.send(form, button=("action", "add"), status=303)
    assert set(Entrant.objects.values_list("player__name", flat=True)) == {"Bea Brook", "Jan Novák"}
    assert "Add all club players" not in olga.get(f"/e/{cup.code}/entries/add/")


def test_typed_names_stay_when_the_players_of_the_club_are_added_to_them(olga, club, cup):
    page = olga.get(f"/e/{cup.code}/entries/add/")
    typed = "Zuzana, Brno\njan  novák, Praha"
    page = olga.send(page.form("/entries/add/"), button=("action", "roster"), status=200, names=typed, house="1")
    form = page.form("/entries/add/")
    assert (form.values("names"), form.values("house")) == ([f"{typed}\nBea Brook"], ["1"])
    assert 'role="alert"' not in page.html and Entrant.objects.count() == 0


# ── lists ────────────────────────────────────────────────────────────────────


def test_an_entry_is_changed_linked_and_moved(olga, cup):
    add(olga, cup, "Novak\nDan Drake")
    path = f"/e/{cup.code}/entries/1/"
    jan = Player.objects.get(name="Jan Novák")
    olga.send(olga.get(path).form(path), player=str(jan.pk), country="CZ", team="Red", status=303)
    first = Entrant.objects.get(number=1)
    assert (first.player, first.name, first.country, first.team.name) == (jan, "", "CZ", "Red")
    olga.send(olga.get(f"/e/{cup.code}/entries/2/").form("/move/"), button=("to", "withdraw"), status=303)
    assert listed(cup) == [(1, "Jan Novák", "entered"), (2, "Dan Drake", "withdrawn")]
    taken = olga.send(olga.get(f"/e/{cup.code}/entries/2/").form("/entries/2/"), name="jan novák", status=422)
    assert "is already registered as number 1" in taken


def test_the_list_takes_no_more_queries_for_many_than_for_few(olga, club, django_assert_max_num_queries):
    olga.get(f"/c/{club.code}/")  # the first page of a session stores the device
    for entrants in (9, 60):
        cup = a_tournament(club, entrants=entrants)
        with django_assert_max_num_queries(14):
            olga.get(f"/e/{cup.code}/entries/")


# ── self-registration, and the desk ──────────────────────────────────────────


def test_a_player_registers_is_accepted_and_checks_in_with_their_own_link(olga, club):
    from datetime import UTC, datetime

    cup = a_tournament(
        club, entrants=0, public=True, open_for_entry=True, approval=True, starts_on=datetime.now(UTC).date()
    )
    phone = Phone()
    page = phone.get(f"/e/{cup.code}/enter/")
    own = phone.send(page.form("/enter/"), name="Cho Chan", club_name="Dragons", status=303).goes_to
    assert re.fullmatch(f"/e/{cup.code}/i/1/[A-Za-z0-9_-]{{22}}", own)
    assert "The organisers are reviewing your registration" in phone.get(own)
    asked = olga.get(f"/e/{cup.code}/entries/")
    olga.send(asked.form("/entries/1/move/", to="approve"), status=303)
    assert "You’re registered" in phone.get(own)
    assert "You’re checked in" in phone.follow(phone.send(phone.get(own).form(own, what="come"), status=303))
    other = Phone()
    other.send(other.get(own).form(own, what="come"), status=303)
    assert Card.objects.filter(entrant__number=1).count() == 2


def test_the_organiser_sees_which_team_an_applicant_wants(olga, club):
    cup = a_tournament(club, entrants=0, public=True, open_for_entry=True, approval=True)
    phone = Phone()
    form = phone.get(f"/e/{cup.code}/enter/").form("/enter/")
    own = phone.send(form, name="Cho Chan", team="Dragons", status=303).goes_to
    assert "team requested: Dragons" in phone.get(own).text
    page = olga.get(f"/e/{cup.code}/entries/")
    assert "Wants to play for team Dragons" in page.text
    one = olga.get(f"/e/{cup.code}/entries/1/")
    assert "Wants to play for team Dragons . " in one.text
    assert one.form("/entries/1/").data()["team"] == ["Dragons"]
    olga.send(page.form("/entries/1/move/", to="approve"), status=303)
    assert "Wants to play for team <bdi>" not in olga.get(f"/e/{cup.code}/entries/1/").text
    assert Entrant.objects.get(tournament=cup).team.name == "Dragons"


def test_a_player_withdraws_with_their_own_link(olga, club):
    cup = a_tournament(club, entrants=0, public=True, open_for_entry=True, approval=False)
    phone = Phone()
    own = phone.send(phone.get(f"/e/{cup.code}/enter/").form("/enter/"), name="Cho Chan").goes_to
    phone.send(phone.get(own).form(own, what="leave"), status=303)
    assert listed(cup) == [(1, "Cho Chan", "withdrawn")]


@pytest.mark.parametrize(
    ("published", "state", "words"),
    [
        (
            1,
            "running",
            "To withdraw or readmit players with a seat in a published round, use “Late arrivals and withdrawals”.",
        ),
        (0, "over", "The tournament has finished. Reopen it first."),
    ],
)
def test_entrants_who_cannot_be_moved_have_no_button_for_it(olga, club, published, state, words):
    cup = a_tournament(club, published=published)
    Entrant.objects.filter(tournament=cup, number=1).update(state="waiting")
    Tournament.objects.filter(pk=cup.pk).update(state=state)
    first = Entrant.objects.get(tournament=cup, number=1)
    page = olga.get(f"/e/{cup.code}/entries/1/")
    assert (words in page, "/entries/1/move/" in page) == (True, False)
    assert "Withdraw from tournament" not in Phone().get(f"/e/{cup.code}/i/1/{entrant_token(cup, first)}")


def test_closed_registration_says_so_and_takes_nobody(club):
    cup = a_tournament(club, entrants=0, public=True)
    phone = Phone()
    assert "Registration is closed" in phone.get(f"/e/{cup.code}/enter/")
    phone.post(f"/e/{cup.code}/enter/", {"name": "Cho", "key": "k" * 22}, status=422)
    assert listed(cup) == []


def test_a_link_for_another_entrant_opens_nothing(club):
    cup = a_tournament(club)
    Phone().get(f"/e/{cup.code}/i/1/{'A' * 22}", status=404)


def test_registering_very_many_people_is_rate_limited(club, monkeypatch):
    from tournaments.views.entries import self_registration

    monkeypatch.setattr(self_registration, "ENTRIES", self_registration.ENTRIES._replace(most=2))
    cup = a_tournament(club, entrants=0, public=True, open_for_entry=True, approval=True)
    phone = Phone()
    for name, status in (("A1", 303), ("A2", 303), ("A3", 429)):
        page = phone.send(phone.get(f"/e/{cup.code}/enter/").form("/enter/"), name=name, status=status)
    assert (
        "Too many registrations" in page,
        "Too many players have registered from this network" in page,
        "links" in page,
    ) == (True, True, False)
    assert [name for _number, name, _state in listed(cup)] == ["A1", "A2"]


def test_a_referee_checks_people_in_with_a_tap_and_an_organiser_withdraws_no_shows(olga, club):
    cup = a_tournament(club, entrants=4)
    desk = member(club.code, "referee")
    path = f"/e/{cup.code}/check-in/"
    page = desk.get(path)
    assert "0 of 4 checked in" in page
    for number in (1, 2, 3):
        page = desk.follow(desk.send(page.form(f"/check-in/{number}/"), status=303))
    page = desk.follow(desk.send(page.form("/check-in/2/"), status=303))
    assert "2 of 4 checked in" in page
    assert [form.action for form in page.forms if form.action.endswith("/absent/")] == []
    assert "2 players withdrawn" in olga.follow(olga.send(olga.get(path).form("/absent/"), status=303))
    assert [state for *_, state in listed(cup)] == ["entered", "withdrawn", "entered", "withdrawn"]


SEARCHES = {
    "sta": ["Jan Šťastný"],
    "stas jan": ["Jan Šťastný"],
    "LUK": ["Łukasz Nowak"],
    "brno": ["Jan Šťastný"],
    "3": ["Eva Malá-Nová"],
    "no": ["Eva Malá-Nová", "Łukasz Nowak"],
    "mala-nova": ["Eva Malá-Nová"],
    "xx": [],
    " ": ["Eva Malá-Nová", "Jan Šťastný", "Łukasz Nowak"],
}


def test_check_in_is_searched_by_name_club_or_number(olga, cup):
    add(olga, cup, "Jan Šťastný;Brno\nŁukasz Nowak\nEva Malá-Nová")
    path = f"/e/{cup.code}/check-in/"
    olga.send(olga.get(path).form("/check-in/1/"), status=303)
    assert "q" in olga.get(path).form("/check-in/").names
    for asked, found in SEARCHES.items():
        page = olga.get(path, data={"q": asked})
        shown = [name for name in ("Eva Malá-Nová", "Jan Šťastný", "Łukasz Nowak") if name in page]
        assert (asked, shown) == (asked, found)
        assert "1 of 3 checked in" in page and page.form("/check-in/").values("q") == [asked]


@pytest.mark.parametrize(
    ("language", "order"), [("cs", "Cyril Čeněk Hynek Chvátal"), ("en", "Čeněk Chvátal Cyril Hynek")]
)
def test_check_in_is_in_the_order_of_the_readers_language(olga, cup, language, order):
    names = order.split()
    add(olga, cup, "\n".join(names[::-1]))
    olga.client.cookies["lang"] = language
    text = olga.get(f"/e/{cup.code}/check-in/").text
    assert sorted(names, key=text.index) == names


def test_the_search_at_check_in_has_the_focus_again_after_a_tap(olga, club):
    cup = a_tournament(club, entrants=4)
    path = f"/e/{cup.code}/check-in/"
    focus = 'type="search" autofocus'
    page = olga.get(path)
    assert focus not in page.html
    assert focus not in olga.follow(olga.send(page.form("/check-in/1/"), status=303)).html
    found = olga.get(path, data={"q": "2"})
    assert focus in olga.follow(olga.send(found.form("/check-in/2/"), status=303)).html


def test_player_cards_give_access_until_they_are_revoked(olga, club):
    cup = a_tournament(club)
    page = olga.get(f"/e/{cup.code}/cards/")
    address = next(link for link in page.links if f"/e/{cup.code}/i/3/" in link)
    own = address.removeprefix("http://testserver")
    assert "Cho Chan" in Phone().get(own)
    olga.send(page.form("/renew/"), status=303)
    Phone().get(own, status=404)


def test_teams_and_pairs_are_changed_on_one_page(olga, cup):
    add(olga, cup, "Cho Chan;;;;Red\nDan Drake;;;;Red\nEva Eder")
    path = f"/e/{cup.code}/apart/"
    olga.send(olga.get(path).form("/teams/"), name="Blue", status=303)
    olga.send(olga.get(path).form("/groups/"), teams="1", status=303)
    page = olga.follow(olga.send(olga.get(path).form("/pair/"), one="1", other="3", status=303))
    assert ("2 pairs are kept apart" in page, "Blue" in page) == (True, True)
    olga.send(page.form("/pair/", apart="0"), status=303)
    assert Apart.objects.count() == 0
    olga.send(olga.get(path).form("/teams/"), button=("remove", "1"), status=303)
    assert Team.objects.count() == 0
