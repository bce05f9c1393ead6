"""The checklist of patterns, shared by all rule books.

`Checklist` adds implied items and greys out items that its `check` refuses. `Compatibility` works out which items can
be combined, from the rows that count them. Refusals that several books share are methods of `Checklist`, or functions
at the end.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.match.fields import LONGEST_ECHO, Payload, mapping, whole_number
from engine.rulesets.definitions import ListRow, Pattern
from engine.rulesets.scoring_types import PatternRow, Rows, TableState
from engine.seats import Wind


class Implied(NamedTuple):
    """An item implied by the ticks.

    `times`: how often it counts (for a bonus item, its points); `reason`: the id of the item that implies it, or "" if
    the way of winning implies it.
    """

    item: str
    times: int
    reason: str
    bonus: bool = False


class Checklist(ABC):
    """The checklist for one hand at one table. Rule books define what the ticks imply and which can't be combined.

    `patterns`, `bonus_items`: the items of the book by id, in the order of the rule card.
    """

    patterns: Mapping[str, Pattern]
    bonus_items: Mapping[str, Pattern] = MappingProxyType({})

    def __init__(self, house: Any, state: TableState) -> None:
        self.house, self.state = house, state
        self._places = {item: place for place, item in enumerate(self.patterns)}

    @abstractmethod
    def items(self, win: Win) -> Iterable[Pattern]:
        """The items of the list for this winner, with their points at this table."""

    @abstractmethod
    def following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        """Yield the items implied by the ticked patterns (`counts`) and bonus items (`bonus`)."""

    @abstractmethod
    def check(self, win: Win, ticks: Ticks) -> None:
        """Raise `RuleViolation` if the ticks can't be combined."""

    def values(self, item: Pattern, ticks: Ticks) -> tuple[int, ...]:
        """The total points for 1, 2, … occurrences of an item, given all `ticks`. Default: multiples of its points."""
        return tuple(item.points * times for times in range(1, item.most + 1))

    def declares_ready(self, counts: Counter[str], bonus: Mapping[str, int]) -> bool:
        """Whether the ticks show that the winner declared ready. Default: never."""
        return False

    def wind(self, item: str, win: Win) -> Wind | None:
        """The wind that the item refers to for this winner. Default: none."""
        return None

    def complete(self, win: Win) -> Win:
        """Return `win` with all implied items added."""
        return self.completed(win)[0]

    def completed(self, win: Win) -> tuple[Win, dict[tuple[str, bool], str]]:
        """Return the completed win, and the id of the item that implies each added item ("": the way of winning).

        The keys are (id of the added item, whether it is a bonus item).
        """
        assert isinstance(win.count, Ticks)
        reasons: dict[tuple[str, bool], str] = {}
        if win.count.limit:
            return win, reasons  # nothing else counts with a limit hand
        counts, bonus = Counter(win.count.patterns), dict(win.count.bonus_items)
        while self._add(win, counts, bonus, reasons):
            pass
        # Unknown patterns are last; `check` refuses them.
        ticked = sorted(counts.elements(), key=lambda item: self._places.get(item, len(self._places)))
        ready = win.declared_ready or self.declares_ready(counts, bonus)
        return win._replace(count=Ticks(tuple(ticked), bonus), declared_ready=ready), reasons

    def _add(self, win: Win, counts: Counter[str], bonus: dict[str, int], reasons: dict[tuple[str, bool], str]) -> bool:
        """Add the items implied directly. Return whether anything was added."""
        changed = False
        for item, times, reason, is_bonus in self.following(win, counts, bonus):
            if is_bonus and item not in bonus:
                bonus[item] = times
            elif not is_bonus and counts[item] < times:
                counts[item] = times
            else:
                continue
            reasons.setdefault((item, is_bonus), reason)
            changed = True
        return changed

    def rows(self, win: Win) -> tuple[ListRow, ...]:
        """The rows of the list, with the ticks of `win`."""
        full, reasons = self.completed(win)
        assert isinstance(win.count, Ticks) and isinstance(full.count, Ticks)
        return tuple([self._row(win, win.count, full.count, reasons, item) for item in self.items(win)])

    def _row(
        self, win: Win, ticks: Ticks, full: Ticks, reasons: Mapping[tuple[str, bool], str], item: Pattern
    ) -> ListRow:
        values, is_bonus = self.values(item, full), item.kind == "bonus"
        if is_bonus:
            times = _steps(values, full.bonus_items.get(item.id, 0))
            ticked = _steps(values, ticks.bonus_items.get(item.id, 0))
        else:
            times, ticked = full.patterns.count(item.id), ticks.patterns.count(item.id)
        refusal = None
        if times < len(values):
            refusal = self._refusal(win, ticks, item, values[ticked])
        follows = reasons.get((item.id, is_bonus)) if times and not ticked else None
        return ListRow(item, times, ticked, len(values), follows, refusal, values, self.wind(item.id, win))

    def _refusal(self, win: Win, ticks: Ticks, item: Pattern, points: int) -> RuleViolation | None:
        """The reason why one more `item` can't be ticked, or None. `points`: the new total of a bonus item."""
        if item.kind == "bonus":
            more = replace(ticks, bonus_items={**ticks.bonus_items, item.id: points})
        else:
            more = replace(ticks, patterns=(*ticks.patterns, item.id))
        full = self.complete(win._replace(count=more))
        assert isinstance(full.count, Ticks)
        try:
            self.check(full, full.count)
        except RuleViolation as refusal:
            return refusal
        return None

    # ── refusals that several books share ────────────────────────────────────

    def _name(self, item: str) -> Term:
        return Term((self.patterns.get(item) or self.bonus_items[item]).name)

    def refuse_together(self, item: str, other: str) -> None:
        """Refuse two items that can't be in the same hand."""
        sentence = _("“%(item)s” and “%(other)s” can’t be in the same hand.")
        raise RuleViolation("patterns", sentence, item=self._name(item), other=self._name(other))

    def refuse_from_wall(self, field: str, item: str) -> None:
        """Refuse an item that needs a self-draw."""
        raise RuleViolation(field, _("“%(item)s” needs a self-draw."), item=self._name(item))

    def check_most(self, item: str, times: int, most: int) -> None:
        """Refuse more than `most` occurrences of an item."""
        if times > most:
            sentence = _("“%(item)s”: at most %(most)s per hand.")
            raise RuleViolation("patterns", sentence, item=self._name(item), most=most)

    def check_ground(self, item: str, ground: str, times: int, least: int = 1, field: str = "patterns") -> None:
        """Refuse `item` if it needs `ground` at least `least` times, but `ground` is ticked only `times` times."""
        if times < least:
            one, more = _("“%(item)s” needs “%(ground)s”."), _("“%(item)s” needs at least %(least)s× “%(ground)s”.")
            values = {"item": self._name(item), "ground": self._name(ground), "least": least}
            raise RuleViolation(field, more if least > 1 else one, **values)


