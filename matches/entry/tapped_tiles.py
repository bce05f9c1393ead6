"""Conversion between the tiles on the keypad and the payload of an entry. The engine validates them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.hands.hand import Meld, TileHand
from engine.hands.tiles import SUITS, TILES, Tile, format_tiles, parse_tiles, read_tile, text
from engine.language import gettext_noop
from engine.rulesets.entry_sheet import TileMark

MELDS = {"pong": ("pong", True), "kong": ("kong", True), "ckong": ("kong", False)}
FEW = 4  # a suit with at most this many different tiles isn't complete
FIELDS = ("tiles", "melds", "tile")


@dataclass(frozen=True, slots=True)
class Tapped:
    """The tiles tapped so far.

    `concealed`, `melds` and `won`: as in the log, with marks for jokers and the like; `hand`: the same hand with the
    tiles that the jokers stand for.
    """

    concealed: tuple[str, ...]
    melds: tuple[Mapping[str, Any], ...]
    won: str
    hand: TileHand

    @property
    def entry(self) -> dict[str, Any]:
        """The tiles as the log stores them, without the winning one."""
        return {"concealed": list(self.concealed), "melds": [dict(meld) for meld in self.melds]}


def read(typed: Mapping[str, str], marks: Sequence[TileMark] = ()) -> Tapped:
    """Return the tiles in the fields of the keypad. Raises `RuleViolation`, naming the invalid field."""
    try:
        concealed = tuple(piece for word in typed["tiles"].split() for piece in _pieces(word, marks))
    except RuleViolation as wrong:
        raise RuleViolation("tiles", wrong.sentence, **wrong.values) from wrong
    melds = tuple(_meld(word, marks) for word in typed["melds"].split())
    won = typed["tile"] or (concealed[-1] if concealed else "")
    tile = read_tile(_unmarked(won, marks), "tile") if won else None
    on_table = (Meld(meld["type"], read_tile(meld["tile"], "melds"), meld["exposed"]) for meld in melds)
    held = tuple(read_tile(_unmarked(piece, marks), "tiles") for piece in concealed)
    return Tapped(concealed, melds, won, TileHand(held, tuple(on_table), tile))


def _unmarked(piece: str, marks: Sequence[TileMark]) -> str:
    mark = _mark(piece, marks)
    return piece.removeprefix(mark.letter) if mark else piece


def _mark(word: str, marks: Sequence[TileMark]) -> TileMark | None:
    return next((mark for mark in marks if word.startswith(mark.letter)), None)


def _pieces(word: str, marks: Sequence[TileMark]) -> Iterator[str]:
    """Yield the tiles of one word of the notation. A mark applies to all of them."""
    mark = _mark(word, marks)
    for tile in parse_tiles(_unmarked(word, marks)):
        yield f"{mark.letter if mark else ''}{text(tile)}"


def _meld(word: str, marks: Sequence[TileMark]) -> dict[str, Any]:
    """Return a set on the table (e.g. `pong:S` or `ckong:1p`) as the log stores it, with the number of marked tiles."""
    kind, _colon, tile = word.partition(":")
    if kind not in MELDS:
        sentence = gettext_noop("%(word)s isn’t a set. Enter sets on the table as pong:S, kong:dG or ckong:1p.")
        raise RuleViolation("melds", sentence, word=word[:20])
    name, exposed = MELDS[kind]
    mark, many = _mark(tile, marks), 0
    while mark and tile.startswith(mark.letter):
        tile, many = tile.removeprefix(mark.letter), many + 1
    meld = {"type": name, "tile": text(read_tile(tile, "melds")), "exposed": exposed}
    return meld | ({mark.in_meld: many} if mark else {})


HAN_NUMBERED = ("ja", "zh-hans")  # languages that don't write the numbers of tiles as digits
HAN_NUMBERS = str.maketrans("123456789", "一二三四五六七八九")


def tile_name(tile: Tile) -> str:
    """Return the name of a tile, e.g. "3 circles", "East" or "red dragon"."""
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
    return names.get(short) or suited(short[0], short[1])


def suited(numbers: str, suit: str) -> str:
    """Return tiles of one suit, e.g. "1 circle" or "2 3 4 circles". `numbers`: separated by spaces."""
    many = int(numbers) if numbers.isdecimal() else len(numbers)
    named = {
        "p": ngettext("%(number)s circle", "%(number)s circles", many),
        "m": ngettext("%(number)s character", "%(number)s characters", many),
        "s": _("%(number)s bamboo"),
    }
    return named[suit] % {"number": numbers.translate(HAN_NUMBERS) if get_language() in HAN_NUMBERED else numbers}


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the keypad. `index`: the number or letter next to the picture; `left`: how many copies the deck has."""

    text: str
    name: str
    index: str
    left: int


