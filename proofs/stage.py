"""Puts phones and matches into a site's database, through its actions; says in JSON how to come in. Runs inside it."""

from __future__ import annotations

import json
import sys
from typing import Any

import django

LENGTH = 27  # hands; the longest match


def main(phones: int, matches: int) -> None:
    """For each phone its cookies, the codes of its matches, none of which has a hand, and the tokens by which others
    may watch them."""
    told = []
    for number in range(phones):
        device = f"phone-of-the-proof-{number:03d}"
        codes = [_match(device) for _match_no in range(matches)]
        told.append({"cookies": _session(device), "codes": codes, "watching": [_watching(code) for code in codes]})
    sys.stdout.write(json.dumps({"phones": told}))


def _match(device: str) -> str:
    from engine.seats import PerSeat
    from matches import actions
    from matches.forms.entry import new_key

    return actions.start_match(
        device=device,
        name="",
        names=PerSeat("Ann", "Bea", "Cho"),
        system="korean_japanese",
        options={"match_length": LENGTH},
        key=new_key(),
    ).code


def _watching(code: str) -> str:
    from matches.links import WATCHING, links_of
    from matches.models import Match

    return links_of(Match.objects.get(code=code))[WATCHING].token or ""


def _session(device: str) -> dict[str, Any]:
    from django.conf import settings
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session["device"] = device
    session.create()
    return {settings.SESSION_COOKIE_NAME: str(session.session_key)}


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]))
