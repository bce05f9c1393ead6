"""Put matches and a scorer's session into the app's database by its actions; print the cookies and codes as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

import django

DEVICE = "phone-of-the-bench-000"
HANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hand", {"winner": "P2", "win": {"by": "wall"}, "hand_points": 4, "bonus_points": 7}),
    ("draw", {"draw": True}),
    ("hand", {"winner": "P1", "win": {"by": "discard", "from": "P3"}, "hand_points": 4, "bonus_points": 3}),
    ("hand", {"winner": "P3", "win": {"by": "wall"}, "limit": "half"}),
    ("hand", {"winner": "P3", "win": {"by": "discard", "from": "P2"}, "hand_points": 8, "bonus_points": 4}),
    ("draw", {"draw": True}),
    ("hand", {"winner": "P2", "win": {"by": "discard", "from": "P1"}, "hand_points": 6, "bonus_points": 2}),
    ("hand", {"winner": "P1", "win": {"by": "wall"}, "hand_points": 5, "bonus_points": 5}),
    ("hand", {"winner": "P2", "win": {"by": "discard", "from": "P3"}, "hand_points": 3, "bonus_points": 2}),
)


def main(fresh: int) -> None:
    """Create one match with nine of eighteen hands, so that it is still in play, and `fresh` ones without a hand."""
    long = match(HANDS, {"match_length": 18})
    told = {
        "cookies": session(),
        "watching": _watching(long),
        "long": long,
        "short": match(HANDS[:5]),
        "fresh": [match() for _each in range(fresh)],
    }
    sys.stdout.write(json.dumps(told))


def match(
    hands: tuple[tuple[str, dict[str, Any]], ...] = (), options: dict[str, Any] | None = None, **club: Any
) -> str:
    """Start a match with these hands, by default outside a club; return its code."""
    from engine.seats import PerSeat
    from matches import actions
    from matches.entry.entry_form import new_key

    started = actions.start_match(
        device=DEVICE,
        name="Friday table",
        names=PerSeat("Annika", "Bedřich", "Cho"),
        system="korean_japanese",
        options=options or {},
        key=new_key(),
        **club,
    )
    for seq, (kind, payload) in enumerate(hands, start=1):
        actions.record_entry(match=started, device=DEVICE, key=new_key(), expected_seq=seq, kind=kind, payload=payload)
    return started.code


def session() -> dict[str, str]:
    """The cookie of a phone that scores these matches."""
    from django.conf import settings
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session["device"] = DEVICE
    session.create()
    return {settings.SESSION_COOKIE_NAME: str(session.session_key)}


def _watching(code: str) -> dict[str, str]:
    """The cookie of a phone that watches this match by its link."""
    from django.conf import settings

    from matches.links import WATCHING, links_of
    from matches.models import Match

    return {settings.WATCH_COOKIE_NAME: links_of(Match.objects.get(code=code))[WATCHING].token or ""}


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]))
