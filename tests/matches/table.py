"""A table for tests: Ann, Bea and Cho, their phone, and helpers for entries. Contains no assertions."""

import secrets

from engine.seats import PerSeat
from matches import actions
from matches.log.state import open_match
from matches.models import Match, MatchDevice

NAMES = PerSeat("Ann", "Bea", "Cho")
PHONE = "phone-of-ann-000000000"
OTHER = "phone-of-bea-000000000"


def new_key():
    """A new key, as on a page."""
    return secrets.token_urlsafe(16)


def start(**changes):
    """A new match, scored by PHONE."""
    told = {
        "device": PHONE,
        "name": "Friday table",
        "names": NAMES,
        "system": "korean_japanese",
        "options": {},
        "key": new_key(),
    }
    return actions.start_match(**(told | changes))


def join(match, device=OTHER):
    """Give a second phone the right to score the match."""
    number = match.devices.count() + 1
    return MatchDevice.objects.create(match=match, number=number, device=device, joined_at=match.created_at)


def at(match, **changes):
    """Arguments of the next entry of `match`, from PHONE, with a new key."""
    told = {
        "match": match,
        "device": PHONE,
        "key": new_key(),
        "expected_seq": Match.objects.get(pk=match.pk).version + 1,
    }
    return told | changes


def wall(winner="P1", hand_points=5, bonus_points=3):
    """A hand won from the wall, by numbers."""
    return {"winner": winner, "win": {"by": "wall"}, "hand_points": hand_points, "bonus_points": bonus_points}


def discard(winner, source, hand_points=5, bonus_points=3):
    """A hand won on a discard, by numbers."""
    return wall(winner, hand_points, bonus_points) | {"win": {"by": "discard", "from": source}}


def read(match):
    """The match, reloaded from the database."""
    return open_match(match.code)
