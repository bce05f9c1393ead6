"""Sign-ups for a club night: members with one tap, and people added by an organiser. Places and a waiting list."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from people.accounts.rate_limits import RateLimit
from people.actions import sign_ups
from people.clubs.attendance import Attendance, attendance
from people.db.transactions import NotAllowed
from people.models import Audit, Club, ClubNight, Membership, NightSignUp, Tries
from tests.matches.cast import Phone
from tests.people.club_cast import member, told
from tests.people.night_cast import Evening, tap

pytestmark = pytest.mark.django_db


def sentences(evening):
    return " ".join(attendance(evening.night).sentences)


# ── one tap ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("of", ["club", "night"])
def test_a_member_comes_with_one_tap_and_stays_away_with_another(evening, of):
    mia = member(evening.code, "member", "mia")
    where = f"/c/{evening.code}/" if of == "club" else evening.path
    assert "I’m coming" in mia.get(where)
    answer = tap(mia, where)
    assert answer.goes_to == where
    after = mia.get(where)
    assert "You’re coming" in after and "I’m not coming after all" in after
    assert evening.names == ["Mia"]
    assert tap(mia, where).goes_to == where
    assert evening.names == []
    pk = str(evening.row.pk)
    assert told(evening.code)[-2:] == [("night_joined", "mia", pk), ("night_left", "mia", pk)]


def test_a_member_who_is_on_the_roster_comes_as_that_player(evening):
    ann = evening.linked(member(evening.code, "member", "mia"), "Ann")
    tap(ann, evening.path)
    row = NightSignUp.objects.get()
    assert (row.name, row.player_id, row.user_id) == ("Ann", evening.player("Ann").pk, None)
    assert "Ann (you)" in ann.get(evening.path)


def test_a_tap_that_is_sent_twice_is_one_sign_up_and_one_withdrawal(evening):
    mia = member(evening.code, "member", "mia")
    form = mia.get(evening.path).form("/come/")
    for _tap in range(2):
        mia.send(form, status=303)
    assert evening.names == ["Mia"]
    form = mia.get(evening.path).form("/come/")
    for _tap in range(2):
        mia.send(form, status=303)
    assert evening.names == []
    assert [what for what, _who, _about in told(evening.code) if what.startswith("night_")] == [
        "night_joined",
        "night_left",
    ]


def test_a_player_whom_an_organiser_has_added_can_withdraw_and_is_not_added_again(evening):
    evening.add("Ann")
    ann = evening.linked(member(evening.code, "member", "mia"), "Ann")
    ann.post(f"{evening.path}come/", {"coming": "1"}, status=303)
    assert evening.names == ["Ann"]
    tap(ann, evening.path)
    assert evening.names == []


def test_nobody_signs_up_for_a_night_that_is_cancelled_or_over(evening):
    mia = member(evening.code, "member", "mia")
    form = mia.get(evening.path).form("/come/")
    ClubNight.objects.update(cancelled=True)
    assert "This club night has been cancelled." in mia.send(form, status=422)
    ClubNight.objects.update(cancelled=False)
    evening.over()
    assert "This club night is over." in mia.send(form, status=422)
    assert "I’m coming" not in mia.get(evening.path)
    assert evening.names == []


def test_members_change_nothing_when_the_night_is_over(evening):
    mia = member(evening.code, "member", "mia")
    tap(mia, evening.path)
    form = mia.get(evening.path).form("/come/")
    evening.over()
    page = mia.get(evening.path)
    assert "1 person signed up." in page and "I’m not coming after all" not in page and "You’re coming" not in page
    assert "This club night is over." in mia.send(form, status=422)
    assert evening.names == ["Mia"]


def test_a_member_who_changes_their_mind_repeatedly_does_not_fill_the_activity_log(evening, monkeypatch):
    monkeypatch.setattr(sign_ups, "CHANGES", RateLimit("night sign-up", 4, timedelta(hours=1)))
    mia, ann = member(evening.code, "member", "mia"), member(evening.code, "member", "ann")
    for _tap in range(4):
        tap(mia, evening.path)
    form = mia.get(evening.path).form("/come/")
    for _tap in range(3):
        page = mia.send(form, status=422)
    assert "You’ve signed up and withdrawn too often. Try again in an hour, or ask an organiser." in page
    assert Audit.objects.filter(what__in=("night_joined", "night_left"), user=mia.user).count() == 4
    tap(ann, evening.path)  # others aren't slowed down
    assert evening.names == ["Ann"]
    Tries.objects.update(since=datetime.now(UTC) - timedelta(hours=2))
    tap(mia, evening.path)
    assert evening.names == ["Ann", "Mia"]


def test_a_tap_that_changes_nothing_is_not_counted(evening, monkeypatch):
    monkeypatch.setattr(sign_ups, "CHANGES", RateLimit("night sign-up", 2, timedelta(hours=1)))
    mia = member(evening.code, "member", "mia")
    for coming in ("1", "1", "1", "0", "0", "0"):
        mia.post(f"{evening.path}come/", {"coming": coming}, status=303)
    assert evening.names == []


# ── tables and places ────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("many", "words"),
    [
        (0, "Nobody has signed up yet."),
        (1, "1 person is coming. 2 more make a table."),
        (2, "2 people are coming. 1 more makes a table."),
        (3, "3 people are coming. That makes 1 table. 3 more make another table."),
        (5, "5 people are coming. That makes 1 table. 2 people sit out. 1 more makes another table."),
        (7, "7 people are coming. That makes 2 tables. 1 person sits out. 2 more make another table."),
    ],
)
def test_the_page_says_how_many_tables_the_sign_ups_make(evening, many, words):
    evening.put(*("Ann", "Bea", "Cho", "Dan", "Eve", "Fay", "Gus")[:many])
    assert sentences(evening) == words
    assert words in evening.olga.get(evening.path)
    assert words in evening.olga.get(f"/c/{evening.code}/")


@pytest.mark.parametrize(
    ("many", "words"),
    [
        (0, "Nobody has signed up yet. 3 places are free."),
        (2, "2 people are coming. 1 more makes a table. 1 place is free."),
        (3, "3 people are coming. That makes 1 table. All places are taken."),
        (4, "3 people are coming. That makes 1 table. All places are taken. 1 person is on the waiting list."),
        (6, "3 people are coming. That makes 1 table. All places are taken. 3 people are on the waiting list."),
    ],
)
def test_the_page_shows_the_limit_of_tables_and_the_free_places(evening, many, words):
    evening.limit(tables=1)
    evening.put(*("Ann", "Bea", "Cho", "Dan", "Eve", "Fay")[:many])
    assert sentences(evening) == words


def lists(evening):
    found = attendance(evening.night)
    return [row.name for row in found.coming], [row.name for row in found.waiting]


def test_beyond_the_places_people_wait_and_the_first_of_them_moves_up(evening):
    evening.limit(tables=1)
    mia = member(evening.code, "member", "mia")
    evening.put("Ann", "Bea", "Cho", "Dan")
    assert "Join waiting list" in mia.get(evening.path)
    tap(mia, evening.path)
    assert lists(evening) == (["Ann", "Bea", "Cho"], ["Dan", "Mia"])
    assert "You’re number 2 on the waiting list" in mia.get(evening.path)
    row = NightSignUp.objects.get(player__name="Bea")
    evening.olga.send(evening.olga.get(evening.path).form(f"/{row.pk}/remove/"), status=303)
    assert lists(evening) == (["Ann", "Cho", "Dan"], ["Mia"])
    form = evening.olga.get(f"{evening.path}change/").form("/change/")
    assert form.values("tables") == ["1"]
    evening.olga.send(form, status=303, tables="2")
    assert lists(evening) == (["Ann", "Cho", "Dan", "Mia"], [])
    evening.olga.send(form, status=303, tables="")
    assert evening.night.tables is None


def test_a_player_who_signs_up_again_is_last(evening):
    mia = member(evening.code, "member", "mia")
    tap(mia, evening.path)
    evening.put("Ann")
    tap(mia, evening.path)
    tap(mia, evening.path)
    assert evening.names == ["Ann", "Mia"]


def test_the_tables_are_in_the_order_of_sign_up(evening):
    rows = [NightSignUp(pk=number, guest=f"G{number}") for number in range(1, 9)]
    found = Attendance(ClubNight(tables=2, on=evening.night.on), rows)
    assert [[row.name for row in table] for table in found.tables] == [["G1", "G2", "G3"], ["G4", "G5", "G6"]]
    assert [row.name for row in found.waiting] == ["G7", "G8"]
    assert (found.resting, found.full, found.places) == (0, True, 6)


# ── organisers ───────────────────────────────────────────────────────────────


def test_an_organiser_signs_a_player_of_the_roster_up_and_removes_them(evening):
    evening.add("  ann ")
    assert evening.names == ["Ann"]
    page = evening.olga.get(evening.path)
    assert not re.search('<option value="Ann">', page.html) and '<option value="Bea">' in page.html
    evening.olga.send(page.form("/remove/"), status=303)
    assert evening.names == []
    after = {"player": evening.player("Ann").pk}
    rows = Audit.objects.filter(what__in=("night_joined", "night_left")).order_by("pk")
    assert [(row.what, row.after) for row in rows] == [("night_joined", after), ("night_left", after)]


def test_a_name_that_is_not_on_the_roster_is_a_guest_only_if_the_organiser_says_so(evening):
    page = evening.add("Zuzana", status=422)
    assert "Zuzana isn’t on the roster." in page and evening.names == []
    assert page.form("/people/").values("name") == ["Zuzana"]
    evening.olga.send(page.form("/people/"), status=303, guest="on")
    row = NightSignUp.objects.get()
    assert (row.guest, row.key) == ("Zuzana", "")
    assert "Guest" in evening.olga.get(evening.path)


@pytest.mark.parametrize("typed", ["", "   ", "x" * 200, "\u202ex", "…"])
def test_a_name_is_validated_as_elsewhere(evening, typed):
    evening.add(typed, status=422, guest="on")
    assert evening.names == []


def test_nobody_is_signed_up_twice(evening):
    evening.add("Ann")
    assert "Ann has already signed up." in evening.add("ANN", status=422)
    evening.add("Zuzana", guest="on")
    assert "Zuzana has already signed up." in evening.add("zuzana", status=422, guest="on")
    evening.olga.add(evening.code, "Zuzana")
    evening.add("Zuzana")  # the player, who isn't the guest
    assert "Zuzana has already signed up." in evening.add("Zuzana", status=422)
    assert evening.names == ["Ann", "Zuzana", "Zuzana"]


def test_a_night_takes_a_limited_number_of_sign_ups(evening, monkeypatch):
    monkeypatch.setattr(sign_ups, "MOST_SIGN_UPS", 2)
    evening.put("Ann", "Bea")
    assert "At most 2 people can sign up for a club night." in evening.add("Cho", status=422)


@pytest.mark.parametrize("role", ["member", "scorer", "referee"])
def test_only_organisers_add_and_remove_others(evening, role):
    evening.put("Ann")
    who = member(evening.code, role)
    assert "Sign somebody up" not in who.get(evening.path)
    row = NightSignUp.objects.get()
    who.post(f"{evening.path}people/", {"name": "Bea"}, status=404)
    who.post(f"{evening.path}people/{row.pk}/remove/", status=404)
    who.post(f"{evening.path}guests/", {"after": "1"}, status=404)
    assert evening.names == ["Ann"]


def test_a_sign_up_of_another_night_is_not_removed_through_this_one(evening):
    other = Evening(name="Sunday club")
    other.put("Ann")
    row = NightSignUp.objects.get()
    evening.olga.post(f"{evening.path}people/{row.pk}/remove/", status=404)
    evening.olga.post(f"/c/{evening.code}/nights/{other.row.pk}/people/{row.pk}/remove/", status=404)
    evening.olga.post(f"/c/{evening.code}/nights/{other.row.pk}/come/", {"coming": "1"}, status=404)
    assert other.names == ["Ann"]


def test_a_right_that_ended_between_the_page_and_the_tap_is_refused(evening):
    mia = member(evening.code, "member", "mia")
    Membership.objects.filter(user=mia.user).delete()
    for step in (sign_ups.sign_up, sign_ups.withdraw):
        with pytest.raises(NotAllowed):
            step(club=evening.club, by=mia.user, night=evening.row.pk)
    assert evening.names == []


# ── visibility ───────────────────────────────────────────────────────────────


def test_visitors_of_a_public_club_see_how_many_come_but_no_names(evening):
    evening.put("Ann", "Bea", "Cho")
    Phone().get(evening.path, status=404)
    Club.objects.update(public=True)
    page = Phone().get(evening.path)
    assert "3 people are coming. That makes 1 table." in page and "Ann" not in page
    assert "Only members of the club can see who is coming." in page
    assert "I’m coming" not in page and "I’m coming" not in Phone().get(f"/c/{evening.code}/")


def test_the_list_of_nights_says_how_many_come_and_leads_to_each(evening):
    evening.put("Ann", "Bea")
    page = evening.olga.get(f"/c/{evening.code}/nights/")
    assert "2 people are coming." in page and evening.path in page.links


def test_scorers_start_a_match_of_each_table_with_its_names(evening):
    evening.put("Ann", "Bea", "Cho", "Dan", "Eve", "Fay", "Gus")
    scorer = member(evening.code, "scorer")
    page = scorer.get(evening.path)
    night = evening.row.pk
    starts = [link for link in page.links if link.startswith("/start/?")]
    assert starts == [f"/start/?night={night}&table=1", f"/start/?night={night}&table=2"]
    form = scorer.get(starts[1]).form("/start/")
    assert [form.values(chair) for chair in ("P1", "P2", "P3")] == [["Dan"], ["Eve"], ["Fay"]]
    assert form.values("club") == [evening.code]
    assert not [link for link in member(evening.code, "member").get(evening.path).links if "/start/?" in link]


def begun(who, address):
    """The club and the names with which the page of a new match is filled in."""
    form = who.get(address).form("/start/")
    return form.values("club"), [form.values(chair) for chair in ("P1", "P2", "P3")]


NO_NAMES = [[""], [""], [""]]


def test_the_names_at_a_table_are_shown_to_scorers_of_the_club_only(evening):
    evening.put("Ann", "Bea", "Cho")
    address = f"/start/?night={evening.row.pk}&table=1"
    assert begun(member(evening.code, "scorer"), address) == ([evening.code], [["Ann"], ["Bea"], ["Cho"]])
    Club.objects.update(public=True)
    other = Evening(name="Sunday club")
    for who in (Phone(), member(evening.code, "member"), other.olga, member(other.code, "scorer")):
        club, names = begun(who, address)
        assert names == NO_NAMES and evening.code not in club


@pytest.mark.parametrize("table", ["", "0", "2", "-1", "x", "²", "9" * 30])
def test_a_table_that_a_night_does_not_have_fills_in_the_club_only(evening, table):
    evening.put("Ann", "Bea", "Cho", "Dan")
    scorer = member(evening.code, "scorer")
    assert begun(scorer, f"/start/?night={evening.row.pk}&table={table}") == ([evening.code], NO_NAMES)


@pytest.mark.parametrize("night", ["", "0", "x", "²", "9" * 30])
def test_a_missing_night_fills_in_nothing(evening, night):
    evening.put("Ann", "Bea", "Cho")
    assert begun(member(evening.code, "scorer"), f"/start/?night={night}&table=1")[1] == NO_NAMES


def test_a_night_that_is_over_fills_in_no_names(evening):
    evening.put("Ann", "Bea", "Cho")
    evening.over()
    assert begun(member(evening.code, "scorer"), f"/start/?night={evening.row.pk}&table=1")[1] == NO_NAMES


def test_no_address_on_the_page_of_a_night_has_a_name(evening):
    evening.put("Ann", "Bea", "Cho")
    assert not [link for link in evening.olga.get(evening.path).links if "Ann" in link]
