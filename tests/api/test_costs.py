"""The number of queries of API requests, which doesn't grow with the amount of data."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from people.models import Club
from people.web.codes import new_key
from tests.api.programs import NAMES, program
from tests.people.club_cast import Person
from tests.tournaments.cast import tournament

pytestmark = pytest.mark.django_db
HAND = {"winner": "P2", "win": {"by": "discard", "from": "P1"}, "hand_points": 6, "bonus_points": 2}
# The most queries of each endpoint, with those for the token and the role.
READS = {
    "rule-books": 1,
    "clubs": 2,
    "clubs/CLUB": 4,
    "clubs/CLUB/players": 3,
    "clubs/CLUB/season": 4,
    "clubs/CLUB/tables": 7,
    "clubs/CLUB/house-rules": 4,
    "matches?club=CLUB": 5,
    "matches/MATCH": 8,
    "matches/MATCH/events": 5,
    "tournaments?club=CLUB": 4,
    "tournaments/TOURNAMENT": 6,
    "tournaments/TOURNAMENT/players": 4,
    "tournaments/TOURNAMENT/rounds": 10,
    "tournaments/TOURNAMENT/rounds/next": 9,
    "tournaments/TOURNAMENT/standings": 12,
}
LONG = {"match_length": 27}
ENTRY = 18


class Hall:
    """A club with matches, players and a tournament, and a program that reads them."""

    def __init__(self, name, matches, hands, entrants):
        owner = Person(f"owner of {name}")
        self.club = Club.objects.get(code=owner.found(name))
        owner.add(self.club.code, "\n".join(f"Player {chr(65 + number)}x" for number in range(entrants)))
        self.tool = program(owner.user, self.club, "organise")
        start = {"club": self.club.code, "system": "korean_japanese", "players": NAMES, "options": LONG}
        self.codes = [self.tool.send("matches", start).json()["code"] for _match in range(matches)]
        for seq in range(1, hands + 1):
            assert self.enter(seq).status_code == 200
        self.event = tournament(self.club, entrants=entrants, published=2, played=1)

    def enter(self, seq):
        entry = {"kind": "hand", "payload": HAND, "expected_seq": seq}
        return self.tool.send(f"matches/{self.codes[0]}/entries", entry, key=new_key())

    def queries(self, path):
        codes = {"CLUB": self.club.code, "MATCH": self.codes[0], "TOURNAMENT": self.event.code}
        for word, code in codes.items():
            path = path.replace(word, code)
        assert self.tool.get(path).status_code == 200
        with CaptureQueriesContext(connection) as asked:
            assert self.tool.get(path).status_code == 200
        return len(asked)


def test_a_get_request_takes_few_queries_however_much_data_there_is():
    few, many = Hall("Few", matches=1, hands=1, entrants=9), Hall("Many", matches=9, hands=12, entrants=27)
    asked = {path: (few.queries(path), many.queries(path)) for path in READS}
    assert {path: counts for path, counts in asked.items() if max(counts) > READS[path]} == {}


def test_an_entry_takes_few_queries_however_long_the_match_is():
    hall = Hall("Few", matches=1, hands=1, entrants=9)
    counts = []
    for seq in (2, 3, 4, 5, 6, 7, 8, 9, 10):
        with CaptureQueriesContext(connection) as asked:
            assert hall.enter(seq).status_code == 200
        counts.append(len(asked))
    assert max(counts) <= ENTRY, counts
