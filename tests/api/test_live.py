"""Programs follow a match with long polling or a stream; the number of simultaneous ones is limited."""

import json
import threading
import time
from datetime import UTC, datetime

import pytest
from django.db import connection

from api.endpoints import live, matches
from api.endpoints.live import Follower
from matches.models import Match
from people.models import Club, Token, User
from people.web.stopping import STOPPING
from tests.api.programs import NAMES, Program, program
from tests.people.club_cast import Person
from tests.tournaments.cast import tournament
from tournaments.models import Tournament

HAND = {"winner": "P2", "win": {"by": "discard", "from": "P1"}, "hand_points": 6, "bonus_points": 2}


def end(stream):
    """Close a response; its own `close` would end the test's connection to the database as well."""
    for close in stream._resource_closers:
        close()


@pytest.fixture(autouse=True)
def short_interval(monkeypatch):
    monkeypatch.setattr(live, "INTERVAL", 0.05)


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
    """All four places for waiting requests are taken."""
    four = [live.take_place(Follower(10**6 + number, f"network {number}")) for number in range(4)]
    assert all(four)
    yield
    for place in four:
        live.give_place_back(place)


@pytest.mark.django_db(transaction=True)
def test_a_request_that_waits_is_answered_when_another_program_saves(tool):
    def save_later():
        time.sleep(0.3)
        tool.send(f"matches/{tool.match}/entries", {"kind": "hand", "payload": HAND, "expected_seq": 1})
        connection.close()

    other = threading.Thread(target=save_later)
    other.start()
    began = time.monotonic()
    told = tool.get(f"matches/{tool.match}/events?after=0&wait=20").json()
    other.join()
    assert (told["version"], [event["kind"] for event in told["events"]]) == (1, ["hand"])
    assert 0.2 < time.monotonic() - began < 15


@pytest.mark.django_db
def test_a_waiting_request_without_news_is_answered_in_time(tool):
    began = time.monotonic()
    told = tool.get(f"matches/{tool.match}/events?after=0&wait=1").json()
    assert told == {"version": 0, "events": [], "status": "running"}
    assert 1 <= time.monotonic() - began < 5
    assert not live._waiting  # its place is free again


@pytest.mark.django_db
def test_a_fifth_waiting_request_is_answered_immediately_and_a_stream_is_refused(tool, no_places):
    began = time.monotonic()
    at_once = tool.get(f"matches/{tool.match}/events?after=0&wait=25")
    assert (at_once.json()["events"], at_once.headers["Retry-After"]) == ([], "5")
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
def test_a_stream_ends_when_access_is_revoked(tool):
    stream = tool.get(f"matches/{tool.match}/stream")
    Club.objects.get().memberships.all().delete()
    assert b"".join(stream.streaming_content).strip() == b""
    end(stream)


PLACES = {
    "two for a network without tokens": ([(0, "a"), (0, "a")], (0, "a")),
    "three without tokens": ([(0, "a"), (0, "a"), (0, "b")], (0, "c")),
    "three for a network": ([(0, "a"), (1, "a"), (2, "a")], (3, "a")),
    "four for everybody": ([(0, "a"), (1, "a"), (2, "b"), (3, "c")], (4, "d")),
}


@pytest.mark.parametrize("limit", PLACES)
def test_the_places_for_waiting_requests_are_shared_fairly(limit):
    those, one_more = PLACES[limit]
    taken = [live.take_place(Follower(*each)) for each in those]
    try:
        assert all(taken)
        assert live.take_place(Follower(*one_more)) is None
        live.give_place_back(taken[0])
        live.give_place_back(taken[0])  # a second time, which must not free another place
        assert len(live._waiting) == len(those) - 1
        taken[0] = live.take_place(Follower(*those[0]))
        assert taken[0]
    finally:
        for place in taken:
            live.give_place_back(place)
    assert not live._waiting


@pytest.mark.django_db
def test_two_people_and_a_program_can_watch_behind_one_router(tool):
    Match.objects.update(public=True)
    path = f"matches/{tool.match}/stream"
    streams = [Program().get(path), Program().get(path), tool.get(path)]
    assert [stream.status_code for stream in streams] == [200, 200, 200]
    assert Program().get(path).status_code == 429
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
def test_a_waiting_request_gets_no_news_after_its_access_ended(tool, monkeypatch, reason):
    def end_access(_happened, place, _seconds):
        ENDS[reason]()
        live.give_place_back(place)

    monkeypatch.setattr(live, "wait_until", end_access)
    answer = tool.get(f"matches/{tool.match}/events?wait=20")
    assert answer.status_code == (404 if reason == "no member" else 401)


