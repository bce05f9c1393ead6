"""The pages on which organisers look after the webhooks of their club."""

import socket
from datetime import timedelta

import pytest

from people.models import Audit
from tests.people.club_cast import Person, member
from tests.webhooks.cast import pass_time, run
from tests.webhooks.receivers import receiver, status
from tests.webhooks.rows import delivery
from tests.webhooks.rows import endpoint as stored
from webhooks import actions, outbox
from webhooks.models import Delivery, EventMessage, WebhookEndpoint

pytestmark = pytest.mark.django_db


def add(house, kind, code=303, **typed):
    """Add an endpoint through its page."""
    where = f"/c/{house.code}/webhooks/add/{kind}/"
    return house.owner.send(house.owner.get(where).form(where), status=code, **typed)


def test_an_organiser_adds_tests_and_removes_a_webhook(house, hook):
    page = house.owner.get(f"/c/{house.code}/")
    assert f"/c/{house.code}/webhooks/" in page.links
    there = add(house, "json", url=hook.url, events=["match.closed"]).goes_to
    page = house.owner.get(there)
    endpoint = WebhookEndpoint.objects.get()
    assert endpoint.secret not in page
    assert "Added by Olga" in page
    assert endpoint.secret in house.owner.send(page.form("/step/"), button=("step", "show"))
    assert (endpoint.events, endpoint.site) == (["match.closed"], "http://testserver/")
    step = page.form("/step/")
    sent = house.owner.send(step, button=("step", "test"), status=303).goes_to
    page = house.owner.get(sent)
    assert "The test event is on its way" in page
    assert "Saved ✓" not in page
    run()
    page = house.owner.get(sent)
    assert "Delivered ✓" in page
    assert "Test event" in page
    assert "Delivered" in page
    assert "Attempt 1 of 10." in page
    sent = Delivery.objects.get()
    message = house.owner.get(f"{there.partition('?')[0]}{sent.pk}/")
    assert '"type": "webhook.test"' in message
    again = house.owner.send(message.form(f"/{sent.pk}/"), status=303).goes_to
    assert "The message is on its way" in house.owner.get(again)
    run()
    assert [request.headers["webhook-id"] for request in hook.got] == [sent.message.key] * 2
    removal = house.owner.get(f"{there.partition('?')[0]}remove/")
    house.owner.send(removal.form("/remove/"), status=303)
    assert not WebhookEndpoint.objects.exists()
    log = house.owner.get(f"/c/{house.code}/audit/?kind=webhooks")
    for done in ("added a webhook to", "sent a test event to the webhook at", "removed the webhook to"):
        assert f"Olga {done} 127.0.0.1" in log


@pytest.mark.parametrize(
    ("kind", "typed", "sentence"),
    [
        ("json", {"url": "https://10.0.0.1/"}, "The address is private. This server sends to public addresses only."),
        ("json", {"url": "http://93.184.216.34/"}, "The address must begin with https://."),
        ("json", {"url": "club.example"}, "This is not a complete address, such as https://example.org/hook."),
        ("json", {"url": "https://a:b@93.184.216.34/"}, "The address must not contain a user name or a password."),
        (
            "discord",
            {"url": "https://93.184.216.34/"},
            "Enter the address that Discord gives you. It begins with https://discord.com/.",
        ),
        ("discord", {"url": "http://discord.com/api"}, "Enter the address that Discord gives you."),
        ("discord", {"url": "https://evildiscord.com/api"}, "Enter the address that Discord gives you."),
        (
            "json",
            {"url": "https://no-such-name.invalid/"},
            "The server found no address for no-such-name.invalid. Check the spelling",
        ),
        ("json", {"url": "https://93.184.216.34/", "events": None}, "Choose at least one event."),
        (
            "ntfy",
            {"url": "https://93.184.216.34/"},
            "Enter the address of the topic, such as https://ntfy.sh/our-club.",
        ),
        ("ntfy", {"url": "https://93.184.216.34/a", "token": "a b"}, "An access token has no spaces"),
        ("telegram", {"token": "abc", "chat": "-100"}, "Enter the token of the bot"),
        ("telegram", {"token": "123456:" + "a" * 35, "chat": "here"}, "Enter the id of the chat"),
    ],
)
def test_a_refusal_names_its_field_and_keeps_what_was_typed(house, settings, kind, typed, sentence):
    settings.ALLOW_PRIVATE_ADDRESSES = False
    page = add(house, kind, 422, **typed)
    assert sentence in page
    for name, value in typed.items():
        assert value is None or f'value="{value}"' in page.html, name
    assert not WebhookEndpoint.objects.exists()


