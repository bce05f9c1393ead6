"""The checklist of Honshu sanma: its items, what the ticks imply, and which can't go together (docs/rules, B2, B5)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import Implied
from engine.rulesets.definitions import Pattern, pattern_index
from engine.rulesets.honshu.entry.reader import FROM_WALL
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.items import ADDED, BONUSES, YAKU, YAKUMAN_IDS, YAKUMANS
from engine.rulesets.honshu.played_items import bonuses_of
from engine.rulesets.honshu.scoring.table import EIGHT
from engine.rulesets.honshu.scoring.yaku import FROM_ANOTHER, yaku_of
from engine.rulesets.honshu.wording import REFUSALS
from engine.rulesets.riichi.entry.checklist import RiichiChecklist
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.scoring_types import TableState

NEEDS_RIICHI = ("ippatsu", "uradora")
# The possible numbers of yakuman, for items that can count as more than one.
UNITS = {"tenhou": (3,), "kokushi": (1, 2), "suuankou": (1, 2), "chuuren": (1, 3)}
_NO_DRAW = m.TSUMO | m.REPLACEMENT | m.FIRST_DRAW


class HonshuChecklist(RiichiChecklist):
    """The Honshu sanma checklist for one table."""

    house: HonshuHouseRules
    patterns = pattern_index((*YAKU, *YAKUMANS))
    bonus_items = pattern_index(BONUSES)
    drawn = FROM_WALL
    how = {
        "tsumo": (m.TSUMO, m.CHANKAN),
        "ron": (0, _NO_DRAW | m.CHANKAN),
        "chankan": (m.CHANKAN, _NO_DRAW | m.LAST),
        "rob_north": (0, _NO_DRAW | m.CHANKAN | m.LAST),
        "fourth_kong": (
            m.FOUR_KONGS | m.MELD | m.INNER | m.TERMINAL | m.HONOUR | m.OFF_GREEN,
            _NO_DRAW | m.CHANKAN | m.LAST | m.WON_PAIR,
        ),
    }

    def __init__(self, house: HonshuHouseRules, state: TableState) -> None:
        super().__init__(house, state)
        self.yaku = yaku_of(house)

    def items(self, win: Win) -> Iterator[Pattern]:
        for item in (*YAKU, *bonuses_of(self.house), *YAKUMANS):
            if item.id != ADDED and (item.id in self.yaku.by_item or item.kind == "bonus"):
                yield item

    def values(self, item: Pattern, ticks: Ticks) -> tuple[int, ...]:
        """The total value of 1, 2, … occurrences, in han or in yakuman units."""
        han = 1 if item.kind != "pattern" else self.yaku.by_item[item.id][0].han
        return tuple(han * times for times in range(1, item.most + 1))

    def is_yakuman(self, item: str) -> bool:
        return item in YAKUMAN_IDS

    def units(self, item: str) -> tuple[int, ...]:
        return UNITS.get(item, (1,))

    def marks_of(self, win: Win, counts: Counter[str]) -> tuple[int, int]:
        holds, fails = super().marks_of(win, counts)
        eight = self.state.renchan >= EIGHT
        return holds | (m.EIGHT_DEALS if eight else 0), fails | (0 if eight else m.EIGHT_DEALS)

    # ── what the ticks imply ─────────────────────────────────────────────────

    def following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        for implied in self._all_following(win, counts, bonus):
            if implied.item in self.yaku.by_item:
                yield implied

    def _all_following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        """Yield all implied items, including those not played at this table."""
        by_yakuman_alone = win.by == "fourth_kong" or win.by == "rob_north" and not self.house.rob_north_any
        keeps = win.winner is self.state.dealer and self.state.renchan >= EIGHT
        if by_yakuman_alone or any(counts[item] for item in YAKUMAN_IDS) or (keeps and not +counts):
            yield from self._of_yakuman(win, counts)
            if keeps:
                yield Implied("paarenchan", 1, "")
            return
        if not self.declares_ready(counts, bonus):
            yield from self.riichi_of(win, (item for item in NEEDS_RIICHI if item in bonus))
        if win.by == "chankan":
            yield Implied("chankan", 1, "")
        yield from self._of_the_hand(win, counts)

    def _of_yakuman(self, win: Win, counts: Counter[str]) -> Iterator[Implied]:
        """Yield the yakuman that the way of winning requires, and the missing units of ticked yakuman."""
        if win.by == "fourth_kong":
            yield Implied("suukantsu", 1, "")
        if win.by == "rob_north" and not self.house.rob_north_any:
            yield Implied("kokushi", 1, "")
        yield from self.missing_units(counts)
        if counts["suuankou"] and win.source is not None:
            yield Implied("suuankou", 2, "suuankou")

    def _of_the_hand(self, win: Win, counts: Counter[str]) -> Iterator[Implied]:
        rows = self.yaku.by_item
        ticked = [rows[item][0] for item in counts if counts[item] and item in rows]
        hidden = next((row.item for row in ticked if row.bars & (FROM_ANOTHER | m.MELD) or row.needs & m.PAIRS), None)
        if win.by == "tsumo" and hidden:
            yield Implied("menzen_tsumo", 1, hidden)
        if counts["shousangen"] and not self.yaku.instead["shousangen"]:
            yield Implied("yakuhai_dragon", 2, "shousangen")
        yield from self.winds_of(win, counts)
        # Shousangen already includes its two pongs; adding them again would look like a third dragon.
        own = {"yakuhai_dragon"} if counts["shousangen"] else set()
        pongs = [item for item in counts if counts[item] and item not in own and self.pongs(win, counts, [item])]
        included = counts["honroutou"] and "toitoi" in self.yaku.instead["honroutou"]
        if pongs and not included and self.pongs(win, counts, pongs) == 4:
            yield Implied("toitoi", 1, pongs[0])

    # ── which ticks can't go together ────────────────────────────────────────

    def check(self, win: Win, ticks: Ticks) -> None:
        counts = Counter(ticks.patterns)
        self.check_played(counts)
        if win.by == "rob_north" and not self.house.rob_north_any and not counts["kokushi"]:
            raise RuleViolation("patterns", REFUSALS["north_robbed_only_by_kokushi"])
        if win.by == "fourth_kong" and not counts["suukantsu"]:
            raise RuleViolation("patterns", _("A win with the fourth kong counts as suukantsu."))
        self.check_alone(counts, ticks.bonus_items)
        self.check_replaced(counts)
        self.check_hand(win, counts, "akadora" in ticks.bonus_items)
        if ADDED in ticks.bonus_items:
            raise RuleViolation("bonus_items", _("bonus_items must not include bazoro: it’s added automatically."))
        self.check_bonus(win, ticks, {item.id: item.most for item in bonuses_of(self.house)}, NEEDS_RIICHI)
