"""Readers for Honshu sanma entries: hands, draws and penalties. They check only the format, not the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from engine.errors import RuleViolation
from engine.hands.hand import TileHand, read_melds
from engine.hands.tiles import NORTH, TILES, Tile, read_tile, read_tiles
from engine.language import gettext_noop as _
from engine.match.entries import Count, Draw, Hand, Numbers, Penalty, Win, read_penalty
from engine.match.fields import NOBODY, NONE, Payload, flag, known_keys, mapping, not_one_of, seat, whole_number
from engine.rulesets.checklist import read_ticks
from engine.rulesets.definitions import Detail
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.payments import FIRST_ROW
from engine.seats import Seat

# The details of an entry besides the winner and the count (docs/formats.md); entry sheets are built from them.
RIICHI = {"riichi": _("Riichi"), "double": _("Double riichi")}

DETAILS = (
    Detail("riichi", "choice", _("Winner’s riichi"), "B2", ("tiles", "hand"), choices=RIICHI),
    Detail("ippatsu", "switch", _("Won within one round of turns after riichi"), "B2"),
    Detail("dora_indicators", "tiles", _("Dora indicators"), "B2"),
    Detail("ura_indicators", "tiles", _("Uradora indicators"), "B2"),
    Detail("norths", "number", _("Norths set aside"), "B2", most=4),
    Detail("red", "number", _("Red fives"), "B2", most=8),
    Detail("furiten", "switch", _("The winner is in furiten"), "B1"),
    Detail("first_draw", "switch", _("Won on the first draw"), "B2"),
    Detail("kokushi_pure", "switch", _("Discarded none of the thirteen orphans"), "B2"),
    Detail("chuuren_pure", "switch", _("Discarded no tile of the hand’s suit"), "B2"),
    Detail("riichi_by", "players", _("Players who declared riichi"), "B4.3", ("hand", "draw")),
    Detail("tenpai", "players", _("Tenpai players"), "B4.4", ("draw",)),
)
BY_KEY = {detail.key: detail for detail in DETAILS}
OF_TILES = tuple(detail for detail in DETAILS if "tiles" in detail.beside)
BY = ("tsumo", "ron", "chankan", "rob_north", "fourth_kong")
FROM_WALL = ("tsumo", "fourth_kong")
CARRIED = ("honba", "sticks", "renchan_count")
KNOWS = ("hand_no", "round", "seats", *CARRIED)
COMMON_KEYS = frozenset({"winner", "win", "riichi", *KNOWS})
FLAGS = ("concealed_kong", "last_tile", "replacement")
WIN_KEYS = frozenset({"by", "from", "tile", *FLAGS})
NUMBERS = frozenset({"han", "yakuman"})
LIST = frozenset({"patterns", "bonus_items"})
TILE_KEYS = frozenset({"concealed", "melds", *(detail.key for detail in OF_TILES)})
RIICHI_IDS = ("riichi", "double_riichi")
FIVES = frozenset(TILES[f"5{suit}"] for suit in "pms")
MOST_HAN = 99
NO_TILES: frozenset[Tile] = frozenset()


def read_entry(payload: Payload, house: HonshuHouseRules) -> Hand:
    """Read a hand won by one player, or by two on the same tile: `{"wins": [hand, hand]}`. Raises `RuleViolation`."""
    riichi_by: frozenset[Seat] = NOBODY
    if "riichi_by" in payload:
        riichi_by = _players(payload, "riichi_by")
        payload = {key: value for key, value in payload.items() if key != "riichi_by"}
    if "wins" not in payload:
        return Hand((_read_win(payload, house),), riichi_by)
    known_keys(payload, frozenset({"wins"}))
    given = payload["wins"]
    if not isinstance(given, list | tuple) or len(given) != 2 or not all(isinstance(hand, Mapping) for hand in given):
        raise RuleViolation("wins", _("wins must be a list of two hands that win on the same tile."))
    one, two = (_read_win(hand, house) for hand in given)
    tiles = {win.count.tile for win in (one, two) if isinstance(win.count, TileHand)}
    same = one.by == two.by and one.source is two.source is not None and len(tiles) < 2
    if not same or one.winner is two.winner:
        raise RuleViolation(
            "wins", _("wins must have two different winners who win on the same tile from the same player.")
        )
    return Hand((one, two), riichi_by)


def read_draw(payload: Payload) -> Draw:
    """Read a drawn hand: `{"draw": true}` or `{"tenpai": ["P1"]}`. Raises `RuleViolation`."""
    known_keys(payload, frozenset({"draw", "tenpai", "riichi_by"}))
    if payload.get("draw", "tenpai" in payload) is not True:
        raise RuleViolation("draw", _("draw must be true."))
    return Draw(_players(payload, "tenpai"), _players(payload, "riichi_by"))


def read_fine(payload: Payload) -> Penalty:
    """Read a penalty. Riichi sticks are returned (B5.11), so `riichi_by` moves no points. Raises `RuleViolation`."""
    riichi_by = _players(payload, "riichi_by")
    return replace(read_penalty(payload, frozenset({"riichi_by"})), riichi_by=riichi_by)


def _players(payload: Payload, key: str) -> frozenset[Seat]:
    return BY_KEY[key].read(payload) if key in payload else frozenset()


def _read_win(payload: Payload, house: HonshuHouseRules) -> Win:
    win = mapping(payload, "win")
    form = _form(tuple(payload), tuple(win))
    for key in form.flags:
        _check_flag(key, flag(win, key), win.get("by"))
    winner, by, source, tile = payload.get("winner"), win.get("by"), win.get("from"), win.get("tile")
    try:
        how = _how(winner, by, source, tile)
    except TypeError:  # an unhashable value: read it without the cache, which names it in the error
        how = _how.__wrapped__(winner, by, source, tile)
    given = {key: payload[key] for key in form.given} if form.given else NONE
    return form.read(payload, form, how, given, house)


class Form(NamedTuple):
    """The reader for a win with certain keys, and the details, flags and match facts among these keys."""

    read: Callable[[Payload, Form, How, Payload, HonshuHouseRules], Win]
    details: tuple[Detail, ...]
    flags: tuple[str, ...]
    given: tuple[str, ...]


@lru_cache(maxsize=1 << 8)
def _form(keys: tuple[str, ...], win_keys: tuple[str, ...]) -> Form:
    """The form of a win with these keys; cached, because few combinations are used. Raises `RuleViolation`."""
    if "concealed" in keys or "melds" in keys:
        allowed, read = TILE_KEYS, _read_tiles
    elif "patterns" in keys or "bonus_items" in keys:
        allowed, read = LIST, _read_ticks
    else:
        allowed, read = NUMBERS, _read_numbers
    known_keys(dict.fromkeys(keys), COMMON_KEYS | allowed)
    known_keys(dict.fromkeys(win_keys), WIN_KEYS)
    return Form(
        read,
        tuple(detail for detail in OF_TILES if detail.key in keys),
        tuple(key for key in FLAGS if key in win_keys),
        tuple(key for key in KNOWS if key in keys),
    )


class How(NamedTuple):
    """The winner, the way of winning, the player whose tile it was (None for a self-draw), and the winning tile."""

    winner: Seat
    by: str
    source: Seat | None
    tile: Tile | None


@cache  # only valid values are cached, a few hundred combinations
def _how(winner: object, by: object, source: object, tile: object) -> How:
    won = seat(winner, "winner")
    if by not in BY:
        raise not_one_of("by", BY)
    how = How(won, str(by), None, None if tile is None else read_tile(tile, "tile"))
    if by in FROM_WALL:
        if source is not None:
            raise RuleViolation("from", _("from must be empty for a self-draw."))
        return how
    payer = seat(source, "from")
    if payer is won:
        raise RuleViolation("from", _("The winner can’t also be the discarder."))
    return how._replace(source=payer)


def _check_flag(key: str, true: bool, by: object) -> None:
    """Refuse a flag that doesn't fit the way of winning; `_how` checks whether `by` is valid."""
    if not true or by not in BY:
        return
    if key == "concealed_kong" and by != "chankan":
        raise RuleViolation("concealed_kong", _("concealed_kong is only possible with a robbed kong."))
    if key == "replacement" and by != "tsumo":
        raise RuleViolation("replacement", _("A replacement tile is only possible with a self-draw."))


