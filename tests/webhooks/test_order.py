"""Who gets the next attempt: one at a time for each endpoint, two for a club, and slow receivers last."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from tests.webhooks import rows
from tests.webhooks.cast import House, documents, run
from tests.webhooks.receivers import receiver, status
from webhooks import actions, deliveries
from webhooks.models import Delivery, EventType, WebhookEndpoint

pytestmark = pytest.mark.django_db(transaction=True)
HAND = [EventType.HAND_RECORDED.value]


def waiting(endpoint, number):
    return rows.delivery(endpoint, number, state="waiting", attempts=0, status=None, next_at=now())


def claimed(quick=False):
    """The endpoint of the next attempt, which stays under way."""
    delivery = deliveries._claim(quick)
    return delivery and delivery.endpoint


def test_an_endpoint_has_one_attempt_at_a_time_and_a_club_two(house):
    one, two, three = (rows.endpoint(house.club) for _number in range(3))
    other = rows.endpoint(House("otto", "Sunday club").club)
    for endpoint in (one, two, three, other):
        for number in range(3):
            waiting(endpoint, number)
    assert [claimed() for _attempt in range(4)] == [one, two, other, None]


def test_the_endpoint_that_waited_longest_is_next(house):
    one, two = rows.endpoint(house.club), rows.endpoint(house.club)
    for endpoint in (one, two):
        for number in range(3):
            waiting(endpoint, number)
    order = []
    for _attempt in range(4):
        order.append(claimed())
        WebhookEndpoint.objects.update(sending=False)
    assert order == [one, two, one, two]


def test_slow_endpoints_come_last_and_leave_two_threads_to_the_others(house):
    slow, quick = rows.endpoint(house.club, slow=True), rows.endpoint(house.club)
    waiting(slow, 1)
    assert claimed(quick=True) is None
    waiting(quick, 1)
    assert [claimed(), claimed()] == [quick, slow]


def test_receivers_that_fail_or_take_long_are_slow_until_they_are_quick(house, monkeypatch):
    monkeypatch.setattr(deliveries, "SLOW_AFTER", -1)
    with receiver() as hook:
        house.endpoint(hook.url, events=HAND)
        match = house.match()
        seen = []
        for slow_after, answer in ((-1, status(200)), (60, status(200)), (60, status(500))):
            monkeypatch.setattr(deliveries, "SLOW_AFTER", slow_after)
            hook.answer = answer
            house.hand(match)
            run()
            seen.append(WebhookEndpoint.objects.get().slow)
    assert seen == [True, False, True]


def test_messages_arrive_in_the_order_of_the_events(house, hook):
    house.endpoint(hook.url, events=HAND)
    match = house.match()
    for _hand in range(4):
        house.hand(match)
    run()
    assert [each["data"]["event"]["seq"] for each in documents(hook)] == [1, 2, 3, 4]


def test_what_a_killed_server_was_sending_is_sent_again(house, hook):
    endpoint = house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    WebhookEndpoint.objects.update(sending=True, claimed_at=now())
    run()
    assert hook.got == []
    for left_at in (now() - timedelta(days=1), now() + timedelta(days=1)):  # and the clock was set back
        Delivery.objects.update(state="waiting", next_at=now())
        WebhookEndpoint.objects.update(sending=True, claimed_at=left_at)
        run()
    assert len(hook.got) == 2
    assert not WebhookEndpoint.objects.get(pk=endpoint.pk).sending


def test_a_worker_that_was_taken_for_dead_changes_nothing(house):
    endpoint = rows.endpoint(house.club)
    waiting(endpoint, 1)
    late = deliveries._claim(False)
    WebhookEndpoint.objects.update(claimed_at=now() - timedelta(days=1))
    assert claimed() == endpoint
    deliveries._record(late, deliveries.Attempt(withdrawn=True))
    assert WebhookEndpoint.objects.get().sending
    assert Delivery.objects.get().state == "waiting"


def test_four_thousand_messages_on_hold_are_released_by_a_few_queries(house, hook, django_assert_max_num_queries):
    endpoint = house.endpoint(hook.url, events=HAND)
    message = rows.delivery(endpoint, state="held").message
    Delivery.objects.all().delete()
    messages = [type(message)(key=f"msg_{n}", club=house.club, created_at=now(), published=True) for n in range(4000)]
    made = type(message).objects.bulk_create(messages)
    Delivery.objects.bulk_create(Delivery(endpoint=endpoint, message=each, state="held") for each in made)
    with django_assert_max_num_queries(12):
        house.act(actions.send_held, endpoint)
    assert Delivery.objects.filter(state="waiting").count() == 4000
