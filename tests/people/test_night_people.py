"""Sign-ups when people change: links, merging, erasure, leaving; the activity log; and many at the same moment."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from clubs.personal_data import of_account, of_player
from clubs.player_changes import erase_account, erase_player, merge_players
from engine.errors import RuleViolation
from people.actions import roster, sign_ups
from people.clubs.attendance import attendance
from people.clubs.invitations import guest_token
from people.models import Audit, ClubNight, NightSignUp
from people.web.codes import new_key
from tests.people.club_cast import member
from tests.people.night_cast import Evening, tap

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return Evening()


def sentences(evening):
    return " ".join(attendance(evening.night).sentences)


# ── people change ────────────────────────────────────────────────────────────


def test_when_an_account_is_linked_to_the_roster_its_sign_up_becomes_the_players(evening):
    mia = member(evening.code, "member", "mia")
    tap(mia, evening.path)
    evening.put("Bea", "Ann")
    roster.give_player(club=evening.club, by=evening.olga.user, player=evening.player("Ann").pk, user=mia.user.pk)
    assert evening.names == ["Ann", "Bea"]  # the earlier place, once
    assert NightSignUp.objects.filter(user=mia.user).count() == 0


@pytest.mark.parametrize("order", [("Ann", "Cho", "Bea"), ("Bea", "Cho", "Ann")])
def test_merging_two_players_merges_their_sign_ups_at_the_earlier_place(evening, order):
    evening.put(*order)
    ids = {"gone": evening.player("Ann").pk, "kept": evening.player("Bea").pk}
    merge_players(club=evening.club, by=evening.olga.user, **ids)
    assert evening.names == ["Bea", "Cho"]


def test_merging_moves_a_sign_up_of_the_entry_that_goes(evening):
    evening.put("Ann")
    ids = {"gone": evening.player("Ann").pk, "kept": evening.player("Bea").pk}
    merge_players(club=evening.club, by=evening.olga.user, **ids)
    assert evening.names == ["Bea"]


def test_an_erased_player_is_signed_up_for_nothing(evening):
    evening.put("Ann", "Bea")
    evening.add("Ann Smith", guest="on")
    erase_player(club=evening.club, by=evening.olga.user, player=evening.player("Ann").pk)
    names = evening.names
    assert names[0] == "Bea" and re.fullmatch(r"Player [0-9A-F]{4} Smith", names[1]) and len(names) == 2


def test_an_erased_account_is_signed_up_for_nothing(evening):
    mia = member(evening.code, "member", "mia")
    tap(mia, evening.path)
    erase_account(by=mia.user)
    assert evening.names == []


def test_a_member_who_leaves_is_not_coming_any_more(evening):
    mia, ann = member(evening.code, "member", "mia"), member(evening.code, "member", "ann")
    evening.linked(ann, "Ann")
    for who in (mia, ann):
        tap(who, evening.path)
    old = ClubNight.objects.create(club=evening.club, on="2020-01-03", changed_at=evening.night.changed_at)
    NightSignUp.objects.create(night=old, player=evening.player("Ann"), at=evening.night.changed_at)
    for who in (mia, ann):
        who.send(who.get(f"/c/{evening.code}/members/{who.user.pk}/remove/").form("/remove/"), status=303)
    assert evening.names == []
    assert NightSignUp.objects.get().night == old


def test_the_file_with_a_persons_data_has_their_nights(evening):
    mia = member(evening.code, "member", "mia")
    assert "nights" not in of_account(mia.user) and "nights" not in of_player(evening.player("Ann"))
    tap(mia, evening.path)
    evening.put("Ann")
    for content in (of_account(mia.user), of_player(evening.player("Ann"))):
        [night] = content["nights"]
        assert (night["club"], night["day"], set(night)) == ("Friday club", "2031-03-28", {"club", "day", "since"})


# ── the activity log ─────────────────────────────────────────────────────────


def test_the_activity_log_says_who_signed_whom_up(evening):
    mia = member(evening.code, "member", "mia")
    tap(mia, evening.path)
    evening.add("Ann")
    evening.add("Zuzana", guest="on")
    for _person in range(3):
        evening.olga.send(evening.olga.get(evening.path).form("/remove/"), status=303)
    evening.guest("Petr")
    row = NightSignUp.objects.get()
    sign_ups.withdraw_guest(token=guest_token(row))
    page = evening.olga.get(f"/c/{evening.code}/audit/?kind=nights")
    day, olga = "the club night on 28 Mar 2031", "Olga Of Friday Club"
    for sentence in (
        f"Mia signed up for {day}",
        f"{olga} signed up Ann for {day}",
        f"{olga} signed up a guest for {day}",
        f"{olga} removed the member Mia from {day}",
        f"{olga} removed Ann from {day}",
        f"{olga} removed a guest from {day}",
        f"A guest signed up for {day}",
        f"A guest withdrew from {day}",
    ):
        assert sentence in page, sentence
    assert "Zuzana" not in page and "Petr" not in page


# ── at the same moment ───────────────────────────────────────────────────────


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_many_who_sign_up_at_once_each_has_one_row_and_the_places_go_to_the_first():
    evening = Evening(tables=1)
    people = [member(evening.code, "member", f"member {number}") for number in range(6)]

    def sign_up(number):
        try:
            sign_ups.come(club=evening.club, by=people[number % 6].user, night=evening.row.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as threads:
        list(threads.map(sign_up, range(12)))
    rows = list(NightSignUp.objects.order_by("pk"))
    assert sorted(row.user_id for row in rows) == sorted(person.user.pk for person in people)
    assert [row.at for row in rows] == sorted(row.at for row in rows)
    found = attendance(evening.night)
    assert (list(found.coming), list(found.waiting)) == (rows[:3], rows[3:])
    assert Audit.objects.filter(what="night_joined").count() == 6


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_while_some_withdraw_and_others_come_no_place_is_lost_or_given_twice():
    evening = Evening(tables=1)
    people = [member(evening.code, "member", f"member {number}") for number in range(8)]
    for person in people[:5]:
        sign_ups.come(club=evening.club, by=person.user, night=evening.row.pk)

    def step(number):
        act = sign_ups.stay_away if number < 3 else sign_ups.come
        try:
            act(club=evening.club, by=people[number].user, night=evening.row.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(step, range(8)))
    found = attendance(evening.night)
    assert {row.user_id for row in found.sign_ups} == {person.user.pk for person in people[3:]}
    assert [row.user_id for row in found.coming[:2]] == [people[3].user.pk, people[4].user.pk]
    assert (len(found.coming), len(found.waiting)) == (3, 2)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_many_guests_at_once_no_more_come_than_a_night_takes(monkeypatch):
    monkeypatch.setattr(sign_ups, "MOST_GUESTS", 3)
    evening = Evening()
    token = evening.link.removeprefix("/n/")

    def sign_up(number):
        try:
            return sign_ups.sign_up_guest(token=token, name=f"Guest {number}", key=new_key()).pk
        except RuleViolation:
            return None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        made = [pk for pk in threads.map(sign_up, range(8)) if pk]
    assert sorted(made) == sorted(NightSignUp.objects.values_list("pk", flat=True)) and len(made) == 3
