"""Permissions: one row for every URL of the app; a URL without a row fails the test."""

import pytest
from django.urls import URLPattern, reverse

from clubs import urls as club_urls
from matches import urls
from matches.links import links_of
from matches.models import Event, HouseRules, HouseRulesVersion, Match, MatchDevice, MatchLink, Sitting
from tests.matches.cast import Phone, join, watch
from tests.matches.worlds import again

pytestmark = pytest.mark.django_db
# tests/rights/test_table.py checks every URL of the site with more roles.
again_in_the_matrix = pytest.mark.thorough

# Statuses of GET and empty POST by the phone that started the match, by a watcher with the watch link, and by a
# stranger without a link. A forbidden match and one that doesn't exist look the same: 404.
TABLE = {
    # name: (scorer GET, scorer POST, watcher GET, watcher POST, stranger GET); a stranger's POST ends as a watcher's
    "home": (200, 405, 200, 405, 200),
    "start": (200, 422, 200, 422, 200),
    "import": (200, 422, 200, 422, 200),
    "import_log": (405, 303, 405, 303, 405),  # no file: back to the form
    "glossary": (200, 405, 200, 405, 200),
    "help": (200, 405, 200, 405, 200),
    "preset_card": (200, 405, 200, 405, 200),
    "theme": (405, 303, 405, 303, 405),
    "offline": (200, 405, 200, 405, 200),
    "later_words": (200, 405, 200, 405, 200),
    "later": (200, 405, 200, 405, 404),
    "match": (200, 405, 200, 405, 404),
    "balance": (200, 405, 200, 405, 404),
    "screen": (200, 405, 200, 405, 404),
    "overlay": (200, 405, 200, 405, 404),
    "embed": (200, 405, 200, 405, 404),
    "hand": (200, 405, 200, 405, 404),
    "history": (200, 405, 200, 405, 404),
    "end": (200, 405, 200, 405, 404),
    "rules": (200, 405, 200, 405, 404),
    "card": (200, 405, 200, 405, 404),
    "waits": (200, 405, 200, 405, 404),
    "share": (200, 405, 200, 405, 404),
    "sheet": (200, 405, 200, 405, 404),
    "csv": (200, 405, 200, 405, 404),
    "xlsx": (200, 405, 200, 405, 404),
    "json": (200, 405, 200, 405, 404),
    # Links, managed by the phone that started the match.
    "watch": (303, 405, 303, 405, 404),
    "join": (303, 303, 404, 404, 404),
    "join_here": (405, 303, 405, 404, 405),
    "renew_link": (200, 303, 404, 404, 404),
    "publish": (405, 303, 405, 404, 405),
    "revoke": (405, 404, 405, 404, 405),  # number 1 is its own phone
    "entry": (200, 422, 404, 404, 404),
    "draw": (200, 422, 404, 404, 404),
    "penalty": (200, 422, 404, 404, 404),
    "claims": (200, 422, 404, 404, 404),
    "correct": (200, 422, 404, 404, 404),
    "void": (200, 422, 404, 404, 404),
    "insert": (200, 422, 404, 404, 404),
    "players": (200, 422, 404, 404, 404),
    "delete": (200, 422, 404, 404, 404),
    "declare": (405, 404, 405, 404, 405),  # nothing is declared early in this game
    "undo": (405, 422, 405, 404, 405),
    "redo": (405, 422, 405, 404, 405),
    "extend": (405, 422, 405, 404, 405),
    "close": (405, 422, 405, 404, 405),
    "reopen": (405, 422, 405, 404, 405),
    "value": (405, 303, 405, 404, 405),
    "archive": (405, 303, 405, 404, 405),
    "rematch": (405, 303, 405, 404, 405),
    "copy": (405, 404, 405, 404, 405),
    # A profile of this phone.
    "houses": (200, 405, 200, 405, 200),
    "house_new": (200, 422, 200, 422, 200),
    "house_import": (200, 422, 200, 422, 200),
    "house": (200, 405, 200, 405, 200),
    "house_version": (200, 405, 200, 405, 200),
    "house_version_card": (200, 405, 200, 405, 200),
    "house_file": (200, 405, 200, 405, 200),
    "house_version_file": (200, 405, 200, 405, 200),
    "house_edit": (200, 422, 404, 404, 404),
    "house_hide": (405, 303, 405, 404, 405),
    # A match and a club: these pages need an account, so a guest is redirected to sign in.
    "match_club": (302, 302, 404, 404, 404),
    "link_guest": (405, 404, 405, 404, 405),
    "account_history": (302, 405, 302, 405, 302),
    "person": (302, 405, 302, 405, 302),
    "person_json": (302, 405, 302, 405, 302),
    "person_csv": (302, 405, 302, 405, 302),
    "person_erase": (302, 302, 302, 302, 302),
}
# Clubs have a table of their own: tests/people/test_club_rights.py.
OF_CLUBS = {pattern.name for pattern in club_urls.urlpatterns if str(pattern.pattern).startswith("c/")}
APP = {p.name: app for app in (urls, club_urls) for p in app.urlpatterns if p.name not in OF_CLUBS}
NAMES = list(APP)
UNKNOWN = "A" * 22
OF_ALL = (
    "watch",
    "join",
    "home",
    "start",
    "import",
    "import_log",
    "glossary",
    "help",
    "preset_card",
    "theme",
    "offline",
    "later_words",
)
OF_ALL += ("houses", "house_new", "house_import", "account_history")
OF_ALL += ("person", "person_json", "person_csv", "person_erase")
ON_A_MATCH = [name for name in NAMES if name not in OF_ALL]
CHANGES = [name for name in ON_A_MATCH if TABLE.get(name, (0, 0, 0, 404))[3] == 404]


