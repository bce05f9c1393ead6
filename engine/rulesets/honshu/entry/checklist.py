"""The checklist of Honshu sanma: its items, what the ticks imply, and which can't go together (docs/rules, B2, B5).

The rows of yaku.py decide what is implied and what is refused. Leaving a yaku unticked is not an error.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import Checklist, Implied, refuse_unknown, refuse_unplayed
from engine.rulesets.definitions import Pattern, pattern_index
from engine.rulesets.honshu.entry.compatibility import KnownFacts, closed, pongs_needed, possible
from engine.rulesets.honshu.entry.reader import FROM_WALL
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.items import ADDED, BONUSES, YAKU, YAKUMAN_IDS, YAKUMANS
from engine.rulesets.honshu.scoring.table import EIGHT
from engine.rulesets.honshu.scoring.yaku import FROM_ANOTHER, yaku_of
from engine.rulesets.honshu.wording import REFUSALS
from engine.rulesets.riichi import features as m
from engine.rulesets.scoring_types import TableState
from engine.seats import Wind

BY_ID = pattern_index((*YAKU, *YAKUMANS))
BONUS_BY_ID = pattern_index(BONUSES)
RIICHI = ("riichi", "double_riichi")
NEEDS_RIICHI = ("ippatsu", "uradora")
# The possible numbers of yakuman, for items that can count as more than one.
UNITS = {"tenhou": (3,), "kokushi": (1, 2), "suuankou": (1, 2), "chuuren": (1, 3)}
# The marks that each way of winning implies, and those that it rules out.
_NO_DRAW = m.TSUMO | m.REPLACEMENT | m.FIRST_DRAW
_HOW = {
    "tsumo": (m.TSUMO, m.CHANKAN),
    "ron": (0, _NO_DRAW | m.CHANKAN),
    "chankan": (m.CHANKAN, _NO_DRAW | m.LAST),
    "rob_north": (0, _NO_DRAW | m.CHANKAN | m.LAST),
    "fourth_kong": (
        m.FOUR_KONGS | m.MELD | m.INNER | m.TERMINAL | m.HONOUR | m.OFF_GREEN,
        _NO_DRAW | m.CHANKAN | m.LAST | m.WON_PAIR,
    ),
}


class HonshuChecklist(Checklist):
    """The Honshu sanma checklist for one table."""

    house: HonshuHouseRules
    patterns = BY_ID
    bonus_items = BONUS_BY_ID

    def __init__(self, house: HonshuHouseRules, state: TableState) -> None:
        super().__init__(house, state)
        self.yaku = yaku_of(house)

    def items(self, win: Win) -> Iterator[Pattern]:
        for item in (*YAKU, *BONUSES, *YAKUMANS):
            if item.id != ADDED and (item.id in self.yaku.by_item or item.kind == "bonus"):
                yield item

    def values(self, item: Pattern, ticks: Ticks) -> tuple[int, ...]:
        """The total value of 1, 2, … occurrences, in han or in yakuman units."""
        han = 1 if item.kind != "pattern" else self.yaku.by_item[item.id][0].han
        return tuple(han * times for times in range(1, item.most + 1))

    def declares_ready(self, counts: Counter[str], bonus: Mapping[str, int]) -> bool:
        return any(counts[item] for item in RIICHI)

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
            if win.declared_ready:
                yield Implied("riichi", 1, "")
            for item in NEEDS_RIICHI:
                if item in bonus:
                    yield Implied("riichi", 1, item)
        if win.by == "chankan":
            yield Implied("chankan", 1, "")
        yield from self._of_the_hand(win, counts)

    def _of_yakuman(self, win: Win, counts: Counter[str]) -> Iterator[Implied]:
        """Yield the yakuman that the way of winning requires, and the missing units of ticked yakuman."""
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
        """The number of pongs that these items need; which dragons they are doesn't matter."""
        marks = 0
        for item in items:
            for row in self.yaku.by_item.get(item, ())[: counts[item]]:
                marks |= row.needs
        return pongs_needed(closed(marks), 0, one_wind)

    # ── which ticks can't go together ────────────────────────────────────────

    def check(self, win: Win, ticks: Ticks) -> None:
        counts = Counter(ticks.patterns)
        for item in counts:
            if item not in BY_ID:
                refuse_unknown("patterns", item)
            if item not in self.yaku.by_item:
                refuse_unplayed("patterns", BY_ID[item])
        for item, times in counts.items():
            _check_times(item, times)
        if win.by == "rob_north" and not self.house.rob_north_any and not counts["kokushi"]:
            raise RuleViolation("patterns", REFUSALS["north_robbed_only_by_kokushi"])
        if win.by == "fourth_kong" and not counts["suukantsu"]:
            raise RuleViolation("patterns", _("A win with the fourth kong counts as the “Four kongs” yakuman."))
        _check_yakuman_alone(counts, ticks.bonus_items)
        for item, replaced in self.yaku.instead.items():
            for other in counts if item in counts else ():
                if other in replaced:
                    self.refuse_together(item, other)
        self._check_hand(win, counts, "akadora" in ticks.bonus_items)
        self._check_bonus(win.declared_ready or self.declares_ready(counts, {}), counts, ticks.bonus_items)

    def _check_hand(self, win: Win, counts: Counter[str], red_fives: bool) -> None:
        """Check that one hand can have the ticked items: each one alone, any two, and all together."""
        rows, facts = self.yaku.by_item, self._known(win, counts)
        fives = m.PLAIN_SET | m.INNER if red_fives else 0
        for item in counts:
            if not possible(rows, Counter({item: counts[item]}), facts):
                raise RuleViolation(
                    "patterns", _("%(item)s isn’t possible with this win."), item=Term(BY_ID[item].name)
                )
            if fives and not possible(rows, Counter({item: counts[item]}), facts, fives):
                self.refuse_together(item, "akadora")
        for one, two in combinations(counts, 2):
            if not possible(rows, Counter({one: counts[one], two: counts[two]}), facts):
                self.refuse_together(one, two)
        if len(counts) > 2 and not possible(rows, counts, facts, fives):
            raise RuleViolation("patterns", _("No hand can have all the items you ticked."))

    def _check_bonus(self, riichi: bool, counts: Counter[str], bonus: Mapping[str, int]) -> None:
        for item, han in bonus.items():
            if item == ADDED:
                raise RuleViolation("bonus_items", _("bonus_items must not include bazoro: it’s added automatically."))
            if item not in BONUS_BY_ID:
                refuse_unknown("bonus_items", item)
            known = BONUS_BY_ID[item]
            if not 1 <= han <= known.most:
                sentence = _("%(item)s must be from 1 to %(most)s.")
                raise RuleViolation("bonus_items", sentence, item=Term(known.name), most=known.most)
            if item in NEEDS_RIICHI:
                self.check_ground(item, "riichi", int(riichi), field="bonus_items")
        if counts["yakuhai_north"] and bonus.get("pei_dora", 0) > 1:
            self.refuse_together("yakuhai_north", "pei_dora")

    def _known(self, win: Win, counts: Counter[str]) -> KnownFacts:
        """The facts that follow from the way of winning and the winner's seat."""
        holds, fails = _HOW[win.by]
        if win.by == "chankan" and not counts["kokushi"]:
            holds |= m.CHOW  # the other three copies of the robbed tile are in the kong
        if win.by not in FROM_WALL and counts["suuankou"]:
            holds |= m.WON_PAIR  # a pong completed by another player's tile isn't concealed
        seat = self.state.seat_winds[win.winner]
        dealer, eight = seat is Wind.E, self.state.renchan >= EIGHT
        holds |= (m.DEALER if dealer else 0) | (m.EIGHT_DEALS if eight else 0)
        fails |= (0 if dealer else m.DEALER) | (0 if eight else m.EIGHT_DEALS)
        return KnownFacts(holds, fails | (m.EXPOSED if win.declared_ready else 0), seat is self.state.round_wind)


def _check_times(item: str, times: int) -> None:
    """Check the number of occurrences; a yakuman is ticked once for each unit."""
    allowed = UNITS.get(item, (1,)) if item in YAKUMAN_IDS else tuple(range(1, BY_ID[item].most + 1))
    if times not in allowed:
        raise RuleViolation(
            "patterns",
            _("Possible counts for %(item)s in one hand: %(times)s."),
            item=Term(BY_ID[item].name),
            times=allowed,
        )


def _check_yakuman_alone(counts: Counter[str], bonus: Collection[str]) -> None:
    yakuman = [BY_ID[item] for item in counts if item in YAKUMAN_IDS]
    others = [BY_ID[item] for item in counts if item not in YAKUMAN_IDS]
    others += [BONUS_BY_ID[item] for item in bonus if item in BONUS_BY_ID]
    if yakuman and others:
        raise RuleViolation(
            "patterns",
            _("Nothing else counts with a yakuman, so %(yakuman)s and %(item)s can’t be combined."),
            yakuman=Term(yakuman[0].name),
            item=Term(others[0].name),
        )
