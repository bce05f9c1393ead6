"""Sessions as Django keeps them in the database (`SESSION_ENGINE`), found by a query that is written once."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from people.db.prepared_queries import Blank, Written

_IS_KEY = re.compile(r"[a-z0-9]+\Z").match
_STORED = Written(
    Session.objects.filter(session_key=Blank("key"), expire_date__gt=Blank("now")).values_list("session_data")
)


class SessionStore(db.SessionStore):
    """Called as Django's is: by this name sessions are signed."""

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing where it has expired, or is none."""
        if not _IS_KEY(self.session_key or ""):  # a cookie can hold what PostgreSQL takes for no text
            self._session_key = None
            return {}
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        for (data,) in _STORED.rows(key=self.session_key, now=now):
            held: dict[str, Any] = self.decode(data)
            return held
        self._session_key = None
        return {}
