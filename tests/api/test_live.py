"""Programs follow a match: a request that waits, and a stream; few at the same time."""

import json
import threading
import time
from datetime import UTC, datetime

import pytest
from django.db import connection

from api.endpoints import live
from api.endpoints.live import Follower
from matches.models import Event, Match
from people.models import Club, Token, User
from people.web.stopping import STOPPING
from tests.api.programs import NAMES, Program, program
from tests.people.club_cast import Person

HAND = {"winner": "P2", "win": {"by": "discard", "from": "P1"}, "hand_points": 6, "bonus_points": 2}


def end(stream):
    """Close a response; its own `close` would end the test's connection to the database as well."""
    for close in stream._resource_closers:
        close()


@pytest.fixture
def tool():
    ann = Person("ann")
    club = Club.objects.get(code=ann.found())
    found = program(ann.user, club)
    found.match = found.send("matches", {"club": club.code, "system": "korean_japanese", "players": NAMES}).json()[
        "code"
    ]
    return found


@pytest.fixture
def no_places():
    """Four requests wait already."""
    four = [live.take_place(Follower(10**6 + number, f"network {number}")) for number in range(4)]
    assert all(four)
    yield
    for place in four:
        live.give_place_back(place)


@pytest.mark.django_db(transaction=True)
def test_a_request_that_waits_is_answered_when_another_program_saves(tool):
    def save_later():
        time.sleep(0.7)
        tool.send(f"matches/{tool.match}/entries", {"kind": "hand", "payload": HAND, "expected_seq": 1})
        connection.close()

    other = threading.Thread(target=save_later)
    other.start()
    began = time.monotonic()
    told = tool.get(f"matches/{tool.match}/events?after=0&wait=20").json()
    other.join()
    assert (told["version"], [event["kind"] for event in told["events"]]) == (1, ["hand"])
    assert 0.5 < time.monotonic() - began < 15


@pytest.mark.django_db
def test_a_request_that_waits_in_vain_is_answered_in_time(tool):
    began = time.monotonic()
    told = tool.get(f"matches/{tool.match}/events?after=0&wait=1").json()
    assert told == {"version": 0, "events": []}
    assert 1 <= time.monotonic() - began < 5
    assert not live._waiting  # its place is free again


@pytest.mark.django_db
def test_the_fifth_that_waits_is_answered_at_once_and_a_stream_refused(tool, no_places):
    began = time.monotonic()
    assert tool.get(f"matches/{tool.match}/events?after=0&wait=25").json() == {"version": 0, "events": []}
    assert time.monotonic() - began < 5
    refused = tool.get(f"matches/{tool.match}/stream")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")
    assert refused.json()["title"] == "Too many requests"


@pytest.mark.django_db
def test_a_stream_gives_its_place_back_however_it_ends(tool):
    for _time in range(5):
        stream = tool.get(f"matches/{tool.match}/stream")
        assert stream.status_code == 200
        end(stream)  # as a server does when the program has gone


@pytest.mark.django_db
def test_a_stream_ends_when_the_right_is_taken_away(tool):
    stream = tool.get(f"matches/{tool.match}/stream")
    Club.objects.get().memberships.all().delete()
    assert b"".join(stream.streaming_content).strip() == b""
    end(stream)


PLACES = {
    "one for each token": ([(1, "a")], (1, "b")),
    "two for a network without tokens": ([(0, "a"), (0, "a")], (0, "a")),
    "three without tokens": ([(0, "a"), (0, "a"), (0, "b")], (0, "c")),
    "three for a network": ([(0, "a"), (1, "a"), (2, "a")], (3, "a")),
    "four for everybody": ([(0, "a"), (1, "a"), (2, "b"), (3, "c")], (4, "d")),
}


@pytest.mark.parametrize("limit", PLACES)
def test_the_places_of_those_who_wait_are_shared(limit):
    those, one_more = PLACES[limit]
    taken = [live.take_place(Follower(*each)) for each in those]
    try:
        assert all(taken)
        assert live.take_place(Follower(*one_more)) is None
        live.give_place_back(taken[0])
        live.give_place_back(taken[0])  # a second time, which gives nobody else's place away
        assert len(live._waiting) == len(those) - 1
        taken[0] = live.take_place(Follower(*those[0]))
        assert taken[0]
    finally:
        for place in taken:
            live.give_place_back(place)
    assert not live._waiting


@pytest.mark.django_db
def test_two_people_behind_one_router_watch_and_a_program_beside_them(tool):
    Match.objects.update(public=True)
    path = f"matches/{tool.match}/stream"
    streams = [Program().get(path), Program().get(path), tool.get(path)]
    assert [stream.status_code for stream in streams] == [200, 200, 200]
    assert [who.get(path).status_code for who in (Program(), tool)] == [429, 429]
    for stream in streams:
        end(stream)
    assert not live._waiting


@pytest.mark.django_db
def test_a_head_request_for_a_stream_takes_no_place(tool):
    answer = tool.client.head(f"/api/v1/matches/{tool.match}/stream", headers=tool.headers)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/x-ndjson; charset=utf-8")
    end(answer)
    assert not live._waiting


ENDS = {
    "revoked": lambda: Token.objects.update(revoked_at=datetime.now(UTC)),
    "expired": lambda: Token.objects.update(expires_at=datetime.now(UTC)),
    "inactive": lambda: User.objects.update(is_active=False),
    "no member": lambda: Club.objects.get().memberships.all().delete(),
}


@pytest.mark.django_db
@pytest.mark.parametrize("reason", ENDS)
def test_a_stream_ends_when_its_token_or_right_does(tool, reason):
    tool.send(f"matches/{tool.match}/entries", {"kind": "hand", "payload": HAND, "expected_seq": 1})
    stream = tool.get(f"matches/{tool.match}/stream")
    lines = iter(stream.streaming_content)
    assert json.loads(next(lines))["seq"] == 1
    tool.send(f"matches/{tool.match}/entries", {"kind": "hand", "payload": HAND, "expected_seq": 2})
    ENDS[reason]()
    assert list(lines) == []
    end(stream)


@pytest.mark.django_db
@pytest.mark.parametrize("reason", ENDS)
def test_what_is_saved_while_a_request_waits_is_not_sent_to_who_has_lost_the_right(tool, monkeypatch, reason):
    def waited(match, after, seconds):
        ENDS[reason]()
        return [{"secret": True}]

    monkeypatch.setattr(live, "wait_for_event", waited)
    answer = tool.get(f"matches/{tool.match}/events?wait=20")
    assert answer.status_code == (404 if reason == "no member" else 401)


@pytest.mark.django_db
def test_a_match_that_is_closed_while_its_stream_reads_is_sent_to_its_end(tool, monkeypatch):
    read = live.events_after

    def closed_after_reading(match, after):
        events = read(match, after)
        if not Event.objects.exists():
            assert tool.send(f"matches/{tool.match}/close", {"expected_seq": 1}).status_code == 200
        return events

    monkeypatch.setattr(live, "events_after", closed_after_reading)
    stream = tool.get(f"matches/{tool.match}/stream")
    lines = b"".join(stream.streaming_content).splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["close"]
    end(stream)


@pytest.mark.django_db
def test_who_waits_is_answered_when_the_server_stops(tool):
    stream = tool.get(f"matches/{tool.match}/stream")
    STOPPING.set()
    try:
        began = time.monotonic()
        assert list(stream.streaming_content) == []
        end(stream)
        assert tool.get(f"matches/{tool.match}/events?wait=25").json()["events"] == []
        assert time.monotonic() - began < 5
    finally:
        STOPPING.clear()
