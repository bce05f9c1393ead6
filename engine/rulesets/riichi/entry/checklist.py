"""The checklist of riichi books: what the ticks imply, and which can't go together (docs/rules, B2, B5, E6, E7).

The rows that count the tiles decide what is implied and refused. Leaving a yaku unticked is not an error.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations

from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import Checklist, Implied, refuse_unknown, refuse_unplayed
from engine.rulesets.riichi.entry.compatibility import KnownFacts, closed, pongs_needed, possible
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.yaku import Yaku, YakuRow
from engine.seats import Wind

RIICHI = ("riichi", "double_riichi")
_WINDS = (("yakuhai_seat", "yakuhai_round"), ("yakuhai_round", "yakuhai_seat"))


class RiichiChecklist(Checklist):
    """The checklist of a riichi table.

    `yaku`: the yaku of the table; `how`: for each way to win, the marks that it implies and those that it rules out;
    `drawn`: the ways to win by self-draw.
    """

    yaku: Yaku
    how: Mapping[str, tuple[int, int]]
    drawn: tuple[str, ...] = ("tsumo",)

    # ── defined by each book ─────────────────────────────────────────────────

    def is_yakuman(self, item: str) -> bool:
        """Whether `item` is a yakuman, beside which nothing else counts."""
        raise NotImplementedError

    def units(self, item: str) -> tuple[int, ...]:
        """The possible numbers of units of a yakuman."""
        raise NotImplementedError

    def rows_for(self, win: Win) -> Mapping[str, tuple[YakuRow, ...]]:
        """The rows of each item that this win can have. Default: all rows."""
        return self.yaku.by_item

    def marks_of(self, win: Win, counts: Counter[str]) -> tuple[int, int]:
        """The marks that follow from the way of winning and the winner's seat, and the marks that these rule out."""
        holds, fails = self.how[win.by]
        if win.by == "chankan" and not counts["kokushi"]:
            holds |= m.CHOW  # the other three copies of the robbed tile are in the kong
        if win.by not in self.drawn and counts["suuankou"]:
            holds |= m.WON_PAIR  # a pong completed by another player's tile isn't concealed
        dealer = self.state.seat_winds[win.winner] is Wind.E
        return holds | (m.DEALER if dealer else 0), fails | (0 if dealer else m.DEALER)

    def declares_ready(self, counts: Counter[str], bonus: Mapping[str, int]) -> bool:
        return any(counts[item] for item in RIICHI)

    # ── what the ticks imply ─────────────────────────────────────────────────

    def missing_units(self, counts: Counter[str]) -> Iterator[Implied]:
        """Yield the missing units of ticked yakuman."""
        for item in counts:
            if counts[item] and item in self.yaku.by_item and self.is_yakuman(item):
                units = self.units(item)
                if counts[item] not in units:
                    yield Implied(item, next((least for least in units if least > counts[item]), max(units)), item)

    def riichi_of(self, win: Win, items: Iterable[str]) -> Iterator[Implied]:
        """Yield riichi if it was declared, or if it is needed by one of the ticked `items`."""
        if win.declared_ready:
            yield Implied("riichi", 1, "")
        for item in items:
            yield Implied("riichi", 1, item)

    def winds_of(self, win: Win, counts: Counter[str]) -> Iterator[Implied]:
        """Yield the second item of a ticked pong whose wind is both the seat wind and the round wind."""
        for item, other in _WINDS:
            if self.one_wind(win) and counts[item]:
                yield Implied(other, 1, item)

    def one_wind(self, win: Win) -> bool:
        """Whether the winner's seat wind is also the round wind."""
        return self.state.seat_winds[win.winner] is self.state.round_wind

    def pongs(self, win: Win, counts: Counter[str], items: Iterable[str], holds: int = 0) -> int:
        """The number of pongs that `items` need. `counts`: the ticks of each; `holds`: known marks of the hand."""
        marks, bars, rows = holds, 0, self.rows_for(win)
        for item in items:
            for row in rows.get(item, ())[: counts[item]]:
                marks |= row.needs
                bars |= row.bars
        return pongs_needed(closed(marks), bars, self.one_wind(win))

    # ── which ticks can't go together ────────────────────────────────────────

    def check_played(self, counts: Counter[str], also: Collection[str] = ()) -> None:
        """Refuse unknown and unplayed items, and impossible counts. `also`: the items that are played without a row."""
        for item in counts:
            if item not in self.patterns:
                refuse_unknown("patterns", item)
            if item not in self.yaku.by_item and item not in also:
                refuse_unplayed("patterns", self.patterns[item])
        for item, times in counts.items():
            yakuman = self.is_yakuman(item)
            allowed = self.units(item) if yakuman else tuple(range(1, self.patterns[item].most + 1))
            if times not in allowed:
                raise RuleViolation(
                    "patterns",
                    _("Possible counts for “%(item)s” in one hand: %(times)s."),
                    item=self._name(item),
                    times=allowed,
                )

    def check_alone(self, counts: Counter[str], bonus: Collection[str]) -> None:
        """Refuse anything ticked together with a yakuman."""
        yakuman = [item for item in counts if self.is_yakuman(item)]
        others = [item for item in counts if not self.is_yakuman(item)]
        names = [self._name(item) for item in others]
        names += [Term(self.bonus_items[item].name) for item in bonus if item in self.bonus_items]
        if yakuman and names:
            raise RuleViolation(
                "patterns",
                _("Nothing else counts with a yakuman, so “%(yakuman)s” and “%(item)s” can’t be combined."),
                yakuman=self._name(yakuman[0]),
                item=names[0],
            )

    def check_replaced(self, counts: Counter[str]) -> None:
        """Refuse items that another ticked item replaces."""
        for item, replaced in self.yaku.instead.items():
            for other in counts if item in counts else ():
                if other in replaced:
                    self.refuse_together(item, other)

    def check_hand(self, win: Win, counts: Counter[str], red_fives: bool) -> None:
        """Check that one hand can have the ticked items: each one alone, any two, and all together."""
        rows, facts = self.rows_for(win), self._known(win, counts)
        fives = m.PLAIN_SET | m.INNER if red_fives else 0
        for item in counts:
            if not possible(rows, Counter({item: counts[item]}), facts):
                raise RuleViolation("patterns", _("“%(item)s” isn’t possible with this win."), item=self._name(item))
            if fives and not possible(rows, Counter({item: counts[item]}), facts, fives):
                self.refuse_together(item, "akadora")
        for one, two in combinations(counts, 2):
            if not possible(rows, Counter({one: counts[one], two: counts[two]}), facts):
                self.refuse_together(one, two)
        if len(counts) > 2 and not possible(rows, counts, facts, fives):
            raise RuleViolation("patterns", _("No hand can have all the items you ticked."))

    def _known(self, win: Win, counts: Counter[str]) -> KnownFacts:
        holds, fails = self.marks_of(win, counts)
        return KnownFacts(holds, fails | (m.EXPOSED if win.declared_ready else 0), self.one_wind(win))

    def check_bonus(self, win: Win, ticks: Ticks, most: Mapping[str, int], need_riichi: Collection[str]) -> None:
        """Refuse unknown and unplayed bonus items, and impossible han. `most`: the maximum han of each."""
        counts = Counter(ticks.patterns)
        riichi = win.declared_ready or self.declares_ready(counts, {})
        for item, han in ticks.bonus_items.items():
            if item not in self.bonus_items:
                refuse_unknown("bonus_items", item)
            known = self.bonus_items[item]
            if item not in most:
                refuse_unplayed("bonus_items", known)
            if not 1 <= han <= most[item]:
                sentence = _("“%(item)s” must be worth from 1 to %(most)s han.")
                raise RuleViolation("bonus_items", sentence, item=Term(known.name), most=most[item])
            if item in need_riichi:
                self.check_ground(item, "riichi", int(riichi), field="bonus_items")
        if counts["yakuhai_north"] and ticks.bonus_items.get("pei_dora", 0) > 1:
            self.refuse_together("yakuhai_north", "pei_dora")