class World:
    """A match with a hand, and a phone for every role. The scoring phone has saved house rules."""

    def __init__(self):
        self.phone, self.second, self.watcher, self.stranger = (Phone() for _each in range(4))
        self.code = self.phone.start()
        self.phone.hand(self.code)
        self.phone.send(self.phone.get("/house/new/").form("/house/new/"), status=303, name="Friday club")
        join(self.code, self.second)
        for other in (self.watcher, self.stranger):
            other.start(("Xan", "Yva", "Zoe"))
        watch(self.code, self.watcher)


@pytest.fixture(scope="module")
def world(standing):
    return World()


@pytest.fixture
def code(world):
    return world.code


@pytest.fixture
def phone(world):
    """The phone that started the match."""
    return again(world.phone)


@pytest.fixture
def second(world):
    """A phone that has joined the match."""
    return again(world.second)


@pytest.fixture
def watcher(world):
    """A phone that holds the watching link of the match, and has started another match."""
    return again(world.watcher)


@pytest.fixture
def stranger(world):
    """A phone that has only a match of its own."""
    return again(world.stranger)


def address(name, code, *, token=None):
    """The path of a URL name. `token`: a token to try instead of the valid one."""
    if name in ("watch", "join"):
        if token is None:
            token = links_of(Match.objects.get(code=code))[{"watch": "watching", "join": "scoring"}[name]].token
        return reverse(f"matches:{name}", args=[token])
    if name.startswith("house") and code != UNKNOWN:
        code = HouseRules.objects.get().code
    takes = {"code": code} if name in ON_A_MATCH else {}
    if name.startswith("house_version"):
        takes["number"] = 1
    if name == "preset_card":
        takes |= {"system": "korean_japanese", "preset": "club"}
    if name in ("hand", "correct", "void", "insert"):
        takes["seq"] = 1
    if name == "revoke":
        takes["number"] = 1
    if name == "renew_link":
        takes["role"] = "scoring"
    return reverse(f"{APP[name].app_name}:{name}", kwargs=takes)


def everything():
    models = (Match, Event, Sitting, MatchDevice, MatchLink, HouseRules, HouseRulesVersion)
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_every_address_has_a_row():
    assert sorted(NAMES) == sorted(TABLE)
    assert all(isinstance(pattern, URLPattern) for pattern in [*urls.urlpatterns, *club_urls.urlpatterns])


@again_in_the_matrix
@pytest.mark.parametrize("name", sorted(TABLE))
def test_the_phone_that_scores(phone, code, name, htmx):
    phone.get(address(name, code), htmx=htmx, status=TABLE[name][0])
    phone.post(address(name, code), htmx=htmx, status=TABLE[name][1])


@again_in_the_matrix
def test_a_watcher_may_look_and_nothing_else(phone, code, watcher, htmx):
    before = everything()
    held = links_of(Match.objects.get(code=code))["watching"].token
    for name in TABLE:
        where = address(name, code, token=held)
        watcher.get(where, htmx=htmx, status=TABLE[name][2])
        page = watcher.post(where, htmx=htmx, status=TABLE[name][3])
        assert everything() == before
        assert name not in CHANGES or "Ann" not in page.html


@again_in_the_matrix
@pytest.mark.parametrize("who", ["with a match of its own", "without a session", "after the link was made anew"])
def test_a_stranger_sees_nothing_of_a_match(phone, code, stranger, who, htmx):
    other = Phone() if who == "without a session" else stranger
    if who == "after the link was made anew":
        watch(code, other)
        phone.send(phone.get(f"/m/{code}/share/watching/").form("/watching/"), status=303)
    before = everything()
    for name in TABLE:
        where = address(name, code, token=UNKNOWN)
        page = other.get(where, htmx=htmx, status=TABLE[name][4])
        assert name not in ON_A_MATCH or name.startswith("house") or "Ann" not in page.html
        page = other.post(where, htmx=htmx, status=TABLE[name][3])
        assert everything() == before
        assert name not in CHANGES or "Ann" not in page.html


