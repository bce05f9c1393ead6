"""Whatever a program sends, the response is JSON that says what is wrong, and costs the server little."""

import itertools
import json
import time
from copy import copy

import pytest
from django.test import Client

from engine.rulesets import BOOKS
from matches.models import Event
from people.models import Club
from tests.api.programs import NAMES, Program, program
from tests.matches.worlds import standing  # noqa: F401 - a fixture
from tests.people.club_cast import Person
from tests.thorough import sized
from tests.tournaments.cast import tournament

pytestmark = pytest.mark.django_db
HAND = {"winner": "P2", "win": {"by": "discard", "from": "P1"}, "hand_points": 6, "bonus_points": 2}
ENTRY = {"kind": "hand", "payload": HAND, "expected_seq": 1}


@pytest.fixture(scope="module")
def hall(standing):  # noqa: F811
    """A club with a match and a tournament whose first round is published, and a program of its owner."""
    ann = Person("ann")
    club = Club.objects.get(code=ann.found())
    found = program(ann.user, club, "organise")
    found.club = club
    found.match = found.send("matches", {"club": club.code, "system": "korean_japanese", "players": NAMES}).json()[
        "code"
    ]
    found.tournament = tournament(club, published=1).code
    return found


@pytest.fixture
def tool(hall):
    """A fresh copy of the program, whose requests a test may change."""
    found = copy(hall)
    found.client, found.headers = Client(), dict(hall.headers)
    return found


def writes(tool):
    """Every endpoint that takes JSON: method, path, and a valid body."""
    match, event = f"matches/{tool.match}", f"tournaments/{tool.tournament}"
    start = {"club": tool.club.code, "system": "korean_japanese", "players": NAMES, "options": {}, "name": ""}
    return [
        ("post", "score", {"system": "korean_japanese", "type": "settlement", "options": {}, "input": {}}),
        ("post", "matches", start),
        ("post", f"{match}/entries", ENTRY),
        ("put", f"{match}/entries/1", ENTRY),
        ("post", f"{match}/entries/1/void", {"expected_seq": 1, "note": ""}),
        ("post", f"{match}/insertions", {**ENTRY, "after": 0}),
        ("post", f"{match}/undo", {"expected_seq": 1, "target": 1}),
        ("post", f"{match}/redo", {"expected_seq": 1}),
        ("post", f"{match}/close", {"expected_seq": 1}),
        ("post", f"{event}/players", [{"name": "Zoe", "club": "", "country": "", "licence": "", "team": ""}]),
        ("put", f"{event}/players/1/check-in", {"present": True}),
        ("post", f"{event}/rounds/1/tables/1/result", {"points": [30, 0, -30], "pot": 0, "chips": []}),
        ("post", f"{event}/rounds/1/tables/1/confirm", {"number": 1}),
    ]


def is_problem(answer):
    if answer.status_code < 400:
        return answer.status_code in (200, 201, 204)
    told = answer.json() if answer.headers["Content-Type"] == "application/problem+json" else {}
    return answer.status_code < 500 and told.get("status") == answer.status_code and bool(told["title"])


def raw(tool, method, path, body, content_type="application/json"):
    headers = {**tool.headers, "Idempotency-Key": "a key for this one"}
    return tool.client.generic(method.upper(), f"/api/v1/{path}", body, content_type=content_type, headers=headers)


