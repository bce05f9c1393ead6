"""Every example of the guide, run as it is shown against a real server: by curl, Python and a browser."""

import json
import shutil
import subprocess
import sys

import pytest

from api.guide import examples
from api.guide.examples import ALL, PAYLOADS
from engine.rulesets import BOOKS
from matches.models import Match
from people.models import Club
from tests.api.programs import Program, program
from tests.people.club_cast import Person
from tests.tournaments.cast import tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def values(live_server):
    """What readers put in for TOKEN, CLUB, MATCH and TOURNAMENT."""
    ann = Person("ann")
    club = Club.objects.get(code=ann.found())
    found = program(ann.user, club, "organise")
    match = found.send("matches", examples.START.body | {"club": club.code}).json()["code"]
    codes = {"CLUB": club.code, "MATCH": match, "TOURNAMENT": tournament(club, published=1).code}
    return {"TOKEN": found.headers["Authorization"].split()[1], **codes}


def put_in(text, values):
    for name, value in values.items():
        text = text.replace(name, value)
    return text


def run_curl(text):
    assert shutil.which("curl"), "curl is needed"
    return json.loads(subprocess.run(["sh", "-c", f"{text} --silent"], capture_output=True, check=True).stdout)


def run_python(text):
    printed = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout
    return eval(printed, {"__builtins__": {}})  # the program prints a dictionary of plain values


@pytest.mark.parametrize("way", ["curl", "python"])
def test_the_examples_work_as_they_are_shown(live_server, values, way):
    run = {"curl": run_curl, "python": run_python}[way]
    answers = {}
    for example in ALL:
        if example is examples.FIRST:
            Match.objects.filter(code=values["MATCH"]).update(public=True)
        text = put_in(getattr(example, way)(live_server.url), values)
        answers[ALL.index(example)] = run(text)

    def answer(example):
        return answers[ALL.index(example)]

    assert [club["code"] for club in answer(examples.OWN_CLUB)] == [values["CLUB"]]
    assert answer(examples.START)["players"] == examples.NAMES
    assert answer(examples.ENTER)["match"]["balances"] == {"P1": -14, "P2": 16, "P3": -2}
    assert answer(examples.UNDO)["match"]["balances"] == {"P1": 0, "P2": 0, "P3": 0}
    assert answer(examples.FOLLOW) == {"version": 2, "events": []}
    assert answer(examples.FIRST)["version"] == 2
    assert answer(examples.SCORE)["result"]["payments"] is not None
    assert [table["result"] for table in answer(examples.ROUNDS)[0]["tables"]] == [0, 0, 0]
    assert answer(examples.RESULT) == {"number": 1}


@pytest.mark.parametrize("example", PAYLOADS, ids=lambda example: f"{example.system} {example.kind} {example.title}")
def test_the_payloads_of_the_guide_can_be_entered(example, live_server):
    ann = Person("ann")
    club = Club.objects.get(code=ann.found())
    tool: Program = program(ann.user, club)
    content = {"club": club.code, "system": example.system, "players": examples.NAMES}
    match = tool.send("matches", content).json()["code"]
    entry = {"kind": example.kind, "payload": example.payload, "expected_seq": 1}
    saved = tool.send(f"matches/{match}/entries", entry)
    assert saved.status_code == 200, saved.content
    assert example.system in BOOKS
