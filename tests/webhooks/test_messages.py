"""The messages for each kind of endpoint, and which endpoints may get which."""

import json
import re

import pytest

from delivery import worker
from matches import actions as play
from matches.models import Match
from people.models import Club, Player
from tests.matches.table import PHONE, at, discard
from tests.tournaments.cast import tournament
from tests.tournaments.table_cast import Hall
from tests.webhooks.cast import House, documents, pass_time, run
from tests.webhooks.receivers import receiver, status
from tests.webhooks.rows import endpoint as stored
from tournaments.draw.write_rounds import hide_rounds, publish_rounds
from tournaments.models import Round, Tournament
from tournaments.play import penalties, results
from webhooks import actions
from webhooks.messages import formats
from webhooks.models import Delivery, EndpointKind, EventMessage, EventType, WebhookEndpoint

pytestmark = pytest.mark.django_db
CHATS = [kind for kind in EndpointKind if kind.is_chat]
ODD = "*Ann* <b> @everyone"


def chat(house, hook, kind, **more):
    """Add an endpoint for a chat, which is served on this machine."""
    told = {"kind": kind, "url": hook.url.partition("/hook")[0], **more}
    if kind is EndpointKind.NTFY:
        told |= {"url": told["url"] + "/our-club", "token": "tk_1"}
    if kind is EndpointKind.TELEGRAM:
        told |= {"token": "123:abc", "chat": "-100"}
    return stored(house.club, **told)


def text_of(kind, message):
    key = {"discord": "content", "slack": "text", "ntfy": "message", "telegram": "text"}[kind]
    return message[key].partition("\n")[0]


def test_each_chat_gets_one_sentence_with_a_link(house, hook):
    for kind in CHATS:
        chat(house, hook, kind, events=[EventType.HAND_RECORDED.value])
    match = house.match()
    house.hand(match, discard("P1", "P2"))
    run()
    link = f"https://club.example/m/{match.code}/"
    sentence = "Ann wins hand 1 from Bea: +16"
    sent = {request.path: (json.loads(request.body), request.headers) for request in hook.got}
    slack = [
        {"type": "section", "text": {"type": "plain_text", "text": sentence, "emoji": False}},
        {"type": "context", "elements": [{"type": "mrkdwn", "text": f"<{link}|Open>"}]},
    ]
    bodies = [body for body, _headers in sent.values()]
    assert {"topic": "our-club", "title": "Friday club", "message": sentence, "click": link} in bodies
    telegram = {"chat_id": "-100", "text": f"{sentence}\n{link}", "link_preview_options": {"is_disabled": True}}
    assert sent["/bot123:abc/sendMessage"][0] == telegram
    assert [headers.get("authorization") for body, headers in sent.values() if "topic" in body] == ["Bearer tk_1"]
    everything = documents(hook)
    discord = {"content": f"{sentence}\n<{link}>", "allowed_mentions": {"parse": []}, "flags": 4}
    assert discord in everything
    assert {"text": sentence, "blocks": slack, "unfurl_links": False} in everything
    assert len(everything) == 4


def test_names_are_not_markup_and_mention_nobody(house, hook):
    for kind in CHATS:
        chat(house, hook, kind, events=[EventType.MATCH_STARTED.value])
    match = house.match()
    match.sittings.filter(chair="P1").update(name=ODD)
    run()
    told = {text_of(kind, body) for body in documents(hook) for kind in CHATS if _is_of(kind, body)}
    assert told == {
        "A match starts: \\*Ann\\* \\<b\\> \\@\u2060everyone, Bea and Cho",
        "A match starts: *Ann* &lt;b&gt; @\u2060everyone, Bea and Cho",
        "A match starts: *Ann* <b> @\u2060everyone, Bea and Cho",
    }


@pytest.mark.parametrize("name", ["https://evil.example/login", "discord.gg/abcdef", "t.me/evil", "/start", "@evil"])
def test_no_name_is_a_link_a_command_or_an_account(house, hook, name):
    chat(house, hook, EndpointKind.TELEGRAM, events=[EventType.MATCH_STARTED.value])
    match = house.match()
    match.sittings.filter(chair="P1").update(name=name)
    run()
    (told,) = documents(hook)
    sentence = told["text"].partition("\n")[0]
    assert sentence.replace("\u2060", "") == f"A match starts: {name}, Bea and Cho"
    assert re.findall(r"://|\.[a-z]|(?<!\w)/\w|@\w", sentence) == []


def _is_of(kind, body):
    marks = {"discord": "content", "slack": "blocks", "ntfy": "topic", "telegram": "chat_id"}
    return marks[kind] in body


