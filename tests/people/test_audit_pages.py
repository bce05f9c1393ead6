"""The activity log of a club, for its organisers, and of an account, for its owner."""

import csv
import io
import json
from datetime import timedelta
from pathlib import Path

import pytest

from clubs.audit_pages import pages
from clubs.audit_pages.rows import lines, readable
from clubs.audit_pages.wording import KINDS
from matches.models import Match
from people.audit import refusals
from people.audit.events import What
from people.audit.log import by_program
from people.models import Audit, AuditAddress, Club, Player, User
from tests.matches.cast import Phone
from tests.people.cast import PASSWORD
from tests.people.cast import Person as Signed
from tests.people.club_cast import Person, member, player

pytestmark = pytest.mark.django_db
AGENT = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture
def olga():
    return Person("olga")


@pytest.fixture
def club(olga):
    return olga.found()


def told(page):
    """The sentences of a list, latest first."""
    text = page.tight.replace("&#x27;", "'").replace("\xa0", " ")
    return [part.split("</strong>")[0] for part in text.split("<span><strong>")[1:]]


def kinds(page):
    """The kind of each entry in a list, latest first. Fails if the audit has no such sentence."""
    of_sentence = {line.sentence: line.row.what for line in lines(readable(Audit.objects.all()))}
    return [of_sentence[sentence] for sentence in told(page)]


def busy(olga, club):
    """Do some of everything in a club."""
    olga.add(club, "Zdenka\nYva\nXan")
    zoe = member(club, "scorer", "zoe")
    entry = f"/c/{club}/players/{player(club, 'Zdenka').pk}"
    zoe.post(f"{entry}/claim/", status=303)
    olga.post(f"{entry}/give/", {"user": zoe.user.pk}, status=303)
    form = olga.get(f"{entry}/entry/").form("/entry/")
    olga.send(form, status=303, name="Zdena")
    form = olga.get(f"{entry}/entry/").form("/entry/")
    olga.send(form, status=303, nickname="Z")
    olga.post(f"/c/{club}/players/{player(club, 'Yva').pk}/left/", status=303)
    other = player(club, "Xan").pk
    olga.post(f"/c/{club}/players/{other}/merge/", {"into": player(club, "Yva").pk}, status=303)
    olga.post(f"/c/{club}/members/{zoe.user.pk}/role/", {"role": "organiser"}, status=303)
    add = olga.get(f"/c/{club}/nights/add/").form("/nights/add/")
    olga.send(add, status=303, on="2031-03-28")
    olga.post(f"/c/{club}/links/", {"use": "scorer", "after": "1"}, status=303)
    olga.send(olga.get(f"/c/{club}/settings/").form("/settings/"), status=303, name="Sunday", public="on")
    olga.post(f"/c/{club}/members/{zoe.user.pk}/remove/", status=303)
    olga.client.get(f"/c/{club}/season.csv")
    return zoe


def test_the_log_of_a_club_lists_every_action_with_old_and_new_values(olga, club):
    busy(olga, club)
    assert told(olga.get(f"/c/{club}/audit/")) == [
        "Olga downloaded the season as CSV",
        "Olga removed Zoe from the club (role: Organiser)",
        "Olga made the club’s pages public",
        "Olga renamed the club from Friday club to Sunday",
        "Olga replaced a link: scorer invitation (the old one no longer works)",
        "Olga added 1 club night",
        "Olga changed the role of Zoe from Scorer to Organiser",
        "Olga merged two roster entries into Yva",
        "Olga marked Yva as inactive",
        "Olga changed the roster entry for Zdena: nickname",
        "Olga renamed the player Zdenka to Zdena",
        "Olga linked Zdena to the account Zoe",
        "Zoe asked to be linked to Zdena",
        "Olga added Xan to the roster",
        "Olga added Yva to the roster",
        "Olga added Zdena to the roster",
        "Olga created the club",
    ]


@pytest.mark.parametrize(
    "what, one, several",
    [
        (What.NIGHTS_ADDED, "Olga added 1 club night", "Olga added 3 club nights"),
        (What.ENTRANT_ADDED, "Olga added 1 player to a tournament", "Olga added 3 players to a tournament"),
        (What.SESSIONS_ENDED, "Olga signed out 1 other device", "Olga signed out 3 other devices"),
    ],
)
def test_a_single_thing_is_in_the_singular(what, one, several):
    said = [what.label % {"who": "Olga", "count": count, "ended": count} for count in (1, 3)]
    assert said == [one, several]


