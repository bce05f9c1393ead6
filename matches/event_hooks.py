"""What matches may be a part of: it registers here, may say that a match goes on no more, and stands on its pages.

Knows nobody who does. A match that is a part of nothing asks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import RuleViolation
from matches.log.state import MatchState
from matches.models import Match
from people.audit.log import Record


class Stopped(RuleViolation):
    """Nothing more is written of this match: what it is a part of has its result, and says who corrects it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageExtras:
    """What stands on the pages of a match besides: `template` takes it as `part`, with its own `told`;
    `head` has the styles and scripts for it, `menu` more lines for the menu of the score page.

    `why`: the match goes on no more; `up`: its time is over; `stand`: short, another one where the page is to be new;
    `ends`: that by its time no further hand is played, for the sheet of one; `corrected`: that another result counts
    than what the match came to, and which.
    """

    template: str
    head: str
    menu: str
    stand: str
    why: Stopped | None = None
    up: bool = False
    ends: str = ""
    corrected: str = ""
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An entry that came too late: its key, what it says in words, the phone that sent it."""

    match: Match
    key: str
    said: str
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """One sort of what matches are a part of. `stopped`: asked inside the transaction that writes, the match is locked;
    `plays`: whether the match is still the one that counts there; `stand`: that of `shown`, by the id of a match;
    `late`: an entry was refused, and must not vanish."""

    stopped: Callable[[Match], Stopped | None]
    plays: Callable[[Match], bool]
    stand: Callable[[int], str]
    shown: Callable[[MatchState], PageExtras | None]
    late: Callable[[Sent, Record], None]


_WHOLES: list[Whole] = []


def register(whole: Whole) -> None:
    """Ask this one too, from now on; to be called once the server starts."""
    if whole not in _WHOLES:
        _WHOLES.append(whole)


def refuse_stopped(match: Match) -> None:
    """Raises `Stopped` where a match goes on no more."""
    if match.within:
        for whole in _WHOLES:
            if why := whole.stopped(match):
                raise why


def plays(match: Match) -> bool:
    """Whether a match that is a part of something is still the one that counts there."""
    return any(whole.plays(match) for whole in _WHOLES)


def shown(reading: MatchState) -> PageExtras | None:
    """What the pages of a match show of what it is a part of."""
    if not reading.match.within:
        return None
    return next((found for whole in _WHOLES if (found := whole.shown(reading))), None)


def ends(reading: MatchState) -> str:
    """What the sheet for a further hand says where none is played by the time of what the match is a part of."""
    part = shown(reading)
    return part.ends if part else ""


def stand(plain: str, pk: int) -> str:
    """How far a match has come (`plain`) with how far what it is a part of has come; `pk` 0: of nothing."""
    return stand_with(plain, next((found for whole in _WHOLES if (found := whole.stand(pk))), "") if pk else "")


def stand_with(plain: str, part: str) -> str:
    """The same, where the stand of the part is known."""
    return f"{plain}-{part}" if part else plain


def late(sent: Sent, record: Record) -> None:
    """Tell what the match is a part of that an entry was refused."""
    for whole in _WHOLES:
        whole.late(sent, record)