def test_a_chat_gets_its_language(house, hook):
    chat(house, hook, EndpointKind.NTFY, language="cs", events=[EventType.HAND_RECORDED.value])
    house.hand(house.match(), discard("P1", "P2"))
    run()
    assert documents(hook)[0]["message"] == "Ann vyhrává rozdání 1 od hráče Bea: +16"


def test_very_long_sentences_are_cut(house, hook, monkeypatch):
    monkeypatch.setattr(formats, "sentence", lambda *_subject: "*" * 5_000)
    chat(house, hook, EndpointKind.DISCORD, events=[EventType.MATCH_STARTED.value])
    house.match()
    run()
    (told,) = documents(hook)
    assert told["content"].partition("\n")[0] == "\\*" * 1_499 + "…"


def test_a_private_match_is_sent_to_programs_only(house, hook):
    house.endpoint(hook.url)
    chat(house, hook, EndpointKind.SLACK)
    match = house.match(public=False)
    house.hand(match)
    play.close_match(balances=Match.objects.get(pk=match.pk).balances, **at(match))
    run()
    assert [body["type"] for body in documents(hook) if "type" in body][:2] == ["match.started", "hand.recorded"]
    assert [body for body in documents(hook) if "blocks" in body] == []


def test_the_season_of_a_private_club_is_sent_to_programs_only_with_public_names(house, hook):
    chat(house, hook, EndpointKind.NTFY, events=[EventType.STANDINGS_CHANGED.value])
    Player.objects.filter(name="Ann").update(shown="nobody", number=7)
    for public in (False, True):
        Club.objects.update(public=public)
        match = house.match()
        house.hand(match)
        play.close_match(balances=Match.objects.get(pk=match.pk).balances, **at(match))
        run()
    (told,) = documents(hook)
    assert told["message"] == "Season standings of Friday club: 1. Player 7 +32, 2. Bea −16, 2. Cho −16"


@pytest.fixture
def hall(settings):
    settings.ALLOW_PRIVATE_ADDRESSES = True
    return Hall(public=True, drawn=2)


def as_house(hall):
    house = House.__new__(House)
    house.owner, house.club, house.code = hall.owner, hall.club, hall.club.code
    return house


def test_a_tournament_is_announced_from_the_round_to_the_standings(hall, hook):
    house = as_house(hall)
    house.endpoint(hook.url)
    chat(house, hook, EndpointKind.NTFY)
    by = {"tournament": hall.tournament, "by": hall.owner.user}
    publish_rounds(upto=2, **by)
    results.enter_result(**hall.at(1, by=hall.referee, device=""), points=[30, 0, -30])
    penalties.give_penalty(entrant=1, points=-5, reason="late", key="k" * 22, **by)
    run()
    told = documents(hook)
    assert sorted(body["type"] for body in told if "type" in body) == [
        "result.confirmed", "round.published", "standings.changed"
    ]  # fmt: skip
    confirmed = next(body["data"] for body in told if body.get("type") == "result.confirmed")
    assert (confirmed["round"], confirmed["table"]["state"]) == (1, "confirmed")
    sentences = [body["message"] for body in told if "topic" in body]
    assert "Spring cup: the seats for round 2 are published" in sentences
    assert any(each.startswith("Spring cup, round 1, table 1: ") for each in sentences)
    assert any(each.startswith("Standings of Spring cup: 1. ") for each in sentences)


def test_many_results_at_once_send_the_standings_once(hall, hook):
    as_house(hall).endpoint(hook.url, events=[EventType.STANDINGS_CHANGED.value])
    for number in (1, 2, 3):
        results.enter_result(**hall.at(number, by=hall.referee, device=""), points=[30, 0, -30])
    run()
    assert len(hook.got) == 1


def test_a_dispute_is_sent(hall, hook):
    as_house(hall).endpoint(hook.url, events=[EventType.RESULT_DISPUTED.value])
    entrants = hall.numbers()
    result = results.enter_result(**hall.at(entrant=entrants[0]), points=[30, 0, -30])
    results.dispute_result(**hall.at(entrant=entrants[1]), number=result.number, reason="a hand is missing")
    run()
    (told,) = documents(hook)
    assert told["data"]["table"]["state"] == "disputed"
    assert "a hand is missing" not in json.dumps(told)


def test_a_round_that_is_hidden_again_is_not_sent_even_by_a_retry(hall):
    with receiver(status(500)) as hook:
        house = as_house(hall)
        house.endpoint(hook.url, events=[EventType.ROUND_PUBLISHED.value])
        by = {"tournament": hall.tournament, "by": hall.owner.user}
        publish_rounds(upto=2, **by)
        hide_rounds(first=2, **by)
        run()
        assert hook.got == []
        publish_rounds(upto=2, **by)
        run()
        assert len(hook.got) == 1
        hide_rounds(first=2, **by)
        pass_time(minutes=1)
        run()
        assert len(hook.got) == 1
    assert Delivery.objects.get().state == "withdrawn"
    assert Round.objects.get(tournament=hall.tournament, number=2).published_at is None


