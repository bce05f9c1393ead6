"""Matches of a club: starting, adding and removing them, and linking seats to players on the roster."""

import pytest

from engine.errors import RuleViolation
from engine.seats import PerSeat
from matches import actions
from matches.models import Match, Sitting
from people.models import Club
from tests.matches.cast import Phone, balances, join, match_file
from tests.matches.test_queries import asked
from tests.matches.worlds import again
from tests.people.club_cast import Person, member, player, roster, seated, told
from tests.thorough import sized

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def owner(standing):
    return Person("olga")


@pytest.fixture
def olga(owner):
    return again(owner)


@pytest.fixture(scope="module")
def club(owner):
    code = owner.found()
    owner.add(code, "Ann\nBea 5")
    return code


def club_of(code):
    return Match.objects.values_list("club__code", flat=True).get(code=code)


# ── started for a club ───────────────────────────────────────────────────────


def test_a_guest_sees_no_club_on_the_start_page(phone, club):
    assert "Club for this match" not in phone.get(f"/start/?club={club}")


@pytest.mark.parametrize("role", ["owner", "organiser", "referee", "scorer"])
def test_a_scorer_starts_a_match_of_the_club_with_players_of_its_roster(club, role):
    who = member(club, role)
    page = who.get(f"/start/?club={club}")
    assert page.form("/start/").values("club") == [club]
    assert '<option value="Ann"></option><option value="Bea"></option>' in page.tight
    code = who.start(("ann", "Zoe", "BEA"), club=club)
    assert (club_of(code), seated(code)) == (club, [("Ann", "Ann"), ("Zoe", None), ("Bea", "Bea")])
    assert Match.objects.get().devices.get().user == who.user
    assert told(club)[-1] == ("match_started", who.user.username, "")


def test_the_start_page_offers_the_latest_of_very_many_players(olga, club, monkeypatch):
    monkeypatch.setattr("people.clubs.roster.MOST_OFFERED", 2)
    olga.add(club, "Cho")
    assert (
        '<datalist id="known"><option value="Bea"></option><option value="Cho"></option></datalist>'
        in olga.get("/start/").tight
    )


def test_the_start_page_sent_twice_starts_one_match_of_the_club(olga, club):
    form = olga.get(f"/start/?club={club}").form("/start/")
    names = {"P1": "ann", "P2": "BEA", "P3": "Cho"}
    ways = {olga.send(form, button=("action", "start"), status=303, **names).goes_to for _try in range(2)}
    assert (len(ways), Match.objects.count()) == (1, 1)


@pytest.mark.parametrize("who", ["a member", "a scorer elsewhere", "a guest"])
def test_nobody_else_starts_a_match_of_the_club(club, who):
    other = {"a member": lambda: member(club, "member"), "a guest": Phone}.get(who, lambda: Person("xaver"))()
    if who == "a scorer elsewhere":
        other.found("Sunday club")
    code = other.post(
        "/start/", {"P1": "Ann", "P2": "Bea", "P3": "Cho", "system": "korean_japanese", "action": "start", "club": club}
    ).goes_to.split("/")[2]
    assert (club_of(code), seated(code)) == (None, [("Ann", None), ("Bea", None), ("Cho", None)])


def test_the_action_checks_the_right_itself(club, phone):
    with pytest.raises(actions.NotAllowed):
        actions.start_match(
            device="phone-of-ann-000000000",
            name="",
            names=PerSeat("Ann", "Bea", "Cho"),
            system="korean_japanese",
            options={},
            key="start-key-000000000000",
            club=Club.objects.get(),
            user=Person("stranger").user,
        )
    assert Match.objects.count() == 0


def test_a_rematch_stays_in_the_club_for_its_scorers_and_leaves_it_with_guests(olga, club):
    code = olga.start(club=club)
    olga.hand(code)
    guest = Phone()
    guest.get("/start/")
    join(code, guest)
    again = olga.post(f"/m/{code}/rematch/", {"key": "rematch-key-0000000000"}).goes_to.split("/")[2]
    assert (club_of(again), seated(again)) == (club, [("Bea", "Bea"), ("Cho", None), ("Ann", "Ann")])
    other = guest.post(f"/m/{code}/rematch/", {"key": "rematch-key-0000000001"}).goes_to.split("/")[2]
    assert (club_of(other), seated(other)) == (None, [("Bea", None), ("Cho", None), ("Ann", None)])


