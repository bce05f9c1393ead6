"""The order of attempts: endpoints take turns with one attempt at a time; slow receivers have a separate queue."""

from datetime import timedelta

import pytest
from django.utils.timezone import now
from django_tasks_db.models import DBTaskResult

from delivery import worker
from tests.thorough import sized
from tests.webhooks import rows
from tests.webhooks.cast import House, documents, run
from tests.webhooks.receivers import receiver, status
from webhooks import actions, deliveries
from webhooks.models import TEST, Delivery, EventType, WebhookEndpoint

pytestmark = pytest.mark.django_db
HAND = [EventType.HAND_RECORDED.value]
MANY = sized(1000, 4000)


def waiting(endpoint, number):
    return rows.delivery(endpoint, number, type=TEST, state="waiting", attempts=0, status=None, next_at=now())


def test_the_endpoints_of_all_clubs_take_turns(house, monkeypatch):
    one, two = rows.endpoint(house.club), rows.endpoint(House("otto", "Sunday club").club)
    for endpoint in (one, two):
        for number in range(3):
            waiting(endpoint, number)
    order = []
    withdrawn = deliveries.Attempt(withdrawn=True)
    monkeypatch.setattr(deliveries, "_attempt", lambda delivery: order.append(delivery.endpoint) or withdrawn)
    deliveries.queue_missing()
    run()
    assert order == [one, two, one, two, one, two]


def test_an_endpoint_keeps_its_turn_when_events_arrive_for_it(house, monkeypatch):
    busy, *others = (rows.endpoint(house.club) for _number in range(3))
    for endpoint in (busy, *others):
        for number in range(3):
            waiting(endpoint, number)
    order = []

    def attempt(delivery):
        order.append(delivery.endpoint)
        if delivery.endpoint != busy and len(order) < 6:
            waiting(busy, 10 + len(order))
            deliveries.queue_attempt(WebhookEndpoint.objects.get(pk=busy.pk))
        return deliveries.Attempt(withdrawn=True)

    monkeypatch.setattr(deliveries, "_attempt", attempt)
    deliveries.queue_missing()
    run()
    assert order[:6] == [busy, *others] * 2


def test_an_endpoint_gets_nothing_while_an_attempt_is_under_way(house, hook, monkeypatch):
    house.endpoint(hook.url, events=HAND)
    match = house.match()
    house.hand(match)
    real, meanwhile = deliveries.post, []

    def post(*request):
        if not meanwhile:
            meanwhile.append("a second hand")
            house.hand(match)
            run()
            assert hook.got == []
        return real(*request)

    monkeypatch.setattr(deliveries, "post", post)
    run()
    assert meanwhile
    assert [each["data"]["event"]["seq"] for each in documents(hook)] == [1, 2]


def test_endpoints_that_failed_have_a_separate_queue(house, hook):
    slow, quick = (rows.endpoint(house.club, url=hook.url, slow=slow) for slow in (True, False))
    deliveries_of = {endpoint: waiting(endpoint, 1) for endpoint in (slow, quick)}
    deliveries.queue_missing()
    worker.run_ready("webhooks")
    states = {endpoint: Delivery.objects.get(pk=row.pk).state for endpoint, row in deliveries_of.items()}
    assert states == {slow: "waiting", quick: "delivered"}
    worker.run_ready("slow webhooks")
    assert {row.state for row in Delivery.objects.all()} == {"delivered"}


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


@pytest.mark.django_db(transaction=True)  # keeping house closes the connection
def test_a_message_that_a_killed_server_was_sending_is_sent_again(house, hook):
    house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    worker.run_ready("webhook events")
    DBTaskResult.objects.update(status="RUNNING", started_at=now())
    worker.run_housekeeping()
    run()
    assert hook.got == []
    DBTaskResult.objects.update(started_at=now() - timedelta(days=1))
    worker.run_housekeeping()
    run()
    assert len(hook.got) == 1
    assert not DBTaskResult.objects.exists()


def test_a_worker_presumed_dead_changes_nothing(house, monkeypatch):
    endpoint = rows.endpoint(house.club)
    waiting(endpoint, 1)
    deliveries.queue_missing()

    def meanwhile(_delivery):
        DBTaskResult.objects.all().delete()
        deliveries.queue_missing()
        return deliveries.Attempt(withdrawn=True)

    monkeypatch.setattr(deliveries, "_attempt", meanwhile)
    worker._run_next_task("webhooks")
    assert Delivery.objects.get().state == "waiting"
    assert DBTaskResult.objects.get().id == WebhookEndpoint.objects.get().task


@pytest.mark.django_db(transaction=True)  # keeping house closes the connection
def test_a_task_that_was_lost_is_queued_again_within_a_minute(house, hook):
    house.endpoint(hook.url, events=HAND)
    house.hand(house.match())
    worker.run_ready("webhook events")
    DBTaskResult.objects.update(status="FAILED", finished_at=now())
    run()
    assert hook.got == []
    worker.run_housekeeping()
    run()
    assert len(hook.got) == 1


def test_thousands_of_messages_on_hold_are_released_by_a_few_queries(house, hook, django_assert_max_num_queries):
    endpoint = house.endpoint(hook.url, events=HAND)
    message = rows.delivery(endpoint, state="held").message
    Delivery.objects.all().delete()
    messages = [type(message)(key=f"msg_{n}", club=house.club, created_at=now()) for n in range(MANY)]
    made = type(message).objects.bulk_create(messages)
    Delivery.objects.bulk_create(Delivery(endpoint=endpoint, message=each, state="held") for each in made)
    with django_assert_max_num_queries(16):
        house.act(actions.send_held, endpoint)
    assert Delivery.objects.filter(state="waiting").count() == MANY
