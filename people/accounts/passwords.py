"""The password hasher, validators in addition to Django's, and links to set a password."""

import re

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _

from people.models import User

MOST = 128  # characters
OBVIOUS = ("scorekeeper", "mahjong", "sanma", "password", "heslo")
ENOUGH = 4  # letters or digits that a password needs in addition to an obvious word


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id as OWASP recommends: 19 MiB, two passes, one lane.

    Django's 100 MiB would let eight simultaneous sign-ins fill a small server's memory. Older hashes are replaced at
    the next sign-in.
    """

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1


class TranslatedMinimumLengthValidator(MinimumLengthValidator):
    """Django's validator with a sentence of our own, because Django's is not translated into all of our languages."""

    def get_error_message(self) -> str:
        return _("A password needs at least %(least)s characters.") % {"least": self.min_length}

    def get_help_text(self) -> str:
        return self.get_error_message()


class MaximumLengthValidator:
    """A validator that refuses more than 128 characters: a mistake, or an attempt to overload the server."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if len(password) > MOST:
            raise ValidationError(self.get_help_text(), "too_long")

    def get_help_text(self) -> str:
        return _("A password can have at most %(most)s characters.") % {"most": MOST}


class ContextValidator:
    """A validator that refuses one of the user's names, or an obvious word, with at most a few characters added."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        plain = password.casefold()
        for word in (*OBVIOUS, *_own_words(user)):
            if word in plain and len(re.sub(r"[\W_]", "", plain.replace(word, ""))) < ENOUGH:
                raise ValidationError(_("This password is easy to guess. Choose a different one."), "obvious")

    def get_help_text(self) -> str:
        return _("A password can’t be just your name with a few characters added.")


def _own_words(user: AbstractBaseUser | None) -> list[str]:
    if not isinstance(user, User):
        return []
    words = [user.username, user.name, *user.name.split(), user.email.partition("@")[0]]
    return [word.casefold() for word in words if len(word) > 2]


def link_for(user: User) -> str:
    """Return the path of a page to set the account's password. The link works once, within a day."""
    return reverse("people:set_password", args=[user.pk, default_token_generator.make_token(user)])


def address_hint() -> str:
    """Return where to open `address_for`, for a message; "" if that is a full URL."""
    return "" if settings.HTTPS and _site() else ", after the address that serve prints"


def _site() -> str:
    return next((name for name in settings.ALLOWED_HOSTS if name and name[0] not in ".*"), "")


def address_for(user: User) -> str:
    """Return the full URL of `link_for` if the settings name an HTTPS site, otherwise only the path."""
    site = _site()
    return f"https://{site}{link_for(user)}" if settings.HTTPS and site else link_for(user)
