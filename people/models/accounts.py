"""Accounts and their signed-in devices."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models

KEY_LENGTH = 22
NAME_LENGTH = 160  # bytes are what names are limited in; more characters cannot come


class User(AbstractUser):
    """An account: `username` to sign in with, `name` for others to read. Erased, it stays as an empty row."""

    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    erased_at = models.DateTimeField(null=True)

    # No column: where the account is signed in as it asks (people.accounts.sessions).
    here: Device | None = None

    @property
    def shown_name(self) -> str:
        """What others read."""
        return self.name or self.username


class Device(models.Model):
    """Where an account is signed in: one session, to be listed and ended.

    `session_key`: what the session holds to be known by, never its id. Without this row its account is signed out.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="signed_in")
    session_key = models.CharField(max_length=40, unique=True)
    label = models.CharField(max_length=80)
    since = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at"]

    def __str__(self) -> str:
        return self.label