def test_each_kind_can_be_added(house, settings, monkeypatch):
    settings.ALLOW_PRIVATE_ADDRESSES = False
    found = [(2, 1, 6, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_options: found)
    add(house, "json", url="https://93.184.216.34/x")
    add(house, "discord", url="https://ptb.discord.com/api/webhooks/1/x")
    add(house, "slack", url="https://hooks.slack.com/services/x")
    add(house, "ntfy", url="https://93.184.216.34/our-club", token="tk_1")
    add(house, "telegram", token="123456:" + "a" * 35, chat="@our_club", language="cs")
    rows = WebhookEndpoint.objects.values_list("kind", "url", "token", "chat", "language")
    assert list(rows)[3:] == [
        ("ntfy", "https://93.184.216.34/our-club", "tk_1", "", "en"),
        ("telegram", "https://api.telegram.org", "123456:" + "a" * 35, "@our_club", "cs"),
    ]


def test_a_club_has_at_most_ten(house, hook):
    for _number in range(10):
        house.endpoint(hook.url)
    assert "at most 10 webhooks" in house.owner.get(f"/c/{house.code}/webhooks/")
    assert "at most 10 webhooks" in add(house, "json", 422, url=hook.url)


@pytest.mark.parametrize("role", ["referee", "scorer", "member"])
def test_other_members_see_no_webhook_and_no_secret(house, hook, role):
    endpoint = house.endpoint(hook.url)
    somebody = member(house.code, role)
    assert "Webhooks" not in somebody.get(f"/c/{house.code}/")
    for path in ("", f"{endpoint.pk}/", f"{endpoint.pk}/change/", "add/json/"):
        somebody.get(f"/c/{house.code}/webhooks/{path}", status=404)
    somebody.post(f"/c/{house.code}/webhooks/{endpoint.pk}/step/", {"step": "secret"}, status=404)
    assert WebhookEndpoint.objects.get().secret == endpoint.secret


def test_another_clubs_webhook_looks_like_an_unknown_one(house, hook):
    endpoint = house.endpoint(hook.url)
    sent = delivery(endpoint)
    other = Person("otto")
    code = other.found("Sunday club")
    mine = stored(type(house.club).objects.get(code=code))
    for path in (f"{endpoint.pk}/", f"{endpoint.pk}/change/", f"{endpoint.pk}/remove/", f"{mine.pk}/{sent.pk}/"):
        other.get(f"/c/{code}/webhooks/{path}", status=404)
        other.post(f"/c/{code}/webhooks/{path}", {"step": "off"}, status=405 if path == f"{endpoint.pk}/" else 404)
    other.post(f"/c/{code}/webhooks/{endpoint.pk}/step/", {"step": "off"}, status=404)
    assert WebhookEndpoint.objects.get(pk=endpoint.pk).enabled


def test_nothing_secret_is_in_the_activity_log(house, hook):
    endpoint = house.endpoint(hook.url)
    house.act(actions.replace_secret, endpoint)
    house.act(actions.switch_off, endpoint)
    kept = str(list(Audit.objects.filter(what__startswith="webhook_").values()))
    assert "hook?a" not in kept
    assert "whsec_" not in kept


def test_an_erased_person_is_in_no_stored_message(house):
    with receiver(status(500)) as hook:
        house.endpoint(hook.url, events=["match.started"])
        stored(house.club, kind="discord", url=hook.url, events=["match.started"])
        house.match()
        run()
        delivery(WebhookEndpoint.objects.first(), text='{"a": "A. B."}', answer="thanks, A. B.")
        assert [*map(bool, EventMessage.objects.values_list("texts", flat=True))] == [True, True]
        ann = house.club.players.get(name="Ann")
        page = house.owner.get(f"/c/{house.code}/players/{ann.pk}/erase/")
        house.owner.send(page.form("/erase/"), status=303, sure="yes")
        assert list(EventMessage.objects.values_list("texts", flat=True)) == [{}, {}]
        assert set(Delivery.objects.values_list("answer", flat=True)) == {""}
        hook.got.clear()
        hook.answer = status(200)
        pass_time(minutes=1)
        run()
    told = [request.body.decode() for request in hook.got]
    assert len(told) == 2
    assert [body for body in told if "Ann" in body] == []
    assert all("Bea" in body for body in told)


def test_tests_and_repetitions_have_a_limit_for_each_club(house, hook, monkeypatch):
    monkeypatch.setattr(actions, "MANUAL", actions.MANUAL._replace(most=3))
    endpoint = house.endpoint(hook.url)
    for _time in range(2):
        house.act(actions.send_test, endpoint)
    house.act(actions.send_again, endpoint, delivery=Delivery.objects.first().pk)
    page = house.owner.get(f"/c/{house.code}/webhooks/{endpoint.pk}/")
    refused = house.owner.send(page.form("/step/"), button=("step", "test"), status=422)
    assert "A club can send at most 3 tests and repeated messages a day. Try again tomorrow." in refused
    assert Delivery.objects.count() == 2


def test_a_club_sends_a_limited_number_of_messages_a_day(house, hook, monkeypatch):
    monkeypatch.setattr(outbox, "MOST_A_DAY", 3)
    for _number in range(2):
        house.endpoint(hook.url, events=["match.started"])
    house.match()
    house.match()
    run()
    assert len(hook.got) == 3
    assert [*Delivery.objects.filter(state="failed").values_list("reason", flat=True)] == ["limit"]
    pass_time(days=1, minutes=1)
    house.match()
    run()
    assert len(hook.got) == 5


def test_a_token_is_never_shown_and_kept_unless_the_token_or_the_host_is_changed(house, settings):
    settings.ALLOW_PRIVATE_ADDRESSES = False
    add(house, "ntfy", url="https://93.184.216.34/our-club", token="tk_1")
    endpoint = WebhookEndpoint.objects.get()
    where = f"/c/{house.code}/webhooks/{endpoint.pk}/change/"

    def changed(**typed):
        page = house.owner.get(where)
        assert "tk_" not in page
        house.owner.send(page.form(where), status=303, **typed)
        return WebhookEndpoint.objects.values_list("url", "token").get()

    assert changed(url="https://93.184.216.34/other") == ("https://93.184.216.34/other", "tk_1")
    assert changed(token="tk_2") == ("https://93.184.216.34/other", "tk_2")
    assert changed(url="https://1.1.1.1/other") == ("https://1.1.1.1/other", "")


def test_a_message_says_whether_nobody_answered_or_nothing_was_sent(house):
    endpoint = stored(house.club)
    failed = delivery(endpoint, 1, status=None, reason="time", state="waiting")
    waiting = delivery(endpoint, 2, status=None, attempts=0, state="waiting", text="")
    assert "No response." in house.owner.get(f"/c/{house.code}/webhooks/{endpoint.pk}/{failed.pk}/")
    assert "Not sent yet." in house.owner.get(f"/c/{house.code}/webhooks/{endpoint.pk}/{waiting.pk}/")


def test_sending_a_message_again_is_in_the_activity_log(house, hook):
    endpoint = house.endpoint(hook.url, events=["match.started"])
    house.match()
    run()
    house.act(actions.send_again, endpoint, delivery=Delivery.objects.get().pk)
    log = house.owner.get(f"/c/{house.code}/audit/?kind=webhooks")
    assert "sent messages again to the webhook at 127.0.0.1" in log


SHARING = "Matches are private unless you share them: open a match, choose “Share”, then “Let everyone watch”."
NOT_SENT = "Not sent, because these matches of the last 24 hours are private:"


def test_a_chats_page_says_which_matches_it_does_not_get_and_links_to_sharing_them(house, hook):
    endpoint = house.endpoint(hook.url, kind="discord")
    private, _public, old = house.match(public=False), house.match(), house.match(public=False)
    type(old).objects.filter(pk=old.pk).update(created_at=old.created_at - timedelta(days=2))
    page = house.owner.get(f"/c/{house.code}/webhooks/{endpoint.pk}/")
    assert SHARING in page
    assert NOT_SENT in page
    assert [link for link in page.links if link.endswith("/share/")] == [f"/m/{private.code}/share/"]
    assert f"/c/{house.code}/settings/" in page.links
    assert "Who can watch" in house.owner.get(f"/m/{private.code}/share/")
    type(private).objects.filter(pk=private.pk).update(public=True)
    page = house.owner.get(f"/c/{house.code}/webhooks/{endpoint.pk}/")
    assert SHARING in page
    assert NOT_SENT not in page


def test_the_page_of_a_program_or_a_chat_without_matches_does_not_mention_private_matches(house, hook):
    program = house.endpoint(hook.url)
    seats = house.endpoint(hook.url, kind="discord", events=["round.published"])
    house.match(public=False)
    page = house.owner.get(f"/c/{house.code}/webhooks/{program.pk}/")
    assert SHARING not in page
    assert NOT_SENT not in page
    assert NOT_SENT not in house.owner.get(f"/c/{house.code}/webhooks/{seats.pk}/")


def test_a_failed_delivery_says_which_hand_of_which_match_and_when_it_is_tried_again(house):
    with receiver(status(500)) as hook:
        endpoint = house.endpoint(hook.url, events=["hand.recorded"])
        house.hand(house.match())
        run()
    page = house.owner.get(f"/c/{house.code}/webhooks/{endpoint.pk}/")
    for words in ("Hand 1", "Friday table", "Not delivered yet", "Trying again at"):
        assert words in page, words
    assert "Waiting" not in page
