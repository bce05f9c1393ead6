"""The links of a match: what they open and for whom, how phones join with them, how they are replaced."""

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import override_settings

from matches import actions
from matches.links import hash_of, links_of, token_of
from matches.models import Event, Match, MatchDevice, MatchLink
from people.models import Audit, Club, Membership, Role, User
from scorekeeper.web import logs
from tests.matches.cast import Phone, join, link, match_file, watch
from tests.matches.sharing import renew, told
from tests.matches.table import PHONE, new_key, start

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
WHATSAPP = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 WhatsApp/2"


# ── tokens ───────────────────────────────────────────────────────────────────


def test_a_token_has_128_bits_and_the_database_has_only_its_hash(phone, code):
    rows = MatchLink.objects.filter(match__code=code)
    assert {row.role for row in rows} == {"watching", "scoring"}
    for row in rows:
        token = token_of(code, row.role, 1)
        assert re.fullmatch("[A-Za-z0-9_-]{22}", token)
        assert row.token_hash == hash_of(token) and token not in str(row.__dict__)
    assert len({token_of(c, role, g) for c in (code, "x") for role in ("watching", "scoring") for g in (1, 2)}) == 8


def test_a_match_has_its_links_however_it_was_created(phone, code):
    _data, _document = match_file(phone, code)
    match = Match.objects.get(code=code)
    made = [
        match,
        actions.rematch(match=match, device=match.started_by, key=new_key()),
        actions.import_match(device=PHONE, data=_data, key=new_key()),
        demo := start(is_demo=True),
        actions.copy_match(match=demo, device=PHONE, key=new_key()),
    ]
    assert [sorted(links_of(each)) for each in made] == [["scoring", "watching"]] * 5
    assert [each.public for each in made] == [False, False, False, True, False]
    tokens = [shown.token for each in made for shown in links_of(each).values()]
    assert len(set(tokens)) == 10


def test_a_link_stays_valid_and_shown_when_the_key_of_the_server_is_changed(phone, code):
    old = {role: link(code, role) for role in ("watching", "scoring")}
    with override_settings(SECRET_KEY="new " * 20, SECRET_KEY_FALLBACKS=["between " * 9, settings.SECRET_KEY]):
        assert {role: link(code, role) for role in old} == old
        watcher = Phone()
        watch(code, watcher)
        assert f"http://testserver{old['watching']}" in watcher.get(f"/m/{code}/share/")
        match = Match.objects.get(code=code)
        told = {"role": "watching", "generation": 1, "user": None}
        actions.renew_link(match=match, device=match.started_by, **told)
        new = link(code, "watching")
        assert new != old["watching"]
        Phone().get(old["watching"], status=404)
    with override_settings(SECRET_KEY="new " * 20, SECRET_KEY_FALLBACKS=[]):
        assert link(code, "watching") == new
        # The scoring link can't be shown any more, but it still opens the table.
        assert links_of(Match.objects.get(code=code))["scoring"].token is None
        Phone().get(old["scoring"])


# ── watching ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("https", [False, True])
def test_the_watch_link_sets_a_cookie_for_this_match_and_redirects_to_a_clean_address(phone, code, https):
    name = "__Secure-watch" if https else "watch"
    where = link(code, "watching")
    with override_settings(WATCH_COOKIE_NAME=name, WATCH_COOKIE_SECURE=https):
        other = Phone()
        page = other.get(where, secure=https, status=303)
        assert page.goes_to == f"/m/{code}/"
        cookies = page.response.cookies
        assert set(cookies) == {name}
        kept = {key: value for key, value in cookies[name].items() if value and key != "expires"}
        assert kept == {
            "path": f"/m/{code}/", "max-age": 60 * 24 * 3600, "httponly": True, "samesite": "Lax",
            **({"secure": True} if https else {}),
        }  # fmt: skip
        assert cookies[name].value == where.removeprefix("/s/")
        other.get(f"/m/{code}/", secure=https)
    assert Audit.objects.filter(device="").count() == 0


def test_the_link_may_be_opened_again_and_again_by_anybody_without_a_session(phone, code):
    """For example in the built-in browser of a chat app, which starts without cookies each time."""
    for _visit in range(3):
        other = Phone()
        watch(code, other)
        assert "Balances (watching only)" in other.get(f"/m/{code}/")
        assert set(other.client.cookies) <= {"watch", "csrf"}
    before = (MatchDevice.objects.count(), Audit.objects.count())
    for _visit in range(3):
        page = Phone().get(link(code, "scoring"))
        assert "Join the table as a scorer?" in page and "Ann" in page
    assert (MatchDevice.objects.count(), Audit.objects.count()) == before


def test_the_link_of_one_match_opens_no_other(phone, code, stranger):
    other = phone.start(("Dan", "Eve", "Fay"))
    watch(code, stranger)
    stranger.get(f"/m/{other}/", status=404)
    stranger.client.cookies["watch"] = link(other, "scoring").removeprefix("/t/")
    stranger.get(f"/m/{other}/", status=404)
    stranger.client.cookies["watch"] = link(other, "watching").removeprefix("/s/")
    stranger.get(f"/m/{other}/")


