"""Who may do what: one row for every address of the app; an address without a row fails."""

import pytest
from django.urls import URLPattern, reverse

from matches import urls
from matches.models import Event, HouseRules, HouseRulesVersion, Match, Sitting
from tests.matches.cast import Phone

pytestmark = pytest.mark.django_db

# Statuses for (GET, POST) by the phone that scores and by a stranger; POST with nothing in it.
# A stranger who may not and a match that is not there look alike: 404.
TABLE = {
    # name: (scorer GET, scorer POST, stranger GET, stranger POST)
    "home": (200, 405, 200, 405),
    "start": (200, 422, 200, 422),
    "import": (200, 422, 200, 422),
    "glossary": (200, 405, 200, 405),
    "preset_card": (200, 405, 200, 405),
    "theme": (405, 303, 405, 303),
    "match": (200, 405, 200, 405),
    "balance": (200, 405, 200, 405),
    "hand": (200, 405, 200, 405),
    "history": (200, 405, 200, 405),
    "end": (200, 405, 200, 405),
    "rules": (200, 405, 200, 405),
    "card": (200, 405, 200, 405),
    "waits": (200, 405, 200, 405),
    "share": (200, 405, 200, 405),
    "sheet": (200, 405, 200, 405),
    "csv": (200, 405, 200, 405),
    "xlsx": (200, 405, 200, 405),
    "json": (200, 405, 200, 405),
    "entry": (200, 422, 404, 404),
    "draw": (200, 422, 404, 404),
    "penalty": (200, 422, 404, 404),
    "claims": (200, 422, 404, 404),
    "correct": (200, 422, 404, 404),
    "void": (200, 422, 404, 404),
    "insert": (200, 422, 404, 404),
    "players": (200, 422, 404, 404),
    "delete": (200, 422, 404, 404),
    "undo": (405, 422, 405, 404),
    "redo": (405, 422, 405, 404),
    "extend": (405, 422, 405, 404),
    "close": (405, 422, 405, 404),
    "reopen": (405, 422, 405, 404),
    "value": (405, 303, 405, 404),
    "archive": (405, 303, 405, 404),
    "rematch": (405, 303, 405, 404),
    "copy": (405, 404, 405, 404),
    # A profile of the phone's own.
    "houses": (200, 405, 200, 405),
    "house_new": (200, 422, 200, 422),
    "house_import": (200, 422, 200, 422),
    "house": (200, 405, 200, 405),
    "house_version": (200, 405, 200, 405),
    "house_version_card": (200, 405, 200, 405),
    "house_file": (200, 405, 200, 405),
    "house_version_file": (200, 405, 200, 405),
    "house_edit": (200, 422, 404, 404),
    "house_hide": (405, 303, 405, 404),
}
NAMES = [pattern.name for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)]
UNKNOWN = "A" * 22
OF_ALL = ("home", "start", "import", "glossary", "preset_card", "theme", "houses", "house_new", "house_import")
ON_A_MATCH = [name for name in NAMES if name not in OF_ALL]
CHANGES = [name for name in ON_A_MATCH if TABLE.get(name, (0, 0, 0, 404))[3] == 404]


@pytest.fixture(autouse=True)
def profile(phone):
    """House rules that the phone has saved."""
    phone.send(phone.get("/house/new/").form("/house/new/"), status=303, name="Friday club")


def address(name, code):
    if name.startswith("house") and code != UNKNOWN:
        code = HouseRules.objects.get().code
    takes = {"code": code} if name in ON_A_MATCH else {}
    if name.startswith("house_version"):
        takes["number"] = 1
    if name == "preset_card":
        takes |= {"system": "korean_japanese", "preset": "club"}
    if name in ("hand", "correct", "void", "insert"):
        takes["seq"] = 1
    return reverse(f"matches:{name}", kwargs=takes)


def everything():
    models = (Match, Event, Sitting, HouseRules, HouseRulesVersion)
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_every_address_has_a_row():
    assert sorted(NAMES) == sorted(TABLE)
    assert all(isinstance(pattern, URLPattern) for pattern in urls.urlpatterns)


@pytest.mark.parametrize("name", sorted(TABLE))
def test_the_phone_that_scores(phone, code, name, htmx):
    phone.hand(code)
    phone.get(address(name, code), htmx=htmx, status=TABLE[name][0])
    phone.post(address(name, code), htmx=htmx, status=TABLE[name][1])


@pytest.mark.parametrize("who", ["with a match of its own", "without a session"])
def test_a_stranger_may_watch_and_nothing_else(phone, code, stranger, who, htmx):
    phone.hand(code)
    other = stranger if who == "with a match of its own" else Phone()
    before = everything()
    for name in TABLE:
        other.get(address(name, code), htmx=htmx, status=TABLE[name][2])
        page = other.post(address(name, code), htmx=htmx, status=TABLE[name][3])
        assert everything() == before
        assert name not in CHANGES or "Ann" not in page.html


def test_what_a_stranger_sends_in_full_changes_nothing(phone, code, stranger, htmx):
    phone.hand(code)
    before = everything()
    told = {
        "key": "stranger-key-000000000", "expected_seq": "2", "winner": "P1", "source": "wall", "points": "9",
        "offender": "P1", "what": "other", "amount": "9", "target": "1", "match_length": "18", "note": "because",
        "chair": "P1", "name": "Mallory", "from_hand": "1", "sure": "yes", "value": "5", "unit": "gold",
    }  # fmt: skip
    for name in CHANGES:
        stranger.post(address(name, code), told, htmx=htmx, status=404)
    assert everything() == before


def test_a_code_that_is_none_looks_like_one_that_is_not_mine(phone, code, stranger, htmx):
    phone.hand(code)
    unknown = UNKNOWN
    for name in ON_A_MATCH:
        if TABLE[name][1] != 405:
            mine = stranger.post(address(name, code), htmx=htmx, status=404)
            none = stranger.post(address(name, unknown), htmx=htmx, status=404)
            assert mine.text == none.text
        if TABLE[name][0] == 200:
            stranger.get(address(name, unknown), htmx=htmx, status=404)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "HEAD", "BREW"])
def test_other_methods_change_nothing(phone, code, method):
    phone.hand(code)
    before = everything()
    token = phone.client.cookies["csrf"].value
    for name, (_get, post, *_stranger) in TABLE.items():
        answer = phone.client.generic(method, address(name, code), headers={"X-CSRFToken": token})
        # Who previews a link asks for its head first; a page that also takes a form is not previewed.
        assert answer.status_code == (200 if method == "HEAD" and post == 405 else 405), name
    assert everything() == before


def test_a_form_without_its_token_is_refused_with_what_was_typed(phone, code):
    phone.hand(code)
    before = everything()
    told = {"key": "x" * 22, "expected_seq": "2", "winner": "P2", "source": "wall", "points": "9"}
    for name in CHANGES:
        answer = phone.client.post(address(name, code), told)
        assert answer.status_code == 403, name
        assert 'name="points" value="9"' in answer.content.decode()
    assert everything() == before


def test_a_match_may_be_changed_by_the_second_phone_that_joined(phone, code, second):
    second.hand(code)
    assert Event.objects.get().by == "d2"
    phone.draw(code)
    assert [event.by for event in Event.objects.order_by("seq")] == ["d2", "d1"]
