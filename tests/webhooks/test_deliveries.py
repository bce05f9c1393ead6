"""Events of a club are delivered to its endpoints: signed, in order, retried after errors, never lost."""

import json
from datetime import timedelta

import pytest
from django.db import transaction
from standardwebhooks import Webhook, WebhookVerificationError

from delivery import requests
from engine.errors import RuleViolation
from matches import actions as play
from people.models import Audit
from tests.matches.table import at, discard
from tests.webhooks.cast import documents, log, pass_time, run
from tests.webhooks.receivers import dripping, in_turn, own_certificate, receiver, silent, status
from webhooks import actions, deliveries, outbox
from webhooks.models import Delivery, EventMessage, EventType, OutboxEvent, WebhookEndpoint

pytestmark = pytest.mark.django_db
HAND = [EventType.HAND_RECORDED.value]


def hand(state="delivered", attempts=1, answered=204, reason=""):
    return ("hand.recorded", state, attempts, answered, reason)


def test_a_match_is_announced_from_its_start_to_its_end(house, hook):
    house.endpoint(hook.url)
    match = house.match()
    house.hand(match)
    play.undo_last(target=1, **at(match))
    play.redo(**at(match))
    play.close_match(balances=house.hand(match, discard("P2", "P3")).reading.log.state.balances, **at(match))
    run()
    told = documents(hook)
    assert [each["type"] for each in told] == [
        "match.started", *["hand.recorded"] * 4, "match.closed", "standings.changed"
    ]  # fmt: skip
    recorded = told[1:5]
    assert [each["data"]["event"] for each in recorded] == [
        {"seq": 1, "kind": "hand"}, {"seq": 2, "kind": "undo"}, {"seq": 3, "kind": "redo"}, {"seq": 4, "kind": "hand"}
    ]  # fmt: skip
    assert [each["data"]["match"]["version"] for each in recorded] == [1, 2, 3, 4]
    assert [each["data"]["match"]["balances"]["P1"] for each in recorded] == [16, 0, 16, 13]
    assert [entry and entry["hand"] for entry in (each["data"]["entry"] for each in recorded)] == [1, None, None, 2]
    assert (told[6]["data"]["of"], told[6]["data"]["season"]["standings"][0]["points"]) == ("season", 13)


def test_the_receiver_can_verify_the_signature_with_the_library(house, hook):
    endpoint = house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    run()
    (request,) = hook.got
    assert request.path == "/hook?a=1"
    assert request.headers["content-type"] == "application/json"
    assert Webhook(endpoint.secret).verify(request.body, request.headers) == json.loads(request.body)
    with pytest.raises(WebhookVerificationError):
        Webhook(actions.new_secret()).verify(request.body, request.headers)


