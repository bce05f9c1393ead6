"""The score of a winning hand, calculated from its tiles or counted by the players (docs/rules, B1, B2, B5)."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.cache import Memo
from engine.hands.hand import TileHand
from engine.hands.tile_counts import BITS, packed
from engine.match.entries import Numbers, Ticks, Win
from engine.rulesets.honshu import payments
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.items import ADDED, YAKUMAN_IDS
from engine.rulesets.honshu.scoring.table import HonshuTable
from engine.rulesets.honshu.scoring.waits import WaitingHand, many_waited, sure_of_yaku
from engine.rulesets.honshu.scoring.yaku import CLAUSE, yaku_of
from engine.rulesets.riichi.chips import chips_of, with_chips
from engine.rulesets.riichi.payments import units_paid
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.deck import OVER, ROOM, dora
from engine.rulesets.riichi.scoring.decompositions import Held, Shape, everything_of, fourth_kong, reading, shapes
from engine.rulesets.riichi.scoring.suit_splits import SPLITS_WON
from engine.rulesets.riichi.scoring.yaku import YakuOfReading
from engine.rulesets.scoring_types import NOBODY, Item, LimitHand, Score, refused
from engine.seats import Seat

BONUS_ITEMS = ("bazoro", "ippatsu", "uradora", "dora", "pei_dora", "akadora", "flower")
Bonus = tuple[tuple[Item, ...], int]  # the items and their total han
RON = frozenset(("ron", "chankan", "rob_north"))
MAY_BE_LAST = ("tsumo", "ron")
TILES, TILES_OF_FOURTH_KONG = 14, 13  # a kong counted as three

# The readings that may be declared, each with its yaku, best first; and the bonus items, the same for all readings.
Ways = tuple[list[tuple[Shape, YakuOfReading]], Bonus]


def best(table: HonshuTable, win: Win, tiles: TileHand) -> Score:
    """The score of the best reading of a hand entered by tiles, or the refusal."""
    hand = _held(table, win, tiles)
    if isinstance(hand, str):
        return refused(win.winner, hand)
    score = score_held(table, win.winner, hand)
    return _with_chips(table, win, hand, score) if table.plays_chips else score


def every(table: HonshuTable, win: Win, tiles: TileHand) -> tuple[Score, ...]:
    """The score of every reading that may be declared, the best first, or only the refusal."""
    hand = _held(table, win, tiles)
    if isinstance(hand, str):
        return (refused(win.winner, hand),)
    ways = _counted(table, hand)
    if isinstance(ways, str):
        return (refused(win.winner, ways),)
    scores = tuple(_score(table, win.winner, hand[0], way, ways[1]) for way in ways[0])
    return tuple(_with_chips(table, win, hand, score) for score in scores) if table.plays_chips else scores


def score_held(table: HonshuTable, winner: Seat, hand: Held) -> Score:
    """The score, without chips, that is paid for a hand with the right number of tiles, or the refusal."""
    ways = _counted(table, hand)
    return refused(winner, ways) if isinstance(ways, str) else _score(table, winner, hand[0], ways[0][0], ways[1])


def _held(table: HonshuTable, win: Win, tiles: TileHand) -> Held | str:
    """The hand of an entry, or the first reason in docs/formats.md that makes it invalid."""
    concealed, melds, tile, _last, _replaced, _flowers, _discards, special = tiles
    if melds and any(meld.kind == "chow" for meld in melds):
        return "exposed_chow"
    by = win.by
    if len(concealed) + 3 * len(melds) != (TILES_OF_FOURTH_KONG if by == "fourth_kong" else TILES):
        return "wrong_tile_count"
    return packed(concealed), melds, tile, by, _way(table, win, tiles), win.declared_ready, special


def _counted(table: HonshuTable, hand: Held) -> Ways | str:
    """The readings that may be declared, or why there are none: the first reason in docs/formats.md that applies."""
    held, melds, tile, by, way, ready, special = hand
    everything = everything_of(held, melds, special)
    bonus = bonus_items(special, everything, table.bazoro, ready)
    if bonus is None or everything + ROOM & OVER:
        return "tile_not_in_deck"
    if by == "fourth_kong":
        present = tile is None or any(meld.tile == tile for meld in melds)
    else:
        present = tile is not None and held >> BITS * tile & 63 > 0
    if not present:
        return "winning_tile_missing"
    if ready and melds and any(meld.exposed for meld in melds):
        return "declared_ready_needs_concealed"
    if by == "fourth_kong" or tile is None:
        candidates = fourth_kong(melds, way)
    else:
        candidates = shapes(held, melds, tile, way, table.allow_four, SPLITS_WON[tile])
        if candidates and table.needs_many_waits:
            candidates = many_waited(WaitingHand(table, melds, tile, held, everything, ready), candidates, tile)
    if special.get("concealed_kong"):  # only thirteen orphans may rob one (B1)
        candidates = [shape for shape in candidates if shape[0] & m.ORPHANS]
    if not candidates:
        return "not_a_legal_hand"
    if by in RON and (reason := _refusal_of_ron(table, by, special, candidates)):
        return reason
    return _declared(table, hand, candidates, everything, bonus)


def _refusal_of_ron(table: HonshuTable, by: str, special: Mapping[str, Any], candidates: list[Shape]) -> str | None:
    """The reason why a complete hand may not win on another player's tile, or None if it may."""
    if special.get("furiten"):
        return "furiten"
    if by == "rob_north" and not table.house.rob_north_any and not candidates[0][0] & m.ORPHANS:
        return "north_robbed_only_by_kokushi"
    return None


