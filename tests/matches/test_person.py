"""Personal data: downloaded as files, and erased everywhere while all points stay."""

import csv
import io
import json

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from clubs import player_changes
from engine.match.ledger import replay
from matches import house_rule_profiles
from matches.log.state import open_match
from matches.models import EventNote, LedgerRow, Match
from people.actions.erasure import without
from people.db.transactions import Unavailable
from people.models import AuditAddress, Club, Device, Membership, Player
from tests.matches.cast import Phone, balances, match_file
from tests.matches.worlds import again
from tests.people.cast import PASSWORD
from tests.people.club_cast import Person, member, player, roles, seated, told

pytestmark = pytest.mark.django_db
NAME = "Zdenka"


@pytest.fixture(scope="module")
def owner(standing):
    return Person("olga")


@pytest.fixture
def olga(owner):
    return again(owner)


@pytest.fixture(scope="module")
def club(owner):
    return owner.found()


@pytest.fixture(scope="module")
def scorer(club):
    """A scorer of the club with a roster entry, contacts, a nickname and a signed-in phone."""
    person = member(club, "scorer", "zdenka.n")
    person.user.name, person.user.email, person.user.last_name = NAME, "zdenka@example.org", "Zdenkova"
    person.user.save()
    now = person.user.date_joined
    Player.objects.create(club=Club.objects.get(), name=NAME, nickname="Zdena", user=person.user, created_at=now)
    Device.objects.create(user=person.user, session_key="k" * 32, label="Zdenka's phone", since=now, seen_at=now)
    return person


@pytest.fixture
def zdenka(scorer):
    return again(scorer)


@pytest.fixture(scope="module")
def played(owner, scorer, club):
    """A club match and a guest's match that she played, with her name in every kind of text."""
    olga, zdenka = again(owner), again(scorer)
    code = olga.start((NAME, "Bea", "Cho"), club=club, title=f"{NAME}'s birthday")
    olga.hand(code)
    olga.draw(code)
    form = olga.get(f"/m/{code}/penalty/").form("/penalty/")
    olga.send(form, offender="P1", what="other", amount="6", note=f"{NAME.upper()} looked at the wall, says Bea")
    own = zdenka.start(("zdenka", "Yva", "Xan"), club="")
    zdenka.hand(own)
    rules = f"/house/new/?club={club}"
    olga.send(olga.get(rules).form(rules), status=303, name=f"{NAME} rules", note=f"as {NAME} likes them")
    add = olga.get(f"/c/{club}/nights/add/").form("/nights/add/")
    olga.send(add, status=303, on="2031-03-28", place=f"at {NAME}'s", note=f"{NAME} cooks")
    return code, own


def dump():
    """Every row of every table, as text; on SQLite also the database's own dump."""
    rows = [str(list(model._default_manager.values())) for model in apps.get_models()]
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        rows += list(connection.connection.iterdump())
    return "\n".join(rows)


def pages_of(who, club, *codes):
    parts = ("", "matches/", "players/", "members/", "nights/", "house/")
    matches = ("", "end/", "history/", "sheet/", "match.csv", "match.json", "hands/1/")
    addresses = [f"/c/{club}/{part}" for part in parts] + [f"/m/{c}/{part}" for c in codes for part in matches]
    found = []
    for address in [*addresses, "/", "/start/", "/my-data/"]:
        answer = who.client.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        found.append(body.decode())
    return "\n".join(found)


def counted(code):
    """The result of replaying the log of a match, and its stored rows."""
    reading = open_match(code)
    rows = list(LedgerRow.objects.filter(match__code=code).values())
    chain = [(event.seq, event.payload, event.hash) for event in reading.events]
    return balances(code), rows, chain, replay(reading.book, reading.facts).state.balances


def verified(phone, code, folder):
    data, _content = match_file(phone, code)
    path = folder / f"{code}.json"
    path.write_bytes(data)
    call_command("verify_match", str(path))


def test_before_she_is_erased_her_name_is_in_all_these_places(played, olga, club):
    assert dump().lower().count("zdenka") > 10
    assert pages_of(olga, club, *played).lower().count("zdenka") > 15


