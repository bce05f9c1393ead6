"""Programs start matches, enter hands, and follow them, with the rights of their token and no others."""

import json

import pytest

from engine.errors import RuleViolation
from matches import actions
from matches.models import Event, Match, MatchDevice
from people.models import Audit, Club
from people.web.codes import new_key
from tests.api.programs import NAMES, Program, program
from tests.people.club_cast import Person, member

pytestmark = pytest.mark.django_db
HAND = {"winner": "P2", "win": {"by": "discard", "from": "P1"}, "hand_points": 6, "bonus_points": 2}


@pytest.fixture
def ann(db):
    """Ann, who owns a club."""
    return Person("ann")


@pytest.fixture
def club(ann):
    return Club.objects.get(code=ann.found())


@pytest.fixture
def scorer(ann, club):
    """A program that may score for the club."""
    return program(ann.user, club)


def start(program, club, **more):
    content = {"club": club.code, "system": "korean_japanese", "players": NAMES, **more}
    return program.send("matches", content)


def test_a_match_is_started_played_and_read(scorer, club):
    started = start(scorer, club)
    assert started.status_code == 201, started.content
    match = started.json()
    assert (match["players"], match["version"], match["status"], match["may_score"]) == (NAMES, 0, "running", True)
    saved = scorer.send(f"matches/{match['code']}/entries", {"kind": "hand", "payload": HAND, "expected_seq": 1})
    assert saved.status_code == 200, saved.content
    assert (saved.json()["seq"], saved.json()["repeated"]) == (1, False)
    assert saved.json()["match"]["balances"] == {"P1": -14, "P2": 16, "P3": -2}
    read = scorer.get(f"matches/{match['code']}").json()
    assert read == saved.json()["match"]


def test_an_entry_that_is_sent_twice_is_saved_once(scorer, club):
    code, key = start(scorer, club).json()["code"], "one uuid for this hand"
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    answers = [scorer.send(f"matches/{code}/entries", entry, key=key).json() for _time in range(3)]
    assert [(answer["seq"], answer["repeated"]) for answer in answers] == [(1, False), (1, True), (1, True)]
    assert Event.objects.count() == 1
    other = scorer.send(f"matches/{code}/entries", {**entry, "payload": {**HAND, "hand_points": 7}}, key=key)
    assert (other.status_code, other.json()["field"]) == (422, "Idempotency-Key")
    assert other.headers["Content-Type"] == "application/problem+json"


def test_of_two_programs_that_enter_the_same_hand_the_second_sees_what_was_saved(ann, scorer, club):
    code = start(scorer, club).json()["code"]
    other = program(ann.user, club, name="Another program")
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    assert scorer.send(f"matches/{code}/entries", entry).status_code == 200
    late = other.send(f"matches/{code}/entries", {**entry, "payload": {**HAND, "hand_points": 9}})
    assert late.status_code == 409
    problem = late.json()
    assert (problem["expected_seq"], problem["version"]) == (1, 1)
    assert [event["payload"]["hand_points"] for event in problem["saved"]] == [6]


def test_equal_keys_of_two_programs_are_two_keys(ann, scorer, club):
    code, key = start(scorer, club).json()["code"], new_key()
    other = program(ann.user, club, name="Another program")
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    assert scorer.send(f"matches/{code}/entries", entry, key=key).json()["repeated"] is False
    assert other.send(f"matches/{code}/entries", entry, key=key).status_code == 409
    assert other.send(f"matches/{code}/entries", {**entry, "expected_seq": 2}, key=key).json()["repeated"] is False
    assert Event.objects.count() == 2


def test_a_key_for_an_equal_hand_at_another_place_is_refused(scorer, club):
    code, key = start(scorer, club).json()["code"], new_key()
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    assert scorer.send(f"matches/{code}/entries", entry, key=key).status_code == 200
    second = scorer.send(f"matches/{code}/entries", {**entry, "expected_seq": 2}, key=key)
    assert (second.status_code, second.json()["type"]) == (422, "/api/#idempotency-key")
    assert Event.objects.count() == 1


