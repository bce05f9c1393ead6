"""All that a rule book may differ in, with defaults. Shared code asks a rule book, never which one it is.

Written against every book of docs/rules: hand-points and goulash, han with deposits and dealer
repeats, fan with a maximum. A rule book is a subclass in one file (or one folder), data first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.entries import Draw, Entry, Hand, Penalty, Win, read_draw, read_penalty
from engine.errors import RuleViolation
from engine.hand import TileHand
from engine.language import gettext_noop as _
from engine.payload import LONGEST_ECHO, OBJECT, Payload
from engine.payments import Line, totals, transfers
from engine.readings import Reading
from engine.rulesets.card import ITEMS_ALONE, Chapter, Example, Note, Pieces, pieces_of
from engine.rulesets.declared import (
    Irregularity,
    ListRow,
    NumberField,
    Option,
    OptionValue,
    Pattern,
    Preset,
)
from engine.seats import NOTHING, PerSeat, Points, Seat, Wind, add
from engine.tiles import KINDS


class Item(NamedTuple):
    """What one pattern earned in a hand: `points` in all, for `times` occurrences."""

    id: str
    points: int
    clause: str
    times: int = 1


class Limit(NamedTuple):
    """A hand of fixed value: its kind ("half", "full", …), the names reached, what one unit pays."""

    kind: str
    names: tuple[str, ...]
    value: int


NOBODY: Mapping[Seat, int] = MappingProxyType({})


class Score(NamedTuple):
    """What one winning hand is worth before it is known who pays.

    `points` are hand-points, han or fan (None where a limit is paid); `bonus_points` what an
    opponent owes who gets no discount, `owed` what each opponent owes of them. A hand that may not
    be declared has `legal` False and a `reason` (an id of docs/formats.md). `reading` is how its tiles
    were read, `counted` what the reading of a limit hand would count.
    """

    winner: Seat
    items: tuple[Item, ...] = ()
    points: int | None = None
    bonus_items: tuple[Item, ...] = ()
    bonus_points: int | None = None
    owed: Mapping[Seat, int] = NOBODY
    limit: Limit | None = None
    legal: bool = True
    reason: str | None = None
    reading: Reading | None = None
    counted: Score | None = None


class Settlement(NamedTuple):
    """What an entry pays: the scores behind it and the lines of who pays whom and why."""

    scores: tuple[Score, ...]
    lines: tuple[Line, ...]

    @property
    def payments(self) -> Points:
        """What each player gains or loses."""
        return totals(self.lines)


@dataclass(frozen=True, slots=True)
class TableState:
    """What the table knows before a hand. Each rule book moves only the parts that it plays with.

    `hand_no` counts from 1; `length` is how many hands the match has without repeats; `goulash`
    drawn hands in a row; `honba`, `sticks` (points on the table), `kept` (how often the dealer kept
    the deal) belong to books with repeats and deposits.
    """

    hand_no: int
    length: int
    dealer: Seat
    round_wind: Wind
    seat_winds: PerSeat[Wind]
    balances: Points = NOTHING
    goulash: int = 0
    honba: int = 0
    sticks: int = 0
    kept: int = 0
    finished: bool = False


class RuleBook(ABC):
    """One rule book at one table: the class is the book, an instance has the table's house rules."""

    key: str
    version: int
    title: str
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    patterns: tuple[Pattern, ...]
    numbers: tuple[NumberField, ...]
    win_by: tuple[str, ...]
    # Which of them are a win from the wall and one on a discard.
    by_wall = "wall"
    by_discard = "discard"
    lengths: tuple[int, ...]
    groups: Mapping[str, str]
    nothing = Settlement((), ())
    automatic: frozenset[str] = frozenset()

    def __init__(self, chosen: Mapping[str, object]) -> None:
        """`chosen`: the house rules that differ from the defaults. Raises `RuleViolation`."""
        defaults = {option.name: option.default for option in self.options}
        self.house: Mapping[str, Any] = MappingProxyType({**defaults, **self.read_options(chosen)})
        self.settle_house()

    @classmethod
    def read_options(cls, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
        """House rules as this book takes them, in the order of its list. Raises `RuleViolation`."""
        if not chosen:
            return {}
        known = {option.name: option for option in cls.options}
        for name in chosen:
            if name not in known:
                raise RuleViolation(
                    str(name)[:LONGEST_ECHO],
                    _("%(key)s is no house rule of this rule book."),
                    key=str(name)[:LONGEST_ECHO],
                )
        return {name: option.read(chosen[name]) for name, option in known.items() if name in chosen}

    def settle_house(self) -> None:  # noqa: B027 - a hook, and most books need none
        """Refuse house rules that contradict each other. Default: none do."""

    @property
    def changed(self) -> dict[str, Any]:
        """The house rules that differ from the defaults, as a match file has them."""
        return {o.name: o.plain(self.house[o.name]) for o in self.options if self.house[o.name] != o.default}

    @property
    def own_items(self) -> tuple[Pattern, ...]:
        """What this table counts beside the book: bonus items and limit hands of its own. Default: nothing."""
        return ()

    @property
    def known_items(self) -> tuple[Pattern, ...]:
        """Every item that an entry at this table may name."""
        return (*self.patterns, *self.own_items)

    @property
    def played_items(self) -> tuple[Pattern, ...]:
        """Every item that this table plays, in the order of the rule card. Default: all of them."""
        return self.known_items

    # ── the course of a match ────────────────────────────────────────────────

    @abstractmethod
    def start(self) -> TableState:
        """The table before the first hand."""

    @abstractmethod
    def table_at(self, hand_no: int, carry: int) -> TableState:
        """The table before a hand, without a match around it."""

    @abstractmethod
    def table_by_winds(self, round_wind: object, seats: object, carry: int) -> TableState:
        """The same from the round wind and each chair's wind. Raises `RuleViolation`."""

    @abstractmethod
    def advance(self, state: TableState, entry: Entry, settlement: Settlement) -> TableState:
        """The table after `entry`; balances included, `finished` where no entry may follow."""

    def extend(self, state: TableState, length: int) -> TableState:
        """The same table with a longer match. Raises `RuleViolation`."""
        if length not in self.lengths or length <= state.length:
            raise RuleViolation(
                "match_length",
                _("match_length takes a longer match: %(lengths)s hands."),
                lengths=", ".join(str(n) for n in self.lengths if n > state.length) or "–",
            )
        return replace(state, length=length, finished=False)

    # ── one entry ────────────────────────────────────────────────────────────

    def read(self, kind: str, payload: Payload) -> Entry:
        """The entry in `payload`; `kind`: hand, draw or penalty. Raises `RuleViolation`."""
        if not isinstance(payload, OBJECT):
            raise RuleViolation("payload", _("payload takes an object of names and values."))
        if kind == "hand":
            return self.read_hand(payload)
        if kind == "draw":
            return self.read_draw(payload)
        if kind == "penalty":
            return read_penalty(payload)
        raise RuleViolation("kind", _("kind takes hand, draw or penalty."))

    def read_draw(self, payload: Payload) -> Draw:
        """A hand that nobody won. Default: nothing but that. Raises `RuleViolation`."""
        return read_draw(payload)

    @abstractmethod
    def read_hand(self, payload: Payload) -> Hand:
        """A won hand, by numbers or by list. Raises `RuleViolation`."""

    def check(self, state: TableState, entry: Entry) -> None:
        """Refuse what cannot stand at this table now. Raises `RuleViolation`."""
        if state.finished:
            raise RuleViolation("entry", _("The match is over: no entry follows its last hand."))
        if isinstance(entry, Hand):
            for win in entry.wins:
                self.check_win(state, win)

    @abstractmethod
    def check_win(self, state: TableState, win: Win) -> None:
        """Refuse a win that contradicts itself, the house rules or the table."""

    @abstractmethod
    def score(self, state: TableState, win: Win) -> Score:
        """What `win` is worth, as entered; contradictions do not stop it."""

    def settle(self, state: TableState, entry: Entry) -> Settlement:
        """What `entry` pays. Never refuses: what was accepted once stays countable."""
        if isinstance(entry, Draw):
            return Settlement((), self.pay_draw(state, entry))
        if isinstance(entry, Penalty):
            return Settlement((), transfers(entry.points, "penalty", self.penalty_clause))
        scores = tuple([self.score(state, win) for win in entry.wins])
        lines: list[Line] = []
        for win, score in zip(entry.wins, scores, strict=True):
            if score.legal:
                lines += self.pay_win(state, win, score)
        return Settlement(scores, tuple(lines))

    penalty_clause = "A14"

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """The penalties that this table offers ready-made. Default: none."""
        return ()

    def pay_draw(self, state: TableState, entry: Draw) -> tuple[Line, ...]:
        """What a drawn hand pays. Default: nothing."""
        return ()

    @abstractmethod
    def pay_win(self, state: TableState, win: Win, score: Score) -> tuple[Line, ...]:
        """The lines of one winning hand."""

    def list_rows(self, state: TableState, win: Win) -> tuple[ListRow, ...]:
        """The list to tick beside the ticks of `win`. Default: this book has no list."""
        return ()

    def bonus_values(self, item: str) -> tuple[int, ...]:
        """What 1, 2 … steps of a bonus item earn in all, as `ListRow.values`. Default: unknown."""
        return ()

    def complete(self, state: TableState, win: Win) -> Win:
        """`win` with everything that follows from its ticks. Default: nothing does."""
        return win

    @property
    def asks(self) -> frozenset[str]:
        """What the house rules make worth asking of the opponents: "waiting", "declared",
        "all_declared". Default: nothing."""
        return frozenset()

    @property
    def asks_discount(self) -> bool:
        """Whether an opponent who was waiting owes less. Default: no."""
        return False

    @property
    def limits_played(self) -> tuple[Pattern, ...]:
        """The hands of fixed value at this table. Default: none."""
        return ()

    def plays_limit(self, kind: str) -> bool:
        """Whether hands of this fixed value are played. Default: there are none."""
        return False

    def limit_value(self, kind: str) -> int:
        """What one unit of a limit pays; only asked where `plays_limit`."""
        raise NotImplementedError

    def known_bonus(self, win: Win) -> int:
        """The bonus points that follow from how the hand was won alone. Default: none."""
        return 0

    def so_far(self, state: TableState, seat: Seat, hand: TileHand) -> tuple[Item, ...]:
        """What the sets of an unfinished hand earn already. Default: nothing is certain."""
        return ()

    def readings(self, state: TableState, win: Win) -> tuple[Score, ...]:
        """Every way to read the tiles of `win`, the paid one first. Default: the one score."""
        return (self.score(state, win),)

    @property
    def deck(self) -> tuple[int, ...]:
        """How many of each tile this table plays with. Default: a book that reads no tiles."""
        return (0,) * KINDS

    def carried(self, state: TableState) -> int:
        """What the next winner gets on top from each opponent. Default: nothing is carried."""
        return 0

    def flags(self, then: TableState, now: TableState, entry: Entry) -> tuple[str, ...]:
        """What the scorer should look at again, since `entry` was made at the table `then` but
        a correction has moved it to the table `now`. Ids; default: nothing."""
        return ()

    # ── the rule card ────────────────────────────────────────────────────────

    @property
    def pieces(self) -> tuple[Pieces, ...]:
        """The tiles of this table, sort by sort. Default: those of the deck."""
        return pieces_of(self.deck)

    def examples(self, item: Pattern) -> tuple[Example, ...]:
        """Hands that may earn `item` at this table, the best to draw first. Default: none."""
        return ()

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """What the card says of this table, beside house rules and words. Default: the items by their kind."""
        return ITEMS_ALONE

    @property
    def glossary(self) -> tuple[tuple[str, Note], ...]:
        """The words of the game with what they mean at this table. Default: none."""
        return ()


def moved(state: TableState, payments: Points, **parts: Any) -> TableState:
    """`state` with the payments added and `parts` replaced."""
    return replace(state, balances=add(state.balances, payments), **parts)
