"""The parts of the fuzzer: parsing pages, filling in URL parameters, encoding fields, reporting faults."""

import json
import random
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.urls import get_resolver

from api.request_bodies import LARGEST
from api.v1 import api
from proofs.fuzzing import costly, pages, values
from proofs.fuzzing.addresses import filled, patterns
from proofs.fuzzing.player import MOST_MEMORY, MOST_SECONDS, Spent, too_much, wrong_with
from proofs.fuzzing.programs import COSTLY, Programs, wrong_with_program
from proofs.fuzzing.sending import encoded, multipart, raw
from proofs.fuzzing.world import found_world
from scorekeeper.server import LARGEST_BODY
from tests.thorough import sized

PAGE = """
<form action="/a/" method="post" id="f">
 <input type="hidden" name="key" value="k"><input name="n" type="number" min="2" max="4">
 <input type="radio" name="r" value="1"><input type="radio" name="r" value="2" checked>
 <select name="s"><option value="x">X<option value="y" selected>Y</select>
 <textarea name="t">typed</textarea><button name="save" value="1">Save</button>
</form>
<input name="late" form="f" value="z"><a href="/b/">b</a><a href="https://elsewhere/">c</a>
"""


def test_a_form_is_read_with_its_values_and_its_choices():
    page = pages.read(PAGE)
    (form,) = page.forms
    assert (form.action, form.method, form.buttons, page.links) == ("/a/", "post", [("save", "1")], ["/b/"])
    assert {name: (each.values, each.choices) for name, each in form.fields.items()} == {
        "key": (["k"], []),
        "n": ([""], []),
        "r": (["2"], ["1", "2"]),
        "s": (["y"], ["x", "y"]),
        "t": (["typed"], []),
        "late": (["z"], []),
    }
    assert (form.fields["n"].least, form.fields["n"].most) == ("2", "4")


@pytest.mark.parametrize(
    ("content", "readable"),
    [(b"<p>a</p>", True), (b"<title>a</title><p> </p><script>b()</script><!-- c -->", False), (b"", False)],
)
def test_whether_a_page_has_words_is_recognised(content, readable):
    assert pages.has_words(content) is readable


def test_every_address_of_the_site_can_be_filled_in():
    known = {"code": ["A" * 22], "password": ["1-abc-def"]}
    chance = random.Random(1)
    found = [filled(path, known, chance, 0.0) for _name, path in patterns(get_resolver())]
    assert len(found) > 180
    assert all(each.startswith("/") and "<" not in each for each in found)
    assert f"/m/{'A' * 22}/" in found
    assert "/p/1-abc-def" in found


def test_invalid_bytes_and_lone_surrogates_are_sent_unchanged():
    assert (raw("a\udcff"), raw("\ud800"), raw("é")) == (b"a\xff", b"\xed\xa0\x80", b"\xc3\xa9")
    assert encoded([("a b", "\0&="), ("a b", "")]) == "a%20b=%00%26%3D&a%20b="
    assert multipart([("a", "b")]).count(b"a-boundary-of-the-proof") == 2


def test_the_same_seed_gives_the_same_values_and_leaves_out_the_same_kinds():
    def run(seed):
        chance = random.Random(seed)
        kinds = values.kinds_of_a_chunk(chance)
        return kinds, [values.hostile(chance, kinds) for _ in range(50)]

    assert run(7) == run(7)
    assert {len(run(seed)[0]) < len(values.KINDS) for seed in range(20)} == {True}


def answer(status=200, content="<p>here</p>", **told):
    response = HttpResponse(content, status=status, headers=told.pop("headers", {}))
    response.resolver_match = SimpleNamespace(route="a/")
    vars(response).update(told)
    return response


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (answer(), ""),
        (answer(422), ""),
        (answer(302, "", headers={"Location": "/a/"}), ""),
        (answer(302, "", headers={"Location": "//evil/"}), "leads away, to //evil/"),
        (answer(302, "", headers={"Location": "/\\evil"}), "leads away, to /\\evil"),
        (answer(500), "500"),
        (answer(503), "503"),
        (answer(405, ""), "405 without a word, at a/"),
        (answer(200, "<p><script>alert(1)</script>a"), "a script that was sent, at a/"),
        (answer(500, exc_info=(ValueError, ValueError("x"), None)), "500 ValueError : x"),
    ],
)
def test_a_forbidden_response_is_reported(given, wrong):
    assert wrong_with("GET", given, given.content) == wrong