def _steps(values: Sequence[int], points: int) -> int:
    """The number of occurrences that are worth `points` in total."""
    return sum(value <= points for value in values)


def read_ticks(payload: Payload, most: int) -> Ticks:
    """Read the `patterns` and `bonus_items` (up to `most` points each) of an entry. Raises `RuleViolation`."""
    patterns: Any = payload.get("patterns", [])
    if not isinstance(patterns, list | tuple) or not all(isinstance(item, str) for item in patterns):
        raise RuleViolation("patterns", _("patterns must be a list of pattern ids."))
    bonus = mapping(payload, "bonus_items")
    for item in bonus:
        whole_number(bonus, item, 1, most)
    return Ticks(tuple(patterns), dict(bonus))


# ── compatibility, derived from the rows that count a hand ───────────────────
#
# A mark is one bit, true or false for a hand; a digit is four bits that count something. Each book's `scoring/` defines
# its own.
@dataclass(frozen=True, slots=True)
class MarkFacts:
    """The dependencies between the marks of a book. A mark is true or false for a hand; a digit is a count.

    `follows`: mark → marks that are then true; `rules_out`: mark → marks that are then false; `one_of`: mark → marks of
    which at least one is then true; `of_digit`: digit → marks that are true if it isn't 0; `at_least`: mark → a digit
    and its minimum; `impossible`: sets of marks that can't all be false; `compared`: the marks that can conflict.
    """

    follows: Mapping[int, int]
    rules_out: Mapping[int, int]
    at_least: Mapping[int, tuple[int, int]]
    of_digit: Mapping[int, int]
    compared: int = -1
    one_of: Mapping[int, int] | None = None
    impossible: tuple[int, ...] = ()

    def closed(self, marks: int) -> int:
        """The given `marks` and all marks that follow from them."""
        more = marks
        for mark, follows in self.follows.items():
            if marks & mark:
                more |= follows
        return marks if more == marks else self.closed(more)

    def ruled_out(self, marks: int) -> int:
        """The marks that can't be true if any of `marks` is."""
        return reduce(or_, [out for mark, out in self.rules_out.items() if marks & mark], 0)

    def true_of(self, row: PatternRow) -> int:
        """All marks that are true for every hand that earns `row`."""
        return self.closed(row.needs | (0 if row.digit is None else self.of_digit[row.digit]))

    def false_of(self, row: PatternRow) -> int:
        """All marks that are false for every hand that earns `row`."""
        false = row.bars | self.ruled_out(self.true_of(row))
        before = None
        while before != false:
            before = false
            for mark, follows in self.follows.items():
                false |= mark if follows & false else 0
            for mark, some in (self.one_of or {}).items():
                false |= mark if some & false == some else 0
        return false

    def excludes(self, item: Rows, other: Rows) -> bool:
        """Whether no hand can have both `item` and `other`."""
        return all(self._bars(one, another) for one in item for another in other)

    def _bars(self, one: PatternRow, other: PatternRow) -> bool:
        if self.false_of(one) & self.true_of(other) & self.compared:
            return True
        lacking = self.false_of(one) | self.false_of(other)
        return any(needed & lacking == needed for needed in self.impossible)

    def implies(self, item: Rows, other: Rows) -> int:
        """The minimum number of occurrences of `other` in a hand with `item`, which can be 0."""
        return min(max(self._times(one, another) for another in other) for one in item)

    def _times(self, one: PatternRow, other: PatternRow) -> int:
        if other.digit is not None:
            if self.true_of(one) & other.bars:
                return 0
            least = [self.at_least[mark] for mark in self.at_least if one.needs & mark]
            return max((times for digit, times in least if digit == other.digit), default=0)
        holds = self.true_of(one) & other.needs == other.needs and self.false_of(one) & other.bars == other.bars
        return int(holds)


