"""Failing push services and mail servers: retries, and the end of a subscription."""

from datetime import timedelta

import pytest
from django.utils.timezone import now
from django_tasks_db.models import DBTaskResult

from delivery.worker import run_ready
from notifications.channels.vapid import current_key, make_key, public_key
from notifications.models import Notice, Receiver
from people.db.transactions import writing
from tests.notifications.cast import NotifiedPhone, player_page
from tests.notifications.test_mail import ask, confirmed, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(hall, service):
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament))
    return phone


def due_now():
    DBTaskResult.objects.filter(status="READY").update(run_after=now() - timedelta(seconds=1))


def test_a_refused_push_counts_as_not_sent_and_ends_the_phone_after_two_weeks_of_failures(hall, service, phone, work):
    service.statuses = [403, 403]
    start(hall)
    work()
    due_now()
    work()
    assert (Notice.objects.get().sent_at, len(service.messages), Receiver.objects.count()) == (None, 1, 1)
    Receiver.objects.update(failing_since=now() - timedelta(days=14))
    Notice.objects.all().delete()
    start_again(hall)
    work()
    assert (len(service.messages), Receiver.objects.count()) == (2, 0)


def start_again(hall):
    hall.tournament.rounds.update(started_at=None)
    start(hall)


def test_a_phone_that_fails_does_not_delay_others(hall, service, phone, work):
    service.statuses = [503]
    start(hall)
    work()
    assert list(DBTaskResult.objects.values_list("queue_name", flat=True)) == ["slow notifications"]
    due_now()
    work()
    assert Notice.objects.get().sent_at is not None
    assert Receiver.objects.get().failing_since is None


def test_new_notices_of_a_phone_that_fails_wait_in_the_slow_queue(hall, service, phone):
    Receiver.objects.update(failing_since=now())
    start(hall)
    run_ready("notifications")
    assert service.messages == []
    run_ready("slow notifications")
    assert len(service.messages) == 1


def test_a_push_service_can_set_the_time_of_the_retry(hall, service, phone, work):
    service.statuses, service.headers = [429], {"Retry-After": "600"}
    start(hall)
    work()
    left = DBTaskResult.objects.get().run_after - now()
    assert timedelta(minutes=9) < left <= timedelta(minutes=10)


@pytest.mark.parametrize("host", ["push.example", "evil-fcm.googleapis.com", "push.apple.com.example"])
def test_only_push_services_of_browsers_get_requests(hall, service, settings, host):
    settings.PUSH_HOSTS = ["fcm.googleapis.com", "*.push.apple.com"]
    phone = NotifiedPhone(service)
    told = phone.subscribe(player_page(hall.tournament), status=422, endpoint=f"https://{host}/x")
    assert told == {"error": "This site sends nothing to the notification service of this browser."}
    phone.subscribe(player_page(hall.tournament), endpoint="https://web.push.apple.com/x")


def test_a_key_that_changes_while_a_phone_subscribes_does_no_harm(hall, service, work):
    phone = NotifiedPhone(service)
    old = public_key(current_key())
    with writing():
        make_key()
    phone.subscribe(player_page(hall.tournament), status=422, key="unknown", endpoint=service.endpoint("other"))
    phone.subscribe(player_page(hall.tournament), key=old)
    start(hall)
    work()
    assert [message.key for message in service.messages] == [old]


def test_a_mailbox_that_is_temporarily_unavailable_is_tried_again(hall, mails, work):
    mails.recipient_answers = ["450 4.2.0 greylisted"]
    ask(hall)
    work()
    assert mails.mails == []
    due_now()
    work()
    assert mails.mails[0]["Subject"] == "Confirm your notifications"


def test_a_mailbox_that_does_not_exist_is_tried_once(hall, mails, work):
    confirmed(hall, mails, work)
    mails.recipient_answers = ["550 5.1.1 no such user"]
    start(hall)
    work()
    assert (Notice.objects.get().sent_at, DBTaskResult.objects.count()) == (None, 0)
    assert Receiver.objects.get().failing_since is not None
