"""From an entry's payload to a win of the Korean/Japanese game. Judges nothing but the form."""

from __future__ import annotations

from typing import Any

from engine.entries import (
    Count,
    Numbers,
    Payload,
    Ticks,
    Win,
    flag,
    known_keys,
    mapping,
    seat,
    seats,
    whole_number,
)
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import Seat

BY = ("wall", "discard", "rob_kong")
KNOWN_TO_MATCH = frozenset({"hand_no", "round", "seats", "goulash_carry"})
SAID = frozenset({"winner", "win", "waiting", "opp_declared", "declared_ready", "all_declared"})
NUMBERS = frozenset({"hand_points", "bonus_points", "limit"})
LIST = frozenset({"patterns", "bonus_items", "limit"})
MOST = 999


def read_win(payload: Payload) -> Win:
    """A win counted by numbers or by list. Raises `RuleViolation`."""
    by_list = "patterns" in payload or "bonus_items" in payload
    known_keys(payload, SAID | KNOWN_TO_MATCH | (LIST if by_list else NUMBERS))
    winner = seat(payload.get("winner"), "winner")
    by, source = _read_how(payload, winner)
    opponents = seats(payload, "waiting"), seats(payload, "opp_declared")
    count = _read_ticks(payload) if by_list else _read_numbers(payload)
    for field, players in zip(("waiting", "opp_declared"), opponents, strict=True):
        if winner in players:
            raise RuleViolation(field, _("%(key)s takes opponents of the winner."), key=field)
    return Win(
        winner=winner,
        by=by,
        source=source,
        count=count,
        waiting=opponents[0],
        opp_declared=opponents[1],
        declared_ready=flag(payload, "declared_ready")
        or (isinstance(count, Ticks) and "declared_ready" in count.bonus_items),
        everybody_declared=flag(payload, "all_declared"),
        given={key: payload[key] for key in KNOWN_TO_MATCH if key in payload},
    )


def _read_how(payload: Payload, winner: Seat) -> tuple[str, Seat | None]:
    """How the hand was won, and from whom: (by, player or None for the wall)."""
    win = mapping(payload, "win")
    known_keys(win, frozenset({"by", "from", "tile", "last_tile", "replacement"}))
    by = win.get("by")
    if by not in BY:
        raise RuleViolation("win", _("win takes by: wall, discard or rob_kong."))
    source = win.get("from")
    if by == "wall":
        if source is not None:
            raise RuleViolation("from", _("A win from the wall is from no player."))
        return "wall", None
    if flag(win, "replacement"):
        raise RuleViolation("replacement", _("A replacement tile comes from the wall."))
    payer = seat(source, "from")
    if payer is winner:
        raise RuleViolation("from", _("The winner cannot be the discarder too."))
    return by, payer


def _read_numbers(payload: Payload) -> Count:
    if "limit" in payload:
        if "hand_points" in payload or "bonus_points" in payload:
            raise RuleViolation("limit", _("limit stands alone, without points."))
        return Numbers({"limit": _read_limit(payload)})
    return Numbers(
        {
            "hand_points": whole_number(payload, "hand_points", 0, MOST),
            "bonus_points": whole_number(payload, "bonus_points", 0, MOST),
        }
    )


def _read_limit(payload: Payload) -> str:
    if payload["limit"] not in ("half", "full"):
        raise RuleViolation("limit", _("limit takes half or full."))
    return str(payload["limit"])


def _read_ticks(payload: Payload) -> Count:
    patterns: Any = payload.get("patterns", [])
    if not isinstance(patterns, list | tuple) or not all(isinstance(i, str) for i in patterns):
        raise RuleViolation("patterns", _("patterns takes a list of pattern ids."))
    bonus = mapping(payload, "bonus_items")
    for item in bonus:
        whole_number(bonus, item, 1, MOST)
    limit = _read_limit(payload) if "limit" in payload else None
    if limit and (patterns or bonus):
        raise RuleViolation("limit", _("limit stands alone, without points."))
    return Ticks(tuple(patterns), dict(bonus), limit)