class Compatibility:
    """The exclusions and implications between items, derived from their rows.

    `excluded`: item → the items that it can't be combined with (two items that exclude each other are listed only
    under the earlier item); `grounds`: item → the items that it needs, each with the number needed.
    """

    def __init__(self, facts: MarkFacts, rows: Rows, without_grounds: Collection[str] = ()) -> None:
        """Compare all `rows`. `without_grounds`: items that may be ticked without the items that they imply."""
        self.rows = {row.item: tuple(way for way in rows if way.item == row.item) for row in rows}
        items = self.rows.items()
        self.excluded: dict[str, frozenset[str]] = {}
        for item, ways in items:
            others = {other for other, more in items if other != item and facts.excludes(ways, more)}
            self.excluded[item] = frozenset(other for other in others if item not in self.excluded.get(other, ()))
        self.grounds = {
            item: tuple(
                (other, times) for other, more in items if other != item and (times := facts.implies(ways, more))
            )
            for item, ways in items
            if item not in without_grounds
        }


# ── refusals that several books share ────────────────────────────────────────


def refuse_unknown(field: str, item: str) -> None:
    """Refuse an id that isn't in the list."""
    raise RuleViolation(field, _("“%(item)s” isn’t an item in this list."), item=item[:LONGEST_ECHO])


def refuse_unplayed(field: str, item: Pattern) -> None:
    """Refuse an item that the house rules switch off."""
    raise RuleViolation(field, _("“%(item)s” isn’t played under this table’s house rules."), item=item.called)


def check_points(item: Pattern, points: int, values: Sequence[int]) -> None:
    """Refuse points that a bonus item can't earn."""
    if points not in values:
        sentence, allowed = _("Possible values for “%(item)s”: %(values)s."), tuple(values)
        raise RuleViolation("bonus_items", sentence, item=item.called, values=allowed)
