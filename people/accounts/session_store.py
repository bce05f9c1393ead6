"""Django's database sessions, read with one raw query (`SESSION_ENGINE`)."""

import re
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

_is_key = re.compile(r"[a-z0-9]+\Z").match
# Nearly every page runs this query. Compiling it in the ORM would take longer than running it.
_SESSION = "SELECT session_key, session_data, expire_date FROM django_session WHERE session_key = %s"


class SessionStore(db.SessionStore):
    """Django's database sessions. This class must keep its name, which salts session signatures."""

    def __init__(self, session_key: str | None = None) -> None:
        # A cookie can contain characters that PostgreSQL does not allow in text.
        super().__init__(session_key if session_key and _is_key(session_key) else None)

    def load(self) -> dict[str, Any]:
        for session in Session.objects.raw(_SESSION, [self.session_key]):
            if session.expire_date > timezone.now():
                return session.get_decoded()
        return super().load()
