"""From *Notify me* to the text on the phone: real tasks, and a push service on this machine."""

import time
from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils.timezone import now
from django_tasks_db.models import DBTaskResult

from notifications import subscriptions, tasks
from notifications.channels.vapid import current_key, public_key
from notifications.listener import listen
from notifications.models import Notice, PushKey, Receiver, Subscription
from notifications.views import subscribing
from people.announcements import Announcement, announce
from tests.matches.cast import Phone
from tests.notifications.cast import NotifiedPhone, hall_phone, player_page
from tests.tournaments.cast import result, tournament
from tournaments.draw.write_rounds import hide_rounds, publish_rounds
from tournaments.models import Round, Seat, Tournament
from tournaments.play import rounds
from tournaments.play.results import dispute_result

pytestmark = pytest.mark.django_db


def drawn(hall):
    """A tournament whose first round is drawn and hidden."""
    return tournament(hall.club, drawn=1, public=True, name="Autumn cup")


def publish(hall, event):
    publish_rounds(tournament=event, by=hall.owner.user, upto=1)


def seat_of(event, number=1):
    seat = Seat.objects.get(round__tournament=event, round__number=1, entrant__number=number)
    return seat.table.number, {"E": "East", "S": "South", "W": "West"}[seat.wind]


def test_a_published_seat_wakes_the_phone_which_fetches_it(hall, service, work):
    event = drawn(hall)
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(event))
    publish(hall, event)
    work()
    (message,) = service.messages
    assert (message.path, message.body) == ("/push/phone", b"")
    assert message.headers["Content-Length"] == "0"
    assert message.headers["TTL"] == str(12 * 3600)
    assert message.headers["Urgency"] == "normal"
    assert len(message.headers["Topic"]) == 32
    assert message.key == public_key(current_key())
    claims = message.claims
    assert (claims["aud"], claims["sub"]) == (service.url, "http://testserver")
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    ((title, body, path),) = phone.texts()
    table, wind = seat_of(event)
    assert title == f"Round 1: table {table}, {wind}"
    assert body.startswith("Ann")
    assert body.endswith(" Autumn cup")
    assert path == f"/e/{event.code}/players/1/"


def test_a_season_is_not_slowed_by_notifications_that_nobody_wants(hall, django_assert_num_queries):
    values = {"tournament": hall.tournament.pk, "round": 1, "table": 1}

    def heard(what):
        return lambda: listen(Announcement(what=what, club=hall.club.pk, values=values))

    for what, queries in (("entry_recorded", 0), ("phone_let_in", 0), ("result_entered", 1), ("round_published", 1)):
        with django_assert_num_queries(queries):
            heard(what)()
    assert DBTaskResult.objects.count() == 0


def test_hidden_seats_are_not_announced(hall, service, work):
    event = drawn(hall)
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(event))
    publish(hall, event)
    hide_rounds(tournament=event, by=hall.owner.user, first=1)
    work()
    assert service.messages == []
    assert phone.texts() == []
    publish(hall, event)
    work()
    hide_rounds(tournament=event, by=hall.owner.user, first=1)  # after the push, before the phone fetches the text
    assert (len(service.messages), phone.texts()) == (1, [])


def test_each_published_round_is_announced(hall, service, work):
    event = tournament(hall.club, drawn=3, public=True, name="Autumn cup")
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(event))
    publish_rounds(tournament=event, by=hall.owner.user, upto=3)
    work()
    assert [title.partition(":")[0] for title, _body, _path in phone.texts()] == ["Round 1", "Round 2", "Round 3"]


def test_a_round_that_is_reopened_hides_no_new_seat_in_the_next(hall, service, work):
    event = tournament(hall.club, drawn=2, published=1, public=True, name="Autumn cup")
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(event))
    first = Round.objects.filter(tournament=event, number=1)
    first.update(closed_at=now())
    publish_rounds(tournament=event, by=hall.owner.user, upto=2)
    work()
    phone.texts()
    first.update(closed_at=None)
    Seat.objects.filter(round__tournament=event, round__number=2, entrant__number=1).update(wind="N")
    announce("table_reseated", hall.club.pk, tournament=event.pk, round=2, table=1)
    work()
    assert [title.partition(":")[0] for title, _body, _path in phone.texts()] == ["New seat in round 2"]


def test_changed_seats_are_announced_once_to_the_players_who_moved(hall, service, work):
    first, second = NotifiedPhone(service, "first"), NotifiedPhone(service, "second")
    numbers = hall.numbers(1)
    for phone, number in zip((first, second), numbers, strict=False):
        phone.subscribe(player_page(hall.tournament, number))
    own, other = Seat.objects.filter(table=hall.table(1)).order_by("pk")[:2]
    Seat.objects.filter(pk=own.pk).update(wind="N")  # as a correction of the seats does, wind by wind
    Seat.objects.filter(pk=other.pk).update(wind=own.wind)
    Seat.objects.filter(pk=own.pk).update(wind=other.wind)
    announce("table_reseated", hall.club.pk, tournament=hall.tournament.pk, round=1, table=1)
    announce("table_reseated", hall.club.pk, tournament=hall.tournament.pk, round=1, table=1)
    work()
    assert sorted(message.path for message in service.messages) == ["/push/first", "/push/second"]
    ((title, _body, path),) = first.texts()
    assert title.startswith("New seat in round 1: table 1, ")
    assert path == f"/e/{hall.tournament.code}/players/{numbers[0]}/"


