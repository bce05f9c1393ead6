"""Notifications by e-mail, received by a real SMTP server on this machine."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils.timezone import now
from django_tasks_db.models import DBTaskResult

from notifications import subscriptions, tasks
from notifications.models import Notice, Receiver, Subscription
from notifications.views import subscribing
from scorekeeper.web import mail as mail_settings
from tests.matches.cast import Phone
from tests.notifications.cast import NotifiedPhone, player_page
from tests.people.club_cast import member
from tournaments.play import rounds

pytestmark = pytest.mark.django_db


def ask(hall, phone=None, address="ann@mail.example", status=303, number=1):
    phone, path = phone or Phone(), player_page(hall.tournament, number)
    forms = [form for form in phone.get(path).forms if "address" in form.names]
    return phone.send(forms[0], status=status, address=address)


def link_in(mail):
    (link,) = re.findall(r"http://testserver(/notifications/mail/\S+)", mail.get_content())
    return link


def start(hall):
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)


def test_only_people_who_confirm_get_emails(hall, mails, work):
    ask(hall)
    work()
    (first,) = mails.mails
    assert (first["To"], first["From"]) == ("ann@mail.example", "Scorekeeper <club@club.example>")
    assert first["Subject"] == "Confirm your notifications"
    assert "Ann" not in first.get_content()  # names that strangers have chosen would make it spam
    assert "Spring cup" not in first.get_content()
    start(hall)
    work()
    assert len(mails.mails) == 1
    reader = Phone()
    page = reader.get(link_in(first))  # a program that checks links changes nothing
    assert Subscription.objects.get().confirmed_at is None
    reader.send(page.form(link_in(first)), button=("action", "confirm"), status=303)
    assert Subscription.objects.get().confirmed_at is not None


def confirmed(hall, mails, work, **about):
    """Confirm, and return the address of the page behind the link."""
    ask(hall, **about)
    work()
    link = link_in(mails.mails[-1])
    reader = Phone()
    reader.send(reader.get(link).form(link), button=("action", "confirm"), status=303)
    mails.mails.clear()
    return link


def test_an_email_says_what_happened_and_how_to_stop(hall, mails, work):
    link = confirmed(hall, mails, work)
    start(hall)
    work()
    (mail,) = mails.mails
    assert mail["Subject"].startswith("Round 1 has started: table ")
    assert mail.get_content_type() == "text/plain"
    assert f"http://testserver/e/{hall.tournament.code}/players/1/" in mail.get_content()
    assert link_in(mail) == link
    assert mail["List-Unsubscribe"].strip() == f"<http://testserver{link}>"
    assert mail["List-Unsubscribe-Post"] is None  # RFC 8058 wants HTTPS
    Receiver.objects.update(site="https://testserver")
    Notice.objects.update(sent_at=None)
    tasks.deliver.call(Notice.objects.get().pk)
    assert mails.mails[1]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_one_click_in_the_mail_program_stops_without_cookies(hall, mails, work):
    link = confirmed(hall, mails, work)
    assert Phone().client.head(link).status_code == 200
    for _sent in range(2):  # mail programs repeat it
        answer = Phone().client.post(link, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    assert "You’ll get no more of these emails." in Phone().get(link).text
    assert (Subscription.objects.count(), Receiver.objects.count()) == (0, 0)
    start(hall)
    work()
    assert mails.mails == []


def test_a_stranger_who_enters_a_confirmed_address_changes_nothing(hall, mails, work):
    mia = member(hall.club.code, "member", "mia")
    confirmed(hall, mails, work, phone=mia)
    before = list(Subscription.objects.values()), list(Receiver.objects.values())
    stranger = Phone()
    stranger.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "cs"
    ask(hall, stranger)
    ask(hall, stranger, number=2)
    row = Subscription.objects.filter(entrant__number=1)
    assert (list(row.values()), list(Receiver.objects.values())) == before


def test_the_page_stops_one_or_all(hall, mails, work):
    links = [confirmed(hall, mails, work, number=number) for number in (1, 2, 3)]
    reader = Phone()
    page = reader.get(links[0])
    form = next(form for form in page.forms if form.action == links[0])
    reader.send(form, button=form.buttons[0], status=200)
    assert Subscription.objects.count() == 2
    reader.post(links[1], {"subscription": "all"}, status=200)
    assert Subscription.objects.count() == 0


def test_a_wrong_link_is_not_found(hall, mails, work):
    link = confirmed(hall, mails, work)
    Phone().get(link[:-2] + ("A/" if link[-2] != "A" else "B/"), status=404)
    assert Subscription.objects.count() == 1


def test_a_busy_mail_server_is_tried_again(hall, mails, work):
    confirmed(hall, mails, work)
    mails.busy = 2
    start(hall)
    for _attempt in range(3):
        work()
        DBTaskResult.objects.filter(status="READY").update(run_after=now() - timedelta(seconds=1))
    assert len(mails.mails) == 1
    assert Notice.objects.get().sent_at is not None


def test_emails_are_in_the_language_of_the_subscriber(hall, mails, work):
    phone = Phone()
    phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "cs"
    ask(hall, phone)
    work()
    (mail,) = mails.mails
    assert mail["Subject"] == "Potvrďte si upozornění"


def test_unconfirmed_addresses_do_not_count_towards_the_limit_of_followers(hall, service, mails, work, monkeypatch):
    monkeypatch.setattr(subscriptions, "MOST_OF_A_PLAYER", 2)
    for name in ("one", "two", "three"):
        ask(hall, address=f"{name}@mail.example")
    work()
    for name in ("first", "second"):
        NotifiedPhone(service, name).subscribe(player_page(hall.tournament))
    link = link_in(mails.mails[0])
    page = Phone().send(Phone().get(link).form(link), button=("action", "confirm"), status=422)
    assert "At most 2 phones and email addresses can follow one player." in page.text


@pytest.mark.parametrize("address", ["", "ann", "ann@", "a b@mail.example", "x" * 250 + "@mail.example"])
def test_an_invalid_address_is_refused_and_kept_in_the_form(hall, mails, address):
    page = ask(hall, address=address, status=422)
    assert "Enter an email address, such as ann@example.org." in page.text or "at most" in page.text
    assert Receiver.objects.count() == 0


def test_nobody_can_fill_the_mailbox_of_another(hall, mails, work, monkeypatch):
    monkeypatch.setattr(subscribing, "MAILED", subscribing.MAILED._replace(most=2))
    ask(hall)
    ask(hall, number=2, address="Ann+club@Mail.example")
    page = ask(hall, number=3, status=422)
    assert "Too many requests for notifications. Try again later." in page.text


def test_nobody_can_send_links_about_one_tournament_to_everybody(hall, mails, work, monkeypatch):
    monkeypatch.setattr(subscribing, "MAILED_ABOUT", subscribing.MAILED_ABOUT._replace(most=1))
    ask(hall)
    ask(hall, number=2, address="bea@mail.example", status=422)


def test_without_a_mail_server_no_email_is_offered(hall):
    page = Phone().get(player_page(hall.tournament))
    assert "By email" not in page.text
    Phone().post(player_page(hall.tournament), {"address": "ann@mail.example"}, status=422)
    assert Receiver.objects.count() == 0


@pytest.mark.parametrize(
    ("url", "host", "port", "tls", "ssl"),
    [
        ("smtp+tls://user:p%40ss@mail.example", "mail.example", 587, True, False),
        ("smtp+ssl://user:pass@mail.example", "mail.example", 465, False, True),
        ("smtp://mail.example:2525", "mail.example", 2525, False, False),
    ],
)
def test_a_mail_server_is_configured_by_a_url(url, host, port, tls, ssl):
    found = mail_settings.server_settings(url)
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == (host, port)
    assert (found.get("EMAIL_USE_TLS", False), found.get("EMAIL_USE_SSL", False)) == (tls, ssl)
    assert urlsplit(url).hostname == host


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://", "smtp://user:secret@host:port"])
def test_the_error_about_a_wrong_mail_server_url_does_not_contain_its_password(url):
    with pytest.raises(ImproperlyConfigured) as refused:
        mail_settings.server_settings(url)
    assert str(refused.value).startswith("EMAIL_URL must be such as smtp+tls://")
    assert "secret" not in str(refused.value)


def test_the_sender_must_be_a_valid_address():
    assert mail_settings.sender("smtp://club%40club.example:x@host", "") == "club@club.example"
    assert mail_settings.sender("smtp://host", "Club <club@club.example>") == "Club <club@club.example>"
    with pytest.raises(ImproperlyConfigured, match="EMAIL_FROM must be an email address"):
        mail_settings.sender("smtp://host", "")
