"""Permissions on clubs: a row for every URL, a column for every role; ids of another club are not found."""

import re

import pytest
from django.urls import URLPattern, get_resolver, reverse

from matches.models import HouseRules, Match, Sitting
from people.clubs.invitations import nights_key
from people.models import Audit, Club, ClubNight, Membership, NightSignUp, Player
from tests.matches.cast import Phone
from tests.people.club_cast import Person, member

pytestmark = pytest.mark.django_db

COLUMNS = ("owner", "organiser", "referee", "scorer", "member", "stranger", "guest")
NO = (404, 404)
# name -> (GET, POST) for each column; the POST is empty. Missing columns are 404 for both.
TABLE = {
    "clubs:club": dict.fromkeys(COLUMNS[:5], (200, 405)),
    "clubs:club_matches": dict.fromkeys(COLUMNS[:5], (200, 405)),
    **dict.fromkeys(
        (
            "clubs:season",
            "clubs:season_csv",
            "clubs:season_hands",
            "clubs:season_xlsx",
            "clubs:season_json",
            "clubs:player",
        )
        + ("clubs:awards", "clubs:ratings", "clubs:ratings_csv", "clubs:ratings_json"),
        dict.fromkeys(COLUMNS[:5], (200, 405)),
    ),
    "clubs:club_audit": dict.fromkeys(COLUMNS[:2], (200, 405)),
    "clubs:club_audit_csv": dict.fromkeys(COLUMNS[:2], (200, 405)),
    "clubs:club_tables": dict.fromkeys(COLUMNS[:5], (200, 405)),
    "clubs:club_house": dict.fromkeys(COLUMNS[:5], (200, 405)),
    "people:club_members": dict.fromkeys(COLUMNS[:5], (200, 405)),
    "people:roster": dict.fromkeys(COLUMNS[:5], (200, 405)),
    "people:nights": dict.fromkeys(COLUMNS[:5], (200, 405)),
    "notifications:notify_nights": dict.fromkeys(COLUMNS[:5], (200, 422)),
    "people:roster_add": dict.fromkeys(COLUMNS[:4], (200, 422)),
    "people:club_settings": dict.fromkeys(COLUMNS[:2], (200, 422)),
    "people:club_links": dict.fromkeys(COLUMNS[:2], (200, 404)),
    "people:nights_add": dict.fromkeys(COLUMNS[:2], (200, 422)),
    "people:night": dict.fromkeys(COLUMNS[:5], (200, 405)),
    "people:night_ics": dict.fromkeys(COLUMNS[:5], (200, 405)),
    "people:night_come": dict.fromkeys(COLUMNS[:5], (405, 303)),
    "people:night_add": dict.fromkeys(COLUMNS[:2], (405, 422)),
    "people:night_remove": dict.fromkeys(COLUMNS[:2], (405, 303)),
    "people:night_guests": dict.fromkeys(COLUMNS[:2], (200, 404)),
    "people:night_change": dict.fromkeys(COLUMNS[:2], (200, 422)),
    "people:night_cancel": dict.fromkeys(COLUMNS[:2], (405, 303)),
    "people:nights_rotate": dict.fromkeys(COLUMNS[:2], (405, 404)),
    "people:member_role": dict.fromkeys(COLUMNS[:2], (405, 404)),
    "people:member_remove": dict.fromkeys(COLUMNS[:2], (200, 303)),
    "people:nights_ics": {},
    "people:nights_key": dict.fromkeys(COLUMNS, (200, 405)),
    "clubs:player_entry": dict.fromkeys(COLUMNS[:2], (200, 422)) | dict.fromkeys(COLUMNS[2:5], (200, 404)),
    "clubs:player_claim": dict.fromkeys(COLUMNS[:5], (405, 303)),
    "clubs:player_give": dict.fromkeys(COLUMNS[:2], (405, 303)),
    "clubs:player_merge": {},
    "clubs:player_left": dict.fromkeys(COLUMNS[:2], (405, 303)),
    "clubs:player_erase": dict.fromkeys(COLUMNS[:2], (200, 422)),
    "clubs:player_json": dict.fromkeys(COLUMNS[:2], (200, 405)),
    "clubs:player_csv": dict.fromkeys(COLUMNS[:2], (200, 405)),
}
POST_ALONE = {name for name, row in TABLE.items() if any(get == 405 for get, _post in row.values())} | {
    "clubs:player_merge"
}
GET_ALONE = {name for name, row in TABLE.items() if any(post == 405 for _get, post in row.values())} | {
    "people:nights_ics"
}