def test_the_notice_of_a_rounds_start_expires_after_twenty_minutes(hall, service, work):
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament))
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    (message,) = service.messages
    assert (message.headers["TTL"], message.headers["Urgency"]) == (str(20 * 60), "high")
    table, wind = seat_of(hall.tournament)
    assert [title for title, _body, _path in phone.texts()] == [f"Round 1 has started: table {table}, {wind}"]
    Notice.objects.update(expires_at=now() - timedelta(seconds=1))
    assert phone.texts() == []


def test_a_late_notice_is_not_sent_any_more(hall, service, work):
    NotifiedPhone(service).subscribe(player_page(hall.tournament))
    service.statuses = [503]
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    DBTaskResult.objects.filter(status="READY").update(run_after=now() - timedelta(seconds=1))
    Notice.objects.update(expires_at=now() - timedelta(seconds=1))
    work()
    assert len(service.messages) == 1


def test_a_busy_push_service_is_tried_again(hall, service, work):
    NotifiedPhone(service).subscribe(player_page(hall.tournament))
    service.statuses = [503, 429]
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    for _attempt in range(4):
        work()
        DBTaskResult.objects.filter(status="READY").update(run_after=now() - timedelta(seconds=1))
    assert len(service.messages) == 3
    assert Notice.objects.get().sent_at is not None


@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_is_unknown_to_its_push_service_is_deleted(hall, service, work, status):
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament))
    service.statuses = [status]
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    assert (Receiver.objects.count(), Subscription.objects.count(), Notice.objects.count()) == (0, 0, 0)
    phone.worker(status=404)


def test_a_server_killed_after_the_push_sends_no_second_notice(hall, service, work):
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament))
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    told = DBTaskResult.objects.get(task_path=tasks.make_notices_for_announcement.module_path).args_kwargs["args"]
    work()
    tasks.make_notices_for_announcement.call(*told)  # as the worker runs a task again that a killed server has left
    tasks.deliver.call(Notice.objects.get().pk)
    work()
    assert (len(service.messages), Notice.objects.count()) == (1, 1)
    first = phone.texts()
    assert phone.texts() == first  # a push that is delivered twice shows the same again


def test_seven_notices_are_shown_once_each_with_no_more_pushes_than_needed(hall, service, work):
    phone = NotifiedPhone(service)
    for number in range(1, 8):
        phone.subscribe(player_page(hall.tournament, number))
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    first, again = phone.shown()
    rest, again_rest = phone.shown()
    assert (len(first), len(rest), len({*first, *rest})) == (5, 2, 7)
    assert (again, again_rest, phone.shown()[1]) == (False, False, True)


def test_no_push_is_sent_for_a_text_that_was_already_fetched(hall, service, work):
    phone = NotifiedPhone(service)
    for number in (1, 2):
        phone.subscribe(player_page(hall.tournament, number))
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    task = DBTaskResult.objects.get()
    tasks.make_notices_for_announcement.call(*task.args_kwargs["args"])
    assert len(phone.texts()) == 2
    work()
    assert service.messages == []


def test_a_disputed_result_is_announced_to_its_table_only(hall, service, work):
    at_table, elsewhere = NotifiedPhone(service, "at"), NotifiedPhone(service, "elsewhere")
    numbers = hall.numbers(1)
    at_table.subscribe(player_page(hall.tournament, numbers[2]))
    elsewhere.subscribe(player_page(hall.tournament, hall.numbers(2)[0]))
    result(hall.table(1), confirmed=False)
    dispute_result(**hall.at(entrant=numbers[1], device=hall_phone(hall)), number=1, reason="Wrong sum")
    work()
    assert [message.path for message in service.messages] == ["/push/at"]
    title, body, path = at_table.texts()[-1]
    assert (title, body) == ("The result of table 1 is disputed", "Round 1 of Spring cup")
    assert path == f"/e/{hall.tournament.code}/rounds/1/tables/1/"


def test_the_notice_of_a_seat_names_the_substitute(hall, service, work):
    numbers = hall.numbers(1)
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament, numbers[0]))
    seats = Seat.objects.filter(round__tournament=hall.tournament, round__number=1, entrant__number=numbers[1])
    seats.update(substitute="Sam Substitute")
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    ((_title, body, _path),) = phone.texts()
    assert "Sam Substitute" in body


def test_one_subscription_or_all_can_be_stopped_with_one_tap(hall, service):
    phone = NotifiedPhone(service)
    for number in (1, 2, 3):
        phone.subscribe(player_page(hall.tournament, number))
    page = phone.listed()
    assert page.text.count("Spring cup") >= 3
    first, other, last = Subscription.objects.order_by("pk")
    phone.phone.post("/notifications/stop/", {"subscription": first.pk}, status=303)
    assert set(Subscription.objects.all()) == {other, last}
    phone.worker(action="stop", subscription=other.pk)  # the button in the notification
    assert set(Subscription.objects.all()) == {last}
    phone.phone.post("/notifications/stop/", {"subscription": "all"}, status=303)
    assert (Subscription.objects.count(), Receiver.objects.count()) == (0, 0)


