"""What a rule book declares for the sheet of a hand: ways to win, counts known by a name, what is asked. Data alone.

Forms and pages are built from it, and ask the book what it comes to.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from engine.hands.hand import TileHand
from engine.match.entries import Win
from engine.rulesets.checklist import Checklist
from engine.rulesets.definitions import Detail, HouseRuleValues, Irregularity, ListRow, NumberField, Pattern
from engine.rulesets.scoring_types import TableState
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class WinWay:
    """A way to win, which entries call `by`: on another player's tile (`from_player`) or self-drawn.

    The first of each sort is the plain one; every other is chosen by a switch with the words `switch`. `won` tells
    of it in the ledger, with winner and payer; left out: as of the plain one. `tile`: whether one of the concealed
    tiles won, so that an entry names it.
    """

    by: str
    from_player: bool
    switch: str = ""
    won: str = ""
    tile: bool = True


@dataclass(frozen=True, slots=True)
class Fixed:
    """A count that is known by its name: what one unit is worth (None: not shown), and what it `says` in an entry in
    place of numbers.

    `in_list`: chosen in place of ticks too. `own`: named by the club, so that nobody translates it.
    """

    id: str
    label: str
    value: int | None
    says: Mapping[str, Any]
    in_list: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class TileMark:
    """A piece that stands for a tile, `most` of them in a hand: `letter` is written before the tile, and `in_meld` is
    what a set on the table calls how many of its tiles are such pieces. `face`: its picture, where there is one.
    """

    letter: str
    label: str
    most: int
    in_meld: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """For what something is asked: an entry of `way` "numbers", "list", "tiles" or "draw"; "two" for what two players
    who win on the same tile share; "waits" for a hand that lacks its winning tile.

    `by` is "" and `from_player` None while nobody said whose tile it was; `hand` the tiles as far as they are known;
    `answered` the keys of what is filled in; `declared` who said on the table what the book asks `early`.
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
    """One thing that is asked beside the count. The entry calls it `key`, in its part `inside` ("": the entry itself).

    `takes`: "switch" (true), "number" (0 … `most`), "numbers" (different ones, 1 … `most`), "choice" (of `choices`, or
    nothing), "tile" (of the deck or of `choices`, or nothing), "tiles" (a list), "opponents" (of whom of them it is
    true), "players" (a list of chairs; `others`: the winner's is not among them), "way" (a switch for the way to win
    `key`). `values`: what 1, 2 … of it are in the entry, if not as many.

    `known`: what stands there until somebody says otherwise: a choice, or chairs, as the entry has them.

    `applies` False: cannot be so now, is not read, and shown only where there are no scripts. `note` stands small
    beside the label, `help` below; `folded` hides it until asked for, together with all else that is (tiles by
    themselves). `waits`: the waiting helper answers it. `own`: named by the club, so that nobody translates it.
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
    others: bool = False
    waits: bool = False
    own: bool = False
    known: str | tuple[str, ...] = ""


def own_asks(items: Iterable[Pattern]) -> tuple[Ask, ...]:
    """A club's own bonus items, asked beside the tiles, which do not tell of them."""
    return tuple(
        Ask(
            key=item.id,
            label=item.name,
            takes="number" if item.most > 1 else "switch",
            most=item.most,
            inside="bonus_items",
            values=tuple(item.points * times for times in range(1, item.most + 1)),
            note=str(item.points),
            help=item.condition,
            own=True,
        )
        for item in items
        if item.kind == "bonus"
    )


def ask_for(detail: Detail, **more: Any) -> Ask:
    """The question whose answer an entry keeps as `detail`; `more` are further values of the question."""
    question = Ask(detail.key, detail.label, detail.takes, detail.most or 1, detail.choices)
    return replace(question, **more)


class RulesOfSheet(Protocol):
    """What every sheet needs of the rules that it belongs to."""

    numbers: tuple[NumberField, ...]
    by_wall: str
    by_discard: str

    @property
    def house(self) -> HouseRuleValues: ...


Rules = TypeVar("Rules", bound=RulesOfSheet)


class EntrySheet(Generic[Rules]):
    """The form of a hand at one table: how it is counted and what it asks. A rule book with more has a subclass."""

    # How a hand may be counted: by numbers, by list, by tiles.
    counted_by: tuple[str, ...] = ("numbers", "list", "tiles")
    # Pieces that stand for a tile, such as jokers.
    marks: tuple[TileMark, ...] = ()
    # The list to tick; None where this book has none.
    checklist: type[Checklist] | None = None
    # Bonus items that always follow from the rest of the list.
    automatic: frozenset[str] = frozenset()

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def ways(self) -> tuple[WinWay, ...]:
        """The ways to win. Default: one from the wall, one on a discard."""
        return (WinWay(self.rules.by_wall, False), WinWay(self.rules.by_discard, True))

    def way_of(self, by: str) -> WinWay | None:
        """The way to win that entries call `by`."""
        return next((way for way in self.ways if way.by == by), None)

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """What is asked for by numbers: the count, and at most one number beside it. Default: `numbers`."""
        return self.rules.numbers

    def known_bonus(self, win: Win) -> int:
        """The second of `number_fields` as far as it follows from how the hand was won. Default: nothing does."""
        return 0

    @property
    def fixed(self) -> tuple[Fixed, ...]:
        """Counts known by a name, which stand in place of numbers. Default: none."""
        return ()

    def questions(self, situation: Situation) -> tuple[Ask, ...]:
        """What is asked beside the count, in the order of the sheet. Default: the further ways to win."""
        return self.switches(situation)

    def switches(self, situation: Situation) -> tuple[Ask, ...]:
        """The further ways to win, as switches; for two winners those on a player's tile. Beside tiles, which are
        looked at again with each change, those alone apply that fit whose tile it was."""
        if situation.way not in ("numbers", "list", "tiles", "two"):
            return ()
        open_to_all = situation.way in ("numbers", "list")
        return tuple(
            Ask(way.by, way.switch, "way", applies=open_to_all or situation.from_player is way.from_player)
            for way in self.ways
            if way.switch and (way.from_player or situation.way != "two")
        )

    def early(self, state: TableState) -> Ask | None:
        """What players say while the hand is played: asked on their cards, and known when the entry asks for it
        (`Situation.declared`). It takes "players". Default: nothing."""
        return None

    def ticked_first(self, situation: Situation) -> tuple[str, ...]:
        """What of the list is known before anybody ticks. Default: nothing."""
        return ()

    @property
    def reads_tiles(self) -> bool:
        """Whether hands may be counted by their tiles here, and waits found."""
        return "tiles" in self.counted_by

    def list_rows(self, state: TableState, win: Win) -> tuple[ListRow, ...]:
        """The list to tick beside the ticks of `win`; none without a `checklist`."""
        return self.checklist(self.rules.house, state).rows(win) if self.checklist else ()

    def bonus_values(self, item: str) -> tuple[int, ...]:
        """What 1, 2 … steps of a bonus item earn in all, as `ListRow.values`. Default: unknown."""
        return ()

    def complete(self, state: TableState, win: Win) -> Win:
        """`win` with everything that follows from its ticks; nothing does without a `checklist`."""
        return self.checklist(self.rules.house, state).complete(win) if self.checklist else win

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """The penalties that this table offers ready-made. Default: none."""
        return ()