def test_a_new_link_invalidates_the_old_one_and_is_created_once(phone, code, watcher):
    phone.hand(code)
    watcher.get(f"/m/{code}/?v=1", htmx=True, status=204)
    old, form = link(code, "watching"), phone.get(f"/m/{code}/share/watching/").form("/watching/")
    assert phone.send(form).goes_to == f"/m/{code}/share/"
    new = link(code, "watching")
    phone.send(form, status=303)
    assert link(code, "watching") == new != old
    for where in (f"/m/{code}/?v=1", f"/m/{code}/"):
        watcher.get(where, htmx=True, status=404)
    Phone().get(old, status=404)
    watch(code, watcher)
    watcher.get(f"/m/{code}/")
    rows = Audit.objects.filter(match=code, what="link_rotated")
    assert [(row.about, row.before, row.after) for row in rows] == [("watching", {"generation": 1}, {"generation": 2})]
    assert rows[0].device == phone.client.session["device"]


def test_a_match_older_than_links_gets_them_with_a_tap(phone, code, stranger):
    MatchLink.objects.all().delete()
    page = phone.get(f"/m/{code}/share/")
    assert "This match has no watch link yet." in page
    assert "Watch on your phone" in phone.get(f"/m/{code}/share/", htmx=True)
    phone.get(f"/m/{code}/end/")
    for role in ("watching", "scoring"):
        form = page.form(f"/share/{role}/")
        phone.send(form, status=303)
        phone.send(form, status=303)
    watch(code, stranger)
    join(code, stranger)
    assert told(match=code)[-3:] == [
        ("link_made", "watching", False), ("link_made", "scoring", False), ("device_joined", "d2", False),
    ]  # fmt: skip
    assert [row.generation for row in MatchLink.objects.filter(match__code=code)] == [1, 1]


def test_every_icon_of_the_page_exists(phone, code):
    page = phone.get(f"/m/{code}/share/").html
    assert set(re.findall('<use href="([^"#]*)#', page)) == {"/static/img/sprite.svg"}


def test_a_match_is_made_public_and_private_again(phone, code, stranger):
    stranger.get(f"/m/{code}/", status=404)
    form = phone.get(f"/m/{code}/share/").form("/public/")
    for _tap in range(2):
        phone.send(form, status=303)
    assert "Balances (watching only)" in stranger.get(f"/m/{code}/")
    phone.send(phone.get(f"/m/{code}/share/").form("/public/"), status=303)
    stranger.get(f"/m/{code}/", status=404)
    assert told(match=code)[3:] == [("match_public", "", False), ("match_private", "", False)]


# ── joining ──────────────────────────────────────────────────────────────────


def test_a_guest_joins_with_a_tap_and_scores(phone, code):
    other = Phone()
    where = link(code, "scoring")
    page = other.get(where)
    form = page.form(where)
    token = other.client.cookies["csrf"].value
    sent = {**form.data(), "csrfmiddlewaretoken": token}
    for _tap in range(2):  # the second tap is sent before the response to the first has set the device cookie
        hurried = Phone()
        hurried.client.cookies["csrf"] = token
        answer = hurried.client.post(where, sent, headers={"User-Agent": WHATSAPP})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{code}/")
    hurried.hand(code)
    assert Event.objects.get().by == "d2"
    devices = MatchDevice.objects.filter(match__code=code).order_by("number")
    assert [(each.number, each.label, each.user) for each in devices][1:] == [(2, "iPhone", None)]
    assert told(match=code, what="device_joined") == [("device_joined", "d2", False)]
    # Opening the link again leads straight to the table, and audit rows contain no names.
    assert hurried.get(where, status=303).goes_to == f"/m/{code}/"
    assert not [row for row in Audit.objects.values() if "Ann" in str(row)]


def test_a_phone_has_a_readable_name_and_its_account_is_logged(phone, code, client):
    user = User.objects.create_user("bea", password="x")
    other = Phone()
    other.client.force_login(user)
    where = link(code, "scoring")
    form = other.get(where).form(where)
    sent = {**form.data(), "csrfmiddlewaretoken": other.client.cookies["csrf"].value}
    other.client.post(where, sent, headers={"User-Agent": FIREFOX})
    page = phone.get(f"/m/{code}/share/")
    assert "Phone 2, Firefox, Linux bea , joined" in page, page.text
    assert page.text.count("This phone") == 1


def test_no_phone_joins_without_a_tap_or_by_the_wrong_link(phone, code, stranger):
    before = MatchDevice.objects.count()
    stranger.get(link(code, "scoring"))
    watching = link(code, "watching").removeprefix("/s/")
    stranger.get(f"/t/{watching}", status=404)
    stranger.post(f"/t/{watching}", {"key": new_key()}, status=404)
    stranger.get(link(code, "scoring").replace("/t/", "/s/"), status=404)
    assert stranger.client.post(link(code, "scoring"), {"key": new_key()}).status_code == 403  # no CSRF token
    stranger.post(f"/m/{code}/join/", {"key": new_key()}, status=404)
    assert MatchDevice.objects.count() == before