class Scene:
    """A club with a member, a player, a night and a match."""

    def __init__(self, name):
        self.owner = Person(f"owner of {name}")
        self.code = self.owner.found(name)
        self.club = Club.objects.get(code=self.code)
        self.owner.add(self.code, "Ann")
        self.member = Person(f"mia of {name}").user
        Membership.objects.create(club=self.club, user=self.member, role="member", since=self.member.date_joined)
        self.player = Player.objects.get(club=self.club)
        self.night = ClubNight.objects.create(club=self.club, on="2031-03-28", changed_at=self.club.created_at)
        self.sign_up = NightSignUp.objects.create(night=self.night, player=self.player, at=self.club.created_at)

    def address(self, name, *, code=None, ids=None):
        """The URL `name` for this club. `code`: of another club; `ids`: with the ids of another `Scene`."""
        of = ids or self
        takes = {"code": code or self.code}
        if name == "people:nights_key":
            takes["key"] = nights_key(self.club)
        if name in ("people:member_role", "people:member_remove"):
            takes["user"] = of.member.pk
        if name == "clubs:player":
            takes["player"] = of.player.pk
        if ":player_" in name:
            takes["number"] = of.player.pk
        if name.startswith("people:night") and not name.startswith("people:nights"):
            takes["number"] = of.night.pk
        if name == "people:night_remove":
            takes["sign_up"] = of.sign_up.pk
        return reverse(name, kwargs=takes)


def asking(column, scene):
    if column == "guest":
        return Phone()
    return Person("stranger") if column == "stranger" else member(scene.code, column, f"a {column}")


def everything():
    models = (Club, Membership, Player, ClubNight, NightSignUp, Match, Sitting, HouseRules)
    return [list(model.objects.order_by("pk").values()) for model in models]


def plain(page):
    """A response without the CSRF token, which is different each time."""
    return re.sub(r'"x-csrftoken": "\w+"', "", page.html)


def expected(name, column):
    get, post = TABLE[name].get(column, NO)
    if (get, post) == NO:
        return (405 if name in POST_ALONE else 404, 405 if name in GET_ALONE else 404)
    return get, post


def test_every_url_of_a_club_has_a_row():
    names = {
        f"{resolver.app_name}:{pattern.name}"
        for resolver in get_resolver().url_patterns
        if getattr(resolver, "app_name", "") in ("people", "matches", "clubs", "notifications")
        for pattern in resolver.url_patterns
        if isinstance(pattern, URLPattern) and str(pattern.pattern).startswith("c/<")
    }
    assert names == set(TABLE)


@pytest.mark.thorough
@pytest.mark.parametrize("column", COLUMNS)
def test_each_role_may_do_what_its_column_says(column):
    scene = Scene("Friday club")
    who = asking(column, scene)
    for name in TABLE:
        get, post = expected(name, column)
        assert who.get(scene.address(name), status=None).status == get, (name, "GET")
        if name != "people:member_remove" or column not in ("owner", "organiser"):
            before = everything()
            page = who.post(scene.address(name))
            assert page.status == post, (name, "POST")
            if post in (404, 405):
                assert everything() == before, name


# `make test` tries an owner and a stranger; tests/rights/ tries ids of another club with more roles.
@pytest.mark.parametrize(
    "column",
    [each if each in ("owner", "stranger") else pytest.param(each, marks=pytest.mark.thorough) for each in COLUMNS],
)
@pytest.mark.parametrize("mixed", ["all of it", "its ids under one's own club", "one's own ids under it"])
def test_ids_of_another_club_look_like_unknown_ids(column, mixed):
    mine, theirs = Scene("Friday club"), Scene("Sunday club")
    who = asking(column, mine)
    unknown = plain(who.get("/c/" + "A" * 22 + "/", status=404))
    before, told = everything(), audit_counts(mine, theirs)
    for name in TABLE:
        if mixed == "all of it":
            address = theirs.address(name)
        elif mixed == "its ids under one's own club":
            address = mine.address(name, ids=theirs)
        else:
            address = mine.address(name, code=theirs.code)
        if address == mine.address(name) or (name == "people:nights_key" and mixed == "all of it"):
            continue  # contains nothing of the other club; and anybody with its key may read a calendar
        for page in (
            *([] if name in POST_ALONE else [who.get(address, status=404)]),
            *([] if name in GET_ALONE else [who.post(address, {"role": "member", "sure": "yes"}, status=404)]),
        ):
            assert plain(page) == unknown, name
    assert (everything(), audit_counts(mine, theirs)) == (before, told)


def audit_counts(mine, theirs):
    """The number of audit rows of the other club, and of rows of one's own club that are not refusals or exports."""
    done = Audit.objects.filter(club=mine.club).exclude(what="change_refused").exclude(what__endswith="_exported")
    return [Audit.objects.filter(club=theirs.club).count(), done.count()]


@pytest.mark.thorough
@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS"])
def test_other_methods_change_nothing(method):
    scene = Scene("Friday club")
    before = everything()
    token = scene.owner.client.cookies["csrf"].value
    for name in TABLE:
        answer = scene.owner.client.generic(method, scene.address(name), headers={"X-CSRFToken": token})
        assert answer.status_code == 405, name
    assert everything() == before


def test_a_form_without_its_token_is_refused():
    scene = Scene("Friday club")
    before = everything()
    for name in set(TABLE) - GET_ALONE:
        assert scene.owner.client.post(scene.address(name), {"sure": "yes"}).status_code == 403, name
    assert everything() == before
