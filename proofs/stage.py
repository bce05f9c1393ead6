"""Put phones and matches into a site's database through its actions; print their cookies and codes as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import django

LENGTH = 27  # hands, as in the longest match


def main(phones: int, matches: int, joined: int = 0) -> None:
    """Print, for each phone, its cookies, the codes of its matches (without hands), the tokens for watching them, and
    the cookies of `joined` more phones that score all of them."""
    told = []
    for number in range(phones):
        device = f"phone-of-the-proof-{number:03d}"
        codes = [_match(device) for _match_no in range(matches)]
        others = [_joined(f"joined-{other:02d}-at-table-{number:03d}", codes) for other in range(joined)]
        watching = [_token(code, "watching") for code in codes]
        told.append({"cookies": _session(device), "codes": codes, "watching": watching, "others": others})
    sys.stdout.write(json.dumps({"phones": told}))


def _match(device: str) -> str:
    from engine.seats import PerSeat
    from matches import actions
    from matches.entry.entry_form import new_key

    return actions.start_match(
        device=device,
        name="",
        names=PerSeat("Ann", "Bea", "Cho"),
        system="korean_japanese",
        options={"match_length": LENGTH},
        key=new_key(),
    ).code


def _token(code: str, role: str) -> str:
    from matches.links import links_of
    from matches.models import Match

    return links_of(Match.objects.get(code=code))[role].token or ""


def _joined(device: str, codes: Sequence[str]) -> dict[str, Any]:
    """The cookies of a phone that joined these matches by their scoring links, with another device and session."""
    from matches import actions
    from matches.models import Match

    for code in codes:
        match = Match.objects.get(code=code)
        actions.join_match(match=match, device=device, user=None, label="", token=_token(code, "scoring"))
    return _session(device)


def _session(device: str) -> dict[str, Any]:
    from django.conf import settings
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session["device"] = device
    session.create()
    return {settings.SESSION_COOKIE_NAME: str(session.session_key)}


if __name__ == "__main__":
    django.setup()
    main(*map(int, sys.argv[1:]))
