"""The entry sheet of a hand as data: ways to win, hands of fixed value, questions. Forms are built from it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from engine.hands.hand import TileHand
from engine.language import gettext_noop as _
from engine.match.entries import Win
from engine.rulesets.checklist import Checklist
from engine.rulesets.definitions import Detail, HouseRuleValues, Irregularity, ListRow, NumberField, Pattern
from engine.rulesets.scoring_types import LimitHand, TableState
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class WinWay:
    """A way to win, on another player's tile (`from_player`) or by self-draw.

    `by`: its id in entries; `switch`: the label of the switch that selects it, empty for the normal way; `won`: the
    wording in the ledger, by default that of the normal way; `tile`: whether an entry names a winning tile.
    """

    by: str
    from_player: bool
    switch: str = ""
    won: str = ""
    tile: bool = True


@dataclass(frozen=True, slots=True)
class Fixed:
    """A hand of fixed value, chosen instead of a count.

    `value`: its price (None: not shown); `says`: the keys that it adds to the entry; `in_list`: whether the checklist
    offers it too; `own`: whether it is a custom item, whose name isn't translated; `rare`: whether it is hidden
    with the other rare hands; `values`: what the placeholders of its label stand for.
    """

    id: str
    label: str
    value: int | None
    says: Mapping[str, Any]
    in_list: bool = False
    own: bool = False
    rare: bool = False
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TileMark:
    """A piece that stands for a tile, such as a joker; a hand has at most `most`.

    `letter`: the prefix for it in a tile's text; `in_meld`: the key for how many a meld has; `face`: its picture.
    """

    letter: str
    label: str
    most: int
    in_meld: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of an unfinished entry, which decides what the sheet asks.

    `way`: "numbers", "list", "tiles" or "draw" for an entry, "two" for two players who win on the same tile, "waits"
    for the waiting helper. `by` is "" and `from_player` None until the winning tile's source is chosen. `hand`: the
    tiles entered so far; `answered`: the keys filled in; `declared`: the players who answered the `early` question.
    """

    way: str
    state: TableState
    winner: Seat | None = None
    by: str = ""
    from_player: bool | None = None
    hand: TileHand | None = None
    answered: frozenset[str] = frozenset()
    declared: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Ask:
    """A question asked besides the count, stored as `key` in the part `inside` of the entry ("": at the top).

    `takes`: "switch", "number" (0 to `most`), "numbers" (all different, 1 to `most`), "choice" (of `choices`, of the
    numbers `values`, or nothing), "tile" (of the deck or of `choices`, or nothing), "tiles" (a list), "opponent" (one,
    or nobody), "opponents" (a switch for each), "players" (a list of seats; `others`: without the winner), "way" (a
    switch for the way to win `key`). `values` of a number: the stored values of 1, 2, …, if they differ. `known`: the
    initial answer, in entry format.

    If `applies` is False, the question makes no sense now: any answer is ignored, and the question is shown only on
    pages without scripts. `note` is shown beside the label, `help` below it; `folded` hides the question with the other
    folded ones; `first` puts it above the count. `waits`: the waiting helper can answer the question. `own`: the
    question is about a custom item, whose name isn't translated.
    """

    key: str
    label: str
    takes: str = "switch"
    most: int = 1
    choices: Mapping[str, str] = field(default_factory=dict)
    inside: str = ""
    values: tuple[int, ...] = ()
    applies: bool = True
    note: str = ""
    help: str = ""
    folded: bool = False
    first: bool = False
    others: bool = False
    waits: bool = False
    own: bool = False
    known: str | tuple[str, ...] = ""


def own_asks(items: Iterable[Pattern]) -> Iterator[Ask]:
    """Yield questions for custom bonus items, which can't be read from tiles."""
    for item in items:
        if item.kind == "bonus":
            takes = "number" if item.most > 1 else "switch"
            values = tuple(item.points * times for times in range(1, item.most + 1))
            ask = Ask(item.id, item.name, takes, item.most, inside="bonus_items", values=values)
            yield replace(ask, note=str(item.points), help=item.condition, own=True)


