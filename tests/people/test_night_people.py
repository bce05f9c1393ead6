"""Sign-ups when people change: links, merging, erasure, leaving; and the activity log."""

import re

import pytest

from clubs.personal_data import of_account, of_player
from clubs.player_changes import erase_account, erase_player, merge_players
from people.actions import roster, sign_ups
from people.clubs.attendance import attendance
from people.clubs.invitations import guest_token
from people.models import ClubNight, NightSignUp
from tests.people.club_cast import member
from tests.people.night_cast import tap

pytestmark = pytest.mark.django_db


def sentences(evening):
    return " ".join(attendance(evening.night).sentences)


# ── people change ────────────────────────────────────────────────────────────


def test_when_an_account_is_linked_to_the_roster_its_sign_up_becomes_the_players(evening):
    mia = member(evening.code, "member", "mia")
    tap(mia, evening.path)
    evening.put("Bea", "Ann")
    roster.link_player(club=evening.club, by=evening.olga.user, player=evening.player("Ann").pk, user=mia.user.pk)
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
