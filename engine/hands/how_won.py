"""How a hand was won, read from an entry: by self-draw, on a discard, or by robbing a kong.

The formats are described in docs/formats.md. Independent of tiles and values.
"""

from collections.abc import Collection

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import Payload, flag, known_keys, mapping, seat
from engine.seats import Seat

BY = ("wall", "discard", "rob_kong")
WIN_KEYS = frozenset({"by", "from", "tile", "last_tile", "replacement", "concealed_kong"})


def read_how(
    payload: Payload, winner: Seat, keys: Collection[str] = WIN_KEYS, drawn: Collection[str] = ("replacement",)
) -> tuple[str, Seat | None]:
    """How `winner` won: (by, the player that the tile came from, or None for the wall). Raises `RuleViolation`.

    `keys`: the keys that `win` may have; `drawn`: those of them that need a tile from the wall.
    """
    win = mapping(payload, "win")
    known_keys(win, frozenset(keys))
    by = win.get("by")
    if by not in BY:
        raise RuleViolation("win", _("by must be wall, discard or rob_kong."))
    if by != "rob_kong" and flag(win, "concealed_kong"):
        raise RuleViolation("concealed_kong", _("concealed_kong is only possible with a robbed kong."))
    if by == "wall":
        if win.get("from") is not None:
            raise RuleViolation("from", _("from must be empty for a self-draw."))
        return "wall", None
    for key in drawn:
        if flag(win, key):
            raise RuleViolation(key, _("A replacement tile is only possible with a self-draw."))
    payer = seat(win.get("from"), "from")
    if payer is winner:
        raise RuleViolation("from", _("The winner can’t also be the discarder."))
    return by, payer
