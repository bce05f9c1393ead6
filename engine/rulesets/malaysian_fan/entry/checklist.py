"""The checklist of the Malaysian fan game: its items, what the ticks imply, and which can't go together.

The rows that count fan decide what is implied and what is refused (docs/rules, C2.1, C2.2, C3.7). Leaving an item
unticked is not an error. With jokers, even two pongs of one tile are possible.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import Checklist, Compatibility, Implied, MarkFacts, refuse_unknown
from engine.rulesets.definitions import Pattern
from engine.rulesets.malaysian_fan.house import MalaysianFanHouseRules
from engine.rulesets.malaysian_fan.items import BY_ID, fan_of, worded
from engine.rulesets.malaysian_fan.scoring import fan_count as m

FACTS = MarkFacts(
    follows={
        m.SMALL_DRAGONS: m.HONOUR | m.DRAGON_PAIR,
        m.SMALL_WINDS: m.HONOUR | m.WIND_PAIR,
        **dict.fromkeys((m.OWN_PONG, m.NORTH_PONG, m.THREE_DRAGONS, m.FOUR_WINDS), m.HONOUR),
        m.ALL_FACES: m.OUTSIDE,
        m.ALL_ANIMALS: m.OUTSIDE,
    },
    rules_out={
        m.DRAGON_PAIR: m.WIND_PAIR,
        m.THREE_DRAGONS: m.SMALL_DRAGONS,
        m.FOUR_WINDS: m.SMALL_WINDS,
        m.FIRST: m.LAST,
    },
    of_digit={m.DRAGON_PONGS: m.HONOUR, **dict.fromkeys((m.FACES, m.ANIMALS, m.OWN_FLOWERS, m.FLOWER_SETS), m.OUTSIDE)},
    at_least={
        m.SMALL_DRAGONS: (m.DRAGON_PONGS, 2),
        m.ALL_FACES: (m.FACES, 4),
        m.ALL_ANIMALS: (m.ANIMALS, 4),
        m.FLOWER_SET: (m.OWN_FLOWERS, 1),
    },
)
# The items that need pongs or pairs of honours.
HONOURS = [
    row.item
    for row in m.rows_of(MalaysianFanHouseRules())
    if FACTS.true_of(row) & m.HONOUR and not row.needs & m.HONOUR
]
HONOUR_PAIRS = ("small_dragons", "small_four_winds")
FROM_WALL = ("replacement", "two_kong_replacement")
ALL_PONGS = ("four_winds", "four_concealed", "four_kongs", "all_pongs")


@lru_cache(64)
def compatibility(house: MalaysianFanHouseRules) -> Compatibility:
    """The items that exclude or imply each other under these house rules."""
    return Compatibility(FACTS, m.rows_of(house))


class MalaysianFanChecklist(Checklist):
    """The Malaysian fan checklist for one table."""

    house: MalaysianFanHouseRules
    patterns = BY_ID

    def items(self, win: Win) -> Iterator[Pattern]:
        deals = win.winner is self.state.dealer
        for item in BY_ID.values():
            points = self.house.max_fan if item.kind == "limit" else fan_of(item.id, deals)
            yield replace(worded(item, self.house.small_dragons_total), points=points)

    def following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        for item, ground, least in self._grounds(counts):
            yield Implied(ground, least, item)
        for item in ("faces", "animals"):
            if counts[item] == 4:
                yield Implied(f"all_{item}", 1, item)
        if counts["three_dragons"]:
            yield Implied("dragon_pong", 3, "three_dragons")
        if counts["dragon_pong"] >= 3:
            yield Implied("three_dragons", 1, "dragon_pong")
        if reason := _four_pongs(counts):
            yield Implied("all_pongs", 1, reason)
        if win.by == "rob_kong":
            yield Implied("rob_kong", 1, "")

    def check(self, win: Win, ticks: Ticks) -> None:
        counts = Counter(ticks.patterns)
        for item, times in counts.items():
            if item not in BY_ID:
                refuse_unknown("patterns", item)
            self.check_most(item, times, BY_ID[item].most)
            if item in FROM_WALL and win.by != "wall":
                self.refuse_from_wall("patterns", item)
            if item == "rob_kong" and win.by != "rob_kong":
                raise RuleViolation(
                    "patterns", _("“Robbed kong” is only possible when the hand was won by robbing a kong.")
                )
        for item, ground, least in self._grounds(counts):
            self.check_ground(item, ground, counts[ground], least)
        self._check_exclusions(counts)
        _check_sets(counts)

    def _grounds(self, counts: Counter[str]) -> Iterator[tuple[str, str, int]]:
        """Yield (item, needed item, minimum number needed) for everything that the ticked items need."""
        for item, grounds in compatibility(self.house).grounds.items():
            if counts[item]:
                for ground, least in grounds:
                    yield item, ground, least * counts[item]

    def _check_exclusions(self, counts: Counter[str]) -> None:
        ticked, excluded = list(counts), compatibility(self.house).excluded
        for place, other in enumerate(ticked):
            for item in ticked[:place]:
                if other in excluded[item] or item in excluded[other]:
                    self.refuse_together(item, other)
        if counts["small_dragons"] and counts["dragon_pong"] > 2:
            self.refuse_together("small_dragons", "dragon_pong")


def _honour_pongs(counts: Counter[str]) -> int:
    """The least number of pongs of honours that the ticks need."""
    dragons = max(counts["dragon_pong"], 2 * counts["small_dragons"], 3 * counts["three_dragons"])
    winds = max(counts["own_wind"] + counts["north_wind"], 4 * counts["four_winds"], 3 * counts["small_four_winds"])
    return dragons + winds


def _four_pongs(counts: Counter[str]) -> str | None:
    """A ticked item that implies four pongs, if there is one."""
    named = next((item for item in ALL_PONGS if counts[item]), None)
    return named or (next(item for item in HONOURS if counts[item]) if _honour_pongs(counts) == 4 else None)


def _check_sets(counts: Counter[str]) -> None:
    pongs = _honour_pongs(counts)
    if pongs > 4:
        raise RuleViolation(
            "patterns",
            _("The ticked items need %(pongs)s pongs of winds and dragons, but a hand has only four sets."),
            pongs=pongs,
        )
    pair = next((item for item in HONOUR_PAIRS if counts[item]), None)
    if counts["mixed_suit"] and pongs == 4 and pair:
        raise RuleViolation(
            "patterns",
            _("“%(item)s” needs a circle. With “%(other)s” and four pongs of winds and dragons, the hand has none."),
            item=Term(BY_ID["mixed_suit"].name),
            other=Term(BY_ID[pair].name),
        )
