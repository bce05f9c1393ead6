"""Notifications end with an account, role, session or tournament, and are included in a person's data."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from clubs.personal_data import of_account, of_player
from clubs.player_changes import erase_account, erase_player
from delivery.worker import run_housekeeping
from notifications.models import Notice, Receiver, Subscription
from people.announcements import announce
from people.models import Device, Membership, Player
from tests.matches.cast import Phone
from tests.notifications.cast import NotifiedPhone, desk_page, player_page
from tests.notifications.test_mail import ask
from tests.people.club_cast import member
from tournaments.links import table_token
from tournaments.models import Entrant, Tournament
from tournaments.models import Phone as TournamentPhone
from tournaments.play import penalties, rounds

pytestmark = pytest.mark.django_db


def test_erasing_a_player_deletes_the_subscriptions_to_them(hall, service):
    NotifiedPhone(service).subscribe(player_page(hall.tournament, 1))
    NotifiedPhone(service, "other").subscribe(player_page(hall.tournament, 5))
    ann = Entrant.objects.get(tournament=hall.tournament, number=1).player
    erase_player(club=hall.club, by=hall.owner.user, player=ann.pk)
    assert [row.entrant.number for row in Subscription.objects.all()] == [5]


def test_the_data_of_an_account_contain_its_subscriptions(hall, service):
    ruth = member(hall.club.code, "referee", "ruth")
    NotifiedPhone(service, phone=ruth).subscribe(desk_page(hall.tournament))
    (row,) = of_account(ruth.user)["notifications"]
    assert (row["about"], row["by"], row["address"]) == ("The desk of Spring cup", "push", "")


def test_erasing_an_account_ends_all_its_notifications(hall, service):
    ruth = member(hall.club.code, "referee", "ruth")
    NotifiedPhone(service, phone=ruth).subscribe(desk_page(hall.tournament))
    erase_account(by=ruth.user)
    assert (Subscription.objects.count(), Receiver.objects.count()) == (0, 0)


def test_erasing_a_roster_entry_keeps_the_accounts_subscriptions_to_other_clubs(hall, service):
    mia = member(hall.club.code, "member", "mia")
    other = mia.found("Other club")
    for club in (hall.club.code, other):
        NotifiedPhone(service, phone=mia).subscribe(f"/c/{club}/nights/notify/")
    ann = Player.objects.get(club=hall.club, name="Ann Abbot")
    Player.objects.filter(pk=ann.pk).update(user=mia.user)
    about = [row["about"] for row in of_player(Player.objects.get(pk=ann.pk))["notifications"]]
    assert about == ["Club nights of Friday club"]
    erase_player(club=hall.club, by=hall.owner.user, player=ann.pk)
    assert [row.club.code for row in Subscription.objects.all()] == [other]


def test_a_role_that_ends_ends_its_notifications(hall, service, work):
    referee = member(hall.club.code, "referee", "rob")
    phone = NotifiedPhone(service, phone=referee)
    phone.subscribe(desk_page(hall.tournament))
    Membership.objects.filter(user=referee.user).update(role="member")
    penalties.call_referee(**hall.at(), note="")
    work()
    assert (service.messages, Subscription.objects.count()) == ([], 0)


def test_a_session_that_expires_ends_nothing_until_somebody_signs_out_on_the_phone(hall, service):
    mia = member(hall.club.code, "member", "mia")
    phone = NotifiedPhone(service, phone=mia)
    phone.subscribe(f"/c/{hall.club.code}/nights/notify/")
    phone.subscribe(player_page(hall.tournament))
    Device.objects.filter(user=mia.user).update(seen_at=now() - timedelta(days=15))
    mia.get("/account/", status=303)
    assert Subscription.objects.count() == 2
    mia.client.force_login(mia.user)
    mia.get("/account/")
    mia.post("/account/out/", status=303)
    assert [row.topic for row in Subscription.objects.all()] == ["player"]


def test_the_page_says_what_ends_with_the_session(hall, service):
    mia = member(hall.club.code, "member", "mia")
    assert "These end when you sign out." in mia.get(f"/c/{hall.club.code}/nights/notify/").text
    assert "These end when you sign out." not in mia.get(player_page(hall.tournament)).text


def test_a_tournament_that_is_private_for_a_while_keeps_its_followers(hall, service, work):
    NotifiedPhone(service).subscribe(player_page(hall.tournament))
    Tournament.objects.update(public=False)
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    assert (service.messages, Subscription.objects.count()) == ([], 1)


def test_old_data_is_deleted_by_the_job_of_every_minute(hall, service, mails, work):
    ask(hall, address="never@mail.example")
    NotifiedPhone(service).subscribe(player_page(hall.tournament))
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    Notice.objects.update(expires_at=now() - timedelta(days=2))
    Subscription.objects.filter(confirmed_at=None).update(made_at=now() - timedelta(days=3))
    run_housekeeping()
    assert [row.address for row in Receiver.objects.all()] == [""]
    assert Notice.objects.count() == 0


def test_signing_out_ends_the_accounts_notifications(hall, service):
    phone = NotifiedPhone(service, phone=hall.owner)
    phone.subscribe(desk_page(hall.tournament))
    phone.phone.post("/account/out/", status=303)
    assert Subscription.objects.count() == 0


def test_a_guest_of_a_private_tournament_gets_nothing_after_the_cards_are_revoked(hall, service, work):
    Tournament.objects.filter(pk=hall.tournament.pk).update(public=False)
    guest = Phone()
    card = f"/e/{hall.tournament.code}/t/1/{table_token(hall.tournament, 1)}"
    guest.send(guest.get(card).form(card), status=303)
    phone = NotifiedPhone(service, phone=guest)
    phone.subscribe(player_page(hall.tournament))
    TournamentPhone.objects.all().delete()
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    assert (service.messages, phone.secret != "", phone.texts()) == ([], True, [])


def test_the_end_of_a_tournament_deletes_its_subscriptions(hall, service, work):
    NotifiedPhone(service).subscribe(player_page(hall.tournament))
    announce("tournament_ended", hall.club.pk, tournament=hall.tournament.pk)
    work()
    assert (Subscription.objects.count(), Receiver.objects.count(), service.messages) == (0, 0, [])
