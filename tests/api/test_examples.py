"""Run every example of the guide unchanged against a real server: with curl, Python and a browser."""

import json
import shutil
import subprocess
import sys

import pytest

from api.guide import contents, examples, payloads, programs
from api.guide.examples import ALL
from api.guide.payloads import PAYLOADS
from engine.errors import RuleViolation
from engine.rulesets import BOOKS, rule_book
from matches import actions
from matches.actions import Unavailable
from matches.models import Event, Match
from people.models import Club
from tests.api.programs import Program, program
from tests.people.club_cast import Person
from tests.tournaments.cast import tournament

pytestmark = pytest.mark.django_db
# `make test` tries most situations in one language only; the complete programs of all languages enter their hand.
RARELY = pytest.mark.thorough


@pytest.fixture
def values(live_server):
    """The values that readers insert for TOKEN, CLUB, MATCH and TOURNAMENT."""
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


RUN = {"Python": [sys.executable, "-c"], "JavaScript": ["node", "--input-type=module", "-e"], "curl": ["sh", "-c"]}


def ran(language, text):
    """Run a complete program to its end."""
    missing = {"JavaScript": "node", "curl": "jq"}.get(language)
    if missing and not shutil.which(missing):
        pytest.skip(f"{missing} is needed")
    return subprocess.run([*RUN[language], text], capture_output=True, text=True, timeout=120)


def run_whole(language, text):
    """Run a complete program, and return what it prints."""
    done = ran(language, text)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


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
    assert answer(examples.FOLLOW) == {"version": 2, "events": [], "status": "running"}
    assert answer(examples.FIRST)["version"] == 2
    assert answer(examples.SCORE)["result"]["payments"] is not None
    assert [table["result"] for table in answer(examples.ROUNDS)[0]["tables"]] == [0, 0, 0]
    assert answer(examples.WAIT)["rounds"] == 1
    assert answer(examples.RESULT) == {"number": 1}


@pytest.mark.parametrize("system", BOOKS)
def test_the_payloads_of_the_guide_can_be_entered(system):
    ann = Person("ann")
    club = Club.objects.get(code=ann.found())
    tool: Program = program(ann.user, club)
    mine = [example for example in PAYLOADS if example.system == system]
    assert len(mine) > 3
    for example in mine:
        content = {"club": club.code, "system": example.system, "players": examples.NAMES}
        match = tool.send("matches", content).json()["code"]
        entry = {"kind": example.kind, "payload": example.payload, "expected_seq": 1}
        saved = tool.send(f"matches/{match}/entries", entry)
        assert saved.status_code == 200, (example.kind, example.title, saved.content)


def test_every_payload_of_the_guide_is_for_an_existing_game():
    assert {example.system for example in PAYLOADS} == set(BOOKS)


def test_every_field_of_a_payload_has_a_meaning_and_values():
    """A field that a rule book accepts must be explained in the guide."""
    for system in BOOKS:
        fields = {field.name: field for field in payloads.fields(system)}
        assert fields.keys() >= {"winner", "win.by", "hand_no", "patterns", "concealed", "draw", "penalty"}
        for field in fields.values():
            assert field.about, (system, field)
            assert field.values != ["null"], (system, field)
    numbers = {field.name: field.values for field in payloads.fields("riichi_sanma")}
    assert (numbers["han"], numbers["limit"][0], numbers["open"]) == (["1…99"], "mangan", ["true", "false"])


@pytest.mark.parametrize("system", BOOKS)
def test_every_key_in_the_guide_is_one_that_the_game_knows(system):
    book = rule_book(system, {})
    for field, items in contents._patterns(system):
        for key, _name, _gloss in items:
            value = {key: 1} if field == "bonus_items" else [key]
            payload = {"winner": "P1", "win": {"by": book.by_wall}, field: value}
            try:
                book.check(book.start(), book.read("hand", payload))
            except RuleViolation as violation:
                assert "isn’t an item" not in violation.sentence, key


@pytest.mark.parametrize("language", ["Python", "JavaScript", "curl"])
def test_the_complete_program_enters_its_hand_beside_another_program(live_server, values, language):
    text = put_in(dict(programs.programs(live_server.url))[language], values)
    assert run_whole(language, text)["match"]["balances"] == {"P1": -8, "P2": 16, "P3": -8}
    assert Event.objects.get().payload["hand_no"] == 1