def test_the_same_key_can_be_used_once_in_each_match(scorer, club):
    entry, key = {"kind": "hand", "payload": HAND, "expected_seq": 1}, new_key()
    for _match in range(2):
        code = start(scorer, club).json()["code"]
        assert scorer.send(f"matches/{code}/entries", entry, key=key).json()["repeated"] is False
    assert Event.objects.count() == 2


def test_a_program_whose_access_was_revoked_does_not_join_again(ann, scorer, club):
    code = start(scorer, club).json()["code"]
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    match, device = Match.objects.get(), MatchDevice.objects.get()
    actions.revoke_device(match=match, device=new_key(), user=ann.user, number=device.number)
    refused = scorer.send(f"matches/{code}/entries", entry)
    assert (refused.status_code, "revoked" in refused.json()["detail"]) == (403, True)
    device.refresh_from_db()
    assert device.revoked_at is not None
    assert Event.objects.count() == 0
    assert scorer.get(f"matches/{code}").json()["may_score"] is False


def test_a_new_secret_key_of_the_site_changes_nothing_for_programs(ann, scorer, club, settings):
    code, key = start(scorer, club).json()["code"], new_key()
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    scorer.send(f"matches/{code}/entries", entry, key=key)
    settings.SECRET_KEY = "another secret key " * 4
    assert scorer.send(f"matches/{code}/entries", entry, key=key).json()["repeated"] is True
    match, device = Match.objects.get(), MatchDevice.objects.get()
    actions.revoke_device(match=match, device=new_key(), user=ann.user, number=device.number)
    settings.SECRET_KEY = "yet another secret key " * 4
    assert scorer.send(f"matches/{code}/undo", {"expected_seq": 2, "target": 1}).status_code == 403


def test_an_archived_match_is_not_scored(ann, scorer, club):
    code, other = start(scorer, club).json()["code"], program(ann.user, club, name="Another program")
    match, starter = Match.objects.get(), MatchDevice.objects.get().device
    actions.archive_match(match=match, device=starter, user=ann.user)
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    for each in (scorer, other):
        refused = each.send(f"matches/{code}/entries", entry)
        assert (refused.status_code, refused.json()["detail"]) == (403, "This match is archived.")
    assert (Event.objects.count(), MatchDevice.objects.count()) == (0, 1)
    assert scorer.get(f"matches/{code}").json()["may_score"] is False


def test_a_program_does_not_join_without_a_valid_key(ann, scorer, club):
    code, other = start(scorer, club).json()["code"], program(ann.user, club, name="Another program")
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    assert other.send(f"matches/{code}/entries", entry, key="short").status_code == 422
    assert MatchDevice.objects.count() == 1


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({**HAND, "winner": "P4"}, "winner"),
        ({**HAND, "hand_points": "many"}, "hand_points"),
        ({"winner": "P1", "win": {"by": "discard", "from": "P1"}, "hand_points": 6, "bonus_points": 2}, "from"),
    ],
)
def test_a_wrong_value_is_named_and_nothing_is_saved(scorer, club, payload, field):
    code = start(scorer, club).json()["code"]
    refused = scorer.send(f"matches/{code}/entries", {"kind": "hand", "payload": payload, "expected_seq": 1})
    assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert refused.json()["detail"]
    assert Event.objects.count() == 0


def test_undo_redo_correction_insertion_and_removal_leave_one_ledger(scorer, club):
    code = start(scorer, club).json()["code"]

    def send(path, method="post", **content):
        answer = scorer.send(f"matches/{code}/{path}", content, method=method)
        assert answer.status_code == 200, answer.content
        return answer.json()["match"]["balances"]

    send("entries", kind="hand", payload=HAND, expected_seq=1)
    assert send("undo", target=1, expected_seq=2) == {"P1": 0, "P2": 0, "P3": 0}
    assert send("redo", expected_seq=3) == {"P1": -14, "P2": 16, "P3": -2}
    corrected = {**HAND, "winner": "P3"}
    assert send("entries/1", "put", kind="hand", payload=corrected, expected_seq=4) == {"P1": -14, "P2": -2, "P3": 16}
    send("insertions", kind="draw", payload={"draw": True}, after=0, expected_seq=5)
    assert send("entries/1/void", expected_seq=6) == {"P1": 0, "P2": 0, "P3": 0}
    kinds = list(Event.objects.order_by("seq").values_list("kind", flat=True))
    assert kinds == ["hand", "undo", "redo", "correct", "correct", "correct"]