def test_a_replaced_secret_signs_too_for_seven_days(house, hook):
    endpoint = house.endpoint(hook.url, events=HAND)
    house.act(actions.replace_secret, endpoint)
    new = WebhookEndpoint.objects.get()
    match = house.match()
    house.hand(match)
    run()
    pass_time(days=7, minutes=1)
    house.hand(match)
    run()
    both, one = hook.got
    for secret in (endpoint.secret, new.secret):
        Webhook(secret).verify(both.body, both.headers)
    Webhook(new.secret).verify(one.body, one.headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(endpoint.secret).verify(one.body, one.headers)
    deliveries.prune()
    assert WebhookEndpoint.objects.values_list("old_secret", flat=True).get() == ""


def test_a_rolled_back_event_is_not_sent(house, hook):
    house.endpoint(hook.url, events=HAND)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        outbox.listen(outbox.Announcement(what="entry_recorded", club=house.club.pk, values={"match": 1, "seq": 1}))
        assert OutboxEvent.objects.count() == 1
        1 / 0  # noqa: B018
    assert OutboxEvent.objects.count() == 0


def test_no_message_is_stored_for_events_that_nobody_wants(house, hook):
    house.endpoint(hook.url, events=[EventType.MATCH_CLOSED.value])
    off = house.endpoint(hook.url, events=HAND)
    house.act(actions.switch_off, off)
    house.hand(house.match())
    assert EventMessage.objects.count() == 0


def test_a_receiver_that_is_down_for_two_days_gets_everything_when_it_is_back(house):
    with receiver(status(500, body=b"out of order")) as hook:
        endpoint = house.endpoint(hook.url, events=HAND)
        match = house.match()
        house.hand(match)
        house.hand(match)
        run()
        for _hour in range(48):
            pass_time(hours=1)
            run()
        assert {(state, answered) for _type, state, _n, answered, _t in log(endpoint)} == {("waiting", 500)}
        ids = {request.headers["webhook-id"] for request in hook.got}
        hook.answer = status(200)
        hook.got.clear()
        for _hour in range(25):
            pass_time(hours=1)
            run()
        assert {request.headers["webhook-id"] for request in hook.got} == ids
        assert len(hook.got) == 2
    assert [state for _type, state, *_rest in log(endpoint)] == ["delivered"] * 2
    assert WebhookEndpoint.objects.get().failing_since is None


def test_the_delays_between_retries_grow_and_last_longer_than_three_days_in_total(house):
    assert sum(deliveries.PAUSES, timedelta()) > timedelta(days=3)
    with receiver(status(500)) as hook:
        endpoint = house.endpoint(hook.url, events=HAND)
        house.hand(house.match())
        run()
        for number, pause in enumerate(deliveries.PAUSES, start=1):
            delivery = Delivery.objects.get()
            assert pause <= delivery.next_at - delivery.attempted_at <= pause * 1.1 + timedelta(seconds=1)
            assert len(hook.got) == number
            run()
            assert len(hook.got) == number, "sent again too early"
            pass_time(seconds=pause.total_seconds() * 1.1 + 1)
            run()
    assert log(endpoint) == [hand("failed", 10, 500)]
    assert Delivery.objects.get().next_at is None


@pytest.mark.parametrize(
    ("answer", "least"),
    [
        (status(429, "Retry-After: 1800"), 1799),
        (status(503, "Retry-After: 1800"), 1799),
        (status(429, body=b'{"ok": false, "parameters": {"retry_after": 1800}}'), 1799),
        (status(429, "Retry-After: soon"), 4),
        (status(429, "Retry-After: 99999999999999"), 86_399),
        (status(500, "Retry-After: 1800"), 4),
        (status(429, body=b"[" * 4000), 4),
        (status(429, body=b'{"parameters": {"retry_after": 1e999}}'), 4),
        (status(503, "Retry-After: Fri, 31 Dec 9999 23:59:59 -1200"), 4),
    ],
)
def test_the_retry_after_header_of_a_receiver_is_respected(house, answer, least):
    with receiver(in_turn(answer, status(200))) as hook:
        endpoint = house.endpoint(hook.url, events=HAND)
        match = house.match()
        house.hand(match)
        run()
        delivery = Delivery.objects.get()
        assert least <= (delivery.next_at - delivery.attempted_at).total_seconds() <= least + 3
        house.hand(match)
        run()
        waits = least > 1000
        assert len(hook.got) == (1 if waits else 2), "other messages wait as well"
        pass_time(seconds=least + 4)
        run()
    assert [state for _type, state, *_rest in log(endpoint)] == ["delivered"] * 2


def test_a_receiver_that_is_gone_is_switched_off_and_the_organisers_see_it(house):
    with receiver(status(410)) as hook:
        endpoint = house.endpoint(hook.url, events=HAND)
        match = house.match()
        house.hand(match)
        house.hand(match)
        run()
        house.hand(match)
        run()
        assert len(hook.got) == 1
    assert log(endpoint) == [hand("held", 1, 410), hand("held", 0, None)]
    row = WebhookEndpoint.objects.get()
    assert (row.enabled, row.off_reason) == (False, "gone")
    assert "The webhook to 127.0.0.1 is switched off" in house.owner.get(f"/c/{house.code}/")
    assert "The webhook to 127.0.0.1 was switched off because the receiver answered that the address is gone" in (
        house.owner.get(f"/c/{house.code}/audit/")
    )


def test_seven_days_without_success_switch_a_webhook_off_and_waiting_messages_can_be_sent_later(house):
    with receiver(status(500)) as hook:
        endpoint = house.endpoint(hook.url, events=HAND)
        match = house.match()
        for _day in range(8):
            house.hand(match)
            run()
            pass_time(days=1)
            run()
        row = WebhookEndpoint.objects.get()
        assert (row.enabled, row.off_reason) == (False, "failing")
        held = [state for _type, state, *_rest in log(endpoint)].count("held")
        assert held > 1
        hook.answer = status(200)
        hook.got.clear()
        with pytest.raises(RuleViolation):
            house.act(actions.send_held, endpoint)
        house.act(actions.switch_on, endpoint)
        run()
        assert hook.got == []
        house.act(actions.send_held, endpoint)
        run()
        assert len(hook.got) == held
    assert "held" not in [state for _type, state, *_rest in log(endpoint)]
    kinds = list(Audit.objects.filter(what__startswith="webhook_").order_by("pk").values_list("what", "user"))
    olga = house.owner.user.pk
    assert kinds == [("webhook_added", olga), ("webhook_off", None), ("webhook_on", olga), ("webhook_repeated", olga)]


@pytest.mark.parametrize(
    ("answer", "reason"), [(dripping, "time"), (silent, "time"), (b"SSH-2.0-OpenSSH\r\n\r\n", "broken")]
)
def test_a_response_that_never_ends_is_aborted(house, monkeypatch, answer, reason):
    monkeypatch.setattr(requests, "LONGEST", 1.0)
    with receiver(answer) as hook:
        endpoint = house.endpoint(hook.url, events=HAND)
        house.hand(house.match())
        run()
    assert log(endpoint) == [hand("waiting", 1, None, reason)]


def test_redirects_are_not_followed(house, hook):
    with receiver(status(302, f"Location: {hook.url}")) as other:
        endpoint = house.endpoint(other.url, events=HAND)
        house.hand(house.match())
        run()
    assert hook.got == []
    assert log(endpoint) == [hand("waiting", 1, 302)]


def test_a_self_signed_certificate_is_refused_before_anything_is_sent(house, tmp_path):
    with receiver(context=own_certificate(tmp_path)) as hook:
        endpoint = house.endpoint(hook.url, events=HAND)
        house.hand(house.match())
        run()
        assert hook.got == []
    assert log(endpoint) == [hand("waiting", 1, None, "tls")]


def test_a_receiver_that_is_off_is_tried_again(house):
    with receiver() as hook:
        endpoint = house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    run()
    assert log(endpoint) == [hand("waiting", 1, None, "refused")]


def test_an_address_that_became_private_gets_nothing(house, hook, settings):
    endpoint = house.endpoint(hook.url, events=HAND)
    settings.ALLOW_PRIVATE_ADDRESSES = False
    house.hand(house.match())
    WebhookEndpoint.objects.update(url=f"https://127.0.0.1:{hook.port}/")
    run()
    assert hook.got == []
    assert log(endpoint) == [hand("waiting", 1, None, "private")]


def test_a_message_can_be_sent_again_with_the_same_id(house, hook):
    endpoint = house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    run()
    house.act(actions.send_again, endpoint, delivery=Delivery.objects.get().pk)
    run()
    assert len({request.headers["webhook-id"] for request in hook.got}) == 1
    assert len(hook.got) == 2


def test_deliveries_older_than_thirty_days_are_deleted(house, hook):
    house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    run()
    deliveries.prune()
    assert Delivery.objects.count() == 1
    pass_time(days=31)
    deliveries.prune()
    assert Delivery.objects.count() == 0
