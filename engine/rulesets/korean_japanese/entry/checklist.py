"""The list that a scorer ticks: what follows from the ticks, what is impossible beside them, and why.

Everything impossible is what ticks.py refuses; nothing is decided twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine.errors import RuleViolation
from engine.match.entries import Ticks, Win
from engine.rulesets.definitions import ListRow, Pattern
from engine.rulesets.korean_japanese.entry.conflicts import (
    BAMBOO,
    BONUS_BY_ID,
    BY_ID,
    NORTHS,
    OPTION_OF,
    bonus_values,
    check_ticks,
    grounds_of,
    most_of,
    own_bonuses,
    pongs_needed,
    with_norths,
    withheld,
)
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUSES, PATTERNS
from engine.rulesets.rule_book import TableState

# Follows from how the hand was won, so nobody ticks it.
HOW = {"wall": "wall", "rob_kong": "rob_kong"}
# Bonus items that always follow from the rest of the list.
AUTOMATIC = frozenset(("wall", "rob_kong", "concealed", "concealed_wall", "declared_ready_wall", "all_flowers"))


@dataclass
class _Listing:
    """Ticks on their way to completeness; `because`: what each implied item follows from."""

    counts: Counter[str]
    bonus: dict[str, int]
    because: dict[str, str] = field(default_factory=dict)


def played(house: KoreanJapaneseHouseRules, item: Pattern) -> bool:
    """Whether this table counts `item`, in the class (hand-points or bonus-points) it has here."""
    option = OPTION_OF.get(item.id)
    if item.id in NORTHS and house.north_points_class == "bonus":
        return False
    if item.id in BAMBOO and house.no_bamboo:
        return False
    if item.id == "matching" and house.matching_bonus == "off":
        return False
    return item.id not in house.items_off and (option is None or house.value(option))


def complete(house: KoreanJapaneseHouseRules, state: TableState, win: Win) -> tuple[Win, dict[str, str]]:
    """`win` with everything that follows from its ticks, and what each added item follows from."""
    assert isinstance(win.count, Ticks)
    if win.count.limit:
        return win, {}  # a limit stands alone
    work = _Listing(Counter(win.count.patterns), dict(win.count.bonus_items))
    while _add_patterns(house, state, win, work) or _add_bonus(house, win, work):
        pass
    ticks = Ticks(tuple(sorted(work.counts.elements(), key=_place)), work.bonus)
    ready = win.declared_ready or "declared_ready" in work.bonus
    return win._replace(count=ticks, declared_ready=ready), work.because


_ORDER = [item.id for item in PATTERNS]


def _place(item: str) -> int:
    """Where the card has it; what is no item of the card stands last, for ticks.py to refuse."""
    return _ORDER.index(item) if item in _ORDER else len(_ORDER)


def _add_patterns(house: KoreanJapaneseHouseRules, state: TableState, win: Win, work: _Listing) -> bool:
    changed = False
    seen = with_norths(work.counts, work.bonus)
    following = (*_grounds(house, state, win, seen), *_consequences(house, state, win, seen, work.bonus))
    for item, times, reason in following:
        if work.counts[item] < times <= most_of(house, item) and played(house, BY_ID[item]):
            work.counts[item] = times
            work.because.setdefault(item, reason)
            changed = True
    return changed


def _grounds(
    house: KoreanJapaneseHouseRules, state: TableState, win: Win, counts: Counter[str]
) -> Iterator[tuple[str, int, str]]:
    for item, ground, least in grounds_of(house, state, win, counts):
        yield ground, least, item


def _consequences(
    house: KoreanJapaneseHouseRules, state: TableState, win: Win, counts: Counter[str], bonus: Mapping[str, int]
) -> Iterator[tuple[str, int, str]]:
    """(item, times, what it follows from): everybody at the table would expect these ticks."""
    if counts["dragon_pong"] > 1:
        yield "two_dragons", 1, "dragon_pong"
    if counts["bamboo_terminal_pong"] > 1:
        yield "both_bamboo", 1, "bamboo_terminal_pong"
    if counts["kong"] + counts["north_kong"] > 2:
        yield "three_kongs", 1, "kong"
    if pongs_needed(counts) == 4:
        yield (
            "all_pongs",
            1,
            next(i for i in _ORDER if pongs_needed(Counter({i: counts[i]}))),
        )
    if counts["all_chows"] and not withheld(house, counts):
        yield "no_honours", 1, "all_chows"
    for item in ("no_honours", "all_chows"):
        if counts["pure"] and counts[item]:
            yield "pure_no_honours", 1, item
    yield from _of_the_way(state, win, counts, bonus)


def _of_the_way(
    state: TableState, win: Win, counts: Counter[str], bonus: Mapping[str, int]
) -> Iterator[tuple[str, int, str]]:
    """What follows from how the hand was won, and from the winner's wind."""
    for item in ("declared_ready", "concealed"):
        if item in bonus:
            yield "concealed", 1, item
    if counts["concealed"] and win.by == "wall":
        yield "concealed_wall", 1, "concealed"
    if state.seat_winds[win.winner] == state.round_wind:
        for item, other in (("seat_wind", "round_wind"), ("round_wind", "seat_wind")):
            if counts[item]:
                yield other, 1, item


