"""Helpers that play the Malaysian fan game on the pages: start a match, open and save sheets; sample hands."""

from matches.models import Event

LIST = {"t.dragon_pong": "2", "t.mixed_suit": "1", "t.faces": "2"}
# Two jokers in the hand and one in the pong on the table; Bea is South, so the second flower is hers.
JOKERS = {"tiles": "J2p 34p 567p 5p J6p 7p 99p", "melds": "pong:JdR", "tile": "J6p"}
BESIDE = {"flowers": ["1", "2"], "seasons": ["4"], "faces": "4", "animals": "1"}


def begin(phone, system="malaysian_fan", preset="club"):
    """Start a match with a preset, and return its code."""
    return phone.start(system=system, preset=preset)


def sheet(phone, code, winner="P1", way="numbers"):
    """The sheet of a hand with this way to count."""
    return phone.get(f"/m/{code}/hand/?winner={winner}&way={way}").form("/hand/")


def save(phone, form, htmx=False, status=None, **told):
    """Save a valid sheet, and return the entry in the log."""
    page = phone.send(form, button=("save", "1"), htmx=htmx, **told)
    assert page.status == (200 if htmx else 303), page
    return Event.objects.order_by("pk").last().payload