def test_the_first_phone_of_a_table_without_a_scorer_is_number_one(phone, code):
    where = link(code, "scoring")
    MatchDevice.objects.all().delete()
    phone.send(phone.get(where).form(where), status=303)
    assert list(MatchDevice.objects.values_list("number", flat=True)) == [1]


def test_the_number_of_phones_is_limited(phone, code):
    match, now = Match.objects.get(code=code), datetime.now(UTC)
    phones = [MatchDevice(match=match, number=no, device=f"{no:022}", joined_at=now) for no in range(2, 99)]
    MatchDevice.objects.bulk_create(phones)
    join(code, Phone())  # the 99th
    last, where = Phone(), link(code, "scoring")
    page = last.send(last.get(where).form(where), status=422)
    assert "At most 99 phones can score a table." in page
    assert MatchDevice.objects.filter(match=match).count() == 99


def test_without_the_right_to_manage_links_none_can_be_replaced(phone, code, second):
    match, before = Match.objects.get(code=code), link(code, "scoring")
    with pytest.raises(actions.NotAllowed):
        told = {"user": None, "role": "scoring", "generation": 1}
        actions.renew_link(match=match, device=second.client.session["device"], **told)
    assert link(code, "scoring") == before


# ── the roles of a club ──────────────────────────────────────────────────────


def member(role, club, name):
    user = User.objects.create_user(name)
    if role:
        Membership.objects.create(club=club, user=user, role=role, since="2026-01-01T00:00Z")
    other = Phone()
    other.client.force_login(user)
    return other


@pytest.mark.parametrize("role", [*Role, None, "of another club", "superuser"])
def test_what_each_role_of_the_club_may_do(phone, code, second, role):
    club, elsewhere = (Club.objects.create(name=x, code=x, start_key=x, created_at="2026-01-01T00:00Z") for x in "ab")
    Match.objects.filter(code=code).update(club=club)
    other = member(Role.OWNER if role == "of another club" else role if role in list(Role) else None,
                   elsewhere if role == "of another club" else club, "bea")  # fmt: skip
    User.objects.update(is_superuser=role == "superuser")
    rank = 0 if role == "superuser" else list(Role).index(role) if role in list(Role) else 9
    watches, scores, revokes, manages = rank <= 4, rank <= 3, rank <= 2, rank <= 1
    page = other.get(f"/m/{code}/", status=200 if watches else 404)
    assert ("Score on this phone" in page) is scores
    other.post(f"/m/{code}/hand/", status=404)  # not before it has joined
    share = other.get(f"/m/{code}/share/", status=200 if watches else 404)
    assert ("Phones that can score" in share) is revokes
    assert (link(code, "scoring") in share.html) is manages
    other.get(f"/m/{code}/share/scoring/", status=200 if manages else 404)
    other.get(f"/m/{code}/delete/", status=200 if manages else 404)
    other.post(f"/m/{code}/share/public/", {"public": "1"}, status=303 if manages else 404)
    other.post(f"/m/{code}/archive/", status=303 if manages else 404)
    other.post(f"/m/{code}/share/phones/2/", status=303 if revokes else 404)
    assert MatchDevice.objects.exclude(revoked_at=None).count() == revokes
    other.post(f"/m/{code}/join/", {"key": new_key()}, status=303 if scores else 404)
    assert MatchDevice.objects.filter(user__username="bea").count() == scores
    if scores:
        other.hand(code)
        assert Event.objects.get().by == "d3"
    else:
        other.post(f"/m/{code}/hand/", status=404)


# ── invalid links ────────────────────────────────────────────────────────────


def test_unknown_revoked_and_malformed_links_look_the_same(phone, code):
    old = {role: link(code, role) for role in ("watching", "scoring")}
    for role in old:
        renew(phone, code, role)
    other = Phone()
    pages = [other.get(where, status=404) for where in (*old.values(), f"/s/{'A' * 22}", f"/t/{'A' * 22}")]
    purged = phone.start()
    gone = link(purged, "watching")
    phone.post(f"/m/{purged}/delete/", {"sure": "yes"}, status=303)
    pages += [other.get(gone, status=404), other.get(f"/m/{code}/", status=404)]
    assert len({page.response.content for page in pages}) == 1
    assert len({str(sorted(page.headers.items())) for page in pages[:-1]}) == 1
    assert not any(page.response.cookies for page in pages)
    assert {other.get(bad, status=404).status for bad in ("/s/short", "/t/", "/s/" + "A" * 23, "/t/" + "ä" * 22)} == {
        404
    }


def test_a_token_does_not_reach_the_log():
    for path in ("/s/abcdEFGH1234567890-_xx", "/t/abcdEFGH1234567890-_xx"):
        assert logs.redact(f"Not Found: {path}") == f"Not Found: {path[:7]}…"
    assert logs.redact("/in?next=%2Ft%2FabcdEFGH1234567890-_xx") == "/in?next=%2Ft%2Fabcd…"