@again_in_the_matrix
@pytest.mark.parametrize("name", sorted(TABLE))
def test_everybody_may_look_at_a_public_match_and_nothing_else(phone, code, stranger, name, htmx):
    Match.objects.filter(code=code).update(public=True)
    stranger.get(address(name, code, token=UNKNOWN), htmx=htmx, status=TABLE[name][2] if name != "watch" else 404)
    stranger.post(address(name, code, token=UNKNOWN), htmx=htmx, status=TABLE[name][3])


@pytest.mark.parametrize("who", ["watcher", "stranger"])
def test_complete_forms_of_others_change_nothing(phone, code, who, htmx, request):
    other = request.getfixturevalue(who)
    before = everything()
    told = {
        "key": "stranger-key-000000000", "expected_seq": "2", "winner": "P1", "source": "wall", "points": "9",
        "offender": "P1", "what": "other", "amount": "9", "target": "1", "match_length": "18", "note": "because",
        "chair": "P1", "name": "Mallory", "from_hand": "1", "sure": "yes", "value": "5", "unit": "gold",
        "public": "1", "generation": "1",
    }  # fmt: skip
    for name in CHANGES:
        other.post(address(name, code, token=UNKNOWN), told, htmx=htmx, status=404)
    assert everything() == before


# Allowed for the phone that started the match, but not for one that joined.
MANAGED = {"delete", "archive", "renew_link", "publish", "revoke"}


@again_in_the_matrix
@pytest.mark.parametrize("name", sorted(TABLE))
def test_a_phone_that_has_joined_may_do_everything_except_manage(phone, code, second, name, htmx):
    get, post, *_others = TABLE[name]
    managed = name in MANAGED
    mine = name in ("house_edit", "house_hide")  # the profile is the first phone's
    second.get(address(name, code), htmx=htmx, status=404 if (managed or mine) and get == 200 else get)
    second.post(address(name, code), htmx=htmx, status=404 if managed or mine else post)


def test_a_phone_that_has_joined_cannot_rename_the_match(phone, code, second):
    second.post(f"/m/{code}/players/", {"what": "match", "name": "Mine"}, status=404)
    assert Match.objects.get(code=code).name == ""
    assert not [form for form in second.get(f"/m/{code}/players/").forms if form.values("what") == ["match"]]
    second.post(f"/m/{code}/players/", {"what": "rename", "chair": "P1", "name": "Dan"}, status=303)


def test_an_unknown_code_looks_exactly_like_a_forbidden_one(phone, code, stranger, htmx):
    theirs = ("house", "house_version", "house_version_card", "house_file", "house_version_file")
    asked = {"token": UNKNOWN}
    for name in (name for name in ON_A_MATCH if name not in theirs):
        if TABLE[name][1] != 405:
            mine = stranger.post(address(name, code, **asked), htmx=htmx, status=404)
            none = stranger.post(address(name, UNKNOWN, **asked), htmx=htmx, status=404)
            assert whole(mine) == whole(none), name
        if TABLE[name][0] == 200:
            mine = stranger.get(address(name, code, **asked), htmx=htmx, status=404)
            none = stranger.get(address(name, UNKNOWN, **asked), htmx=htmx, status=404)
            assert whole(mine) == whole(none), name


def whole(page):
    """The whole response, including cookies."""
    return page.response.content, dict(page.headers), page.response.cookies.output()


@again_in_the_matrix
@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "HEAD", "BREW"])
def test_other_methods_change_nothing(phone, code, method):
    before = everything()
    token = phone.client.cookies["csrf"].value
    for name, (get, post, *_others) in TABLE.items():
        answer = phone.client.generic(method, address(name, code), headers={"X-CSRFToken": token})
        # Link previews send HEAD first; pages that also accept a form are not previewed.
        assert answer.status_code == (get if method == "HEAD" and post == 405 else 405), name
    assert everything() == before


@pytest.mark.thorough
def test_a_form_without_its_token_is_refused_with_what_was_typed(phone, code):
    before = everything()
    told = {"key": "x" * 22, "expected_seq": "2", "winner": "P2", "source": "wall", "points": "9"}
    for name in CHANGES:
        answer = phone.client.post(address(name, code), told)
        assert answer.status_code == 403, name
        assert 'name="points" value="9"' in answer.content.decode()
    assert everything() == before


def test_a_match_may_be_changed_by_the_second_phone_that_joined(phone, code, second):
    second.hand(code)
    phone.draw(code)
    assert [event.by for event in Event.objects.filter(match__code=code).order_by("seq")] == ["d1", "d2", "d1"]


def test_a_visitor_of_a_public_match_does_not_get_its_watch_link():
    phone, watcher, passer = Phone(), Phone(), Phone()
    code = phone.start()
    watch(code, watcher)
    Match.objects.filter(code=code).update(public=True)
    token = links_of(Match.objects.get(code=code))["watching"].token
    for page in ("share/", "end/", "overlay/"):
        assert f"/s/{token}" not in passer.get(f"/m/{code}/{page}").html
    assert f"http://testserver/m/{code}/" in passer.get(f"/m/{code}/share/").html
    for holder in (phone, watcher):
        assert f"/s/{token}" in holder.get(f"/m/{code}/share/").html