UNREADABLE = {
    "empty": b"",
    "no JSON": b"{",
    "a form": b"kind=hand&expected_seq=1",
    "not UTF-8": b'{"kind": "\xff\xfe"}',
    "NaN": b'{"expected_seq": NaN}',
    "infinity": b'{"expected_seq": -Infinity}',
    "a huge number": b'{"expected_seq": 1' + b"0" * 5000 + b"}",
    "a huge exponent": b'{"expected_seq": 1e999999}',
    "deep lists": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "just too deep": b'{"payload":' + b"[" * 40 + b"]" * 40 + b"}",
    "a NUL": b'{"note": "\\u0000"}',
    "half a pair": b'{"note": "\\ud800"}',
    "a name twice": b'{"kind": "hand", "payload": {"a": 1, "a": 2}, "expected_seq": 1}',
    "a large body": b'{"note": "' + b"x" * 1_000_000 + b'"}',
    "a huge body": b'{"note": "' + b"x" * 3_000_000 + b'"}',
    "many values": b'{"payload": [' + b"1," * 120_000 + b"1]}",
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_unreadable_bodies_are_refused_everywhere_and_cost_little(tool, kind):
    began = time.process_time()
    for method, path, _body in writes(tool):
        answer = raw(tool, method, path, UNREADABLE[kind])
        assert answer.status_code in (400, 413, 422) or kind == "many values", (path, answer.content)
        assert is_problem(answer)
    assert time.process_time() - began < 5
    assert Event.objects.count() == 0


WRONG = [None, True, -1, 0, 10**14, 1.5, "", "x", "x" * 3000, [], {}, [[]], {"P1": []}, {"P1": {"P1": None}}, ["P1"]]


def wrong_bodies(body):
    """Every variant of the body; in `make test` every seventh, which is a different wrong value for each field."""
    return itertools.islice(variants(body), 0, None, sized(7, 1))


def variants(body):
    """The body with each of its values, at any depth, replaced with each wrong value."""
    yield from WRONG
    if isinstance(body, dict):
        for name, value in body.items():
            yield {each: inner for each, inner in body.items() if each != name}
            yield from ({**body, name: wrong} for wrong in variants(value))
    if isinstance(body, list):
        yield from ([wrong, *body[1:]] for wrong in variants(body[0] if body else None))


@pytest.mark.parametrize("number", range(13))
def test_values_of_wrong_types_are_named_and_crash_nothing(tool, number):
    method, path, body = writes(tool)[number]
    for wrong in wrong_bodies(body):
        answer = raw(tool, method, path, json.dumps(wrong))
        assert is_problem(answer), (path, wrong, answer.status_code, answer.content)


@pytest.mark.parametrize("system", BOOKS)
def test_payloads_of_wrong_types_are_refused_by_every_game(tool, system):
    code = tool.send("matches", {"club": tool.club.code, "system": system, "players": NAMES}).json()["code"]
    tiles = {"winner": "P1", "win": {"by": "tsumo", "tile": "1p"}, "concealed": ["1p"], "melds": [{"type": "pong"}]}
    more = {"riichi": "riichi", "patterns": ["all_pongs"], "han": 1, "fu": 30, "tenpai": ["P1"], "penalty": {"P1": 1}}
    for number, payload in enumerate(wrong_bodies({**tiles, **more})):
        content = {"kind": ("hand", "draw", "penalty")[number % 3], "payload": payload, "expected_seq": 1}
        answer = raw(tool, "post", f"matches/{code}/entries", json.dumps(content))
        assert answer.status_code == 422, (content, answer.content)
        assert is_problem(answer)


@pytest.mark.parametrize(
    ("content", "field", "detail"),
    [
        ({"kind": "hand", "payload": {}}, "expected_seq", "expected_seq is required."),
        ({**ENTRY, "expected_seq": 10**9}, "expected_seq", "expected_seq must be at most 1000000."),
        ({**ENTRY, "expected_seq": -1}, "expected_seq", "expected_seq must be at least 0."),
        ({**ENTRY, "kind": "win"}, "kind", "kind must be one of: hand, draw, penalty."),
        ({**ENTRY, "payload": []}, "payload", "payload must be an object."),
        ({**ENTRY, "note": "x" * 2001}, "note", "note can have at most 280 characters."),
        ({**ENTRY, "notes": "x"}, "notes", "notes is unknown."),
        ([], "body", "body must be an object."),
    ],
)
def test_a_wrong_type_is_named_in_a_sentence(tool, content, field, detail):
    answer = tool.send(f"matches/{tool.match}/entries", content)
    assert (answer.status_code, answer.json()["field"], answer.json()["detail"]) == (422, field, detail)


def test_wrong_parameters_are_named_too(tool):
    assert tool.get("matches").json()["detail"] == "club is required."
    assert tool.get(f"clubs/{tool.club.code}/season?from=soon").json()["field"] == "from"
    assert tool.get(f"clubs/{tool.club.code}/season?least=x").json()["field"] == "least"
    assert tool.get(f"matches?club={tool.club.code}&cursor=x").json()["field"] == "cursor"


@pytest.mark.parametrize("path", ["nothing", "matches/short", "matches/x/y/z", "clubs/" + "A" * 22, ""])
def test_a_missing_object_is_a_problem_for_everybody(tool, path):
    for who in (tool, Program()):
        answer = who.get(path)
        assert (answer.status_code, is_problem(answer)) == (404, True)


def test_other_methods_and_types_are_problems(tool):
    answer = tool.send("clubs", {}, method="delete")
    assert (answer.status_code, answer.headers["Allow"], is_problem(answer)) == (405, "GET, HEAD, OPTIONS", True)
    answer = raw(tool, "post", f"matches/{tool.match}/entries", json.dumps(ENTRY), "text/plain")
    assert (answer.status_code, is_problem(answer)) == (415, True)


def test_a_crash_is_a_problem_without_details(tool, monkeypatch):
    monkeypatch.setattr("api.endpoints.clubs._club", lambda *parts: 1 / 0)
    tool.client.raise_request_exception = False
    answer = tool.get("clubs")
    assert (answer.status_code, answer.json()["title"], answer.json()["detail"]) == (500, "Something went wrong", "")


def test_an_entry_without_a_key_is_refused(tool):
    answer = tool.client.post(
        f"/api/v1/matches/{tool.match}/entries", ENTRY, content_type="application/json", headers=tool.headers
    )
    assert (answer.status_code, answer.json()["field"]) == (422, "Idempotency-Key")


def test_a_name_that_appears_twice_in_an_object_is_named(tool):
    answer = raw(tool, "post", "score", '{"type": "hand", "input": {"hand_no": 1, "hand_no": 2}}')
    assert (answer.status_code, answer.json()["detail"]) == (400, "hand_no appears twice in the same object.")


def test_an_unknown_field_is_refused_everywhere(tool):
    for method, path, body in writes(tool)[1:]:
        wrong = [{**body[0], "optons": {}}] if isinstance(body, list) else {**body, "optons": {}}
        answer = raw(tool, method, path, json.dumps(wrong))
        assert (answer.status_code, answer.json()["detail"].split(".")[-2][-18:]) == (422, "optons is unknown"), path
    for step in ({"expected_seq": 1, "target": 1}, {"expected_seq": 1}):
        path = "undo" if "target" in step else "redo"
        assert tool.send(f"matches/{tool.match}/{path}", {**step, "note": "x"}).json()["field"] == "note"
    assert tool.send(f"matches/{tool.match}/close", {"expected_seq": 1, "note": "x"}).json()["field"] == "note"


def test_a_refusal_says_what_to_do(tool):
    reader = program(tool.club.memberships.get().user, tool.club, "read")
    for answer, status in (
        (Program("sk_wrong").get("clubs"), 401),
        (reader.send(f"matches/{tool.match}/entries", ENTRY), 403),
        (tool.get("nothing"), 404),
        (tool.get("clubs/" + "A" * 22), 404),
    ):
        assert (answer.status_code, answer.json()["detail"][-1:]) == (status, ".")


def test_a_future_version_is_a_wrong_value(tool):
    answer = tool.send(f"matches/{tool.match}/entries", {**ENTRY, "expected_seq": 7})
    assert (answer.status_code, answer.json()["field"]) == (422, "expected_seq")
    assert answer.json()["detail"] == "expected_seq must be 1: the version of the match, 0, plus 1."


@pytest.mark.parametrize(
    ("path", "name", "detail"),
    [
        ("matches/{match}?language=cs", "language", "language is unknown. Leave it out."),
        ("matches/{match}/events?afer=1", "afer", "afer is unknown. Use: after, key, wait."),
        ("tournaments?club={club}&state=running", "state", "state is unknown. Use: club."),
        ("clubs/{club}/season?form=2026-01-01", "form", "form is unknown. Use: from, least, system, to."),
    ],
)
def test_an_unknown_name_in_the_query_string_is_refused(tool, path, name, detail):
    answer = tool.get(path.format(match=tool.match, club=tool.club.code))
    assert (answer.status_code, answer.json()["field"], answer.json()["detail"]) == (422, name, detail)


def test_an_unknown_name_changes_nothing_and_no_method(tool):
    assert tool.send(f"matches/{tool.match}/entries?dry=1", ENTRY).json()["field"] == "dry"
    assert Event.objects.count() == 0
    assert tool.send(f"matches/{tool.match}?x=1", {}, method="delete").status_code == 405


@pytest.mark.parametrize("players", [{"E": "Ann"}, {"P1": "Ann", "P2": "Bea"}, ["Ann", "Bea", "Cho"], {}])
def test_invalid_players_are_quoted_in_the_problem(tool, players):
    start = {"club": tool.club.code, "system": "korean_japanese", "players": players}
    problem = tool.send("matches", start).json()
    assert problem["field"].startswith("players")
    assert "Two players" not in problem["detail"]


def test_two_players_with_one_name_are_named(tool):
    names = {"P1": "Ann", "P2": "Bea", "P3": "Ann"}
    problem = tool.send("matches", {"club": tool.club.code, "system": "korean_japanese", "players": names}).json()
    assert (problem["field"], problem["detail"]) == ("P3", "Two players are called Ann. Names must be different.")


def test_a_refusal_because_of_the_state_of_a_match_names_the_match(tool):
    path = f"matches/{tool.match}"
    assert tool.send(f"{path}/undo", {"expected_seq": 1, "target": 1}).json()["field"] == "match"
    assert tool.send(f"{path}/redo", {"expected_seq": 1}).json()["field"] == "match"
    assert tool.send(f"{path}/reopen", {"expected_seq": 1, "note": "x"}).json()["field"] == "match"
    assert tool.send(f"{path}/close", {"expected_seq": 1}).status_code == 200
    for part, more in (("close", {}), ("redo", {}), ("undo", {"target": 1}), ("entries", ENTRY)):
        problem = tool.send(f"{path}/{part}", {**more, "expected_seq": 2}).json()
        assert (problem["status"], problem["field"]) == (422, "match"), part
        assert problem["detail"] == "The match has ended. Reopen it to make changes."


def test_a_full_match_takes_no_hand_and_says_so_about_the_match(tool):
    for seq in range(1, 10):
        assert tool.send(f"matches/{tool.match}/entries", {**ENTRY, "expected_seq": seq}).status_code == 200
    match = tool.get(f"matches/{tool.match}").json()
    assert (match["status"], match["hand"], match["hand_no"]) == ("finished", "", None)
    for path, more in (("entries", {}), ("insertions", {"after": 0})):
        problem = tool.send(f"matches/{tool.match}/{path}", {**ENTRY, **more, "expected_seq": 10}).json()
        assert (problem["status"], problem["field"]) == (422, "match"), path


def test_a_problem_is_in_the_language_of_the_request(tool):
    tool.headers["Accept-Language"] = "cs"
    told = [
        tool.get("nothing").json()["title"],
        tool.send(f"matches/{tool.match}/entries", {**ENTRY, "note": "x" * 281}).json()["detail"],
        raw(tool, "post", "score", "{").json()["detail"],
        tool.send("score", {"system": "honshu", "type": "hand", "input": {}}).json()["detail"],
        Program("sk_wrong").get("clubs", **{"Accept-Language": "cs"}).json()["title"],
    ]
    assert told == [
        "Nenalezeno",
        "note: nejvýš znaků 280.",
        "Pošlete JSON v\u00a0kódování UTF-8, bez NaN a\u00a0s\u00a0čísly, která mají nejvýš 15 číslic.",
        "winner chybí.",
        "Je potřeba platný token",
    ]