@pytest.mark.parametrize(
    ("language", "meanwhile"),
    [
        ("Python", "a penalty"),
        ("JavaScript", "its hand"),
        pytest.param("Python", "its hand", marks=RARELY),
        pytest.param("JavaScript", "a penalty", marks=RARELY),
        pytest.param("curl", "a penalty", marks=RARELY),
        pytest.param("curl", "its hand", marks=RARELY),
    ],
)
def test_the_complete_program_meets_another_program(live_server, values, monkeypatch, language, meanwhile):
    """The other program is faster: a penalty leaves the hand to play, and the same hand is not saved twice."""
    fine = {"kind": "penalty", "payload": payloads.PENALTY}
    entry = fine if meanwhile == "a penalty" else {"kind": "hand", "payload": payloads.HAND}
    other, record, faster = Program(values["TOKEN"]), actions.record_entry, []

    def later(**place):
        if not faster:
            faster.append(entry)
            assert other.send(f"matches/{values['MATCH']}/entries", {**entry, "expected_seq": 1}).status_code == 200
        return record(**place)

    monkeypatch.setattr(actions, "record_entry", later)
    answer = run_whole(language, put_in(dict(programs.programs(live_server.url))[language], values))
    kinds = list(Event.objects.order_by("seq").values_list("kind", flat=True))
    if meanwhile == "a penalty":
        assert (answer["seq"], kinds) == (2, ["penalty", "hand"])
    else:
        assert (answer["status"], kinds) == (409, ["hand"])


@pytest.mark.parametrize("language", [*(pytest.param(each, marks=RARELY) for each in ("Python", "JavaScript")), "curl"])
def test_the_complete_program_repeats_a_request_whose_response_was_lost(live_server, values, monkeypatch, language):
    """The hand is saved, and then the server says that it was busy."""
    record, lost = actions.record_entry, []

    def busy(**place):
        outcome = record(**place)
        if not lost:
            lost.append(outcome)
            raise Unavailable("busy")
        return outcome

    monkeypatch.setattr(actions, "record_entry", busy)
    answer = run_whole(language, put_in(dict(programs.programs(live_server.url))[language], values))
    assert (answer["seq"], answer["repeated"], Event.objects.count()) == (1, True, 1)


REFUSED = (
    "A valid token is required: Send a valid token in the header Authorization: Bearer TOKEN. "
    "You make tokens at /account/tokens/."
)


@pytest.mark.parametrize(("language", "before"), [("Python", ""), ("JavaScript", "Error: "), ("curl", "")])
def test_the_complete_program_ends_with_the_reason_if_the_token_is_wrong(live_server, values, language, before):
    text = put_in(dict(programs.programs(live_server.url))[language], values | {"TOKEN": "wrong"})
    done = ran(language, text)
    assert (done.returncode, done.stdout, Event.objects.count()) == (1, "", 0)
    assert before + REFUSED in done.stderr.splitlines()


def test_an_example_in_python_ends_with_the_problem_if_the_token_is_wrong(live_server, values):
    text = put_in(examples.OWN_CLUB.python(live_server.url), values | {"TOKEN": "wrong"})
    done = ran("Python", text)
    problem = json.loads(done.stderr)
    assert (done.returncode, done.stdout, problem["status"]) == (1, "", 401)
    assert f"{problem['title']}: {problem['detail']}" == REFUSED


def test_the_program_in_the_guide_computes_the_stored_hashes(live_server, values):
    tool, names = Program(values["TOKEN"]), {}
    exec(contents.HASH, names)
    for seq in (1, 2):
        entry = {"kind": "hand", "payload": payloads.HAND, "expected_seq": seq, "note": "Zoë"}
        assert tool.send(f"matches/{values['MATCH']}/entries", entry).status_code == 200
    match = tool.get(f"matches/{values['MATCH']}").json()
    first, second = tool.get(f"matches/{values['MATCH']}/events").json()["events"]
    assert first["previous_hash"] == names["first_hash"](match)
    assert second["previous_hash"] == names["hash_of"](first) == first["hash"]
    assert names["hash_of"](second) == second["hash"]