def test_the_log_can_be_filtered_by_kind_and_by_person(olga, club):
    zoe = busy(olga, club)
    base = f"/c/{club}/audit/"
    assert kinds(olga.get(f"{base}?kind=nights")) == [What.NIGHTS_ADDED]
    assert kinds(olga.get(f"{base}?kind=links")) == [What.LINK_ROTATED]
    assert kinds(olga.get(f"{base}?kind=files")) == [What.SEASON_EXPORTED]
    assert "No matching activity" in olga.get(f"{base}?kind=refused")
    of_zoe = told(olga.get(f"{base}?person={zoe.user.pk}"))
    assert [sentence for sentence in of_zoe if "Zoe" not in sentence and "Zden" not in sentence] == []
    assert len(of_zoe) == 7
    of_members = olga.get(f"{base}?kind=members&person={zoe.user.pk}")
    assert kinds(of_members) == [What.MEMBER_REMOVED, What.MEMBER_ROLE]
    everything = told(olga.get(base))
    for odd in ("?kind=x&person=y", "?page=99", "?page=-1", "?person=99999999999999999999999"):
        assert told(olga.get(base + odd)) == everything


def test_every_action_of_a_club_has_one_kind():
    kinds = {key: tuple(begins.split()) for key, (_said, begins) in KINDS.items() if begins}
    found = {what: [key for key, begins in kinds.items() if what.startswith(begins)] for what in What}
    none = {what for what, keys in found.items() if not keys}
    assert {what: keys for what, keys in found.items() if len(keys) > 1} == {}
    assert {what for what in none if not what.endswith("_exported")} == {
        *("signed_up", "signed_in", "sign_in_failed", "signed_out", "password_changed", "password_change_failed"),
        *("password_wrong", "password_set", "session_ended", "sessions_ended", "account_changed", "admin_made"),
        *("account_closed", "sign_in_code_failed", "passkey_added", "passkey_removed", "authenticator_added"),
        *("authenticator_removed", "recovery_codes_made", "recovery_code_used", "second_factor_removed"),
        "change_refused",
    }


def test_a_long_log_is_paginated_and_takes_no_more_queries_for_more_rows(olga, club, django_assert_max_num_queries):
    for _time in range(60):
        by_program("member_role", club=Club.objects.get(), user=olga.user, about=olga.user.pk, after={"role": "owner"})
    assert len(told(olga.get(f"/c/{club}/audit/"))) == 50
    with django_assert_max_num_queries(14):
        page = olga.get(f"/c/{club}/audit/?page=2&kind=members")
    assert len(told(page)) == 11
    assert f"/c/{club}/audit/" in page.html and "?kind=members&amp;page=1" in page.html


def test_the_log_as_a_csv_contains_no_formula_and_the_download_is_logged(olga, club):
    olga.user.name = "=1+1"
    olga.user.save()
    olga.client.defaults["HTTP_USER_AGENT"] = AGENT
    olga.send(olga.get(f"/c/{club}/settings/").form("/settings/"), status=303, name="@Sunday")
    answer = olga.client.get(f"/c/{club}/audit.csv?kind=members")
    assert "attachment" in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [(row["what"], row["who"], row["account"], row["phone"], row["refused"]) for row in rows] == [
        ("club_renamed", "'=1+1", "olga", "Firefox, Android", "0"),
        ("club_founded", "'=1+1", "olga", "", "0"),
    ]
    assert rows[0]["said"] == "'=1+1 renamed the club from Friday club to @Sunday"
    assert json.loads(rows[1]["after"]) == {"role": "owner"}
    assert Audit.objects.latest("pk").what == "audit_exported"
    many = [by_program("club_public", club=Club.objects.get(), user=olga.user) for _time in range(1100)]
    text = olga.client.get(f"/c/{club}/audit.csv?sep=;").content.decode("utf-8-sig")
    assert len(list(csv.reader(io.StringIO(text), delimiter=";"))) == len(many) + 4


def test_downloads_of_a_public_season_are_logged_only_for_known_people(olga, club):
    Club.objects.update(public=True)
    assert Phone().client.get(f"/c/{club}/season.csv").status_code == 200
    olga.client.get(f"/c/{club}/season.xlsx")
    told = [(row.what, row.after) for row in Audit.objects.filter(what="season_exported")]
    assert told == [("season_exported", {"kind": "xlsx"})]


def test_the_downloads_of_one_account_are_logged_up_to_a_limit(olga, club, monkeypatch):
    monkeypatch.setattr(refusals, "MOST_EXPORTS", 3)
    for _time in range(5):
        olga.client.get(f"/c/{club}/season.json")
    assert [row.after.get("more") for row in Audit.objects.filter(what="season_exported").order_by("pk")] == [
        None,
        None,
        True,
    ]


