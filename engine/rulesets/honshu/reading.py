"""From an entry's payload to a hand, a draw or a penalty of Honshu sanma. Judges nothing but the form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.entries import Count, Draw, Hand, Numbers, Penalty, Ticks, Win, read_penalty
from engine.errors import RuleViolation
from engine.hand import TileHand, read_tile_hand
from engine.language import gettext_noop as _
from engine.payload import NONE, Payload, flag, known_keys, mapping, seat, whole_number
from engine.rulesets.honshu.details import BY_KEY, OF_TILES
from engine.rulesets.honshu.paying import FIRST_ROW
from engine.seats import Seat
from engine.tiles import NORTH, TILES

House = Mapping[str, Any]
BY = ("tsumo", "ron", "chankan", "rob_north", "fourth_kong")
FROM_WALL = ("tsumo", "fourth_kong")
CARRIED = ("honba", "sticks", "renchan_count")
KNOWS = ("hand_no", "round", "seats", *CARRIED)
SAID = frozenset({"winner", "win", "riichi", *KNOWS})
WIN_KEYS = frozenset({"by", "from", "tile", "last_tile", "replacement", "concealed_kong"})
NUMBERS = frozenset({"han", "yakuman"})
LIST = frozenset({"patterns", "bonus_items"})
TILE_KEYS = frozenset({"concealed", "melds", *(detail.key for detail in OF_TILES)})
RIICHI_IDS = ("riichi", "double_riichi")
FIVES = frozenset(TILES[f"5{suit}"] for suit in "pms")
MOST_HAN = 99


def read_entry(payload: Payload, house: House) -> Hand:
    """A hand that one player won, or two on the same tile: `{"wins": [hand, hand]}`. Raises `RuleViolation`."""
    riichi_by = _players(payload, "riichi_by")
    rest = {key: value for key, value in payload.items() if key != "riichi_by"}
    if "wins" not in payload:
        return Hand((_read_win(rest, house),), riichi_by)
    known_keys(rest, frozenset({"wins"}))
    given = payload["wins"]
    if not isinstance(given, list | tuple) or len(given) != 2 or not all(isinstance(each, Mapping) for each in given):
        raise RuleViolation("wins", _("wins takes a list of two hands that win on the same tile."))
    one, two = (_read_win(each, house) for each in given)
    _check_same_tile(one, two)
    return Hand((one, two), riichi_by)


def _check_same_tile(one: Win, two: Win) -> None:
    tiles = {win.count.tile for win in (one, two) if isinstance(win.count, TileHand)}
    same = one.by == two.by and one.source is two.source is not None and len(tiles) < 2
    if not same or one.winner is two.winner:
        raise RuleViolation("wins", _("wins takes two players who win on the same tile, from the same player."))


def read_draw(payload: Payload) -> Draw:
    """`{"draw": true}`, or who was tenpai: `{"tenpai": ["P1"]}`. Raises `RuleViolation`."""
    known_keys(payload, frozenset({"draw", "tenpai", "riichi_by"}))
    if payload.get("draw", "tenpai" in payload) is not True:
        raise RuleViolation("draw", _("draw takes true."))
    return Draw(_players(payload, "tenpai"), _players(payload, "riichi_by"))


def read_fine(payload: Payload) -> Penalty:
    """A penalty. Sticks of the hand go back (B5.11), so that `riichi_by` is read and moves nothing."""
    _players(payload, "riichi_by")
    return read_penalty(payload, frozenset({"riichi_by"}))


def _players(payload: Payload, key: str) -> frozenset[Seat]:
    return BY_KEY[key].read(payload) if key in payload else frozenset()


def _read_win(payload: Payload, house: House) -> Win:
    """A win counted by tiles, by list or by numbers."""
    keys, read_count = _way(payload)
    known_keys(payload, SAID | keys)
    winner = seat(payload.get("winner"), "winner")
    by, source = _read_how(payload, winner)
    riichi = BY_KEY["riichi"].read(payload) if "riichi" in payload else None
    count = read_count(payload, house)
    if isinstance(count, TileHand) and count.tile is None and by != "fourth_kong":
        raise RuleViolation("tile", _("win takes the winning tile."))
    if isinstance(count, TileHand) and by == "rob_north" and count.tile != NORTH:
        raise RuleViolation("tile", _("win takes the tile N where a North is robbed."))
    return Win(
        winner=winner,
        by=by,
        source=source,
        count=count,
        declared_ready=riichi is not None
        or (isinstance(count, Ticks) and any(i in count.patterns for i in RIICHI_IDS)),
        given={key: payload[key] for key in KNOWS if key in payload} if payload.keys() & set(KNOWS) else NONE,
    )


def _way(payload: Payload) -> tuple[frozenset[str], Callable[[Payload, House], Count]]:
    """(the keys, the reader) of the way in which the hand was counted."""
    if "concealed" in payload or "melds" in payload:
        return TILE_KEYS, _read_tiles
    if "patterns" in payload or "bonus_items" in payload:
        return LIST, _read_ticks
    return NUMBERS, _read_numbers


def _read_how(payload: Payload, winner: Seat) -> tuple[str, Seat | None]:
    """How the hand was won, and whose tile it was: (by, player or None for a self-draw)."""
    win = mapping(payload, "win")
    known_keys(win, WIN_KEYS)
    by = win.get("by")
    if by not in BY:
        raise RuleViolation("by", _("by takes one of: %(allowed)s."), allowed=", ".join(BY))
    if by != "chankan" and flag(win, "concealed_kong"):
        raise RuleViolation("concealed_kong", _("concealed_kong goes with a robbed kong."))
    if by != "tsumo" and flag(win, "replacement"):
        raise RuleViolation("replacement", _("A replacement tile comes from the wall."))
    source = win.get("from")
    if by in FROM_WALL:
        if source is not None:
            raise RuleViolation("from", _("A win from the wall is from no player."))
        return by, None
    payer = seat(source, "from")
    if payer is winner:
        raise RuleViolation("from", _("The winner cannot be the discarder too."))
    return by, payer


def _read_tiles(payload: Payload, house: House) -> Count:
    """A hand by its tiles, with what is said of it besides."""
    special = {detail.key: detail.read(payload) for detail in OF_TILES if detail.key in payload}
    win = mapping(payload, "win")
    if "concealed_kong" in win:
        special["concealed_kong"] = flag(win, "concealed_kong")
    hand = read_tile_hand(payload, 0, special)
    if special.get("red"):
        fives = sum(tile in FIVES for tile in hand.tiles)
        if special["red"] > fives:
            raise RuleViolation("red", _("red takes at most %(most)s: the hand holds so many fives."), most=fives)
    return hand


def _read_numbers(payload: Payload, house: House) -> Count:
    if "yakuman" not in payload:
        return Numbers({"han": whole_number(payload, "han", FIRST_ROW, MOST_HAN)})
    if "han" in payload:
        raise RuleViolation("yakuman", _("yakuman stands alone, without han."))
    return Numbers({"yakuman": whole_number(payload, "yakuman", 1, house["yakuman_cap"])})


def _read_ticks(payload: Payload, house: House) -> Count:
    patterns: Any = payload.get("patterns", [])
    if not isinstance(patterns, list | tuple) or not all(isinstance(item, str) for item in patterns):
        raise RuleViolation("patterns", _("patterns takes a list of pattern ids."))
    bonus = mapping(payload, "bonus_items")
    for item in bonus:
        whole_number(bonus, item, 1, MOST_HAN)
    return Ticks(tuple(patterns), dict(bonus))
