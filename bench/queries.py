"""Count the queries of pages and forms in this process, with Django's test client; print them as JSON."""

from __future__ import annotations

import json
import sys

import django

from bench import hands


def main(session: str, page: str, hand_at: str, seq: int) -> None:
    """Count the queries of the score page, and of saving a hand in another match."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(HTTP_HOST="127.0.0.1")
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    assert client.get(page).status_code == 200  # open the connection, to exclude SQLite's settings
    counts = {}
    with CaptureQueriesContext(connection) as asked:
        assert client.get(page).status_code == 200
    counts["page"] = len(asked)
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(f"{hand_at}hand/", hands.by_numbers(seq), headers={"HX-Request": "true"})
        assert answer.headers.get("HX-Trigger-After-Settle") == "saved"
    counts["post"] = len(asked)
    sys.stdout.write(json.dumps(counts))


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