def test_a_name_entered_at_the_table_is_linked_to_the_player_of_the_roster(olga, club):
    code = olga.start(("Xan", "Yva", "Zoe"), club=club)
    players = f"/m/{code}/players/"
    olga.send(olga.get(players).form("/players/", what="rename", chair="P1"), status=303, name="ANN")
    assert seated(code)[0] == ("Ann", "Ann")
    olga.send(olga.get(players).form("/players/", what="rename", chair="P1"), status=303, name="ann")
    assert seated(code)[0] == ("Ann", "Ann")
    olga.hand(code)
    olga.send(olga.get(players).form("/players/", what="replace", chair="P2"), status=303, name="bea", from_hand="2")
    assert seated(code) == [("Ann", "Ann"), ("Yva", None), ("Bea", "Bea"), ("Zoe", None)]
    olga.send(olga.get(players).form("/players/", what="rename", chair="P1"), status=303, name="Zuzana")
    assert seated(code)[0] == ("Zuzana", None)


def test_a_name_on_a_guests_match_is_not_linked_to_a_roster(olga, club):
    code = olga.start(("Xan", "Yva", "Zoe"), club="")
    page = olga.get(f"/m/{code}/players/")
    olga.send(page.form("/players/", what="rename", chair="P1"), status=303, name="Ann")
    assert seated(code)[0] == ("Ann", None)


# ── a guest's match joins a club ─────────────────────────────────────────────


def claim(who, code, club, status=303, **fields):
    form = who.get(f"/m/{code}/club/?club={club}").form("/club/")
    return who.send(form, status=status, **fields)


def chair(code, number):
    return f"s{list(Sitting.objects.filter(match__code=code))[number].pk}"


def test_a_guests_match_becomes_the_clubs_with_a_player_on_each_chair(olga, club):
    code = olga.start(("Ann", "B.", "Cho"), club="")
    olga.hand(code)
    before, devices = balances(code), list(Match.objects.get().devices.values_list("device", "number"))
    assert "Add to club" in olga.get(f"/m/{code}/end/")
    page = olga.get(f"/m/{code}/club/")
    assert "This player is on the roster." in page
    assert "This name isn’t on the roster. Choose a roster player, or a new player will be added." in page
    assert claim(olga, code, club, **{chair(code, 1): "bea"}).goes_to == f"/m/{code}/end/"
    assert (club_of(code), seated(code)) == (club, [("Ann", "Ann"), ("Bea", "Bea"), ("Cho", "Cho")])
    assert roster(club) == [("Ann", None), ("Bea", 5), ("Cho", None)]
    assert (balances(code), list(Match.objects.get().devices.values_list("device", "number"))) == (before, devices)
    assert [row[0] for row in told(club)[-2:]] == ["player_added", "match_claimed"]
    assert "Friday club Club match" in olga.get(f"/m/{code}/end/")
    assert "Bea" in olga.get(f"/c/{club}/matches/")


def test_a_guest_at_the_table_stays_one(olga, club):
    code = olga.start(("Ann", "Bea", "Cho"), club="")
    third = chair(code, 2)
    claim(olga, code, club, **{f"g{third[1:]}": "1"})
    assert seated(code) == [("Ann", "Ann"), ("Bea", "Bea"), ("Cho", None)]
    assert roster(club) == [("Ann", None), ("Bea", 5)]


def test_adding_it_twice_is_adding_it_once(olga, club):
    code = olga.start(("Ann", "Bea", "Cho"), club="")
    form = olga.get(f"/m/{code}/club/").form("/club/")
    olga.send(form, status=303)
    before = (seated(code), told(club))
    assert olga.send(form, status=303).goes_to == f"/m/{code}/end/"
    assert (seated(code), told(club)) == before


