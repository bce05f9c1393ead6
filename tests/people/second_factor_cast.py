"""Helpers that set up second factors, sign in with them and remove them."""

import re

import pyotp
import pytest

from people.web.codes import new_key
from tests.matches.worlds import again
from tests.people.cast import PASSWORD, Person
from tests.people.soft_passkey import SoftPasskey

CODE = re.compile(r"[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}")


def set_up(person, clock, status=200, password=PASSWORD, code=None):
    """Set up an app; return its secret, and the page after it."""
    page = person.get("/account/security/app/")
    secret = re.search(r"type a key into the app ((?:[A-Z2-7]{4} ){8})", page.text)[1].replace(" ", "")
    code = code or pyotp.TOTP(secret).at(clock.now())
    form = page.form("/account/security/app/")
    return secret, person.send(form, status=status, code=code, old_password=password)


def half(where="", **options):
    """Ann on a new phone, where she has entered her password but no code yet."""
    person = Person("ann", **options)
    assert person.sign_in(where=where).goes_to == "/account/in/code/"
    return person


def enter(person, code, status=303, where=""):
    """Send a code. The page is only opened first if its URL has a query string (`where`)."""
    path = f"/account/in/code/{where}"
    if where:
        return person.send(person.get(path).form(path), status=status, code=code)
    return person.post(path, {"key": new_key(), "code": code}, status=status)


def guess_elsewhere(code, times):
    """Send a wrong code after Ann's password from each of `times` networks."""
    person = half()
    for number in range(times):
        person.client.defaults["REMOTE_ADDR"] = f"10.0.0.{number}"
        enter(person, code, status=422)


def change(person, which, status=303, password=PASSWORD):
    form = person.get("/account/security/").form("/account/security/change/")
    assert ("which", which) in form.buttons
    return person.send(form, button=("which", which), status=status, old_password=password)


class Holder(Person):
    """A person who opens the site at http://localhost, where browsers offer passkeys."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.client.defaults["SERVER_NAME"] = "localhost"

    @property
    def challenge(self):
        return self.client.get("/account/in/challenge/").json()["challenge"]

    def add(self, key=None, status=303, password=PASSWORD, sent=None, name="My phone"):
        credential = sent or (key or SoftPasskey()).created(self.challenge)
        told = {"credential": credential, "old_password": password, "name": name}
        return self.post("/account/security/passkey/", told, status=status)

    def passkey(self, sent, status=303, where=""):
        """Answer with a passkey. The page is only opened first if its URL has a query string (`where`)."""
        if where:
            form = self.get(f"/account/in/{where}").form("/account/in/passkey/")
            return self.send(form, status=status, credential=sent)
        return self.post("/account/in/passkey/", {"key": new_key(), "next": "/", "credential": sent}, status=status)


def one_account(kind=Person):
    """Return two fixtures for a module whose tests begin with Ann's new account: `first_ann, ann = one_account()`.

    `kind` is the class of `ann`, who is signed in on her phone.
    """

    @pytest.fixture(scope="module")
    def first_ann(standing):
        person = kind("ann")
        person.sign_up()
        return person

    @pytest.fixture
    def ann(first_ann):
        return again(first_ann)

    return first_ann, ann