def test_a_token_scores_only_in_its_own_club(ann, scorer, club):
    other = Club.objects.get(code=ann.found("Another club"))
    elsewhere = start(program(ann.user, other), other).json()["code"]
    assert scorer.get(f"matches/{elsewhere}").status_code == 404
    assert start(scorer, other).status_code == 404


def test_a_read_only_token_changes_nothing(ann, scorer, club):
    code = start(scorer, club).json()["code"]
    reader = program(ann.user, club, "read")
    assert reader.get(f"matches/{code}").json()["may_score"] is False
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    assert reader.send(f"matches/{code}/entries", entry).status_code == 403
    assert start(reader, club).status_code == 403
    assert Event.objects.count() == 0


def test_a_member_without_the_role_cannot_give_a_program_more(club):
    bea = member(club.code, "member", "bea")
    with pytest.raises(RuleViolation, match="own role"):
        program(bea.user, club)


def test_programs_lose_the_role_that_their_account_loses(club):
    bea = member(club.code, "scorer", "bea")
    tool = program(bea.user, club)
    code = start(tool, club).json()["code"]
    bea.user.memberships.update(role="member")
    entry = {"kind": "hand", "payload": HAND, "expected_seq": 1}
    assert tool.send(f"matches/{code}/entries", entry).status_code == 403
    bea.user.memberships.all().delete()
    assert tool.get(f"matches/{code}").status_code == 404


def test_without_a_token_only_public_matches_are_read_from_any_site(scorer, club):
    code = start(scorer, club).json()["code"]
    anybody = Program()
    assert anybody.get(f"matches/{code}").status_code == 404
    Match.objects.update(public=True)
    public = anybody.get(f"matches/{code}")
    assert public.json()["players"] == NAMES
    assert public.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in scorer.get(f"matches/{code}").headers
    assert anybody.send(f"matches/{code}/entries", {}).status_code == 401


