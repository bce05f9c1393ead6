"""The tiles of a hand as the keypad sends them, read into what the log takes. Judges nothing itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.hand import Meld, TileHand
from engine.language import gettext_noop
from engine.tiles import SUITS, Tile, format_tiles, parse_tiles, read_tile, text

MELDS = {"pong": ("pong", True), "kong": ("kong", True), "ckong": ("kong", False)}
FEW = 4  # kinds of a suit that is not played in full
FIELDS = ("tiles", "melds", "tile")


def read_melds(typed: str) -> list[Meld]:
    """Sets on the table, e.g. `pong:S ckong:1p`. Raises `RuleViolation` for `melds`."""
    melds = []
    for word in typed.split():
        kind, _colon, tile = word.partition(":")
        if kind not in MELDS:
            raise RuleViolation(
                "melds",
                gettext_noop("Sets on the table are written like pong:S, kong:dG or ckong:1p; %(word)s is none."),
                word=word[:20],
            )
        name, exposed = MELDS[kind]
        melds.append(Meld(name, read_tile(tile, "melds"), exposed))
    return melds


def read_hand(typed: dict[str, str]) -> TileHand:
    """The hand as far as it is tapped. Raises `RuleViolation` for the field that is wrong."""
    try:
        concealed = parse_tiles(typed["tiles"])
    except RuleViolation as wrong:
        raise RuleViolation("tiles", wrong.sentence, **wrong.values) from wrong
    return TileHand(concealed, tuple(read_melds(typed["melds"])), winning_tile(typed, concealed))


def winning_tile(typed: dict[str, str], concealed: tuple[Tile, ...]) -> Tile | None:
    """The tile that is marked, or the last one."""
    if typed["tile"]:
        return read_tile(typed["tile"], "tile")
    return concealed[-1] if concealed else None


def entry(hand: TileHand) -> dict[str, Any]:
    """The tiles as the log takes them."""
    melds = [{"type": m.kind, "tile": text(m.tile), "exposed": m.exposed} for m in hand.melds]
    return {"concealed": [text(tile) for tile in hand.concealed], "melds": melds}


def tile_name(tile: Tile) -> str:
    """A tile in words: 3 circles, East, red dragon."""
    short = text(tile)
    names = {
        "E": _("East"),
        "S": _("South"),
        "W": _("West"),
        "N": _("North"),
        "dR": _("red dragon"),
        "dG": _("green dragon"),
        "dW": _("white dragon"),
    }
    suits = {"p": _("%(number)s circles"), "m": _("%(number)s characters"), "s": _("%(number)s bamboo")}
    return names.get(short) or suits[short[1]] % {"number": short[0]}


def pad(deck: tuple[int, ...]) -> list[list[dict[str, Any]]]:
    """The keys of the keypad, for two full suits beside each other, or for one beside the honours."""
    held = [text(Tile(tile)) for tile, copies in enumerate(deck) if copies]
    full = [suit for suit in SUITS if sum(name.endswith(suit) for name in held) > FEW][:2]
    # Three lines of numbers, those of both suits side by side.
    lines = [[f"{n}{suit}" for suit in full for n in range(first, first + 3)] for first in (1, 4, 7)]
    winds = [name for name in ("N", "E", "S", "W") if name in held]
    north = ["N"] if len(winds) == 4 else []  # a piece of its own: it stands with the rest
    honours: list[list[str]] = [[wind for wind in winds if wind not in north], ["dR", "dG", "dW"]]
    rest = [name for name in held if name[-1] in SUITS and name[-1] not in full] + north
    if len(full) == 1:
        rows = [[*line, *beside] for line, beside in zip(lines, [*honours, rest], strict=True)] + [[]]
    else:
        rows = [*lines, [*honours[0], *honours[1]], rest]
    return [[_key(name, deck) for name in row] for row in rows]


def _key(name: str, deck: tuple[int, ...]) -> dict[str, Any]:
    tile = parse_tiles(name)[0]
    counts = name.endswith("p") or name.startswith("d") or (name.endswith("s") and name != "1s")
    return {"text": name, "name": tile_name(tile), "index": "" if counts else name[0], "left": deck[tile]}


def initial_of(payload: Mapping[str, Any]) -> dict[str, str]:
    """The fields of the keypad for a hand of the log that was counted by tiles."""
    melds = [f"{'' if m.get('exposed', True) else 'c'}{m['type']}:{m['tile']}" for m in payload.get("melds", ())]
    return {
        "tiles": format_tiles(parse_tiles(" ".join(payload["concealed"]))),
        "melds": " ".join(melds),
        "tile": payload["win"].get("tile") or "",
    }
