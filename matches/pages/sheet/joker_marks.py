"""Marks on the joker pieces of a drawn hand. Knows faces and entries, and no rules."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.rulesets.entry_sheet import TileMark

Face = dict[str, Any]


def mark(shown: dict[str, Any], payload: Mapping[str, Any], marks: Sequence[TileMark]) -> dict[str, Any]:
    """The drawn hand `shown` of an entry, with the mark on each face that such a piece stands for."""
    faces = [face for part in shown["parts"] for face in part]
    for each in marks:
        hidden: list[str] = []
        drawn = iter(shown["melds"])
        for meld in payload.get("melds", ()):
            pieces = meld.get(each.in_meld, 0)
            if meld["type"] == "pong" and not meld.get("exposed", True):
                hidden += [f"{each.letter}{meld['tile']}"] * pieces  # it lay in the hand, and is drawn there
            else:
                _put(each, next(drawn)["tiles"][:pieces])
        _mark_concealed(each, faces, [*payload["concealed"], *hidden], payload["win"].get("tile", ""))
    return shown


def _mark_concealed(each: TileMark, faces: Iterable[Face], pieces: Iterable[str], won: str) -> None:
    """Of equal tiles those that have not won are marked first, unless such a piece has won."""
    for piece, times in Counter(piece for piece in pieces if piece.startswith(each.letter)).items():
        equal = (face for face in faces if face["text"] == piece.removeprefix(each.letter))
        _put(each, sorted(equal, key=lambda face: bool(face["won"]), reverse=won == piece)[:times])


def _put(each: TileMark, faces: Iterable[Face]) -> None:
    for face in faces:
        face |= {"mark": each, "name": f"{_(each.label)} {face['name']}"}


def word(part: Iterable[Face]) -> str:
    """One part of a hand as a page reads it, each tile for itself: 2pJ3p4p."""
    return "".join(f"{face['mark'].letter if 'mark' in face else ''}{face['text']}" for face in part)
