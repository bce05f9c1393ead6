"""The part of the hand's form that takes a list: what is ticked by hand, as the log and the engine want it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.entries import Ticks
from matches import words
from matches.forms.entry import ReasonForm

MOST_STEPS = 6


class TickFields(ReasonForm):
    """`ticked` is the count by list, once the form was looked at. Its fields are `t.` and `b.` with an item's id."""

    ticked: dict[str, Any]

    def _ticks(self) -> dict[str, Any]:
        patterns = [item for item, times in self._counts("t.") for _time in range(times)]
        bonus = dict(self._bonus())
        return {"patterns": patterns, "bonus_items": bonus} if bonus or self._takes_bonus else {"patterns": patterns}

    @property
    def _takes_bonus(self) -> bool:
        """Whether this book's list has bonus items at all."""
        return any(item.kind == "bonus" for item in self.book.known_items)

    def _bonus(self) -> Iterator[tuple[str, int]]:
        """(bonus item, points): a second red five is worth more than the first."""
        for item, steps in self._counts("b."):
            values = self.book.bonus_values(item)
            # More steps than there are: a value that the engine refuses, saying which there are.
            yield item, values[steps - 1] if steps <= len(values) else sum(values) + steps

    def _counts(self, prefix: str) -> Iterator[tuple[str, int]]:
        """(item, how often it was ticked by hand), from checkboxes and steppers."""
        names = {pattern.id: words.item_name(pattern) for pattern in self.book.known_items}
        for field in self.data:
            if isinstance(field, str) and field.startswith(prefix):
                item = field.removeprefix(prefix)
                text = self.data.get(field) or "0"
                if text == self.data.get(f"i{prefix}{item}"):
                    continue  # only what follows from other ticks stands there
                label = names.get(item, item)
                if times := self.whole(text, item, label, 0, MOST_STEPS):
                    yield item, times

    def shown_ticks(self) -> Ticks:
        """What stands in the list now; what this table does not know is left out."""
        if not self.is_bound:
            ticks: Ticks = self.initial.get("ticks", Ticks())
            return ticks
        known = {pattern.id for pattern in self.book.known_items}
        patterns = tuple(item for item in self.ticked.get("patterns", ()) if item in known)
        bonus = {i: n for i, n in self.ticked.get("bonus_items", {}).items() if i in known}
        return Ticks(patterns, bonus)
