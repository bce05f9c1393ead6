"""How passwords are stored, and how the first administrator gets one."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.management import CommandError, call_command

from people.accounts.passwords import link_for
from people.actions import accounts
from people.models import Device, User
from scorekeeper import settings as site
from scorekeeper.web import logs
from tests.people.cast import PASSWORD, Person, done

pytestmark = pytest.mark.django_db


def said_by(command, *told):
    out = StringIO()
    call_command(command, *told, stdout=out)
    return out.getvalue()


def link(text):
    return re.search(r"^  (/p/\S+)$", text, re.MULTILINE).group(1)


def test_passwords_are_hashed_with_argon2(settings):
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    Person("ann").sign_up()
    assert User.objects.get().password.startswith("argon2$argon2id$")


def test_a_password_with_an_older_hash_works_and_is_rehashed(settings):
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS[1:]
    Person("ann").sign_up()
    assert User.objects.get().password.startswith("pbkdf2_sha256$")
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    Person("ann").sign_in()
    assert User.objects.get().password.startswith("argon2$argon2id$")


def test_a_field_lets_paste_and_password_managers_work(guest):
    html = guest.get("/account/new/").html
    field = re.search(r'<input id="id_password"[^>]*>', html).group()
    assert 'type="password"' in field and 'autocomplete="new-password"' in field
    assert "maxlength" not in field and "pattern" not in field
    assert 'autocomplete="current-password"' in guest.get("/account/in/").html


def test_what_is_typed_can_be_seen_without_a_script(guest):
    page = guest.get("/account/in/?next=/start/")
    [shown] = [link for link in page.links if "show=1" in link]
    again = guest.get("/account/in/" + shown)
    assert '<input id="id_password" name="password" type="text"' in again.html
    assert again.form("/account/in/").values("next") == ["/start/"]


@pytest.mark.parametrize("new", ["short", "password1", "scorekeeper", "x" * 129, "ann-ann-ann"])
def test_a_new_password_must_obey_the_same_rules(ann, new):
    form = ann.get("/account/password/").form("/account/password/")
    page = ann.send(form, status=422, old_password=PASSWORD, password=new)
    assert "The password hasn’t changed" in page
    Person("ann").sign_in()


def test_a_new_site_has_no_accounts(db):
    assert not User.objects.exists()


def test_the_first_administrator_sets_a_password_with_a_link_that_works_once(guest):
    address = link(said_by("make_admin", "Chief"))
    user = User.objects.get()
    assert (user.username, user.is_superuser, user.is_staff, user.has_usable_password()) == ("chief", True, True, False)
    Person("chief").sign_in(status=422)
    form = guest.get(address).form(address)
    assert "at least 8 characters" in guest.send(form, status=422, password="short")
    done_page = guest.follow(guest.send(form, status=303, password=PASSWORD))
    assert "Password set ✓ Sign in with it now." in done_page and done_page.form("/account/in/")
    assert not guest.is_in
    used = guest.get(address, status=404)
    assert "Ask the administrator for a new one." in used and "at the table" not in used
    guest.post(address, {"password": "another long one"}, status=404)
    Person("chief").sign_in()
    pk = str(user.pk)
    assert [row for row in done() if row[0] != "sign_in_failed"] == [
        ("admin_made", None, pk, False),
        ("password_set", None, pk, False),
        ("signed_in", "chief", pk, False),
    ]


@pytest.mark.parametrize(
    ("names", "https", "begins"),
    [
        (["score.example.org", "other.example.org"], True, "https://score.example.org/p/"),
        ([".example.org", "*"], True, "/p/"),  # patterns, not the name of the site
        (["score.example.org"], False, "/p/"),
    ],
)
def test_the_link_is_absolute_if_the_sites_name_is_known(ann, settings, names, https, begins):
    settings.ALLOWED_HOSTS, settings.HTTPS = names, https
    (line,) = (line for line in said_by("password_link", "ann").splitlines() if "/p/" in line)
    assert line.startswith(f"  {begins}")


def test_an_existing_account_keeps_its_password_until_the_link_is_used(ann):
    said_by("make_admin", "ann")
    assert ann.account.is_superuser and ann.is_in
    Person("ann").sign_in()


def test_a_link_ends_every_session(ann):
    address = link(said_by("password_link", "Ann"))
    other = Person("ann", "five quiet tiles")
    other.send(other.get(address).form(address), status=303, password="five quiet tiles")
    assert not ann.is_in and not Device.objects.exists()
    other.sign_in()


def test_a_link_is_invalid_after_a_day_after_a_sign_in_and_for_another_account(ann, guest):
    class Tomorrow(PasswordResetTokenGenerator):
        def _now(self):
            return super()._now() - timedelta(days=1, seconds=1)

    user = ann.account
    unknown = guest.get("/p/999999-abc123-" + "0" * 32, status=404)
    old = f"/p/{user.pk}-{Tomorrow().make_token(user)}"
    spent = link_for(user)
    ann.sign_in()
    other = Person("bea")
    other.sign_up()
    foreign = link_for(user).replace(f"/p/{user.pk}-", f"/p/{other.account.pk}-")
    good = link_for(ann.account)
    User.objects.filter(pk=user.pk).update(is_active=False)
    for address in (old, spent, foreign, good):
        assert guest.get(address, status=404).text == unknown.text


def test_two_requests_with_one_link_at_once_set_the_password_once(ann, guest, monkeypatch):
    address, set_password = link_for(ann.account), accounts.set_password

    def second(request, *, user, password):
        """Another request arrives between the check of the link and the change."""
        monkeypatch.setattr(accounts, "set_password", set_password)
        Person().post(address, {"password": "five quiet tiles"}, status=303)
        set_password(request, user=user, password=password)

    monkeypatch.setattr(accounts, "set_password", second)
    guest.post(address, {"password": "six quiet tiles"}, status=404)
    assert ann.account.check_password("five quiet tiles")


def test_a_link_does_not_reach_the_log(ann):
    address = link_for(ann.account)
    assert address[8:] not in logs.redact(f"Not Found: {address}")
    assert re.fullmatch(r"Not Found: /p/.{4}…", logs.redact(f"Not Found: {address}"))


@pytest.mark.parametrize("name", ["", "ann lee", "x" * 151, "<b>"])
def test_an_invalid_name_creates_no_administrator(db, name):
    with pytest.raises(CommandError):
        said_by("make_admin", name)
    assert not User.objects.exists()


def test_a_command_can_close_an_account(ann):
    assert said_by("close_account", "ann") == "The account ann is closed.\n"
    assert not ann.is_in
    Person("ann").sign_in(status=422)
    for command in ("close_account", "password_link"):
        with pytest.raises(CommandError):
            said_by(command, "zoe")
    with pytest.raises(CommandError):
        said_by("password_link", "ann")
