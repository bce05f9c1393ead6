"""Errors of the program and of the database lose no event, and send none twice."""

import json

import pytest

from people.announcements import Announcement
from people.db.transactions import Unavailable
from people.web.stopping import STOPPING
from tests.webhooks.cast import log, pass_time, run
from tests.webhooks.rows import endpoint as stored
from webhooks import deliveries, outbox
from webhooks.messages import formats
from webhooks.models import Delivery, EndpointKind, EventMessage, EventType, OutboxEvent

pytestmark = pytest.mark.django_db
HAND = [EventType.HAND_RECORDED.value]


def test_an_error_in_the_text_for_a_chat_does_not_stop_other_messages(house, hook, monkeypatch):
    program = house.endpoint(hook.url, events=HAND)
    chat = stored(house.club, kind=EndpointKind.DISCORD, url=hook.url, events=HAND)
    house.hand(house.match())
    with monkeypatch.context() as patched:
        patched.setattr(formats, "sentence", lambda *_subject: 1 / 0)
        run()
    assert log(program) == [("hand.recorded", "delivered", 1, 204, "")]
    assert log(chat) == [("hand.recorded", "waiting", 1, None, "internal")]
    assert "An error in Scorekeeper" in house.owner.get(f"/c/{house.code}/webhooks/{chat.pk}/")
    assert not type(chat).objects.get(pk=chat.pk).failing_since, "the receiver has done nothing wrong"
    pass_time(minutes=1)
    run()
    assert log(chat) == [("hand.recorded", "delivered", 2, 204, "")]


def test_after_a_permanent_error_the_message_counts_as_not_delivered(house, hook, monkeypatch):
    endpoint = house.endpoint(hook.url, events=HAND)
    monkeypatch.setattr(deliveries, "subject_of", lambda _message: 1 / 0)
    house.hand(house.match())
    for _attempt in range(12):
        run()
        pass_time(days=1, hours=3)
    assert log(endpoint) == [("hand.recorded", "failed", 10, None, "internal")]
    assert hook.got == []


def test_an_event_that_cannot_be_read_is_tried_by_each_delivery(house, hook, monkeypatch):
    endpoint = house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    with monkeypatch.context() as patched:
        patched.setattr(outbox, "subject_of", lambda _message: 1 / 0)
        run()
    assert log(endpoint) == [("hand.recorded", "delivered", 1, 204, "")]


def test_a_delivered_message_is_not_sent_again_while_the_database_is_busy(house, hook, monkeypatch):
    endpoint = house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    real, refusals = deliveries._update_endpoint, [Unavailable("busy")] * 3

    def busy(*facts):
        if refusals:
            raise refusals.pop()
        real(*facts)

    monkeypatch.setattr(deliveries, "_update_endpoint", busy)
    monkeypatch.setattr(STOPPING, "wait", lambda _seconds: False)
    for _time in range(5):
        run()
        pass_time(seconds=11)
    assert len(hook.got) == 1
    assert log(endpoint) == [("hand.recorded", "delivered", 1, 204, "")]


def test_an_event_is_published_once_even_if_two_processes_try(house, hook, monkeypatch):
    house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    real = outbox._receivers

    def meanwhile(message):
        found = real(message)
        with monkeypatch.context() as patched:
            patched.setattr(outbox, "_receivers", real)
            outbox.publish_next()
        return found

    monkeypatch.setattr(outbox, "_receivers", meanwhile)
    run()
    assert (len(hook.got), Delivery.objects.count()) == (1, 1)


def test_events_stay_in_order_when_the_first_cannot_be_published_at_once(house, hook, monkeypatch):
    house.endpoint(hook.url, events=HAND)
    match = house.match()
    house.hand(match)
    house.hand(match)
    with monkeypatch.context() as patched:
        patched.setattr(outbox, "_receivers", lambda _message: 1 / 0)
        for _attempt in range(5):
            with pytest.raises(ZeroDivisionError):
                run()
    run()
    assert [json.loads(each.body)["data"]["event"]["seq"] for each in hook.got] == [1, 2]


def test_an_event_of_a_match_that_was_deleted_in_the_meantime_is_dropped(house, hook):
    house.endpoint(hook.url, events=HAND)
    outbox.listen(Announcement(what="entry_recorded", club=house.club.pk, values={"match": 999_999, "seq": 1}))
    run()
    assert (hook.got, OutboxEvent.objects.count(), EventMessage.objects.count()) == ([], 0, 0)


def test_a_text_that_is_written_while_a_person_is_erased_is_written_again(house, hook, monkeypatch):
    house.endpoint(hook.url, events=[EventType.MATCH_STARTED.value])
    match = house.match()
    real, erased = formats._document, []

    def during(message, subject):
        text = real(message, subject)
        if not erased:
            ann = house.club.players.get(name="Ann")
            page = house.owner.get(f"/c/{house.code}/players/{ann.pk}/erase/")
            erased.append(house.owner.send(page.form("/erase/"), status=303, sure="yes"))
        return text

    monkeypatch.setattr(formats, "_document", during)
    run()
    (request,) = hook.got
    assert json.loads(request.body)["data"]["match"]["code"] == match.code
    assert b"Ann" not in request.body
    assert "Ann" not in str(EventMessage.objects.get().texts)
