"""The checklist of Honshu sanma: its items, and what the ticks imply."""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import Checklist, Implied
from engine.rulesets.definitions import Pattern
from engine.rulesets.honshu.entry.compatibility import closed, pongs_needed
from engine.rulesets.honshu.entry.conflicts import NEEDS_RIICHI, RIICHI, UNITS, check_ticks
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.items import BONUSES, YAKU, YAKUMAN_IDS, YAKUMANS
from engine.rulesets.honshu.scoring import features as m
from engine.rulesets.honshu.scoring.table import EIGHT
from engine.rulesets.honshu.scoring.yaku import FROM_ANOTHER, yaku_of
from engine.rulesets.scoring_types import TableState

ADDED = "bazoro"  # added to every win, never ticked


class HonshuChecklist(Checklist):
    """The checklist of one table."""

    house: HonshuHouseRules
    order = [item.id for item in (*YAKU, *YAKUMANS)]

    def __init__(self, house: HonshuHouseRules, state: TableState) -> None:
        super().__init__(house, state)
        self.yaku = yaku_of(house)

    def check(self, win: Win, ticks: Ticks) -> None:
        check_ticks(self.house, self.state, win, ticks)

    def items(self, win: Win) -> Iterator[Pattern]:
        for item in (*YAKU, *BONUSES, *YAKUMANS):
            if item.id != ADDED and (item.id in self.yaku.by_item or item.kind == "bonus"):
                yield item

    def values(self, item: Pattern, ticks: Ticks) -> tuple[int, ...]:
        return values_of(self.house, item)

    def declares_ready(self, counts: Counter[str], bonus: Mapping[str, int]) -> bool:
        return any(counts[item] for item in RIICHI)

    def following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        for implied in self._all_following(win, counts, bonus):
            if implied.item in self.yaku.by_item:
                yield implied

    def _all_following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        """Everything implied, whether or not it is played at this table."""
        by_yakuman_alone = win.by == "fourth_kong" or win.by == "rob_north" and not self.house.rob_north_any
        keeps = win.winner is self.state.dealer and self.state.renchan >= EIGHT
        if by_yakuman_alone or any(counts[item] for item in YAKUMAN_IDS) or (keeps and not +counts):
            yield from self._of_yakuman(win, counts)
            if keeps:
                yield Implied("paarenchan", 1, "")
            return
        if not any(counts[item] for item in RIICHI):
            if win.declared_ready:
                yield Implied("riichi", 1, "")
            for item in NEEDS_RIICHI:
                if item in bonus:
                    yield Implied("riichi", 1, item)
        if win.by == "chankan":
            yield Implied("chankan", 1, "")
        yield from self._of_the_hand(win, counts)

    def _of_yakuman(self, win: Win, counts: Counter[str]) -> Iterator[Implied]:
        """The yakuman that the way of winning needs, and the missing units of ticked yakuman."""
        if win.by == "fourth_kong":
            yield Implied("suukantsu", 1, "")
        if win.by == "rob_north" and not self.house.rob_north_any:
            yield Implied("kokushi", 1, "")
        for item, units in UNITS.items():
            if counts[item] and counts[item] not in units:
                yield Implied(item, next((least for least in units if least > counts[item]), max(units)), item)
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
        one_wind = self.state.seat_winds[win.winner] is self.state.round_wind
        for item, other in (("yakuhai_seat", "yakuhai_round"), ("yakuhai_round", "yakuhai_seat")):
            if one_wind and counts[item]:
                yield Implied(other, 1, item)
        # Small three dragons already includes its two pongs; adding them again would look like a third dragon.
        own = {"yakuhai_dragon"} if counts["shousangen"] else set()
        pongs = [item for item in counts if counts[item] and item not in own and self._pongs(counts, [item], one_wind)]
        included = counts["honroutou"] and "toitoi" in self.yaku.instead["honroutou"]
        if pongs and not included and self._pongs(counts, pongs, one_wind) == 4:
            yield Implied("toitoi", 1, pongs[0])

    def _pongs(self, counts: Counter[str], items: list[str], one_wind: bool) -> int:
        """The number of pongs that these items need, whichever dragons they are."""
        rows = self.yaku.by_item
        marks = 0
        for item in items:
            for row in rows.get(item, ())[: counts[item]]:
                marks |= row.needs
        return pongs_needed(closed(marks), 0, one_wind)


def values_of(house: HonshuHouseRules, item: Pattern) -> tuple[int, ...]:
    """The total of 1, 2 … occurrences of an item: han, or units of a yakuman."""
    han = 1 if item.kind != "pattern" else yaku_of(house).by_item[item.id][0].han
    return tuple(han * times for times in range(1, item.most + 1))
