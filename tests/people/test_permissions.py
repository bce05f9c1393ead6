"""Permissions on accounts: a row for every URL of the people app; a URL without a row fails."""

import pytest
from django.urls import URLPattern, reverse

from people import urls
from people.accounts.passwords import link_for
from people.models import Audit, Club, Device, Membership, Role, User
from tests.people.cast import PASSWORD, Person

pytestmark = pytest.mark.django_db

# Statuses of GET and an empty POST for a signed-in account and for a guest. 303: redirected to sign in.
TABLE = {
    # name: (account GET, account POST, guest GET, guest POST)
    "account": (200, 303, 303, 303),
    "sign_up": (200, 422, 200, 422),
    "sign_in": (200, 422, 200, 422),
    "sign_out": (405, 303, 405, 303),
    "password": (200, 422, 303, 303),
    "second_step": (303, 303, 303, 303),  # 200 after the right password
    "passkey_sign_in": (405, 422, 405, 422),
    "passkey_challenge": (200, 405, 200, 405),
    "security": (200, 405, 303, 405),
    "security_change": (405, 404, 405, 303),
    "passkey_add": (200, 422, 303, 303),
    "authenticator_add": (200, 422, 303, 303),
    "signed_in": (200, 405, 303, 405),
    "end_sessions": (405, 404, 405, 303),
    "set_password": (404, 404, 404, 404),  # needs a valid link
    "night_guest": (404, 404, 404, 404),  # these three too
    "guest": (404, 404, 404, 404),
    "guest_ics": (404, 405, 404, 405),
    "guest_withdrawn": (200, 405, 200, 405),
}
SAFE = ("signed_in", "security", "passkey_challenge", "guest_ics", "guest_withdrawn")  # read-only
# Clubs have their own table: tests/people/test_club_rights.py.
NAMES = [
    pattern.name
    for pattern in urls.urlpatterns
    if isinstance(pattern, URLPattern) and not str(pattern.pattern).startswith("c/")
]


def address(name):
    takes = {"pk": 1, "token": "abc123-" + "0" * 32} if name == "set_password" else {}
    if name in ("night_guest", "guest", "guest_ics"):
        takes = {"token": "1-" + "A" * 22}
    return reverse(f"people:{name}", kwargs=takes)


def everything():
    """Every row of accounts, devices, the audit log, clubs and memberships."""
    models = (User, Device, Audit, Club, Membership)
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_every_address_has_a_row():
    assert sorted(NAMES) == sorted(TABLE)
    assert all(isinstance(pattern, URLPattern) for pattern in urls.urlpatterns)


def test_a_signed_in_account(ann):
    for name in sorted(TABLE, key=lambda name: name == "sign_out"):
        ann.get(address(name), status=TABLE[name][0])
        ann.post(address(name), status=TABLE[name][1])


def test_a_guest_is_asked_to_sign_in_and_changes_nothing(ann, guest):
    before = everything()
    for name in TABLE:
        page = guest.get(address(name), status=TABLE[name][2])
        if page.status == 303:
            assert page.goes_to.startswith("/account/in/?next="), name
        sent = {"which": "others", "old_password": PASSWORD, "password": "five quiet tiles", "name": "Mallory"}
        guest.post(address(name), sent, status=TABLE[name][3])
        assert everything() == before, name
    assert ann.is_in


def test_nobody_changes_another_account(ann):
    bea = Person("bea")
    bea.sign_up()

    def rows():
        return [
            list(User.objects.filter(username="ann").values()),
            list(Device.objects.filter(user__username="ann").values()),
        ]

    before = rows()
    told = {"pk": ann.account.pk, "user": ann.account.pk, "username": "ann", "is_superuser": "1", "name": "B"}
    bea.post("/account/", told, status=303)
    bea.post("/account/password/", {**told, "old_password": PASSWORD, "password": "five quiet tiles"}, status=303)
    bea.post("/account/sessions/end/", {"which": "others", "old_password": "five quiet tiles"}, status=303)
    theirs = ann.account.signed_in.get().pk
    bea.post("/account/sessions/end/", {"which": theirs, "old_password": "five quiet tiles"}, status=303)
    assert rows() == before
    assert (bea.account.name, bea.account.is_superuser) == ("B", False)


def test_nobody_gives_themselves_rights_by_signing_up(db):
    Person().post("/account/new/", {"username": "ann", "password": PASSWORD, "is_superuser": "on", "is_staff": "on"})
    user = User.objects.get()
    assert (user.is_superuser, user.is_staff) == (False, False)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "HEAD", "BREW"])
def test_other_methods_change_nothing(ann, method):
    before = everything()
    token = ann.client.cookies["csrf"].value
    for name in TABLE:
        answer = ann.client.generic(method, address(name), headers={"X-CSRFToken": token})
        assert answer.status_code == (TABLE[name][0] if method == "HEAD" and name in SAFE else 405), name
    assert everything() == before


def test_a_form_without_its_token_is_refused(ann):
    before = everything()
    for name, (_get, post, *_guest) in TABLE.items():
        if post != 405:
            assert ann.client.post(address(name), {"which": "others", "name": "X"}).status_code == 403, name
    assert ann.client.post(link_for(ann.account), {"password": "five quiet tiles"}).status_code == 403
    assert everything() == before


def test_pages_of_an_account_are_not_cached(ann):
    for name, (get, *_rest) in TABLE.items():
        if get == 200:
            assert ann.get(address(name)).headers["Cache-Control"] == "no-store", name


def test_the_account_lists_its_clubs_with_their_roles(ann, guest):
    assert "You aren’t in a club yet. A club’s organiser can invite you." in ann.get("/account/")
    for code, name, role in (("A" * 22, "Tuesday", Role.REFEREE), ("B" * 22, "<b>Friday</b>", Role.OWNER)):
        club = Club.objects.create(code=code, name=name, start_key=code, created_at=ann.account.date_joined)
        Membership.objects.create(club=club, user=ann.account, role=role, since=ann.account.date_joined)
    page = ann.get("/account/")
    assert "<b>Friday</b> Owner Tuesday Referee" in page
    assert [link for link in page.links if link.startswith("/c/")] == [f"/c/{'B' * 22}/", f"/c/{'A' * 22}/"]


def test_name_and_e_mail_changes_are_logged_without_their_values(ann):
    form = ann.get("/account/").form("/account/")
    told = {"name": "Ann Lee", "email": "ann@example.org"}
    assert "To change your email address, enter your password too." in ann.send(form, status=422, **told)
    page = ann.send(form, status=422, **told, old_password="not this one")
    assert "The password is wrong." in page and page.form("/account/").values("email") == ["ann@example.org"]
    assert (ann.account.name, ann.account.email) == ("", "")
    assert "Saved ✓" in ann.follow(ann.send(form, status=303, **told, old_password=PASSWORD))
    assert (ann.account.name, ann.account.email) == ("Ann Lee", "ann@example.org")
    row = Audit.objects.get(what="account_changed")
    assert (row.about, row.before, row.after) == (str(ann.account.pk), {}, {"changed": ["name", "email"]})
    ann.send(form, status=303, **told)
    assert Audit.objects.filter(what="account_changed").count() == 1
    page = ann.send(form, status=422, name="x" * 41, email="nothing")
    assert "A name can have at most 40 characters." in page and "valid email address" in page
    assert (ann.account.name, ann.account.email) == ("Ann Lee", "ann@example.org")