def pad(deck: tuple[int, ...]) -> list[list[Key]]:
    """Return the rows of keys: two full suits side by side, or one suit next to the honours."""
    held = [text(Tile(tile)) for tile, copies in enumerate(deck) if copies]
    full = [suit for suit in SUITS if sum(name.endswith(suit) for name in held) > FEW][:2]
    # Three lines of numbers, both suits side by side.
    lines = [[f"{n}{suit}" for suit in full for n in range(first, first + 3)] for first in (1, 4, 7)]
    winds = [name for name in ("N", "E", "S", "W") if name in held]
    north = ["N"] if len(winds) == 4 else []  # no seat has the North wind, so its key goes with the rest
    honours: list[list[str]] = [[wind for wind in winds if wind not in north], ["dR", "dG", "dW"]]
    rest = [name for name in held if name[-1] in SUITS and name[-1] not in full] + north
    if len(full) == 1:
        rows = [[*line, *beside] for line, beside in zip(lines, [*honours, rest], strict=True)] + [[]]
    else:
        rows = [*lines, [*honours[0], *honours[1]], rest]
    return [[_key(name, deck) for name in row] for row in rows]


def _key(name: str, deck: tuple[int, ...]) -> Key:
    tile = parse_tiles(name)[0]
    counts = name.endswith("p") or name.startswith("d") or (name.endswith("s") and name != "1s")
    return Key(name, tile_name(tile), "" if counts else name[0], deck[tile])


def initial_of(payload: Mapping[str, Any], marks: Sequence[TileMark] = ()) -> dict[str, str]:
    """Return the fields of the keypad for a logged hand counted by tiles."""
    pieces, on_table = unfolded(payload, marks)
    return {
        "tiles": written(pieces, marks),
        "melds": " ".join(_meld_written(meld, marks) for meld in on_table),
        "tile": payload["win"].get("tile") or "",
    }


def unfolded(payload: Mapping[str, Any], marks: Sequence[TileMark] = ()) -> tuple[list[str], list[Mapping[str, Any]]]:
    """Return the concealed tiles and the sets on the table of a logged hand. A concealed pong becomes three tiles."""
    pieces, on_table = list(payload["concealed"]), []
    for meld in payload.get("melds", ()):
        if meld["type"] == "pong" and not meld.get("exposed", True):
            instead = [f"{mark.letter}{meld['tile']}" for mark in marks for _piece in range(meld.get(mark.in_meld, 0))]
            pieces += instead + [meld["tile"]] * (3 - len(instead))
        else:
            on_table.append(meld)
    return pieces, on_table


def written(pieces: Iterable[str], marks: Sequence[TileMark] = ()) -> str:
    """Return tiles in short notation, with marked tiles written one by one."""
    runs = groupby(pieces, lambda piece: _mark(piece, marks) is not None)
    return " ".join(" ".join(run) if marked else format_tiles(parse_tiles(" ".join(run))) for marked, run in runs)


def order(marks: Sequence[TileMark]) -> Callable[[str], tuple[int, str]]:
    """Return a sort key for tiles. Marked tiles come after the tile they stand for."""
    return lambda piece: (TILES[_unmarked(piece, marks)], piece)


def _meld_written(meld: Mapping[str, Any], marks: Sequence[TileMark]) -> str:
    kind = meld["type"] if meld.get("exposed", True) else f"c{meld['type']}"
    return f"{kind}:{''.join(mark.letter * meld.get(mark.in_meld, 0) for mark in marks)}{meld['tile']}"