def _declared(table: HonshuTable, hand: Held, candidates: list[Shape], everything: int, bonus: Bonus) -> Ways | str:
    """The readings with a yaku and enough han, best first, or the reason why there are none."""
    extra = bonus[1]
    enough, short = [], "no_yaku"
    for shape in candidates:
        yaku = table.yaku_of[shape[0]]
        if yaku.items:
            short = "below_table"
            if yaku.han is None or yaku.han + extra >= payments.FIRST_ROW:
                enough.append((shape, yaku))
    if short == "below_table" and not table.atozuke and hand[3] in RON and not _sure(table, hand, everything):
        return "no_yaku_before_winning_tile"
    if len(enough) > 1:
        enough.sort(key=lambda way: _order(table, way[1], extra))
    return (enough, bonus) if enough else short


def _sure(table: HonshuTable, hand: Held, everything: int) -> bool:
    held, melds, tile, _by, _way, ready, _special = hand
    assert tile is not None
    return sure_of_yaku(WaitingHand(table, melds, tile, held, everything, ready))


def _way(table: HonshuTable, win: Win, tiles: TileHand) -> int:
    """The marks of the winner, the declarations and the source of the winning tile (B5.5, B5.6)."""
    marks, by, special = table.standing, win.by, tiles.special
    if win.declared_ready:
        marks |= m.DOUBLE_RIICHI if special.get("riichi") == "double" else m.RIICHI
    if special.get("kokushi_pure") and not special.get("norths"):
        marks |= m.PURE_ORPHANS
    if special.get("chuuren_pure"):
        marks |= m.PURE_GATES
    if tiles.last_tile and by in MAY_BE_LAST:
        marks |= m.LAST
    if by == "chankan":
        return marks | m.CHANKAN
    if by != "tsumo":
        return marks
    if special.get("first_draw") and not special.get("norths"):
        marks |= m.FIRST_DRAW
    return marks | m.TSUMO | (m.REPLACEMENT if tiles.replacement else 0)


def _order(table: HonshuTable, yaku: YakuOfReading, extra: int) -> tuple[int, bool, int, list[str]]:
    """The sort key of a reading: by income, then yakuman first, then by han and ids (B5.2)."""
    if yaku.han is None:
        return -payments.YAKUMAN * units_paid(table.house, yaku.units), False, 0, yaku.ids
    return -payments.tier_of(table.house.kazoe_yakuman, yaku.han + extra).base, True, -yaku.han, yaku.ids


