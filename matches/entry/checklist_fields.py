"""The checklist of the hand form: the items that were ticked by hand."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from engine.match.entries import Ticks, Win
from engine.rulesets.definitions import Pattern
from engine.rulesets.rule_book import RuleBook, TableState
from matches import wording
from matches.entry.entry_form import ReasonForm
from matches.entry.question_fields import Asking

MOST_STEPS = 6


class TickFields(ReasonForm, Asking):
    """The fields of the checklist: `t.<id>` for patterns, `b.<id>` for bonus items. `ticked`: the ticks for the log."""

    ticked: dict[str, Any]

    def _ticks(self) -> dict[str, Any]:
        patterns = [item for item, times in self._counts("t.") for _time in range(times)]
        bonus = dict(self._bonus())
        takes_bonus = bonus or any(item.kind == "bonus" for item in self._known.values())
        return {"patterns": patterns, "bonus_items": bonus} if takes_bonus else {"patterns": patterns}

    def _bonus(self) -> Iterator[tuple[str, int]]:
        """Yield (bonus item, points). An item may be worth more the second time, e.g. a second red five."""
        for item, steps in self._counts("b."):
            values = self.book.sheet.bonus_values(item)
            # Too many steps: the engine refuses this value and lists the valid ones.
            yield item, values[steps - 1] if steps <= len(values) else sum(values) + steps

    def _counts(self, prefix: str) -> Iterator[tuple[str, int]]:
        for field in self.data:
            if isinstance(field, str) and field.startswith(prefix):
                item = field.removeprefix(prefix)
                text = self.data.get(field) or "0"
                if text == self.data.get(f"i{prefix}{item}"):
                    continue  # the value only follows from other ticks
                known = self._known.get(item)
                label = wording.item_name(known) if known else item
                if times := self.whole(text, item, label, 0, max(MOST_STEPS, known.most if known else 0)):
                    yield item, times

    @cached_property
    def _known(self) -> dict[str, Pattern]:
        return {pattern.id: pattern for pattern in self.book.known_items}

    def shown_ticks(self) -> Ticks:
        """Return the ticks that the list shows. Items unknown to this table are left out."""
        if not self.was_asked:
            ticks: Ticks = self.initial.get("ticks") or Ticks(self.book.sheet.ticked_first(self.situation))
            return ticks
        patterns = tuple(item for item in self.ticked.get("patterns", ()) if item in self._known)
        bonus = {i: n for i, n in self.ticked.get("bonus_items", {}).items() if i in self._known}
        return Ticks(patterns, bonus)


def by_hand(book: RuleBook, state: TableState, win: Win) -> Ticks:
    """Return the ticks of a logged win that may have been made by hand.

    A tick that only follows from another tick is left out, so that removing the other tick in the form removes both. A
    tick that is possible without the other one is kept.
    """
    return _TickReduction(book, state, win).reduced()


class _TickReduction:
    """A helper that removes ticks one by one, as long as the engine derives the same full list from the others."""

    def __init__(self, book: RuleBook, state: TableState, win: Win) -> None:
        self.book, self.state = book, state
        ticks = book.sheet.complete(state, win).count
        assert isinstance(ticks, Ticks)
        self.ticks = ticks
        # The sheet asks only this about the win: everything else in the entry has become a tick.
        self.win = Win(win.winner, win.by, win.source, win.count, details=win.details)
        self.complete = self._completed(ticks)

    def reduced(self) -> Ticks:
        """Return the ticks that remain. Removes bonus items first, then patterns from last to first."""
        ticks = self.ticks
        for item in sorted(ticks.bonus_items, key=lambda item: item not in self.book.sheet.automatic):
            others = replace(ticks, bonus_items={key: n for key, n in ticks.bonus_items.items() if key != item})
            if self._follows(item, Ticks((), {item: ticks.bonus_items[item]}), others):
                ticks = others
        for place in reversed(range(len(ticks.patterns))):
            item = ticks.patterns[place]
            others = replace(ticks, patterns=ticks.patterns[:place] + ticks.patterns[place + 1 :])
            if self._follows(item, Ticks((item,)), others):
                ticks = others
        return ticks

    def _follows(self, item: str, single: Ticks, others: Ticks) -> bool:
        """Return whether `item` follows from `others` and is impossible without the item that implies it.

        `single`: the tick of `item` alone.
        """
        if self._completed(others) != self.complete:
            return False
        reason = self._reason(item, others, is_bonus=bool(single.bonus_items))
        if not reason:
            return True
        completed = self._completed(single)
        return any(completed[key] >= self.complete[key] > 0 for key in (reason, f"b.{reason}"))

    def _reason(self, item: str, others: Ticks, *, is_bonus: bool) -> str | None:
        rows = self.book.sheet.list_rows(self.state, self.win._replace(count=others))
        same = (row for row in rows if row.item.id == item and (row.item.kind == "bonus") is is_bonus)
        return next((row.follows_from for row in same), None)

    def _completed(self, ticks: Ticks) -> Counter[str]:
        """Return all items that these ticks imply, themselves included, with their counts or points."""
        full = self.book.sheet.complete(self.state, self.win._replace(count=ticks)).count
        assert isinstance(full, Ticks)
        return Counter(full.patterns) + Counter({f"b.{item}": points for item, points in full.bonus_items.items()})
