"""Save hands one after the other and print "ACK key" after each. Runs inside a site, traced by strace."""

from __future__ import annotations

import os
import secrets
import sys

import django


def main(count: int, synchronous: str) -> None:
    """Save `count` hands, in matches of 27; `synchronous`: FULL, as in settings.py, or the setting to test instead."""
    from django.db import connection

    from matches import actions
    from matches.models import Match

    with connection.cursor() as cursor:
        if synchronous != "FULL":
            cursor.execute(f"PRAGMA synchronous = {synchronous}")
    left = count
    for match in Match.objects.order_by("pk"):
        device = match.started_by
        for seq in range(1, min(left, 27) + 1):
            key = secrets.token_urlsafe(16)
            told = {"winner": "P1", "win": {"by": "wall"}, "hand_points": 3 + seq % 9, "bonus_points": 5}
            actions.record_entry(match=match, device=device, key=key, expected_seq=seq, kind="hand", payload=told)
            match.refresh_from_db()
            os.write(1, f"ACK {key}\n".encode())
        left -= min(left, 27)
        if not left:
            return


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]), sys.argv[2])