def test_one_player_sits_on_one_chair(olga, club):
    code = olga.start(("Xan", "Yva", "Zoe"), club="")
    page = claim(olga, code, club, status=422, **{chair(code, 0): "Ann", chair(code, 1): "ANN"})
    assert "Two seats have the same player. Choose a different player for each seat." in page
    assert page.form("/club/").values(chair(code, 1)) == ["ANN"]
    assert (club_of(code), seated(code)) == (None, [("Xan", None), ("Yva", None), ("Zoe", None)])


def test_an_invalid_name_stays_on_the_page(olga, club):
    code = olga.start(("Xan", "Yva", "Zoe"), club="")
    page = claim(olga, code, club, status=422, **{chair(code, 0): "x" * 41})
    assert "A name can have at most 40 characters." in page
    assert (club_of(code), roster(club)) == (None, [("Ann", None), ("Bea", 5)])


def test_a_scorer_of_several_clubs_chooses_one(olga, club):
    there = olga.found("Sunday club")
    code = olga.start(("Xan", "Yva", "Zoe"), club="")
    page = olga.get(f"/m/{code}/club/")
    assert "Friday club" in page and "Sunday club" in page and "Club player" not in page
    page = olga.send(page.form("/club/"), button=("action", "choose"), status=200, club=there)
    assert "Club player" in page
    olga.send(page.form("/club/"), status=303)
    assert (club_of(code), roster(there)) == (there, [("Xan", None), ("Yva", None), ("Zoe", None)])


def test_a_match_is_added_by_a_phone_that_scores_it_and_an_account_that_scores_for_the_club(olga, club, phone):
    code = phone.start()
    for who in (olga, Phone(), member(club, "scorer")):
        who.get(f"/m/{code}/club/", status=404)
        who.post(f"/m/{code}/club/", {"club": club}, status=404)
    assert phone.client.get(f"/m/{code}/club/").status_code == 302  # to sign in
    plain = member(club, "member")
    plain.get("/start/")
    join(code, plain)
    assert "You aren’t a scorer in any club" in plain.get(f"/m/{code}/club/")
    plain.post(f"/m/{code}/club/", {"club": club}, status=422)
    assert club_of(code) is None


def test_the_demo_match_belongs_to_no_club(olga, club):
    code = olga.start(club="")
    Match.objects.update(is_demo=True)
    olga.get(f"/m/{code}/club/", status=404)
    olga.post(f"/m/{code}/club/", {"club": club}, status=404)
    with pytest.raises(RuleViolation, match="A demo match can’t be added to a club."):
        match, place = Match.objects.get(code=code), Club.objects.get(code=club)
        device = match.devices.get().device
        actions.claim_match(match=match, device=device, club=place, by=olga.user, chairs={})


def test_a_match_of_one_club_is_not_added_to_another(olga, club):
    there = olga.found("Sunday club")
    scorer = member(club, "scorer")
    member_there = Club.objects.get(code=there).memberships.create(
        user=scorer.user, role="scorer", since=scorer.user.date_joined
    )
    code = scorer.start(club=club)
    scorer.get(f"/m/{code}/club/", status=404)
    scorer.post(f"/m/{code}/club/", {"club": there}, status=404)
    assert (club_of(code), member_there.role) == (club, "scorer")


# ── removed from the club ────────────────────────────────────────────────────


def test_an_organiser_removes_a_match_from_the_club(olga, club):
    code = olga.start(club=club)
    olga.hand(code)
    before = balances(code)
    page = olga.get(f"/m/{code}/club/")
    assert "The match will no longer belong to Friday club or count in its standings." in page
    olga.send(page.form("/club/"), status=303)
    assert (club_of(code), seated(code)) == (None, [("Ann", None), ("Bea", None), ("Cho", None)])
    assert balances(code) == before
    assert told(club)[-1] == ("match_released", "olga", "")


def test_two_organisers_who_remove_a_match_simultaneously_remove_it_once(olga, club):
    code = olga.start(club=club)
    seen = Match.objects.get(code=code)  # by the one whose tap is second
    olga.send(olga.get(f"/m/{code}/club/").form("/club/"), status=303)
    before = told(club)
    with pytest.raises(actions.NotAllowed):
        actions.release_match(match=seen, by=member(club, "organiser").user)
    assert (club_of(code), [row for row in told(club) if row[0] == "match_released"]) == (None, before[-1:])


