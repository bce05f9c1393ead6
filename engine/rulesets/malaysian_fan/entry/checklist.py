"""The list that a scorer ticks: what follows from the ticks, what is impossible beside them, and why.

Everything impossible is what ticks.py refuses; nothing is decided twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.errors import RuleViolation
from engine.match.entries import Ticks, Win
from engine.rulesets.definitions import ListRow, Pattern
from engine.rulesets.malaysian_fan.entry.conflicts import check_ticks, four_pongs, grounds_of
from engine.rulesets.malaysian_fan.house import MalaysianFanHouseRules
from engine.rulesets.malaysian_fan.items import BY_ID, worded, worth

AUTOMATIC = frozenset(("rob_kong",))  # follows from how the hand was won, so nobody ticks it


def complete(house: MalaysianFanHouseRules, win: Win) -> tuple[Win, dict[str, str]]:
    """`win` with everything that follows from its ticks, and what each added item follows from."""
    assert isinstance(win.count, Ticks)
    counts, because = Counter(win.count.patterns), dict[str, str]()
    while missing := next(_missing(house, win, counts), None):
        item, times, reason = missing
        counts[item] = times
        because.setdefault(item, reason)
    return win._replace(count=Ticks(tuple(sorted(counts.elements(), key=_place)))), because


_ORDER = list(BY_ID)


def _place(item: str) -> int:
    """Where the card has it; what is no item of the card stands last, for ticks.py to refuse."""
    return _ORDER.index(item) if item in _ORDER else len(_ORDER)


def _missing(house: MalaysianFanHouseRules, win: Win, counts: Counter[str]) -> Iterator[tuple[str, int, str]]:
    """(item, times, what it follows from) of all that is not ticked often enough yet."""
    grounds = ((ground, least, item) for item, ground, least in grounds_of(house, counts))
    for item, times, reason in (*grounds, *_consequences(win, counts)):
        if counts[item] < times:
            yield item, times, reason


def _consequences(win: Win, counts: Counter[str]) -> Iterator[tuple[str, int, str]]:
    """What everybody at the table would expect to be ticked."""
    if counts["faces"] == 4:
        yield "all_faces", 1, "faces"
    if counts["animals"] == 4:
        yield "all_animals", 1, "animals"
    if counts["three_dragons"]:
        yield "dragon_pong", 3, "three_dragons"
    if counts["dragon_pong"] >= 3:
        yield "three_dragons", 1, "dragon_pong"
    if reason := four_pongs(counts):
        yield "all_pongs", 1, reason
    if win.by == "rob_kong":
        yield "rob_kong", 1, ""


def list_rows(house: MalaysianFanHouseRules, win: Win, deals: bool, maximum: int) -> tuple[ListRow, ...]:
    """Every item and maximum hand beside the ticks of `win`. `deals`: the winner does; `maximum`: its fan."""
    full, because = complete(house, win)
    assert isinstance(win.count, Ticks) and isinstance(full.count, Ticks)
    ticked, counted = Counter(win.count.patterns), Counter(full.count.patterns)
    return tuple(
        ListRow(
            item=item,
            times=counted[item.id],
            ticked=ticked[item.id],
            most=item.most,
            follows_from=because.get(item.id) if counted[item.id] and not ticked[item.id] else None,
            refusal=_refusal(house, win, item.id) if counted[item.id] < item.most else None,
            values=tuple(item.points * times for times in range(1, item.most + 1)),
        )
        for item in items_at(house, deals, maximum)
    )


def items_at(house: MalaysianFanHouseRules, deals: bool, maximum: int) -> Iterator[Pattern]:
    """The card's items with what one of them earns at this table, and for a player who `deals` or not."""
    for item in BY_ID.values():
        points = maximum if item.kind == "limit" else worth(item.id, deals)
        yield replace(worded(item, house.small_dragons_total), points=points)


def _refusal(house: MalaysianFanHouseRules, win: Win, item: str) -> RuleViolation | None:
    """Why one more of `item` cannot be ticked now."""
    assert isinstance(win.count, Ticks)
    more = win._replace(count=Ticks((*win.count.patterns, item)))
    full, _because = complete(house, more)
    assert isinstance(full.count, Ticks)
    try:
        check_ticks(house, full, full.count)
    except RuleViolation as refusal:
        return refusal
    return None