# ── one's own account ────────────────────────────────────────────────────────


def test_sign_ins_failed_ones_and_other_changes_of_my_account_with_phone_and_address():
    ann = Signed("ann", agent=AGENT, address="192.0.2.7")
    ann.sign_up(name="Ann")
    ann.sign_out()
    thief = Signed("ann", password="wrong", address="198.51.100.9")
    thief.sign_in(status=422)
    ann.sign_in()
    form = ann.get("/account/password/").form("/account/password/")
    ann.send(form, status=303, old_password=PASSWORD, password="five quiet tiles")
    ann.client.get("/my-data/person.json")
    page = ann.get("/account/history/")
    assert told(page) == [
        "Ann downloaded the data about Ann as JSON",
        "Ann changed their password (other devices signed out: 0)",
        "Ann signed in with a password",
        "Someone tried to sign in as Ann with the wrong password",
        "Ann signed out",
        "Ann created their account",
    ]
    assert page.text.count("Firefox, Android , 192.0.2.7") == 5
    assert "wrong password" in page and page.text.count("198.51.100.9") == 1
    assert "/account/history/" in ann.get("/account/").html


def test_the_log_of_an_account_lists_what_others_did_without_their_addresses(olga, club):
    zoe = busy(olga, club)
    page = zoe.get("/account/history/")
    assert kinds(page) == [
        What.MEMBER_REMOVED,
        What.MEMBER_ROLE,
        What.PLAYER_CHANGED,
        What.PLAYER_CHANGED,
        What.PLAYER_GIVEN,
        What.PLAYER_CLAIMED,
        What.PLAYER_ADDED,
    ]
    assert all("Zoe" in sentence or "Zdena" in sentence for sentence in told(page))
    assert page.text.count("127.0.0.1") == 1


def test_nobody_sees_the_log_of_another_account(olga, club):
    busy(olga, club)
    assert told(Person("mallory").get("/account/history/")) == []
    assert Phone().client.get("/account/history/")["Location"].startswith("/account/in/")


def test_guessing_another_password_while_signed_in_reveals_no_name():
    ann, mallory = Signed("ann"), Person("mallory")
    ann.sign_up(name="Ann Novak")
    form = mallory.get("/account/in/").form("/account/in/")
    mallory.send(form, status=422, username="ann", password="wrong")
    assert told(mallory.get("/account/history/")) == []
    assert b"sign_in_failed" not in mallory.client.get("/my-data/person.json").content
    assert told(ann.get("/account/history/"))[0] == "Someone tried to sign in as Ann Novak with the wrong password"


def test_a_refusal_at_somebody_elses_match_reveals_nothing_about_it(olga):
    code, mallory = olga.start(title="Secret final"), Person("mallory")
    mallory.post(f"/m/{code}/undo/", status=404)
    page = mallory.get("/account/history/")
    assert (told(page), "Secret final" in page) == ([], False)
    assert code not in mallory.client.get("/my-data/person.json").content.decode()
    assert "Mallory’s change was refused" in olga.get(f"/m/{code}/history/").text
    Match.objects.update(public=True)
    said = "Mallory’s change was refused: undoing an entry. No permission."
    assert said in told(mallory.get("/account/history/"))


def test_a_network_address_is_shown_for_thirty_days_even_without_the_cleanup_job(olga, club, monkeypatch):
    olga.add(club, "Ann")
    assert "127.0.0.1" in olga.get("/account/history/").text
    monkeypatch.setattr("people.audit.log.ADDRESSES_KEPT", timedelta(0))
    assert AuditAddress.objects.exists()
    assert "127.0.0.1" not in olga.get("/account/history/").text


def test_an_erased_person_is_in_the_log_under_their_code(olga, club):
    zoe = busy(olga, club)
    zoe.send(zoe.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    code = User.objects.get(pk=zoe.user.pk).name
    page = olga.get(f"/c/{club}/audit/")
    assert not any(name in page for name in ("Zoe", "Zdena", "Zdenka"))
    assert f"Olga removed {code} from the club (role: Organiser)" in told(page)
    assert f"Olga changed the roster entry for {Player.objects.get(erased_at__isnull=False).name}: name" in told(page)


def test_the_columns_of_the_file_are_documented():
    text = Path("docs/formats.md").read_text().split("## The audit of a club")[1].split("\n## ")[0]
    assert [column for column in pages.COLUMNS if f"`{column}`" not in text] == []
    assert [kind for kind in KINDS if f"`{kind}`" not in text] == []
