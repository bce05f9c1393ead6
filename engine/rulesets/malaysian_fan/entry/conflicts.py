"""Which ticks of a list can stand together in the Malaysian fan game (docs/rules, C2.1, C2.2, C3.7).

One checker: what it refuses is an error in a file and a greyed-out row on the page. An omission is no error.
Jokers allow much: pongs of one kind twice, a robbed tile in a pong. Only what no hand can have is refused.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import check_ground, check_most, refuse_from_wall, refuse_together
from engine.rulesets.malaysian_fan.house import MalaysianFanHouseRules
from engine.rulesets.malaysian_fan.items import BY_ID

OUTSIDE = ("faces", "all_faces", "animals", "all_animals", "own_flower", "flower_set")
HONOURS = ("dragon_pong", "small_dragons", "own_wind", "north_wind", "four_winds", "small_four_winds", "three_dragons")
HONOUR_PAIRS = ("small_dragons", "small_four_winds")
# Two that no hand has together, whatever else it has.
EXCLUSIVE = frozenset(
    frozenset(pair)
    for pair in (
        ("mixed_suit", "one_suit"),
        ("four_winds", "small_four_winds"),
        ("three_dragons", "small_dragons"),
        ("small_dragons", "small_four_winds"),
        ("first_tile", "last_tile"),
        *product(("one_suit",), HONOURS),
        *product(("no_flowers",), OUTSIDE),
    )
)
# What an item stands on: (another item, how often for each time).
GROUNDS = {"all_faces": ("faces", 4), "all_animals": ("animals", 4), "flower_set": ("own_flower", 1)}
FROM_WALL = ("replacement", "two_kong_replacement")
ALL_PONGS = ("four_winds", "four_concealed", "four_kongs", "all_pongs")


def check_ticks(house: MalaysianFanHouseRules, win: Win, ticks: Ticks) -> None:
    """Refuse ticks that cannot stand together at this table. Raises `RuleViolation`."""
    counts = Counter(ticks.patterns)
    for item, times in counts.items():
        _check_item(win, item, times)
    for item, ground, least in grounds_of(house, counts):
        check_ground(BY_ID[item], BY_ID[ground], counts[ground], least)
    for item, other in exclusions(house, counts):
        refuse_together(BY_ID[item], BY_ID[other])
    _check_sets(counts)


def _check_item(win: Win, item: str, times: int) -> None:
    """The item exists, occurs often enough, and agrees with how the hand was won."""
    if item not in BY_ID:
        raise RuleViolation("patterns", _("%(item)s is no item of this list."), item=item[:40])
    check_most(BY_ID[item], times, BY_ID[item].most)
    if item in FROM_WALL and win.by != "wall":
        refuse_from_wall("patterns", BY_ID[item])
    if item == "rob_kong" and win.by != "rob_kong":
        raise RuleViolation("patterns", _("Robbed kong needs a win by robbing a kong."))


def grounds_of(house: MalaysianFanHouseRules, counts: Counter[str]) -> Iterator[tuple[str, str, int]]:
    """(item, what it stands on, how often) for every ticked item that stands on another."""
    for item, (ground, least) in GROUNDS.items():
        if counts[item]:
            yield item, ground, least * counts[item]
    if counts["small_dragons"] and not house.small_dragons_total:
        yield "small_dragons", "dragon_pong", 2


def exclusions(house: MalaysianFanHouseRules, counts: Counter[str]) -> Iterator[tuple[str, str]]:
    """Pairs of ticks that exclude each other, in the order in which they were ticked."""
    ticked = [item for item in counts if counts[item]]
    for place, other in enumerate(ticked):
        for item in ticked[:place]:
            if frozenset((item, other)) in EXCLUSIVE:
                yield item, other
    if counts["small_dragons"] and counts["dragon_pong"] > (0 if house.small_dragons_total else 2):
        yield "small_dragons", "dragon_pong"


def honour_pongs(counts: Counter[str]) -> int:
    """How many pongs of honours the ticks take at least."""
    dragons = max(counts["dragon_pong"], 2 * counts["small_dragons"], 3 * counts["three_dragons"])
    winds = max(counts["own_wind"] + counts["north_wind"], 4 * counts["four_winds"], 3 * counts["small_four_winds"])
    return dragons + winds


def four_pongs(counts: Counter[str]) -> str | None:
    """The tick that makes it a hand of four pongs, if there is one."""
    named = next((item for item in ALL_PONGS if counts[item]), None)
    return named or (next(item for item in HONOURS if counts[item]) if honour_pongs(counts) == 4 else None)


def _check_sets(counts: Counter[str]) -> None:
    pongs = honour_pongs(counts)
    if pongs > 4:
        raise RuleViolation(
            "patterns", _("A hand has four sets; these ticks need %(pongs)s pongs of winds and dragons."), pongs=pongs
        )
    pair = next((item for item in HONOUR_PAIRS if counts[item]), None)
    if counts["mixed_suit"] and pongs == 4 and pair:
        raise RuleViolation(
            "patterns",
            _("%(item)s needs a circle; with %(other)s and four pongs of winds and dragons there is none."),
            item=Term(BY_ID["mixed_suit"].name),
            other=Term(BY_ID[pair].name),
        )