def test_an_unchanged_match_is_a_304(scorer, club):
    code = start(scorer, club).json()["code"]
    tag = scorer.get(f"matches/{code}").headers["ETag"]
    again = scorer.get(f"matches/{code}", **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    scorer.send(f"matches/{code}/entries", {"kind": "hand", "payload": HAND, "expected_seq": 1})
    assert scorer.get(f"matches/{code}", **{"If-None-Match": tag}).status_code == 200


def test_the_events_after_a_seq_are_those_of_the_match_file(scorer, club):
    code = start(scorer, club).json()["code"]
    for seq in (1, 2, 3):
        scorer.send(f"matches/{code}/entries", {"kind": "hand", "payload": HAND, "expected_seq": seq})
    told = scorer.get(f"matches/{code}/events?after=1").json()
    assert (told["version"], [event["seq"] for event in told["events"]]) == (3, [2, 3])
    assert [event["hash"] for event in told["events"]] == list(
        Event.objects.filter(seq__gt=1).order_by("seq").values_list("hash", flat=True)
    )


def test_a_stream_gives_each_event_as_a_line_and_ends_with_the_match(scorer, club):
    code = start(scorer, club).json()["code"]
    scorer.send(f"matches/{code}/entries", {"kind": "hand", "payload": HAND, "expected_seq": 1})
    assert scorer.send(f"matches/{code}/close", {"expected_seq": 2}).status_code == 200
    stream = scorer.get(f"matches/{code}/stream")
    lines = b"".join(stream.streaming_content).splitlines()
    stream.close()
    assert [json.loads(line)["kind"] for line in lines] == ["hand", "close"]
    assert stream.headers["Content-Type"] == "application/x-ndjson; charset=utf-8"


def test_the_list_of_matches_is_paginated(scorer, club):
    codes = [start(scorer, club).json()["code"] for _match in range(3)]
    first = scorer.get(f"matches?club={club.code}").json()
    assert ([each["code"] for each in first["items"]], first["next"]) == (codes[::-1], "")


def test_a_match_is_started_once_for_each_key(scorer, club):
    key = new_key()
    content = {"club": club.code, "system": "korean_japanese", "players": NAMES}
    codes = {scorer.send("matches", content, key=key).json()["code"] for _time in range(2)}
    assert len(codes) == 1
    assert Match.objects.count() == 1


def test_the_keys_of_other_clubs_start_matches_of_their_own(ann, scorer, club):
    other = Club.objects.get(code=ann.found("Another club"))
    content, key = {"system": "korean_japanese", "players": NAMES}, new_key()
    for tool, place in ((scorer, club), (program(ann.user, other), other)):
        assert tool.send("matches", {**content, "club": place.code}, key=key).status_code == 201
    assert {match.club for match in Match.objects.all()} == {club, other}


def test_the_activity_log_names_the_token(scorer, club):
    start(scorer, club)
    assert Audit.objects.get(what="match_started").label == "The club's website"
    assert Audit.objects.filter(what="token_made").count() == 1


@pytest.mark.parametrize("token", ["", "sk_wrong", "x" * 5000])
def test_a_wrong_token_is_refused(club, token):
    wrong = Program(token or "sk_")
    answer = wrong.get("clubs")
    assert (answer.status_code, answer.json()["title"]) == (401, "A valid token is required")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_page_of_a_long_list_has_fifty_matches(scorer, club):
    start(scorer, club)
    first = Match.objects.get()
    fields = {name: getattr(first, name) for name in ("system", "rules_version", "options", "club", "created_at")}
    rows = [Match(code=new_key(), start_key=new_key(), started_by=first.started_by, **fields) for _row in range(120)]
    Match.objects.bulk_create(rows)
    codes, cursor, sizes = [], "", []
    while not sizes or cursor:
        page = scorer.get(f"matches?club={club.code}&cursor={cursor}").json()
        sizes.append(len(page["items"]))
        codes += [each["code"] for each in page["items"]]
        cursor = page["next"]
    assert sizes == [50, 50, 21]
    assert codes == list(Match.objects.order_by("-pk").values_list("code", flat=True))


def test_other_websites_read_what_is_public_and_nothing_else(scorer, club):
    code = start(scorer, club).json()["code"]
    Match.objects.update(public=True)
    anybody, header = Program(), "Access-Control-Allow-Origin"
    for path in (f"matches/{code}", f"matches/{code}/events", f"matches/{code}/stream", "rule-books"):
        answers = anybody.get(path), scorer.get(path)
        for close in (close for answer in answers for close in answer._resource_closers):
            close()  # `close` of a response would end the test's own connection
        assert [answer.headers.get(header) for answer in answers] == ["*", None]
    assert anybody.send("score", {}).headers[header] == "*"
    for answer in (anybody.send("matches", {}), scorer.send("score", {}), scorer.send("matches", {})):
        assert header not in answer.headers
    assert "Access-Control-Allow-Credentials" not in anybody.get("rule-books").headers


def test_the_cookies_of_a_browser_give_a_request_no_right(ann, club, scorer):
    code = start(scorer, club).json()["code"]
    assert ann.client.get(f"/api/v1/matches/{code}").status_code == 404
    assert ann.client.get("/api/v1/clubs").status_code == 401


def test_a_token_gives_nothing_outside_the_api(scorer, club):
    code = start(scorer, club).json()["code"]
    for path in (f"/m/{code}/", f"/c/{club.code}/"):
        assert scorer.client.get(path, headers=scorer.headers).status_code == 404


def test_after_sixty_wrong_tokens_a_network_waits_but_valid_tokens_go_on(scorer):
    wrong = Program("sk_wrong")
    assert {wrong.get("clubs").status_code for _time in range(60)} == {401}
    refused = wrong.get("clubs")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "600")
    assert refused.json()["title"] == "Too many requests"
    assert scorer.get("clubs").status_code == 200