def _score(table: HonshuTable, winner: Seat, held: int, way: tuple[Shape, YakuOfReading], bonus: Bonus) -> Score:
    (shape, yaku), (items, extra) = way, bonus
    read = reading(shape, held)
    if yaku.han is not None:
        return Score(winner, yaku.items, yaku.han + extra, items, None, NOBODY, None, True, None, read)
    paid = units_paid(table.house, yaku.units)
    limit = LimitHand("yakuman", tuple([item.id for item in yaku.items]), paid)
    return Score(winner, yaku.items, limit=limit, reading=read)


def _with_chips(table: HonshuTable, win: Win, hand: Held, score: Score) -> Score:
    """`score` with the chips of a hand entered by tiles; a counted yakuman earns none (B4.14)."""
    return with_chips(table.house, win, hand, score, score.limit.value if score.limit else 0)


def typed(house: HonshuHouseRules, win: Win, count: Numbers | Ticks) -> Score:
    """The score of a hand entered as numbers or ticked in the list, with the chips that were entered (B5.12)."""
    score = _typed(house, win, count)
    return (
        score._replace(chips=chips_of(win.winner, win.source, win.details["chips"]))
        if "chips" in win.details
        else score
    )


def _typed(house: HonshuHouseRules, win: Win, count: Numbers | Ticks) -> Score:
    if isinstance(count, Numbers):
        if "yakuman" in count.values:
            return Score(win.winner, limit=LimitHand("yakuman", (), int(count.values["yakuman"])))
        return Score(win.winner, points=int(count.values["han"]))
    ticked = Counter(count.patterns)
    if units := {item: times for item, times in ticked.items() if item in YAKUMAN_IDS}:
        items = tuple(Item(item, times, CLAUSE) for item, times in units.items())
        limit = LimitHand("yakuman", tuple(units), units_paid(house, units.values()))
        return Score(win.winner, items=items, limit=limit)
    values = {row.item: row.han for row in yaku_of(house).rows}
    items = tuple(Item(item, values[item] * times, CLAUSE, times) for item, times in ticked.items())
    bonus = {ADDED: house.bazoro, **count.bonus_items}
    han = sum(item.points for item in items) + sum(bonus.values())
    if not items or han < payments.FIRST_ROW:
        return refused(win.winner, "below_table" if items else "no_yaku")
    bonus_items = tuple(earned(item, points) for item, points in bonus.items() if points)
    return Score(win.winner, items=items, points=han, bonus_items=bonus_items)


# ── bonus han, which are never a yaku: bazoro, dora of every kind, ippatsu (B2, B5.10) ──


def bonus_items(special: Mapping[str, Any], everything: int, bazoro: int, riichi: bool) -> Bonus | None:
    """The bonus items of a hand and their han, or None if an indicator isn't in the deck (B5.10).

    `everything`: all tiles of the hand (packed), including Norths set aside.
    """
    if not special:
        return BONUS[(bazoro,)]
    turned = dora(everything, special["dora_indicators"]) if "dora_indicators" in special else 0
    hidden = dora(everything, special["ura_indicators"]) if "ura_indicators" in special else 0
    if turned is None or hidden is None:
        return None
    ippatsu = 1 if riichi and special.get("ippatsu") else 0  # without riichi it's ignored, like uradora (B5.5)
    get = special.get
    return BONUS[bazoro, ippatsu, hidden if riichi else 0, turned, get("norths", 0), get("red", 0), get("flowers", 0)]


def _bonus(han: tuple[int, ...]) -> Bonus:
    items = tuple([earned(item, points) for item, points in zip(BONUS_ITEMS, han, strict=False) if points])
    return items, sum(han)


BONUS = Memo(_bonus, 1 << 12)


@cache
def earned(item: str, han: int) -> Item:
    """A bonus item worth `han` in total; bazoro counts once, whatever it is worth."""
    return Item(item, han, CLAUSE, 1 if item == ADDED else han)
