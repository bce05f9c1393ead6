"""Programs follow a match: a request that waits, and a stream; few at the same time."""

import threading
import time

import pytest
from django.db import connection

from api.endpoints import live
from people.models import Club
from tests.api.programs import NAMES, program
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
    """Three requests wait already."""
    assert all(live.take_place() for _place in range(3))
    assert not live.take_place()
    yield
    for _place in range(3):
        live.give_place_back()


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
    assert live.take_place()  # its place is free again
    live.give_place_back()


@pytest.mark.django_db
def test_the_fourth_that_waits_is_answered_at_once_and_a_stream_refused(tool, no_places):
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
