"""The hands that are sent, in the fields of the scoring form."""

from __future__ import annotations

import secrets
from itertools import cycle, islice

LENGTH = 9
PLAYERS = (("P1", "wall"), ("P2", "P3"), ("P3", "P1"), ("P2", "wall"), ("P1", "P2"))


def by_numbers(seq: int) -> dict[str, str]:
    """Hand number `seq` of a match, with typed hand-points."""
    return {**_place(seq), "way": "numbers", "points": str(3 + seq % 5), "bonus": str(3 + seq % 3)}


def by_list(seq: int) -> dict[str, str]:
    """Hand number `seq` of a match, with its patterns ticked."""
    ticks = {"t.dragon_pong": "2", "t.two_dragons": "1", "t.seat_wind": "1", "b.flower": str(seq % 3)}
    return {**_place(seq), "way": "list", "shown_way": "list", **ticks}


def _place(seq: int) -> dict[str, str]:
    winner, source = next(islice(cycle(PLAYERS), seq, None))
    return {"winner": winner, "source": source, "key": secrets.token_urlsafe(16), "expected_seq": str(seq), "save": "1"}