@pytest.mark.parametrize("role", ["referee", "scorer", "member"])
def test_nobody_below_an_organiser_removes_a_match_from_the_club(olga, club, role):
    code = olga.start(club=club)
    other = member(club, role)
    other.get(f"/m/{code}/club/", status=404)
    other.post(f"/m/{code}/club/", status=404)
    assert club_of(code) == club


# ── lists of the club, its house rules ───────────────────────────────────────


def test_the_club_shows_its_running_matches_and_all_of_them(olga, club):
    first, second = olga.start(club=club), olga.start(("Xan", "Yva", "Zoe"), club=club)
    olga.start(("Kim", "Lee", "May"), club="")
    watcher = member(club, "member")
    page = watcher.get(f"/c/{club}/")
    assert "In progress" in page and "Matches 2" in page and "Players 2" in page
    links = [link for link in watcher.get(f"/c/{club}/matches/").links if link.startswith("/m/")]
    assert links == [f"/m/{second}/", f"/m/{first}/"]


def save_rules(who, club, **fields):
    address = f"/house/new/?club={club}"
    page = who.send(who.get(address).form(address), status=303, **{"name": "Club rules", **fields})
    return page.goes_to.split("/")[2]


def test_an_organiser_saves_house_rules_of_the_club_and_members_start_by_them(olga, club):
    rules = save_rules(olga, club, **{"o.limit": "60"})
    scorer = member(club, "scorer")
    assert "Club rules" in scorer.get(f"/c/{club}/house/")
    assert "Club rules" in scorer.get("/start/") and "Club rules" in member(club, "member").get("/start/")
    assert "Club rules" not in Person("stranger").get("/start/") and "Club rules" not in olga.get("/house/")
    code = scorer.start(preset=rules, club=club)
    assert Match.objects.get(code=code).options == {"limit": 60}
    assert told(club)[-2][:2] == ("house_rules_saved", "olga")


def test_another_organiser_revises_them_from_another_phone_and_others_do_not(olga, club):
    rules = save_rules(olga, club)
    olaf = member(club, "organiser")
    olaf.send(olaf.get(f"/house/{rules}/edit/").form("/edit/"), status=303, **{"o.limit": "70"})
    assert Match.objects.count() == 0
    assert told(club)[-1][:2] == ("house_rules_revised", olaf.user.username)
    for other in (member(club, "scorer"), member(club, "member"), Person("stranger"), Phone()):
        other.get(f"/house/{rules}/edit/", status=404)
        other.post(f"/house/{rules}/hide/", status=404)
        assert "Change" not in other.get(f"/house/{rules}/").text.split("Versions")[1]
    olaf.send(olaf.get(f"/house/{rules}/").form("/hide/"), status=303)
    assert "1 archived set" in olga.get(f"/c/{club}/house/")


@pytest.mark.parametrize("role", ["referee", "scorer", "member"])
def test_nobody_below_an_organiser_saves_house_rules_of_the_club(club, role):
    other = member(club, role)
    other.get(f"/house/new/?club={club}", status=404)
    other.post(f"/house/new/?club={club}", {"name": "Mine"}, status=404)


def test_a_match_file_of_a_club_match_says_names_and_no_club(olga, club):
    code = olga.start(club=club)
    olga.hand(code)
    data, content = match_file(olga, code)
    assert content["players"] == {"P1": "Ann", "P2": "Bea", "P3": "Cho"}
    assert club.encode() not in data and b"Friday" not in data
    assert player(club, "Ann").name == "Ann"


def test_no_page_of_a_club_asks_more_for_many_players_and_matches(olga, club):
    parts = ("", "matches/", "players/", "members/", "nights/", "house/")
    told = []
    for many in (1, sized(6, 20)):
        olga.add(club, "\n".join(f"Player-{number}-x" for number in range(many)))
        for _more in range(many):
            olga.start(club=club)
        told.append([asked(lambda part=part: olga.client.get(f"/c/{club}/{part}"))[0] for part in parts])
    assert told[0] == told[1]
    assert max(told[1]) <= 12
