"""The audit log: rows that are added and never changed."""

from __future__ import annotations

from typing import Any

from django.db import models

from people.models.accounts import KEY_LENGTH, User
from people.models.clubs import Club


class Audit(models.Model):
    """One thing that was done, or refused. Triggers (people/audit/append_only.py) refuse to change or remove it.

    Holds ids, never names: people can be erased, rows cannot. `what` is one of people.audit.events.What; `device` the
    phone that asked and `label` what its browser calls itself; `match` the code of a match, `seq` an event of it;
    `before` and `after` are what changed, as plain values.
    """

    at = models.DateTimeField(db_index=True)
    what = models.CharField(max_length=40)
    refused = models.BooleanField(default=False)
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=KEY_LENGTH, blank=True)
    label = models.CharField(max_length=80, blank=True, default="")
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="+")
    match = models.CharField(max_length=KEY_LENGTH, blank=True, db_index=True)
    seq = models.PositiveIntegerField(null=True)
    # The account, player or device that it was done to, by id.
    about = models.CharField(max_length=40, blank=True, db_index=True)
    before: models.JSONField[Any, Any] = models.JSONField(default=dict)
    after: models.JSONField[Any, Any] = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at} {self.what}"


class AuditAddress(models.Model):
    """The network address behind an audit row, apart, so that it can go after thirty days."""

    row = models.OneToOneField(Audit, models.PROTECT, related_name="from_address")
    address = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.address


class AuditNames(models.Model):
    """What was called how before and after an audit row, apart, so that a person can be erased."""

    row = models.OneToOneField(Audit, models.PROTECT, related_name="names")
    before = models.CharField(max_length=160, blank=True)
    after = models.CharField(max_length=160, blank=True)

    def __str__(self) -> str:
        return f"{self.before} {self.after}"