@pytest.mark.parametrize(
    ("seconds", "memory", "wrong"),
    [
        (MOST_SECONDS, MOST_MEMORY, ""),
        (MOST_SECONDS + 0.1, 0, "more than 1.0 s, at a/"),
        (0, MOST_MEMORY + 1, "more than 150 MB, at a/"),
    ],
)
def test_a_request_that_costs_too_much_is_reported(seconds, memory, wrong):
    assert too_much(Spent(3, 400), Spent(3 + seconds, 400 + memory), "a/") == wrong


def test_costly_texts_and_files_are_no_larger_than_the_site_accepts():
    assert max(len(encoded([("name", text)])) for text in costly.TEXTS.values()) < settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert max(map(len, costly.files().values())) < LARGEST_BODY


PROBLEM, JSON = "application/problem+json", "application/json"


def told(status, content, kind):
    return HttpResponse(content, status=status, content_type=kind)


def with_cookie():
    response = told(200, "[]", JSON)
    response.set_cookie("sid", "x")
    return response


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (told(200, "[]", JSON), ""),
        (told(200, '{"seq": 1}\n{"seq": 2}\n', "application/x-ndjson"), ""),
        (told(422, '{"status": 422, "title": "A value is wrong"}', PROBLEM), ""),
        (with_cookie(), "200 of the API with a cookie"),
        (told(404, "<p>Nothing here", "text/html"), "404 of the API without a problem"),
        (told(200, '{"points": NaN}', JSON), "200 of the API with what is no JSON"),
        (told(404, '{"status": 400, "title": "x"}', PROBLEM), "404 of the API with another status in its problem"),
    ],
)
def test_a_forbidden_response_of_the_api_is_reported(given, wrong):
    if given.headers["Content-Type"] == "application/x-ndjson":
        assert wrong_with_program("/m/", given, given.content) == ""
    else:
        assert wrong_with_program("/api/v1/clubs", given, given.content) == wrong


def test_every_endpoint_of_the_api_is_requested_with_and_without_a_token(db):
    known = {name: ["A" * 22] for name in ("c/code", "c/match", "m/code", "e/code", "token")} | {"system": ["honshu"]}
    programs = Programs(random.Random(5), list(values.KINDS), known)
    sent = [programs.request() for _request in range(sized(1000, 3000))]
    paths = {each.path.partition("?")[0] for each in sent}
    plain = [path.replace("{code}", "A" * 22) for path in api.openapi()["paths"] if path.count("{") <= 1]
    assert {path for path in plain if path not in paths} == set()
    tokens = [each.headers.get("HTTP_AUTHORIZATION", "") for each in sent]
    assert 0 < sum(token != f"Bearer {'A' * 22}" for token in tokens) < len(tokens) // 4
    again = Programs(random.Random(5), list(values.KINDS), known)
    assert [(each.method, each.path, each.body) for each in (again.request() for _request in range(300))] == [
        (each.method, each.path, each.body) for each in sent[:300]
    ]


def test_costly_json_is_no_larger_than_the_api_accepts_except_where_meant():
    assert {name for name, text in COSTLY.items() if len(text.encode()) > LARGEST - 3000} == {"a body too large"}


@pytest.mark.thorough
def test_the_fuzzed_site_has_phones_whose_service_workers_are_accepted(db):
    """Each gets a notification, stops, or gets another address; no phone's secret is refused."""
    world = found_world(random.Random(1))
    form, client = world.worker, world.clients["guest"]
    secrets, (moved,) = form.fields["secret"].choices, form.fields["endpoint"].values

    def sent(secret, action):
        place = {"subscription": form.fields["subscription"].choices[0], "endpoint": moved}
        answer = client.post(form.action, {"secret": secret, "action": action, **place})
        return answer.status_code, json.loads(answer.content) if answer.status_code == 200 else None

    texts = [sent(secret, "texts")[1]["texts"] for secret in secrets]
    assert [len(each) for each in texts] == [1, 1, 1]
    assert form.fields["action"].choices == ["texts", "stop", "move", "language"]
    assert [sent(secrets[0], action) for action in ("move", "stop", "texts")] == [(200, {}), (200, {}), (404, None)]
    assert sent("A" * 22, "texts") == (404, None)
