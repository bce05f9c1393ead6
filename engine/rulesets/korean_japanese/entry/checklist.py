"""The checklist of the Korean/Japanese game: its items, and what the ticks imply."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import Checklist, Implied
from engine.rulesets.definitions import Pattern
from engine.rulesets.korean_japanese.entry.compatibility import compatibility
from engine.rulesets.korean_japanese.entry.conflicts import check_ticks, grounds_of, with_norths, withheld
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUS_BY_ID, BONUSES, NORTHS, PATTERN_BY_ID, PATTERNS
from engine.rulesets.korean_japanese.played_items import bonus_values, most_of, own_bonuses, played
from engine.seats import Wind

# The bonus items implied by the way of winning.
HOW = {"wall": "wall", "rob_kong": "rob_kong"}
# Items that are always implied, and never ticked by hand.
AUTOMATIC = frozenset(("wall", "rob_kong", "concealed", "concealed_wall", "declared_ready_wall", "all_flowers"))


class KoreanJapaneseChecklist(Checklist):
    """The checklist of one table."""

    house: KoreanJapaneseHouseRules
    order = [item.id for item in PATTERNS]

    def check(self, win: Win, ticks: Ticks) -> None:
        check_ticks(self.house, self.state, win, ticks)

    def items(self, win: Win) -> Iterator[Pattern]:
        """The items that this table counts, as hand-points or bonus-points."""
        house = self.house
        yield from (item for item in (*PATTERNS, *BONUSES) if item.id != "win" and played(house, item))
        yield from own_bonuses(house).values()
        if house.north_tile and house.north_points_class == "bonus":
            for item in NORTHS:
                if item not in house.items_off:
                    yield replace(PATTERN_BY_ID[item], kind="bonus")

    def values(self, item: Pattern, ticks: Ticks) -> tuple[int, ...]:
        if item.kind == "pattern":
            return tuple(item.points * times for times in range(1, most_of(self.house, item.id) + 1))
        if item.id == "all_flowers":
            return (2,) if ticks.bonus_items.get("flower") == 6 else (4,)
        return bonus_values(self.house, item.id)

    def declares_ready(self, counts: Counter[str], bonus: Mapping[str, int]) -> bool:
        return "declared_ready" in bonus

    def wind(self, item: str, win: Win) -> Wind | None:
        return {"seat_wind": self.state.seat_winds[win.winner], "round_wind": self.state.round_wind}.get(item)

    def following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        """Implied patterns first; bonus items when no more patterns are implied."""
        seen = with_norths(counts, bonus)
        grounds = (Implied(least, times, item) for item, least, times in grounds_of(self.house, self.state, win, seen))
        missing = [
            implied
            for implied in (*grounds, *self._of_patterns(win, seen, bonus))
            if counts[implied.item] < implied.times <= most_of(self.house, implied.item)
            and played(self.house, PATTERN_BY_ID[implied.item])
        ]
        yield from missing
        if not missing:
            for implied in self._of_bonus(win, counts, bonus):
                if played(self.house, BONUS_BY_ID[implied.item]):
                    yield implied

    def _of_patterns(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        """Yield implied patterns."""
        if counts["dragon_pong"] > 1:
            yield Implied("two_dragons", 1, "dragon_pong")
        if counts["bamboo_terminal_pong"] > 1:
            yield Implied("both_bamboo", 1, "bamboo_terminal_pong")
        if counts["kong"] + counts["north_kong"] > 2:
            yield Implied("three_kongs", 1, "kong")
        pongs_needed = compatibility(self.house).pongs_needed
        if pongs_needed(counts) == 4:
            yield Implied("all_pongs", 1, next(i for i in self.order if pongs_needed(Counter({i: counts[i]}))))
        if counts["all_chows"] and not withheld(self.house, counts):
            yield Implied("no_honours", 1, "all_chows")
        for item in ("no_honours", "all_chows"):
            if counts["pure"] and counts[item]:
                yield Implied("pure_no_honours", 1, item)
        yield from self._of_the_way(win, counts, bonus)

    def _of_the_way(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        """Yield patterns implied by the way of winning and the winner's wind."""
        for item in ("declared_ready", "concealed"):
            if item in bonus:
                yield Implied("concealed", 1, item)
        if counts["concealed"] and win.by == "wall":
            yield Implied("concealed_wall", 1, "concealed")
        if self.state.seat_winds[win.winner] == self.state.round_wind:
            for item, other in (("seat_wind", "round_wind"), ("round_wind", "seat_wind")):
                if counts[item]:
                    yield Implied(other, 1, item)

    def _of_bonus(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        """Yield implied bonus items with their points."""
        if win.by in HOW:
            yield Implied(HOW[win.by], 1, "", bonus=True)
        if counts["concealed"]:
            yield Implied("concealed", 2, "concealed", bonus=True)
            if win.by == "wall":
                yield Implied("concealed_wall", 2, "concealed", bonus=True)
        if win.declared_ready:
            yield Implied("declared_ready", 2, "", bonus=True)
        for item, ground in (("concealed_wall", "concealed"), ("declared_ready_wall", "declared_ready")):
            if item in bonus:
                yield Implied(ground, 2, item, bonus=True)
        if "all_flowers" in bonus:
            yield Implied("flower", 6 if bonus["all_flowers"] == 2 else 4, "all_flowers", bonus=True)
        if "declared_ready" in bonus and win.by == "wall":
            yield Implied("declared_ready_wall", 2, "declared_ready", bonus=True)
        if bonus.get("flower") == 6:  # three at 2 each; the fourth is the indicator (A12.1)
            yield Implied("all_flowers", 2, "flower", bonus=True)
        if bonus.get("flower") == 4 and not self.house.dead_wall_dora:  # with that rule it could be two at 2
            yield Implied("all_flowers", 4, "flower", bonus=True)


def step_values(house: KoreanJapaneseHouseRules, item: str) -> tuple[int, ...]:
    """The total of 1, 2 … occurrences of a bonus item; empty for other items."""
    known = (*BONUSES, *own_bonuses(house).values())
    return bonus_values(house, item) if any(item == bonus.id for bonus in known) else ()
