"""Put ten rows and a phone's session into the floor's database; print the session's cookie as JSON."""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    """The page shows table 1; the form adds to table 2."""
    from django.contrib.sessions.backends.db import SessionStore

    from bench.floor.models import Row

    Row.objects.bulk_create(Row(table=1, no=no, name=f"Player {no}", points=no * 7 - 30) for no in range(1, 11))
    session = SessionStore()
    session["device"] = "phone-of-the-bench-000"
    session.create()
    sys.stdout.write(json.dumps({"cookies": {"sessionid": session.session_key}}))


if __name__ == "__main__":
    django.setup()
    main()
