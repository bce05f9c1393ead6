"""Readers for wins of the Malaysian fan game (docs/formats.md). They check only the format, not the rules.

Sacred discard, declaring ready, waiting and goulash aren't played (C3.2), so their keys are refused.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import RuleViolation
from engine.hands import hand
from engine.hands.hand import Meld, TileHand, read_how, read_meld
from engine.language import gettext_noop as _
from engine.match.entries import Count, Numbers, Win
from engine.match.fields import Payload, flag, known_keys, mapping, seat, whole_number
from engine.rulesets.checklist import read_ticks
from engine.rulesets.definitions import Detail
from engine.rulesets.malaysian_fan.house import MOST_FAN
from engine.rulesets.malaysian_fan.scoring.table import Extras, Piece, read_piece, read_pieces

# The details of an entry besides the winner and the count (docs/formats.md); entry sheets are built from them.
OUTSIDE = (
    Detail("flowers", "numbers", _("Flowers"), "C2.1", most=4),
    Detail("seasons", "numbers", _("Seasons"), "C2.1", most=4),
    Detail("faces", "number", _("Faces"), "C2.1", most=4),
    Detail("animals", "number", _("Animals"), "C2.1", most=4),
)
OF_WIN = (
    Detail("first_tile", "switch", _("Won on the first tile"), "C2.2", ("win",)),
    Detail("last_tile", "switch", _("Won on the last tile"), "C2.2", ("win",)),
    Detail("replacement", "switch", _("Won on a replacement tile"), "C2.1", ("win",)),
    Detail("double_kong", "switch", _("Won on the replacement tile for the second of two kongs"), "C2.2", ("win",)),
)
DETAILS = (*OUTSIDE, *OF_WIN)
KNOWN_TO_MATCH = ("hand_no", "round", "seats")
COMMON_KEYS = frozenset({"winner", "win"})
BY_NUMBERS = frozenset({"fan", "maximum"})
BY_LIST = frozenset({"patterns", "maximum"})
TILE_KEYS = frozenset({"concealed", "melds", *(detail.key for detail in OUTSIDE)})
WIN_KEYS = hand.WIN_KEYS | {detail.key for detail in OF_WIN}
DRAWN = ("replacement", "double_kong")


def read_win(payload: Payload) -> Win:
    """Read a win entered as tiles, as ticks or as numbers. Raises `RuleViolation`."""
    keys, read_count = _way(payload)
    known_keys(payload, COMMON_KEYS | keys | set(KNOWN_TO_MATCH))
    winner = seat(payload.get("winner"), "winner")
    by, source = read_how(payload, winner, WIN_KEYS, DRAWN)
    for detail in OF_WIN:
        detail.read(payload["win"])
    count = read_count(payload)
    if flag(payload["win"], "concealed_kong") and not isinstance(count, TileHand):
        raise RuleViolation(
            "concealed_kong",
            _(
                "concealed_kong can be used only when the hand is entered as tiles. In this game, no hand can "
                "rob a concealed kong."
            ),
        )
    given = {key: payload[key] for key in KNOWN_TO_MATCH if key in payload}
    return Win(winner=winner, by=by, source=source, count=count, given=given)


def _way(payload: Payload) -> tuple[frozenset[str], Callable[[Payload], Count]]:
    if "concealed" in payload or "melds" in payload:
        return TILE_KEYS, _read_tiles
    if "patterns" in payload:
        return BY_LIST, _read_list
    return BY_NUMBERS, _read_numbers


def _read_numbers(payload: Payload) -> Count:
    """Read a count entered as `{"fan": 7}` or `{"maximum": true}`. Raises `RuleViolation`."""
    if not flag(payload, "maximum"):
        return Numbers({"fan": whole_number(payload, "fan", 0, MOST_FAN)})
    if "fan" in payload or payload.get("patterns"):
        raise RuleViolation("maximum", _("maximum can’t be combined with fan."))
    return Numbers({"maximum": True})


def _read_list(payload: Payload) -> Count:
    ticks = read_ticks(payload, 0)
    return _read_numbers(payload) if flag(payload, "maximum") else ticks


def _read_tiles(payload: Payload) -> Count:
    win = mapping(payload, "win")
    melds, hidden = _read_melds(payload)
    pieces = (*read_pieces(payload.get("concealed"), "concealed"), *hidden)
    if win.get("tile") is None:
        raise RuleViolation("tile", _("The winning tile is missing."))
    won = read_piece(win["tile"], "tile")
    outside: dict[str, Any] = {detail.key: detail.read(payload) for detail in OUTSIDE if detail.key in payload}
    more = Extras(
        **outside,
        jokers=tuple(piece.tile for piece in pieces if piece.joker),
        melded=tuple(jokers for _meld, jokers in melds),
        joker_won=won.joker,
        first_tile=flag(win, "first_tile"),
        double_kong=flag(win, "double_kong"),
        concealed_kong=flag(win, "concealed_kong"),
    )
    return TileHand(
        concealed=tuple(piece.tile for piece in pieces),
        melds=tuple(meld for meld, _jokers in melds),
        tile=won.tile,
        last_tile=flag(win, "last_tile"),
        replacement=flag(win, "replacement"),
        flowers=len(more.flowers) + len(more.seasons),
        special={"extras": more},
    )


def _read_melds(payload: Payload) -> tuple[list[tuple[Meld, int]], list[Piece]]:
    """Read the melds with their numbers of jokers, and the pieces of concealed pongs."""
    given = payload.get("melds", [])
    if not isinstance(given, list | tuple) or not all(isinstance(each, Mapping) for each in given):
        raise RuleViolation("melds", _("melds must be a list of pongs and kongs."))
    melds, hidden = [], []
    for each in given:
        meld = read_meld({key: value for key, value in each.items() if key != "jokers"})
        jokers = whole_number(each, "jokers", 0, 4 if meld.kind == "kong" else 3) if "jokers" in each else 0
        if meld.kind == "pong" and not meld.exposed:
            hidden += [Piece(meld.tile, place < jokers) for place in range(3)]
        else:
            melds.append((meld, jokers))
    return melds, hidden