def test_a_private_tournament_is_sent_to_programs_only(hall, hook):
    Tournament.objects.update(public=False)
    chat(as_house(hall), hook, EndpointKind.NTFY)
    results.enter_result(**hall.at(1, by=hall.referee, device=""), points=[30, 0, -30])
    run()
    assert hook.got == []


def test_an_endpoint_can_be_limited_to_one_tournament(hall, hook):
    other = tournament(hall.club, published=1, name="Autumn cup")
    house = as_house(hall)
    house.endpoint(hook.url, tournament=other)
    results.enter_result(**hall.at(1, by=hall.referee, device=""), points=[30, 0, -30])
    house.hand(house.match())
    run()
    assert hook.got == []
    WebhookEndpoint.objects.update(tournament=hall.tournament)
    hall.card("p" * 22, 2)
    hall.hand(hall.open(2))
    run()
    assert [body["type"] for body in documents(hook)] == ["match.started", "hand.recorded"]


def test_a_message_that_became_private_while_on_hold_is_not_sent(house, hook):
    endpoint = chat(house, hook, EndpointKind.DISCORD, events=[EventType.HAND_RECORDED.value])
    match = house.match()
    house.hand(match)
    worker.run_ready("webhook events")
    house.act(actions.switch_off, endpoint)
    Match.objects.update(public=False)
    house.act(actions.switch_on, endpoint)
    house.act(actions.send_held, endpoint)
    run()
    assert hook.got == []
    assert Delivery.objects.get().state == "withdrawn"
    Match.objects.update(public=True)
    house.act(actions.send_again, endpoint, delivery=Delivery.objects.get().pk)
    run()
    assert len(hook.got) == 1


def test_a_deleted_match_is_in_no_message_and_is_not_sent_again(house, hook):
    house.endpoint(hook.url, events=[EventType.MATCH_STARTED.value])
    match = house.match()
    run()
    play.purge_match(match=match, device=PHONE)
    assert (EventMessage.objects.count(), Delivery.objects.count()) == (0, 0)


def test_a_match_that_is_being_deleted_is_not_sent_again(house, hook):
    endpoint = house.endpoint(hook.url, events=[EventType.MATCH_STARTED.value])
    house.match()
    run()
    Match.objects.update(purging_at="2026-01-01T00:00:00Z")
    house.act(actions.send_again, endpoint, delivery=Delivery.objects.get().pk)
    run()
    assert (len(hook.got), Delivery.objects.get().state) == (1, "withdrawn")


def test_a_new_topic_and_a_new_chat_apply_to_waiting_messages(house):
    with receiver(status(500)) as hook:
        base = hook.url.partition("/hook")[0]
        topic = house.endpoint(f"{base}/old", kind=EndpointKind.NTFY, events=[EventType.MATCH_STARTED.value])
        telegram = chat(house, hook, EndpointKind.TELEGRAM, events=[EventType.MATCH_STARTED.value])
        house.match()
        run()
        WebhookEndpoint.objects.filter(pk=topic.pk).update(url=f"{base}/new")
        WebhookEndpoint.objects.filter(pk=telegram.pk).update(chat="-200")
        hook.got.clear()
        pass_time(minutes=1)
        run()
        told = documents(hook)
    assert sorted(str(each.get("topic") or each.get("chat_id")) for each in told) == ["-200", "new"]


def test_messages_that_were_not_published_when_a_webhook_was_switched_off_are_not_sent(house, hook):
    endpoint = house.endpoint(hook.url)
    house.match()
    house.act(actions.switch_off, endpoint)
    run()
    assert hook.got == []


def test_no_attempt_begins_for_a_webhook_that_is_switched_off(house, hook):
    house.endpoint(hook.url)
    house.match()
    worker.run_ready("webhook events")
    WebhookEndpoint.objects.update(enabled=False)  # like another process that has updated the deliveries before
    run()
    assert hook.got == []


def test_the_season_is_sent_without_the_head_to_head_table(house, hook):
    house.endpoint(hook.url, events=[EventType.STANDINGS_CHANGED.value])
    match = house.match()
    house.hand(match)
    play.close_match(balances=Match.objects.get(pk=match.pk).balances, **at(match))
    run()
    (told,) = documents(hook)
    assert list(told["data"]["season"]) == ["system", "standings"]
