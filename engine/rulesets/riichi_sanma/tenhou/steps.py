"""The tiles, draws, calls and discards in a log (E20). Each error names its place, such as `log[3][5][0]`."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import whole_number

# The number of each tile in a log, and the tile that a red five is.
TILES = {
    **dict(zip((11, 19, 52, 53), ("1m", "9m", "5p", "5s"), strict=True)),
    **{20 + number: f"{number}p" for number in range(1, 10)},
    **{30 + number: f"{number}s" for number in range(1, 10)},
    **dict(zip(range(41, 48), ("E", "S", "W", "N", "dW", "dG", "dR"), strict=True)),
}
PLAIN = {52: 25, 53: 35}
NORTH = 44
JUST_DRAWN = 60  # a discard of the tile just drawn
NO_DISCARD = 0  # written instead of a discard after a called kong
MOST_STEPS = 80  # of one player; the wall has fewer tiles
MOST_INDICATORS = 10
SETS = {"p": 3, "m": 4, "a": 4, "k": 4}
# Steps from the caller to the player who discarded, by the number of tiles before the letter. A log keeps a place for
# a fourth player between the third and the first, so each of these two is “opposite” the other.
FROM = {0: -1, 1: 2, 2: 1, 3: 1}
PLAYERS = 3
FOURTH = 3  # the place of the fourth player, from 0
_SET = re.compile(r"((?:\d\d){0,3})([pmak])((?:\d\d){1,4})", re.ASCII)
_RIICHI = re.compile(r"r(\d\d)", re.ASCII)


class TileStep(NamedTuple):
    """One step of a player.

    `kind`: "draw", "discard", "north", "none", or the letter of a set: "p" (pong), "m" (called kong), "a" (concealed
    kong) or "k" (added kong). `tile`: as in the log; for a set, the tile after the letter. `source`: the number of
    the player whose discard is called, from 0.
    """

    kind: str
    tile: int = 0
    tiles: tuple[int, ...] = ()
    source: int = -1
    riichi: bool = False


def plain(tile: int) -> int:
    """The number of the tile, with red fives as fives."""
    return PLAIN.get(tile, tile)


def names(tiles: Iterable[int]) -> list[str]:
    return [TILES[tile] for tile in tiles]


def read_list(value: object, where: str, least: int, most: int) -> list[Any]:
    """Read a list of `least` to `most` items. Raises `RuleViolation`."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        sentence = _("%(key)s must be a list of %(least)s to %(most)s items.")
        raise RuleViolation(where, sentence, key=where, least=least, most=most)
    return value


def read_number(value: object, where: str, least: int, most: int) -> int:
    """Read a whole number. Raises `RuleViolation`."""
    return whole_number({where: value}, where, least, most)


def read_tile(value: object, where: str) -> int:
    """Read a tile of the three-player deck. Raises `RuleViolation`."""
    if type(value) is not int or value not in TILES:
        raise RuleViolation(where, _("%(key)s must be the number of a tile that is used with three players."))
    return value


def read_tiles(value: object, where: str, most: int, least: int = 0) -> tuple[int, ...]:
    """Read a list of tiles. Raises `RuleViolation`."""
    listed = read_list(value, where, least, most)
    return tuple(read_tile(tile, f"{where}[{at}]") for at, tile in enumerate(listed))


def read_draws(value: object, where: str, who: int) -> tuple[TileStep, ...]:
    """Read what player `who` drew and called. Raises `RuleViolation`."""
    return tuple(
        _read_set(step, f"{where}[{at}]", "pm", who)
        if isinstance(step, str)
        else TileStep("draw", read_tile(step, f"{where}[{at}]"))
        for at, step in enumerate(read_list(value, where, 0, MOST_STEPS))
    )


def read_discards(value: object, where: str, who: int) -> tuple[TileStep, ...]:
    """Read what player `who` discarded, set aside or declared as a kong. Raises `RuleViolation`."""
    steps = enumerate(read_list(value, where, 0, MOST_STEPS))
    return tuple(_read_discard(step, f"{where}[{at}]", who) for at, step in steps)


def _read_discard(step: object, where: str, who: int) -> TileStep:
    if step == "f44":
        return TileStep("north", NORTH)
    if step == NO_DISCARD and type(step) is int:
        return TileStep("none")
    riichi = _RIICHI.fullmatch(step) if isinstance(step, str) else None
    if isinstance(step, str) and not riichi:
        return _read_set(step, where, "ak", who)
    tile: object = int(riichi[1]) if riichi else step
    if type(tile) is int and tile == JUST_DRAWN:
        return TileStep("discard", JUST_DRAWN, riichi=riichi is not None)
    return TileStep("discard", read_tile(tile, where), riichi=riichi is not None)


def _read_set(step: str, where: str, letters: str, who: int) -> TileStep:
    """Read a pong or kong such as "25p2525". Raises `RuleViolation`."""
    found = _SET.fullmatch(step)
    if not found or found[2] not in letters:
        raise RuleViolation(where, _("%(key)s must be a tile, a pong or a kong. Chows can’t be called."))
    before, letter, behind = found.groups()
    pairs = re.findall(r"\d\d", before + behind)
    tiles = tuple(read_tile(int(pair), where) for pair in pairs)
    if len(tiles) != SETS[letter] or len(set(map(plain, tiles))) > 1:
        raise RuleViolation(where, _("%(key)s must be a pong of three or a kong of four equal tiles."))
    at = len(before) // 2
    source = (who + FROM[at]) % 4 if letter in "pm" else -1
    if source == FOURTH:
        source = 2 - who  # the first player for the third, the third for the first
    return TileStep(letter, tiles[at], tiles, source)
