"""The score of a winning hand, counted from its tiles or by the players (docs/rules, E1.3, E4–E8, E14)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from engine.cache import Memo
from engine.hands.hand import TileHand
from engine.hands.tile_counts import BITS, ONE, kinds, packed
from engine.match.entries import Numbers, Ticks, Win
from engine.rulesets.riichi.chips import chips_of, with_chips
from engine.rulesets.riichi.payments import units_paid
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.deck import OVER, ROOM, dora
from engine.rulesets.riichi.scoring.decompositions import MARKS_AND_FU, Held, Shape, everything_of, reading, shapes
from engine.rulesets.riichi.scoring.suit_splits import PLACED
from engine.rulesets.riichi.scoring.waits import awaited
from engine.rulesets.riichi.scoring.yaku import YakuOfReading
from engine.rulesets.riichi_sanma import payments
from engine.rulesets.riichi_sanma.house import RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.items import RENHOU, YAKUMAN_IDS
from engine.rulesets.riichi_sanma.scoring.table import ReadingCount, RiichiSanmaTable
from engine.rulesets.riichi_sanma.scoring.yaku import CLAUSE, YAKUMAN_CLAUSE, yaku_of
from engine.rulesets.scoring_types import NOBODY, Item, LimitHand, Score, refused
from engine.seats import Seat

BONUS_ITEMS = ("dora", "uradora", "pei_dora", "akadora")
BONUS_CLAUSES = ("E1.3", "E1.3", "E3.2", "E1.2")
Bonus = tuple[tuple[Item, ...], int]  # the items and their total han
NO_BONUS: Bonus = ((), 0)
TILES = 14  # with a kong counted as three
MAY_BE_LAST = ("tsumo", "ron")
BEFORE_FIRST_DRAW = YakuOfReading((Item(RENHOU, 5, "E7.4"),), 5, [RENHOU])
_EARLY_RON = m.FIRST_DRAW | m.TSUMO | m.DEALER
# One way to count a hand: a reading with its count, its dora, and the basic points that it earns.
Way = tuple[Shape, ReadingCount, Bonus, payments.Value]


def best(table: RiichiSanmaTable, win: Win, tiles: TileHand) -> Score:
    """The score of the best reading of a hand entered by tiles, or the refusal."""
    hand = _held(table, win, tiles)
    if isinstance(hand, str):
        return refused(win.winner, hand)
    score = score_held(table, win.winner, hand)
    return _with_chips(table, win, hand, score) if table.plays_chips else score


def every(table: RiichiSanmaTable, win: Win, tiles: TileHand) -> tuple[Score, ...]:
    """The score of every reading that may be declared, the best first, or only the refusal."""
    hand = _held(table, win, tiles)
    ways = hand if isinstance(hand, str) else _ways(table, hand)
    if isinstance(ways, str) or isinstance(hand, str):
        return (refused(win.winner, str(ways)),)
    scores = tuple(_score(win.winner, hand[0], way) for way in sorted(ways, key=_order))
    return tuple(_with_chips(table, win, hand, score) for score in scores) if table.plays_chips else scores


def score_held(table: RiichiSanmaTable, winner: Seat, hand: Held) -> Score:
    """The score, without chips, that is paid for a hand with the right number of tiles, or the refusal."""
    ways = _ways(table, hand)
    if isinstance(ways, str):
        return refused(winner, ways)
    return _score(winner, hand[0], ways[0] if len(ways) == 1 else min(ways, key=_order))


def _held(table: RiichiSanmaTable, win: Win, tiles: TileHand) -> Held | str:
    """The hand of an entry, or the first reason in docs/formats.md that makes it invalid."""
    concealed, melds, tile, _last, _replaced, _flowers, _discards, special = tiles
    if melds and any(meld.kind == "chow" for meld in melds):
        return "exposed_chow"
    if len(concealed) + 3 * len(melds) != TILES:
        return "wrong_tile_count"
    return packed(concealed), melds, tile, win.by, _way(table, win, tiles), win.declared_ready, special


def _way(table: RiichiSanmaTable, win: Win, tiles: TileHand) -> int:
    """The marks of the winner, the declarations and the source of the winning tile.

    Flags that can't apply are ignored (E6.3).
    """
    marks, by, special = table.standing, win.by, tiles.special
    if win.declared_ready:
        marks |= m.DOUBLE_RIICHI if special.get("riichi") == "double" else m.RIICHI
        marks |= m.IPPATSU if special.get("ippatsu") else 0
    if by in MAY_BE_LAST:
        marks |= m.LAST if tiles.last_tile else 0
        marks |= m.FIRST_DRAW if special.get("first_draw") and not special.get("norths") else 0
    if by == "chankan":
        return marks | m.CHANKAN
    if by != "tsumo":
        return marks
    return marks | m.TSUMO | (m.REPLACEMENT if tiles.replacement else 0)


def _ways(table: RiichiSanmaTable, hand: Held) -> list[Way] | str:
    """The ways to count a hand, or why there are none: the first reason in docs/formats.md that applies."""
    held, melds, tile, by, way, ready, special = hand
    everything = everything_of(held, melds, special)
    bonus = bonus_items(special, everything, ready and table.uradora)
    if bonus is None or everything + ROOM & OVER:
        return "tile_not_in_deck"
    if tile is None or not held >> BITS * tile & 63:
        return "winning_tile_missing"
    if ready and melds and any(meld.exposed for meld in melds):
        return "declared_ready_needs_concealed"
    candidates = shapes(held, melds, tile, way, table.allow_four, PLACED[by != "tsumo"][tile], MARKS_AND_FU)
    if special.get("concealed_kong"):  # only thirteen orphans may rob one (E4.5)
        robs = table.house.rob_concealed_kong
        candidates = [shape for shape in candidates if robs and shape[0] & m.ORPHANS]
    if not candidates:
        return "not_a_legal_hand"
    if by != "tsumo":
        if special.get("furiten"):
            return "furiten"
        if by == "rob_north" and not table.house.rob_north_any and not candidates[0][0] & m.ORPHANS:
            return "north_robbed_only_by_kokushi"
    ways = _declared(table, candidates, bonus)
    if way & _EARLY_RON == m.FIRST_DRAW and not melds and table.house.renhou == "mangan":
        ways += _before_first_draw(table, candidates)
    if not ways:
        return "no_yaku"
    if by != "tsumo" and not table.atozuke and not ready and not _sure_of_yaku(table, hand, everything):
        return "no_yaku_before_winning_tile"
    return ways


def _declared(table: RiichiSanmaTable, candidates: list[Shape], bonus: Bonus) -> list[Way]:
    """The readings with a yaku."""
    ways, counts, values, extra = [], table.counts, table.values, bonus[1]
    for shape in candidates:
        count = counts[shape[0]]
        yaku, fu, _fu_items, _exact = count
        if yaku.han is None:
            ways.append((shape, count, NO_BONUS, table.yakuman[yaku.units]))
        elif yaku.items:
            ways.append((shape, count, bonus, values[yaku.han + extra, fu or 0]))
    return ways


def _before_first_draw(table: RiichiSanmaTable, candidates: list[Shape]) -> Iterator[Way]:
    """Yield the readings that count as renhou (E7.4)."""
    for shape in candidates:
        count = table.counts[shape[0]]
        if count.yaku.han is not None:
            early = count._replace(yaku=BEFORE_FIRST_DRAW)
            yield shape, early, NO_BONUS, payments.Value(payments.MANGAN, "mangan")


def _order(way: Way) -> tuple[int, bool, bool, int, int, int, list[str]]:
    """The sort key: by income, then real yakuman first, then by han, fu and ids (E4.7)."""
    _shape, (yaku, fu, _fu_items, exact_fu), bonus, value = way
    renhou = yaku is BEFORE_FIRST_DRAW  # taken only if it pays more (E7.4)
    han = None if yaku.han is None else yaku.han + bonus[1]
    return -value.basic, renhou, han is not None, -(han or 0), -(fu or 0), -exact_fu, yaku.ids


def _sure_of_yaku(table: RiichiSanmaTable, hand: Held, everything: int) -> bool:
    """Whether each tile that the hand was waiting for would give it a yaku on a plain ron (E4.6)."""
    held, melds, own = hand[:3]
    assert own is not None
    return all(
        any(
            table.counts[shape[0]].yaku.items
            for shape in shapes(
                held + ONE[tile] - ONE[own],
                melds,
                tile,
                table.standing,
                table.allow_four,
                PLACED[True][tile],
                MARKS_AND_FU,
            )
        )
        for tile in kinds(awaited(held, everything, own, not melds, table.allow_four))
    )


def _score(winner: Seat, held: int, way: Way) -> Score:
    shape, (yaku, fu, fu_items, _exact), (bonus, extra), value = way
    han, limit = None if yaku.han is None else yaku.han + extra, limit_of(value)
    if yaku.han is None:
        limit = LimitHand("yakuman", tuple([item.id for item in yaku.items]), value.basic)
    return Score(
        winner, yaku.items, han, bonus, None, NOBODY, limit, True, None, reading(shape, held), None, fu, fu_items
    )


def _with_chips(table: RiichiSanmaTable, win: Win, hand: Held, score: Score) -> Score:
    """`score` with the chips of a hand entered by tiles (E14)."""
    house, limit = table.house, score.limit
    units = limit.value // payments.YAKUMAN if limit and limit.kind == "yakuman" else 0
    return with_chips(house, win, hand, score, units, ippatsu=house.ippatsu, uradora=house.uradora)


# ── hands counted by the players ─────────────────────────────────────────────


def typed(house: RiichiSanmaHouseRules, win: Win, count: Numbers | Ticks) -> Score:
    """The score of a hand entered as numbers or ticked in the list (E18)."""
    chips = chips_of(win.winner, win.source, int(win.details.get("chips", 0)))
    if isinstance(count, Ticks):
        return _ticked(house, win, count)._replace(chips=chips)
    values = count.values
    if "yakuman" in values:
        units = int(values["yakuman"])
        return Score(win.winner, limit=LimitHand("yakuman", (), payments.YAKUMAN * units), chips=chips)
    if "limit" in values:
        kind = str(values["limit"])
        return Score(win.winner, limit=LimitHand(kind, (), payments.LIMITS[kind][1]), chips=chips)
    han, fu = int(values["han"]), int(values["fu"]) if "fu" in values else None
    return _valued(house, Score(win.winner, points=han, fu=fu, chips=chips))


def _ticked(house: RiichiSanmaHouseRules, win: Win, count: Ticks) -> Score:
    ticked = Counter(count.patterns)
    if any(played_as_yakuman(house, item) for item in ticked):
        units = units_paid(house, ticked.values())
        items = tuple([Item(item, times, YAKUMAN_CLAUSE) for item, times in ticked.items()])
        return Score(win.winner, items, limit=LimitHand("yakuman", tuple(ticked), payments.YAKUMAN * units))
    values = han_of(house, opened(win))
    items = tuple([Item(item, values[item] * times, CLAUSE, times) for item, times in ticked.items()])
    if not items:
        return refused(win.winner, "no_yaku")
    bonus = tuple([earned(item, points) for item, points in count.bonus_items.items()])
    han = sum([item.points for item in (*items, *bonus)])
    return _valued(house, Score(win.winner, items, han, bonus, fu=fu_of_list(win, ticked)))


def _valued(house: RiichiSanmaHouseRules, score: Score) -> Score:
    """`score` with its limit, if its han and fu reach one (E8)."""
    value = payments.value_of(house.kiriage, house.kazoe_yakuman, score.points or 0, score.fu or 0)
    return score._replace(limit=limit_of(value))


@cache
def limit_of(value: payments.Value) -> LimitHand | None:
    """The limit that han and fu of this value reach, if any."""
    return LimitHand(value.kind, (), value.basic) if value.kind else None


def opened(win: Win) -> bool:
    """Whether a hand entered by list is open."""
    return bool(win.details.get("open"))


def played_as_yakuman(house: RiichiSanmaHouseRules, item: str) -> bool:
    """Whether an item is a yakuman at this table; the house rules decide whether renhou is one."""
    return item in YAKUMAN_IDS and (item != RENHOU or house.renhou == "yakuman")


@cache
def han_of(house: RiichiSanmaHouseRules, is_open: bool) -> Mapping[str, int]:
    """The han of each yaku at this table, in an open or in a concealed hand."""
    lacking = m.EXPOSED if not is_open else 0
    rows = [row for row in yaku_of(house).rows if not row.is_yakuman]
    han = {row.item: row.han for row in rows if not row.needs & lacking and not (is_open and row.bars & m.EXPOSED)}
    return {**han, RENHOU: 5} if house.renhou == "mangan" and not is_open else han


def fu_of_list(win: Win, ticked: Collection[str]) -> int | None:
    """The fu of a hand entered by list, as entered unless the yaku leave no choice."""
    fixed, fu = fixed_fu(win, ticked), win.details.get("fu")
    return fixed if fixed or fu is None else int(fu)


def fixed_fu(win: Win, ticked: Collection[str]) -> int | None:
    """The fu of seven pairs or of pinfu, which are fixed (E5); None without these yaku."""
    if "chiitoitsu" in ticked:
        return 25
    if "pinfu" in ticked:
        return 30 if win.source else 20
    return None


# ── dora, which are never a yaku (E1.4) ──────────────────────────────────────


def bonus_items(special: Mapping[str, Any], everything: int, ura: bool) -> Bonus | None:
    """The dora of a hand and their han, or None if an indicator isn't in the deck. `ura`: whether uradora count."""
    if not special:
        return NO_BONUS
    turned = dora(everything, special["dora_indicators"]) if "dora_indicators" in special else 0
    hidden = dora(everything, special["ura_indicators"]) if "ura_indicators" in special else 0
    if turned is None or hidden is None:
        return None
    return BONUS[turned, hidden if ura else 0, special.get("norths", 0), special.get("red", 0)]


def _bonus(han: tuple[int, ...]) -> Bonus:
    return tuple([earned(item, points) for item, points in zip(BONUS_ITEMS, han, strict=True) if points]), sum(han)


BONUS = Memo(_bonus, 1 << 12)


@cache
def earned(item: str, han: int) -> Item:
    """A bonus item worth `han` in total."""
    return Item(item, han, BONUS_CLAUSES[BONUS_ITEMS.index(item)], han)
