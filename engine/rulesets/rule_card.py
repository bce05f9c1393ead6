"""The rule card of a book as data: notes, cases, example hands, the tiles of the table.

The caller translates the sentences and lets the book settle the cases and check the examples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from engine.hands.tiles import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, WINDS, text
from engine.language import gettext_noop as _
from engine.match.fields import Payload

if TYPE_CHECKING:
    from engine.rulesets.definitions import Pattern


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence with its clause. `values`: the numbers, strings, winds and seats for its placeholders."""

    text: str
    clause: str = ""
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def english(self) -> str:
        """The sentence in English, with its values filled in, as files and the API contain it."""
        return self.text % self.values


Word = tuple[str, Note]


def word(term: str, meaning: str, clause: str, **values: object) -> Word:
    """An entry of the glossary: a term of the game and what it means."""
    return term, Note(meaning, clause, values)


@dataclass(frozen=True, slots=True)
class Case:
    """A payment example, settled by the engine. `before`: earlier entries as (kind, payload)."""

    sentence: Note
    payload: Payload
    before: tuple[tuple[str, Payload], ...] = ()


Cell = Note | int


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of the card; each row starts with its name."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the card. `key`: its anchor; `items`: the kind of items listed; `deck`: whether to list tiles."""

    key: str
    title: str
    notes: tuple[Note, ...] = ()
    items: str = ""
    cases: tuple[Case, ...] = ()
    deck: bool = False
    grid: Grid | None = None


@dataclass(frozen=True, slots=True)
class Pieces:
    """Tiles of one sort with the same number of copies; `faces`: tiles as text, or words such as "flower"."""

    name: str
    faces: tuple[str, ...]
    copies: int

    @property
    def total(self) -> int:
        """The number of pieces."""
        return len(self.faces) * self.copies


@dataclass(frozen=True, slots=True)
class Example:
    """A hand that earns an item, won in the first hand by the player after the dealer.

    The card shows `shown` (a word for each group) and `melds` ("pong:E", "kong:1p", or "ckong:1p" if concealed); `rest`
    completes the hand. `tile`: the winning tile, by default the last one shown; `marked`: whether to highlight it.
    `beside` (pieces outside the hand) and `turned` (an indicator) show the additional keys of the entry in `extra`.
    """

    shown: str = ""
    rest: str = ""
    melds: str = ""
    tile: str = ""
    by: str = "discard"
    marked: bool = False
    beside: tuple[str, ...] = ()
    turned: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


SORTS = (
    (_("Circles"), CIRCLES),
    (_("Characters"), CHARACTERS),
    (_("Bamboo"), BAMBOO),
    (_("Winds"), WINDS),
    (_("Dragons"), DRAGONS),
)

# The names of pieces that form no sets.
CALLED = {"flower": _("flower"), "season": _("season"), "face": _("face"), "animal": _("animal"), "joker": _("joker")}

ITEMS_ALONE = (
    Chapter("patterns", _("Patterns"), items="pattern"),
    Chapter("bonuses", _("Bonus"), items="bonus"),
    Chapter("limits", _("Limit hands"), items="limit"),
)


def pieces_of(deck: Sequence[int]) -> tuple[Pieces, ...]:
    """The tiles of a deck, grouped by sort and number of copies."""
    return tuple(
        Pieces(name, tuple(map(text, alike)), copies)
        for name, tiles in SORTS
        for copies, alike in groupby(sorted((t for t in tiles if deck[t]), key=lambda t: -deck[t]), lambda t: deck[t])
    )


class RulesOfCard(Protocol):
    """The part of a rule book that every rule card needs."""

    @property
    def deck(self) -> tuple[int, ...]: ...


Rules = TypeVar("Rules", bound=RulesOfCard)


class RuleCard(Generic[Rules]):
    """The rule card of one table, apart from its items and house rules. Rule books override what differs."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def pieces(self) -> tuple[Pieces, ...]:
        """The tiles of this table by sort. Default: those of the deck."""
        return pieces_of(self.rules.deck)

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        """Example hands for an item, the preferred one first; some may not earn it at this table. Default: none."""
        return ()

    def value(self, item: Pattern) -> Note | None:
        """The value of an item in words; None (the default) to show its points, or the price of a limit hand."""
        return None

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters of the card. Default: the items by kind."""
        return ITEMS_ALONE

    @property
    def glossary(self) -> tuple[Word, ...]:
        """The game's terms and their meanings at this table. Default: none."""
        return ()
