"""Set up an authenticator app, take the second step, remove what was set up."""

import re

import pyotp

from tests.people.cast import PASSWORD, Person

CODE = re.compile(r"[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}")


def set_up(person, clock, status=200, password=PASSWORD, code=None):
    """Set up an app; its secret, and the page after it."""
    page = person.get("/account/security/app/")
    secret = re.search(r"type a key into the app ((?:[A-Z2-7]{4} ){8})", page.text)[1].replace(" ", "")
    code = code or pyotp.TOTP(secret).at(clock.now())
    form = page.form("/account/security/app/")
    return secret, person.send(form, status=status, code=code, old_password=password)


def half(where="", **options):
    """Ann on a new phone, where she has entered her password."""
    person = Person("ann", **options)
    assert person.sign_in(where=where).goes_to == "/account/in/code/"
    return person


def enter(person, code, status=303, where=""):
    return person.send(
        person.get(f"/account/in/code/{where}").form(f"/account/in/code/{where}"), status=status, code=code
    )


def change(person, which, status=303, password=PASSWORD):
    form = person.get("/account/security/").form("/account/security/change/")
    assert ("which", which) in form.buttons
    return person.send(form, button=("which", which), status=status, old_password=password)
