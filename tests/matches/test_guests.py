"""Names at a club table: similar names are recognised, guests are marked and linked to the roster in one step."""

import pytest

from matches import actions
from matches.models import Match
from tests.matches.cast import Phone, join
from tests.matches.table import new_key
from tests.matches.worlds import again
from tests.people.club_cast import Person, member, player, roster, seated, told

pytestmark = pytest.mark.django_db

JANA, TYPED = "Jana Nováková", "Novakova Jana"


@pytest.fixture(scope="module")
def owner(standing):
    return Person("olga")


@pytest.fixture
def olga(owner):
    return again(owner)


@pytest.fixture(scope="module")
def club(owner):
    code = owner.found()
    owner.add(code, f"{JANA}\nPetr Svoboda\nEva Malá")
    return code


def begin(who, club, status=None, **names):
    """Send the start form of a club with these names, and return the next page."""
    told = {"P1": TYPED, "P2": "Petr Svoboda", "P3": "Xaver", **names}
    return who.post("/start/", {"key": new_key(), "action": "start", "club": club, **told}, status=status)


def resent(who, page, status=None, **changes):
    return who.send(page.form("/start/"), button=("action", "start"), status=status, **changes)


def code_of(page):
    return page.goes_to.split("/")[2]


# ── at the start ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize("typed", ["Jana Novakova", "Nováková Jana", "Jana Nováčková", "jana novakova"])
def test_a_similar_name_is_asked_about_once_and_then_linked_to_the_roster(olga, club, typed):
    before = Match.objects.count()
    page = begin(olga, club, 422, P1=typed)
    assert f"{JANA} is on your roster. Is this the same person?" in page and f"Yes, this is {JANA}" in page
    assert Match.objects.count() == before
    assert page.form("/start/").values("P1") == [typed]
    code = code_of(resent(olga, page, 303))
    assert seated(code) == [(JANA, JANA), ("Petr Svoboda", "Petr Svoboda"), ("Xaver", None)]
    assert len(roster(club)) == 3


def test_a_similar_name_that_is_another_person_plays_as_a_guest(olga, club):
    page = resent(olga, begin(olga, club, 422), 303, same=None)
    assert seated(code_of(page))[0] == (TYPED, None)


def test_another_name_typed_after_the_question_is_also_asked_about(olga, club):
    page = resent(olga, begin(olga, club, 422), 422, P1="Eva Mala", same=None)
    assert "Yes, this is Eva Malá" in page
    assert seated(code_of(resent(olga, page, 303)))[0] == ("Eva Malá", "Eva Malá")


def test_the_page_says_who_is_on_the_roster_and_who_is_not(olga, club):
    page = begin(olga, club, 422)
    assert "This player is on the roster." in page and "Not on the roster: this player is a guest" in page


def test_a_player_who_already_sits_there_is_not_suggested_for_another_name(olga, club):
    code = code_of(begin(olga, club, 303, P1="Jana Novakovi", P2=JANA))
    assert seated(code)[:2] == [("Jana Novakovi", None), (JANA, JANA)]


def test_two_names_for_one_player_are_refused_with_the_name(olga, club):
    before = Match.objects.count()
    page = resent(olga, begin(olga, club, 422, P2="Jana Nováčková"), 422)
    assert f"Two players are called {JANA}" in page
    assert Match.objects.count() == before


def test_a_match_of_no_club_asks_nothing(olga, club):
    assert seated(code_of(begin(olga, "", 303)))[0] == (TYPED, None)


def test_names_on_the_roster_start_the_match_without_a_question(olga, club):
    assert seated(code_of(begin(olga, club, 303, P1="jana nováková")))[0] == (JANA, JANA)


# ── at the table ─────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def code(owner, club):
    """Club match in which Jana sits as a guest."""
    olga = again(owner)
    code = code_of(resent(olga, begin(olga, club, 422), 303, same=None))
    olga.hand(code)
    return code


def closed(who, code):
    """The match, after its end."""
    who.send(who.get(f"/m/{code}/end/").form("/close/"), status=303)
    return code


@pytest.fixture
def over(olga, code):
    return closed(olga, code)


def test_a_guest_is_marked_on_the_score_page_and_among_the_players(olga, code):
    assert olga.table(code).html.count(">Guest<") == 2  # Jana and Xaver
    page = olga.get(f"/m/{code}/players/")
    assert page.html.count("This player is on the roster.") == 1 and page.html.count("Not on the roster") == 2


def test_players_of_the_roster_and_guests_of_no_club_are_not_marked(olga, club):
    code = olga.start((JANA, "Petr Svoboda", "Eva Malá"), club=club)
    loose = olga.start(("Kim", "Lee", "May"), club="")
    assert [">Guest<" in olga.table(each).html for each in (code, loose)] == [False, False]
    assert "roster" not in olga.get(f"/m/{loose}/players/")


# ── afterwards ───────────────────────────────────────────────────────────────


def counts(who, club):
    """The players in the club's standings."""
    return JANA in who.get(f"/c/{club}/season/")