@pytest.mark.both_databases
def test_erasing_an_account_removes_its_name_everywhere_and_keeps_every_point(played, zdenka, olga, club, tmp_path):
    before = [counted(code) for code in played]
    page = zdenka.get("/my-data/erase/")
    assert zdenka.send(page.form("/erase/"), status=303, sure="yes", old_password=PASSWORD).goes_to == "/"
    assert [counted(code) for code in played] == before
    text = dump().lower()
    assert (text.count("zdenka"), text.count("zdena"), text.count("zdenkova")) == (0, 0, 0)
    assert pages_of(olga, club, *played).lower().count("zdenka") == 0
    code = Player.objects.get(erased_at__isnull=False).name
    assert code[:7] == "Player " and len(code) == 11
    assert seated(played[0])[0] == (code, code)
    assert seated(played[1])[0] == (code, None)
    assert [note.text for note in EventNote.objects.all()] == [f"{code} looked at the wall, says Bea"]
    assert Match.objects.get(code=played[0]).name == f"{code}'s birthday"
    Match.objects.update(public=True)
    for phone, match in ((olga, played[0]), (olga, played[1])):
        verified(phone, match, tmp_path)


def test_an_erased_account_can_do_nothing_more(played, zdenka, club):
    other = Phone()
    other.client.force_login(zdenka.user)
    zdenka.send(zdenka.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    for phone in (zdenka, other):
        assert phone.client.get("/my-data/").status_code == 302
        phone.get(f"/c/{club}/", status=404)
    zdenka.user.refresh_from_db()
    assert (zdenka.user.email, zdenka.user.is_active, zdenka.user.has_usable_password()) == ("", False, False)
    assert roles(club) == {"olga": "owner"}
    left = Device.objects.filter(user=zdenka.user), AuditAddress.objects.filter(row__user=zdenka.user)
    assert [each.count() for each in left] == [0, 0]
    assert told()[-1] == ("person_erased", zdenka.user.username, str(zdenka.user.pk))


def test_a_phone_can_still_score_after_its_account_was_erased():
    zoe = Person("zoe")
    code = zoe.start()
    zoe.send(zoe.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    assert zoe.client.get("/my-data/").status_code == 302
    zoe.draw(code)


@pytest.mark.both_databases
def test_if_erasing_fails_the_form_is_kept_without_the_password(monkeypatch):
    def held(**told):
        raise Unavailable

    monkeypatch.setattr("clubs.player_changes.erase_account", held)
    zoe = Person("zoe")
    form = zoe.get("/my-data/erase/").form("/erase/")
    page = zoe.send(form, status=503, sure="yes", old_password=PASSWORD)
    assert PASSWORD not in page.html
    again = page.form("/erase/")
    assert (again.values("sure"), again.values("old_password")) == (["yes"], [])
    assert "old_password" in zoe.send(again, status=422).form("/erase/").names  # and is still signed in


def test_nothing_is_erased_without_the_tick(played, zdenka, olga, club):
    before = dump()
    assert "Tick the box first" in zdenka.send(zdenka.get("/my-data/erase/").form("/erase/"), status=422)
    address = f"/c/{club}/players/{player(club, NAME).pk}/erase/"
    assert "Tick the box first" in olga.send(olga.get(address).form("/erase/"), status=422)
    assert dump() == before


def test_an_organiser_erases_a_player_but_not_the_account(played, zdenka, olga, club, tmp_path):
    before = [counted(code) for code in played]
    entry = player(club, NAME)
    address = f"/c/{club}/players/{entry.pk}/erase/"
    for _tap in range(2):
        page = olga.post(address, {"sure": "yes"})
    assert page.goes_to == f"/c/{club}/players/"
    assert [row[0] for row in told(club)].count("person_erased") == 1
    assert [counted(code) for code in played] == before
    entry.refresh_from_db()
    assert (entry.user, entry.nickname, entry.shown, entry.erased_at is None) == (None, "", "nobody", False)
    assert seated(played[0])[0] == (entry.name, entry.name)
    assert seated(played[1])[0] == ("zdenka", None)
    # The member stays a member of the club, under the name of the account.
    assert [f"{NAME}" in part for part in (olga.get(f"/c/{club}/members/"), olga.get(f"/c/{club}/players/"))] == [
        True,
        False,
    ]
    zdenka.user.refresh_from_db()
    assert zdenka.user.is_active
    verified(olga, played[0], tmp_path)


def test_the_person_erases_one_entry_of_a_club(played, zdenka, club):
    address = f"/c/{club}/players/{player(club, NAME).pk}/erase/"
    zdenka.send(zdenka.get(address).form("/erase/"), status=303, sure="yes")
    assert Player.objects.filter(name=NAME).count() == 0


@pytest.mark.parametrize("role", ["referee", "scorer", "member"])
def test_nobody_else_can_erase_or_read_personal_data(played, club, role):
    other = member(club, role)
    other.get(f"/c/{club}/")
    before = dump()
    base = f"/c/{club}/players/{player(club, NAME).pk}"
    for part in ("erase/", "person.json", "person.csv"):
        other.get(f"{base}/{part}", status=404)
    assert dump() == before
    kept = list(Player.objects.values())
    other.post(f"{base}/erase/", {"sure": "yes"}, status=404)
    assert (list(Player.objects.values()), told(club)[-1][:2]) == (kept, ("change_refused", other.user.username))


def test_the_last_owner_hands_the_club_over_first(zdenka, olga, club):
    page = olga.send(olga.get("/my-data/erase/").form("/erase/"), status=422, sure="yes", old_password=PASSWORD)
    assert "Friday club would have no owner. Make another member an owner first." in page
    olga.user.refresh_from_db()
    assert olga.user.is_active
    Membership.objects.filter(user=zdenka.user).update(role="owner")
    olga.send(olga.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    assert roles(club) == {"zdenka.n": "owner"}


def test_an_entry_that_was_merged_is_erased_with_the_other(played, zdenka, olga, club):
    olga.add(club, f"{NAME} Stara")
    older = olga.start((f"{NAME} Stara", "Bea", "Cho"), club=club)
    olga.post(
        f"/c/{club}/players/{player(club, f'{NAME} Stara').pk}/merge/", {"into": player(club, NAME).pk}, status=303
    )
    zdenka.send(zdenka.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    text = dump().lower()
    assert (text.count("zdenka"), text.count("stara")) == (0, 0)
    assert seated(older)[0][0].startswith("Player ")


def test_names_are_removed_from_texts_only_as_whole_words():
    assert without("Al, Alice and al: Al's tile", {"Al"}, "X") == "X, Alice and X: X's tile"
    assert without("Ann Novak and Ann", {"Ann", "Ann Novak"}, "X") == "X and X"
    assert without("(?) + [a", {"[a", "(?)"}, "X") == "X + X"


# ── files ────────────────────────────────────────────────────────────────────


def test_the_data_of_an_account_as_a_file(played, zdenka, club):
    answer = zdenka.client.get("/my-data/person.json")
    content = json.loads(answer.content)
    assert "attachment" in answer["Content-Disposition"]
    assert list(content) == [
        "format", "version", "account", "signed_in", "clubs", "players", "scored", "matches", "tournaments",
        "substituted", "audit",
    ]  # fmt: skip
    assert content["account"]["email"] == "zdenka@example.org"
    assert [(each["club"], each["role"]) for each in content["clubs"]] == [("Friday club", "scorer")]
    assert [(each["name"], each["nickname"]) for each in content["players"]] == [(NAME, "Zdena")]
    b1 = balances(played[0])[0]
    assert [(each["match"], each["name"], each["points"], each["over"]) for each in content["matches"]] == [
        (played[0], NAME, b1, False)
    ]
    assert [each["match"] for each in content["scored"]] == [played[1]]
    assert b"Bea" not in answer.content and b"Yva" not in answer.content and b"Olga" not in answer.content
    assert told()[-1] == ("person_exported", "zdenka.n", str(zdenka.user.pk))


def test_the_data_of_an_account_as_a_spreadsheet_without_formulas(olga, zdenka, club):
    entry = player(club, NAME)
    Player.objects.update(name="=1+1", nickname="@x")
    olga.start(("=1+1", "Bea", "Cho"), club=club)
    data = olga.client.get(f"/c/{club}/players/{entry.pk}/person.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(data)))
    assert ["players.1.name", "'=1+1"] in rows and ["players.1.nickname", "'@x"] in rows
    head = rows.index(["match", "day", "club", "system", "chair", "name", "from_hand", "points", "rank", "over"])
    assert ["P1", "'=1+1"] in [row[4:6] for row in rows[head + 1 :]]
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))]


def test_a_guest_has_no_personal_data_page():
    for part in ("", "person.json", "person.csv", "erase/"):
        assert Phone().client.get(f"/my-data/{part}").status_code == 302


def test_the_house_rules_of_the_club_lose_her_name_and_nothing_else(played, zdenka, club):
    old = house_rule_profiles.profiles_of_clubs([Club.objects.get()])[0]
    player_changes.erase_account(by=zdenka.user)
    new = house_rule_profiles.profiles_of_clubs([Club.objects.get()])[0]
    assert (new.pk, new.number, new.options) == (old.pk, old.number, old.options)
    assert new.name.startswith("Player ") and new.name.endswith(" rules")