def _read_tiles(payload: Payload, form: Form, how: How, given: Payload, house: HonshuHouseRules) -> Win:
    special = {}
    for detail in form.details:  # faster than a comprehension
        special[detail.key] = detail.read(payload)
    last = replaced = False
    if form.flags:
        win = payload["win"]
        last, replaced = win.get("last_tile", False), win.get("replacement", False)
        if "concealed_kong" in win:
            special["concealed_kong"] = win["concealed_kong"]
    concealed = read_tiles(payload.get("concealed"), "concealed")
    melds, hidden = read_melds(payload)
    winner, by, source, tile = how
    if tile is None and by != "fourth_kong":
        raise RuleViolation("tile", _("The winning tile is missing."))
    if by == "rob_north" and tile != NORTH:
        raise RuleViolation("tile", _("tile must be N when a North is robbed."))
    hand = TileHand(concealed + hidden, melds, tile, last, replaced, 0, NO_TILES, special)
    if special.get("red"):
        fives = sum(tile in FIVES for tile in hand.tiles)
        if special["red"] > fives:
            raise RuleViolation(
                "red",
                _("red (the number of red fives) can be at most %(most)s, the number of fives in the hand."),
                most=fives,
            )
    return Win(winner, by, source, hand, NOBODY, NOBODY, special.get("riichi") is not None, False, given)


def _read_numbers(payload: Payload, form: Form, how: How, given: Payload, house: HonshuHouseRules) -> Win:
    if "yakuman" not in payload:
        value = {"han": whole_number(payload, "han", FIRST_ROW, MOST_HAN)}
    elif "han" in payload:
        raise RuleViolation("yakuman", _("yakuman can’t be combined with han."))
    else:
        value = {"yakuman": whole_number(payload, "yakuman", 1, house.yakuman_cap)}
    return _win(payload, how, given, Numbers(value), False)


def _read_ticks(payload: Payload, form: Form, how: How, given: Payload, house: HonshuHouseRules) -> Win:
    ticks = read_ticks(payload, MOST_HAN)
    return _win(payload, how, given, ticks, any(item in ticks.patterns for item in RIICHI_IDS))


def _win(payload: Payload, how: How, given: Payload, count: Count, riichi: bool) -> Win:
    declared = "riichi" in payload and BY_KEY["riichi"].read(payload) is not None
    return Win(how.winner, how.by, how.source, count, declared_ready=declared or riichi, given=given)
