"""The list that a scorer ticks: what follows from the ticks, what is impossible beside them, and why.

Everything impossible is what ticks.py refuses; nothing is decided twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.errors import RuleViolation
from engine.match.entries import Ticks, Win
from engine.rulesets.definitions import ListRow, Pattern
from engine.rulesets.honshu.entry.compatibility import closed, pongs_needed
from engine.rulesets.honshu.entry.conflicts import NEEDS_RIICHI, RIICHI, UNITS, check_ticks
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.items import BONUSES, YAKU, YAKUMAN_IDS, YAKUMANS
from engine.rulesets.honshu.scoring import features as m
from engine.rulesets.honshu.scoring.table import EIGHT
from engine.rulesets.honshu.scoring.yaku import FROM_ANOTHER, yaku_of
from engine.rulesets.scoring_types import TableState

Because = dict[str, str]
ADDED = "bazoro"  # with every win, and never ticked
_ORDER = [item.id for item in (*YAKU, *YAKUMANS)]


def complete(house: HonshuHouseRules, state: TableState, win: Win) -> tuple[Win, Because]:
    """`win` with everything that follows from its ticks, and what each added item follows from."""
    assert isinstance(win.count, Ticks)
    counts, because = Counter(win.count.patterns), Because()
    while _add(house, state, win, counts, win.count.bonus_items, because):
        pass
    ticks = Ticks(tuple(sorted(counts.elements(), key=_place)), win.count.bonus_items)
    ready = win.declared_ready or any(counts[item] for item in RIICHI)
    return win._replace(count=ticks, declared_ready=ready), because


def _place(item: str) -> int:
    """Where the card has it; what is no item of the card stands last, for ticks.py to refuse."""
    return _ORDER.index(item) if item in _ORDER else len(_ORDER)


def _add(
    house: HonshuHouseRules,
    state: TableState,
    win: Win,
    counts: Counter[str],
    bonus: Mapping[str, int],
    because: Because,
) -> bool:
    """One round of what follows; whether anything was added."""
    changed = False
    played = yaku_of(house).by_item
    for item, times, reason in _following(house, state, win, counts, bonus):
        if item in played and counts[item] < times:
            counts[item] = times
            because.setdefault(item, reason)
            changed = True
    return changed


Following = Iterator[tuple[str, int, str]]


def _following(
    house: HonshuHouseRules, state: TableState, win: Win, counts: Counter[str], bonus: Mapping[str, int]
) -> Following:
    """(item, times, what it follows from): everybody at the table would expect these ticks."""
    by_yakuman_alone = win.by == "fourth_kong" or win.by == "rob_north" and not house.rob_north_any
    keeps = win.winner is state.dealer and state.kept >= EIGHT
    if by_yakuman_alone or any(counts[item] for item in YAKUMAN_IDS) or (keeps and not +counts):
        yield from _of_yakuman(house, win, counts)
        if keeps:
            yield "paarenchan", 1, ""
        return
    if not any(counts[item] for item in RIICHI):
        if win.declared_ready:
            yield "riichi", 1, ""
        for item in NEEDS_RIICHI:
            if item in bonus:
                yield "riichi", 1, item
    if win.by == "chankan":
        yield "chankan", 1, ""
    yield from _of_the_hand(house, state, win, counts)


def _of_yakuman(house: HonshuHouseRules, win: Win, counts: Counter[str]) -> Following:
    """What only one yakuman can win, and all units of one that has no other number of them."""
    if win.by == "fourth_kong":
        yield "suukantsu", 1, ""
    if win.by == "rob_north" and not house.rob_north_any:
        yield "kokushi", 1, ""
    for item, units in UNITS.items():
        if counts[item] and counts[item] not in units:
            yield item, next((each for each in units if each > counts[item]), max(units)), item
    if counts["suuankou"] and win.source is not None:
        yield "suuankou", 2, "suuankou"


def _of_the_hand(house: HonshuHouseRules, state: TableState, win: Win, counts: Counter[str]) -> Following:
    rows = yaku_of(house).by_item
    ticked = [rows[item][0] for item in counts if counts[item] and item in rows]
    hidden = next((row.item for row in ticked if row.bars & (FROM_ANOTHER | m.MELD) or row.needs & m.PAIRS), None)
    if win.by == "tsumo" and hidden:
        yield "menzen_tsumo", 1, hidden
    if counts["shousangen"] and not yaku_of(house).instead["shousangen"]:
        yield "yakuhai_dragon", 2, "shousangen"
    one_wind = state.seat_winds[win.winner] is state.round_wind
    for item, other in (("yakuhai_seat", "yakuhai_round"), ("yakuhai_round", "yakuhai_seat")):
        if one_wind and counts[item]:
            yield other, 1, item
    # The pongs of a small three dragons are its own two: counted as well, they could pass for a third dragon.
    own = {"yakuhai_dragon"} if counts["shousangen"] else set()
    pongs = [item for item in counts if counts[item] and item not in own and _pongs(house, counts, [item], one_wind)]
    within = counts["honroutou"] and "toitoi" in yaku_of(house).instead["honroutou"]
    if pongs and not within and _pongs(house, counts, pongs, one_wind) == 4:
        yield "toitoi", 1, pongs[0]


def _pongs(house: HonshuHouseRules, counts: Counter[str], items: list[str], one_wind: bool) -> int:
    """How many pongs these items take; which dragons they are does not matter."""
    rows = yaku_of(house).by_item
    marks = 0
    for item in items:
        for row in rows.get(item, ())[: counts[item]]:
            marks |= row.needs
    return pongs_needed(closed(marks), 0, one_wind)


def list_rows(house: HonshuHouseRules, state: TableState, win: Win) -> tuple[ListRow, ...]:
    """Every item of this table's list beside the ticks of `win`, but for what is always added."""
    full, because = complete(house, state, win)
    played = yaku_of(house).by_item
    items = (item for item in (*YAKU, *BONUSES, *YAKUMANS) if item.id in played or item.kind == "bonus")
    return tuple(_row(house, state, win, full, because, item) for item in items if item.id != ADDED)