def ask_for(detail: Detail, **more: Any) -> Ask:
    """The question for a detail of an entry; `more`: further attributes of the question."""
    question = Ask(detail.key, detail.label, detail.takes, detail.most or 1, detail.choices)
    return replace(question, **more)


class RulesOfSheet(Protocol):
    """The part of a rule book that every sheet needs."""

    numbers: tuple[NumberField, ...]
    by_wall: str
    by_discard: str

    @property
    def house(self) -> HouseRuleValues: ...


Rules = TypeVar("Rules", bound=RulesOfSheet)


class EntrySheet(Generic[Rules]):
    """The entry sheet of a hand at one table; rule books override what differs."""

    counted_by: tuple[str, ...] = ("numbers", "list", "tiles")
    marks: tuple[TileMark, ...] = ()
    checklist: type[Checklist] | None = None
    # Items that are always implied, and never ticked by hand.
    automatic: frozenset[str] = frozenset()

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def ways(self) -> tuple[WinWay, ...]:
        """The ways to win. Default: by self-draw and on a discard."""
        return (WinWay(self.rules.by_wall, False), WinWay(self.rules.by_discard, True))

    def way_of(self, by: str) -> WinWay | None:
        """The way to win with the id `by`, or None."""
        return next((way for way in self.ways if way.by == by), None)

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """The number fields: the count, and at most one more. Default: the book's `numbers`."""
        return self.rules.numbers

    def known_bonus(self, win: Win) -> int:
        """The bonus that follows from the house rules and the way of winning. Default: 0."""
        return 0

    @property
    def fixed(self) -> tuple[Fixed, ...]:
        """The hands of fixed value. Default: none."""
        return ()

    def fixed_as(self, limit: LimitHand) -> str:
        """The id of the hand in `fixed` worth as much as `limit`, which was entered in another way; "" if none."""
        return next((f.id for f in self.fixed if limit.value == f.value or limit.value in f.says.values()), "")

    def questions(self, situation: Situation) -> tuple[Ask, ...]:
        """The questions asked besides the count, in the order of the sheet. Default: the switches."""
        return self.switches(situation)

    @property
    def of_each(self) -> tuple[Ask, ...]:
        """The questions asked about each of two winners; the answers are numbers. Default: none."""
        return ()

    def switches(self, situation: Situation) -> tuple[Ask, ...]:
        """The switches for special ways to win. Two winners can only have won on another player's tile.

        For a hand entered by tiles or for two winners, only switches that fit the winning tile's source apply.
        """
        if situation.way not in ("numbers", "list", "tiles", "two"):
            return ()
        open_to_all = situation.way in ("numbers", "list")
        return tuple(
            Ask(way.by, way.switch, "way", applies=open_to_all or situation.from_player is way.from_player)
            for way in self.ways
            if way.switch and (way.from_player or situation.way != "two")
        )

    def early(self, state: TableState) -> Ask | None:
        """The question that players answer on their cards during the hand (see `Situation.declared`). Default: none."""
        return None

    def ticked_first(self, situation: Situation) -> tuple[str, ...]:
        """The items that are ticked initially. Default: none."""
        return ()

    @property
    def reads_tiles(self) -> bool:
        """Whether hands can be entered by tiles. The waiting helper needs this too."""
        return "tiles" in self.counted_by

    @property
    def tiles_hint(self) -> str:
        """The help above the keypad before the first tile."""
        return _("For a set on the table, tap Pong or Kong, then its tile.")

    def list_rows(self, state: TableState, win: Win) -> tuple[ListRow, ...]:
        """The rows of the checklist with the ticks of `win`, or none if there is no `checklist`."""
        return self.checklist(self.rules.house, state).rows(win) if self.checklist else ()

    def bonus_values(self, item: str) -> tuple[int, ...]:
        """The total points for 1, 2, … occurrences of a bonus item, as in `ListRow.values`. Default: empty."""
        return ()

    def complete(self, state: TableState, win: Win) -> Win:
        """Return `win` with all implied items added, or unchanged if there is no `checklist`."""
        return self.checklist(self.rules.house, state).complete(win) if self.checklist else win

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """The common penalties of this table. Default: none."""
        return ()