def _add_bonus(house: KoreanJapaneseHouseRules, win: Win, work: _Listing) -> bool:
    changed = False
    for item, points, reason in _bonus_consequences(house, win, work):
        if item not in work.bonus and played(house, BONUS_BY_ID[item]):
            work.bonus[item] = points
            work.because[f"bonus:{item}"] = reason
            changed = True
    return changed


def _bonus_consequences(house: KoreanJapaneseHouseRules, win: Win, work: _Listing) -> Iterator[tuple[str, int, str]]:
    if win.by in HOW:
        yield HOW[win.by], 1, ""
    if work.counts["concealed"]:
        yield "concealed", 2, "concealed"
        if win.by == "wall":
            yield "concealed_wall", 2, "concealed"
    if win.declared_ready:
        yield "declared_ready", 2, ""
    for item, ground in (("concealed_wall", "concealed"), ("declared_ready_wall", "declared_ready")):
        if item in work.bonus:
            yield ground, 2, item
    if "all_flowers" in work.bonus:
        yield "flower", 6 if work.bonus["all_flowers"] == 2 else 4, "all_flowers"
    if "declared_ready" in work.bonus and win.by == "wall":
        yield "declared_ready_wall", 2, "declared_ready"
    if work.bonus.get("flower") == 6:  # three at 2 each, the fourth is turned up (A12.1)
        yield "all_flowers", 2, "flower"
    if work.bonus.get("flower") == 4 and not house.dead_wall_dora:  # there it may be two at 2
        yield "all_flowers", 4, "flower"


def list_rows(house: KoreanJapaneseHouseRules, state: TableState, win: Win) -> tuple[ListRow, ...]:
    """Every item of this table's list beside the ticks of `win`."""
    full, because = complete(house, state, win)
    return tuple(_row(house, state, win, full, because, item) for item in _items(house) if item.id != "win")


def _items(house: KoreanJapaneseHouseRules) -> Iterator[Pattern]:
    """What this table counts, in the class that it has here."""
    yield from (item for item in (*PATTERNS, *BONUSES) if played(house, item))
    yield from own_bonuses(house).values()
    if house.north_tile and house.north_points_class == "bonus":
        for item in NORTHS:
            if item not in house.items_off:
                yield replace(BY_ID[item], kind="bonus")


def _row(
    house: KoreanJapaneseHouseRules,
    state: TableState,
    win: Win,
    full: Win,
    because: dict[str, str],
    item: Pattern,
) -> ListRow:
    assert isinstance(win.count, Ticks) and isinstance(full.count, Ticks)
    if item.kind == "pattern":
        key, times = item.id, full.count.patterns.count(item.id)
        ticked = win.count.patterns.count(item.id)
        values = tuple(item.points * each for each in range(1, most_of(house, item.id) + 1))
    else:
        key, values = f"bonus:{item.id}", _values(house, full.count, item.id)
        times = _reached(values, full.count.bonus_items.get(item.id, 0))
        ticked = _reached(values, win.count.bonus_items.get(item.id, 0))
    refusal = _refusal(house, state, win, item, values[ticked]) if times < len(values) else None
    follows = because.get(key) if times and not ticked else None
    wind = {"seat_wind": state.seat_winds[win.winner], "round_wind": state.round_wind}.get(item.id)
    return ListRow(item, times, ticked, len(values), follows, refusal, values, wind)


def _values(house: KoreanJapaneseHouseRules, ticks: Ticks, item: str) -> tuple[int, ...]:
    """What 1, 2 … of a bonus item earn in all beside the other ticks."""
    if item == "all_flowers":
        return (2,) if ticks.bonus_items.get("flower") == 6 else (4,)
    return bonus_values(house, item)


def step_values(house: KoreanJapaneseHouseRules, item: str) -> tuple[int, ...]:
    """What 1, 2 … of a bonus item earn in all; none for what is no bonus item."""
    known = (*BONUSES, *own_bonuses(house).values())
    return bonus_values(house, item) if any(item == bonus.id for bonus in known) else ()


def _reached(values: tuple[int, ...], points: int) -> int:
    """How many of an item `points` in all are."""
    return sum(value <= points for value in values)


def _refusal(
    house: KoreanJapaneseHouseRules, state: TableState, win: Win, item: Pattern, points: int
) -> RuleViolation | None:
    """Why one more of `item`, which is `points` in all for a bonus item, cannot be ticked now."""
    assert isinstance(win.count, Ticks)
    ticks = win.count
    if item.kind == "pattern":
        ticks = replace(ticks, patterns=(*ticks.patterns, item.id))
    else:
        ticks = replace(ticks, bonus_items={**ticks.bonus_items, item.id: points})
    full, _because = complete(house, state, win._replace(count=ticks))
    assert isinstance(full.count, Ticks)
    try:
        check_ticks(house, state, full, full.count)
    except RuleViolation as refusal:
        return refusal
    return None
