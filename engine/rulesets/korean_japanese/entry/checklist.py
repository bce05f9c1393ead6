"""The checklist of the Korean/Japanese game: its items, what the ticks imply, and which can't go together.

Refusals follow docs/rules, A6, A7, A12 and A17.1. Leaving an implied item unticked is not an error, e.g. `two_dragons`
with two dragon pongs.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import Checklist, Implied, check_points, refuse_unknown, refuse_unplayed
from engine.rulesets.definitions import Pattern
from engine.rulesets.korean_japanese.entry.compatibility import compatibility
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUS_BY_ID, BONUSES, NORTHS, PATTERN_BY_ID, PATTERNS
from engine.rulesets.korean_japanese.played_items import (
    OF_BAMBOO,
    OPTION_OF,
    TOGETHER,
    bonus_values,
    most_of,
    own_bonuses,
    played,
)
from engine.seats import Wind

HOW = ("wall", "rob_kong")  # bonus items that are named after the way of winning that earns them
# Items that are always implied, and never ticked by hand.
AUTOMATIC = frozenset((*HOW, "concealed", "concealed_wall", "declared_ready_wall", "all_flowers"))
BONUS_GROUNDS = {"concealed_wall": "concealed", "declared_ready_wall": "declared_ready", **TOGETHER}
FROM_WALL = ("wall", "replacement", "concealed_wall", "declared_ready_wall")


class KoreanJapaneseChecklist(Checklist):
    """The Korean/Japanese checklist for one table."""

    house: KoreanJapaneseHouseRules
    patterns = PATTERN_BY_ID
    bonus_items = BONUS_BY_ID

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

    # ── what the ticks imply ─────────────────────────────────────────────────

    def following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        """Yield implied patterns, and bonus items once no more patterns are implied."""
        seen = _with_norths(counts, bonus)
        grounds = (Implied(least, times, item) for item, least, times in self._grounds(win, seen))
        missing = [
            implied
            for implied in (*grounds, *self._patterns_of(seen), *self._patterns_of_win(win, seen, bonus))
            if counts[implied.item] < implied.times <= most_of(self.house, implied.item)
            and played(self.house, PATTERN_BY_ID[implied.item])
        ]
        yield from missing
        if not missing:
            for implied in self._bonus_of(win, counts, bonus):
                if played(self.house, BONUS_BY_ID[implied.item]):
                    yield implied

    def _grounds(self, win: Win, counts: Counter[str]) -> Iterator[tuple[str, str, int]]:
        """Yield (item, needed item, minimum number needed) for everything that the ticked items need."""
        grounds, house = compatibility(self.house).grounds, self.house
        for item in counts:
            for ground, least in grounds.get(item, ()):
                unseen = house.north_tile and "north_kong" in house.items_off
                north = counts["north_kong"] or int(unseen) if item == "three_kongs" else 0
                yield item, ground, least - north
        if counts["seat_wind"] and counts["round_wind"] and not self._one_wind(win):
            yield "round_wind", "wind_pong", 2

    def _one_wind(self, win: Win) -> bool:
        return self.state.seat_winds[win.winner] == self.state.round_wind

    def _patterns_of(self, counts: Counter[str]) -> Iterator[Implied]:
        if counts["dragon_pong"] > 1:
            yield Implied("two_dragons", 1, "dragon_pong")
        if counts["bamboo_terminal_pong"] > 1:
            yield Implied("both_bamboo", 1, "bamboo_terminal_pong")
        if counts["kong"] + counts["north_kong"] > 2:
            yield Implied("three_kongs", 1, "kong")
        pongs_needed = compatibility(self.house).pongs_needed
        if pongs_needed(counts) == 4:
            yield Implied("all_pongs", 1, next(i for i in self.patterns if pongs_needed(Counter({i: counts[i]}))))
        pure = counts["pure"] or counts["pure_no_honours"]
        if counts["all_chows"] and not (pure and self.house.pure_excludes_no_honours):  # A17.11
            yield Implied("no_honours", 1, "all_chows")
        for item in ("no_honours", "all_chows"):
            if counts["pure"] and counts[item]:
                yield Implied("pure_no_honours", 1, item)

    def _patterns_of_win(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        for item in ("declared_ready", "concealed"):
            if item in bonus:
                yield Implied("concealed", 1, item)
        if counts["concealed"] and win.by == "wall":
            yield Implied("concealed_wall", 1, "concealed")
        for item, other in (("seat_wind", "round_wind"), ("round_wind", "seat_wind")):
            if counts[item] and self._one_wind(win):
                yield Implied(other, 1, item)

    def _bonus_of(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        if win.by in HOW:
            yield Implied(win.by, 1, "", bonus=True)
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
        if bonus.get("flower") == 4 and not self.house.dead_wall_dora:  # with it, 4 can be two flowers
            yield Implied("all_flowers", 4, "flower", bonus=True)

    # ── which ticks can't go together ────────────────────────────────────────

    def check(self, win: Win, ticks: Ticks) -> None:
        counts, bonus = Counter(ticks.patterns), ticks.bonus_items
        for item in counts:
            self._check_played(PATTERN_BY_ID, item, "patterns", north_bonus=False)
        for item, times in counts.items():
            self.check_most(item, times, most_of(self.house, item))
        seen = _with_norths(counts, bonus)
        for item, ground, least in self._grounds(win, seen):
            if ground not in self.house.items_off:
                self.check_ground(item, ground, seen[ground], least)
        if seen["concealed_wall"] and win.by != "wall":
            self.refuse_from_wall("patterns", "concealed_wall")
        for item, excluded in reversed(compatibility(self.house).excluded.items()):
            for other in seen if seen[item] else ():
                if seen[other] and other in excluded:
                    self.refuse_together(item, other)
        self._check_sets(win, seen)
        self._check_bonus(win, bonus)
        for item in ("revealed_dora_pong", "revealed_dora_kong"):
            if seen["seven_pairs"] and item in bonus:
                self.refuse_together("seven_pairs", item)

    def _check_played(self, known: Mapping[str, Pattern], item: str, field: str, *, north_bonus: bool) -> None:
        house, option = self.house, OPTION_OF.get(item)
        if item not in known or item in NORTHS and (house.north_points_class == "bonus") != north_bonus:
            refuse_unknown(field, item)
        if item in OF_BAMBOO and house.no_bamboo or option and not house.value(option):
            refuse_unplayed(field, known[item])
        if item in house.items_off:
            raise RuleViolation(
                field, _("“%(item)s” isn’t played under this table’s house rules."), item=known[item].called
            )

    def _check_sets(self, win: Win, counts: Counter[str]) -> None:
        """Check the number of sets; a robbed tile can only complete a chow, because the other three are in the kong."""
        sets = compatibility(self.house)
        pongs, chows = sets.pongs_needed(counts), sets.chows_needed(counts)
        if pongs + chows > 4:
            raise RuleViolation(
                "patterns",
                _("A hand has four sets, but the items you ticked need more. Pongs: %(pongs)s, chows: %(chows)s."),
                pongs=pongs,
                chows=chows,
            )
        if win.by == "rob_kong" and (counts["seven_pairs"] or pongs == 4):
            raise RuleViolation(
                "patterns",
                _("A robbed kong can only complete a chow, so it can’t be combined with seven pairs or four pongs."),
            )

    def _check_bonus(self, win: Win, bonus: Mapping[str, int]) -> None:
        known = {**BONUS_BY_ID, **{item: PATTERN_BY_ID[item] for item in NORTHS}, **own_bonuses(self.house)}
        for item, points in bonus.items():
            if item == "win":
                raise RuleViolation(
                    "bonus_items",
                    _("bonus_items must not include the 2 points for winning: these are added automatically."),
                )
            self._check_played(known, item, "bonus_items", north_bonus=True)
            check_points(known[item], points, bonus_values(self.house, item))
            self._check_bonus_win(win, item)
        present = {*bonus, *self.house.items_off}
        for item, ground in BONUS_GROUNDS.items():
            if item in bonus:
                self.check_ground(item, ground, int(ground in present), field="bonus_items")
        flowers = 6 if bonus.get("all_flowers") == 2 else 4
        if "all_flowers" in bonus and "flower" not in self.house.items_off and bonus.get("flower") != flowers:
            raise RuleViolation(
                "bonus_items", _("“All four flowers” can only be ticked when all the flowers are counted.")
            )
        self._check_revealed(bonus)

    def _check_bonus_win(self, win: Win, item: str) -> None:
        late = item == "last_tile" and not (win.by == "discard" and self.house.last_tile_on_discard)
        if (item in FROM_WALL or late) and win.by != "wall":
            self.refuse_from_wall("bonus_items", item)
        if item == "rob_kong" and win.by != "rob_kong":
            raise RuleViolation(
                "bonus_items", _("“Robbed kong” is only possible when the hand was won by robbing a kong.")
            )
        if item == "matching" and self.house.matching_bonus == "off":
            raise RuleViolation("bonus_items", _("Matching tiles earn nothing at this table."))

    def _check_revealed(self, bonus: Mapping[str, int]) -> None:
        """Check that enough revealed dora tiles are ticked for the pair, pong or kong that they form."""
        ticked = 4 if "revealed_dora_tile" in self.house.items_off else bonus.get("revealed_dora_tile", 0)
        needed = 0
        for item, tiles in (("revealed_dora_eye", 2), ("revealed_dora_pong", 3), ("revealed_dora_kong", 4)):
            needed += tiles * bonus.get(item, 0) // BONUS_BY_ID[item].points
            if item in bonus and ticked < needed:
                raise RuleViolation(
                    "bonus_items",
                    _("“%(item)s” needs %(least)s revealed dora tiles."),
                    item=Term(BONUS_BY_ID[item].name),
                    least=needed,
                )


def _with_norths(counts: Counter[str], bonus: Mapping[str, int]) -> Counter[str]:
    """The ticked patterns, plus the Norths that are counted as bonus items (A12.4)."""
    norths = {item: bonus[item] // PATTERN_BY_ID[item].points for item in NORTHS if item in bonus}
    won = {"north_win": 1} if "north_win" in bonus else {}
    return Counter({**counts, **norths, **won})
