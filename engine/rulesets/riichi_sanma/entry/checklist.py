"""The checklist of riichi sanma: what the ticks imply, and which can't go together (docs/rules, E1, E4, E6, E7).

Unlike in Honshu sanma, the entry says whether the hand is open. So each yaku has one value, and ticks imply more.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import Implied
from engine.rulesets.definitions import Pattern, pattern_index
from engine.rulesets.riichi.entry.checklist import RiichiChecklist
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.yaku import YakuRow
from engine.rulesets.riichi.wording import REFUSALS
from engine.rulesets.riichi_sanma.house import VARIANTS, RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.items import BONUSES, RENHOU
from engine.rulesets.riichi_sanma.played_items import known_items, played_items
from engine.rulesets.riichi_sanma.scoring.best_score import han_of, opened, played_as_yakuman
from engine.rulesets.riichi_sanma.scoring.yaku import yaku_of
from engine.rulesets.scoring_types import TableState

_EARLY = YakuRow(RENHOU, 5, m.FIRST_DRAW, m.TSUMO | m.DEALER | m.MELD)
_NO_DRAW = m.TSUMO | m.REPLACEMENT
_NOT_FIRST = m.FIRST_DRAW | m.LAST
_NORTH = m.HONOUR | m.OFF_GREEN  # the hand has the North that it robbed


class RiichiSanmaChecklist(RiichiChecklist):
    """The riichi sanma checklist for one table."""

    house: RiichiSanmaHouseRules
    bonus_items = pattern_index(BONUSES)
    how = {
        "tsumo": (m.TSUMO, m.CHANKAN),
        "ron": (0, _NO_DRAW | m.CHANKAN),
        "chankan": (m.CHANKAN, _NO_DRAW | _NOT_FIRST),
        "rob_north": (_NORTH, _NO_DRAW | _NOT_FIRST | m.CHANKAN | m.WON_OPEN_END),
    }

    def __init__(self, house: RiichiSanmaHouseRules, state: TableState) -> None:
        self.yaku, self.played = yaku_of(house), tuple(played_items(house))
        self.patterns = pattern_index([item for item in known_items(house) if item.kind != "bonus"])
        super().__init__(house, state)
        self._names = {*self.patterns, *self.bonus_items}

    def items(self, win: Win) -> Iterator[Pattern]:
        han, most = han_of(self.house, opened(win)), self._most(win)
        for item in self.played:
            if item.kind == "bonus":
                yield replace(item, most=most[item.id])
            elif item.kind == "limit":
                yield replace(item, most=max(self.units(item.id)))
            else:
                yield replace(item, points=han.get(item.id, item.points))

    def is_yakuman(self, item: str) -> bool:
        return played_as_yakuman(self.house, item)

    def units(self, item: str) -> tuple[int, ...]:
        """The possible numbers of units of a yakuman, which can be two if a variant counts double (E7.1)."""
        if not any(VARIANTS[variant] == item for variant in self.house.doubled):
            return (1,)
        return (2,) if item == "daisuushii" else (1, 2)

    def rows_for(self, win: Win) -> Mapping[str, tuple[YakuRow, ...]]:
        return _rows(self.house, opened(win))

    def marks_of(self, win: Win, counts: Counter[str]) -> tuple[int, int]:
        holds, fails = super().marks_of(win, counts)
        return (holds | m.EXPOSED, fails) if opened(win) else (holds, fails | m.EXPOSED)

    def _most(self, win: Win) -> dict[str, int]:
        """The maximum han of each bonus item that this table plays."""
        most = {item.id: item.most for item in self.played if item.kind == "bonus"}
        if "akadora" in most:
            most["akadora"] = min(most["akadora"], 2 * self.house.red_fives)
        if "pei_dora" in most and win.by == "rob_north":
            most["pei_dora"] -= 1
        return most

    # ── what the ticks imply ─────────────────────────────────────────────────

    def following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        kokushi_only = win.by == "rob_north" and not self.house.rob_north_any
        if kokushi_only:
            yield Implied("kokushi", 1, "")
        if kokushi_only or counts[RENHOU] or any(counts[item] and self.is_yakuman(item) for item in counts):
            yield from self.missing_units(counts)
            if counts["suuankou"] and win.source is not None:
                yield Implied("suuankou", max(self.units("suuankou")), "suuankou")
            return
        if not self.declares_ready(counts, bonus):
            needing = ["ippatsu"] if counts["ippatsu"] else []
            yield from self.riichi_of(win, [*needing, *(item for item in ("uradora",) if item in bonus)])
        if win.by == "chankan":
            yield Implied("chankan", 1, "")
        if win.by == "tsumo" and not opened(win):
            yield Implied("menzen_tsumo", 1, "")
        yield from self._of_the_hand(win, counts)

    def _of_the_hand(self, win: Win, counts: Counter[str]) -> Iterator[Implied]:
        if counts["shousangen"]:
            yield Implied("yakuhai_dragon", 2, "shousangen")
        yield from self.winds_of(win, counts)
        # Shousangen already includes its two pongs.
        own = {"yakuhai_dragon"} if counts["shousangen"] else set()
        ticked = [item for item in counts if counts[item] and item not in own]
        holds = m.EXPOSED if opened(win) else 0
        if ticked and self.pongs(win, counts, ticked, holds) == 4:
            reason = next((item for item in ticked if self.pongs(win, counts, [item])), ticked[0])
            yield Implied("toitoi", 1, reason)
        if counts["toitoi"] and not opened(win) and win.by != "tsumo":
            yield Implied("sanankou", 1, "toitoi")  # all but the pong that the other player’s tile completed

    # ── which ticks can't go together ────────────────────────────────────────

    def check(self, win: Win, ticks: Ticks) -> None:
        counts = Counter(ticks.patterns)
        self.check_played(counts, (RENHOU,) if self.house.renhou == "mangan" else ())
        if win.by == "rob_north" and not self.house.rob_north_any and not counts["kokushi"]:
            raise RuleViolation("patterns", REFUSALS["north_robbed_only_by_kokushi"])
        self.check_alone(counts, ticks.bonus_items)
        others = [item for item in (*counts, *ticks.bonus_items) if item != RENHOU and item in self._names]
        if counts[RENHOU] and not self.is_yakuman(RENHOU) and others:
            self.refuse_together(RENHOU, others[0])
        self.check_replaced(counts)
        self.check_hand(win, counts, "akadora" in ticks.bonus_items)
        if counts["toitoi"] and win.by == "tsumo" and not opened(win):
            raise RuleViolation(
                "patterns", _("Four concealed pongs are suuankou, a yakuman. If a set was called, choose “Open hand”.")
            )
        if counts["ippatsu"]:
            self.check_ground("ippatsu", "riichi", int(win.declared_ready or self.declares_ready(counts, {})))
        self.check_bonus(win, ticks, self._most(win), ("uradora",))


@cache
def _rows(house: RiichiSanmaHouseRules, is_open: bool) -> Mapping[str, tuple[YakuRow, ...]]:
    """The rows of each item that an open hand, or a concealed one, can have."""
    rows = {
        item: tuple(row for row in rows if not (row.bars if is_open else row.needs) & m.EXPOSED)
        for item, rows in yaku_of(house).by_item.items()
    }
    return {**rows, RENHOU: (_EARLY,)} if house.renhou == "mangan" else rows