@pytest.mark.parametrize("close", [False, True])
def test_a_guest_is_linked_in_one_step_before_and_after_the_end(olga, club, code, close):
    if close:
        closed(olga, code)
    assert not counts(olga, club)
    form = olga.get(f"/m/{code}/end/").form("/guests/", player=str(player(club, JANA).pk))  # preselected: similar
    page = olga.follow(olga.send(form, status=303))
    assert "Saved ✓" in page and JANA in page
    assert seated(code)[0] == (JANA, JANA)
    assert (told(club)[-1], counts(olga, club)) == (("chair_linked", "olga", "P1"), close)
    assert f"linked the guest {TYPED} to the roster player {JANA}" in olga.get(f"/m/{code}/history/")


def link_form(who, code, number=0):
    return [form for form in who.get(f"/m/{code}/end/").forms if form.action.endswith("/guests/")][number]


def test_linking_twice_is_linking_once(olga, club, over):
    code = over
    form = link_form(olga, code)
    before = [olga.send(form, status=303).goes_to, told(club)]
    assert [olga.send(form, status=303).goes_to, told(club)] == before


def test_a_seat_that_was_linked_meanwhile_is_not_linked_to_somebody_else(olga, club, over):
    code = over
    form = link_form(olga, code)
    olga.send(form, status=303)
    page = olga.send(form, status=422, player=str(player(club, "Eva Malá").pk))
    assert "This seat is already linked to another player." in page
    assert seated(code)[0] == (JANA, JANA)


def test_a_player_at_the_table_is_neither_offered_nor_linked_twice(olga, club, over):
    code = over
    form = link_form(olga, code)
    assert "Petr Svoboda</option>" not in olga.get(f"/m/{code}/end/").html
    page = olga.send(form, status=422, player=str(player(club, "Petr Svoboda").pk))
    assert "Two seats have the same player. Choose a different player for each seat." in page
    page = olga.send(form, status=422, player="")
    assert "Choose a player." in page
    assert page.html.count('aria-invalid="true"') == 1  # of the two guests, the one whose form was sent
    assert seated(code)[0] == (TYPED, None)


@pytest.mark.parametrize("role", ["scorer", "referee", "organiser"])
def test_whoever_scores_for_the_club_links_guests(olga, club, over, role):
    code = over
    who = member(club, role)
    who.send(link_form(who, code), status=303)
    assert seated(code)[0] == (JANA, JANA)


def test_nobody_else_sees_or_links_guests(olga, club, over):
    code = over
    sent = {"sitting": str(Match.objects.get().sittings.first().pk), "player": str(player(club, JANA).pk)}
    guest = Phone()
    guest.get("/start/")
    join(code, guest)
    for other in (guest, member(club, "member")):
        assert "Guests at this table" not in other.get(f"/m/{code}/end/")
        other.post(f"/m/{code}/guests/", sent, status=404)
    Person("xaver").post(f"/m/{code}/guests/", sent, status=404)
    with pytest.raises(actions.NotAllowed):
        actions.link_guest(match=Match.objects.get(), by=Person("xaver").user, **{k: int(v) for k, v in sent.items()})
    assert seated(code)[0] == (TYPED, None)


def test_a_guests_finished_match_joins_the_club_in_one_step(olga, club):
    code = olga.start((TYPED, "petr svoboda", "Xaver"), club="")
    olga.hand(code)
    assert "Add to Friday club ?" not in olga.get(f"/m/{code}/end/")
    closed(olga, code)
    page = olga.get(f"/m/{code}/end/")
    assert f"{TYPED} : {JANA} on the roster" in page and "Xaver : a guest" in page and "Add to Friday club ?" in page
    page = olga.follow(olga.send(page.form("/club/"), status=303))
    assert seated(code) == [(JANA, JANA), ("Petr Svoboda", "Petr Svoboda"), ("Xaver", None)]
    assert (counts(olga, club), len(roster(club))) == (True, 3)
    assert "Roster player for Xaver" in page


def test_a_match_of_people_unknown_to_the_club_links_to_the_page_that_adds_them(olga, club):
    code = olga.start(("Ann", "Bea", "Cho"), club="")
    olga.hand(code)
    closed(olga, code)
    page = olga.get(f"/m/{code}/end/")
    assert "Choose other players" not in page and "Add to club" in page


def test_two_names_similar_to_one_player_join_the_club_as_one_player_and_a_guest(olga, club):
    code = olga.start(("Jana Novakova", "Jana Nováčková", "Xaver"), club="")
    olga.hand(code)
    closed(olga, code)
    olga.send(olga.get(f"/m/{code}/end/").form("/club/"), status=303)
    assert seated(code) == [(JANA, JANA), ("Jana Nováčková", None), ("Xaver", None)]


def test_similar_names_are_recognised_when_a_guests_match_joins_the_club(olga, club):
    code = olga.start((TYPED, "Petr Svoboda", "Xaver"), club="")
    olga.send(olga.get(f"/m/{code}/club/").form("/club/"), status=303)
    assert seated(code) == [(JANA, JANA), ("Petr Svoboda", "Petr Svoboda"), ("Xaver", "Xaver")]
