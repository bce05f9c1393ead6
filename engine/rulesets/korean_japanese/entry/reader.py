"""Readers for wins of the Korean/Japanese game. They check only the format, not the rules."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import read_how, read_tile_hand
from engine.hands.tiles import TILES, Tile, read_tile
from engine.language import gettext_noop as _
from engine.match.entries import Count, Numbers, Ticks, Win
from engine.match.fields import Payload, flag, known_keys, mapping, one_of, seat, seats, whole_number
from engine.rulesets.checklist import check_points, read_ticks
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.played_items import bonus_values, own_bonuses

INDICATORS = (("dora_indicator", "dead_wall_dora"), ("revealed_indicator", "revealed_dora"))  # with their options
KNOWN_TO_MATCH = frozenset({"hand_no", "round", "seats", "goulash_carry"})
COMMON_KEYS = frozenset({"winner", "win", "waiting", "opp_declared", "declared_ready", "all_declared"})
NUMBERS = frozenset({"hand_points", "bonus_points", "limit"})
LIST = frozenset({"patterns", "bonus_items", "limit"})
TILE_KEYS = frozenset({"concealed", "melds", "flowers", "winner_discards", "matching_players", "red_fives"}) | {
    key for key, _option in INDICATORS
}
ALWAYS = COMMON_KEYS | KNOWN_TO_MATCH
BY_NUMBERS, BY_LIST, BY_TILES, BY_TILES_AND_OWN = (
    ALWAYS | way for way in (NUMBERS, LIST, TILE_KEYS, TILE_KEYS | {"bonus_items"})
)
Reader = Callable[[Payload, KoreanJapaneseHouseRules, tuple[int, ...]], Count]
FIVES = (TILES["5p"], TILES["5m"])
MOST = 999


def read_win(payload: Payload, house: KoreanJapaneseHouseRules, deck: tuple[int, ...]) -> Win:
    """Read a win entered as tiles, as ticks or as numbers. Raises `RuleViolation`."""
    keys, read_count = _way(payload, house)
    known_keys(payload, keys)
    winner = seat(payload.get("winner"), "winner")
    by, source = read_how(payload, winner)
    waiting, declared = seats(payload, "waiting"), seats(payload, "opp_declared")
    count = read_count(payload, house, deck)
    if winner in waiting or winner in declared:
        field = "waiting" if winner in waiting else "opp_declared"
        raise RuleViolation(field, _("%(key)s can only contain the winner’s opponents."), key=field)
    return Win(
        winner=winner,
        by=by,
        source=source,
        count=count,
        waiting=waiting,
        opp_declared=declared,
        declared_ready=flag(payload, "declared_ready")
        or (isinstance(count, Ticks) and "declared_ready" in count.bonus_items),
        everybody_declared=flag(payload, "all_declared"),
        given={key: payload[key] for key in KNOWN_TO_MATCH if key in payload},
    )


def _way(payload: Payload, house: KoreanJapaneseHouseRules) -> tuple[frozenset[str], Reader]:
    if "concealed" in payload or "melds" in payload:
        return BY_TILES_AND_OWN if own_bonuses(house) else BY_TILES, _read_tiles
    if "patterns" in payload or "bonus_items" in payload:
        return BY_LIST, _read_ticks
    return BY_NUMBERS, _read_numbers


def _read_tiles(payload: Payload, house: KoreanJapaneseHouseRules, deck: tuple[int, ...]) -> Count:
    special: dict[str, Any] = {}
    for key, option in INDICATORS:
        if key in payload and (turned := payload[key]) is not None:
            special[key] = _read_indicator(turned, key, deck if house.value(option) else None)
    turned_flower = house.dead_wall_dora and special.get("dora_indicator") == "flower"
    flowers = _number(payload, "flowers", 3 if turned_flower else 4)
    special["concealed_kong"] = flag(mapping(payload, "win"), "concealed_kong")
    special["matching_players"] = _number(payload, "matching_players", 2)
    special["red_fives"] = _number(payload, "red_fives", 2)
    special["own"] = _read_own(payload, house)
    hand = read_tile_hand(payload, flowers, special)
    if hand.tile is None:
        raise RuleViolation("tile", _("The winning tile is missing."))
    if special["red_fives"] and special["red_fives"] > (kinds := sum(five in hand.tiles for five in FIVES)):
        raise RuleViolation(
            "red_fives",
            _("red_fives can be at most %(most)s, the number of 5 circles and 5 characters in the hand."),
            most=kinds,
        )
    return hand


def _read_own(payload: Payload, house: KoreanJapaneseHouseRules) -> dict[str, int]:
    """Read custom bonus items, which tiles can't show (A15.1): id → total points."""
    if "bonus_items" not in payload:
        return {}
    known, given = own_bonuses(house), mapping(payload, "bonus_items")
    for item in given:
        if item not in known:
            raise RuleViolation(
                "bonus_items", _("When tiles are given, bonus_items can only contain this table’s custom items.")
            )
        check_points(known[item], whole_number(given, item, 1, MOST), bonus_values(house, item))
    return dict(given)


def _read_indicator(turned: object, key: str, deck: tuple[int, ...] | None) -> Tile | str:
    """Read an indicator: "flower", or a tile, which must be in `deck` unless that is None."""
    if turned == "flower":
        return "flower"
    tile = read_tile(turned, key)
    if deck is not None and not deck[tile]:
        raise RuleViolation(key, _("%(key)s must be a tile used at this table."), key=key)
    return tile


def _number(payload: Payload, key: str, most: int) -> int:
    return whole_number(payload, key, 0, most) if key in payload else 0


def _read_numbers(payload: Payload, house: KoreanJapaneseHouseRules, deck: tuple[int, ...]) -> Count:
    if "limit" in payload:
        if "hand_points" in payload or "bonus_points" in payload:
            raise RuleViolation("limit", _("limit can’t be combined with points."))
        return Numbers({"limit": _read_limit(payload, house)})
    return Numbers({key: whole_number(payload, key, 0, MOST) for key in ("hand_points", "bonus_points")})


def _read_limit(payload: Payload, house: KoreanJapaneseHouseRules) -> str:
    """Read a limit: "half", "full" or the id of a custom limit hand (A15.1)."""
    allowed = ("half", "full", *(item.id for item in house.own_items if item.kind != "bonus"))
    return one_of(payload, "limit", allowed)


def _read_ticks(payload: Payload, house: KoreanJapaneseHouseRules, deck: tuple[int, ...]) -> Count:
    ticks = read_ticks(payload, MOST)
    if "limit" not in payload:
        return ticks
    limit = _read_limit(payload, house)
    if ticks.patterns or ticks.bonus_items:
        raise RuleViolation("limit", _("limit can’t be combined with points."))
    return replace(ticks, limit=limit)