def test_another_phone_can_stop_nothing(hall, service):
    NotifiedPhone(service).subscribe(player_page(hall.tournament))
    number = Subscription.objects.get().pk
    stranger = NotifiedPhone(service, "stranger")
    stranger.phone.get("/start/")
    stranger.phone.post("/notifications/stop/", {"subscription": number}, status=303)
    stranger.secret = "x" * 22
    stranger.worker(status=404, action="stop", subscription=number)
    stranger.worker(status=404)
    assert Subscription.objects.get().pk == number


def test_a_phone_that_lost_its_secret_gets_a_new_one_and_keeps_what_it_had(hall, service):
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament, 1))
    lost, phone.secret = phone.secret, ""
    phone.subscribe(player_page(hall.tournament, 2))
    assert phone.secret != lost
    assert (Receiver.objects.count(), Subscription.objects.count()) == (1, 2)


def test_a_new_address_of_the_phone_replaces_the_old_one(hall, service, work):
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament))
    phone.worker(action="move", endpoint=service.endpoint("elsewhere"))
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    assert [message.path for message in service.messages] == ["/push/elsewhere"]


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://updates.push.example/x",
        "https://user@push.example/x",
        "https:///x",
        "ftp://push.example/x",
        "https://push.example/" + "x" * 1000,
        "https://push.example/\n",
        "https://[",
        "https://pusch.exämple/",
    ],
)
def test_an_address_that_no_push_service_has_is_refused(hall, service, settings, endpoint):
    settings.ALLOW_PRIVATE_ADDRESSES, settings.PUSH_HOSTS = False, ["*"]
    phone = NotifiedPhone(service)
    told = phone.subscribe(player_page(hall.tournament), status=422, endpoint=endpoint)
    assert told == {"error": "The browser gave no address for notifications. Try again."}
    assert Receiver.objects.count() == 0


def test_no_request_is_sent_to_a_private_address(hall, service, settings, work):
    settings.ALLOW_PRIVATE_ADDRESSES, settings.PUSH_HOSTS = False, ["*"]
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament), endpoint=service.endpoint().replace("http://", "https://"))
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    assert service.messages == []


def test_subscriptions_with_an_old_key_work_until_they_are_deleted(hall, service, work):
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament))
    old = public_key(current_key())
    call_command("rotate_push_key", stdout=StringIO())
    assert public_key(current_key()) != old
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    assert [message.key for message in service.messages] == [old]
    call_command("rotate_push_key", "--end-old", stdout=(said := StringIO()))
    assert said.getvalue().strip().endswith("1.")
    assert (Receiver.objects.count(), PushKey.objects.count()) == (0, 1)


def test_the_number_of_subscriptions_to_one_player_is_limited(hall, service, monkeypatch):
    monkeypatch.setattr(subscriptions, "MOST_OF_A_PLAYER", 1)
    NotifiedPhone(service).subscribe(player_page(hall.tournament))
    told = NotifiedPhone(service, "other").subscribe(player_page(hall.tournament), status=422)
    assert told["error"] == "At most 1 phones and email addresses can follow one player."


def test_the_number_of_subscriptions_from_a_network_is_limited(hall, service, monkeypatch):
    monkeypatch.setattr(subscribing, "SUBSCRIBING", subscribing.SUBSCRIBING._replace(most=1))
    NotifiedPhone(service).subscribe(player_page(hall.tournament))
    told = NotifiedPhone(service, "other").subscribe(player_page(hall.tournament), status=422)
    assert told["error"] == "Too many requests for notifications. Try again later."


def test_texts_are_in_the_language_of_the_phone(hall, service, work):
    phone = NotifiedPhone(service)
    phone.phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "cs"
    phone.subscribe(player_page(hall.tournament))
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    ((title, _body, _path),) = phone.texts()
    assert title.startswith("Kolo\N{NO-BREAK SPACE}1 začalo: ")


def test_a_finished_tournament_offers_no_notifications(hall, service):
    Tournament.objects.filter(pk=hall.tournament.pk).update(state="over")
    page = Phone().get(player_page(hall.tournament))
    assert "The tournament has finished" in page.text
    assert "data-notify" not in page.html


def test_texts_are_in_the_language_that_was_last_chosen_in_the_browser(hall, service, work):
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament))
    browser = Phone().client
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "cs"
    answer = browser.post("/notifications/worker/", {"secret": phone.secret, "action": "language"})
    body = "Text se nepodařilo načíst. Klepnutím otevřete stránku."
    assert (answer.json()["title"], answer.json()["body"]) == ("Zpráva ze Scorekeeperu", body)
    assert Receiver.objects.get().language == "cs"
    browser.post("/notifications/worker/", {"secret": "x" * 22, "action": "language"})
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    work()
    [(title, _body, _path)] = phone.texts()
    assert title.startswith("Kolo\xa01 začalo")