@pytest.mark.django_db
def test_a_match_that_is_closed_while_its_stream_reads_is_sent_to_its_end(tool, monkeypatch):
    read, closed = matches.watched, []

    def closed_after_reading(request, code):
        match = read(request, code)
        if len(closed) == 1:
            assert tool.send(f"matches/{tool.match}/close", {"expected_seq": 1}).status_code == 200
        closed.append(match.closed)
        return match

    monkeypatch.setattr(matches, "watched", closed_after_reading)
    stream = tool.get(f"matches/{tool.match}/stream")
    lines = b"".join(stream.streaming_content).splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["close"]
    assert closed == [False, False, True]
    end(stream)


@pytest.mark.django_db
def test_a_new_stream_of_a_token_takes_the_place_of_its_old_one(tool):
    path = f"matches/{tool.match}/stream"
    old, new = tool.get(path), tool.get(path)
    assert (old.status_code, new.status_code, len(live._waiting)) == (200, 200, 1)
    tool.send(f"matches/{tool.match}/entries", {"kind": "hand", "payload": HAND, "expected_seq": 1})
    assert list(old.streaming_content) == []  # it has ended
    assert json.loads(next(iter(new.streaming_content)))["seq"] == 1
    end(old)
    assert len(live._waiting) == 1  # and the new one keeps its place
    end(new)
    assert not live._waiting


@pytest.mark.django_db
def test_a_stream_ends_when_its_program_disconnects(tool):
    gone = []
    path = f"/api/v1/matches/{tool.match}/stream"
    stream = tool.client.get(path, headers=tool.headers, **{"waitress.client_disconnected": lambda: bool(gone)})
    assert (stream.status_code, stream.headers["X-Accel-Buffering"]) == (200, "no")
    lines = iter(stream.streaming_content)
    tool.send(f"matches/{tool.match}/entries", {"kind": "hand", "payload": HAND, "expected_seq": 1})
    assert json.loads(next(lines))["seq"] == 1
    gone.append(True)
    assert list(lines) == []
    end(stream)


@pytest.mark.django_db
def test_a_waiting_request_frees_its_place_when_the_program_disconnects(tool):
    began = time.monotonic()
    path = f"/api/v1/matches/{tool.match}/events?wait=25"
    assert tool.client.get(path, headers=tool.headers, **{"waitress.client_disconnected": lambda: True}).status_code
    assert time.monotonic() - began < 5
    assert not live._waiting


@pytest.mark.django_db
def test_a_closed_match_is_not_waited_for_and_its_status_says_why(tool):
    tool.send(f"matches/{tool.match}/close", {"expected_seq": 1})
    answer = tool.get(f"matches/{tool.match}/events?after=1&wait=25")
    assert answer.json() == {"version": 1, "events": [], "status": "closed"}
    assert "Retry-After" not in answer.headers


@pytest.mark.django_db(transaction=True)
def test_a_program_waits_for_a_tournament_by_its_version(tool):
    club = Club.objects.get()
    event = tournament(club, published=1)
    path = f"tournaments/{event.code}"

    def change_later():
        time.sleep(0.3)
        Tournament.objects.update(version=7)
        connection.close()

    other = threading.Thread(target=change_later)
    other.start()
    began = time.monotonic()
    assert tool.get(f"{path}?after={event.version}&wait=20").json()["version"] == 7
    other.join()
    assert 0.2 < time.monotonic() - began < 15
    assert tool.get(f"{path}?after=6&wait=20").json()["version"] == 7  # already newer
    assert not live._waiting


@pytest.mark.django_db
def test_without_a_free_place_a_tournament_is_answered_immediately(tool, no_places):
    event = tournament(Club.objects.get(), published=1)
    path = f"tournaments/{event.code}?after={event.version}&wait=25"
    began = time.monotonic()
    answer = tool.get(path)
    assert (answer.json()["version"], answer.headers["Retry-After"]) == (event.version, "5")
    again = tool.get(path, **{"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.headers["Retry-After"]) == (304, "5")
    assert time.monotonic() - began < 5


@pytest.mark.django_db
def test_waiting_requests_are_answered_when_the_server_stops(tool):
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
