"""Patterns as rows: the marks that one needs of a hand, those that bar it; what rows exclude and what they imply.

A mark is a bit of a number, and is true of a hand or not. A digit is four bits of it, which say how often something is
there. What marks there are, each book says (`scoring/features.py`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class PatternRow(NamedTuple):
    """A pattern that a hand has where all of `needs` are true and none of `bars`: once, or as often as `digit` says."""

    item: str
    needs: int = 0
    bars: int = 0
    digit: int | None = None


Rows = Sequence[PatternRow]


def earned(rows: Rows, marks: int) -> Iterator[tuple[str, int]]:
    """(item, how often) for each row that a hand with these marks earns, in the order of the rows."""
    for item, needs, bars, digit in rows:
        if marks & needs == needs and not marks & bars:
            times = 1 if digit is None else marks >> digit & 15
            if times:
                yield item, times


def by_item(rows: Rows) -> dict[str, tuple[PatternRow, ...]]:
    """The rows of each item: any one of them earns it."""
    return {row.item: tuple(each for each in rows if each.item == row.item) for row in rows}


@dataclass(frozen=True, slots=True)
class MarkFacts:
    """How the marks of a book depend on each other in every hand.

    `follows`: mark → what is then true as well; `rules_out`: mark → what is then false; `one_of`: mark → marks of which
    at least one is then true; `of_digit`: digit → what is true where it is not 0; `at_least`: mark → a digit and the
    least that it then is; `impossible`: marks of which no hand lacks all. Only conflicts in `compared` marks count.
    """

    follows: Mapping[int, int]
    rules_out: Mapping[int, int]
    at_least: Mapping[int, tuple[int, int]]
    of_digit: Mapping[int, int]
    compared: int = -1
    one_of: Mapping[int, int] | None = None
    impossible: tuple[int, ...] = ()

    def closed(self, marks: int) -> int:
        """The marks with all that follows from them."""
        more = marks
        for mark, follows in self.follows.items():
            if marks & mark:
                more |= follows
        return marks if more == marks else self.closed(more)

    def true_of(self, row: PatternRow) -> int:
        """All marks of a hand that has earned `row`."""
        return self.closed(row.needs | (0 if row.digit is None else self.of_digit[row.digit]))

    def false_of(self, row: PatternRow) -> int:
        """All marks that such a hand cannot have."""
        true, false = self.true_of(row), row.bars
        for mark, out in self.rules_out.items():
            if true & mark:
                false |= out
        before = None
        while before != false:
            before = false
            for mark, follows in self.follows.items():
                false |= mark if follows & false else 0
            for mark, some in (self.one_of or {}).items():
                false |= mark if some & false == some else 0
        return false

    def excludes(self, item: Rows, other: Rows) -> bool:
        """Whether what `item` bars stands against every way to earn `other`."""
        return all(self._bars(one, another) for one in item for another in other)

    def _bars(self, one: PatternRow, other: PatternRow) -> bool:
        if self.false_of(one) & self.true_of(other) & self.compared:
            return True
        lacking = self.false_of(one) | self.false_of(other)
        return any(needed & lacking == needed for needed in self.impossible)

    def implies(self, item: Rows, other: Rows) -> int:
        """How often at least a hand with `item` has `other`: 0 where it need not."""
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
    """What the items of some rows exclude and imply.

    `excluded`: item → those that no hand has beside it; where each bars the other, the earlier one names it.
    `grounds`: item → what every hand with it has too, and how often for each time.
    """

    def __init__(self, facts: MarkFacts, rows: Rows, without_grounds: Collection[str] = ()) -> None:
        """`without_grounds`: items that may be ticked without what they imply."""
        self.facts, self.rows = facts, by_item(rows)
        found = self.rows.items()
        self.excluded: dict[str, frozenset[str]] = {}
        for item, ways in found:
            others = {other for other, more in found if other != item and facts.excludes(ways, more)}
            self.excluded[item] = frozenset(other for other in others if item not in self.excluded.get(other, ()))
        self.grounds = {
            item: tuple(
                (other, times) for other, more in found if other != item and (times := facts.implies(ways, more))
            )
            for item, ways in found
            if item not in without_grounds
        }
