"""HEAD, OPTIONS, ETag and CORS, the same for every URL of the API."""

import pytest

from matches.models import Match, Sitting
from people.models import Club
from tests.api.programs import NAMES, Program, program
from tests.people.club_cast import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def tool():
    ann = Person("ann")
    club = Club.objects.get(code=ann.found())
    found = program(ann.user, club)
    start = {"club": club.code, "system": "korean_japanese", "players": NAMES}
    found.path = f"matches/{found.send('matches', start).json()['code']}"
    return found


CHANGES = {
    "a name": lambda: Sitting.objects.filter(chair="P1").update(name="Anne"),
    "who sees it": lambda: Match.objects.update(public=True),
    "the right to score": lambda: Club.objects.get().memberships.update(role="member"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_etag_changes_with_everything_in_the_response(tool, change):
    tag = tool.get(tool.path).headers["ETag"]
    assert tool.get(tool.path, **{"If-None-Match": tag}).status_code == 304
    CHANGES[change]()
    assert tool.get(tool.path, **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', '"other", W/{}', "*"])
def test_every_form_of_an_etag_is_understood(tool, form):
    tag = tool.get(tool.path).headers["ETag"]
    again = tool.get(tool.path, **{"If-None-Match": form.format(tag)})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert tool.get(tool.path, **{"If-None-Match": '"other"'}).status_code == 200


def test_if_match_with_another_etag_is_a_problem(tool):
    answer = tool.get(tool.path, **{"If-Match": '"other"'})
    assert (answer.status_code, answer.headers["Content-Type"]) == (412, "application/problem+json")


def test_head_has_the_headers_of_get_and_no_content(tool):
    for path in (tool.path, f"{tool.path}/events", "clubs", "rule-books", "matches/" + "A" * 22):
        read = tool.get(path)
        head = tool.client.head(f"/api/v1/{path}", headers=tool.headers)
        assert (head.status_code, head.content) == (read.status_code, b"")
        assert head.headers["Content-Length"] == str(len(read.content))
        assert head.headers.get("ETag") == read.headers.get("ETag")
    assert tool.client.head(f"/api/v1/{tool.path}/undo").status_code == 405


def options(path):
    answer = Program().client.options(f"/api/v1/{path}", headers={"Origin": "https://club.example"})
    assert (answer.status_code, answer.content) == (204, b"")
    return [answer.headers.get(f"Access-Control-Allow-{name}") for name in ("Origin", "Methods", "Headers")]


def test_other_websites_may_send_a_preflight_request(tool):
    assert options(tool.path) == ["*", "GET, HEAD", "If-None-Match"]
    assert options("matches") == ["*", "GET, HEAD", "If-None-Match"]
    assert options("score") == ["*", "POST", "Content-Type"]
    assert options(f"{tool.path}/undo") == [None, None, None]
    answer = Program().client.options(f"/api/v1/{tool.path}")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_other_websites_may_read_the_etag_and_retry_after(tool):
    Match.objects.update(public=True)
    header = "Access-Control-Expose-Headers"
    read = Program().get(tool.path)
    for answer in (read, Program().get(tool.path, **{"If-None-Match": read.headers["ETag"]})):
        assert (answer.headers["Access-Control-Allow-Origin"], answer.headers[header]) == ("*", "ETag, Retry-After")
    assert header not in tool.get(tool.path).headers