def _row(house: HonshuHouseRules, state: TableState, win: Win, full: Win, because: Because, item: Pattern) -> ListRow:
    assert isinstance(win.count, Ticks) and isinstance(full.count, Ticks)
    values = values_of(house, item)
    if item.kind == "bonus":
        times = ticked = win.count.bonus_items.get(item.id, 0)
    else:
        times, ticked = full.count.patterns.count(item.id), win.count.patterns.count(item.id)
    refusal = _refusal(house, state, win, item, ticked + 1) if times < len(values) else None
    follows = because.get(item.id) if times and not ticked else None
    return ListRow(item, times, ticked, len(values), follows, refusal, values)


def values_of(house: HonshuHouseRules, item: Pattern) -> tuple[int, ...]:
    """What 1, 2 … of an item earn in all: han, or units of a yakuman."""
    each = 1 if item.kind != "pattern" else yaku_of(house).by_item[item.id][0].han
    return tuple(each * times for times in range(1, item.most + 1))


def _refusal(house: HonshuHouseRules, state: TableState, win: Win, item: Pattern, times: int) -> RuleViolation | None:
    """Why one more of `item` cannot be ticked now."""
    assert isinstance(win.count, Ticks)
    if item.kind == "bonus":
        ticks = replace(win.count, bonus_items={**win.count.bonus_items, item.id: times})
    else:
        ticks = replace(win.count, patterns=(*win.count.patterns, item.id))
    full, _because = complete(house, state, win._replace(count=ticks))
    assert isinstance(full.count, Ticks)
    try:
        check_ticks(house, state, full, full.count)
    except RuleViolation as refusal:
        return refusal
    return None
