"""What a rule book declares for its rule card: notes, cases, examples in tiles, the tiles themselves. Data alone.

Whoever shows it translates the sentences and asks the book what cases pay and which examples hold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Generic, Protocol, TypeVar

from engine.hands.tiles import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, WINDS, text
from engine.language import gettext_noop as _
from engine.match.fields import Payload


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence with its clause. `values` fill it: numbers, texts, winds, chairs."""

    text: str
    clause: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that somebody wins, as `sentence`, for the engine to settle; `before`: entries, as (kind, payload)."""

    sentence: Note
    payload: Payload
    before: tuple[tuple[str, Payload], ...] = ()


Cell = Note | int


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of the card: what it is called, the heads of its columns, rows that begin with their names."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the card: notes, the tiles of the table (`deck`), the items of one kind, a table, cases; `key` is its
    anchor.
    """

    key: str
    title: str
    notes: tuple[Note, ...] = ()
    items: str = ""
    cases: tuple[Case, ...] = ()
    deck: bool = False
    grid: Grid | None = None


@dataclass(frozen=True, slots=True)
class Pieces:
    """Tiles of one sort that are there equally often; `faces` as tiles are written, or a word such as "flower"."""

    name: str
    faces: tuple[str, ...]
    copies: int

    @property
    def total(self) -> int:
        """How many pieces they are."""
        return len(self.faces) * self.copies


@dataclass(frozen=True, slots=True)
class Example:
    """A hand that earns an item. The card draws `shown`, a word for each part, and the sets on the table
    (`melds`: "kong:1p", "ckong:1p" concealed, "pong:E"); `rest` makes it a whole hand.

    `beside` are pieces outside the hand, `turned` a tile that is turned up: what is shown of `extra`, further
    keys of the entry. `tile` is the winning tile (the last one shown, if left out), `marked` where it matters.
    The next after the dealer wins the first hand.
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

# What one of the pieces is called that are no tile of a set.
CALLED = {"flower": _("flower"), "season": _("season"), "face": _("face"), "animal": _("animal"), "joker": _("joker")}

ITEMS_ALONE = (
    Chapter("patterns", _("Patterns"), items="pattern"),
    Chapter("bonuses", _("Bonus"), items="bonus"),
    Chapter("limits", _("Limit hands"), items="limit"),
)


def pieces_of(deck: Sequence[int]) -> tuple[Pieces, ...]:
    """The tiles of a deck, sort by sort."""
    return tuple(
        Pieces(name, tuple(map(text, alike)), copies)
        for name, tiles in SORTS
        for copies, alike in groupby(sorted((t for t in tiles if deck[t]), key=lambda t: -deck[t]), lambda t: deck[t])
    )


class RulesOfCard(Protocol):
    """What every rule card needs of the rules that it belongs to."""

    @property
    def deck(self) -> tuple[int, ...]: ...


Rules = TypeVar("Rules", bound=RulesOfCard)


class RuleCard(Generic[Rules]):
    """The rule card of one table, beside its items and house rules. A rule book with more has a subclass."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def pieces(self) -> tuple[Pieces, ...]:
        """The tiles of this table, sort by sort. Default: those of the deck."""
        return pieces_of(self.rules.deck)

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        """Hands that may earn the item of this kind and id at this table, the best to draw first. Default: none."""
        return ()

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """What the card says of this table, beside house rules and words. Default: the items by their kind."""
        return ITEMS_ALONE

    @property
    def glossary(self) -> tuple[tuple[str, Note], ...]:
        """The words of the game with what they mean at this table. Default: none."""
        return ()
